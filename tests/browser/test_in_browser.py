"""Every lesson as a learner meets it: opened in JupyterLab, run from the menu, looked at, clicked and typed into."""

import re
from contextlib import closing

from nbformat import NotebookNode
from playwright.sync_api import BrowserContext, expect

from languages.pieces import CODE, FORMULA
from tests.browser.lesson_page import LessonPage
from tests.support.lab_server import Lab
from tools import lessons

NAMES = [path.name for path in lessons.PATHS]
ASKED = "05.1"
# the heading that each link of a title cell leads to; the others lead to a neighbour
SECTIONS = {"contents": "The lessons", "glossary": "Glossary", "questions": "Questions", "exercises": "Exercises"}
REDRAWN = """([cell, before]) => {
    const image = cell.querySelector(".jp-OutputArea-output img");
    return image && image.src !== before && image.naturalWidth > 0;
}"""
WRONG = "by_power = by_exp = 500 ** (-2 * torch.arange(0, 6, 2) / 6)\n"  # twice the exponent

expect.set_options(timeout=30_000)  # the machine may be slow and busy: how long it takes is not what is tested


def prose(cell: NotebookNode) -> str:
    """The source of a markdown cell without its code, in which a dollar means a dollar; of a code cell, nothing."""
    return CODE.sub("", cell.source) if cell.cell_type == "markdown" else ""


def test_runs_without_an_error(lesson: LessonPage) -> None:
    prompts = []
    for cell, saw in zip(lesson.notebook.cells, lesson.seen, strict=True):
        if "raises-exception" not in cell.metadata.get("tags", []):
            assert saw["complaints"] == []
        if cell.cell_type == "code":
            prompts.append(saw["prompt"])
    assert prompts == [f"[{number}]:" for number in range(1, len(prompts) + 1)]


def test_shows_every_image(lesson: LessonPage) -> None:
    for cell, saw in zip(lesson.notebook.cells, lesson.seen, strict=True):
        assert len(saw["images"]) == len(re.findall(r"!\[[^]]*\]\(", prose(cell))), cell.source
        assert [image["source"] for image in saw["images"] if not image["width"]] == []


def test_sets_every_formula(lesson: LessonPage) -> None:
    for cell, saw in zip(lesson.notebook.cells, lesson.seen, strict=True):
        written = FORMULA.findall(prose(cell))
        assert len(saw["formulas"]) == len(written), f"{saw['formulas']} is not {written}, in: {cell.source}"
        assert saw["unreadable"] == [], cell.source
        assert saw["dollars"] == []


def test_every_slider_redraws_its_figure(lesson: LessonPage) -> None:
    for cell, source in zip(lesson.cells.all(), lesson.notebook.cells, strict=True):
        if source.cell_type == "code" and "interact(" in source.source:
            expect(cell.get_by_role("slider").first).to_be_visible()
            for slider in cell.get_by_role("slider").all():
                position = slider.get_attribute("aria-valuenow")
                figure = cell.locator(".jp-OutputArea-output img").get_attribute("src")
                slider.press("ArrowLeft" if position == slider.get_attribute("aria-valuemax") else "ArrowRight")
                expect(slider).not_to_have_attribute("aria-valuenow", position)
                lesson.page.wait_for_function(REDRAWN, arg=[cell.element_handle(), figure])


def test_every_fold_opens(lesson: LessonPage) -> None:
    folds = lesson.panel.locator(".jp-MarkdownOutput details")
    expect(folds).to_have_count(sum(prose(cell).count("<details>") for cell in lesson.notebook.cells))
    for fold in folds.all():
        fold.locator("summary").click()
        expect(fold).to_have_attribute("open", "")


def test_what_answers_a_prediction_is_hidden_until_the_cell_is_run(browser: BrowserContext, lab: Lab) -> None:
    name = next(name for name in NAMES if name.startswith(ASKED[:2]))
    with closing(LessonPage(browser, lab, name)) as lesson:
        folded = sum("hide-output" in cell.metadata.get("tags", []) for cell in lesson.notebook.cells)
        placeholders = lesson.panel.locator(".jp-OutputPlaceholder")
        expect(placeholders).to_have_count(folded)
        lesson.menu("Run", "Run All Cells")
        expect(placeholders).to_have_count(0)


def test_links_of_the_head_lead_where_they_say(lesson: LessonPage) -> None:
    place = NAMES.index(lesson.name)
    line = next(line for line in lesson.notebook.cells[0].source.splitlines() if "[contents]" in line)
    assert line.count("←") == (place > 0)
    assert line.count("→") == (place < len(NAMES) - 1)
    for link in re.findall(r"\[(.+?)\]\(", line):
        opened = lesson.follow(link)
        if link in SECTIONS:
            expect(opened.get_by_role("heading", name=SECTIONS[link], exact=True)).to_be_in_viewport()
        else:
            neighbour = NAMES[place - 1 if "←" in link else place + 1]
            expect(opened.get_by_role("heading", level=1)).to_contain_text(neighbour[:2])


def test_stays_on_this_machine_and_asks_nothing(lesson: LessonPage) -> None:
    assert lesson.elsewhere == []
    assert lesson.crashes == []
    expect(lesson.page.locator(".Toastify__toast, .jp-Dialog")).to_have_count(0)


def test_an_exercise_answers_back(browser: BrowserContext, lab: Lab) -> None:
    name = next(name for name in NAMES if name.startswith(ASKED[:2]))
    with closing(LessonPage(browser, lab, name)) as lesson:
        sources = [cell.source for cell in lesson.notebook.cells]
        number = next(number for number, source in enumerate(sources) if f'check("{ASKED}"' in source)
        check = sources[number].splitlines()[-1]
        solution = lessons.SOLUTION.search(sources[number + 1])[1]

        lesson.run(next(number for number, source in enumerate(sources) if source.startswith("import ")))
        for code, verdict in [(WRONG, f"✗ {ASKED} the first: the exponent is twice"), (solution, f"✓ {ASKED}")]:
            lesson.run(number, code + check)
            cell = lesson.cells.nth(number)
            expect(cell.locator(".cm-line")).to_have_text((code + check).splitlines())
            expect(cell.locator(".jp-OutputArea-output")).to_contain_text(verdict)
