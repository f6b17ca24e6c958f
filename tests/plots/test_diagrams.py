"""The way of a sentence, drawn: each number is read back where it stands."""

import pytest

from pe_lesson import plots, source
from pe_lesson.encoding.table import sinusoidal_loop
from tools.draw_images import first_sentence


@pytest.mark.parametrize("follow", [0, 2, 5])
def test_pipeline_shows_each_token_with_its_row_its_position_and_their_sum(follow):
    tokens, ids, embedded, _ = first_sentence()
    table = sinusoidal_loop(6, 4, 1000)
    figure = plots.pipeline(tokens, ids, embedded, table, follow)
    said = {text.get_gid(): text for text in figure.axes[0].texts if text.get_gid()}
    for k in range(6):
        one, other = source.EMBEDDINGS[ids[k]].tolist(), table[k].tolist()
        wanted = {"tokens": [tokens[k]], "ids": [str(int(ids[k]))], "embeddings": one, "encoding": other}
        for name, row in (wanted | {"sum": list(map(float.__add__, one, other))}).items():
            drawn = [said[f"{name}-{k}-{c}"].get_text() for c in range(len(row))]
            assert drawn == [value if isinstance(value, str) else f"{value:.2f}" for value in row]
        assert said[f"position-{k}"].get_text() == str(k)
    frame = figure.axes[0].patches[-1]
    framed = [k for k in range(6) if frame.get_y() < said[f"tokens-{k}-0"].get_position()[1] < frame.get_y() + 0.32]
    assert framed == [follow]
    assert f"{tokens[follow]} has id {int(ids[follow])}" in figure.alt
