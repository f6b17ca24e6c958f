"""Who sees whom: each square is what its mask says, and the words beside the picture count the same."""

import pytest
import torch
from matplotlib.colors import to_hex

from pe_lesson import plots
from pe_lesson.plots._style import ASKS, TOKEN
from pe_lesson.plots.masks import CROSS
from tests.support.drawn import boxes, frames, texts, words

CAUSAL = torch.ones(5, 5).tril().bool()
DOCUMENTS = torch.tensor([0, 0, 1, 1, 1])
PACKED = CAUSAL & (DOCUMENTS[:, None] == DOCUMENTS)
PANELS = {
    "alone": (CAUSAL, list("abcde"), torch.arange(5), 4),
    "packed": (PACKED, list("aabbb"), torch.tensor([0, 1, 0, 1, 2]), 3),
}


@pytest.fixture(scope="module")
def figure():
    return plots.who_sees_whom(PANELS)


def test_a_square_is_filled_where_the_mask_is_true_and_crossed_where_an_earlier_key_is_hidden(figure):
    squares = boxes(figure)
    for number, (may_see, *_) in enumerate(PANELS.values()):
        for k in range(5):
            for j in range(5):
                square = squares[25 * number + 5 * k + j]
                assert (to_hex(square.get_facecolor()).upper() == TOKEN) == bool(may_see[k, j])
                assert texts(figure)[f"{number}-{k}-{j}"] == (CROSS if j <= k and not may_see[k, j] else "")
        lines = {round(square.get_y(), 6) for square in squares[25 * number : 25 * number + 25]}
        first_row = [round(square.get_y(), 6) for square in squares[25 * number : 25 * number + 5]]
        assert len(lines) == 5
        assert set(first_row) == {min(lines)}  # y points down: query 0 at the top


def test_the_query_is_framed_and_positions_stand_below(figure):
    squares = boxes(figure)
    for number, (frame, (_, names, positions, query)) in enumerate(zip(frames(figure), PANELS.values(), strict=True)):
        assert frame.get_y() == pytest.approx(squares[25 * number + 5 * query].get_y())
        for j, position in enumerate(positions.tolist()):
            assert texts(figure)[f"{number}-at-{j}"] == str(position)
        assert f"framed: {names[query]}" in figure.alt
    assert f"the mask hides {int((CAUSAL & ~PACKED).sum())} earlier keys" in figure.alt
    assert "packed: from top to bottom a query sees 1 2 1 2 3 of 5 keys" in figure.alt
    assert "positions 0 1 0 1 2" in figure.alt


def test_several_queries_may_be_framed():
    figure = plots.who_sees_whom({"causal": (CAUSAL, list("abccd"), None, (2, 3))})
    rows = [box.get_y() for box in boxes(figure)[:25:5]]
    assert [frame.get_y() for frame in frames(figure)] == pytest.approx(rows[2:4])
    bold = [text for text in figure.axes[0].texts if text.get_weight() == "bold" and len(text.get_text()) == 1]
    assert [(text.get_text(), to_hex(text.get_color()).upper()) for text in bold] == [("c", ASKS)] * 2
    assert figure.alt.endswith("framed: c c.")


def test_only_the_kinds_that_occur_are_explained():
    said = words(plots.who_sees_whom({"alone": PANELS["alone"]}).axes[0])
    assert "may look" in said
    assert "hidden by this mask" not in said


def test_a_mask_that_does_not_fit_its_names_is_refused():
    with pytest.raises(ValueError, match=r"may_see of 'm' must be \(2, 2\)"):
        plots.who_sees_whom({"m": (CAUSAL, ["a", "b"], None, 0)})
