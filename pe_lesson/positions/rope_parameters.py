"""Read what a model's configuration says about RoPE: frequencies, and a factor for cosines and sines. Lesson 12.

Keys and arithmetic are those of Hugging Face's Transformers; ``make test-peers`` compares each type, and released
configurations, with its code. LongRoPE: Ding et al. (2024); the sources of the other types are in ``rope_scaling``.
"""

import math
from collections.abc import Callable, Mapping
from typing import NamedTuple

import torch
from torch import Tensor

from pe_lesson._arguments import check_numbers, head_width, positive_number, shown, whole_number
from pe_lesson.encoding.table import frequencies
from pe_lesson.positions.rope_scaling import interpolated, ntk_base, ntk_by_parts

Parameters = Mapping[str, object]
TRAINED, LONGEST = "original_max_position_embeddings", "max_position_embeddings"


class Rope(NamedTuple):
    """What ``read_rope`` found."""

    frequencies: Tensor  # radians per position, float64 (pairs,)
    attention_factor: float  # of cosines and sines: 1 unless the type has one
    notes: tuple[str, ...]  # what the class of the model says and no key of the file, and what some layers do not do


def read_rope(parameters: Parameters, d_head: int, length: int | None = None) -> Rope:
    """The frequencies by which a model rotates, and the factor by which it multiplies cosines and sines.

    Args:
        parameters: ``rope_parameters`` as Transformers 5 has them, or a configuration as in a file: ``rope_scaling``
            with ``rope_theta`` beside it. The type is in ``rope_type`` or ``type``, and ``default`` if in neither.
        d_head: width of a query or key, even.
        length: of the text; the length of training if None. Only ``dynamic`` and ``longrope`` look at it.

    Returns:
        ``frequencies``, ``attention_factor`` and ``notes``, which is empty if the file alone says all.

    Raises:
        TypeError, ValueError: ``parameters`` is no dictionary or turns RoPE off, the type or a key is unknown, a key
            is missing, a number is not in its range.

    Example:
        >>> read_rope({"rope_theta": 100.0, "rope_scaling": {"rope_type": "linear", "factor": 2.0}}, d_head=4)
        Rope(frequencies=tensor([0.5000, 0.0500], dtype=torch.float64), attention_factor=1.0, notes=())
    """
    if not isinstance(parameters, Mapping):
        raise TypeError(f"parameters must be a dictionary, as a config.json holds it, got {shown(parameters)}")
    d_head = head_width(d_head, minimum=2)
    length = None if length is None else whole_number("length", length)
    given, notes = _merged(parameters)
    name = str(given.get("rope_type", given.get("type", "default")))
    kind = OTHER_NAMES.get(name, name)
    if kind not in TYPES:
        raise ValueError(f"rope_type must be one of {', '.join(TYPES)}, got {shown(name)}")
    read, keys = TYPES[kind]
    if unknown := sorted(given.keys() - {*keys, *EVERY_TYPE, *NO_EFFECT, *SOME_LAYERS}):
        raise ValueError(f"rope_type {name} with {', '.join(unknown)} is not read here")
    share = _number(given, "partial_rotary_factor", 1.0)
    columns = whole_number("rotary_dim", given.get("rotary_dim", int(d_head * share)), minimum=0)
    if share > 1 or columns > d_head:
        raise ValueError(f"partial_rotary_factor must be at most 1, rotary_dim at most {d_head}, the columns of a head")
    omega = frequencies(d_head if kind == "proportional" else columns, _number(given, "rope_theta"))
    return Rope(*read({**given, "columns": columns}, omega, length), tuple(notes))


def _merged(parameters: Parameters) -> tuple[dict[str, object], list[str]]:
    """Merge what may count for RoPE into one dictionary, without keys that say None; return it with notes."""
    for key, fine in (("position_embedding_type", ROTATE), ("alibi", (False,)), ("rotary", (True,))):
        if (value := parameters.get(key)) not in (None, *fine):
            raise ValueError(f"this model seems not to rotate: its configuration says {key}: {shown(value)}")
    inner, beside, model = parameters, dict[str, object](), str(parameters.get("model_type"))
    if parameters.keys() & {"rope_parameters", "rope_scaling", "model_type"}:
        found = parameters.get("rope_parameters") or parameters.get("rope_scaling")
        inner = found if isinstance(found, Mapping) else {}
        names = {key for key in parameters if key in EVERY_TYPE or "rope" in key or "rotary" in key}
        beside = {key: parameters[key] for key in names - {"rope_parameters", "rope_scaling"}}
    if layers := [key for key, value in inner.items() if isinstance(value, Mapping)]:
        raise ValueError(f"each kind of layer has its own parameters; read one of {', '.join(layers)}")
    first = {TRAINED: beside.get(TRAINED)}  # Phi-3 has it beside, and then it counts
    every = {key: value for part in (beside, inner, first) for key, value in part.items() if value is not None}
    given = {OTHER_KEYS.get(key, key): value for key, value in every.items()}
    notes = [f"not in all layers: the file has {key}" for key in SOME_LAYERS if key in given]
    notes += [f"not in all layers: {PARTLY[model]}"] if model in PARTLY else []
    for key, defaults in (("rope_theta", BASES), ("partial_rotary_factor", {} if "rotary_dim" in given else SHARES)):
        if key not in given and model in defaults:
            given[key] = defaults[model]
            notes.append(f"{key} is {defaults[model]:g}, the default of the class of {model}: the file has none")
    return given, notes


def _linear(given: Parameters, omega: Tensor, _length: int | None) -> tuple[Tensor, float]:
    return interpolated(omega, _number(given, "factor")), 1.0


def _dynamic(given: Parameters, omega: Tensor, length: int | None) -> tuple[Tensor, float]:
    """Raise the base by as much as this text needs; up to the length of training it stays."""
    trained, factor, d = _either(given, LONGEST, TRAINED), _number(given, "factor"), 2 * len(omega)
    longer = factor * max(length or trained, trained) / trained - (factor - 1)
    return frequencies(d, ntk_base(_number(given, "rope_theta"), longer, d)), 1.0


def _yarn(given: Parameters, omega: Tensor, _length: int | None) -> tuple[Tensor, float]:
    """Interpolate by parts, as the code has it: the ramp is even over the pairs' numbers, not their turns."""
    trained, n, factor = _either(given, TRAINED, LONGEST), _number(given, "rope_theta"), _factor(given)

    def pair(turns: float) -> float:
        """The number i, a fraction, of the pair that makes so many turns in training."""
        return len(omega) * math.log(trained / (turns * 2 * math.pi)) / math.log(n)

    first, last = pair(_number(given, "beta_fast", 32)), pair(_number(given, "beta_slow", 1))
    if given.get("truncate", True):
        first, last = math.floor(first), math.ceil(last)
    first, last = max(first, 0), min(last, 2 * len(omega) - 1)
    ramp = ((torch.arange(len(omega), dtype=torch.float64) - first) / (last - first or 1e-3)).clamp(0, 1)
    by = [0.1 * _number(given, key) for key in ("mscale", "mscale_all_dim") if given.get(key)]
    more = math.log(max(factor, 1.0))
    usual = (by[0] * more + 1) / (by[1] * more + 1) if len(by) == 2 else 0.1 * more + 1
    return omega * (1 - ramp) + interpolated(omega, factor) * ramp, _number(given, "attention_factor", usual)


def _longrope(given: Parameters, omega: Tensor, length: int | None) -> tuple[Tensor, float]:
    """Divide by a number per pair, found by a search; short texts have one list of them, long texts another."""
    trained, factor = _either(given, TRAINED, LONGEST), _factor(given)
    which = "long" if length is not None and length > trained else "short"
    divisors = check_numbers(f"{which}_factor", given.get(f"{which}_factor"), len(omega))
    usual = math.sqrt(1 + math.log(factor) / math.log(trained)) if factor > 1 else 1.0
    return omega / torch.tensor(divisors, dtype=torch.float64), _number(given, "attention_factor", usual)


def _llama3(given: Parameters, omega: Tensor, _length: int | None) -> tuple[Tensor, float]:
    factor, trained = _number(given, "factor"), int(_either(given, TRAINED, LONGEST))
    slow, fast = _number(given, "low_freq_factor"), _number(given, "high_freq_factor")
    if slow == fast:  # a step in place of a ramp
        return torch.where(trained * omega / (2 * math.pi) < slow, omega / factor, omega), 1.0
    return ntk_by_parts(omega, factor, trained, slow, fast), 1.0


def _proportional(given: Parameters, omega: Tensor, _length: int | None) -> tuple[Tensor, float]:
    """The frequencies of the whole head; 0 for the slow pairs, which are not rotated."""
    fast = torch.arange(len(omega)) < _number(given, "columns") // 2
    return interpolated(omega * fast, _number(given, "factor", 1.0)), 1.0


def _number(given: Parameters, key: str, otherwise: float | None = None) -> float:
    if key not in given and otherwise is None:
        if key == "rope_theta":
            raise ValueError("rope_theta is missing; if the model rotates, its class has a base, often 10,000: add it")
        raise ValueError(f"{key} is missing; look for it in the model's config.json")
    return positive_number(key, given.get(key, otherwise))


def _either(given: Parameters, *keys: str) -> float:
    return _number(given, next((key for key in keys if key in given), keys[0]))


def _factor(given: Parameters) -> float:
    """How many times longer texts became: ``factor``, or the ratio of both lengths where there is none."""
    return _number(given, "factor") if "factor" in given else _number(given, LONGEST) / _number(given, TRAINED)


TYPES: dict[str, tuple[Callable[[Parameters, Tensor, int | None], tuple[Tensor, float]], tuple[str, ...]]] = {
    "default": (lambda _given, omega, _length: (omega, 1.0), ()),
    "linear": (_linear, ("factor",)),
    "dynamic": (_dynamic, ("factor",)),
    "yarn": (_yarn, ("factor", "beta_fast", "beta_slow", "truncate", "mscale", "mscale_all_dim", "attention_factor")),
    "longrope": (_longrope, ("short_factor", "long_factor", "factor", "attention_factor")),
    "llama3": (_llama3, ("factor", "low_freq_factor", "high_freq_factor")),
    "proportional": (_proportional, ("factor",)),
}
"""For each ``rope_type``: the function that reads it, and the keys that count for it."""
OTHER_NAMES = {"su": "longrope", "mrope": "default"}  # Phi-3's first name; three positions, the usual frequencies
EVERY_TYPE = ("rope_type", "type", "rope_theta", "partial_rotary_factor", "rotary_dim", TRAINED, LONGEST)
NO_EFFECT = (  # on frequencies; they say which columns are a pair, and the like
    *("finetuned", "mrope_section", "mrope_interleaved", "llama_4_scaling_beta", "qk_rope_head_dim", "rotary"),
    *("rope_interleave", "rope_interleaved"),
)
ROTATE = ("rope", "rotary", "rope_gptj")  # ESM and Command R say it in their own words
SOME_LAYERS = ("rope_local_base_freq", "no_rope_layers", "no_rope_layer_interval")
OTHER_KEYS = {"rotary_emb_base": "rope_theta", **dict.fromkeys(("rotary_pct", "rope_pct"), "partial_rotary_factor")}
BASES = dict.fromkeys(
    ("llama", "mistral", "falcon", "gptj", "codegen", "gpt_neox", "stablelm", "phi", "olmo"), 10_000.0
)
SHARES = {
    **dict.fromkeys(("phi", "glm", "glm4", "glm4_moe", "nemotron", "persimmon", "bamba", "recurrent_gemma"), 0.5),
    **dict.fromkeys(("gpt_neox", "stablelm", "qwen3_next"), 0.25),
    "moonshine": 0.9,
}
"""What Transformers' classes take where a file is silent, by ``model_type``."""
PARTLY = {
    "olmo3": "those with a window are not stretched",
    "gemma3_text": "those with a window have the base 10,000 and are not stretched",
    **dict.fromkeys(("cohere2", "exaone4"), "where some have a window, the others do not rotate"),
}
"""What some layers do otherwise, and no key of the file says, by ``model_type``."""
