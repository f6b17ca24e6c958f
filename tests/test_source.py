"""Every number of `source` comes out, from literal arguments."""

import pytest
import torch

from pe_lesson import (
    PositionalEncoding,
    build_vocab_from_iterator,
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


def assert_as_printed(result: torch.Tensor, printed, *, decimals: int) -> None:
    """Equal once rounded as the source prints it; an entry at a rounding edge may fall to either side."""
    printed = torch.as_tensor(printed, dtype=torch.float64)
    assert result.shape == printed.shape
    torch.testing.assert_close(result.detach().double(), printed, rtol=0, atol=0.5001 * 10**-decimals)


def pipeline() -> tuple[list[list[str]], object, torch.Tensor]:
    tokens = [tokenize(sentence) for sentence in source.SENTENCES]
    vocab = build_vocab_from_iterator(tokens)
    return tokens, vocab, numericalize(tokens, vocab)


def test_tokens_vocabulary_and_ids():
    tokens, vocab, ids = pipeline()
    assert tokens == TOKENS
    assert vocab.get_itos() == VOCABULARY
    assert ids.tolist() == IDS


def test_the_table_of_n_1000_to_eight_decimals():
    for table in (loop(10, 4, 1000), sinusoidal(10, 4, 1000, dtype=torch.float64)):
        assert_as_printed(table, source.TABLE_N1000, decimals=8)


@tables
def test_the_tables_of_n_100_and_10000(table):
    assert_as_printed(table(10, 4, 100), source.TABLE_N100, decimals=2)
    assert_as_printed(table(10, 4), source.TABLE_N10000, decimals=2)


@tables
@pytest.mark.parametrize(("n", "printed"), [(1000, source.SUM_N1000), (10_000, source.SUM_N10000)])
def test_the_sums_are_within_a_hundredth(table, n, printed):
    embeddings = source.EMBEDDINGS[pipeline()[2]]
    assert (embeddings + table(10, 4, n)[:6] - printed).abs().max() < 0.01
    assert (PositionalEncoding(4, 0.0, 10, n)(embeddings) - printed).abs().max() < 0.01


def test_a_sum_of_another_n_is_not_within_a_hundredth():
    embeddings = source.EMBEDDINGS[pipeline()[2]]
    for n, printed in [(10_000, source.SUM_N1000), (100, source.SUM_N1000), (1000, source.SUM_N10000)]:
        assert (PositionalEncoding(4, 0.0, 10, n)(embeddings) - printed).abs().max() > 0.1


def test_the_padded_ids():
    ids = source.PADDED_IDS
    assert len(ids) == 47
    assert ids[:12] == [2, 1819, 1547, 1698, 230, 3869, 2661, 3596, 3744, 1341, 3155, 3]
    assert set(ids[12:]) == {1}
