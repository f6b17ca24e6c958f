"""What learners answer wrongly in lesson 09, and the words that the check should answer with."""

EXCHANGE = "def exchange(ids):\n    "
STEPS = "def exchange(ids):\n    new = ids.clone()\n    "
FRACTION = "def fraction_right(answers, labels):\n    return "
BY_HAND = "def answer_by_hand(ids):\n    position = torch.arange(ids.size(1))\n    return "

MISTAKES = {
    "09.1": [
        (STEPS + "new[new == 0] = 1\n    new[new == 1] = 0\n    return new", "the second step also found"),
        (STEPS + "new[ids == 0] = 1\n    return new", "the Bs stayed"),
        (STEPS + "new[new == 1] = 0\n    new[new == 0] = 1\n    return new", "took back what the first one wrote"),
        (EXCHANGE + "return ids", "nothing has changed"),
        (EXCHANGE + "return ids.flip(1)", "from right to left"),
        (EXCHANGE + "return 1 - ids", "the other ids changed too"),
        (EXCHANGE + "return torch.where(ids < 2, 1 - ids, 0)", "are gone"),
        (EXCHANGE + "ids[ids < 2] = 1 - ids[ids < 2]\n    return ids", "in place"),
        (EXCHANGE + "return ids.sort(1).values", "it should hold 1 where"),
        (EXCHANGE + "return ids[0]", "shape (4,)"),
    ],
    "09.2": [
        (FRACTION + "((answers > 0.5) == (labels > 0.5)).double().mean()", "0.5 is the threshold of"),
        (FRACTION + "((answers > 0) == (labels > 0.5)).sum()", "this counts the rows"),
        (FRACTION + "((answers > 0) == (labels > 0.5)).double().mean() * 100", "per cent"),
        (FRACTION + "((answers > 0) != (labels > 0.5)).double().mean()", "the fraction that is wrong"),
        (FRACTION + "(answers == labels).double().mean()", "no answer equals its label"),
        (FRACTION + "((answers > 0) == (labels > 0.5)).sum() / 10", "wrong for four"),
        (FRACTION + "(answers > 0) == (labels > 0.5)", "shape (10,)"),
        (FRACTION + "((answers > 0) == (labels > 0.5)).mean()", "stopped with RuntimeError"),
    ],
    "09.3": [
        (BY_HAND + "((ids == 0) * position).sum(1) - ((ids == 1) * position).sum(1)", "wrong sign"),
        (BY_HAND + "(ids == 1).sum(1) - (ids == 0).sum(1)", "every row gets 0"),
        (BY_HAND + "((ids == 1) * position).sum(1) > ((ids == 0) * position).sum(1)", "not 0 itself"),
        (BY_HAND + "((ids == 1) * position).sum(1) + 1", "the same sign"),
        (BY_HAND + "((ids == 1) * position).sum(1) - 3", "some rows are wrong"),
        (
            BY_HAND + "((ids == 1) * torch.arange(8)).sum(1) - ((ids == 0) * torch.arange(8)).sum(1)",
            "stopped with RuntimeError",
        ),
        (BY_HAND + "(ids == 1) * position", "shape (160, 8)"),
    ],
}
