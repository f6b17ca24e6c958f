"""Where a position can enter attention, and what RoPE and ALiBi do there: lesson 10."""

import math
from collections.abc import Sequence
from fractions import Fraction

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle, Wedge
from torch import Tensor

from pe_lesson._words import marked, say, value_error
from pe_lesson.plots._draw import Point, arrow, beside, whole_ticks
from pe_lesson.plots._page import boxes, page, write
from pe_lesson.plots._style import ASKS, GREY, INK, PALE, PLACE, PLACE_TEXT, RESULT, TOKEN, new_panels, on_cpu

STEPS = (
    marked("ids"), marked("embeddings"), marked("queries,\nkeys"),
    marked("scores"), marked("softmax,\nmixture"), marked("answer"),
)  # fmt: skip
PLACES = {  # step: argument of the model, and what may stand there
    1: ("positional", marked("a table:\nsinusoidal, learned")),
    2: ("rotary", marked("a rotation:\nRoPE")),
    3: ("bias", marked("a bias:\nALiBi, a mask")),
}
DASHES = ("-", "--", "-.", ":")


def three_places() -> Figure:
    """The way of the data through one layer of attention, and three places where a position can enter."""
    figure, axes = page(8.6, 2.1)
    for number, words in enumerate(STEPS):
        x = 0.1 + 1.42 * number
        boxes(axes, x, 1.45, [[say(words)]], wide=1.15, high=0.5, fill=PALE)
        if number:
            arrow(axes, (x - 0.27, 1.7), (x, 1.7), GREY, width=1.5)
    for number, (argument, words) in PLACES.items():
        x = 0.1 + 1.42 * number + 0.575
        write(axes, x, 0.2, argument, colour=PLACE_TEXT, bold=True, size=12)
        write(axes, x, 0.6, say(words), size=10)
        arrow(axes, (x, 0.88), (x, 1.45), PLACE, width=2.6, head="-|>")
    figure.alt = (
        "From ids to the answer: positional leads to the embeddings, rotary to queries and keys, bias to scores."
    )
    return figure


@on_cpu
def rope_turn(rotated: Tensor, places: Sequence[tuple[int, int]], pair: int = 1) -> Figure:
    """One pair of columns of a query and a key as hands of a dial, and the score of all pairs, for some positions.

    Args:
        rotated: ``(places, 2, d_head)``: the query and the key as they are once RoPE has rotated them.
        places: (position of the query, position of the key) of each.
        pair: which pair of columns the dials show: columns 2 * pair and 2 * pair + 1.
    """
    if rotated.dim() != 3 or rotated.shape[:2] != (len(places), 2) or not 0 <= 2 * pair < rotated.size(2):
        raise value_error(
            "rotated must be ({count}, 2, d_head), a pair per place, got {shape}",
            count=len(places), shape=tuple(rotated.shape),
        )  # fmt: skip
    figure, axes = page(2.3 * len(places), 3.15)
    hands = rotated.detach()[..., 2 * pair : 2 * pair + 2]
    hands, pairs = 0.85 * hands / hands.norm(dim=-1).max(), rotated.size(2) // 2
    alt = []
    for number, (at_query, at_key) in enumerate(places):
        x = 1.15 + 2.3 * number
        degrees = f"{_hands(axes, (x, 1.45), *hands[number].tolist()):.0f}"
        score = f"{rotated[number, 0] @ rotated[number, 1]:.4f}"
        title = say("query at {query}, key at {key}", query=f"{at_query:,}", key=f"{at_key:,}")
        write(axes, x, 0.2, title, bold=True)
        angle = say("angle in pair {pair}: {degrees}°", pair=pair, degrees=degrees)
        write(axes, x, 2.6, angle, gid=f"angle-{number}")
        scored = say("score of {count} pairs: {score}", count=pairs, score=score)
        write(axes, x, 2.9, scored, bold=True, gid=f"score-{number}")
        alt.append(f"query at {at_query} and key at {at_key}: {degrees} degrees apart, score {score}")
    hands_of = f"Pair {pair} of a query and a key as two hands of a dial; the score is of all {pairs} pairs."
    figure.alt = f"{hands_of} {'; '.join(alt)}."
    return figure


def _hands(axes: Axes, centre: Point, query: Sequence[float], key: Sequence[float]) -> float:
    """Draw a query and a key as hands of a dial, and the angle between them; return it in degrees."""
    x, y = centre
    axes.add_patch(Circle(centre, 0.92, facecolor=PALE, edgecolor="none", zorder=0))
    angles = []
    for letter, colour, (a, b) in (("q", ASKS, query), ("k", TOKEN, key)):
        arrow(axes, centre, (x + a, y - b), colour, width=2.6, head="-|>", shrinkA=0)
        angles.append(math.degrees(math.atan2(-b, a)))  # the page counts downwards
        beyond = 1 + 0.14 / math.hypot(a, b)
        write(axes, x + beyond * a, y - beyond * b, letter, colour=colour, bold=True, size=12)
    between = (angles[1] - angles[0]) % 360
    first, between = (angles[0], between) if between <= 180 else (angles[1], 360 - between)
    axes.add_patch(Wedge(centre, 0.3, first, first + between, facecolor=RESULT, alpha=0.45))
    return between


@on_cpu
def alibi_lines(bias: Tensor) -> Figure:
    """ALiBi's bias over the distance, a line per head, and the weights that it makes of equal scores.

    Args:
        bias: ``(heads, length, length)``, at most four heads; row = query, column = key.
    """
    if bias.dim() != 3 or bias.size(1) != bias.size(2) or not 1 <= bias.size(0) <= len(DASHES) or bias.size(1) < 2:
        raise value_error("bias must be (heads, length, length), 1 to 4 heads, got {shape}", shape=tuple(bias.shape))
    figure, (left, right) = new_panels(6.7, 2.5, 1, 2)
    alt, first = [], bias[:, 0].double()  # the query at 0 has its keys at all distances
    for head, (costs, weights) in enumerate(zip(first, first.softmax(dim=-1), strict=True)):
        slope = Fraction(float(costs[0] - costs[1])).limit_denominator(1000)
        words = say("slope {slope}", slope=slope)
        for axes, values in ((left, costs), (right, weights)):
            axes.plot(values, color=INK, ls=DASHES[head], marker="o", ms=3.5)
            above, va = (6, "bottom") if head else (-6, "top")
            beside(axes, words, (len(values) - 1, float(values[-1])), (0, above), ha="right", va=va)
        alt.append(f"slope {slope}: bias {float(costs[-1]):.2f}, weight {float(weights[-1]):.2f}")
    weight = say("weight of {value} equal scores", value=bias.size(1))
    for axes, name in ((left, say("added to the score")), (right, weight)):
        axes.set(xlabel=say("distance of query and key"), ylabel=name, ymargin=0.25)
        whole_ticks(axes, y=False)
    figure.alt = f"A falling line per head. At distance {bias.size(1) - 1}: {'; '.join(alt)}."
    return figure
