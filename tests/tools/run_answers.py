"""``make answers``: learners' answers against the checks, and the four shares; ``-v`` shows each generic verdict."""

import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers.exercises import answers

COLUMNS = ("right", "accepted", "wrong", "refused", "named", "generic")


def main(options: list[str]) -> int:
    wanted = [option for option in options if option != "-v"]
    counts: dict[str, Counter] = {}
    for answer in answers():
        if wanted and not answer.number.startswith(tuple(wanted)):
            continue
        verdict = answer.verdict()
        count = counts.setdefault(answer.number[:2], Counter())
        count["right" if answer.kind == "right" else "wrong"] += 1
        if verdict:
            count["accepted" if answer.kind == "right" else "wrongly accepted"] += 1
        elif answer.kind != "right":
            count["refused"] += verdict.state == "wrong"
            count["named" if answer.kind == "named" and answer.words in verdict.text else "generic"] += 1
        as_expected = bool(verdict) == (answer.kind == "right") and answer.words in verdict.text
        if not as_expected or ("-v" in options and answer.kind == "generic"):
            print(f"{'' if as_expected else 'UNEXPECTED '}{answer.number} {answer.code!r}\n    {verdict!r}")
            count["unexpected"] += not as_expected
    total = sum(counts.values(), Counter())
    print("lesson  right  accepted  wrong  refused  named  generic")
    for lesson, count in [*sorted(counts.items()), ("all", total)]:
        print(f"{lesson:>6}" + "".join(f"{count[name]:>{len(name) + 2}}" for name in COLUMNS))
    if total["wrong"]:
        print(f"right accepted {total['accepted'] / max(total['right'], 1):.0%}", end=", ")
        print(", ".join(f"{name} {total[name] / total['wrong']:.0%}" for name in ("refused", "named", "generic")))
    return int(total["unexpected"] > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
