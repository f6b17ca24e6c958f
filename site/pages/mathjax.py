"""MathJax and its font from build/npm into the site, so that a page asks no other host."""

import shutil
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.errors import ConfigError

from tools import ROOT

NPM = ROOT / "build/npm/node_modules"
COPIED = {
    "mathjax/tex-mml-chtml.js": "tex-mml-chtml.js",
    "mathjax/a11y/assistive-mml.js": "a11y/assistive-mml.js",
    "@mathjax/mathjax-newcm-font/chtml": "font/chtml",
}
# the menu, speech and braille would load more files, some in a worker, which file:// refuses;
# the hidden MathML that screen readers read needs neither
SETTINGS = {
    "output": {"fontPath": "[mathjax]/font", "displayOverflow": "scroll"},
    "options": {
        "enableMenu": False,
        "enableExplorer": False,
        "enableSpeech": False,
        "enableBraille": False,
        "enableAssistiveMml": True,
        "menuOptions": {"settings": {"enrich": False, "speech": False, "braille": False, "assistiveMml": True}},
    },
    "loader": {"load": ["a11y/assistive-mml"]},
}


def copy(app: Sphinx) -> None:
    """Copy what the pages load, and nothing else of the two packages."""
    if not NPM.is_dir():
        raise ConfigError(f"{NPM} is missing: `make site` installs it")
    for source, target in COPIED.items():
        path = Path(app.outdir, "_static/mathjax", target)
        path.parent.mkdir(parents=True, exist_ok=True)
        if (NPM / source).is_dir():
            shutil.copytree(NPM / source, path, dirs_exist_ok=True)
        else:
            shutil.copy(NPM / source, path)


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.config.mathjax_path = "mathjax/tex-mml-chtml.js"
    app.config.mathjax4_config = SETTINGS
    app.connect("builder-inited", copy)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
