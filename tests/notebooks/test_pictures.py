"""The committed pictures are what our own code draws, are used, and can be read on a dark page."""

import numpy as np
import pytest
from matplotlib.image import imread

from helpers import lessons
from tools import draw_images


@pytest.mark.parametrize("name", draw_images.PICTURES)
def test_picture_is_what_the_code_draws(name, tmp_path):
    draw_images.save(draw_images.PICTURES[name](), tmp_path / name)
    drawn, committed = imread(tmp_path / name), imread(draw_images.FOLDER / name)
    assert drawn.shape == committed.shape
    assert np.abs(drawn - committed).mean() < 0.005


@pytest.mark.parametrize("name", draw_images.PICTURES)
def test_picture_is_opaque_fits_a_page_and_is_embedded_somewhere(name):
    picture = imread(draw_images.FOLDER / name)
    assert picture.shape[2] == 3 or picture[..., 3].min() == 1
    assert picture.shape[1] <= 1100
    pages = [path.read_text(encoding="utf-8") for path in (*lessons.PATHS, lessons.ROOT / "README.md")]
    assert any(f"images/{name}" in page for page in pages)


def test_no_other_picture_is_committed():
    names = {path.name for path in draw_images.FOLDER.iterdir() if path.suffix == ".png"}
    # benchmark.png holds measurements, which differ from run to run: `make bench` draws it
    assert names - {"benchmark.png"} == set(draw_images.PICTURES)
