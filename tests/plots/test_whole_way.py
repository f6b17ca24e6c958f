"""Every number of the two pictures is an entry of what was handed over, and one row is framed."""

import pytest
import torch
from matplotlib.patches import Rectangle

from pe_lesson.plots import who_looks_at_whom, whole_way
from tests.support.moving import texts


def framed(figure) -> list[tuple[float, float]]:
    """Top edge and height of what has a frame."""
    return [
        (p.get_y(), p.get_height()) for p in figure.axes[0].patches if isinstance(p, Rectangle) and not p.get_fill()
    ]


def test_the_way_shows_the_first_columns_of_each_tensor_and_frames_the_highest_score():
    torch.manual_seed(0)
    steps = {"embedding": torch.randn(3, 5), "mean\nof real words": torch.randn(5)}
    scores = torch.tensor([0.25, -1.5])
    figure = whole_way(["a", "b", "<pad>"], torch.tensor([4, 0, 9]), steps, scores, ["dog", "man"])
    assert list(texts(figure, "tokens-").values()) == ["a", "b", "<pad>"]
    assert list(texts(figure, "ids-").values()) == ["4", "0", "9"]
    assert [float(t) for t in texts(figure, "embedding-").values()] == pytest.approx(
        steps["embedding"][:, :2].flatten().tolist(), abs=0.005
    )
    assert [float(t) for t in texts(figure, "mean-").values()] == pytest.approx(
        steps["mean\nof real words"][:2].tolist(), abs=0.005
    )
    assert list(texts(figure, "score-").values()) == ["dog", "0.25", "man", "-1.50"]
    first, second = (next(t for t in figure.axes[0].texts if t.get_text() == noun) for noun in ("dog", "man"))
    ((top, high),) = framed(figure)
    assert top < first.get_position()[1] < top + high < second.get_position()[1]
    lines = {name: [t.get_position()[1] for t in figure.axes[0].texts if (t.get_gid() or "").startswith(name)]
             for name in ("tokens-", "score-")}  # fmt: skip
    assert not {round(y, 6) for y in lines["tokens-"]} & {round(y, 6) for y in lines["score-"]}  # nouns are no tokens
    (above,) = (t for t in figure.axes[0].texts if t.get_text() == "nouns")
    assert above.get_position()[0] == pytest.approx(first.get_position()[0])
    assert above.get_position()[1] < top
    assert figure.alt.endswith("the highest, 0.25, for dog.")
    assert "(3, 5)" in figure.alt


def test_words_by_words_has_the_weights_and_names_whom_the_word_looks_at():
    weights = torch.tensor([[0.26, 0.74], [0.96, 0.04]])
    figure = who_looks_at_whom({"dog bites": weights}, ["bites"])
    assert list(texts(figure, "weight-bites-").values()) == [".3", ".7", "1.0", ".0"]
    ((top, high),) = framed(figure)
    row = next(t for t in figure.axes[0].texts if t.get_text() == "bites" and t.get_rotation() == 0)
    assert top < row.get_position()[1] < top + high
    assert figure.alt == "Attention weights, words by words: in 'dog bites', bites looks most at dog, with 1.0."
