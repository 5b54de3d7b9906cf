"""Sheets from command-line arguments: the parts of their tasks."""

from pathlib import Path

import pytest

from treesolve.authoring.quick_sheet import QuickSheet, plan_quick_sheet
from treesolve.authoring.sheet_plan import SheetStyle
from treesolve.model.convention import CONVENTIONS
from treesolve.model.problem import InputError

OWN = 'id = "ours"\ntitle = "Ours"\nsource = "slides"\ncut = ">"\n'

LINES = {
    "a tree": QuickSheet("Game trees", ("x.tree",)),
    "three tasks": QuickSheet("Game trees", ("x.tree", "sub/y.tree"), ("3x3",), ("pruned=2..4", "unique-best")),
    "a convention": QuickSheet("Klausur “α”", ("x.tree",), ("2x2x2",), convention="cs188:ties=last", language="de"),
    "rules": QuickSheet("Rules", ("sub/y.tree",), convention=":ties=last"),
    "a convention of one's own": QuickSheet("Ours", ("x.tree",), convention="sub/ours.toml:ties=last"),
    "looks": QuickSheet("Looks", ("x.tree",), look=SheetStyle("letter", "circles", large_print=True, steps=True)),
    "points": QuickSheet("Points", ("x.tree", "sub/y.tree"), points={"pruned": 4, "values": 2}),
    "minimax": QuickSheet("Minimax", ("x.tree",), ("2x2",), convention="minimax"),
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Return a folder with two trees, one of them with points, and a convention."""
    monkeypatch.chdir(tmp_path)
    Path("sub").mkdir()
    Path("x.tree").write_text("((6 5) (2 9))", "utf-8")
    Path("sub/y.tree").write_text("title: Y\nconvention: lang\npoints: best 2, values 3\ntree: (1 (2 3))", "utf-8")
    Path("sub/ours.toml").write_text(OWN, "utf-8")


def asked(line: QuickSheet) -> list[list[str]]:
    """Return the parts of each task, in order."""
    return [list(task.points) for task in plan_quick_sheet(line).tasks]


def test_parts_of_tasks():
    """The default parts are those of a search by hand, those in the tree's file, or the values if there are no cuts."""
    assert asked(QuickSheet("", ("x.tree",), ("3x3",))) == [["values", "pruned", "order", "best"]] * 2
    assert asked(LINES["points"]) == [["pruned", "values"], ["best", "values"]]
    assert asked(LINES["minimax"]) == [["values", "best"]] * 2


def test_the_convention():
    """The convention is that of the argument, else that of the tree, else the default; rules change the tree's."""
    conventions = [task.convention.id for task in plan_quick_sheet(QuickSheet("", ("x.tree", "sub/y.tree"))).tasks]
    assert conventions[1] == "lang"
    assert plan_quick_sheet(LINES["rules"]).tasks[0].convention.id == "lang:ties=last"
    default = QuickSheet("", ("x.tree",), convention=":ties=last", default=CONVENTIONS["cs188"])
    assert plan_quick_sheet(default).tasks[0].convention.id == "cs188:ties=last"


def test_id_is_independent_of_the_folder():
    """A single tree determines the id, and so the codes; several trees are an exam."""
    assert plan_quick_sheet(QuickSheet("", ("sub/y.tree",))).id == "Y"
    assert plan_quick_sheet(LINES["three tasks"]).id == "EXAM"


@pytest.mark.parametrize(
    ("text", "shape", "wants", "codes"),
    [
        ("(1", "3x3", (), ["unclosed"]),
        ("7", "3x3", (), ["sheet-nothing-to-ask"]),
        ("(1 2)", "3x3", ("star1-cut", "star2-cut"), ["constraint-needs-chance", "constraint-needs-chance"]),
        ("(x 2", "40x40", (), ["unclosed", "sheet-tree-too-large"]),
        ("(x 2)", "3x3", ("outcomes=2",), ["sheet-unsolvable", "payoffs-needed"]),
    ],
)
def test_all_problems_are_reported(text: str, shape: str, wants: tuple[str, ...], codes: list[str]):
    """All mistakes are reported, each with its file or argument."""
    Path("wrong.tree").write_text(text, "utf-8")
    with pytest.raises(InputError) as error:
        plan_quick_sheet(QuickSheet("", ("wrong.tree",), (shape,), wants))
    assert [problem.code for problem in error.value.problems] == codes
    assert {problem.source for problem in error.value.problems} <= {"wrong.tree", f"--shape {shape}"}
