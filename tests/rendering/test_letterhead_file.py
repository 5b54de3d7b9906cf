"""Reading the letterhead folder: validation, no access to other files, and its use in all commands."""

import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.support.pdf_text import page_texts
from treesolve.cli import treesolve
from treesolve.model.problem import InputError
from treesolve.rendering.letterhead_file import read_letterhead


def run(*arguments: str) -> Result:
    """Return the result of a command line."""
    return CliRunner(env={"TREESOLVE_LANGUAGE": None}).invoke(treesolve, arguments)


def write(path: Path, text: str) -> Path:
    """Write a file, creating its folders."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a letterhead folder named in treesolve.toml; the working directory is its parent."""
    write(tmp_path / "treesolve.toml", 'letterhead = "course"')
    write(tmp_path / "course" / "letterhead.toml", 'header = "Our institute"\nfooter = "Term 7"')
    write(tmp_path / "x.tree", "((6 5) (2 9))")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "course"


def problems_in(folder: Path) -> list[tuple[str, str]]:
    """Return the codes of all problems in a folder, each with its file."""
    with pytest.raises(InputError) as refused:
        read_letterhead(folder)
    return [(problem.code, os.path.relpath(problem.source, folder)) for problem in refused.value.problems]


def test_every_command_uses_it(course: Path):
    """Commands use the letterhead in terminal output, in files and in worker processes."""
    assert run("solve", "x.tree").stdout.startswith("Defaults of treesolve.toml: letterhead course.\n")
    for student in ("4711", "4712"):
        write(Path("in") / f"{student}.txt", f"student: {student}\nvalues: A=5\nbest: B")
    for command in (
        *(f"solve x.tree -o x.{ending}" for ending in ("html", "tex", "typ")),
        "practice x.tree -o practice.html",
        *("grade x.tree in --report report", "sheet x.tree --shape 2x2 --seed 1 --variants 2 --jobs 2 -o out"),
    ):
        assert run(*command.split()).exit_code == 0, command

    pages = [path for ending in ("html", "tex", "typ") for path in Path().rglob(f"*.{ending}")]
    sheets = [each for path in Path("out").rglob("*.pdf") for each in page_texts(path)]
    assert {"x.html", "x.tex", "x.typ", "practice.html", "index.html"} < {path.name for path in pages}
    assert sum(path.parts[0] == "report" for path in pages) >= 3
    assert len(sheets) > 6
    assert [path for path in pages if "Our institute" not in path.read_text("utf-8")] == []
    assert [each for each in sheets if "Our institute" not in each or "Term 7" not in each] == []


def test_problems_are_reported_and_nothing_is_written(course: Path):
    """Problems have file, line and column in the requested language, in every command; `--help` still works."""
    write(course / "letterhead.toml", "\nheader = 3")
    for command in (["solve", "x.tree"], ["check", "x.tree", "--language", "en"], ["sheet", "x.tree", "-o", "x.pdf"]):
        result = run(*command)
        assert (result.exit_code, result.stdout) == (1, "")
        assert result.stderr.startswith("course/letterhead.toml:2:1: The value of header is text in quotes")
        assert not Path("x.pdf").exists()
    assert "header wird in" in run("solve", "x.tree", "--language", "de").stderr
    write(Path("treesolve.toml"), 'language = "de"\nletterhead = "course"')
    assert "header wird in" in run("solve", "x.tree").stderr
    assert "The value of header" in run("solve", "x.tree", "--language", "en").stderr
    assert run("solve", "--help").exit_code == 0


def test_nothing_outside_the_folder_is_read(course: Path, tmp_path: Path):
    """Links out of the folder are rejected."""
    (course / "letterhead.toml").unlink()
    (course / "letterhead.toml").symlink_to(write(tmp_path / "letterhead.toml", 'header = "x"'))
    assert problems_in(course) == [("letterhead-outside", "letterhead.toml")]

    (course / "letterhead.toml").unlink()
    write(course / "letterhead.toml", 'logo = "logo.svg"')
    (course / "logo.svg").symlink_to(write(tmp_path / "logo.svg", "<svg/>"))
    assert problems_in(course) == [("letterhead-outside", "logo.svg")]


def test_a_device_is_not_read(course: Path):
    """Devices are rejected, because they may have no end."""
    (course / "letterhead.toml").unlink()
    os.mkfifo(course / "letterhead.toml")

    assert problems_in(course) == [("no-regular-file", "letterhead.toml")]


def test_a_missing_or_empty_folder_is_reported(tmp_path: Path):
    """A wrong or overlong folder name is reported."""
    assert problems_in(tmp_path / "nowhere") == [("letterhead-folder-missing", ".")]
    assert problems_in(tmp_path / ("5" * 400)) == [("unreadable", ".")]
    assert problems_in(tmp_path) == [("letterhead-missing", ".")]


def test_python_takes_the_folder_for_one_page(course: Path):
    """`render` and `save` use the letterhead for one page; later pages have none."""
    import treesolve as package

    solution = package.solve("((6 5) (2 9))")
    assert "Our institute" in solution.save("x.html", letterhead=str(course)).read_text("utf-8")
    assert "Our institute" in solution.render("html", letterhead=course)
    assert "Our institute" not in solution.render("html")
    with pytest.raises(InputError) as refused:
        solution.render(letterhead=course / "nowhere")
    assert refused.value.problems[0].code == "letterhead-folder-missing"
