"""Exercises of lesson 02."""

import torch

from pe_lesson._arguments import shown
from pe_lesson.exercises._engine import Mistake, exercise
from pe_lesson.text.tokens import tokenize
from pe_lesson.text.vocabulary import build_vocab_from_iterator
from pe_lesson.text.zen import zen

RIGHT = build_vocab_from_iterator([tokenize(line) for line in zen()], specials=["<unk>", "<pad>"]).get_itos()


def _entries(answer: object) -> object:
    if not hasattr(answer, "get_itos") or not hasattr(answer, "get_default_index"):
        raise Mistake(f"a vocabulary is asked for, this is {shown(answer)}")
    return [*answer.get_itos(), answer.get_default_index()]


def _why(values: list[object]) -> None:
    assert isinstance(values[0], list)
    *tokens, default = values[0]
    missing = {"<unk>", "<pad>"} - set(tokens)
    if missing:
        raise Mistake(f"there is no {' and no '.join(sorted(missing))} in it; specials is a list of both")
    if tokens[:2] == ["<pad>", "<unk>"]:
        raise Mistake("the two specials have each other's id; the order of the list is the order of the ids")
    if tokens[-2:] == ["<unk>", "<pad>"]:
        raise Mistake(
            "the specials stand at the end; give them as specials when you build, with special_first as it is"
        )
    if tokens[:2] != ["<unk>", "<pad>"]:
        raise Mistake(f"ids 0 and 1 belong to {tokens[:2]}; they should be the two specials")
    if sum(token.endswith(".") and token.strip(".") != "" for token in tokens) > 1:
        raise Mistake("full stops stick to words; give tokenize one line of the Zen at a time")
    if tokens != RIGHT:
        others = f"there are {len(tokens) - 2} other tokens, not the {len(RIGHT) - 2} of the Zen's lines"
        raise Mistake(f"{others}; give it one list of tokens per line, all lines, and no other argument than specials")
    if default is None:
        raise Mistake("an unknown word is still refused; set a default index")
    raise Mistake(f"the default index is {default}; unknown words should get the id of <unk>")


SPECIALS = 'specials=["<unk>", "<pad>"]'
DEFAULT = "\nv.set_default_index(0)\nzen_with_specials = v"


def _vocab(lists: str = "map(tokenize, zen())", more: str = SPECIALS) -> str:
    return f"v = build_vocab_from_iterator({lists}, {more}){DEFAULT}"


exercise(
    "02.1",
    head="zen_with_specials =",
    names="sentences = source.SENTENCES",
    right=[*RIGHT, 0],
    form=_entries,
    look=_why,
    mistakes={
        _vocab(
            "zen()"
        ): "the other tokens are single letters; the vocabulary wants one list of tokens a line, not strings",
        _vocab("zen()").replace(
            DEFAULT, "\nzen_with_specials = v"
        ): "the other tokens are single letters; the vocabulary wants one list of tokens a line, not strings",
        _vocab("map(tokenize, sentences)"): "these are the tokens of the three sentences; the Zen is asked for",
        _vocab(more=SPECIALS + ", min_freq=2"): "tokens that occur only once were left out; leave out min_freq",
        _vocab(more='specials=["<unk>", "<pad>", "<bos>"]'): "one special too many; <unk> and <pad> are asked for",
        _vocab(
            more='specials=["<unk>", "<pad>", "<bos>", "<eos>"]'
        ): "two specials too many; <unk> and <pad> are asked for",
        _vocab("[line.split() for line in zen()]"): "the lines were cut at spaces; tokenize takes the punctuation off",
        _vocab(
            "[tokenize(line.lower()) for line in zen()]"
        ): "the tokens are in small letters; leave the lines as they are",
        _vocab("[tokenize(line)[::-1] for line in zen()]")[:-2]
        + "build_vocab_from_iterator(map(tokenize, zen()))": "there is no <pad> and no <unk> in it; specials is a list of both",
    },
    praise="unknown words get id 0, and there is a token to pad with",
)

PLAIN = build_vocab_from_iterator([["a", "b", "c", "d", "e"]])
CATCHES = build_vocab_from_iterator([["a", "b"]], specials=["<unk>"])
CATCHES.set_default_index(0)
SHARE = "sum(token in vocab for token in tokens)"
exercise(
    "02.2",
    head="def coverage(vocab, tokens):",
    cases=[
        (PLAIN, ["a", "b"]),
        (CATCHES, ["b", "zebra", "zebra"]),
        (PLAIN, ["a", "a", "zebra", "b", "a", "quagga", "zebra"]),
        (PLAIN, ["zebra"]),
        (PLAIN, ["b", "c", "zebra", "a"]),
    ],
    right=lambda vocab, tokens: sum(token in vocab for token in tokens) / len(tokens),
    mistakes={
        SHARE: "this is a count; divide it by the number of tokens in the text",
        f"1 - {SHARE} / len(tokens)": "this is the share of unknown tokens; the known ones are asked for",
        f"100 * {SHARE} / len(tokens)": "this is in percent; the share goes from 0 to 1",
        f"{SHARE} // len(tokens)": "// or int cuts the share off to a whole number; divide with /, and leave it as it is",
        f"{SHARE} / len(vocab)": "this divides by the size of the vocabulary; divide by the number of tokens in the text",
        "len(vocab) / len(tokens)": "this divides the sizes; no token was looked up",
        "sum(1 for t in tokens if vocab.get_stoi().get(t)) / len(tokens)": "the token with id 0 is left out: an id of 0 is an id, but it counts as False and is not above 0",
        "len({t for t in tokens if t in vocab}) / len(set(tokens))": "this counts each different token once; a text counts its repeats",
        "len({t for t in tokens if t in vocab}) / len(tokens)": "the known ones are counted once each, all tokens below; count repeats in both",
        "len({t for t in tokens if t in vocab}) / len(vocab)": "this is the share of the vocabulary that the text uses; the share of the text that is known is asked for",
        f"{SHARE} / len(set(tokens))": "below, each different token is counted once; a text counts its repeats",
        "known = 0\nfor t in tokens:\n    known += t in vocab\n    return known / len(tokens)": "it returns after the first token: return stands inside the loop",
        "known = 0\nfor t in tokens:\n    if t in vocab:\n        known = known + 1\n        return known / len(tokens)": "it returns at the first known token: return stands inside the loop",
        "n = 0\nfor t in tokens:\n    try:\n        vocab[t]\n        n += 1\n    except RuntimeError:\n        pass\nreturn n / len(tokens)": "a vocabulary with a default index raises nothing, as the one of 02.1 does not; ask `token in vocab`",
        "sum(vocab[t] is not None for t in tokens) / len(tokens)": "an unknown token has no id to ask for; ask `token in vocab`",
        "sum(vocab[t] > 0 for t in tokens) / len(tokens)": "an unknown token has no id to ask for; ask `token in vocab`",
        "sum(i >= 0 for i in vocab(tokens)) / len(tokens)": "an unknown token has no id to ask for; ask `token in vocab`",
        "len(vocab(tokens)) / len(tokens)": "an unknown token has no id to ask for; ask `token in vocab`",
        "(tokens in vocab) / len(tokens)": "`in` takes one token at a time; go through the list",
        "any(token in vocab for token in tokens)": "this asks whether any token is known; how many are?",
        "all(token in vocab for token in tokens)": "this asks whether all tokens are known; how many are?",
        "[token in vocab for token in tokens]": "this says of each token whether it is known; one number is asked for",
    },
    praise="each token of the text counts, known or not",
)


def _types(_answer: object, values: list[object]) -> None:
    for value in values:
        assert isinstance(value, tuple | list)
        if not all(isinstance(part, torch.Tensor) for part in value):
            raise Mistake("the numbers are right, but two tensors are asked for; torch.tensor makes one of a list")
        if value[0].is_floating_point():
            raise Mistake("the ids are no whole numbers; an embedding asks for ids of type int64")
        if value[1].dtype != torch.bool:
            raise Mistake("the mask has ones and zeros in the right places; make it True and False")


def _pair(value: object) -> object:
    if isinstance(value, torch.Tensor):
        raise Mistake("the mask is missing: return ids and mask, with a comma between them")
    return value


def _padded(rows: list[list[int]], pad_id: int) -> tuple[torch.Tensor, torch.Tensor]:
    longest = max(map(len, rows))
    ids = [row + [pad_id] * (longest - len(row)) for row in rows]
    return torch.tensor(ids), torch.tensor([[k < len(row) for k in range(longest)] for row in rows]).double()


def _pads(
    row: str = "row + [pad_id] * (n - len(row))", mask: str = "k < len(row)", n: str = "max(map(len, rows))"
) -> str:
    return (
        f"n = {n}\nids = torch.tensor([{row} for row in rows])\n"
        f"mask = torch.tensor([[{mask} for k in range(n)] for row in rows])\nreturn ids, mask"
    )


FROM_IDS = "the mask was taken from the ids, so a real token with the padding's id is masked too; use the lengths"
FIRST = "this takes the length of the first row; the longest may be another"
exercise(
    "02.3",
    head="def pad(rows, pad_id):",
    names="vocab = build_vocab_from_iterator([['a']])",
    cases=[([[3, 1], [2, 0, 5, 9], [7]], 9), ([[4]], 0), ([[1, 2, 3], [6, 8]], 0), ([[4, 1], [1], [2, 3, 8]], 6)],
    right=_padded,
    form=_pair,
    also=_types,
    mistakes={
        "n = max(map(len, rows))\nfor row in rows:\n    row += [pad_id] * (n - len(row))\nreturn torch.tensor(rows), torch.tensor([[True] * n] * len(rows))": "this changes its argument, so each row is as long as the longest when the mask is made",
        _pads("[pad_id] * (n - len(row)) + row"): "the padding stands in front; fill up at the end",
        _pads(
            "[pad_id] * (n - len(row)) + row", "k >= n - len(row)"
        ): "the padding stands in front; fill up at the end",
        _pads("row + [0] * (n - len(row))"): "the padding is 0, not pad_id; 0 is the id of a token",
        _pads("row + [9] * (n - len(row))"): "the padding is always 9; use pad_id",
        _pads(mask="k >= len(row)"): "the mask is upside down: True means a real token",
        _pads(mask="True"): "the mask is True everywhere; where does padding stand?",
        _pads(mask="k <= len(row)"): "the mask is True one place too far: positions count from 0",
        _pads(mask="k < len(row) - 1"): "the mask ends one place too early: the last real token is masked",
        _pads().replace("return ids, mask", "return ids, ids != pad_id"): FROM_IDS,
        _pads().replace("return ids, mask", "return ids, ids == pad_id"): f"{FROM_IDS}; and True means a real token",
        _pads("row + [0] * (n - len(row))").replace(
            "return ids, mask", "return ids, ids != 0"
        ): "the padding is 0, not pad_id; 0 is the id of a token",
        _pads().replace("return ids, mask", "return mask, ids"): "ids and mask have changed places; the ids come first",
        _pads().replace(
            "return ids, mask", "return ids, torch.tensor([len(row) for row in rows])"
        ): "these are the lengths; the mask has a True or False for each place",
        _pads("row[::-1] + [pad_id] * (n - len(row))"): "the ids of each row are in reverse order",
        "rows = sorted(rows, key=len)\n"
        + _pads(): "the rows were sorted by length; leave them in the order in which they come",
        "rows = sorted(rows, key=len, reverse=True)\n"
        + _pads(): "the rows were sorted by length; leave them in the order in which they come",
        _pads(n="max(map(len, rows)) + 1"): "there is one column too many; the longest row needs no padding",
        _pads("row[:n]", n="min(map(len, rows))"): "the rows are cut to the shortest; fill up to the longest",
        _pads(n="len(rows[0])"): FIRST,
        _pads(n="len(rows[0])").replace("return ids, mask", "return ids, ids != pad_id"): FIRST,
        _pads(
            n="len(max(rows))"
        ): "after your padding the rows still differ in length: max(rows) is the row with the greatest ids, not the longest",
        _pads(n="len(rows[-1])"): "this takes the length of the last row; the longest may be another",
        _pads(n="len(rows)"): "this takes the number of rows for their length",
        _pads("row", "True"): "without padding the rows have different lengths, and torch.tensor stops",
        "torch.tensor(rows), torch.ones(3, 4).bool()": "without padding the rows have different lengths, and torch.tensor stops",
        "ids = torch.tensor(rows)\nreturn ids, ids != pad_id": "without padding the rows have different lengths, and torch.tensor stops",
        "ids = numericalize(rows, vocab)\nreturn ids, ids != pad_id": "numericalize takes words; these are ids already",
    },
    praise="a rectangle, and a mask that knows which part of it is text",
)
