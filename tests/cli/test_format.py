"""The command `treesolve format`: files in place, `--check`, `--diff`, stdin, other notations."""

from pathlib import Path

import pytest

from tests.support.program import run

UNFORMATTED, FORMATTED = "[[6,5],[2,9]] # two plies\n", "((6 5) (2 9)) # two plies\n"
DICTIONARY = "{'A': ['B', 'C'], 'B': [6, 5], 'C': [2, 9]}\n"


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the working directory with an unformatted, a formatted and an invalid file."""
    monkeypatch.chdir(tmp_path)
    Path("new.tree").write_text(UNFORMATTED)
    Path("old.tree").write_text("(6 5)\n")
    Path("bad.tree").write_text("((6 5)\n")
    return tmp_path


@pytest.mark.usefixtures("files")
def test_files_are_formatted_in_place():
    """Comments are preserved; formatted and invalid files are not touched."""
    before = Path("old.tree").stat().st_mtime_ns

    result = run("format", "new.tree", "old.tree", "bad.tree")

    assert (result.exit_code, result.stdout) == (1, "")
    assert Path("new.tree").read_text() == FORMATTED
    assert (Path("old.tree").stat().st_mtime_ns, Path("bad.tree").read_text()) == (before, "((6 5)\n")
    assert result.stderr.startswith("new.tree: formatted\nbad.tree:1:1: This “(” is never closed")
    Path("new.tree").write_text(UNFORMATTED)
    assert run("format", "new.tree", "old.tree", "--quiet").stderr == ""


@pytest.mark.usefixtures("files")
def test_check_and_diff_change_nothing():
    """Both exit with 1 if a file is not formatted."""
    checked, compared = (
        run("format", "--check", "new.tree", "old.tree"),
        run("format", "--diff", "new.tree", "old.tree"),
    )

    assert checked.exit_code == compared.exit_code == 1
    assert (checked.stdout, checked.stderr) == (
        "",
        "new.tree: This file is not formatted. Format it with: treesolve format new.tree\n",
    )
    assert compared.stdout.splitlines()[2:] == ["@@ -1 +1 @@", f"-{UNFORMATTED.strip()}", f"+{FORMATTED.strip()}"]
    assert Path("new.tree").read_text() == UNFORMATTED
    assert run("format", "--check", "--diff", "old.tree").exit_code == 0


def test_standard_input_goes_to_standard_output():
    """It is printed even if it does not change; `--check` prints nothing."""
    assert run("format", "-", stdin=UNFORMATTED).stdout == FORMATTED
    assert run("format", "-", stdin=FORMATTED).stdout == FORMATTED
    assert (run("format", "-", "--check", stdin=UNFORMATTED).stdout, run("format", "-", "--check").exit_code) == ("", 1)


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("x.py", "treesolve convert x.py -o x.tree"),
        ("x.tree", "treesolve convert x.tree -o x-converted.tree"),
        ("-", "treesolve convert - -o tree.tree"),
    ],
)
@pytest.mark.usefixtures("files")
def test_another_notation_is_refused_with_the_command_to_convert_it(name: str, line: str):
    """The printed command works."""
    if name != "-":
        Path(name).write_text(DICTIONARY)

    result = run("format", name, stdin=DICTIONARY)

    assert result.exit_code == 1
    assert line in result.stderr
    assert run(*line.split()[1:], stdin=DICTIONARY).exit_code == 0
    assert Path(line.split()[-1]).read_text() == "A: (B: (6 5) C: (2 9))\n"
    if name != "-":
        assert Path(name).read_text() == DICTIONARY


@pytest.mark.usefixtures("files")
def test_convert_writes_every_notation_and_ours():
    """The source does not change, and its comments are converted to treesolve's notation."""
    Path("x.py").write_text(DICTIONARY)

    assert run("convert", "x.py", "-o", "x.efg").exit_code == 0
    assert Path("x.efg").read_text().startswith("EFG 2 R")
    assert run("convert", "x.efg", "-o", "x.tree").exit_code == 0
    assert Path("x.tree").read_text() == "A: (B: (6 5) C: (2 9))\n"
    assert run("convert", "-", "-o", "y.tree", stdin="( 6 5) # two").exit_code == 0
    assert Path("y.tree").read_text() == "(6 5) # two\n"
