"""What learners answer wrongly in lesson 02, and the words that the check should answer with."""

BUILD = "zen_with_specials = build_vocab_from_iterator([tokenize(line) for line in zen()], specials="
COVERAGE = "def coverage(vocab, tokens):\n    return "
PAD = """def pad(rows, pad_id):
    longest = max(len(row) for row in rows)
    ids = torch.tensor([{row} for row in rows])
    lengths = torch.tensor([len(row) for row in rows]).unsqueeze(1)
    return ids, {mask}"""
ROW, MASK = "row + [pad_id] * (longest - len(row))", "torch.arange(longest) < lengths"

MISTAKES = {
    "02.1": [
        (BUILD + '["<unk>"])', "there is no <pad>"),
        (BUILD + '["<pad>", "<unk>"])', "have each other's id"),
        (BUILD + '["<unk>", "<pad>"], special_first=False)', "stand at the end"),
        (
            "zen_with_specials = build_vocab_from_iterator([tokenize(line) for line in zen()])\n"
            'zen_with_specials.append_token("<unk>"); zen_with_specials.append_token("<pad>")',
            "give them as specials when you build",
        ),
        (
            'zen_with_specials = build_vocab_from_iterator(zen(), specials=["<unk>", "<pad>"])',
            "single letters",
        ),
        (
            'zen_with_specials = build_vocab_from_iterator([tokenize(" ".join(zen()))], specials=["<unk>", "<pad>"])',
            "full stops stick",
        ),
        (BUILD + '["<s>", "<unk>", "<pad>"])', "ids 0 and 1 belong to"),
        (BUILD + '["<unk>", "<pad>"])', "still refused"),
        (BUILD + '["<unk>", "<pad>"], min_freq=2)', "other tokens"),
        (BUILD + '["<unk>", "<pad>"])\nzen_with_specials.set_default_index(1)', "the default index is 1"),
        ("zen_with_specials = build_vocab_from_iterator([]).set_default_index(None)", "this is None"),
        ('zen_with_specials = ["<unk>", "<pad>"]', "a vocabulary is asked for"),
    ],
    "02.2": [
        (COVERAGE + "sum(token not in vocab for token in tokens) / len(tokens)", "share of unknown tokens"),
        (COVERAGE + "sum(token in vocab for token in tokens)", "this is a count"),
        (COVERAGE + "len({t for t in tokens if t in vocab}) / len(set(tokens))", "each different token once"),
        (COVERAGE + "sum(token in vocab for token in tokens) / len(vocab)", "divides by the size of the vocabulary"),
        (COVERAGE + "100 * sum(token in vocab for token in tokens) / len(tokens)", "in percent"),
        (COVERAGE + "0.5 + len(tokens)", "of which five are known"),
    ],
    "02.3": [
        (PAD.format(row="[pad_id] * (longest - len(row)) + row", mask=MASK), "stands in front"),
        (PAD.format(row="row + [0] * (longest - len(row))", mask=MASK), "not pad_id"),
        (PAD.format(row="row[::-1] + [pad_id] * (longest - len(row))", mask=MASK), "not where it should be"),
        (PAD.format(row=ROW, mask="torch.arange(longest) >= lengths"), "upside down"),
        (PAD.format(row=ROW, mask="ids != pad_id"), "taken from the ids"),
        (PAD.format(row=ROW, mask="ids == ids"), "does not follow the lengths"),
        (PAD.format(row=ROW, mask="(torch.arange(longest) < lengths).int()"), "make it True and False"),
        (PAD.format(row=ROW, mask=MASK).replace("return ids", "return ids.float()"), "whole numbers"),
        (PAD.format(row=ROW, mask=MASK).replace("return ids, " + MASK, f"return {MASK}, ids"), "changed places"),
        (
            PAD.format(row=ROW, mask=MASK).replace("return ids, " + MASK, f"return ids.tolist(), ({MASK}).tolist()"),
            "two tensors are asked for",
        ),
        ("def pad(rows, pad_id):\n    print(rows)", "returned None"),
        (PAD.format(row=ROW, mask="lengths"), "the mask has shape (3, 1)"),
        ("def pad(rows, pad_id):\n    return torch.tensor(rows)", "your function stopped with ValueError"),
    ],
}
