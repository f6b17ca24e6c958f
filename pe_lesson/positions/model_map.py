"""How published models encode position, with the source of each entry."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pe_lesson._text_table import text_table
from pe_lesson._words import say

LIBRARY = "transformers 5.23.0"  # Hugging Face's; each class default below is one of this version


@dataclass(frozen=True)
class Model:
    """A line of the map: a default of a class in Transformers, or a model as its paper or configuration has it.

    Args:
        name: of the model.
        where: the place where positions enter: "add", "rotate" or "bias".
        what: the encoding.
        numbers: base of the wavelengths or number of buckets, and other numbers of the encoding.
        length: the longest text, in tokens; of an image, its side and that of a patch, in pixels.
        config: for a class default, the name of the class in ``transformers``.
        attributes: for a class default, what ``config()`` must hold: a path with dots, and its value.
        source: for a released model, the paper or card and its date.
    """

    name: str
    where: str
    what: str
    numbers: str
    length: str
    config: str = ""
    attributes: Mapping[str, object] = field(default_factory=dict)
    source: str = ""

    @property
    def said_by(self) -> str:
        """Where the line comes from: "class default", or the paper or card of a released model."""
        return "class default" if self.config else self.source


THETA, MAX_POSITIONS = "rope_parameters.rope_theta", "max_position_embeddings"
FOURTH = {f"no_rope_layers.{i}": int(i % 4 != 3) for i in range(8)}  # 1: this layer has RoPE

MODELS = (
    Model("BERT", "add", "learned table", "", "512", "BertConfig", {MAX_POSITIONS: 512}),
    Model("GPT-2", "add", "learned table", "", "1,024", "GPT2Config", {"n_positions": 1024}),
    Model(
        "Whisper", "add", "sinusoids*; learned table", "10,000", "1,500; 448",
        "WhisperConfig", {"max_source_positions": 1500, "max_target_positions": 448},
    ),
    Model("ViT", "add", "learned table", "", "224 / 16", "ViTConfig", {"image_size": 224, "patch_size": 16}),
    Model(
        "T5", "bias", "learned per bucket", "32 buckets to 128", "no end",
        "T5Config", {"relative_attention_num_buckets": 32, "relative_attention_max_distance": 128},
    ),
    Model(
        "MPT", "bias", "ALiBi", "", "2,048",
        "MptConfig", {"attn_config.alibi": True, "max_seq_len": 2048},
    ),
    Model("Llama", "rotate", "RoPE", "10,000", "2,048", "LlamaConfig", {THETA: 10_000, MAX_POSITIONS: 2048}),
    Model(
        "GPT-NeoX", "rotate", "RoPE, 25 % of columns", "10,000", "2,048",
        "GPTNeoXConfig", {THETA: 10_000, "rope_parameters.partial_rotary_factor": 0.25, MAX_POSITIONS: 2048},
    ),
    Model(
        "Gemma 3", "rotate", "RoPE, two bases", "10,000 local, 1,000,000 global", "131,072",
        "Gemma3TextConfig", {
            "rope_parameters.sliding_attention.rope_theta": 10_000,
            "rope_parameters.full_attention.rope_theta": 1_000_000,
            MAX_POSITIONS: 131_072,
        },
    ),
    Model(
        "SmolLM3", "rotate", "RoPE, none in every 4th layer", "2,000,000", "32,768",
        "SmolLM3Config", {**FOURTH, "no_rope_layer_interval": 4, THETA: 2_000_000, MAX_POSITIONS: 32_768},
    ),
    Model(
        "Llama 4", "rotate", "RoPE, none in every 4th layer", "500,000", "131,072",
        "Llama4TextConfig", {**FOURTH, "no_rope_layer_interval": 4, THETA: 500_000, MAX_POSITIONS: 131_072},
    ),
    Model(
        "gpt-oss", "rotate", "RoPE, by parts (YaRN)", "150,000, factor 32", "131,072",
        "GptOssConfig", {
            THETA: 150_000, "rope_parameters.rope_type": "yarn", "rope_parameters.factor": 32, MAX_POSITIONS: 131_072,
        },
    ),
    Model(
        "Pixtral, images", "rotate", "axial RoPE", "10,000", "1,024 / 16",
        "PixtralVisionConfig", {
            THETA: 10_000, "rope_parameters.rope_type": "axial", "image_size": 1024, "patch_size": 16,
        },
    ),
    Model(
        "Qwen2-VL, text", "rotate", "M-RoPE: time, row, column", "1,000,000", "32,768",
        "Qwen2VLTextConfig", {THETA: 1_000_000, MAX_POSITIONS: 32_768},
    ),
    Model("Transformer", "add", "sinusoids", "10,000", "", source="Vaswani et al., June 2017"),
    Model("GPT-3", "add", "learned table", "", "2,048", source="Brown et al., May 2020"),
    Model("BLOOM", "bias", "ALiBi", "", "2,048", source="Le Scao et al., November 2022"),
    Model("Code Llama", "rotate", "RoPE", "1,000,000", "16,384", source="Rozière et al., August 2023"),
    Model(
        "Llama 3.1 8B", "rotate", "RoPE, by parts (llama3)", "500,000, factor 8", "131,072",
        source="Meta, its configuration, July 2024",
    ),
)  # fmt: skip


def map_table(models: tuple[Model, ...]) -> str:
    """A line per model, with a head line, in columns as wide as their widest entry.

    Example:
        >>> print(map_table(MODELS[:1]))
        model  where  what           base or buckets  length  said by
        BERT   add    learned table  -                512     class default
    """
    head = (say("model"), say("where"), say("what"), say("base or buckets"), say("length"), say("said by"))
    lines = [head, *((m.name, m.where, m.what, m.numbers or "-", m.length or "-", m.said_by) for m in models)]
    return text_table(lines)
