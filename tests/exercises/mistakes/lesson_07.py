"""What learners answer wrongly in lesson 07, and the words that the check should answer with."""

BLOCK = """def block(angle):
    sin, cos = math.sin(angle), math.cos(angle)
    return torch.tensor([{entries}])

t_one = torch.block_diag(block({first}), block({second}))"""
RIGHT = "[cos, -sin], [sin, cos]"
SEARCH = """k32 = torch.arange(20_000.0).unsqueeze(1)
phases32 = k32 * frequencies(128).float()
phases64 = k32.double() * frequencies(128)
errors = {errors}
drift_position = {position}"""
SINES = "(phases32.sin() - phases64.sin()).abs()"
FOUND = "int((errors.amax(dim=1) > 1e-3).nonzero()[0])"


def block(entries: str = RIGHT, first: str = "1", second: str = "0.1") -> str:
    return BLOCK.format(entries=entries, first=first, second=second)


def search(errors: str = SINES, position: str = FOUND) -> str:
    return SEARCH.format(errors=errors, position=position)


MISTAKES = {
    "07.1": [
        ("longest = 2 * math.pi * 10_000", "which pair would need that"),
        ("longest = 1 / frequencies(64)[-1]", "by one radian"),
        ("longest = frequencies(64)[-1]", "this is the frequency"),
        ("longest = frequencies(64)[-1] / (2 * math.pi)", "turns a position"),
        ("longest = 2 * math.pi / frequencies(64)[0]", "the fastest pair"),
        ("longest = 2 * math.pi / frequencies(128)[-1]", "right for d_model = 128"),
        ("longest = 2 * math.pi / frequencies(512)[-1]", "d_model = 512"),
        ("longest = 2 * math.pi / frequencies(64, 100)[-1]", "right for n = 100"),
        ("longest = 2 * math.pi / frequencies(64, 1000)[-1]", "used n = 1000;"),
        ("longest = 2 * math.pi * 10_000 ** (31 / 64)", "exponent is i / d_model"),
        ("longest = 2 * math.pi * 10_000 ** (63 / 64)", "last column's number"),
        ("longest = 2 * math.pi / frequencies(64)[30]", "before the last"),
        ("longest = 64", "2π over a frequency"),
        ("longest = frequencies(64)", "has shape (32,)"),
        ("longest = 'long'", "should be a number"),
    ],
    "07.2": [
        (block("[cos, sin], [-sin, cos]"), "turns the wrong way"),
        ("t_one = shift_matrix(-1, 4, 100)", "turns the wrong way"),
        (block("[cos, sin], [sin, cos]"), "no entry is negative"),
        (block("[cos, -sin], [-sin, cos]"), "both sines are negative"),
        (block(first="math.radians(1)", second="math.radians(0.1)"), "degrees"),
        ("t_one = shift_matrix(1, 4)", "n = 10,000"),
        ("t_one = shift_matrix(1, 4, 1000)", "used n = 1000"),
        (block(second="1"), "a frequency of its own"),
        (block(second="10"), "the denominator 10"),
        (block(first="0.1", second="1"), "the two blocks are swapped"),
        ("t_one = shift_matrix(1, 4, 100)[[0, 2, 1, 3]][:, [0, 2, 1, 3]]", "they alternate"),
        (block("[sin, cos], [cos, -sin]"), "swapped in the blocks"),
        (block("[-sin, cos], [cos, sin]"), "swapped in the blocks"),
        ("t_one = torch.eye(4)", "the identity"),
        (block(second="0.2"), "the first block is right"),
        (block(first="2"), "the second block is right"),
        ("t_one = shift_matrix(1, 4, 100) + 0.5 * torch.eye(4).flip(0)", "leaks into the other"),
        ("t_one = torch.zeros(4, 4)", "should be row 1"),
        ("t_one = shift_matrix(1, 2)", "it should be (4, 4)"),
        ("t_one = sinusoidal(10, 4, 100)", "it should be (4, 4)"),
    ],
    "07.3": [
        (search("(phases32.sin() - phases32.sin()).abs()", "(errors.amax(1) > 1e-3).int().argmax()"), "no error"),
        (search(position=FOUND + " - 1"), "one too early"),
        (search(position=FOUND + " + 1"), "one too late"),
        (search(position="(errors.amax(dim=1) > 1e-3).sum()"), "how many positions"),
        (search(position="errors.amax(dim=1).argmax()"), "where the error is largest"),
        (search(position=FOUND.replace("1e-3", "1e-4")), "the limit is 1e-3"),
        (search("(phases32 - phases64).abs()"), "compares the phases"),
        (search(SINES.replace("sin", "cos")), "the cosines alone"),
        (search("torch.maximum(phases32.sin() - phases64.sin(), phases32.cos() - phases64.cos())"), "without abs()"),
        (search(position="int((errors.flatten() > 1e-3).nonzero()[0])"), "flattened"),
        (search(position="(errors > 1e-3).nonzero()[0]"), "the row alone"),
        ("drift_position = 9_000", "not past 1e-3 yet"),
        ("drift_position = 19_000", "an earlier position"),
        ("drift_position = 0.5", "a whole number"),
        ("drift_position = -1", "a whole number"),
    ],
}
