"""Every number that the sources print comes out, from literal arguments. What `source` does not hold stands here."""

import pytest
import torch
from torch import nn

from pe_lesson import (
    PositionalEncoding,
    build_vocab_from_iterator,
    frequencies,
    numericalize,
    sinusoidal,
    sinusoidal_by_rotation,
    sinusoidal_loop,
    source,
    tokenize,
)


def loop(*arguments) -> torch.Tensor:
    return torch.from_numpy(sinusoidal_loop(*arguments))


tables = pytest.mark.parametrize("table", [loop, sinusoidal, sinusoidal_by_rotation])
TOKENS = [
    ["I", "wonder", "what", "will", "come", "next"],
    ["This", "is", "a", "basic", "example", "paragraph"],
    ["Hello", "what", "is", "a", "basic", "split"],
]
VOCABULARY = [
    *["a", "basic", "is", "what"],  # twice each, in the order of code points; the others once
    *["Hello", "I", "This", "come", "example", "next", "paragraph", "split", "will", "wonder"],
]
IDS = [[5, 13, 3, 12, 7, 9], [6, 2, 0, 1, 8, 10], [4, 3, 2, 0, 1, 11]]

# source 000: (5, 8), n = 10,000, to five digits
FIVE_BY_EIGHT = [
    [0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0],
    [8.4147e-01, 5.4030e-01, 9.9833e-02, 9.9500e-01, 9.9998e-03, 9.9995e-01, 1.0000e-03, 1.0000e00],
    [9.0930e-01, -4.1615e-01, 1.9867e-01, 9.8007e-01, 1.9999e-02, 9.9980e-01, 2.0000e-03, 1.0000e00],
    [1.4112e-01, -9.8999e-01, 2.9552e-01, 9.5534e-01, 2.9995e-02, 9.9955e-01, 3.0000e-03, 1.0000e00],
    [-7.5680e-01, -6.5364e-01, 3.8942e-01, 9.2106e-01, 3.9989e-02, 9.9920e-01, 4.0000e-03, 9.9999e-01],
]

# source 002: (4, 4), n = 100, to eight decimals
FOUR_BY_FOUR = [
    [0.0, 1.0, 0.0, 1.0],
    [0.84147098, 0.54030231, 0.09983342, 0.99500417],
    [0.90929743, -0.41614684, 0.19866933, 0.98006658],
    [0.14112001, -0.9899925, 0.29552021, 0.95533649],
]

# source 004: seed 0, d_model 4, five positions, n = 10,000, to four decimals
DRAWN_IDS = [[4, 4, 3, 0, 3]]
DRAWN_TABLE = [
    [0.0000, 1.0000, 0.0000, 1.0000],
    [0.8415, 0.5403, 0.0100, 0.9999],
    [0.9093, -0.4161, 0.0200, 0.9998],
    [0.1411, -0.9900, 0.0300, 0.9996],
    [-0.7568, -0.6536, 0.0400, 0.9992],
]
DRAWN_EMBEDDINGS = [
    [0.9318, 1.2590, 2.0050, 0.0537],
    [0.9318, 1.2590, 2.0050, 0.0537],
    [1.3894, 1.5863, 0.9463, -0.8437],
    [-1.1258, -1.1524, -0.2506, -0.4339],
    [1.3894, 1.5863, 0.9463, -0.8437],
]
DRAWN_SUM = [
    [0.9318, 2.2590, 2.0050, 1.0537],
    [1.7733, 1.7993, 2.0150, 1.0537],
    [2.2987, 1.1702, 0.9663, 0.1561],
    [-0.9847, -2.1424, -0.2206, 0.5657],
    [0.6326, 0.9327, 0.9863, 0.1555],
]


def same(result: torch.Tensor, printed, *, decimals: int) -> None:
    """Equal once rounded as the source prints it; an entry at a rounding edge may fall to either side."""
    printed = torch.as_tensor(printed, dtype=torch.float64)
    assert result.shape == printed.shape
    torch.testing.assert_close(result.detach().double(), printed, rtol=0, atol=0.5001 * 10**-decimals)


def pipeline() -> tuple[list[list[str]], object, torch.Tensor]:
    tokens = [tokenize(sentence) for sentence in source.SENTENCES]
    vocab = build_vocab_from_iterator(tokens)
    return tokens, vocab, numericalize(tokens, vocab)


# ---- source 001


def test_001_tokens_vocabulary_and_ids():
    tokens, vocab, ids = pipeline()
    assert tokens == TOKENS
    assert vocab.get_itos() == VOCABULARY
    assert ids.tolist() == IDS


def test_001_table_of_n_1000_to_eight_decimals():
    for table in (loop(10, 4, 1000), sinusoidal(10, 4, 1000, dtype=torch.float64)):
        same(table, source.TABLE_N1000, decimals=8)


def test_001_frequencies_and_phases_of_n_100():
    same(frequencies(4, 100), [1.00, 0.10], decimals=2)
    k = torch.arange(10).unsqueeze(1)
    same(k * frequencies(4, 100), [[float(p), p / 10] for p in range(10)], decimals=2)


@tables
def test_001_tables_of_n_100_and_10000(table):
    same(table(10, 4, 100), source.TABLE_N100, decimals=2)
    same(table(10, 4), source.TABLE_N10000, decimals=2)


@tables
@pytest.mark.parametrize(("n", "printed"), [(1000, source.SUM_N1000), (10_000, source.SUM_N10000)])
def test_001_sums_within_a_hundredth(table, n, printed):
    embeddings = source.EMBEDDINGS[pipeline()[2]]
    assert (embeddings + table(10, 4, n)[:6] - printed).abs().max() < 0.01
    assert (PositionalEncoding(4, 0.0, 10, n)(embeddings) - printed).abs().max() < 0.01


def test_001_a_sum_of_another_n_is_not_within_a_hundredth():
    embeddings = source.EMBEDDINGS[pipeline()[2]]
    for n, printed in [(10_000, source.SUM_N1000), (100, source.SUM_N1000), (1000, source.SUM_N10000)]:
        assert (PositionalEncoding(4, 0.0, 10, n)(embeddings) - printed).abs().max() > 0.1


# ---- sources 000, 002 and 004


@tables
def test_000_frequencies_and_table(table):
    same(frequencies(8), [1.0, 0.1, 0.01, 0.001], decimals=5)
    torch.testing.assert_close(
        table(5, 8).double(), torch.tensor(FIVE_BY_EIGHT, dtype=torch.float64), rtol=6e-5, atol=0
    )


def test_000_padded_ids():
    ids = source.PADDED_IDS
    assert len(ids) == 47
    assert ids[:12] == [2, 1819, 1547, 1698, 230, 3869, 2661, 3596, 3744, 1341, 3155, 3]
    assert set(ids[12:]) == {1}
    assert PositionalEncoding(512)(nn.Embedding(4376, 512)(torch.tensor([ids]))).shape == (1, 47, 512)


@tables
def test_002_matrix_of_n_100(table):
    same(table(4, 4, 100), FOUR_BY_FOUR, decimals=8 if table is loop else 7)


def test_004_ids_embeddings_and_sum_of_seed_0():
    torch.manual_seed(0)
    ids = torch.randint(5, (1, 5))
    assert ids.tolist() == DRAWN_IDS
    torch.manual_seed(0)
    embeddings = nn.Embedding(5, 4)(ids)
    same(embeddings[0], DRAWN_EMBEDDINGS, decimals=4)
    module = PositionalEncoding(4, 0.0, 5)
    same(module.pe[0], DRAWN_TABLE, decimals=4)
    torch.testing.assert_close(module(embeddings)[0], torch.tensor(DRAWN_SUM), rtol=0, atol=1.01e-4)
