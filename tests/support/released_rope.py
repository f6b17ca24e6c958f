"""What released models say about RoPE, each as public code or a public page quotes it, with its address.

A configuration as in a file has ``rope_scaling`` with ``rope_theta`` beside it.
"""

from typing import NamedTuple

PRESETS = (
    "https://github.com/mlc-ai/mlc-llm/blob/79d603f085f50500e9509fa01785ffa7ecfaaa93/"
    "python/mlc_llm/model/model_preset.py"
)
INSPECTOR = "https://github.com/ParagEkbote/hf-model-inspector/blob/main/model_inspection_report.md"


class Released(NamedTuple):
    model: str
    address: str
    d_head: int
    config: dict


def beside(scaling: dict | None, theta: float, longest: int | None = None, **more: object) -> dict:
    """As a file has it: the dictionary in ``rope_scaling``, what belongs to it beside it."""
    length = {} if longest is None else {"max_position_embeddings": longest}
    return {"rope_scaling": scaling, "rope_theta": theta, **length, **more}


LLAMA = {"low_freq_factor": 1.0, "high_freq_factor": 4.0, "original_max_position_embeddings": 8192}
MSCALE = {"beta_fast": 32, "beta_slow": 1, "original_max_position_embeddings": 4096, "type": "yarn"}
PHI_LONG = [  # float32 numbers in the file; two decimals are the same
    1.08, 1.11, 1.14, 1.34, 1.59, 1.6, 1.62, 2.62, 3.23, 3.23, 4.79, 7.4, 7.7, 9.09, 12.2, 17.67, 24.46, 28.57, 30.42,
    30.84, 32.59, 32.93, 42.32, 44.96, 50.34, 50.45, 57.55, 57.93, 58.21, 60.14, 62.61, 62.62, 62.71, 63.14, 63.14,
    63.77, 63.93, 63.96, 63.97, 64.03, 64.07, 64.08, 64.12, 64.41, 64.48, 64.51, 64.53, 64.84,
]  # fmt: skip
PHI_SHORT = [
    1.08, 1.1, 1.13, 1.28, 1.31, 1.45, 1.45, 1.95, 2.03, 2.43, 2.57, 2.95, 3.73, 3.87, 4.19, 4.44, 4.64, 4.98, 5.16,
    5.28, 5.76, 5.89, 5.89, 5.97, 6.09, 6.28, 6.77, 6.89, 7.11, 7.13, 7.18, 7.29, 7.34, 7.56, 7.62, 7.7, 7.88, 7.88,
    7.88, 7.94, 7.95, 7.98, 8.2, 8.44, 8.47, 8.59, 8.81, 9.0,
]  # fmt: skip

RELEASED = [
    Released("Code Llama 7B", PRESETS, 128, beside(None, 1_000_000, 16_384)),
    Released("StableLM 3B", PRESETS, 80, beside(None, 10_000, 4096, partial_rotary_factor=0.25, model_type="stablelm")),
    Released("Llama 3.1 8B", PRESETS, 128, beside({"factor": 8.0, **LLAMA, "rope_type": "llama3"}, 500_000.0, 131_072)),
    Released("Llama 3.2 1B", PRESETS, 64, beside({"factor": 32.0, **LLAMA, "rope_type": "llama3"}, 500_000.0, 131_072)),
    Released("InternLM2.5 7B", PRESETS, 128, beside({"type": "dynamic", "factor": 2.0}, 1_000_000, 32_768)),
    Released("MiniCPM 2B", PRESETS, 64, beside({"type": "dynamic", "factor": 4.0}, 1_000_000.0, 65_536)),
    Released(
        "Phi-3.5-vision", PRESETS, 96,
        beside(
            {"type": "su", "long_factor": PHI_LONG, "short_factor": PHI_SHORT},
            10_000.0, 131_072, original_max_position_embeddings=4096,
        ),
    ),
    Released(
        "Phi-4-mini, its lists cut to six", PRESETS, 16,
        beside(
            {"type": "longrope", "long_factor": [1, 1.118320672, 3.42, 32.03, 33.5, 47.77], "short_factor": [1.0] * 6},
            10_000.0, 131_072, original_max_position_embeddings=4096, partial_rotary_factor=0.75,
        ),
    ),
    Released(
        "DeepSeek-V2-Lite", PRESETS, 64,
        beside({**MSCALE, "factor": 40, "mscale": 0.707, "mscale_all_dim": 0.707}, 10_000, 163_840),
    ),
    Released(
        "DeepSeek-V3", "https://github.com/pytorch/torchtitan/pull/959", 64,
        beside({**MSCALE, "factor": 40, "mscale": 1.0, "mscale_all_dim": 1.0}, 10_000.0),
    ),
    Released(
        "DeepSeek-V3, a whole query", "https://github.com/ggml-org/llama.cpp/issues/11141", 192,
        beside(
            {**MSCALE, "factor": 40, "mscale": 1.0, "mscale_all_dim": 1.0},
            10_000, 163_840, qk_nope_head_dim=128, qk_rope_head_dim=64,
        ),
    ),
    Released(
        "Kimi-K2-Instruct-0905", INSPECTOR, 64,
        beside({**MSCALE, "beta_fast": 1.0, "beta_slow": 1.0, "factor": 64, "mscale": 1.0, "mscale_all_dim": 1.0}, 5e4),
    ),
    Released(
        "Ministral 3 3B", PRESETS, 128,
        {
            "rope_parameters": {
                "beta_fast": 32.0, "beta_slow": 1.0, "factor": 16.0, "llama_4_scaling_beta": 0.1, "mscale": 1.0,
                "mscale_all_dim": 1.0, "original_max_position_embeddings": 16_384, "rope_theta": 1_000_000.0,
                "rope_type": "yarn", "type": "yarn",
            },
            "max_position_embeddings": 262_144,
        },
    ),
    Released(
        "gpt-oss-20b", INSPECTOR, 64,
        beside(
            {
                "beta_fast": 32.0, "beta_slow": 1.0, "factor": 32.0, "original_max_position_embeddings": 4096,
                "rope_type": "yarn", "truncate": False,
            },
            150_000, 131_072,
        ),
    ),
    Released(
        "Qwen2.5, for long texts", "https://github.com/ggml-org/llama.cpp/pull/10698", 128,
        beside({"factor": 4.0, "original_max_position_embeddings": 32_768, "type": "yarn"}, 1_000_000.0, 131_072),
    ),
    Released(
        "Gemma 3 4B, global layers", "https://github.com/Lightning-AI/litgpt/pull/1982", 256,
        beside({"factor": 8.0, "rope_type": "linear"}, 1_000_000.0),
    ),
    Released(
        "Gemma 4, global layers", "https://github.com/pegainfer-project/pegainfer/issues/820", 512,
        {"rope_parameters": {"rope_type": "proportional", "partial_rotary_factor": 0.25, "rope_theta": 1e6}},
    ),
    Released(
        "Qwen2-VL 7B", "https://github.com/modelscope/ms-swift/issues/2340", 128,
        beside({"mrope_section": [16, 24, 24], "rope_type": "default", "type": "default"}, 1_000_000.0, 32_768),
    ),
    Released(
        "Qwen2-VL 7B, its first form", "https://github.com/modelscope/ms-swift/issues/2340", 128,
        beside({"mrope_section": [16, 24, 24], "type": "mrope"}, 1_000_000.0, 32_768),
    ),
    Released("Llama 2 7B", PRESETS, 128, {"model_type": "llama", "rope_scaling": None}),
    Released("Llama 2 70B", PRESETS, 128, {"model_type": "llama"}),
    Released("RedPajama 3B", PRESETS, 80, {"model_type": "gpt_neox", "rotary_emb_base": 10000, "rotary_pct": 1.0}),
    Released(
        "Gemma 3 1B, global layers", PRESETS, 256,
        beside(None, 1000000, rope_local_base_freq=10000, model_type="gemma3_text"),
    ),
    Released("SmolLM2 360M", PRESETS, 64, beside(None, 100000, rope_interleaved=False, model_type="llama")),
    Released(
        "Nomic Embed 1.5", "https://github.com/vllm-project/vllm/issues/40130", 64,
        {
            "max_position_embeddings": 2048, "rope_parameters": {"rope_theta": 1000.0, "rope_type": "default"},
            "rotary_emb_base": 1000, "rotary_emb_fraction": 1.0, "rotary_emb_interleaved": False,
            "rotary_emb_scale_base": None,
        },
    ),
    Released(
        "Llama 4 Scout, layers that rotate", "https://github.com/meta-llama/llama-models/issues/322", 128,
        beside({"rope_type": "llama3", "factor": 16.0, **LLAMA, "high_freq_factor": 1.0}, 500_000.0, 10_485_760),
    ),
]  # fmt: skip
