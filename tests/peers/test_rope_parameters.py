"""``read_rope`` beside the functions of Transformers that read the same dictionaries."""

import pytest
import torch
from torch import Tensor
from transformers import LlamaConfig
from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS
from transformers.models.llama.modeling_llama import LlamaRotaryEmbedding

from helpers.claims import agree, claim, names_of
from pe_lesson.encoding.table import frequencies
from pe_lesson.positions.rope_parameters import TRAINED, TYPES, read_rope

TWELVE = "12_longer_than_trained"
# a sentence of the lesson for each type, and dictionaries that use all of its keys
SAYS = {
    "default": "`rope_theta` is the base $n$",
    "linear": "`linear` squeezes all pairs alike",
    "dynamic": "`dynamic` looks at the length",
    "yarn": "In the code it falls evenly with the *number* of the pair.",
    "longrope": "`longrope` has a list of divisors for short texts and one for long",
    "llama3": "Its type `llama3` is *by parts* with the bounds 1 and 4",
    "proportional": "`proportional` leaves the slow pairs without any turn",
}
SCALES = {"yarn": "YaRN's attention factor is $0.1 \\ln s + 1$."}
CASES = [
    {"rope_type": "default"},
    {"rope_type": "linear", "factor": 4.0},
    {"rope_type": "linear", "factor": 2.0, "partial_rotary_factor": 0.25},
    {"rope_type": "dynamic", "factor": 4.0},
    {"rope_type": "yarn", "factor": 4.0},
    {"rope_type": "yarn", "factor": 8.0, "beta_fast": 16, "beta_slow": 2, "attention_factor": 1.5},
    {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0},
    {"rope_type": "longrope", "factor": 4.0},
    {"rope_type": "proportional", "partial_rotary_factor": 0.25},
]


def theirs(parameters: dict, d_head: int, length: int) -> tuple[Tensor, float]:
    """What Transformers makes of the same dictionary for a text of this length."""
    trained = parameters.get(TRAINED, 2048)
    config = LlamaConfig(head_dim=d_head, max_position_embeddings=trained, rope_parameters=dict(parameters))
    kind = parameters["rope_type"]
    if kind == "default":
        return LlamaRotaryEmbedding.compute_default_rope_parameters(config)
    return ROPE_INIT_FUNCTIONS[kind](config, None, seq_len=length)


def agreed(parameters: dict, d_head: int, length: int) -> None:
    """Frequencies and factor of a dictionary are theirs, and a pair that they do not turn is not turned."""
    kind = parameters["rope_type"]
    given = {key: value for key, value in parameters.items() if not isinstance(value, list)}
    sentence = claim(TWELVE, SAYS[kind]) + f"\n{given}, d_head {d_head}, length {length}"
    (ours, factor), (other, other_factor) = read_rope(parameters, d_head, length), theirs(parameters, d_head, length)
    turning = other != 0
    assert torch.equal(turning, ours != 0), f"other pairs are turned {sentence}"
    agree(ours[turning] / other[turning].double(), torch.ones(int(turning.sum())), sentence, 2e-6)
    scale = claim(TWELVE, SCALES.get(kind, SAYS[kind]))
    assert factor == pytest.approx(other_factor, rel=1e-12), f"factors {factor} and {other_factor} {scale}"


@pytest.mark.parametrize("length", ["half", "as trained", "four times"])
@pytest.mark.parametrize(("theta", "trained"), [(10_000.0, 64), (500_000.0, 8192)])
@pytest.mark.parametrize("d_head", [64, 128])
@pytest.mark.parametrize("case", CASES, ids=[case["rope_type"] for case in CASES])
def test_each_type_is_read_as_transformers_reads_it(case, d_head, theta, trained, length):
    parameters = {**case, "rope_theta": theta, TRAINED: trained}
    if case["rope_type"] == "longrope":
        parameters["short_factor"] = [1 + i / 50 for i in range(d_head // 2)]
        parameters["long_factor"] = [1 + i / 9 for i in range(d_head // 2)]
    times = {"half": 0.5, "as trained": 1, "four times": 4}[length]
    agreed(parameters, d_head, int(times * trained))


def test_every_type_that_transformers_knows_is_read():
    sentence = claim(TWELVE, "`read_rope` reads them too")
    assert set(TYPES) - {"default"} == set(ROPE_INIT_FUNCTIONS), sentence
    assert {case["rope_type"] for case in CASES} == set(SAYS) == set(TYPES)


def test_the_dictionaries_of_the_lesson_are_read_alike_at_the_length_that_it_prints():
    names = names_of(TWELVE, "released = {", "made_up = {")
    for parameters in [*names["released"].values(), *names["made_up"].values()]:
        agreed(parameters, 128, 16_384)


def test_the_divisors_that_the_lesson_names():
    names = names_of(TWELVE, "released = {", "made_up = {")
    llama, follows = names["released"]["Llama 3.1 8B"], names["made_up"]["follows the text"]

    def divisors(parameters: dict, length: int) -> Tensor:
        return frequencies(128, parameters["rope_theta"]) / theirs(parameters, 128, length)[0]

    ends = torch.tensor([1.0, 8.0])
    agree(divisors(llama, 8192)[[0, -1]], ends, claim(TWELVE, SAYS["llama3"]))
    seven = claim(TWELVE, "With $s = 2$ and $L = 4\\,L_0$ that is 7.")
    agree(divisors(follows, 16_384)[-1], torch.tensor(7.0), seven, 1e-4)
    agree(divisors(follows, 4096), torch.ones(64), claim(TWELVE, "for texts longer than $L_0$"))
