"""Read a model's ``rope_parameters``: what its type makes of the frequencies. Lesson 12.

The keys and the arithmetic are those of Hugging Face's configurations; ``make test-peers`` compares each type with
their code. LongRoPE: Ding et al. (2024); the other types' sources stand in ``stretch``.
"""

import math
from collections.abc import Callable, Mapping

import torch
from torch import Tensor

from pe_lesson._arguments import positive_number, shown, whole_number
from pe_lesson.encoding.table import frequencies
from pe_lesson.positions.rope_scaling import by_parts, raised_base, squeezed

Parameters = Mapping[str, object]


def read_rope(parameters: Parameters, d_head: int, length: int | None = None) -> tuple[Tensor, float]:
    """The frequencies that a model turns by, and the factor by which it multiplies cosines and sines.

    Args:
        parameters: ``rope_type`` (a key of ``TYPES``; ``default`` if there is none), ``rope_theta`` (the base) and
            the keys that the type needs.
        d_head: width of a query or key, even.
        length: of the text; the length of training if None. Only ``dynamic`` and ``longrope`` look at it.

    Returns:
        float64 ``(pairs,)``, radians per position, and the attention factor, 1 unless the type has one.

    Raises:
        TypeError, ValueError: the type is unknown, a key is missing, a number is not in its range.
    """
    d_head, kind = whole_number("d_head", d_head, minimum=2), parameters.get("rope_type", "default")
    if kind not in TYPES:
        raise ValueError(f"rope_type must be one of {', '.join(TYPES)}, got {shown(kind)}")
    read, needed = TYPES[str(kind)]
    missing = [key for key in ("rope_theta", *needed) if parameters.get(key) is None]
    if missing:
        raise ValueError(f"rope_type {kind} needs {', '.join(missing)} as well; the model's config has it")
    return read(parameters, d_head, length)


def _default(given: Parameters, d_head: int, _length: int | None) -> tuple[Tensor, float]:
    return frequencies(_turned(given, d_head), _number(given, "rope_theta")), 1.0


def _linear(given: Parameters, d_head: int, length: int | None) -> tuple[Tensor, float]:
    own, _ = _default(given, d_head, length)
    return squeezed(own, _number(given, "factor")), 1.0


def _dynamic(given: Parameters, d_head: int, length: int | None) -> tuple[Tensor, float]:
    """The base raised by as much as this text needs; nothing up to the length of training."""
    factor, trained, turned = _number(given, "factor"), _number(given, TRAINED), _turned(given, d_head)
    longer = factor * max(length or trained, trained) / trained - (factor - 1)
    return frequencies(turned, raised_base(_number(given, "rope_theta"), longer, turned)), 1.0


def _yarn(given: Parameters, d_head: int, length: int | None) -> tuple[Tensor, float]:
    """By parts, as the code has it: the ramp runs evenly over the numbers of the pairs, not over their turns."""
    own, _ = _default(given, d_head, length)
    factor, trained, n = _number(given, "factor"), _number(given, TRAINED), _number(given, "rope_theta")

    def pair(turns: float) -> float:
        """The number i, a fraction, of the pair that makes so many turns in training."""
        return 2 * len(own) * math.log(trained / (turns * 2 * math.pi)) / (2 * math.log(n))

    first = max(math.floor(pair(_number(given, "beta_fast", 32))), 0)
    last = min(math.ceil(pair(_number(given, "beta_slow", 1))), 2 * len(own) - 1)
    squeeze = ((torch.arange(len(own), dtype=torch.float64) - first) / max(last - first, 1e-3)).clamp(0, 1)
    scale = 0.1 * math.log(factor) + 1 if factor > 1 else 1.0
    return own * (1 - squeeze) + squeezed(own, factor) * squeeze, _number(given, "attention_factor", scale)


def _longrope(given: Parameters, d_head: int, length: int | None) -> tuple[Tensor, float]:
    """A divisor per pair, found by a search, one list for short texts and one for long."""
    own, _ = _default(given, d_head, length)
    factor, trained = _number(given, "factor"), _number(given, TRAINED)
    divisors = given["long_factor" if length is not None and length > trained else "short_factor"]
    scale = math.sqrt(1 + math.log(factor) / math.log(trained)) if factor > 1 else 1.0
    return own / torch.tensor(divisors, dtype=torch.float64), _number(given, "attention_factor", scale)


def _llama3(given: Parameters, d_head: int, length: int | None) -> tuple[Tensor, float]:
    own, _ = _default(given, d_head, length)
    slow, fast = _number(given, "low_freq_factor"), _number(given, "high_freq_factor")
    return by_parts(own, _number(given, "factor"), int(_number(given, TRAINED)), slow, fast), 1.0


def _proportional(given: Parameters, d_head: int, _length: int | None) -> tuple[Tensor, float]:
    """The frequencies of the whole head, those of the slow pairs set to 0: such a pair is not turned."""
    own = frequencies(d_head, _number(given, "rope_theta"))
    own[_turned(given, d_head) // 2 :] = 0
    return squeezed(own, _number(given, "factor", 1.0)), 1.0


def _number(given: Parameters, key: str, otherwise: float | None = None) -> float:
    value = given.get(key)
    return positive_number(key, otherwise if value is None else value)


def _turned(given: Parameters, d_head: int) -> int:
    """How many columns of a head are turned; GPT-NeoX, for one, leaves three quarters as they are."""
    return int(d_head * _number(given, "partial_rotary_factor", 1.0))


TRAINED = "original_max_position_embeddings"
Reader = Callable[[Parameters, int, int | None], tuple[Tensor, float]]
TYPES: dict[str, tuple[Reader, tuple[str, ...]]] = {
    "default": (_default, ()),
    "linear": (_linear, ("factor",)),
    "dynamic": (_dynamic, ("factor", TRAINED)),
    "yarn": (_yarn, ("factor", TRAINED)),
    "longrope": (_longrope, ("factor", TRAINED, "short_factor", "long_factor")),
    "llama3": (_llama3, ("factor", TRAINED, "low_freq_factor", "high_freq_factor")),
    "proportional": (_proportional, ("partial_rotary_factor",)),
}
"""For each ``rope_type``: the function that reads it, and the keys that it needs."""
