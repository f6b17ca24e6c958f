"""The keys of a model's configuration that count for RoPE, and what its class takes where the file is silent."""

from collections.abc import Mapping

from pe_lesson._arguments import positive_number, typed_repr

TRAINED, LONGEST = "original_max_position_embeddings", "max_position_embeddings"
EVERY_TYPE = ("rope_type", "type", "rope_theta", "partial_rotary_factor", "rotary_dim", TRAINED, LONGEST)
NO_EFFECT = (  # on frequencies; they say which columns are a pair, and the like
    *("finetuned", "mrope_section", "mrope_interleaved", "llama_4_scaling_beta", "qk_rope_head_dim", "rotary"),
    *("rope_interleave", "rope_interleaved"),
)
SOME_LAYERS = ("rope_local_base_freq", "no_rope_layers", "no_rope_layer_interval")
ROTATES = {"position_embedding_type": ("rope", "rotary", "rope_gptj"), "alibi": (False,), "rotary": (True,)}
"""For each key that can say that a model does not rotate: the values with which it does (ESM, Command R, …)."""
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


class Configuration(dict[str, object]):
    """What counts for RoPE, in one dictionary; ``notes`` say what is not in the file.

    Args:
        parameters: as for ``read_rope``.
    """

    def __init__(self, parameters: Mapping[str, object]) -> None:
        for key, values in ROTATES.items():
            if (value := parameters.get(key)) not in (None, *values):
                raise ValueError(f"this model seems not to rotate: its configuration says {key}: {typed_repr(value)}")
        super().__init__(_merged(parameters))
        self.notes = [f"not in all layers: the file has {key}" for key in SOME_LAYERS if key in self]
        self._add_defaults(str(parameters.get("model_type")))

    def _add_defaults(self, model: str) -> None:
        """What the model's class knows and the file does not say."""
        if model in PARTLY:
            self.notes.append(f"not in all layers: {PARTLY[model]}")
        shares = {} if "rotary_dim" in self else SHARES
        for key, defaults in (("rope_theta", BASES), ("partial_rotary_factor", shares)):
            if key not in self and model in defaults:
                self[key] = defaults[model]
                self.notes.append(
                    f"{key} is {defaults[model]:g}, the default of the class of {model}: the file has none"
                )

    def number(self, key: str, default: float | None = None) -> float:
        """The positive number under a key; ValueError if there is neither key nor default."""
        if key not in self and default is None:
            if key == "rope_theta":
                raise ValueError(
                    "rope_theta is missing; if the model rotates, its class has a base, often 10,000: add it"
                )
            raise ValueError(f"{key} is missing; look for it in the model's config.json")
        return positive_number(key, self.get(key, default))

    def trained_length(self, *keys: str) -> float:
        """The length of training: the number under the first of these keys that is there."""
        return self.number(next((key for key in keys if key in self), keys[0]))

    def factor(self) -> float:
        """How many times longer texts became: ``factor``, or the ratio of both lengths where there is none."""
        return self.number("factor") if "factor" in self else self.number(LONGEST) / self.number(TRAINED)


def _merged(parameters: Mapping[str, object]) -> dict[str, object]:
    """One dictionary of what stands under ``rope_parameters`` or ``rope_scaling`` and beside it, without None."""
    inner, beside = parameters, dict[str, object]()
    if parameters.keys() & {"rope_parameters", "rope_scaling", "model_type"}:
        found = parameters.get("rope_parameters") or parameters.get("rope_scaling")
        inner = found if isinstance(found, Mapping) else {}
        names = {key for key in parameters if key in EVERY_TYPE or "rope" in key or "rotary" in key}
        beside = {key: parameters[key] for key in names - {"rope_parameters", "rope_scaling"}}
    if layers := [key for key, value in inner.items() if isinstance(value, Mapping)]:
        raise ValueError(f"each kind of layer has its own parameters; read one of {', '.join(layers)}")
    first = {TRAINED: beside.get(TRAINED)}  # Phi-3 has it beside, and then it counts
    merged = {key: value for part in (beside, inner, first) for key, value in part.items() if value is not None}
    return {OTHER_KEYS.get(key, key): value for key, value in merged.items()}
