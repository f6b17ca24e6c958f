"""Two dimensions: our grid beside DETR's, axial RoPE beside other libraries', resizing beside ViT's."""

import pytest
import torch
from rotary_embedding_torch import RotaryEmbedding, apply_rotary_emb
from transformers import PixtralVisionConfig, Qwen2VLTextConfig, ViTConfig, ViTModel
from transformers.models.detr.modeling_detr import DetrSinePositionEmbedding
from transformers.models.pixtral.modeling_pixtral import PixtralVisionRotaryEmbedding
from transformers.models.qwen2_vl.modeling_qwen2_vl import Qwen2VLRotaryEmbedding
from transformers.models.vit.modeling_vit import ViTEmbeddings

from pe_lesson.encoding.table import frequencies
from pe_lesson.positions.two_dimensions import AxialRotary, resize_grid, sinusoidal_grid
from tests.support.claims import agree, claim

THIRTEEN = "13_other_shapes"
AXIAL = "rotate half of the columns of a query or key by its row in the grid, the other half by its column"
FLAG = "Transformers 5.23 resizes its table only with `interpolate_pos_encoding=True`, and else refuses the image."


def test_detrs_table_is_ours_with_rows_and_columns_counted_from_1():
    theirs = DetrSinePositionEmbedding(16)(torch.Size([1, 3, 9, 12]), torch.device("cpu"), torch.float32)
    sentence = claim(THIRTEEN, "In the usual sinusoidal table the first **half of the 32 numbers** encodes the row")
    agree(sinusoidal_grid(10, 13, 32)[1:, 1:], theirs[0].movedim(0, -1), sentence)


def test_rotary_embedding_torchs_axial_rotation_is_ours():
    phases = RotaryEmbedding(8).get_axial_freqs(5, 7)  # (5, 7, 16)
    x = torch.randn(2, 3, 5, 7, 16)  # (batch, heads, rows, columns, d_head)
    theirs = apply_rotary_emb(phases, x)
    rows, columns = (each.flatten() for each in torch.meshgrid(torch.arange(5), torch.arange(7), indexing="ij"))
    ours = AxialRotary(16)(x.flatten(2, 3), rows, columns).unflatten(2, (5, 7))
    agree(ours, theirs, claim(THIRTEEN, AXIAL, "rotary-embedding-torch"))


def test_pixtral_gives_every_second_frequency_to_rows_and_the_others_to_columns():
    places = torch.tensor([[0, 0], [3, 0], [3, 5], [9, 5]])  # (patches, row and column)
    config = PixtralVisionConfig(hidden_size=64, num_attention_heads=4)
    cos, _ = PixtralVisionRotaryEmbedding(config)(torch.zeros(1), places)
    omega = frequencies(16)
    phases = [places[:, :1] * omega[0::2], places[:, 1:] * omega[1::2]]
    ours = torch.cat(phases, dim=1).cos()  # the second half of the 16 columns has the same angles
    agree(ours, cos.squeeze()[:, :8], claim(THIRTEEN, "Pixtral gives every second frequency to rows, the others to"))


def test_qwen2_vl_rotates_16_pairs_by_time_24_by_row_24_by_column():
    config = Qwen2VLTextConfig(hidden_size=128, num_attention_heads=1, num_key_value_heads=1)
    at = torch.tensor([3, 5, 7]).view(3, 1, 1)  # time, row, column
    cos, _ = Qwen2VLRotaryEmbedding(config)(torch.zeros(1), at)
    ours = torch.tensor([3.0] * 16 + [5.0] * 24 + [7.0] * 24) * frequencies(128, 1e6)
    says = "Qwen2-VL has three positions per token (*M-RoPE*): 16 pairs rotate by time, 24 by row, 24 by column."
    agree(ours.cos(), cos[0, 0, :64], claim(THIRTEEN, says))


def test_vit_resizes_its_table_as_we_do_and_keeps_the_extra_row():
    vit = ViTEmbeddings(ViTConfig(hidden_size=8, image_size=224, patch_size=16))
    torch.nn.init.normal_(vit.position_embeddings)
    theirs = vit.interpolate_pos_encoding(torch.zeros(1, 1 + 24 * 24, 8), 384, 384)[0]
    ours = resize_grid(vit.position_embeddings[0, 1:].unflatten(0, (14, 14)), 24, 24)
    agree(ours, theirs[1:].unflatten(0, (24, 24)), claim(THIRTEEN, "a weighted sum of the old ones around it"))
    agree(vit.position_embeddings[0, 0], theirs[0], claim(THIRTEEN, "the extra token keeps its row."))


@torch.no_grad()
def test_vit_refuses_other_images_unless_it_is_asked():
    config = ViTConfig(hidden_size=8, num_hidden_layers=1, num_attention_heads=2, intermediate_size=8)
    model, image = ViTModel(config).eval(), torch.zeros(1, 3, 384, 384)
    assert model(image, interpolate_pos_encoding=True).last_hidden_state.shape == (1, 577, 8), claim(THIRTEEN, FLAG)
    with pytest.raises(ValueError, match="doesn't match model"):
        model(image)


def test_the_rule_of_the_middle_is_pytorchs_and_ends_can_be_aligned():
    rows = torch.arange(14.0).view(1, 1, 14, 1)
    resized = torch.nn.functional.interpolate(rows, size=(24, 1), mode="bilinear", align_corners=True).flatten()
    agree(
        torch.arange(24) * 13 / 23,
        resized,
        claim(THIRTEEN, "middles of the first and last row where they were: $r \\cdot \\frac{13}{23}$."),
    )
