"""Two tasks for lesson 12: find a digit by what stands beside it, or by where it stands.

A text is a row of tokens, a letter and a digit each: ``c3 A7 f1 d4``. The last token asks. Retrieval *by
content* asks for the digit of the only A, at any distance; retrieval *by offset* asks for the digit two
positions before the last token.
"""

import torch
from torch import Tensor, nn

from pe_lesson._check_arguments import whole_number
from pe_lesson.attention._check_attention import known_ids, seeded_generator

LETTERS, DIGITS = "Abcdefgh", 8
TOKENS = len(LETTERS) * DIGITS  # ids 0 to 63: 8 * letter + digit
OFFSET = 2  # positions from the last token back to the one that `by_offset` asks for
SHORTEST = OFFSET + 2  # a text has its A before the last token, and a token to go back to


def by_content(rows: int, length: int, seed: int = 0) -> tuple[Tensor, Tensor]:
    """Draw texts that ask: which digit stands beside the only A?

    Args:
        rows: how many texts.
        length: tokens per text, at least 4.
        seed: of the generator; the global one is left alone.

    Returns:
        ids, int64 ``(rows, length)``, each 8 * letter + digit, and the digits asked for, int64 ``(rows,)``.

    Example:
        >>> ids, digits = by_content(rows=1, length=4)
        >>> show_texts(ids), digits.tolist()
        (['f3 A3 b3 d7'], [3])
    """
    ids, where = _texts(rows, length, seed)
    return ids, ids[torch.arange(len(ids)), where] % DIGITS


def by_offset(rows: int, length: int, seed: int = 0) -> tuple[Tensor, Tensor]:
    """Draw texts that ask: which digit stands two positions before the last token? Otherwise like ``by_content``."""
    ids, _ = _texts(rows, length, seed)
    return ids, ids[:, -1 - OFFSET] % DIGITS


class TokenEmbedding(nn.Module):
    """An embedding per token: the sum of its letter's and its digit's, learned faster than 64 separate ones.

    Args:
        d_model: width of the embeddings, which are float64.
    """

    def __init__(self, d_model: int) -> None:
        super().__init__()
        d_model = whole_number("d_model", d_model)
        self.letter = nn.Embedding(len(LETTERS), d_model, dtype=torch.float64)
        self.digit = nn.Embedding(DIGITS, d_model, dtype=torch.float64)
        self.num_embeddings = TOKENS

    @property
    def weight(self) -> Tensor:
        """The embeddings of all tokens, ``(64, d_model)``, under the name that ``nn.Embedding`` has for them."""
        return (self.letter.weight.unsqueeze(1) + self.digit.weight).flatten(0, 1)

    def forward(self, ids: Tensor) -> Tensor:
        """Vectors ``(..., d_model)`` of ids ``(...)``."""
        return nn.functional.embedding(ids, self.weight)


def show_texts(ids: Tensor) -> list[str]:
    """Texts ``(rows, length)`` as strings such as ``c3 A7 f1 d4``."""
    rows = known_ids(ids, TOKENS).tolist()
    return [" ".join(f"{LETTERS[i // DIGITS]}{i % DIGITS}" for i in row) for row in rows]


def _texts(rows: int, length: int, seed: int) -> tuple[Tensor, Tensor]:
    """Draw texts with one A each, and return its positions, too; it is never at the last one, which asks."""
    rows, length = whole_number("rows", rows), whole_number("length", length, minimum=SHORTEST)
    generator = seeded_generator(seed)
    letters = torch.randint(1, len(LETTERS), (rows, length), generator=generator, device="cpu")
    digits = torch.randint(DIGITS, (rows, length), generator=generator, device="cpu")
    where = torch.randint(length - 1, (rows,), generator=generator, device="cpu")
    letters[torch.arange(rows), where] = 0
    return DIGITS * letters + digits, where
