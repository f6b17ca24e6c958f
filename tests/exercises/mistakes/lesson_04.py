"""What learners answer wrongly in lesson 04, and the words that the check should answer with."""

ROW = """def row(k, d_model, n):
    numbers = []
    for i in range(d_model // 2):
        angle = {angle}
        numbers += [{pair}]
    return numbers"""
ANGLE, PAIR = "k / n ** (2 * i / d_model)", "math.sin(angle), math.cos(angle)"
HALVES = """def row(k, d_model, n):
    angles = [k / n ** (2 * i / d_model) for i in range(d_model // 2)]
    return [math.sin(a) for a in angles] + [math.cos(a) for a in angles]"""
BY_COLUMN = """def row(k, d_model, n):
    waves = (math.sin, math.cos)
    return [waves[column % 2](k / n ** (2 * ({i}) / d_model)) for column in range(d_model)]"""
WAVE = "def wavelength(i, d_model, n):\n    return "

MISTAKES = {
    "04.1": [
        ("entry = math.sin(7 / 50 ** (2 * 1 / 8))", "the function is not"),
        ("entry = math.cos(7 / 50 ** (2 * 3 / 8))", "took the column for the pair: i is column // 2"),
        ("entry = math.sin(7 / 50 ** (2 * 3 / 8))", "is no sine"),
        ("entry = math.cos(7 / 50 ** (3 / 8))", "this used 3 / 8"),
        ("entry = math.cos(7 / 50 ** (2 * 2 / 8))", "the exponent is doubled"),
        ("entry = math.cos(7 * 50 ** (2 * 1 / 8))", "the formula divides"),
        ("entry = math.cos(6 / 50 ** (2 * 1 / 8))", "off by one"),
        ("entry = math.cos(8 / 50 ** (2 * 1 / 8))", "off by one"),
        ("entry = math.cos(7 / 1000 ** (2 * 1 / 8))", "n = 1000 from the lesson's first cell"),
        ("entry = math.cos(7 / 50 ** (2 * 1 / 4))", "exponent is doubled"),
        ("entry = math.cos(math.radians(7 / 50 ** (2 * 1 / 8)))", "degrees"),
        ("entry = math.cos(7 / 50 ** (1 / 8))", "exponent is halved"),
        ("entry = 7 / 50 ** (2 * 1 / 8)", "this is the angle"),
        ("entry = math.cos(7 / 50 ** 2 * 1 / 8)", "needs parentheses"),
        ("entry = -0.87", "four decimals"),
        ("entry = 0.123", "one by one"),
    ],
    "04.2": [
        (ROW.format(angle=ANGLE, pair="math.cos(angle), math.sin(angle)"), "swapped"),
        (HALVES, "they should alternate"),
        (ROW.format(angle="k / n ** (4 * i / d_model)", pair=PAIR), "exponent is doubled"),
        (ROW.format(angle="k / n ** (i / d_model)", pair=PAIR), "exponent is halved"),
        (ROW.format(angle="k * n ** (2 * i / d_model)", pair=PAIR), "the formula divides"),
        (BY_COLUMN.format(i="column"), "took the column for the pair"),
        (BY_COLUMN.format(i="column / 2"), "exponents of their own"),
        (ROW.format(angle="(k - 1) / n ** (2 * i / d_model)", pair=PAIR), "the row before"),
        (ROW.format(angle="(k + 1) / n ** (2 * i / d_model)", pair=PAIR), "the row after"),
        (ROW.format(angle="k / 1000 ** (2 * i / d_model)", pair=PAIR), "the n of the lesson's first cell"),
        (ROW.format(angle="k / n ** (2 * i / 4)", pair=PAIR), "the d_model of the lesson's first cell"),
        (ROW.format(angle=ANGLE, pair="math.sin(angle)"), "shape (3,)"),
        (ROW.format(angle="0.3", pair=PAIR), "compare the row of k = 1"),
    ],
    "04.3": [
        (WAVE + "n ** (2 * i / d_model)", "this is the denominator"),
        (WAVE + "math.pi * n ** (2 * i / d_model)", "half a wave"),
        (WAVE + "n ** (-2 * i / d_model)", "this is the frequency"),
        (WAVE + "2 * math.pi / n ** (2 * i / d_model)", "upside down"),
        (WAVE + "2 * math.pi * n ** (4 * i / d_model)", "exponent is doubled"),
        (WAVE + "2 * math.pi * n ** (i / d_model)", "exponent is halved"),
        (WAVE + "360 * n ** (2 * i / d_model)", "degrees"),
        (WAVE + "2 * math.pi * 1000", "use the arguments only"),
        (WAVE + "2 * math.pi * n ** (2 * (i // 2) / d_model)", "i counts pairs already"),
        (WAVE + "5", "it gives 5"),
    ],
}
