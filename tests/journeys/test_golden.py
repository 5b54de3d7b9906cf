"""The program's outputs equal the golden files, which cover every command, option, convention and language."""

import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from tests.golden.__main__ import differences, stale_files
from tests.golden.outputs import golden_path, load_commands, make_workspace, output, read_golden, run_as_program
from tests.support import source_prints
from treesolve.cli import treesolve as program
from treesolve.model.convention import CONVENTIONS
from treesolve.rendering import pdf

MAX_BYTES = 60_000
AS_PROGRAM = ("solve/two-plies", "grade/deep-cut", "messages/tree-syntax-de", "convert/gambit", "check/json")
"""Outputs that are compared with those of a process of its own, too."""

OPTIONS_WITHOUT_OUTPUT = {"grade --jobs", "practice --trainer", "sheet --jobs", "sheet --want"}

pytestmark = pytest.mark.every_row


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with all inputs, and Typst replaced by a compiler that returns its source."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("golden")
        patch.chdir(folder)
        for package in ("typst", "pypdfium2"):
            patch.setitem(sys.modules, package, source_prints)
        _forget_compilers()
        make_workspace(folder)
        yield folder
    _forget_compilers()


def _forget_compilers() -> None:
    for function in (pdf._characters_without_glyph, pdf._compiler_with):
        function.cache_clear()


def assert_golden(name: str, actual: str) -> None:
    """Compare an output with its golden file; a failure shows the differing lines."""
    if actual != read_golden(name):
        shown = "".join(list(differences(name, actual))[:100])
        pytest.fail(f"{shown}\nIf this is intended: python -m tests.golden --update {name}", pytrace=False)


@pytest.mark.parametrize("name", load_commands())
def test_output(workspace: Path, monkeypatch: pytest.MonkeyPatch, name: str):
    """The output is the same as in the golden file."""
    monkeypatch.chdir(workspace)

    assert_golden(name, output(name))


@pytest.mark.parametrize("name", AS_PROGRAM)
def test_output_of_a_process(workspace: Path, monkeypatch: pytest.MonkeyPatch, name: str):
    """A process of its own writes the same output."""
    monkeypatch.chdir(workspace)

    assert_golden(name, output(name, run_as_program))


def test_files_are_complete_and_readable():
    """Every output has a file, no file is left over, and none is too long to review."""
    sizes = {name: golden_path(name).stat().st_size for name in load_commands()}

    assert stale_files() == []
    assert [name for name, size in sizes.items() if size > MAX_BYTES] == []


def words() -> dict[str, set[str]]:
    """Return the words that follow each command in `commands.toml`."""
    found: dict[str, set[str]] = {}
    for line in (line for lines in load_commands().values() for line in lines):
        name, command, *rest = line.split()
        if name == "treesolve":
            found.setdefault(command, set()).update(rest)
    return found


def options(command: click.Command) -> Iterator[set[str]]:
    """Yield the names of each option of a command; the two sides of a switch separately."""
    for option in command.params:
        if isinstance(option, click.Option):
            yield from (set(names) for names in (option.opts, option.secondary_opts) if names)


def test_every_command_and_option_occurs():
    """A new command or option needs an output that shows what it does."""
    context, used = click.Context(program), words()
    missing = {
        f"{name} {max(spellings, key=len)}"
        for name in program.list_commands(context)
        for spellings in options(program.get_command(context, name))
        if not spellings & used.get(name, set())
    }

    assert missing - OPTIONS_WITHOUT_OUTPUT == set()


def test_every_convention_occurs():
    """By its name, which follows -c."""
    used = {word for following in words().values() for word in following}

    assert {*CONVENTIONS, "all"} - used == set()


def test_a_difference_is_shown():
    """As the lines of a diff."""
    name = "solve/two-plies"
    changed = read_golden(name).replace("Value of ", "Worth of ", 1)

    assert [line[0] for line in differences(name, changed) if line[0] in "+-"] == list("-+-+")
