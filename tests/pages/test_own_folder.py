"""The folder of own templates: what lies in it is read and told of, nothing outside of it is, and it holds in a run."""

import os
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.support.pdf_text import page_texts
from tests.support.places import ROOT
from treesolve.cli import treesolve
from treesolve.model.problem import InputError
from treesolve.pages.environment import words
from treesolve.pages.own_folder import MOST_SENTENCES, read_templates
from treesolve.pages.own_templates import holding, own_digest
from treesolve.runs.journal import journal_beside
from treesolve.runs.process_pool import Workers

STEP = "{% macro step() %}Move{% endmacro %}"


def digest_in_process(_tool: None) -> str:
    """The digest of the templates that a process has."""
    return own_digest()


def run(*arguments: str) -> Result:
    """A command with its exit code and what it prints."""
    return CliRunner(env={"TREESOLVE_LANGUAGE": None}).invoke(treesolve, arguments)


def written(path: Path, text: str = STEP) -> Path:
    """A file with a text, in folders that are made for it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that treesolve.toml names, with a letterhead and a sentence; the program is started beside it."""
    written(tmp_path / "treesolve.toml", 'templates = "course"')
    written(tmp_path / "course" / "letterhead.toml", 'header = "Our institute"\nfooter = "Term 7"')
    written(tmp_path / "course" / "en" / "words.jinja")
    written(tmp_path / "x.tree", "((6 5) (2 9))")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "course"


def told(folder: Path) -> list[tuple[str, str]]:
    """What is wrong in a folder, each with its file there."""
    with pytest.raises(InputError) as refused:
        read_templates(folder)
    return [(problem.code, os.path.relpath(problem.source, folder)) for problem in refused.value.problems]


def test_it_holds_wherever_pages_are_written(course: Path):
    """In every command, on the terminal and in files, and no longer than the command runs."""
    told = run("solve", "x.tree").stdout
    assert told.startswith("Defaults of treesolve.toml: templates course.\n")
    assert "Move  Node" in told
    for student in ("4711", "4712"):
        written(Path("in") / f"{student}.txt", f"student: {student}\nvalues: A=5\nbest: B")
    for command in (
        *(f"solve x.tree -o x.{ending}" for ending in ("html", "tex", "typ")),
        *("practice x.tree -o practice.html", "explain x.tree in/4711.txt -o feedback.html"),
        *("grade x.tree in --report report", "sheet x.tree --shape 2x2 --seed 1 --variants 2 --jobs 2 -o out"),
    ):
        assert run(*command.split()).exit_code == 0, command

    pages = [path for ending in ("html", "tex", "typ") for path in Path().rglob(f"*.{ending}")]
    sheets = [each for path in Path("out").rglob("*.pdf") for each in page_texts(path)]
    assert {"x.html", "x.tex", "x.typ", "practice.html", "feedback.html", "index.html"} < {path.name for path in pages}
    assert sum(path.parts[0] == "report" for path in pages) >= 3
    assert len(sheets) > 6
    assert [path for path in pages if "Our institute" not in path.read_text("utf-8")] == []
    assert [each for each in sheets if "Our institute" not in each or "Term 7" not in each] == []
    assert words("en").step() == "Step"


def test_other_processes_write_with_it(course: Path):
    """They are told when they start."""
    with holding(read_templates(course)), Workers(1, None) as workers:
        assert workers.submit(digest_in_process).result() == own_digest() != ""
    assert own_digest() == ""


def test_a_run_does_not_go_on_with_another_look(course: Path, tmp_path: Path):
    """What was finished under another letterhead is made again."""

    def kept(folder: Path | None) -> int:
        with holding(folder and read_templates(folder)):
            try:
                with journal_beside(tmp_path / "key.json", "same") as journal:
                    found = journal.found
                    journal.add("0" * 64, 1)
                    raise InterruptedError
            except InterruptedError:
                return found

    assert [kept(None), kept(None), kept(course), kept(course)] == [0, 1, 0, 1]
    written(course / "letterhead.toml", 'header = "Another"')
    assert [kept(course), kept(course)] == [0, 1]


def test_mistakes_are_told_and_nothing_is_done(course: Path):
    """With file, line and column; in any command, in the language that is asked for; help is had all the same."""
    written(course / "en" / "words.jinja", "\n\n{% macro stop() %}Move{% endmacro %}")
    written(course / "letterhead.toml", "\nheader = 3")
    for command in (["solve", "x.tree"], ["check", "x.tree", "--language", "en"], ["sheet", "x.tree", "-o", "x.pdf"]):
        result = run(*command)
        lines = result.stderr.splitlines()
        assert (result.exit_code, result.stdout) == (1, "")
        assert lines[0].startswith("course/letterhead.toml:2:1: The value of header is text in quotes")
        assert lines[3].startswith("course/en/words.jinja:3:10: There is no sentence “stop”")
        assert lines[3].endswith("Did you mean “step”?")
        assert not Path("x.pdf").exists()
    assert "Einen Satz „stop“ gibt es" in run("solve", "x.tree", "--language", "de").stderr
    written(Path("treesolve.toml"), 'language = "de"\ntemplates = "course"')
    assert "Einen Satz „stop“ gibt es" in run("solve", "x.tree").stderr
    assert "There is no sentence “stop”" in run("solve", "x.tree", "--language", "en").stderr
    assert run("solve", "--help").exit_code == 0


def test_nothing_but_the_folder_is_read(course: Path, tmp_path: Path):
    """Not through a link either."""
    secret = written(tmp_path / "secret.jinja")
    (course / "en" / "words.jinja").unlink()
    (course / "en" / "words.jinja").symlink_to(secret)
    (course / "letterhead.toml").unlink()
    (course / "letterhead.toml").symlink_to(written(tmp_path / "letterhead.toml", 'header = "x"'))
    assert told(course) == [("own-file-outside", "letterhead.toml"), ("own-file-outside", "en/words.jinja")]

    (course / "en" / "words.jinja").unlink()
    (course / "letterhead.toml").unlink()
    written(course / "letterhead.toml", 'logo = "logo.svg"')
    (course / "logo.svg").symlink_to(written(tmp_path / "logo.svg", "<svg/>"))
    assert told(course) == [("own-file-outside", "logo.svg")]


@pytest.mark.parametrize(
    ("file", "text", "code"),
    [
        ("words.jinja", STEP, "own-sentences-place"),
        ("fr/words.jinja", STEP, "own-sentences-place"),
        ("en/word.jinja", STEP, "own-sentences-place"),
        ("en/steps.jinja", "x" * (MOST_SENTENCES + 1), "file-too-large"),
    ],
)
def test_a_file_in_the_wrong_place_is_told(course: Path, file: str, text: str, code: str):
    """Else nobody would see why it does nothing."""
    written(course / file, text)

    assert told(course) == [(code, file)]


def test_a_device_is_not_read(course: Path):
    """It may have no end."""
    (course / "en" / "words.jinja").unlink()
    os.mkfifo(course / "en" / "words.jinja")

    assert told(course) == [("no-regular-file", "en/words.jinja")]


def test_a_folder_that_is_missing_or_empty_is_told(tmp_path: Path):
    """Its name may be wrong, or no name at all."""
    assert told(tmp_path / "nowhere") == [("own-folder-missing", ".")]
    assert told(tmp_path / ("5" * 400)) == [("unreadable", ".")]
    assert told(tmp_path) == [("own-folder-empty", ".")]


def test_python_takes_the_folder_where_pages_are_written(course: Path):
    """In `written` and in `save`; nothing holds any longer."""
    import treesolve as package

    solution = package.solve("((6 5) (2 9))")
    assert "Move  Node" in str(solution.written(templates=course))
    assert "Our institute" in solution.save("x.html", templates=str(course)).read_text("utf-8")
    assert "Step  Node" in str(solution.written())
    with pytest.raises(InputError) as refused:
        solution.written(templates=course / "nowhere")
    assert refused.value.problems[0].code == "own-folder-missing"


EVIL = '</script></style><i onclick=x>"\\input{evil}#read("evil")`*_$'
CODES = {"babel", "called", "decimal_mark", "list_mark"}
"""Sentences that are no sentences."""


@pytest.mark.long
def test_whatever_a_sentence_says_is_only_text(course: Path, tmp_path: Path):
    """With every sentence a hostile one, in every page and form: nothing of it is obeyed, and paper is printed."""
    for path in (ROOT / "templates" / "en").glob("*.jinja"):
        heads = re.findall(r"\{%- macro (\w+)(\(.*?\)) -?%}", path.read_text("utf-8"))
        own = [f"{{% macro {name}{given} %}}{EVIL}{{% endmacro %}}" for name, given in heads if name not in CODES]
        written(course / "en" / path.name, "\n".join(own))
    written(tmp_path / "in" / "4711.txt", "student: 4711\nvalues: A=5\nbest: B")
    made = [("solve", "x.tree", "-o", f"solution.{ending}") for ending in ("html", "tex", "typ", "md")]
    made += [("explain", "x.tree", "in/4711.txt", "-o", f"told.{ending}") for ending in ("html", "tex", "typ")]
    made += [("practice", "x.tree", "-o", "practice.html"), ("grade", "x.tree", "in", "--report", "report")]
    made += [("sheet", "x.tree", "-o", "exam.pdf", "--source", "latex", "--source", "typst")]
    for command in made:
        result = run(*command)
        assert result.exit_code == 0, (command, result.output, result.exception)

    pages = [path for path in tmp_path.rglob("*.*") if path.suffix in (".html", ".tex", ".typ", ".md")]
    pages = [path for path in pages if course not in path.parents]
    assert len(pages) > 12
    for path in pages:
        text = path.read_text("utf-8")
        assert "evil" in text.replace(r"\allowbreak{}", ""), path
        assert not re.search(OBEYED[path.suffix], text), path


OBEYED = {
    ".html": r"</script></style>|<i onclick",
    ".tex": r"\\input\{evil|\\input\\allowbreak",
    ".typ": r'(?<!\\)#read\("',
    ".md": r"(?<!\\)<i onclick",
}
"""What would be obeyed in a form; in strings of Typst quotation marks are escaped."""
