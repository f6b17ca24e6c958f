"""Exercises of lesson 06. Number 06.3 is not used again."""

import torch
from torch import Tensor

from pe_lesson.exercises._engine import exercise

NOTEBOOK = "is_text = torch.tensor([source.PADDED_IDS]) != 1\nis_word = torch.tensor([True, True, False, False])"

exercise(
    "06.1",
    head="answer =",
    right=3 / 0.8,
    mistakes={
        "3": "the survivors are scaled in training; it does not stay as it was",
        "3 * 0.8": "this multiplies by 1 - p; that would make the average smaller still",
        "3 / 0.2": "this divides by p, the share that is dropped",
        "3 * 1.2": "close, but the factor is not 1 + p; what factor keeps the average the same?",
        "3 - 0.2": "this takes 0.2 off the whole: / and * come before -, so 1 - p needs brackets if it is meant as one number",
        "3 + 0.2": "this adds p; survivors are multiplied by a factor",
        "3 * 0.2": "this multiplies by p, the share that is dropped",
        "3 / 1.2": "this divides by 1 + p; that would make the average smaller still",
        "0": "a dropped entry is 0; this one was not dropped",
        "1 / 0.8": "this is the factor alone; what does it make of 3?",
        "1 - 0.2": "this is the probability to stay; how is 3 scaled by it?",
        "3 / 0.9": "this used p = 0.1 from the lesson; here p is 0.2",
        "3 * 0.9": "this used p = 0.1 from the lesson, and multiplied; here p is 0.2",
        "1 / 0.9": "this is what a 1 becomes at p = 0.1; here the entry is 3 and p is 0.2",
        "1.11": "this is what a 1 becomes at p = 0.1; here the entry is 3 and p is 0.2",
        "3 / 0.8 / 0.8": "scaled twice; once is enough",
        "3 / 0.8 ** 0.5": "no root: the sum should stay, not the length of the vector",
    },
    otherwise="think of ten entries of 3: two become 0; how large must eight be for the same sum?",
    praise="eight such entries sum to what ten did",
)


def _silent(encoded: Tensor, ids: Tensor, pad_id: int) -> Tensor:
    return encoded.masked_fill((ids == pad_id).unsqueeze(-1), 0.0)


def _batch(
    ids: list[list[int]], d_model: int, in_padding: float | None = None, in_text: float | None = None
) -> tuple[Tensor, Tensor]:
    shape = (len(ids), len(ids[0]), d_model)
    encoded = (1 + torch.arange(shape[0] * shape[1] * d_model) / 2).reshape(shape)
    if in_padding is not None:
        encoded[-1, -1] = in_padding
    if in_text is not None:
        encoded[-1, 0, -1] = in_text
    return encoded, torch.tensor(ids)


MIDDLE = "the new dimension stands in the middle; it belongs at the end"
MORE = "the mask needs one dimension more, at the end, to meet (batch, seq_length, d_model)"
exercise(
    "06.2",
    head="def silence(encoded, ids, pad_id):",
    names=NOTEBOOK,
    cases=[
        (*_batch([[4, 9]], 1), 9),
        (*_batch([[5, 12, 9], [0, 9, 9]], 4), 9),
        (*_batch([[1, 6, 3, 1], [7, 0, 8, 2]], 2), 0),
        (*_batch([[3, 1, 1]], 2), 1),
        (*_batch([[5, 8, 9], [7, 9, 9]], 3), 9),
        (*_batch([[2, 6], [5, 9]], 3, in_padding=torch.nan), 9),
        (*_batch([[7, 2, 9], [6, 9, 9]], 2, in_text=torch.nan), 9),
    ],
    right=_silent,
    mistakes={
        "encoded": "nothing changed; the padding has to become zero",
        "encoded * (ids == pad_id).unsqueeze(-1)": "the mask is upside down: text became zero and padding stayed",
        "encoded * (ids != 0).unsqueeze(-1)": "this took 0 for the padding id; use pad_id",
        "encoded * (ids != 1).unsqueeze(-1)": "this took 1 for the padding id; use pad_id",
        "encoded * (ids < pad_id).unsqueeze(-1)": "text may have a larger id than the padding; other than pad_id is !=",
        "encoded * (ids > pad_id).unsqueeze(-1)": "text may have a smaller id than the padding; other than pad_id is !=",
        "encoded.nan_to_num() * (ids != pad_id).unsqueeze(-1)": "nan in the text became 0 too; write zeros at the padding only, the text stays as it is",
        "encoded * 0": "everything became zero, the text too",
        "(ids != pad_id).unsqueeze(-1)": "this is the mask; masked_fill can write zeros with it",
        "ids != pad_id": "this is the mask; masked_fill can write zeros with it",
        "(ids != pad_id).unsqueeze(-1).expand_as(encoded)": "this is the mask; masked_fill can write zeros with it",
        "encoded.masked_fill((ids == pad_id).unsqueeze(-1), pad_id)": "the padding became its id; zeros are asked for",
        "encoded.masked_fill((ids == pad_id).unsqueeze(-1), 1.0)": "the padding became 1; zeros are asked for",
        "encoded.masked_fill((ids == pad_id).unsqueeze(-1), -torch.inf)": "the padding became -inf, which is for scores; zeros are asked for",
        "encoded * (ids != pad_id)": MORE,
        "encoded * (ids != pad_id).unsqueeze(1)": MIDDLE,
        "encoded.masked_fill((ids == pad_id).unsqueeze(1), 0)": MIDDLE,
        "encoded * (ids != pad_id).unsqueeze(-1)": "nan times 0 is nan, and zeros are asked for whatever stands in the padding; masked_fill writes them",
        "encoded * (ids != pad_id).unsqueeze(0)": MORE,
        "encoded.masked_fill(ids == pad_id, 0)": MORE,
        "encoded * is_text.unsqueeze(-1)": "is_text is the notebook's mask; make one from ids and pad_id",
        "encoded * ids.unsqueeze(-1)": "this multiplies by the ids; make True and False of them first",
        "encoded * (encoded != pad_id)": "this compares `encoded` with pad_id; the ids say what is padding",
        "encoded[ids != pad_id]": "the padding was cut out and the sentences ran together; keep the shape, put zeros",
        "out = encoded.clone()\nout[..., 0] = out[..., 0] * (ids != pad_id)\nreturn out": "only column 0 became zero; all of a padding's row should",
        "out = encoded.clone()\nout[:, -1] = 0\nreturn out": "only the last position became zero, padding or not",
        "out = encoded.clone()\nout[:, int((ids[0] != pad_id).sum()):] = 0\nreturn out": "all sentences were cut where the first one ends; each has padding of its own",
        "lengths = (ids != pad_id).sum(1, keepdim=True)\npad = torch.arange(ids.size(1)) >= lengths\nreturn encoded.masked_fill(pad.unsqueeze(-1), 0)": "this supposes all padding at the end; it may stand anywhere",
        "text = (ids != pad_id).int().cumprod(1).bool()\nreturn encoded.masked_fill(~text.unsqueeze(-1), 0)": "all that comes after the first padding became zero; padding may stand anywhere, and text after it",
        "(encoded * (ids != pad_id).unsqueeze(-1)).long()": "the entries lost their decimals",
    },
    praise="silent where there is no text, and the batch that went in is untouched",
)


def _weights(scores: Tensor, ids: Tensor, pad_id: int) -> Tensor:
    return scores.masked_fill((ids == pad_id).unsqueeze(1), -torch.inf).softmax(dim=-1)


def _scores(ids: list[list[int]], in_padding: float | None = None) -> tuple[Tensor, Tensor]:
    batch, length = len(ids), len(ids[0])
    k = torch.arange(batch * length * length, dtype=torch.float64)
    scores = (k * 7 % 5 - 1.5).reshape(batch, length, length)
    if in_padding is not None:
        scores[-1, :, -1] = in_padding
    return scores, torch.tensor(ids)


HIDE = "(ids == pad_id).unsqueeze(1)"
HUGE = "where padding has a huge score, nothing is left to divide by (0 / 0 is nan), and its exp alone may be inf; hide it before the softmax"
ZERO = "0 is a score like any other, and softmax makes a positive weight of it; only -inf becomes 0"
KEYS = "the mask needs one dimension more, in the middle: (batch, 1, length) hides keys for every query"
exercise(
    "06.4",
    head="def text_weights(scores, ids, pad_id):",
    names=NOTEBOOK,
    cases=[
        (*_scores([[4, 9]]), 9),
        (*_scores([[5, 12, 9], [0, 9, 9]]), 9),
        (*_scores([[1, 6, 0, 0], [7, 3, 8, 2]]), 0),
        (*_scores([[3, 8, 1], [2, 6, 9]], in_padding=1000), 9),  # exp(1000) overflows, and exp(1 - 1000) is 0
    ],
    right=_weights,
    mistakes={
        f"scores.masked_fill({HIDE}, -torch.inf)": "these are scores still; weights are their softmax",
        "scores.softmax(dim=-1)": "there is no mask yet: padding gets weight",
        "scores.masked_fill((ids == pad_id).unsqueeze(-1), -torch.inf).softmax(dim=-1)": "this hides the queries that are padding, so their rows are NaN; hide the keys, in the last dimension",
        "scores.masked_fill((ids == pad_id).unsqueeze(-1), -1e9).softmax(dim=-1)": "this hides the queries that are padding; hide the keys, in the last dimension",
        f"scores.masked_fill({HIDE}, 0).softmax(dim=-1)": ZERO,
        f"(scores * ~{HIDE}).softmax(dim=-1)": ZERO,
        f"scores.masked_fill({HIDE}, -1.0).softmax(dim=-1)": "-1 is a score like any other; the smallest there is, -inf, becomes weight 0",
        f"scores.softmax(dim=-1) * ~{HIDE}": "the weights no longer sum to 1: hide the padding before the softmax, or divide by the new sum",
        f"scores.softmax(dim=-1).masked_fill({HIDE}, 0)": "the weights no longer sum to 1: hide the padding before the softmax, or divide by the new sum",
        f"weights = scores.softmax(dim=-1) * ~{HIDE}\nreturn weights / weights.sum(-1, keepdim=True)": HUGE,
        f"scores.softmax(dim=-1).masked_fill({HIDE}, -torch.inf)": "-inf came in after the softmax; it belongs before",
        f"scores.masked_fill({HIDE}, -torch.inf).softmax(dim=1)": "this softmax goes over the queries, so columns sum to 1; a query shares its weight among keys, dim=-1",
        f"scores.masked_fill({HIDE}, -torch.inf).softmax(dim=0)": "this softmax goes over the batch; a query shares its weight among keys, dim=-1",
        f"scores.masked_fill(~{HIDE}, -torch.inf).softmax(dim=-1)": "the mask is upside down: the text is hidden and the padding seen",
        f"scores.masked_fill({HIDE}, torch.inf).softmax(dim=-1)": "+inf draws all the weight there is; -inf gets none",
        "scores.masked_fill(ids == pad_id, -torch.inf).softmax(dim=-1)": KEYS,
        "scores.masked_fill(~is_word, -torch.inf).softmax(dim=-1)": "is_word is the notebook's mask; make one from ids and pad_id",
        f"~{HIDE}": "this is the mask; put it on the scores, then take the softmax",
        f"(~{HIDE}).expand_as(scores)": "this is the mask; put it on the scores, then take the softmax",
        f"scores.masked_fill({HIDE} | (ids == pad_id).unsqueeze(-1), -torch.inf).softmax(dim=-1)": "padding as a query is hidden as well, so its rows are NaN; hiding the keys is enough",
        f"weights = scores.masked_fill({HIDE}, -torch.inf).softmax(dim=-1)\nreturn weights.masked_fill((ids == pad_id).unsqueeze(-1), 0)": "the rows of padding queries are emptied here; every row sums to 1, theirs too",
        "scores.masked_fill((ids == 1).unsqueeze(1), -torch.inf).softmax(dim=-1)": "this took 1 for the padding id; use pad_id",
        "scores.masked_fill((ids == 0).unsqueeze(1), -torch.inf).softmax(dim=-1)": "this took 0 for the padding id; use pad_id",
    },
    praise="whatever the padding holds, no word takes anything from it",
)
