"""The committed pictures are what our own code draws, are used, and can be read on a dark page."""

import pytest
from matplotlib.image import imread

from tests.support import pictures
from tools import ROOT, draw_images, lessons

FILES = (*lessons.PATHS, ROOT / "README.md", ROOT / "site/index.md")
PAGES = [path.read_text(encoding="utf-8") for path in FILES]


@pytest.mark.parametrize("name", draw_images.PICTURES)
def test_picture_is_what_the_code_draws(name, tmp_path):
    draw_images.save(draw_images.PICTURES[name](), tmp_path / name)
    drawn, committed = imread(tmp_path / name), imread(draw_images.FOLDER / name)
    assert pictures.same_picture(drawn, committed), (
        f"images/{name} is not what the code draws now; run `make images` and look at it"
    )


@pytest.mark.parametrize("name", draw_images.PICTURES)
def test_picture_is_opaque_fits_a_page_and_is_embedded_somewhere(name):
    picture = imread(draw_images.FOLDER / name)
    assert picture.shape[2] == 3 or picture[..., 3].min() == 1
    assert picture.shape[1] <= 1100
    assert any(f"images/{name}" in page for page in PAGES), f"nothing shows images/{name}; embed it, or remove it"


@pytest.mark.parametrize("name", ["denominators.png", "hadamard.png", "transformer.png"])
def test_a_lesson_says_of_a_picture_what_its_figure_says(name):
    assert any(f"![{draw_images.PICTURES[name]().alt}](../images/{name})" in page for page in PAGES)


def test_no_other_picture_is_committed():
    names = {path.name for path in draw_images.FOLDER.iterdir() if path.suffix == ".png"}
    # benchmark.png holds measurements, which differ from run to run: `make bench` draws it
    unknown = sorted(names - {"benchmark.png"} - set(draw_images.PICTURES))
    assert not unknown, f"add {', '.join(unknown)} to PICTURES in tools/draw_images.py, or remove it"
