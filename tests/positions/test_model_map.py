"""The map of models: each line says who says so, and shows no number that its check does not hold."""

import re

import pytest

from pe_lesson.positions.model_map import MODELS, map_table

DEFAULTS = [model for model in MODELS if model.config]
RELEASED = [model for model in MODELS if not model.config]


def test_there_are_a_dozen_class_defaults_and_some_released_models():
    assert len(DEFAULTS) >= 12
    assert len(RELEASED) >= 4
    assert len({model.name for model in MODELS}) == len(MODELS)
    assert {model.where for model in MODELS} == {"add", "rotate", "bias"}


@pytest.mark.parametrize("model", DEFAULTS, ids=lambda model: model.name)
def test_each_number_of_a_class_default_is_checked_against_the_class(model):
    assert model.attributes
    assert not model.source
    shown = re.findall(r"[\d,]*\d", f"{model.numbers} {model.length}")
    held = {float(value) for value in model.attributes.values() if not isinstance(value, str | bool)}
    held |= {10_000.0} if model.name == "Whisper" else set()  # no configuration has it; the peers' test asks the code
    assert {float(number.replace(",", "")) for number in shown} <= held


@pytest.mark.parametrize("model", RELEASED, ids=lambda model: model.name)
def test_each_released_model_names_and_dates_its_source(model):
    assert not model.attributes
    assert re.fullmatch(r"[A-Z].*, [A-Z][a-z]+ 20[12]\d", model.source)


def test_the_table_has_a_line_per_model_in_straight_columns():
    head, *lines = map_table(MODELS).splitlines()
    assert len(lines) == len(MODELS)
    where, said = head.index("where"), head.index("said by")
    for model, line in zip(MODELS, lines, strict=True):
        assert line.startswith(model.name)
        assert line[where:].startswith(model.where)
        assert line[said:] == model.said_by
