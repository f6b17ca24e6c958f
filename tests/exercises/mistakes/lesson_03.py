"""What learners answer wrongly in lesson 03, and the words that the check should answer with."""

EMBED = "def embed(ids, weight):\n    return "
PLACES = "def places(ids, wanted):\n    return "

MISTAKES = {
    "03.1": [
        ("answer = 4376 + 512", "adds the two"),
        ("answer = 4376", "number of rows"),
        ("answer = 512", "length of one row"),
        ("answer = 4376 * 512 * 4", "counts bytes"),
        ("answer = 4375 * 512", "one row too few"),
        ("answer = 4377 * 512", "one row too many"),
        ("answer = 4376 ** 2", "squares the vocabulary"),
        ("answer = 512 ** 2", "squares d_model"),
        ("answer = 7", "think of rows"),
        ('answer = "2240512"', "should be a number"),
    ],
    "03.2": [
        (EMBED + "F.one_hot(ids, num_classes=len(weight))", "one-hot still"),
        (EMBED + "F.one_hot(ids.flatten(), num_classes=len(weight)).float() @ weight", "the batch is lost"),
        (EMBED + "weight[ids - 1]", "start at 0"),
        (EMBED + "F.one_hot(len(weight) - 1 - ids, len(weight)).float() @ weight", "from its end"),
        (EMBED + "weight.flip(-1)[ids]", "in reverse order"),
        (EMBED + "F.one_hot(ids).float() @ weight", "stopped with RuntimeError"),
        (EMBED + "F.one_hot(ids, num_classes=len(weight)) @ weight", "stopped with RuntimeError"),
        (EMBED + "weight[ids] + 1", "not the row of the table"),
    ],
    "03.3": [
        (PLACES + "(ids == wanted).nonzero()", "this is a tensor of shape (3, 2)"),
        (PLACES + "[(k, b) for b, k in (ids == wanted).nonzero().tolist()]", "are swapped"),
        (PLACES + "[(b + 1, k + 1) for b, k in (ids == wanted).nonzero().tolist()]", "count from 0"),
        (PLACES + "[(b, row.index(wanted)) for b, row in enumerate(ids.tolist()) if wanted in row]", "2 of 3 places"),
        (PLACES + "[(b, k) for b, k in (ids != wanted).nonzero().tolist()]", "hold another id"),
        (PLACES + "[1, 2]", "each place is a pair"),
    ],
}
