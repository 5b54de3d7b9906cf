"""Sheets of trees with payoffs: what they ask, what is right on them, and answers marked by their keys."""

import json
import random
import re
from pathlib import Path

import pytest

from tests.support.effort import cases
from tests.support.payoffs import grown, payoffs_tree, with_ties
from tests.support.program import run
from treesolve.authoring.sheet_file import read_sheet
from treesolve.authoring.variant import draw_variants
from treesolve.notation.writer import write
from treesolve.rendering.printed_sheet import VariantPage
from treesolve.workflows.printed_variant_check import faults

TASK = '[[task]]\nfile = "x.tree"\nask = [{asked}]\n'


def sheet_about(folder: Path, tree: str, asked: str, language: str = "en"):
    """Return a sheet about one tree."""
    (folder / "x.tree").write_text(tree, "utf-8")
    message = f'title = "T"\nlanguage = "{language}"\n{TASK.format(asked=asked)}'
    (folder / "sheet.toml").write_text(message, "utf-8")
    return read_sheet(folder / "sheet.toml")


@pytest.mark.parametrize("language", ["en", "de"])
def test_sheets_about_random_trees_have_no_fault(language: str, tmp_path: Path):
    """Printed answers are read, marked and right, and pictures show what plain max^n finds."""
    for seed in range(cases(300)):
        rng = random.Random(seed)
        cuts = seed % 3 > 0
        headers = "bounds: 0 6\nsum: 6\n" if cuts else ""
        tree = grown(rng, rng.randint(2, 4), 6, headers, depth=3) if seed % 2 else with_ties(rng, cuts=cuts)
        if not tree.children[0]:
            continue
        asked = '"values", "order", "best", "value", "line"' + (', "pruned"' if tree.total is not None else "")
        sheet = sheet_about(tmp_path, write(tree), asked, language)
        for variant in draw_variants(sheet, "7", 1):
            assert [fault for task in VariantPage(sheet, variant).tasks for fault in faults(task)] == []


def test_drawn_payoffs_go_the_whole_way(tmp_path: Path, monkeypatch):
    """Drawn, printed, filled in, marked; a slip at one node costs that node, and what follows from it is right."""
    monkeypatch.chdir(tmp_path)
    drawn = ["--shape", "2x2x2", "--levels", "P1 P2 P3", "--want", "unique-play"]
    made = run("sheet", *drawn, "--seed", "5", "-o", "exam.tex")
    assert made.exit_code == 0, made.output
    (entry,) = json.loads(Path("exam-key.json").read_text("utf-8"))["exercises"]
    right = dict(re.findall(r"(\w)=<([^>]*)>", entry["solution"]["values"]))
    form = Path("exam-answer.txt").read_text("utf-8").replace("Student:", "Student: 1")
    assert set(re.findall(r"(\w)=\( , , \)", form)) == set(right) == set("ABCDEFG")

    def marked(written: dict[str, str], best: str) -> str:
        filled = re.sub(r"(\w)=\( , , \)", lambda gap: f"{gap[1]}=({written[gap[1]]})", form)
        Path("answer.txt").write_text(filled.replace("Best move:", f"Best move: {best}"), "utf-8")
        return re.findall(r"^(\S+) of 2 points", run("grade", "exam-key.json", "answer.txt").output, re.MULTILINE)[0]

    assert marked(right, entry["solution"]["best"]) == "2"
    tree = payoffs_tree(entry["tree"])
    leaves = {tree.names[node]: [tree.values[leaf] for leaf in tree.children[node]] for node in range(len(tree))}
    other = next(str(leaf)[1:-1] for leaf in leaves["D"] if str(leaf)[1:-1] != right["D"])
    by_own = dict(right, D=other)
    for node, below, player in (("B", "DE", 1), ("C", "FG", 1), ("A", "BC", 0)):
        by_own[node] = max((by_own[child] for child in below), key=lambda text: int(text.split(", ")[player]))
    move = next(child for child in "BC" if by_own[child] == by_own["A"])
    assert marked(by_own, move) == "1.86"


@pytest.mark.parametrize(
    ("fields", "cuts", "total"),
    [
        ('ask = ["values", "pruned"]', True, 9),
        ("points = { pruned = 2 }", True, 9),
        ('want = "subtree-cut"', True, 9),
        ('ask = ["values", "best"]', False, None),
        ('want = "cuts=1"\nvalues = "-5..5"', True, -5),
    ],
)
def test_cuts_are_made_where_something_is_asked_of_them(tmp_path: Path, fields: str, cuts: bool, total: int | None):
    """Then the payoffs of each leaf come to a sum."""
    path = tmp_path / "sheet.toml"
    path.write_text(f'title = "T"\n[[task]]\nshape = "2x2x2"\nlevels = "P1 P2 P3"\n{fields}\n', "utf-8")
    (task,) = read_sheet(path).tasks
    assert (task.convention.id, task.convention.cuts, task.source.total) == ("max^n", cuts, total)
