"""Exercises of lesson 09."""

import math

import torch
from torch import Tensor

from pe_lesson._arguments import shown
from pe_lesson.attention.tasks import order_task, swap
from pe_lesson.exercises._engine import Mistake, exercise

OTHERS = "A and B are exchanged, but the other ids changed too"


def _whole(_answer: object, values: list[object]) -> None:
    if any(isinstance(value, Tensor) and value.is_floating_point() for value in values):
        raise Mistake("A and B are exchanged, but ids should stay whole numbers; an embedding takes no others")


STEPS = "new = ids.clone()\n"
FIRST = STEPS + "k = torch.arange(len(ids))\na, b = (ids == 0).int().argmax(1), (ids == 1).int().argmax(1)\n"
exercise(
    "09.1",
    head="def exchange(ids):",
    cases=[
        (torch.tensor([[0, 2]]),),
        (torch.tensor([[0, 2, 1, 3], [5, 1, 6, 0], [0, 1, 7, 4]]),),
        (torch.tensor([[1, 0, 6]]),),
        (torch.tensor([[0, 3, 0, 1], [1, 1, 4, 0], [2, 1, 5, 3]]),),
    ],
    right=swap,
    also=_whole,
    mistakes={
        "ids": "nothing has changed",
        STEPS
        + "new[new == 0] = 1\nnew[new == 1] = 0\nreturn new": "no B is left and there are two As per row: the As stayed, or the second step also found what the first one wrote",
        STEPS
        + "new[new == 1] = 0\nnew[new == 0] = 1\nreturn new": "every A and B is a B now: the Bs stayed, or a second step took back what the first one wrote",
        **{
            f"{FIRST}{steps}\nreturn new": "this supposes one A and one B in every row; a row may have none, or several"
            for steps in (
                "new[k, a] = 1\nnew[k, b] = 0",
                "new[k, b] = 0\nnew[k, a] = 1",
                "new[k, a], new[k, b] = ids[k, b], ids[k, a]",
            )
        },
        "torch.where(ids < 2, ids, 1 - ids)": "A and B stayed and the others changed: the condition is turned round",
        "torch.where(ids <= 2, 1 - ids, ids)": "A and B are exchanged, but c (2) changed too: ids below 2 are A and B",
        "1 - ids": OTHERS,
        "ids ^ 1": OTHERS,
        "(ids == 0).long()": "A and B are exchanged, but the other ids are gone",
        "torch.where(ids == 0, 1, torch.where(ids == 1, 0, 2))": "A and B are exchanged, but the other ids are gone: each became 2",
        "torch.where(ids < 2, 1 - ids, 0)": "A and B are exchanged, but the other ids are gone",
        "ids.flip(1)": "this reads the rows from right to left; only A and B should move",
        "ids.roll(1, dims=1)": "the places moved; the letters should change and stay where they are",
        "out = ids.clone()\nout[:, 0], out[:, 1] = ids[:, 1], ids[:, 0]\nreturn out": "columns 0 and 1 were exchanged; A and B may stand anywhere",
        'torch.where(ids == "A", "B", ids)': "ids are numbers: A is 0, B is 1",
        "(ids - 1).abs()": OTHERS,
        "torch.where(ids < 2, 1 + ids, ids)": "A became B, but B became c (2): which difference turns 1 into 0 as well?",
        "torch.where(ids < 2, ids - 1, ids)": "B became A, but A became -1: which difference turns 0 into 1 as well?",
        "torch.where(ids < 2, -ids, ids)": "A stayed and B became -1: a minus sign exchanges nothing",
        "torch.where(ids < 2, ~ids, ids)": "~ turns the bits of whole numbers, 0 into -1; it exchanges True and False only",
        "torch.where(ids > 2, 1 - ids, ids)": "A and B stayed, and others changed: the condition is turned round",
        "ids[:, [1, 0]]": "these are columns 0 and 1, exchanged; A and B may stand anywhere, and the other columns stay",
        "ids.replace(0, 1)": "a tensor has no replace; torch.where chooses between two values, entry by entry",
        "ids < 2": "this says where A and B stand; exchange them",
    },
    praise="and doing it twice gives the rows back",
)

DISTANCE = "this is how far the numbers are from the labels; make both a yes or no first"
NO_MEAN = "booleans have no mean; .double() first makes 0 and 1 of them"


def _no_mean(error: str) -> None:
    """A Mistake if booleans were averaged: torch's releases have different errors for it."""
    if "mean" in error and "Bool" in error:
        raise Mistake(f"{NO_MEAN} ({error})")


AGREE = "(answers > 0) == (labels > 0.5)"
exercise(
    "09.2",
    head="def fraction_right(answers, labels):",
    cases=[
        (torch.tensor([3.0, -1.2]), torch.tensor([1.0, 1])),
        (
            torch.tensor([0.0, 1.0, 0.4, 0.2, 1.0, 2.6, 2.6, -4.0, 0.2, 0.3, 3.0, 0.4, -4.0]),
            torch.tensor([0.0, 1, 1, 1, 0, 1, 1, 0, 1, 1, 0, 0, 1]),
        ),
        (torch.tensor([0.2, -0.5, -1.0]), torch.tensor([1.0, 0, 1])),
        (torch.tensor([2.0]), torch.tensor([1.0])),
        (torch.tensor([0.0, 0, 0, -1]), torch.tensor([1.0, 1, 0, 0])),
    ],
    stop=_no_mean,
    right=lambda answers, labels: ((answers > 0) == (labels > 0.5)).double().mean().item(),
    mistakes={
        f"({AGREE}).sum().item()": "this counts the rows; divide by how many there are",
        f"({AGREE}).double().mean().item() * 100": "this is in per cent; from 0 to 1 is asked for",
        "((answers > 0) != (labels > 0.5)).double().mean()": "this is the fraction that is wrong",
        "((answers > 0.5) == (labels > 0.5)).double().mean()": "0.5 is the threshold of a probability or a label; these answers say yes above 0",
        "((answers >= 0) == (labels > 0.5)).double().mean()": "an answer of exactly 0 is no yes: above 0, not 0 itself",
        "((answers > 0) == (labels > 0)).double().mean() * 0 + (answers == labels).double().mean()": "no answer equals its label: a number like 3.0 has to become a yes first",
        "(answers.sign() == 2 * labels - 1).double().mean()": "an answer of exactly 0 is a no, and here it agrees with no label (sign(0) is 0)",
        "(answers.sign() == labels).double().mean()": "sign gives -1 for no, and a label gives 0: they never agree on no",
        "(answers.sign() == labels.sign()).double().mean()": "sign gives -1 for no, and a label gives 0: they never agree on no",
        "(answers > labels).double().mean()": "this compares the answers with the labels as numbers; make both a yes or no first",
        "(answers > 0).double().mean()": "this is the share of yes among the answers; the labels are not used",
        "labels.double().mean()": "this is the share of yes among the labels: the answers are not used, or a probability is above 0 in every row",
        "((answers > 0) & (labels > 0.5)).double().mean()": "only agreeing on yes is counted (a product with a label 0 is never above 0); agreeing on no counts as well",
        "(answers[labels > 0.5] > 0).double().mean()": "this looks only at the rows whose label is yes",
        "(labels[answers > 0] > 0.5).double().mean()": "this looks only at the rows whose answer is yes",
        "(answers.round() == labels).double().mean()": "this rounds the answers; yes is above 0",
        f"({AGREE}).sum().item() / 64": "divide by the number of rows that come in, not by 64",
        f"({AGREE}).sum().item() / 10": "divide by the number of rows that come in, not by 10",
        f"round(({AGREE}).double().mean().item())": "do not round: a share is 0 or 1 only when none or all agree",
        AGREE: "this says of each row whether it agrees; their mean is asked for",
        f"({AGREE}).mean()": NO_MEAN,
        f"({AGREE}).all()": "this is 1 where all agree and 0 where one does not, as with .all() or //; how often do they?",
        "(answers.sigmoid() == labels).double().mean()": "a probability is hardly ever 1 or 0 itself; make a yes or no of it first",
        f"({AGREE}).sum() / 2": "divide by the number of rows that come in, not by 2",
        "(answers - labels).abs().mean()": DISTANCE,
        "1 - (answers - labels).abs().mean()": DISTANCE,
        "(answers * labels).mean()": "a product of numbers is no yes or no; make both a yes or no first",
        "(answers > 0).sum() / (labels > 0).sum()": "this compares how many yes there are, not row by row",
        "((answers > 0).int() - labels).mean()": "differences of both signs cancel each other; how often do the two agree?",
        "torch.allclose(answers, labels)": "this asks whether the numbers are all alike; how often do the two agree on yes or no?",
        "torch.nn.functional.binary_cross_entropy_with_logits(answers, labels)": "this is a loss; the share of rows that agree is asked for",
    },
    praise="which is what the curves above show",
)


def _signs(value: object) -> object:
    """One sign per row: what the numbers are is free."""
    if isinstance(value, list | tuple):
        value = torch.as_tensor(value)
    if isinstance(value, int | float):
        raise Mistake("one number for each row is asked for, this is one alone; does a loop keep that of each row?")
    if not isinstance(value, Tensor):
        raise Mistake(f"one number for each row is asked for, in a tensor; this is {shown(value)}")
    return value.detach().double().sign()


def _right(ids: Tensor) -> Tensor:
    return ((ids == 1).int().argmax(1) - (ids == 0).int().argmax(1)).double().sign()


def _look(values: list[object]) -> None:
    signs = values[-1]
    assert isinstance(signs, Tensor)
    if signs.dim() == 0:
        raise Mistake(
            "one number for all rows came back; each row has an answer of its own: sum over its letters, dim 1"
        )
    if signs.shape == (8,):
        raise Mistake("one number per position came back; sum over the letters of a row, dim 1, not over the rows")
    if signs.shape == ROWS[-1][0].shape:
        raise Mistake("a number for each letter came back; one for each row is asked for, so sum over dim 1")
    if signs.dim() == 1 and (signs >= 0).all() and (signs > 0).any() and (signs == 0).any():
        if torch.equal(signs > 0, _right(ROWS[-1][0]) > 0):
            raise Mistake("yes is above 0 as it should be, but no should be below 0, not 0 itself")
        raise Mistake(
            "no number is below 0, as a no should be; and those above 0 are not the rows in which A comes first"
        )
    if signs.dim() == 1 and len(signs.unique()) == 1:
        raise Mistake("every row gets the same sign; compare the position of A with that of B")


ROWS = [(order_task(1, 3, seed=3)[0][:2],)] + [(order_task(40, length, seed=3)[0],) for length in (5, 16, 8)]
NONZERO = (
    "nonzero() gives each place as row and column, in two numbers; compare the columns of A and B, one number per row"
)
FOUND = "nonzero()[0] and [1] are the first and second place that was found, not all columns; one number per row is asked for"
SUM = "a sum over dim 1 leaves the position"
TWO = "this looks at the first two places only; A and B may stand anywhere"
P = "p = torch.arange(ids.size(1))\n"
exercise(
    "09.3",
    head="def answer_by_hand(ids):",
    names="from pe_lesson.attention.model import TinyAttention\ntorch.manual_seed(0)\nmodel = TinyAttention()",
    cases=ROWS,
    right=_right,
    stop=_no_mean,
    form=_signs,
    look=_look,
    mistakes={
        P
        + "return ((ids == 0) * p).sum(1) - ((ids == 1) * p).sum(1)": "every answer has the wrong sign: if A comes first, its position is the smaller one",
        "torch.where(ids[:, 0] == 0, 1.0, -1.0)": "this looks at the first place only; A may stand anywhere",
        **dict.fromkeys(
            (
                "ids[:, -1] - ids[:, 0]",
                "ids[:, 0] - ids[:, -1]",
                "ids[:, 1] - ids[:, 0]",
                "ids[:, 0] - ids[:, 1]",
            ),
            "this subtracts the numbers of letters; the places where A and B stand are asked for",
        ),
        P + "return -((ids == 0) * p).sum(1)": "this uses the position of A alone; B's is needed, too",
        P + "return ((ids == 1) * p).sum(1)": "this uses the position of B alone; A's is needed, too",
        P
        + "return ids.size(1) / 2 - ((ids == 0) * p).sum(1)": "this asks whether A is in the first half of the row; where is B?",
        "ids.argmax(1) - ids.argmin(1)": "argmax finds the position of the largest letter, not of B; mark the Bs first",
        "((ids[:, :-1] == 0) & (ids[:, 1:] == 1)).any(1).float() - 0.5": "this asks whether A and B are neighbours; there may be letters between them",
        "p = torch.arange(ids.size(0)).unsqueeze(1)\nreturn ((ids == 1) * p).sum(1) - ((ids == 0) * p).sum(1)": "every row gets 0: counting A and B cannot tell, nor can the rows' own numbers (those of the rows, dim 0); letters stand along dim 1",
        "p = torch.arange(8)\nreturn ((ids == 1) * p).sum(1) - ((ids == 0) * p).sum(1)": "this works for length 8 alone; ids.size(1) is the length",
        P + "return ((ids == 1) * p - (ids == 0) * p)": "a number for each letter came back; sum over them, dim 1",
        P + "return (ids == 1) * p": "a number for each letter came back; sum over them, dim 1",
        P
        + "return ((ids == 1) * p).sum(1, keepdim=True) - ((ids == 0) * p).sum(1, keepdim=True)": "one number per row, but in shape (rows, 1); (rows,) is asked for",
        "model(ids)": "this is what an untrained model guesses; look up where A and B stand",
        "(ids == 0).nonzero()": NONZERO,
        "(ids == 1).nonzero()": NONZERO,
        "(ids == 1).nonzero() - (ids == 0).nonzero()": NONZERO,
        "(ids == 0).nonzero() - (ids == 1).nonzero()": NONZERO,
        "(ids == 0).nonzero() < (ids == 1).nonzero()": NONZERO,
        "(ids == 0).nonzero() > (ids == 1).nonzero()": NONZERO,
        "(ids == 1).nonzero()[0] - (ids == 0).nonzero()[0]": FOUND,
        "(ids == 1).nonzero()[1] - (ids == 0).nonzero()[1]": FOUND,
        "(ids == 0).nonzero()[0] - (ids == 1).nonzero()[0]": FOUND,
        "(ids == 0).nonzero()[1] - (ids == 1).nonzero()[1]": FOUND,
        "(ids == 1).argmax(1) - (ids == 0).argmax(1)": "argmax wants numbers, not True and False: .int() first",
        "(ids == 0) - (ids == 1)": "True and False cannot be subtracted: make numbers of them, .int(); and where do they stand?",
        P
        + "return (ids == 1) @ p": "@ multiplies numbers of one type, and this has True and False on its left: .long() first",
        P + "return ((ids == 1) * p).mean(1)": f"neither whole numbers nor booleans have a mean in torch; {SUM}",
        "(ids == 0).mean(1)": f"neither whole numbers nor booleans have a mean in torch; {SUM}",
        P
        + "return ((ids == 1) * p).max(1) - ((ids == 0) * p).max(1)": ".max(1) gives values and their indices; take one of the two, as with .values",
        "p = torch.arange(ids.size(0))\nreturn ((ids == 1) * p).sum(1)": "ids.size(0) counts the rows; letters stand along dim 1, and ids.size(1) counts them",
        P + "return p[ids == 0]": "positions are one row, and ids == 0 has many; a product of the two broadcasts",
        "ids.index(0)": "index looks something up in a list; in a tensor, ids == 0 marks where A stands",
        P + "return ((ids == 0) * p).sum(1)": "this uses the position of A alone; B's is needed, too",
        "ids.argmin(1) - ids.argmax(1)": "argmax finds the position of the largest letter, not of B; mark the Bs first",
        "ids.argmax(1)": "argmax finds the position of the largest letter, not of B; mark the Bs first",
        "ids[:, 1] - ids[:, 0]": TWO,
        "ids[:, 0] - ids[:, 1]": TWO,
        "torch.where(ids[:, -1] == 1, 1.0, -1.0)": "this looks at the last place only; B may stand anywhere",
        "torch.where(ids[:, 0] < ids[:, 1], 1.0, -1.0)": TWO,
    },
    praise="the raw index is enough for this task; lesson 00 says why it is not what one adds to embeddings",
)


def _weights(q: Tensor, k: Tensor) -> Tensor:
    scores = q @ k.T / math.sqrt(q.size(1))
    return scores.masked_fill(torch.ones(len(q), len(q)).triu(1).bool(), -torch.inf).softmax(dim=-1)


def _draw(length: int, d_head: int) -> tuple[Tensor, Tensor]:
    numbers = (torch.arange(2 * length * d_head) * 7 % 11 / 4 - 1.25).reshape(2, length, d_head)
    return numbers[0], numbers[1]


MEETS_AT_ZERO = torch.tensor([[1.0, 1], [0, 2], [1, -1]]), torch.tensor([[3.0, 0], [1, 0.5], [0.25, 1]])
SCORES, HIDDEN = "q @ k.T / math.sqrt(q.size(1))", "torch.ones(len(q), len(q)).triu(1).bool()"


def _attends(scores: str = SCORES, hidden: str = HIDDEN, end: str = ".softmax(dim=-1)") -> str:
    return f"({scores}).masked_fill({hidden}, -torch.inf){end}"


ROOT = "the scores are not divided by the root of d_head, the width of q and k"
exercise(
    "09.4",
    head="def causal_weights(q, k):",
    cases=[_draw(2, 1), _draw(3, 4), _draw(5, 2), _draw(4, 4), MEETS_AT_ZERO],
    right=_weights,
    mistakes={
        f"({SCORES}).softmax(dim=-1)": "no mask is at work: a query also looks at what comes after it (masked_fill returns a new tensor)",
        "(q @ k.T).softmax(dim=-1)": f"no mask is at work, and {ROOT}",
        _attends("q @ k.T"): ROOT,
        _attends("q @ k.T / q.size(1)"): "this divides by d_head, not its root",
        _attends("q @ k.T * math.sqrt(q.size(1))"): "this multiplies by the root of d_head; divide by it",
        _attends(
            "q @ k.T / math.sqrt(len(q))"
        ): "this divides by the root of the length; d_head is the width of q and k",
        _attends("q @ k.T / math.sqrt(8)"): "this divides by the root of 8, whatever d_head is; take it from q",
        _attends(
            "k @ q.T / math.sqrt(q.size(1))"
        ): "queries and keys have changed places: rows belong to queries, q @ k.T",
        _attends(
            hidden="torch.ones(len(q), len(q)).tril(-1).bool()"
        ): "this hides the past and shows what comes later; hide what is to the right of the diagonal",
        _attends(
            hidden="torch.ones(len(q), len(q)).tril().bool()"
        ): "this hides the past and the word itself; hide what is to the right of the diagonal",
        _attends(
            hidden="torch.ones(len(q), len(q)).triu().bool()"
        ): "a query may look at itself, too: hide from one right of the diagonal on, triu(1)",
        _attends(
            end=".softmax(dim=0)"
        ): "this softmax goes over the queries, so columns sum to 1; a query shares its weight among keys, dim=-1",
        _attends(end=""): "these are scores still; weights are their softmax",
        SCORES: "these are scores still; mask them and take the softmax",
        f"({SCORES}).softmax(dim=-1).tril()": "the weights no longer sum to 1: mask before the softmax, or divide by the new sum",
        f"({SCORES}).tril().softmax(dim=-1)": "0 is a score like any other, and softmax makes a positive weight of it; -inf becomes 0",
        f"s = ({SCORES}).tril()\nreturn s.masked_fill(s == 0, -torch.inf).softmax(dim=-1)": "a score of 0 is a score like any other, and here it is hidden too; make the mask from places, not from values",
        f"({SCORES}).softmax(dim=-1).masked_fill({HIDDEN}, -torch.inf)": "-inf came in after the softmax; it belongs before",
        "(q @ k / math.sqrt(q.size(1))).softmax(dim=-1)": "k has to be transposed: each query meets each key, q @ k.T",
        "(q * k / math.sqrt(q.size(1))).softmax(dim=-1)": "this multiplies entry by entry; the score of a query and a key is a dot product, q @ k.T",
        f"({SCORES}).masked_fill(torch.ones(len(q), len(q)).triu(1), -torch.inf).softmax(dim=-1)": "a mask is True and False: .bool() makes them of 1 and 0",
        **{
            f"({SCORES}{hide}).softmax(dim=-1)": "-1 or 1 is a score like any other, and softmax makes a positive weight of it; hidden ones need -inf"
            for hide in (" + torch.ones(len(q), len(q)).triu(1)", " - torch.ones(len(q), len(q)).triu(1)")
        },
        f"({SCORES}).masked_fill({HIDDEN}, -1).softmax(dim=-1)": "-1 is a score like any other, and softmax makes a positive weight of it; hidden ones need -inf",
        f"({SCORES}).masked_fill({HIDDEN}, torch.inf).softmax(dim=-1)": "+inf or NaN under the mask makes NaN of its whole row; which infinity gets the weight 0?",
        f"({SCORES} + torch.ones(len(q), len(q)).triu(1) * -torch.inf).softmax(dim=-1)": "the NaN come from 0 times infinity; masked_fill sets the hidden ones, and leaves the others",
        f"({SCORES} * torch.ones(len(q), len(q)).triu(1)).softmax(dim=-1)": "a product makes scores 0, which softmax gives a positive weight; and triu(1) keeps what comes later",
        _attends("q @ k.T")
        + " / math.sqrt(q.size(1))": "the weights are divided by the root; divide the scores, before the softmax",
        _attends(end=".softmax()"): "softmax needs its dim: a query shares its weight among keys",
        _attends(hidden="torch.ones(8, 8).triu(1).bool()"): "the mask has a fixed size; the length comes in with q",
        _attends(
            hidden="torch.ones(len(q), len(q)).triu(2).bool()"
        ): "a query also looks at the next word: hide from one right of the diagonal on",
        _attends("q @ k.T / q.size(1) ** 2"): "this divides by the square of d_head; its root is asked for",
        _attends(end=".exp()"): "this is the exp of the scores; a softmax also divides by the sum of the row",
        f"s = ({SCORES}).exp().tril()\nreturn s / s.sum()": "all weights together sum to 1; each row should",
        f"s = ({SCORES}).exp().tril()\nreturn s / s.sum(1)": "the sums lost their dimension, so they divide columns; keepdim=True keeps it",
        f"({SCORES}).tril()": "these are scores still; weights are their softmax",
        f"s = ({SCORES}).tril()\nreturn s / s.sum(1, keepdim=True)": "the scores are divided by their sum; a softmax takes their exp first, so that none is below 0",
        "(q.T @ k / math.sqrt(q.size(1))).softmax(dim=-1)": "q.T @ k compares columns; each query meets each key in q @ k.T",
        _attends() + " @ k": "these are mixtures of keys; the weights alone are asked for",
    },
    praise="this, times the values, is attention; lesson 00's version had no mask",
)
