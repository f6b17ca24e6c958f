"""What learners answer wrongly in lesson 10, and the words that the check should answer with."""

BIAS = "def linear_bias(length, slope):\n    k = torch.arange(length)\n    gaps = k.unsqueeze(1) - k\n    return "
INPUT = "def paper_input(embedded, table):\n    return "
OFFSET = """def only_offset(turn_query, turn_key):
    torch.manual_seed(0)
    q, k = torch.randn(2, 8, dtype=torch.float64)
    here = {here}
    there = {there}
    return {result}"""


def offset(here="turn_query(q, 5) @ turn_key(k, 3)", there="turn_query(q, 25) @ turn_key(k, 23)", result=None):
    return OFFSET.format(here=here, there=there, result=result or "torch.allclose(here, there)")


MISTAKES = {
    "10.1": [
        (BIAS + "slope * gaps.abs()", "the sign is wrong"),
        (BIAS + "-slope * gaps", "a distance has no sign"),
        (BIAS + "slope * gaps", "a distance has no sign"),
        (BIAS + "-gaps.abs()", "the slope is missing"),
        (BIAS + "gaps.abs()", "these are the distances"),
        (BIAS + "-slope * gaps**2", "the square of the distance"),
        (BIAS + "(-slope * gaps.abs()).tril()", "to the right of the diagonal is missing"),
        (BIAS + "-slope * gaps.abs() - 1", "entry (m, n) should be 0"),
        (BIAS + "-0.5 * gaps.abs()", "use both arguments"),
        (BIAS + "-slope * k", "shape (4,)"),
    ],
    "10.2": [
        (INPUT + "embedded + table", "nothing is scaled"),
        (INPUT + "(embedded + table) * embedded.size(-1) ** 0.5", "the table is scaled as well"),
        (INPUT + "embedded + table * embedded.size(-1) ** 0.5", "the embeddings are not"),
        (INPUT + "embedded * embedded.size(-1) + table", "not by its square root"),
        (INPUT + "embedded / embedded.size(-1) ** 0.5 + table", "this divides"),
        (INPUT + "embedded * embedded.size(1) ** 0.5 + table", "length of the sequence"),
        (INPUT + "embedded * (embedded.size(-1) / 2) ** 0.5 + table", "the paper uses √d"),
        (INPUT + "embedded * embedded.size(-1) ** 0.5", "not added yet"),
        (INPUT + "embedded * 4 + table", "wrong for 64"),
        (INPUT + "embedded * 512**0.5 + table", "for this width of 16"),
    ],
    "10.3": [
        ("columns = list(range(8))", "nothing changes its place"),
        ("columns = [0, 4, 1, 5, 2, 6, 3, 7]", "this is the way back"),
        ("columns = torch.tensor([1, 3, 5, 7, 0, 2, 4, 6])", "it turns backwards"),
        ("columns = [6, 4, 2, 0, 7, 5, 3, 1]", "keeps its order and its frequency"),
        ("columns = [4, 5, 6, 7, 0, 1, 2, 3]", "should stand four places apart"),
        ("columns = [0, 2, 4, 6, 0, 2, 4, 6]", "should stand there once"),
        ("columns = [0, 2, 4, 6]", "shape (4,)"),
    ],
    "10.4": [
        ("def only_offset(turn_query, turn_key):\n    return True", "never calls the function for the query"),
        (offset(there="here"), "True to everything"),
        (offset(there="turn_query(q, 25) @ turn_key(k, 3)"), "False where both are turned alike"),
        (offset(result="not torch.allclose(here, there)"), "the wrong way round"),
        (
            offset("turn_query(q, 5) @ turn_key(k, 5)", "turn_query(q, 25) @ turn_key(k, 25)"),
            "is your offset other than 0?",
        ),
        (
            offset("turn_query(q, 5) @ turn_query(k, 3)", "turn_query(q, 25) @ turn_query(k, 23)"),
            "the function for the key",
        ),
        (offset("turn_key(q, 5) @ turn_key(k, 3)", "turn_key(q, 25) @ turn_key(k, 23)"), "the function for the query"),
        (offset(result="here - there"), "True or False is asked for"),
        (
            "def only_offset(turn_query, turn_key):\n    return turn_query is turn_key",
            "never calls the function for the query",
        ),
    ],
}
