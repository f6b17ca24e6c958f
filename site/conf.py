"""The site: one configuration for every language, built by `make site`.

Each page gets a link to its other languages. Sphinx executes nothing: a page shows the outputs that are stored in
the notebook and tested there, or that tools/execute_language.py gave to the lessons of another language.
"""

import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent
sys.path[:0] = [str(HERE), str(ROOT)]

project = "Positional encoding, step by step"
author = "the authors of the pe-lesson project"
language = "en"

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.mathjax",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
    "pages.alternatives",
    "pages.anchors",
    "pages.api",
    "pages.contents",
    "pages.feedback",
    "pages.languages",
    "pages.mathjax",
    "pages.opening",
    "pages.search",
    "pages.sliders",
]
root_doc = "site/index"
include_patterns = [
    "*.md",
    "notebooks/*.ipynb",
    "notebooks/*.md",
    "notebooks/questions/*.md",
    "site/*.md",
    "site/*.rst",
    "classroom/*.md",
]
smartquotes = False  # what a lesson writes is what a page shows
templates_path = ["_templates"]

nb_execution_mode = "off"
nb_merge_streams = True
myst_enable_extensions = ["dollarmath"]
myst_heading_slug_func = "pages.anchors.slug"
myst_heading_anchors = 4  # links such as ../README.md#the-lessons
suppress_warnings = ["config.cache"]  # the list of languages below is made anew for each build

autodoc_inherit_docstrings = False  # no words of torch about what it calls by itself
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
napoleon_numpy_docstring = False
copybutton_selector = ":not(.output) > div.highlight > pre"  # code, not what it prints

locale_dirs = [str(ROOT / "build/locale")]

html_theme = "sphinx_book_theme"
html_theme_options = {
    "home_page_in_toc": True,
    "navbar_persistent": [],  # the search stands at the side and above the text already
    "show_navbar_depth": 1,
    "show_toc_level": 2,
    "use_fullscreen_button": False,
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}
html_static_path = ["_static"]
html_css_files = ["site.css", "moving.css"]
html_js_files = [
    "site.js",
    "progress.js",
    "moving/moving.js",
    *sorted(f"moving/{path.name}" for path in HERE.glob("_static/moving/*.js") if path.stem != "moving"),
]
html_context = {"default_mode": "auto"}
html_extra_path = ["_extra"]  # index.html, which leads to site/index.html
html_favicon = "_static/icon.svg"
html_use_index = False  # the search finds every name
html_domain_indices = False
html_show_copyright = False
html_show_sphinx = False
