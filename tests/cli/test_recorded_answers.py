"""What commands answer: a sample of the record's lines of each of them answers as it did when it was recorded."""

import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from tests.record import changes, entry, of_commands, recorded, sit_down
from tests.support import source_prints
from treesolve.cli import treesolve as program
from treesolve.pages import pdf

A_COMMAND = 20
"""So many lines of each command are tried here; `python -m tests.record` tries all of them."""


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with copies of the exercises, in which lines are run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.getbasetemp())
        for package in ("typst", "pypdfium2"):  # others are put in their places, and these come back
            patch.setitem(sys.modules, package, source_prints)
        _forget_compilers()
        sit_down(str(tmp_path_factory.mktemp("desk")))
        yield Path.cwd()
    _forget_compilers()


def _forget_compilers() -> None:
    """Have Typst looked for anew."""
    for kept in (pdf._characters_without_glyph, pdf._compiler_with):
        kept.cache_clear()


@pytest.mark.parametrize("place", range(A_COMMAND))
@pytest.mark.parametrize("command", program.list_commands(click.Context(program)))
def test_a_sample_answers_as_recorded(desk: Path, monkeypatch: pytest.MonkeyPatch, command: str, place: int):
    """What differs on purpose is recorded anew with `python -m tests.record --update`."""
    monkeypatch.chdir(desk)
    lines = [line for line in of_commands()[command] if "*" not in line]
    line = lines[(2 * place + 1) * len(lines) // (2 * A_COMMAND)]

    assert list(changes({line: recorded()[line]}, {line: entry(line)})) == []


@pytest.mark.parametrize("line", [line for line in of_commands()["solve"] if "tests/broken/" in line])
def test_a_mistake_is_told_as_recorded(desk: Path, monkeypatch: pytest.MonkeyPatch, line: str):
    """File, line, column, the mistake by name, what to do, the line, a caret; exit code 1."""
    monkeypatch.chdir(desk)

    assert list(changes({line: recorded()[line]}, {line: entry(line)})) == []
