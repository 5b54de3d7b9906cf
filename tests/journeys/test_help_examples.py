"""All examples of every `--help` work without a clone: in an empty folder, beside files that people have themselves."""

import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.support.course_systems import RIGHT, TREE, forty, moodle_zip, worksheet
from treesolve.cli import COMMANDS, treesolve

OWN_TREES = ("a", "b", "corrected", "exam", "exam2024", "exercise", "published", "x", "y")
"""Trees that people have written."""

OWN_FILES = {
    **{f"{name}.tree": TREE for name in OWN_TREES},
    "variants/1.tree": TREE,
    "variants/2.tree": "((6 5) (2 9))",
    "my-convention.toml": 'id = "mine"\nbase = "aima"\nbounds = "shallow"\n',
    "rubric.toml": 'rounding = "half"\n',
    "decisions.toml": '[[decision]]\nstudent = "4711"\npart = "pruned"\npoints = 1\n',
    "exam.toml": '[[decision]]\nstudent = "4711"\npart = "pruned"\npoints = 1\n',
    "tree.json": "[[6, 5], [2, 9]]",
    "midterm.toml": 'title = "Midterm"\n[[task]]\nshape = "3x3"\n',
    "trainer.toml": 'title = "Trainer"\n',
    "answer.txt": RIGHT,
    "answers.csv": "student,values,best\n4711,A=3 B=3,B\n",
    "students.csv": "id\n4711\n4712\n",
    "submissions/4711.txt": RIGHT,
    "late/4712.txt": RIGHT,
    "grades.csv": worksheet(forty()[:3]),
}
"""What people have themselves: trees, plans, and what their students hand in."""

MADE = {
    "key.json": ("sheet x.tree -o x.pdf", "x-key.json"),
    "exam-key.json": ("sheet exam.tree -o exam.pdf", "exam-key.json"),
    "grades.json": ("grade x.tree answer.txt answers.csv -o grades.json", "grades.json"),
}
"""What they have made with treesolve before: the command, and the file that it writes."""

LONG = ("review ", "play ", "--trainer", "--variants 30", "gradescope")
"""What waits for people, or takes longer than a test may; but for the first two these lines name no file."""

WRITTEN = re.compile(r"(?:-o|>) +\S+")

PRINTED = re.compile(r"^ {2,}((?:echo .*\| )?treesolve .*)$", re.MULTILINE)


def examples() -> Iterator[str]:
    """Every line that a help text shows."""
    for name in ("", *COMMANDS):
        text = CliRunner().invoke(treesolve, [*filter(None, [name]), "--help"], terminal_width=200).stdout
        yield from PRINTED.findall(text.partition("Examples:")[2].partition("Options:")[0])


LINES = [*dict.fromkeys(examples())]


@pytest.fixture(scope="session")
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what people have."""
    folder = tmp_path_factory.mktemp("own")
    for name, text in OWN_FILES.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    (folder / "moodle.zip").write_bytes(moodle_zip(forty()[:3]))
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for name, (line, written) in MADE.items():
            assert CliRunner().invoke(treesolve, line.split()).exit_code == 0, line
            Path(written).rename(name)
        shutil.copy("exam-key.json", "exam.json")
    return folder


def run(line: str) -> tuple[int, str]:
    """Return the exit code of a line, and what it says on standard error: each command reads what the one before
    prints.
    """
    given, code, message = b"q\n", 0, ""
    for command in line.partition(" > ")[0].split(" | "):
        words = [str(path) for word in shlex.split(command) for path in (sorted(Path().glob(word)) or [word])]
        if words[0] == "echo":
            given = words[1].encode()
        elif words[0] == "treesolve":
            done = CliRunner().invoke(treesolve, words[1:], given)
            given, code, message = done.stdout_bytes, max(code, done.exit_code), message + done.stderr
    return code, message


@pytest.mark.parametrize("line", [line for line in LINES if not any(one in line for one in LONG)])
def test_an_example_works(line: str, own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """As it stands; of answers something may wait."""
    read = shlex.split(WRITTEN.sub("", line))
    for path in own.iterdir():
        if path.name in (word.partition("/")[0] for word in read) or ("*.tree" in read and path.suffix == ".tree"):
            (shutil.copytree if path.is_dir() else shutil.copy)(path, tmp_path / path.name)
    monkeypatch.chdir(tmp_path)
    code, message = run(line)

    assert code == 0 or "grade" in line, message
    assert code < 2
    assert "no such file" not in message


def test_no_example_needs_a_clone():
    """None names the exercises by their folder."""
    assert [line for line in LINES if "exercises/" in line] == []
