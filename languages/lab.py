"""Make a language's lessons a learner's own, and renew them where the learner has changed nothing."""

import json
import shutil
import sys
from hashlib import sha256

from languages import catalogs
from languages.build import build


def renew(language: str) -> None:
    """Make or renew ``lessons-ko/``; a file that is no longer as it was made is the learner's, and stays."""
    if language not in catalogs.languages():
        known = ", ".join(catalogs.languages())
        sys.exit(f"no lessons in {language!r}; LANGUAGE is one of {known}, or leave it out for English")
    made, own = catalogs.ROOT / "build/languages" / language, catalogs.ROOT / f"lessons-{language}"
    shutil.rmtree(made, ignore_errors=True)
    build(language, made)
    record = own / ".made.json"
    before = json.loads(record.read_text()) if record.exists() else {}
    now = {}
    for path in sorted(path for path in made.rglob("*") if path.is_file()):
        name, target = path.relative_to(made).as_posix(), own / path.relative_to(made)
        now[name] = sha256(path.read_bytes()).hexdigest()
        if target.exists() and sha256(target.read_bytes()).hexdigest() != before.get(name):
            if now[name] != before.get(name):
                print(f"{target.relative_to(catalogs.ROOT)} is yours and stays; delete it to get the new one")
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    own.mkdir(exist_ok=True)
    record.write_text(json.dumps(now, indent=0))
