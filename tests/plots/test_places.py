"""Where a position can enter attention, drawn."""

from pe_lesson import plots


def test_three_places():
    words = {text.get_text() for text in plots.three_places().axes[0].texts}
    assert {"table", "rotary", "bias"} <= words
