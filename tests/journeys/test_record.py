"""The record of what the program answers: it is complete, and it sees whatever changes."""

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

import click
import pytest

from tests.record import CRASH, RECORD, Outcome, answer, changes, desks, last_words, of_commands, recorded
from tests.support.places import EXERCISES, ROOT, TESTS
from treesolve.cli import treesolve as program

UNRECORDED = {"--help", "--version", "--times"}
"""Options whose answers are none of the program's own, or change from run to run."""


@pytest.fixture(scope="module")
def desk() -> Iterator[ProcessPoolExecutor]:
    """A process that runs lines."""
    with desks(1) as processes:
        yield processes


def test_every_line_is_recorded_once():
    """In their order; and none ended with a traceback."""
    written = [text.split(" ", 4)[4] for text in RECORD.read_text("utf-8").splitlines()[1:]]

    assert written == sorted(set(written))
    assert not [line for line, told in recorded().items() if CRASH in told]


def test_every_exercise_is_recorded():
    """Each tree, each with mistakes, each answer."""
    folders = (*EXERCISES.glob("*/*.tree"), *(TESTS / "broken").glob("*.tree"), *EXERCISES.glob("answers/*/*/*.txt"))
    words = {word for line in recorded() for word in line.split()}

    assert {path.relative_to(ROOT).as_posix() for path in folders} <= words


def options() -> Iterator[tuple[str, str]]:
    """Each command with each of its options, under the longest of its names."""
    context = click.Context(program)
    for name in program.list_commands(context):
        command = program.get_command(context, name)
        for option in command.params:
            if isinstance(option, click.Option):
                yield from ((name, max(names, key=len)) for names in (option.opts, option.secondary_opts) if names)


def test_every_option_is_recorded():
    """In a line of its own command; with a short name it is the same option."""
    words = {name: {word for line in lines for word in last_words(line)} for name, lines in of_commands().items()}
    short = {"--convention": "-c", "--conventions": "-c", "--output": "-o", "--quiet": "-q"}
    missing = [
        (name, option)
        for name, option in options()
        if option not in UNRECORDED and not {option, short.get(option)} & words[name]
    ]

    assert missing == []


OUTCOME = Outcome("0", b"out", b"err", {"a.txt": b"1"})


@pytest.mark.parametrize(
    ("other", "told"),
    [
        (OUTCOME._replace(codes="1"), "exit code"),
        (OUTCOME._replace(stdout=b"our"), "standard output"),
        (OUTCOME._replace(stderr=b""), "standard error"),
        (OUTCOME._replace(files={"b.txt": b"1"}), "files"),
        (OUTCOME._replace(files={"a.txt": b"2"}), "files"),
        (OUTCOME._replace(files={"a.txt": b"1", "b.txt": b""}), "files"),
    ],
)
def test_every_difference_is_seen(other: Outcome, told: str):
    """In what is printed, in exit codes, in names of files and in what they hold; and it is said in which of them."""
    assert list(changes({"x": OUTCOME.entry}, {"x": other.entry})) == [f"{told}: x"]


def test_a_line_that_is_not_recorded_is_told():
    """And one that is, is not."""
    assert list(changes({"old": "0 a - -"}, {"old": "0 a - -", "new": "0 b - -"})) == ["not recorded: new"]


def test_a_line_is_run_as_in_a_shell(desk: ProcessPoolExecutor):
    """Pipes, files, several commands, patterns and variables; nothing of a line is there for the next one."""
    line = (
        r"echo -e '(1\n2)' > x.tree ; cat x.tree | treesolve check --fix - ; "
        "TREESOLVE_LANGUAGE=de treesolve check *.tree no"
    )
    told = desk.submit(answer, line).result()

    assert told.startswith("----- exit code 0,1\n----- standard output\n(1 2)\nx.tree: ")
    assert "----- standard error\nno: Diese Datei gibt es nicht.\n" in told
    assert "----- x.tree\n(1\n2)\n" in told
    assert "x.tree" not in desk.submit(answer, "treesolve check *.tree").result()
