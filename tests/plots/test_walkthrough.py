"""Every number of the two pictures is an entry of what was handed over, and one row is framed."""

import pytest
import torch

from pe_lesson.plots import who_looks_at_whom, whole_way
from tests.support.drawn import frames, texts, written


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
    (frame,) = frames(figure)
    top, high = frame.get_y(), frame.get_height()
    assert top < first.get_position()[1] < top + high < second.get_position()[1]
    tokens, scored = (
        {round(text.get_position()[1], 6) for text in written(figure, name).values()} for name in ("tokens-", "score-")
    )
    assert not tokens & scored  # nouns are no tokens
    (above,) = (t for t in figure.axes[0].texts if t.get_text() == "nouns")
    assert above.get_position()[0] == pytest.approx(first.get_position()[0])
    assert above.get_position()[1] < top
    assert figure.alt.endswith("the highest, 0.25, for dog.")
    assert "(3, 5)" in figure.alt


def test_words_by_words_has_the_weights_and_names_whom_the_word_looks_at():
    weights = torch.tensor([[0.26, 0.74], [0.96, 0.04]])
    figure = who_looks_at_whom({"dog bites": weights}, ["bites"])
    assert list(texts(figure, "weight-bites-").values()) == [".3", ".7", "1.0", ".0"]
    (frame,) = frames(figure)
    row = next(t for t in figure.axes[0].texts if t.get_text() == "bites" and t.get_rotation() == 0)
    assert frame.get_y() < row.get_position()[1] < frame.get_y() + frame.get_height()
    assert figure.alt == "Attention weights, words by words: in 'dog bites', bites looks most at dog, with 1.0."
