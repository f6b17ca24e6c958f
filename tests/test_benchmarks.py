"""`make bench` is run by hand; what it draws at the end of some minutes must not fail for want of a test."""

from matplotlib.image import imread

from tests.benchmarks.picture import benchmark
from tools.draw_images import save


def test_picture_has_a_line_for_each_form_in_both_plots(tmp_path):
    sizes, forms = [(512, 512), (5000, 512)], ["by_rotation", "sinusoidal", "exp", "powers", "library"]
    figure = benchmark(sizes, {name: [5.0, 2.0] for name in forms}, {name: [3e-8, 4e-3] for name in forms})
    times, errors = figure.axes
    assert [line.get_label() for line in times.lines[:5]] == [line.get_label() for line in errors.lines] == forms
    assert [list(line.get_ydata()) for line in errors.lines] == [[3e-8, 4e-3]] * 5
    save(figure, tmp_path / "benchmark.png")
    assert imread(tmp_path / "benchmark.png").shape[:2] == (390, 1000)
