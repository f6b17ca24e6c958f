"""What a learner does with a lesson: every cell, its stored output, and the first exercise."""

import re
from typing import Any

import aiohttp
from kernel import execute

WIDGET = "application/vnd.jupyter.widget-view+json"
SOLUTION = re.compile(r"<summary>Solution</summary>\s+```python\n(.*?)```", re.DOTALL)


async def run_all(channels: aiohttp.ClientWebSocketResponse, notebook: dict[str, Any]) -> list[str]:
    """Run every code cell; the outputs go into ``notebook``. A line for each cell that does not give the stored one."""
    wrong = []
    for number, cell in enumerate(notebook["cells"]):
        if cell["cell_type"] != "code":
            continue
        outputs = await execute(channels, cell["source"])
        if "nbval-ignore-output" not in cell["metadata"].get("tags", []):
            stored, now = _compared(cell["outputs"]), _compared(outputs)
            if stored != now:
                wrong.append(f"cell {number}: stored {_first_difference(stored, now)}")
        cell["outputs"] = outputs
    return wrong


async def solve(channels: aiohttp.ClientWebSocketResponse, notebook: dict[str, Any]) -> list[str]:
    """Write the folded solution of the first exercise into its stub and run it; a line if the verdict is not ✓."""
    cells = notebook["cells"]
    number = next(i for i, cell in enumerate(cells) if cell["cell_type"] == "code" and "\ncheck(" in cell["source"])
    solution = SOLUTION.search(cells[number + 1]["source"])
    assert solution, f"no folded solution after cell {number}"
    check = cells[number]["source"][cells[number]["source"].index("\ncheck(") :]
    cells[number]["source"] = solution[1].strip() + "\n" + check
    cells[number]["outputs"] = await execute(channels, cells[number]["source"])
    verdict = _verdict(cells[number]["outputs"])
    return [] if verdict.startswith("✓") else [f"cell {number}: the solution got {verdict!r}"]


def _verdict(outputs: list[dict[str, Any]]) -> str:
    return next((output["data"]["text/plain"] for output in outputs if "data" in output), str(outputs)[:300])


def _compared(outputs: list[dict[str, Any]]) -> list[Any]:
    """What two runs must share: text and errors; pictures and widgets have tests of their own."""
    shown = []
    for output in outputs:
        if output["output_type"] == "stream":
            shown.append((output["name"], _text(output["text"])))
        elif output["output_type"] == "error":
            shown.append((output["ename"], output["evalue"]))
        elif WIDGET not in output["data"]:
            shown.append([(kind, _text(data)) for kind, data in sorted(output["data"].items()) if kind != "image/png"])
    return shown


def _text(text: str | list[str]) -> str:
    return text if isinstance(text, str) else "".join(text)


def _first_difference(stored: list[Any], now: list[Any]) -> str:
    for one, other in zip(stored, now, strict=False):
        if one != other:
            return f"{one!r:.300}, now {other!r:.300}"
    return f"{len(stored)} outputs, now {len(now)}"
