"""Two dimensions: our grid beside DETR's, axial RoPE beside rotary-embedding-torch's, resizing beside ViT's."""

import torch
from rotary_embedding_torch import RotaryEmbedding, apply_rotary_emb
from transformers import PixtralVisionConfig, ViTConfig
from transformers.models.detr.modeling_detr import DetrSinePositionEmbedding
from transformers.models.pixtral.modeling_pixtral import PixtralVisionRotaryEmbedding
from transformers.models.vit.modeling_vit import ViTEmbeddings

from helpers.claims import agree, claim
from pe_lesson.positions.two_dimensions import AxialRotary, resize_grid, sinusoidal_grid

THIRTEEN = "13_other_shapes"
AXIAL = "turn half of the columns of a query or key by its row in the grid, the other half by its column"


def test_detrs_table_is_ours_with_rows_and_columns_counted_from_1():
    theirs = DetrSinePositionEmbedding(16)(torch.Size([1, 3, 9, 12]), torch.device("cpu"), torch.float32)
    sentence = claim(THIRTEEN, "The usual table gives each of them **half of the columns of the table**")
    agree(sinusoidal_grid(10, 13, 32)[1:, 1:], theirs[0].movedim(0, -1), sentence)


def test_rotary_embedding_torchs_axial_turn_is_ours():
    phases = RotaryEmbedding(8).get_axial_freqs(5, 7)  # (5, 7, 16)
    x = torch.randn(2, 3, 5, 7, 16)  # (batch, heads, rows, columns, d_head)
    theirs = apply_rotary_emb(phases, x)
    rows, columns = (each.flatten() for each in torch.meshgrid(torch.arange(5), torch.arange(7), indexing="ij"))
    ours = AxialRotary(16)(x.flatten(2, 3), rows, columns).unflatten(2, (5, 7))
    agree(ours, theirs, claim(THIRTEEN, AXIAL, "rotary-embedding-torch"))


def test_pixtral_turns_half_by_the_row_with_our_frequencies_and_half_by_the_column():
    places = torch.tensor([[0, 0], [3, 0], [3, 5], [9, 5]])  # (patches, row and column)
    config = PixtralVisionConfig(hidden_size=64, num_attention_heads=4)
    cos, _ = PixtralVisionRotaryEmbedding(config)(torch.zeros(1), places)
    by_row, by_column = cos.squeeze()[:, :8].split(4, dim=-1)  # the second half of the 16 columns has the same angles
    ours = (places[:, :1] * AxialRotary(16).rotary.frequencies).cos()
    agree(ours, by_row, claim(THIRTEEN, AXIAL))
    assert torch.equal(by_column[0], by_column[1]), claim(THIRTEEN, AXIAL)
    assert torch.equal(by_column[2], by_column[3]), claim(THIRTEEN, AXIAL)
    assert not torch.equal(by_column[1], by_column[2]), claim(THIRTEEN, AXIAL)


def test_vit_resizes_its_grid_as_we_do():
    config = ViTConfig(hidden_size=8, image_size=224, patch_size=16)
    vit = ViTEmbeddings(config)
    torch.nn.init.normal_(vit.position_embeddings)
    tokens = torch.zeros(1, 1 + 24 * 24, 8)
    theirs = vit.interpolate_pos_encoding(tokens, 384, 384)[0, 1:].unflatten(0, (24, 24))  # without the class token
    ours = resize_grid(vit.position_embeddings[0, 1:].unflatten(0, (14, 14)), 24, 24)
    says = "`resize_grid` calls `torch.nn.functional.interpolate`, as the class in Transformers does."
    agree(ours, theirs, claim(THIRTEEN, says))
