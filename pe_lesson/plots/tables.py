"""Tables as heat maps."""

from matplotlib.figure import Figure

from pe_lesson._checks import real_table
from pe_lesson.plots._style import DIVERGING, name_axes, new_figure


def heat_map(table, title: str = "") -> Figure:
    """A table of encodings: one row a position, one column a dimension, colour from -1 to 1.

    Args:
        table: ``(max_length, d_model)``, a tensor or an array.
        title: text above the map.

    Raises:
        TypeError, ValueError: ``table`` is no such table of real numbers.
    """
    figure, axes = new_figure(7.5, 3.6)
    image = axes.imshow(
        real_table("table", table).numpy(), cmap=DIVERGING, vmin=-1, vmax=1, aspect="auto", interpolation="nearest"
    )
    name_axes(axes)
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.yaxis.get_major_locator().set_params(integer=True)
    axes.set_title(title)
    figure.colorbar(image, ax=axes, label="value")
    return figure
