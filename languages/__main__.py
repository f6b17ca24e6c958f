"""The lessons in another language.

python -m languages messages           bring all catalogs up to date with the English
python -m languages build ko FOLDER    build the texts of a language, for the site
python -m languages lab ko             make or renew a learner's own copy, lessons-ko
"""

import sys
from pathlib import Path

from languages import catalogs, lab, marked
from languages.build import build


def messages() -> None:
    """Bring the catalogs of every language up to date, and name those that have something to translate."""
    templates = {source: catalogs.template(source) for source in catalogs.sources()}
    templates |= {source: marked.template(source) for source in marked.METHODS}
    for language in catalogs.languages():
        for source, template in templates.items():
            catalog = catalogs.update(language, source, template)
            catalogs.write(catalog, catalogs.file(language, source))
            if open_ones := sum(not catalogs.is_translated(message) for message in catalog if message.id):
                print(f"{catalogs.file(language, source).relative_to(catalogs.ROOT)}: {open_ones} to translate")


def main() -> None:
    """Do what the command line asks, or say how to ask."""
    match sys.argv[1:]:
        case ["messages"]:
            messages()
        case ["build", language, folder]:
            build(language, Path(folder))
            marked.hand_over(language, catalogs.ROOT / "build/locale")
        case ["lab", language]:
            lab.renew(language)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
