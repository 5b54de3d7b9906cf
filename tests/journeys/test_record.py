"""The record of what the program answers: it is complete, and it sees whatever changes."""

import shlex
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

import click
import pytest

from tests.record import CRASH, RECORD, Outcome, answer, changes, desks, recorded
from tests.support.command_lines import LINES, read
from tests.support.old_surface import renewed
from treesolve.cli import treesolve as program

UNRECORDED = {"--help", "--version", "--times"}
"""Options whose answers are none of the program's own, or change from run to run."""


SHORT = """\
# a remark
CUTS = --cut {>=|>} | --bounds deep
TEXTS =
    {"a": {"b": 1}}
    ((1 {x|y})

solve {|{CUTS}} -
echo {TEXTS} | format {UNKNOWN}
"""


def test_lines_are_written_shorter():
    """Choices may hold choices, have names, and be nothing; other brackets stay as they are."""
    assert list(read(SHORT, {})) == [
        "solve -",
        "solve --cut >= -",
        "solve --cut > -",
        "solve --bounds deep -",
        'echo {"a": {"b": 1}} | format {UNKNOWN}',
        "echo ((1 x) | format {UNKNOWN}",
        "echo ((1 y) | format {UNKNOWN}",
    ]


def of_commands() -> dict[str, list[str]]:
    """The lines by the command they end with."""
    found = defaultdict(list)
    for line in LINES:
        found[words_of(line)[0]].append(line)
    return found


def words_of(line: str) -> list[str]:
    """What is said to the last program of a line, in the words of today."""
    return renewed(shlex.split(line.rpartition("treesolve ")[2].partition(" ;")[0]))


@pytest.fixture(scope="module")
def desk() -> Iterator[ProcessPoolExecutor]:
    """A process that runs lines."""
    with desks(1) as processes:
        yield processes


def test_every_line_is_recorded():
    """No line is missing in the record, none is left over, none stands twice, and none ended with a traceback."""
    written = [text.split(" ", 4)[4] for text in RECORD.read_text("utf-8").splitlines()[1:]]

    assert written == sorted(LINES)
    assert len(set(LINES)) == len(LINES)
    assert not [line for line, told in recorded().items() if CRASH in told]


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
    words = {name: {word for line in lines for word in words_of(line)} for name, lines in of_commands().items()}
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


def test_lines_that_come_and_go_are_told():
    """Of a line that is only written otherwise, the old one is named."""
    assert list(changes({"solve x --cut": "0 a - -"}, {"solve x --prune": "0 a - -", "new": "0 b - -"})) == [
        "not recorded: solve x --prune\n  answers like: solve x --cut",
        "not recorded: new",
        "no longer there: solve x --cut",
    ]


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
