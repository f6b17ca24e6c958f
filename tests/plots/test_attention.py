"""Lesson 00's attention: each number in its pictures is a weight that plain loops find as well."""

import math
import warnings
from itertools import permutations

import pytest
import torch

from pe_lesson import plots, sinusoidal
from tests.support.bad_input import refusal
from tests.support.drawn import texts

WORDS = ["dog", "bites", "man"]
torch.manual_seed(0)
X, W_Q, W_K = torch.randn(3, 8), *torch.randn(2, 8, 8) / 8**0.5
ENCODING = sinusoidal(3, 8)


def weights(x):
    """Softmax of all scores, without a tensor's help."""
    rows, (w_q, w_k) = x.tolist(), (W_Q.tolist(), W_K.tolist())
    turn = lambda row, w: [sum(a * line[c] for a, line in zip(row, w, strict=True)) for c in range(8)]  # noqa: E731
    queries, keys = [turn(row, w_q) for row in rows], [turn(row, w_k) for row in rows]
    shares = [[math.exp(sum(map(math.prod, zip(q, k, strict=True)))) for k in keys] for q in queries]
    return [[share / sum(row) for share in row] for row in shares]


def attention_weights(x):
    return ((x @ W_Q) @ (x @ W_K).T).softmax(dim=-1)


def test_arrows_and_table_show_the_weights():
    figure, expected = plots.attention_arrows(attention_weights(X), WORDS), weights(X)
    said = texts(figure)
    arrows = {a.get_gid(): a.arrow_patch for a in figure.axes[0].texts if hasattr(a, "arrow_patch") and a.arrow_patch}
    for k in range(3):
        assert said[f"sum-{k}"] == "= 1.00"
        for j in range(3):
            assert said[f"weight-{k}-{j}"] == f"{expected[k][j]:.2f}"
            assert arrows[f"arrow-{k}-{j}"].get_linewidth() == pytest.approx(0.9 + 7 * expected[k][j], abs=1e-4)
    shares = [f"{share:.2f}" for share in expected[0]]
    assert [said[f"share-{j}"] for j in range(3)] == shares
    parts = [f"{share} · value of {word}" for share, word in zip(shares, WORDS, strict=True)]
    assert said["sum"] == f"output of dog  =  {'  +  '.join(parts)}"
    assert f"dog {', '.join(shares)}; bites" in figure.alt
    assert f"widest comes from {WORDS[expected[0].index(max(expected[0]))]}" in figure.alt


@pytest.mark.parametrize("order", [list(order) for order in permutations(range(3))], ids=str)
@pytest.mark.parametrize("rows", [0, ENCODING], ids=["without", "with"])
def test_a_number_that_is_new_says_what_it_was(order, rows):
    figure = plots.moved_weights(attention_weights(X + rows), attention_weights(X[order] + rows), WORDS, order)
    said, before, after = texts(figure), weights(X + rows), weights(X[order] + rows)
    new = 0
    for r, k in enumerate(order):
        for c, j in enumerate(order):
            assert said[f"weight-{r}-{c}"] == f"{before[r][c]:.2f}"
            now, _, was = said[f"moved-{r}-{c}"].partition("\nwas ")
            assert float(now) == pytest.approx(after[r][c], abs=0.005)
            assert not was or (now != was and float(was) == pytest.approx(before[k][j], abs=0.005))
            new += bool(was)
    assert new == (9 if rows is ENCODING and order != [0, 1, 2] else 0)
    count = f"{9 - new} of 9 numbers only moved" + (f", {new} are new" if new else "")
    assert said["count"] == ("the same sentence, no new number" if order == [0, 1, 2] else count)
    assert figure.alt.endswith(f" {said['count']}.")
    assert " ".join(WORDS[k] for k in order) in figure.alt


@pytest.mark.parametrize(
    ("was", "now", "cell"),
    [
        (0.2, 0.4, "0.40\nwas 0.20"),
        (0.787, 0.79, "0.790\nwas 0.787"),
        (3.51e-6, 3.9e-9, "4e-9\nwas 4e-6"),
        (2.12e-6, 2.1e-6, "2.10e-6\nwas 2.12e-6"),
        (0.4, 0.4001, "0.40"),
        (0.0, 1e-44, "0.00"),
    ],
)
def test_numbers_show_as_many_digits_as_tell_them_apart(was, now, cell):
    pairs = [torch.tensor([[share, 1 - share], [0.5, 0.5]], dtype=torch.float64) for share in (was, now)]
    assert texts(plots.moved_weights(*pairs, ["dog", "bites"], [0, 1]))["moved-0-0"] == cell


def test_weights_of_0_and_1_are_not_said_to_have_moved():
    before, after = torch.tensor([[1.0, 0.0], [0.5, 0.5]]), torch.tensor([[0.6, 0.4], [0.0, 1.0]])
    figure = plots.moved_weights(before, after, ["dog", "bites"], [1, 0])
    assert texts(figure)["count"] == "2 of 4 are new; others moved, or are near 0 or 1"
    box = next(text for text in figure.axes[0].texts if text.get_gid() == "count").get_window_extent()
    assert box.x0 >= 0
    assert box.x1 <= figure.bbox.x1


def test_an_order_that_gives_the_same_sentence_moves_nothing():
    weights = torch.tensor([[0.5, 0.1, 0.4], [0.7, 0.1, 0.2], [0.5, 0.1, 0.4]])
    figure = plots.moved_weights(weights, weights, ["dog", "bites", "dog"], [2, 1, 0])
    assert texts(figure)["count"] == "the same sentence, no new number"
    assert [texts(figure)[f"moved-1-{k}"] for k in range(3)] == ["0.70", "0.10", "0.20"]


@pytest.mark.parametrize(
    "words", [["dog"], WORDS, ["a", "b", "c", "d"], [*"abcdefg"], ["나는", "😀", "incomprehensibilities"]], ids=len
)
def test_any_sentence_is_drawn_inside_its_page(words):
    n = len(words)
    equal, order = torch.full((n, n), 1 / n), list(range(n))[::-1]
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # a letter that the font does not have
        for figure in (plots.attention_arrows(equal, words), plots.moved_weights(equal, equal, words, order)):
            figure.canvas.draw()
            for text in figure.axes[0].texts:
                box = text.get_window_extent()
                assert min(box.x0, box.y0) >= 0, text.get_text()
                assert all(box.p1 <= figure.bbox.p1), text.get_text()


@pytest.mark.parametrize(("n", "begins"), [(4, "Arrows lead"), (7, "The first 4 of 7 words. Arrows lead")])
def test_arrows_say_in_words_that_only_the_first_are_drawn(n, begins):
    assert plots.attention_arrows(torch.full((n, n), 1 / n), [*"abcdefg"][:n]).alt.startswith(begins)


def test_what_does_not_fit_the_words_is_refused():
    square = torch.full((3, 3), 1 / 3)
    refusal(lambda: plots.attention_arrows(square, ["dog"]), ValueError, "weights must have shape (1, 1)", "(3, 3)")
    refusal(lambda: plots.moved_weights(square, square[:2], WORDS, [0, 1, 2]), ValueError, "moved", "(2, 3)")
    refusal(lambda: plots.moved_weights(square, square, WORDS, [0, 1, 1]), ValueError, "order", "[0, 1, 1]")
