"""What learners answer wrongly in lesson 06, and the words that the check should answer with."""

SILENCE = "def silence(encoded, ids, pad_id):\n    return "
MODULE = """class SequenceFirst(nn.Module):
    def __init__(self, d_model, max_length=100):
        super().__init__()
        {table}

    def forward(self, x):
        return {result}"""
BUFFER = 'self.register_buffer("pe", sinusoidal(max_length, d_model).unsqueeze(1))'
SUM = "x + self.pe[: x.size(0)]"

MISTAKES = {
    "06.1": [
        ("answer = 3", "does not stay as it was"),
        ("answer = 3 * 0.8", "multiplies by 1 - p"),
        ("answer = 3 / 0.2", "divides by p"),
        ("answer = 3 * 1.2", "not 1 + p"),
        ("answer = 0", "was not dropped"),
        ("answer = 3 / 0.9", "used p = 0.1"),
        ("answer = 17", "think of ten entries"),
    ],
    "06.2": [
        (SILENCE + "encoded", "nothing changed"),
        (SILENCE + "encoded * (ids == pad_id).unsqueeze(-1)", "upside down"),
        (SILENCE + "encoded * (ids != 0).unsqueeze(-1)", "took 0 for the padding id"),
        (SILENCE + "encoded * (ids != 1).unsqueeze(-1)", "took 1 for the padding id"),
        (SILENCE + "encoded * 0", "everything became zero"),
        (SILENCE + "(ids != pad_id).unsqueeze(-1).expand_as(encoded)", "this is the mask"),
        (SILENCE + "encoded.masked_fill((ids == pad_id).unsqueeze(-1), pad_id)", "became its id"),
        (SILENCE + "encoded * (ids != pad_id)", "stopped with RuntimeError"),
        (SILENCE + "encoded.masked_fill_((ids == pad_id).unsqueeze(-1), 0)", "in place"),
        (SILENCE + "encoded * 2", "a position is zero that is text"),
    ],
    "06.3": [
        (MODULE.format(table=BUFFER, result="x"), "came back unchanged"),
        (
            MODULE.format(table=BUFFER.replace(".unsqueeze(1)", ""), result="x + self.pe[: x.size(1)]"),
            "along the batch",
        ),
        (MODULE.format(table=BUFFER, result="self.pe[: x.size(0)].expand_as(x)"), "this returns the rows"),
        (MODULE.format(table=BUFFER, result="x + self.pe[0]"), "do not pick a row"),
        (MODULE.format(table=BUFFER, result="x + self.pe[: x.size(1)]"), "stopped with RuntimeError"),
        (MODULE.format(table=BUFFER, result="x + self.pe"), "stopped with RuntimeError"),
        (MODULE.format(table=BUFFER, result="x + 1"), "position k of every sequence"),
        (MODULE.format(table=BUFFER.replace("d_model)", "d_model, dtype=torch.float64)"), result=SUM), "number type"),
        (MODULE.format(table="self.pe = sinusoidal(max_length, d_model).unsqueeze(1)", result=SUM), "plain attribute"),
        (
            MODULE.format(table="self.pe = nn.Parameter(sinusoidal(max_length, d_model).unsqueeze(1))", result=SUM),
            "training would change it",
        ),
        (MODULE.format(table=BUFFER.replace('"pe"', '"rows"'), result=SUM.replace("pe", "rows")), "under another name"),
        (MODULE.format(table=BUFFER, result=f"nn.functional.dropout({SUM}, 0.5)"), "leave dropout out"),
        ("SequenceFirst = sinusoidal", "a class that inherits from nn.Module"),
    ],
}
