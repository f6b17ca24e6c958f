"""Two questions about a row of letters that nothing but their positions can answer.

A row holds one A, one B and other letters. Each draw gives four rows with the same letters, two
with the answer yes and two with no, so that a model which sees only *which* letters there are
answers all four alike, and is right on two of them.
"""

import torch
from torch import Tensor

from pe_lesson._check_arguments import whole_number
from pe_lesson.attention._check_attention import known_ids, seeded_generator

LETTERS = "ABcdefgh"
A, B = 0, 1
FAR = 4  # positions from A to B, at least, that count as far


def order_task(draws: int, length: int, seed: int = 0) -> tuple[Tensor, Tensor]:
    """Draw rows that ask: does A stand before B?

    A draw is a row with A first, the same with A and B exchanged, and both of these read from
    right to left: yes, no, no, yes.

    Args:
        draws: how many draws.
        length: letters in a row, at least 2.
        seed: of the generator; the global one is left alone.

    Returns:
        ids, int64 ``(4 * draws, length)``, and labels, float64 ``(4 * draws,)``: 1 for yes, 0 for no.

    Example:
        >>> ids, labels = order_task(draws=1, length=4)
        >>> show(ids), labels.tolist()
        (['f h A B', 'f h B A', 'B A h f', 'A B h f'], [1.0, 0.0, 0.0, 1.0])
    """
    draws, length = whole_number("draws", draws), whole_number("length", length, minimum=2)
    generator = seeded_generator(seed)
    first, second = _pair_positions(draws, length, range(1, length), generator)
    others = torch.randint(B + 1, len(LETTERS), (draws, length - 2), generator=generator, device="cpu")
    row = _rows_with(others, first, second)
    return _in_draws([1, 0, 0, 1], row, swap(row), mirror(row), mirror(swap(row)))


def adjacency_task(draws: int, length: int, seed: int = 0) -> tuple[Tensor, Tensor]:
    """Draw rows that ask: do A and B stand side by side (yes), or at least four positions apart (no)?

    A draw is a row with A and B side by side, the same letters with A and B far apart, and both
    of these with A and B exchanged: yes, no, yes, no.

    Args:
        draws: how many draws.
        length: letters in a row, at least 5.
        seed: of the generator; the global one is left alone.

    Returns:
        as for ``order_task``.

    Example:
        >>> ids, labels = adjacency_task(draws=1, length=6)
        >>> show(ids)[:2], labels.tolist()
        (['h c d f A B', 'A h c d B f'], [1.0, 0.0, 1.0, 0.0])
    """
    draws, length = whole_number("draws", draws), whole_number("length", length, minimum=FAR + 1)
    generator = seeded_generator(seed)
    side_by_side = _pair_positions(draws, length, range(1, 2), generator)
    far_apart = _pair_positions(draws, length, range(FAR, length), generator)
    others = torch.randint(B + 1, len(LETTERS), (draws, length - 2), generator=generator, device="cpu")
    near, far = _rows_with(others, *side_by_side), _rows_with(others, *far_apart)
    return _in_draws([1, 0, 1, 0], near, far, swap(near), swap(far))


def swap(ids: Tensor) -> Tensor:
    """The same rows with every A made a B and every B an A; ``(..., length)`` in and out."""
    return torch.where(ids <= B, B - ids, ids)


def mirror(ids: Tensor) -> Tensor:
    """The same rows read from right to left; ``(..., length)`` in and out."""
    return ids.flip(-1)


def show(ids: Tensor) -> list[str]:
    """Rows of ids ``(rows, length)`` as strings of letters."""
    return [" ".join(LETTERS[i] for i in row) for row in known_ids(ids, len(LETTERS)).tolist()]


def _pair_positions(draws: int, length: int, gaps: range, generator: torch.Generator) -> tuple[Tensor, Tensor]:
    """Draw two positions each, the first before the second; all pairs with one of these gaps are equally likely."""
    gap = torch.tensor(gaps, device="cpu")
    ends = (length - gap).cumsum(0)  # pairs with this gap or a shorter one
    pair = torch.randint(int(ends[-1]), (draws,), generator=generator, device="cpu")
    which = torch.searchsorted(ends, pair, right=True)  # (draws,), the number of the gap
    first = pair - (ends - (length - gap))[which]
    return first, first + gap[which]


def _rows_with(others: Tensor, a: Tensor, b: Tensor) -> Tensor:
    """Rows with A at ``a``, B at ``b`` and the other letters, in their order, around them."""
    rows = torch.full((len(others), others.size(1) + 2), -1, device="cpu")
    every = torch.arange(len(rows), device="cpu")
    rows[every, a], rows[every, b] = A, B
    rows[rows < 0] = others.flatten()
    return rows


def _in_draws(labels: list[int], *rows: Tensor) -> tuple[Tensor, Tensor]:
    """The four rows of each draw, one after the other, and their labels."""
    ids = torch.stack(rows, dim=1).flatten(0, 1)
    return ids, torch.tensor(labels, dtype=torch.float64, device="cpu").repeat(len(ids) // 4)
