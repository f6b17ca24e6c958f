"""What learners answer wrongly in lesson 05, and the words that the check should answer with."""

TWO_I = "two_i = torch.arange(0, 6, 2)\n"
OUTER = """def outer(column, row):
    product = torch.zeros(len(column), len(row))
    for a in range(len(column)):
        for b in range(len(row)):
            product[a, b] = {entry}
    return product"""
INTERLEAVE = "def interleave(phases):\n    return "

MISTAKES = {
    "05.1": [
        (TWO_I + "by_power = 1000 ** (two_i / 6)\nby_exp = by_power", "these are the denominators"),
        (TWO_I + "by_power = 1000 ** (-2 * two_i / 6)\nby_exp = by_power", "exponent is doubled"),
        ("by_power = 1000 ** (-torch.arange(3) / 6)\nby_exp = by_power", "exponent is halved"),
        (TWO_I + "by_power = 100 ** (-two_i / 6)\nby_exp = by_power", "used n = 100"),
        (TWO_I + "by_power = 10_000 ** (-two_i / 6)\nby_exp = by_power", "used n = 10,000"),
        (TWO_I + "by_power = 1000 ** (-two_i / 4)\nby_exp = by_power", "d_model is 6 here"),
        (TWO_I + "by_power = 1000 ** (-two_i / 6)\nby_exp = -two_i / 6", "the second is not"),
        (TWO_I + "by_power = 1000 ** (-two_i / 6)\nby_exp = 1 / by_power", "the second: these are the denominators"),
        (TWO_I + "by_power = 1000 ** (-two_i / 6)\nby_exp = ...", "not answered yet"),
        ("by_power = 1000 ** (-torch.arange(6) / 6)\nby_exp = by_power", "the first has shape (6,)"),
    ],
    "05.2": [
        (OUTER.format(entry="column[a, 0] + row[b]"), "this adds"),
        (OUTER.format(entry="column[a, 0]"), "repeats the column"),
        (OUTER.format(entry="row[b]"), "repeats the row"),
        (OUTER.format(entry="0"), "full of zeros"),
        (OUTER.format(entry="column[0, 0] * row[b]"), "position 0"),
        (OUTER.format(entry="column[a, 0] * row[b] ** 2"), "try it on small numbers"),
        (OUTER.format(entry="column[a] * row"), "stopped with RuntimeError"),
        ("def outer(column, row):\n    column *= 2\n    return column * row / 2", "in place"),
        ("def outer(column, row):\n    return (column * row).T", "shape (2, 3)"),
    ],
    "05.3": [
        (INTERLEAVE + "torch.cat([phases.sin(), phases.cos()], dim=1)", "first half"),
        (INTERLEAVE + "torch.stack([phases.cos(), phases.sin()], dim=-1).flatten(1)", "swapped"),
        (INTERLEAVE + "torch.stack([phases.sin(), phases.cos()], dim=1).flatten(1)", "sines stand in the first half"),
        (INTERLEAVE + "torch.stack([phases, phases], dim=-1).flatten(1)", "these are the phases"),
        (INTERLEAVE + "torch.stack([phases.sin(), phases.cos()], dim=-1)", "shape (5, 3, 2)"),
        (INTERLEAVE + "torch.zeros(5, 6)", "column 0 should be sin"),
    ],
}
