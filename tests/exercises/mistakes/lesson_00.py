"""Wrong answers to the exercises of lesson 00, as a learner would type them, and what the verdict must say."""

MISTAKES = {
    "00.1": [
        ("def repeats(seq_length):\n    return torch.zeros(seq_length)", "it needs columns too"),
        ("def repeats(seq_length):\n    return torch.randn(seq_length, 4)", "draw nothing at random"),
        ("def repeats(seq_length):\n    return sine_cosine(seq_length)", "property 5 still holds"),
        ("def repeats(seq_length):\n    return normalised_index(seq_length)", "property 1 should still hold"),
        ("def repeats(seq_length):\n    return torch.full((seq_length, 1), 9.0)", "property 2 should still hold"),
        (
            "def repeats(seq_length):\n    return raw_index(seq_length) % 2 * raw_index(seq_length)",
            "property 2 should",
        ),
        ("def repeats(seq_length):\n    return raw_index(seq_length) % 4", "property 4 should still hold"),
        ("def repeats(seq_length):\n    return raw_index(seq_length) * 0.1", "property 3 should still hold"),
        ("def repeats(seq_length):\n    return torch.zeros(seq_length, 0)", "it should be (16, d)"),
        ("def repeats(seq_length):\n    return torch.zeros(8, 1)", "has shape (8, 1); it should be (16, 1)"),
        ("def repeats(seq_length):\n    return raw_index(seq_length) / raw_index(seq_length)", "NaN or infinite"),
        ("def repeats(seq_length):\n    return raw_index(seq_length, 4)", "your function stopped with TypeError"),
        ("repeats = torch.zeros(16, 1)", "a function is asked for"),
    ],
    "00.2": [
        ("back = [3, 0, 1, 2]", "the way there once more"),
        ("back = [0, 1, 2, 3]", "leaves the rows where they are"),
        ("back = [3, 2, 1, 0]", "turns the order round"),
        ("back = [2, 3, 4, 1]", "rows are counted from 0"),
        ("back = [1, 2, 3, 3]", "should stand there once"),
        ("back = [1, 3, 0, 2]", "ask of each word"),
        ("back = [1, 2, 3]", "has shape (3,)"),
        ("back = 'old dogs walk slowly'", "a list of four row numbers is asked for"),
    ],
    "00.3": [
        ("def one_bit(seq_length):\n    return binary_code(seq_length, 4)", "the plain binary code"),
        ("def one_bit(seq_length):\n    return binary_code(seq_length, 4).flip(1)", "the plain binary code"),
        ("def one_bit(seq_length):\n    return binary_code(seq_length)", "has shape (16, 8); it should be (16, 4)"),
        (
            "def one_bit(seq_length):\n    k = torch.arange(seq_length)\n    return k ^ (k >> 1)",
            "it needs columns too",
        ),
        (
            "def one_bit(seq_length):\n    k = torch.arange(seq_length)\n"
            "    return (k ^ (k >> 1)).unsqueeze(1) >> torch.tensor([3, 2, 1, 0])",
            "entries 0 and 1 only",
        ),
        (
            "def one_bit(seq_length):\n    k = torch.arange(seq_length)\n"
            "    return (k ^ (k << 1)).unsqueeze(1) >> torch.tensor([3, 2, 1, 0]) & 1",
            "the bits that change are 2",
        ),
        (
            "def one_bit(seq_length):\n    return (raw_index(seq_length) % 2).expand(-1, 4) * torch.eye(4)[0]",
            "rows come back",
        ),
        ("def one_bit(seq_length):\n    return raw_index(seq_length) > 'a'", "your function stopped with TypeError"),
    ],
}
