"""Games and conventions of other packages: lookup by name, and errors in broken packages."""

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import treesolve as ts
from tests.games.test_registry import COUNTDOWN
from tests.support.places import ROOT
from treesolve.cli import treesolve as program
from treesolve.games.game_plugin import load_installed_game

PACKAGE = f"""\
from pathlib import Path
from treesolve.model.convention import CONVENTIONS
{COUNTDOWN}
class Broken(Countdown):
    def result(self):
        return 1 / 0

FILE = Path(__file__).with_name("ours.toml")
VALUE = CONVENTIONS["aima"].override(cut=">")
"""

ENTRIES = """\
[treesolve.games]
countdown = own_package_of_a_test:Countdown
broken = own_package_of_a_test:Broken
no-game = own_package_of_a_test:FILE
gone = there_is_no_such_module:Game
aima = own_package_of_a_test:Countdown

[treesolve.lectures]
ours = own_package_of_a_test:FILE
value = own_package_of_a_test:VALUE
no-convention = own_package_of_a_test:Countdown
lost = own_package_of_a_test:NOTHING
haw = own_package_of_a_test:VALUE
"""


@pytest.fixture(autouse=True)
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package installed in its own folder."""
    metadata = tmp_path / "own_package_of_a_test-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: own-package-of-a-test\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(ENTRIES)
    (tmp_path / "own_package_of_a_test.py").write_text(PACKAGE)
    (tmp_path / "ours.toml").write_text('id = "called-otherwise"\nbase = "cs188"\n')
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "own_package_of_a_test", raising=False)
    load_installed_game.cache_clear()
    return tmp_path


def test_a_game_of_another_package_has_its_name():
    """The name works on the command line and in Python."""
    assert len(ts.unfold("countdown")) == 4
    assert "Countdown, 3" in CliRunner().invoke(program, ["unfold", "countdown"]).stdout


def test_a_convention_of_another_package_has_its_name(package: Path):
    """The convention may be a file or a value; its name works with changed rules and in the header of a tree."""
    assert (ts.convention("ours").id, ts.convention("ours").cut) == ("ours", ">")
    assert ts.convention("value:ties=last").ties == "last"
    assert ts.solve("convention: ours\ntree: ((6 5) (5 9))").convention == ts.convention("ours")


def test_built_in_names_take_precedence():
    """No package can replace a convention of treesolve."""
    assert ts.convention("haw").cut == ">="


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ts.unfold("broken"), "ended with ZeroDivisionError"),
        (lambda: ts.unfold("no-game"), "no class that is derived from treesolve.games.game.Game"),
        (lambda: ts.unfold("gone"), "No module named 'there_is_no_such_module'"),
        (lambda: ts.unfold("countdwon"), "Did you mean “countdown”?"),
        (lambda: ts.convention("no-convention"), "“no-convention” is offered by an installed package"),
        (lambda: ts.convention("lost"), "has no attribute 'NOTHING'"),
        (lambda: ts.convention("ourz"), "Did you mean “ours”?"),
    ],
)
def test_a_broken_package_is_reported(call, message: str):
    """The error affects only users of that name."""
    with pytest.raises(ts.InputError) as caught:
        call()

    assert message in str(caught.value)
    assert ts.solve("((6 5) (2 9))").value == 5


def test_entry_points_are_not_searched_at_startup():
    """Built-in names do not import importlib.metadata."""
    asked = "import sys, treesolve as ts; ts.unfold('grundy'); ts.solve('(1 2)', 'lang')"
    code = f"{asked}\nprint('importlib.metadata' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)

    assert found.stdout == "False\n"
