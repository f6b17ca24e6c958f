"""Exercises of lesson 11."""

import torch
from torch import Tensor

from pe_lesson.exercises._engine import Mistake, exercise

NOTEBOOK = """
length, padding = 6, 3
sentence = torch.randint(0, 7, (1, length))
padded = torch.cat([torch.full((1, padding), 7), sentence], dim=1)
positions = (padded != 7).cumsum(-1) - 1
"""
LEFT = torch.tensor([[False, False, True, True], [True, True, True, True], [False, False, False, True]])
RIGHT = torch.tensor([[True, True, False, False, False], [True, True, True, True, False]])
WHOLE = torch.ones(2, 3, dtype=torch.bool)


def _whole_numbers(_answer: object, values: list[object]) -> None:
    if not all(isinstance(value, Tensor) for value in values):
        raise Mistake("right numbers in a list; a tensor is asked for, and torch.tensor makes one")
    if any(isinstance(value, Tensor) and value.dtype != torch.int64 for value in values):
        raise Mistake("right numbers in another type; positions are whole numbers, int64: leave .float() out")


def _bools(_answer: object, values: list[object]) -> None:
    if any(isinstance(value, Tensor) and value.dtype != torch.bool for value in values):
        raise Mistake("right places, but as numbers; a mask is bool: leave the comparison as it is")


exercise(
    "11.1",
    head="def next_position(mask):",
    names=NOTEBOOK,
    cases=[(LEFT,), (RIGHT,), (WHOLE,)],
    right=lambda mask: mask.sum(dim=-1, keepdim=True),
    mistakes={
        "mask.sum(dim=-1)": "right numbers in shape (batch,); give one column, (batch, 1), so that they stand beside the ids",
        "mask.sum(dim=-1, keepdim=True) - 1": "this is the position of the last token; the next one comes after it",
        "mask.sum(dim=-1, keepdim=True) + 1": "one too many: positions begin at 0, so after three tokens comes position 3",
        "torch.full((len(mask), 1), mask.size(1))": "this counts columns, padding included; count real tokens",
        "(~mask).sum(dim=-1, keepdim=True)": "this counts the padding; count real tokens",
        "mask.sum()": "this counts the real tokens of all rows together; each row has its own count",
        **dict.fromkeys(
            (
                "mask.sum(dim=0, keepdim=True)",
                "mask.sum(dim=0).unsqueeze(1)",
                "mask.sum(dim=0)[: len(mask)].unsqueeze(1)",
                "mask.cumsum(0)[:, -1:]",
            ),
            "this adds over the rows of the batch; count along each row, dim=-1",
        ),
        "mask.sum(dim=0)": "this counts down the columns; count along each row",
        "mask.cumsum(-1) - 1": "these are the positions of the tokens that are there; the next one is asked for",
        "(mask.cumsum(-1) - 1).clamp(min=0)": "these are the positions of the tokens that are there; the next one is asked for",
        "mask.cumsum(-1)[:, -1:] - 1": "this is the position of the last token; the next one comes after it",
        "mask.cumsum(-1)": "these are counts at every token; one number per row is asked for",
        "mask.int().argmax(dim=-1, keepdim=True)": "this is the column of the first real token; its position is 0, wherever it stands",
        "mask.size(1) - mask.int().argmax(dim=-1, keepdim=True)": "right for padding on the left only; count the real tokens, wherever they stand",
        "mask.int().argmin(dim=-1, keepdim=True)": "this looks for the first padding: right for padding on the right only, and a full row has none",
        "torch.zeros(len(mask), 1)": "position 0 is for the first token of a text; the next one has all the others before it",
        "torch.full((len(mask), 1), length)": "this takes length from the notebook; count the real tokens of each row of the mask",
        "positions[:, -1:] + 1": "this takes positions from the notebook; count in the mask that the function is given",
    },
    also=_whole_numbers,
    praise="prompt and answer are counted alike, so no offset is wrong",
)

PACKS = [
    (torch.tensor([0, 0, 1]),),
    (torch.tensor([0, 0, 0, 1, 1, 2]),),
    (torch.tensor([4, 4, 7, 7, 7, 4]),),
    (torch.tensor([5]),),
]
exercise(
    "11.2",
    head="def who_sees_whom(document):",
    names=NOTEBOOK,
    cases=[*PACKS[:2], PACKS[3]],
    right=lambda document: (document.unsqueeze(1) == document).tril(),
    mistakes={
        "document.unsqueeze(1) == document": "queries see what comes later in their document; keep what is on and below the diagonal",
        "torch.ones(len(document), len(document)).tril().bool()": "queries see earlier documents too; compare the numbers of the documents",
        "(document.unsqueeze(1) == document).triu()": "this keeps what is above the diagonal: rows are queries, columns are keys, and a query looks to the left",
        "(document.unsqueeze(1) == document).tril(-1)": "a query does not see itself; the diagonal belongs to it",
        "(document.unsqueeze(1) != document).tril()": "this is True for keys of other documents",
        "~(document.unsqueeze(1) == document).tril()": "this is True where a query may not look; it should be the other way round",
        "(document.unsqueeze(1) >= document)": "this lets tokens see documents with smaller numbers, too; only equal numbers see each other",
        "(document == document).tril()": "this compares each token with itself; a column against a row gives the square",
        "document == document": "this compares each token with itself; a column against a row gives the square",
        "torch.eye(len(document), dtype=torch.bool)": "each query sees itself only; it should see the earlier tokens of its document",
        "torch.where((document.unsqueeze(1) == document).tril(), 0.0, -torch.inf)": "this is a bias, to be added to scores; a mask of True and False is asked for",
        "same_document[0].tril()": "this takes same_document from the notebook; compare the numbers in document",
    },
    also=_bools,
    praise="block-diagonal and causal at once",
)


def _loop(test: str, if_so: str = "count = 0", else_so: str = "count += 1") -> str:
    return (
        "out, count = [], 0\nfor i in range(len(document)):\n"
        f"    {test}:\n        {if_so}\n    else:\n        {else_so}\n    out.append(count)\nreturn torch.tensor(out)"
    )


exercise(
    "11.3",
    head="def restart(document):",
    names=NOTEBOOK,
    cases=[*PACKS[:2], (torch.tensor([4, 4, 7, 7, 7]),), (torch.tensor([5, 5, 2]),), PACKS[3]],
    right=lambda document: (document.unsqueeze(1) == document).tril().sum(dim=1) - 1,
    mistakes={
        "torch.arange(len(document))": "this counts on through the whole row; begin again in each document",
        "(document.unsqueeze(1) == document).tril().sum(dim=1)": "each document begins at 1; position 0 is the first",
        "(document.unsqueeze(1) == document).sum(dim=1) - 1": "all tokens of a document get one number; count only those up to the token itself",
        "(document.unsqueeze(1) == document).sum(dim=1)": "this is the length of each token's document",
        "(document.unsqueeze(1) == document).triu().sum(dim=1) - 1": "this counts from the end: the last token of each document is at 0",
        "(document.unsqueeze(1) == document).tril().sum(dim=0) - 1": "this counts from the end: the last token of each document is at 0",
        "torch.cat([torch.arange(int(count)) for count in document.bincount()])": "this takes the documents in the order of their numbers, not as they stand: try [5, 5, 2]",
        "out, at = [], 0\nfor i in range(len(document)):\n    out.append(at)\n    at += 1\n    if i and document[i] != document[i - 1]:\n        at = 0\nreturn torch.tensor(out)": "the restart comes one token late: the first token of a document is already at 0",
        _loop(
            "if i > 0 and document[i] != document[i - 1]"
        ): "right from the second document on; the first one begins at 1 here",
        _loop(
            "if i == 0 or document[i] == document[i - 1]", "count += 1", "count = 0"
        ): "right from the second document on; the first one begins at 1 here",
        _loop(
            "if document[i] == document[i - 1]", "count += 1", "count = 0"
        ): "document[-1] is the last token, and at i = 0 this compares with it; the first token is always at 0",
        _loop(
            "if i > 0 and document[i] == document[i - 1]", "count = 0", "count += 1"
        ): "this begins again where the document goes on; it should where another begins",
        _loop(
            "if i == 0 or document[i] != document[0]"
        ): "this compares with the first token of the row; another document begins where a token and the one before it differ",
        "document": "these are the numbers of the documents, not positions",
        "document - document[0]": "these are the numbers of the documents, counted from 0, not positions",
        "torch.zeros_like(document)": "every token is at position 0; only the first of each document is (if a dictionary counts them: tensors are never equal as keys, .tolist() makes numbers)",
        "torch.arange(len(document)) - document": "this subtracts the number of the document; subtract where the document begins",
        "torch.arange(len(document)) % (document == document[0]).sum()": "this restarts after the length of the first document; the others have lengths of their own",
        "positions[0]": "this takes positions from the notebook; count in the document numbers that the function is given",
    },
    also=_whole_numbers,
    praise="with these, even sinusoids give in a pack what they give alone",
)
