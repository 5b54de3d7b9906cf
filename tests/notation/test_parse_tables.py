"""Tables that fit their grammar are used; where they do not, a run makes them, and goes on."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.places import ROOT
from treesolve.notation.grammar import TREE

PROGRAM = """
import sys
from treesolve.notation.grammar import TREE
from treesolve.notation.parse_tables import parse_tables
print("NEW" in parse_tables(TREE).terminals, "lark" in sys.modules)
"""


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """What reads trees, as it stands in a clone that was never installed."""
    made = shutil.ignore_patterns("tables.py", "__pycache__")
    for part in ("treesolve/model", "treesolve/notation", "grammars"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=made)
    shutil.copy(ROOT / "treesolve" / "__init__.py", tmp_path / "treesolve")
    return tmp_path


def told(clone: Path) -> str:
    """Whether the new terminal is known, and whether Lark was asked, by a run of its own."""
    run = [sys.executable, "-c", PROGRAM]
    return subprocess.run(run, capture_output=True, text=True, cwd=clone, check=True).stdout.strip()


def with_new_terminal(clone: Path) -> None:
    """Change the grammar of trees."""
    grammar = clone / "grammars" / "tree.lark"
    text = grammar.read_text("utf-8")
    grammar.write_text(text.replace("SEPARATOR", "NEW"), "utf-8")


def test_tables_that_are_missing_are_made_once(clone: Path):
    """The run after that need not ask Lark."""
    assert [told(clone), told(clone)] == ["False True", "False False"]


def test_tables_of_another_grammar_are_made_anew(clone: Path):
    """A grammar that was changed in a clone is the one that is used."""
    shutil.copy(TREE.tables_file(), clone / "treesolve" / "notation")
    with_new_terminal(clone)

    assert [told(clone), told(clone)] == ["True True", "True False"]


def test_tables_of_another_version_are_made_anew(clone: Path):
    """Whatever stands in their file."""
    (clone / "treesolve" / "notation" / "tables.py").write_text("TERMINALS = ('NEW',)", "utf-8")

    assert told(clone) == "False True"


def test_tables_that_cannot_be_written_are_made_each_time(clone: Path):
    """A clone that may only be read is no failure, and nothing is left in it."""
    (clone / "treesolve" / "notation" / "tables.py").mkdir()

    assert told(clone) == "False True"
    assert not list(clone.glob("treesolve/notation/.*"))
