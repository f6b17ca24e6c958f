"""Read what a model's configuration says about RoPE: frequencies, and a factor for cosines and sines. Lesson 12.

Keys and arithmetic are those of Hugging Face's Transformers; ``make test-peers`` compares each type, and released
configurations, with its code. LongRoPE: Ding et al. (2024); the sources of the other types are in ``rope_scaling``.
"""

import math
from collections.abc import Callable, Mapping
from typing import NamedTuple

import torch
from torch import Tensor

from pe_lesson._check_arguments import finite_numbers, head_width, typed_repr, whole_number
from pe_lesson._words import say, type_error, value_error
from pe_lesson.encoding.table import frequencies
from pe_lesson.positions._rope_configuration import MAX_POSITIONS, READ, TRAINED, Configuration
from pe_lesson.positions.rope_scaling import interpolated, ntk_base, ntk_by_parts, turns


class Rope(NamedTuple):
    """What ``read_rope`` found."""

    frequencies: Tensor  # radians per position, float64 (pairs,)
    attention_factor: float  # of cosines and sines: 1 unless the type has one
    notes: tuple[str, ...]  # what does not show in the frequencies: defaults of the model's class, other layers, parts


def read_rope(parameters: Mapping[str, object], d_head: int, length: int | None = None) -> Rope:
    """The frequencies by which a model rotates, and the factor by which it multiplies cosines and sines.

    Args:
        parameters: ``rope_parameters`` as Transformers 5 has them, or a configuration as in a file: ``rope_scaling``
            with ``rope_theta`` beside it. The type is in ``rope_type`` or ``type``, and ``default`` if in neither.
        d_head: width of a query or key, even; the whole width, even if the file says that only a part rotates.
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
        raise type_error(
            "parameters must be a dictionary, as a config.json holds it, got {parameters}",
            parameters=typed_repr(parameters),
        )
    d_head = head_width(d_head, minimum=2)
    length = None if length is None else whole_number("length", length)
    given = Configuration(parameters)
    name = str(given.get("rope_type", given.get("type", "default")))
    kind = OTHER_NAMES.get(name, name)
    if kind not in TYPES:
        raise value_error("rope_type must be one of {types}, got {name}", types=", ".join(TYPES), name=typed_repr(name))
    stretch, keys = TYPES[kind]
    if unknown := sorted(given.keys() - {*keys, *READ}):
        raise value_error(
            "rope_type {name} with {unknown} is not read here; see the model's code",
            name=name, unknown=", ".join(unknown),
        )  # fmt: skip
    share = given.number("partial_rotary_factor", 1.0)
    columns = whole_number("rotary_dim", given.get("rotary_dim", int(d_head * share)))
    if share > 1 or columns > d_head:
        raise value_error(
            "partial_rotary_factor must be at most 1, rotary_dim and qk_rope_head_dim at most d_head, {d_head}",
            d_head=d_head,
        )
    if parameters.get("head_dim") not in (None, d_head, columns):
        given.notes.append(
            say("d_head is {d_head}, but head_dim in the file is {width}", d_head=d_head, width=parameters["head_dim"])
        )
    omega = frequencies(columns, given.number("rope_theta"))
    if kind == "proportional":  # the frequencies of the whole head; 0 for the slow pairs, which are not rotated
        omega = frequencies(d_head, given.number("rope_theta"))
        omega[columns // 2 :] = 0
    return Rope(*stretch(given, omega, length), tuple(given.notes))


def _default(_given: Configuration, omega: Tensor, _length: int | None) -> tuple[Tensor, float]:
    return omega, 1.0


def _linear(given: Configuration, omega: Tensor, _length: int | None) -> tuple[Tensor, float]:
    return interpolated(omega, given.number("factor")), 1.0


def _proportional(given: Configuration, omega: Tensor, _length: int | None) -> tuple[Tensor, float]:
    return interpolated(omega, given.number("factor", 1.0)), 1.0


def _dynamic(given: Configuration, omega: Tensor, length: int | None) -> tuple[Tensor, float]:
    """Raise the base by as much as this text needs: not at all up to the length of training."""
    trained, factor, d = given.trained_length(MAX_POSITIONS, TRAINED), given.number("factor"), 2 * len(omega)
    longer = factor * max(length or trained, trained) / trained - (factor - 1)
    return frequencies(d, ntk_base(given.number("rope_theta"), longer, d)), 1.0


def _yarn(given: Configuration, omega: Tensor, _length: int | None) -> tuple[Tensor, float]:
    """Interpolate by parts, as in YaRN's code: the ramp is linear in the number of the pair, not in its turns."""
    trained, n, factor = given.trained_length(TRAINED, MAX_POSITIONS), given.number("rope_theta"), given.factor()

    def pair(turns: float) -> float:
        """The number of the pair, a fraction, that would make so many turns in training."""
        return len(omega) * math.log(trained / (turns * 2 * math.pi)) / math.log(n)

    first, last = pair(given.number("beta_fast", 32)), pair(given.number("beta_slow", 1))
    if given.get("truncate", True):
        first, last = math.floor(first), math.ceil(last)
    first, last = max(first, 0), min(last, 2 * len(omega) - 1)
    ramp = ((torch.arange(len(omega), dtype=torch.float64) - first) / (last - first or 1e-3)).clamp(0, 1)
    stretched = omega * (1 - ramp) + interpolated(omega, factor) * ramp
    if given.get("mscale_all_dim"):  # DeepSeek's: YaRN's factor stands in the scale of the score
        beside = (0.1 * given.number("mscale_all_dim") * math.log(max(factor, 1.0)) + 1) ** 2
        given.notes.append(
            say("where a model has MLA (qk_rope_head_dim), scores are multiplied by {number}, too: mscale_all_dim",
                number=f"{beside:.4g}")
        )  # fmt: skip
    return stretched, given.number("attention_factor", _yarn_attention_factor(given, factor))


def _yarn_attention_factor(given: Configuration, factor: float) -> float:
    """0.1 ln(factor) + 1; if the file has two multipliers of 0.1, the ratio of two such numbers."""
    multipliers = [0.1 * given.number(key) for key in ("mscale", "mscale_all_dim") if given.get(key)]
    log_factor = math.log(max(factor, 1.0))
    if len(multipliers) == 2:
        return (multipliers[0] * log_factor + 1) / (multipliers[1] * log_factor + 1)
    return 0.1 * log_factor + 1


def _longrope(given: Configuration, omega: Tensor, length: int | None) -> tuple[Tensor, float]:
    """Divide each frequency by its pair's number: the model has a list of them for short texts, and one for long."""
    trained, factor = given.trained_length(TRAINED, MAX_POSITIONS), given.factor()
    which = "long_factor" if length is not None and length > trained else "short_factor"
    divisors = finite_numbers(which, given.get(which), len(omega))
    usual = math.sqrt(1 + math.log(factor) / math.log(trained)) if factor > 1 else 1.0
    return omega / torch.tensor(divisors, dtype=torch.float64), given.number("attention_factor", usual)


def _llama3(given: Configuration, omega: Tensor, _length: int | None) -> tuple[Tensor, float]:
    factor, trained = given.number("factor"), int(given.trained_length(TRAINED, MAX_POSITIONS))
    slow, fast = given.number("low_freq_factor"), given.number("high_freq_factor")
    if slow > fast:
        raise value_error(
            "low_freq_factor must be at most high_freq_factor, got {slow} and {fast}",
            slow=f"{slow:g}",
            fast=f"{fast:g}",
        )
    if slow == fast:  # a step in place of a ramp
        return torch.where(turns(omega, trained) < slow, omega / factor, omega), 1.0
    return ntk_by_parts(omega, factor, trained, slow, fast), 1.0


Stretch = Callable[[Configuration, Tensor, int | None], tuple[Tensor, float]]
TYPES: dict[str, tuple[Stretch, tuple[str, ...]]] = {
    "default": (_default, ()),
    "linear": (_linear, ("factor",)),
    "dynamic": (_dynamic, ("factor",)),
    "yarn": (_yarn, ("factor", "beta_fast", "beta_slow", "truncate", "mscale", "mscale_all_dim", "attention_factor")),
    "longrope": (_longrope, ("short_factor", "long_factor", "factor", "attention_factor")),
    "llama3": (_llama3, ("factor", "low_freq_factor", "high_freq_factor")),
    "proportional": (_proportional, ("factor",)),
}
"""For each ``rope_type``: the function that stretches the frequencies, and the keys that count for it."""
OTHER_NAMES = {"su": "longrope", "mrope": "default"}  # Phi-3's first name; three positions, the usual frequencies
