"""The keys of a model's configuration that concern RoPE, and the defaults of its class for keys that are missing."""

import re
from collections.abc import Mapping

from pe_lesson._check_arguments import positive_number, typed_repr
from pe_lesson._words import marked, say, value_error

TRAINED, MAX_POSITIONS = "original_max_position_embeddings", "max_position_embeddings"
EVERY_TYPE = ("rope_type", "type", "rope_theta", "partial_rotary_factor", "rotary_dim", TRAINED, MAX_POSITIONS)
NESTED = ("rope_parameters", "rope_scaling")
ROTATION = "rope|rotary|ntk|nope|yarn|position_encoding_2d"  # names that concern it; refused if in no table here
NO_EFFECT = (  # on frequencies; they say which columns are a pair, and the like
    *("finetuned", "mrope_section", "mrope_interleaved", "llama_4_scaling_beta", "qk_nope_head_dim", "rotary_value"),
    *("rope_interleave", "rope_interleaved", "indexer_rope_interleave", "rotary_emb_interleaved"),
    *("rope_full_precision", "hidden_size", "num_attention_heads", "num_key_value_heads", "head_dim"),
)
SOME_LAYERS = ("rope_local_base_freq", "local_rope_theta", "swa_rope_theta", "no_rope_layers", "no_rope_layer_interval")
ROTATES = {
    **dict.fromkeys(("position_embedding_type", "position_embeddings_type"), ("rope", "rotary", "rope_gptj")),
    **dict.fromkeys(("rope", "rotary", "use_rope", "use_mem_rope"), (True,)),
    **dict.fromkeys(("alibi", "use_alibi", "mla_use_nope"), (False,)),
    "qk_rope_head_dim": range(1, 2**53),
}
"""Keys that say whether a model rotates, and for each the values that say that it does (ESM, Command R, …)."""
READ = {*EVERY_TYPE, *NO_EFFECT, *SOME_LAYERS, *ROTATES}
OTHER_KEYS = {
    **dict.fromkeys(("rotary_emb_base", "rotary_embedding_base", "global_rope_theta"), "rope_theta"),
    **dict.fromkeys(("rotary_pct", "rope_pct", "rotary_emb_fraction"), "partial_rotary_factor"),
    "qk_rope_head_dim": "rotary_dim",
}
BASES = {
    **dict.fromkeys(("llama", "mistral", "falcon", "gptj", "codegen", "gpt_neox", "stablelm", "phi", "olmo"), 10_000.0),
    **dict.fromkeys(("gemma", "gemma2", "qwen2"), 10_000.0),
    "gemma3_text": 1_000_000.0,
}
SHARES = {
    **dict.fromkeys(("phi", "glm", "glm4", "glm4_moe", "glm4v_moe_text"), 0.5),
    **dict.fromkeys(("nemotron", "persimmon", "bamba", "recurrent_gemma"), 0.5),
    "chatglm": 0.5,  # code beside the weights
    **dict.fromkeys(("gpt_neox", "stablelm", "qwen3_next", "qwen3_5_text", "qwen3_5_moe_text"), 0.25),
    "moonshine": 0.9,
    "moonshine_streaming": 0.8,
}
"""The defaults of the models' classes for keys that are missing, by ``model_type``."""
NOWHERE = ("nemotron_h", "zamba")  # a base in the file, and no rotation in the code
PARTLY = {
    "olmo3": marked("those with a window are not stretched"),
    "gemma3_text": marked("those with a window have the base 10,000 and are not stretched"),
    **dict.fromkeys(
        ("cohere2", "exaone4", "afmoe", "exaone_moe", "flint", "kolibri1"),
        marked("where some have a window, the others do not rotate"),
    ),
    "cohere2_moe": marked("where some have a window, the others do not rotate, but for dense ones"),
    **dict.fromkeys(NOWHERE, marked("in none, as Transformers has it")),
}
"""How some layers differ where no key of the file says it, by ``model_type``."""


class Configuration(dict[str, object]):
    """What a configuration says of RoPE, in one dictionary; ``notes`` say what the file does not.

    Args:
        parameters: as for ``read_rope``.
    """

    def __init__(self, parameters: Mapping[str, object]) -> None:
        for key in ROTATES.keys() & parameters.keys():
            value = parameters[key]
            unsaid = value is None and parameters.get("model_type") != "granitemoehybrid"  # rotates only if told to
            fits = unsaid or value in ROTATES[key] or isinstance(value, Mapping)
            if not fits and not parameters.get("global_rope_theta"):  # ModernBERT has BERT's "absolute" left over
                raise value_error(
                    "this model seems not to rotate: its configuration says {key}: {value}",
                    key=key, value=typed_repr(value),
                )  # fmt: skip
        parts = _parts(parameters)
        if "patch_size" in parameters and "vocab_size" not in parameters:
            raise value_error("images (patch_size) are mostly rotated by rows and columns; see the model's code")
        super().__init__(_merged(parameters))
        layers = self.get("no_rope_layers")
        if isinstance(layers, list) and layers and layers == [1] * len(layers):  # all rotate, whatever the interval
            self.pop("no_rope_layer_interval", None)
            del self["no_rope_layers"]
        self.notes = [say("not in all layers: the file has {key}", key=key) for key in SOME_LAYERS if key in self]
        self.notes += [
            say("not read: parameters[{part}], a part with RoPE of its own", part=repr(part)) for part in parts
        ]
        self._add_defaults(parameters)

    def _add_defaults(self, parameters: Mapping[str, object]) -> None:
        """Add the defaults of the model's class for keys that are missing, and a note for each."""
        model = str(parameters.get("model_type"))
        alike = model == "exaone4" and parameters.get("sliding_window", ...) is None  # EXAONE 4.0 1.2B: all rotate
        alike |= model == "olmo3" and self.get("rope_type", self.get("type", "default")) == "default"
        if model in PARTLY and not alike:
            self.notes.append(say("not in all layers: {how}", how=say(PARTLY[model])))
        shares = {} if "rotary_dim" in self else SHARES
        for key, defaults in (("rope_theta", BASES), ("partial_rotary_factor", shares)):
            if key not in self and model in defaults:
                self[key] = defaults[model]
                self.notes.append(
                    say("{key} is {value}, the default of the class of {model}: the file has none",
                        key=key, value=f"{defaults[model]:g}", model=model)
                )  # fmt: skip

    def number(self, key: str, default: float | None = None) -> float:
        """The positive number under a key; ValueError if there is neither key nor default."""
        if key not in self and default is None:
            if key != "rope_theta":
                raise value_error("{key} is missing; look for it in config.json", key=key)
            raise value_error(
                "rope_theta is missing; if the model rotates, its class has a base, often 10,000: look it up, add it"
            )
        return positive_number(key, self.get(key, default))

    def trained_length(self, *keys: str) -> float:
        """The length of training: the number under the first of these keys that is there."""
        return self.number(next((key for key in keys if key in self), keys[0]))

    def factor(self) -> float:
        """How many times longer texts became: ``factor``, or the ratio of both lengths where there is none."""
        return self.number("factor") if "factor" in self else self.number(MAX_POSITIONS) / self.number(TRAINED)


def _rotation(parameters: Mapping[str, object]) -> set[str]:
    """The keys that seem to concern rotation, without switches that are off: ``use_dynamic_ntk``, ``use_mrope``."""
    given = {key: value for key, value in parameters.items() if value is not None and re.search(ROTATION, str(key))}
    return {key for key, value in given.items() if value or not key.startswith("use_")}


def _parts(parameters: Mapping[str, object]) -> list[str]:
    """The keys of parts with RoPE of their own; ValueError if there are some, and the model itself has none."""
    said = _rotation(parameters)
    parts = [
        key
        for key, value in parameters.items()
        if isinstance(value, Mapping) and key not in NESTED and "patch_size" not in value
        if _rotation(value) or (value.get("model_type") and not said)  # DBRX's ffn_config has ""
    ]
    if parts and not said:
        choice = say(" or ").join(f"parameters[{key!r}]" for key in parts)
        raise value_error("RoPE, if any, is in a part: read {choice}", choice=choice)
    return parts


def _merged(parameters: Mapping[str, object]) -> dict[str, object]:
    """Merge what is in ``rope_parameters`` or ``rope_scaling`` with what is beside it; leave out what is None."""
    inner, beside = parameters, dict[str, object]()
    if parameters.keys() & {*NESTED, "model_type"}:  # else the dictionary is that of rope_parameters
        found = [parameters[key] for key in NESTED if parameters.get(key)] or [{}]
        if not isinstance(found[0], Mapping) or found[0] != found[-1]:
            raise value_error("rope_scaling must be a dictionary; if rope_parameters stands beside it, the same one")
        names = {*EVERY_TYPE, *_rotation(parameters)} - {*NESTED}
        inner, beside = found[0], {key: value for key, value in parameters.items() if key in names}
    first = {TRAINED: beside.get(TRAINED)}  # Phi-3 has it beside, and then it counts
    merged = {key: value for part in (beside, inner, first) for key, value in part.items() if value is not None}
    if layers := ", ".join(key for key, value in merged.items() if isinstance(value, Mapping)):
        raise value_error(
            "the parameters are in {layers}: put those of one in place of the dictionary around them", layers=layers
        )
    return {OTHER_KEYS.get(key, key): value for key, value in merged.items()}
