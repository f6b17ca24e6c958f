"""A model that looks one digit up, and two tasks for it: lesson 12.

A row is a text of pairs, a letter and a digit each: ``c3 A7 f1 d4``. The last pair asks. *Needle* asks for
the digit beside the only A, wherever it stands; *near* asks for the digit two positions before the last.
The first needs content at any distance, the second one exact distance.
"""

import math
from collections.abc import Callable

import torch
from torch import Tensor, nn

from pe_lesson._arguments import shown, whole_number
from pe_lesson.attention.training import one_thread
from pe_lesson.progress import progress

LETTERS, DIGITS = "Abcdefgh", 8
BACK = 2  # positions from the last pair to the one that `near` asks for
SHORTEST = BACK + 2  # a row has its A before the last pair, and a pair to go back to
BATCH = 128
HELD_OUT = 10**6  # a seed that no training step draws from

Task = Callable[[int, int, int], tuple[Tensor, Tensor]]  # (rows, length, seed) -> (pairs, digits)


def needle_task(rows: int, length: int, seed: int = 0) -> tuple[Tensor, Tensor]:
    """Which digit stands beside the only A?

    Args:
        rows: how many texts.
        length: pairs per text, at least 4.
        seed: of the generator; the global one is left alone.

    Returns:
        pairs, int64 ``(rows, length)``, each 8 * letter + digit, and the digits asked for, int64 ``(rows,)``.

    Raises:
        TypeError, ValueError: ``rows`` is no int >= 1, ``length`` no int >= 4, ``seed`` no int >= 0.
    """
    pairs, where = _texts(rows, length, seed)
    return pairs, pairs[torch.arange(len(pairs)), where] % DIGITS


def near_task(rows: int, length: int, seed: int = 0) -> tuple[Tensor, Tensor]:
    """Which digit stands two positions before the last pair? Arguments, result and errors as for ``needle_task``."""
    pairs, _ = _texts(rows, length, seed)
    return pairs, pairs[:, -1 - BACK] % DIGITS


def show_pairs(pairs: Tensor) -> list[str]:
    """Texts ``(rows, length)`` as strings such as ``c3 A7 f1 d4``."""
    return [" ".join(f"{LETTERS[pair // DIGITS]}{pair % DIGITS}" for pair in row) for row in pairs.tolist()]


class Lookup(nn.Module):
    """Pairs in, a score per digit out: one layer of attention, read at the last position.

    It computes in float64, as ``TinyAttention`` does, so that results agree between machines.

    Args:
        turn: what tells queries and keys their position, such as ``Rotary(16)``; nothing does if None.
        d_model: width of the embeddings; two heads share it.

    Raises:
        TypeError, ValueError: ``turn`` is no module, ``d_model`` no even int.
    """

    def __init__(self, turn: nn.Module | None = None, d_model: int = 32) -> None:
        super().__init__()
        if turn is not None and not isinstance(turn, nn.Module):
            raise TypeError(f"turn must be a module such as Rotary(16), or None, got {shown(turn)}")
        if whole_number("d_model", d_model) % 2:
            raise ValueError(f"d_model must be even, got {d_model}; two heads share it")
        self.turn = turn
        self.letter = nn.Embedding(len(LETTERS), d_model, dtype=torch.float64)
        self.digit = nn.Embedding(DIGITS, d_model, dtype=torch.float64)
        self.project = nn.Linear(d_model, 3 * d_model, bias=False, dtype=torch.float64)
        self.merge = nn.Linear(d_model, d_model, bias=False, dtype=torch.float64)
        self.answer = nn.Linear(d_model, DIGITS, dtype=torch.float64)

    def forward(self, pairs: Tensor) -> Tensor:
        """Scores ``(rows, 8)`` of the eight digits for pairs ``(rows, length)``."""
        x = self.letter(pairs // DIGITS) + self.digit(pairs % DIGITS)  # (rows, length, d_model)
        q, k, v = self.project(x).unflatten(-1, (3, 2, -1)).permute(2, 0, 3, 1, 4)  # (rows, heads, length, d_head)
        q = q[..., -1:, :]  # only the last position asks, (rows, heads, 1, d_head)
        if self.turn is not None:
            q, k = self.turn(q, torch.tensor([pairs.size(1) - 1], device=q.device)), self.turn(k)
        scores = q @ k.transpose(-2, -1) / math.sqrt(q.size(-1))  # (rows, heads, 1, length)
        mixed = (scores.softmax(-1) @ v).transpose(1, 2).flatten(1)  # (rows, d_model)
        return self.answer(x[:, -1] + self.merge(mixed))


def train_lookup(
    model: Lookup, task: Task, *, lengths: tuple[int, int], steps: int = 300, seed: int = 0
) -> list[float]:
    """Train ``model`` in place with Adam, on 128 fresh texts per step.

    Args:
        model: what to train.
        task: ``needle_task`` or ``near_task``.
        lengths: the shortest and the longest text; each step draws one length between them.
        steps: how many batches.
        seed: of lengths and texts, not of the weights.

    Returns:
        The loss of each step.

    Raises:
        TypeError, ValueError: a number is no int in its range, or ``lengths`` are in the wrong order.
    """
    low, high = (whole_number("length", length, minimum=SHORTEST) for length in lengths)
    if low > high:
        raise ValueError(f"lengths must be (shortest, longest), got {shown(lengths)}; exchange them")
    generator = torch.Generator().manual_seed(whole_number("seed", seed, minimum=0))
    optimizer, losses = torch.optim.Adam(model.parameters(), lr=0.01), []
    with one_thread():
        for _ in progress(range(whole_number("steps", steps)), "step"):
            length = int(torch.randint(low, high + 1, (), generator=generator))
            pairs, digits = task(BATCH, length, int(torch.randint(HELD_OUT, (), generator=generator)))
            loss = nn.functional.cross_entropy(model(pairs), digits)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
    return losses


@torch.no_grad()
def fraction_right(model: Lookup, task: Task, length: int, turn: nn.Module | None = None, rows: int = 512) -> float:
    """The fraction of held-out texts that the model answers rightly, with another ``turn`` if one is given."""
    pairs, digits = task(rows, length, HELD_OUT)
    own = model.turn
    model.turn = own if turn is None else turn
    try:
        with one_thread():
            return (model(pairs).argmax(-1) == digits).double().mean().item()
    finally:
        model.turn = own


def _texts(rows: int, length: int, seed: int) -> tuple[Tensor, Tensor]:
    """Texts of pairs with one A each, and where it stands; never at the last position, which asks."""
    rows, length = whole_number("rows", rows), whole_number("length", length, minimum=SHORTEST)
    generator = torch.Generator().manual_seed(whole_number("seed", seed, minimum=0))
    letters = torch.randint(1, len(LETTERS), (rows, length), generator=generator)
    digits = torch.randint(DIGITS, (rows, length), generator=generator)
    where = torch.randint(length - 1, (rows,), generator=generator)
    letters[torch.arange(rows), where] = 0
    return DIGITS * letters + digits, where
