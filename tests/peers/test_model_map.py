"""The map of lesson 13: each class default, asked of the class."""

import inspect
from collections.abc import Mapping
from functools import reduce

import pytest
import torch
import transformers
from transformers.models.llama4.modeling_llama4 import Llama4TextAttention
from transformers.models.smollm3.modeling_smollm3 import SmolLM3Attention
from transformers.models.whisper.modeling_whisper import sinusoids

from pe_lesson.positions.model_map import LIBRARY, MODELS, Model
from tests.support.claims import claim

THIRTEEN = "13_other_shapes"
ROWS = [model for model in MODELS if model.config]
ENTRIES = [(model, path, value) for model in ROWS for path, value in model.attributes.items()]


@pytest.mark.parametrize(("model", "path", "value"), ENTRIES, ids=[f"{row.name}-{path}" for row, path, _ in ENTRIES])
def test_each_class_default_of_the_map_is_the_classs_own(model: Model, path: str, value: object):
    sentence = claim(THIRTEEN, "the default of a model's class in *Transformers* (5.23.0), Hugging Face's library")
    found = reduce(entry, path.split("."), getattr(transformers, model.config)())
    line = f"its line {model.name!r} (pe_lesson/positions/model_map.py) has {path} = {value!r}, the class has {found!r}"
    assert found == value, f"{line} {sentence}"


def entry(config: object, name: str) -> object:
    """What a configuration, or a dictionary or list in it, holds under this name or number."""
    if isinstance(config, list):
        return config[int(name)]
    return config[name] if isinstance(config, Mapping) else getattr(config, name)


@pytest.mark.parametrize("attention", [SmolLM3Attention, Llama4TextAttention])
def test_every_fourth_layer_is_built_without_rope(attention: type):
    config = getattr(transformers, attention.__name__.replace("Attention", "Config"))()
    with torch.device("meta"):  # no memory for its weights
        rotated = [bool(attention(config, layer).use_rope) for layer in range(8)]
    assert rotated == [True, True, True, False] * 2, "the map says: none in every 4th layer"


def test_whispers_sinusoids_have_base_10_000():
    given = inspect.signature(sinusoids).parameters["max_timescale"].default
    assert given == 10_000, claim(THIRTEEN, "(*) All sines first, then all cosines.")


def test_the_map_names_the_version_that_is_installed():
    sentence = claim(THIRTEEN, f"the default of a model's class in *Transformers* ({LIBRARY.split()[1]})")
    assert f"transformers {transformers.__version__}" == LIBRARY, sentence
