"""`make lint` names what nobody uses, and what it cannot read."""

from pathlib import Path

from tools.dead_code import dead


def test_a_function_that_nobody_uses_is_named_and_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    for name in ("pe_lesson", "tools"):
        (tmp_path / name).mkdir()
    (tmp_path / "pe_lesson/rows.py").write_text("def used(): ...\ndef unused(): ...\n")
    (tmp_path / "tools/user.py").write_text("from pe_lesson.rows import used\nused()\ndef unused_tool(): ...\n")
    (line,) = dead(tmp_path, ["pe_lesson", "tools"])
    assert "unused function 'unused'" in line
    (tmp_path / "tools/user.py").write_text("used(")
    assert any("user.py" in line for line in dead(tmp_path, ["pe_lesson", "tools"]))
