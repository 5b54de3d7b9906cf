"""Variants: unique codes, different trees, and questions that suit the tree."""

from itertools import islice
from pathlib import Path

import pytest

from tests.support.sheets import EVERYTHING, small_sheet
from treesolve.authoring import tree_generator
from treesolve.authoring.sheet_plan import SheetPlan, Task
from treesolve.authoring.variant import MAX_VARIANTS, TooFewTrees, draw_variants, variant_code
from treesolve.grading.question.tree_question import TreeQuestion
from treesolve.model.convention import CONVENTIONS
from treesolve.notation.reader import read
from treesolve.search.solution import solve


@pytest.mark.parametrize("seed", ["7", "", "ü"])
def test_codes_are_unique(seed: str):
    """Codes are unique in the largest possible run, for any seed."""
    codes = {variant_code(seed, number) for number in range(1, MAX_VARIANTS + 1)}

    assert len(codes) == MAX_VARIANTS
    assert {len(code) for code in codes} == {4}
    assert not set("O0I1LU") & set().union(*codes)  # easily confused characters


def test_more_variants_begin_with_the_same(tmp_path: Path):
    """A larger number of variants begins with the same ones, so that more can be printed later."""
    sheet = small_sheet(tmp_path)
    three, five = list(draw_variants(sheet, "7", 3)), list(draw_variants(sheet, "7", 5))

    assert five[:3] == three


def test_exercises_are_complete_for_marking(tmp_path: Path):
    """Exercises have label, convention, points and variant, and only the tree of the tree's file."""
    (tmp_path / "a.tree").write_text("title: Bild\nsource: S\npoints: order 7\nconvention: cs188\ntree: ((6 5) (2 9))")
    sheet = small_sheet(tmp_path, 'title = "x"\n[[task]]\nfile = "a.tree"\npoints = {{ values = 2 }}\n')
    exercise = next(draw_variants(sheet, "7", 1)).exercises[0]

    assert (exercise.name, exercise.points, exercise.convention.id) == ("1", {"values": 2}, "cs188")
    assert exercise.tree.title == "Bild"
    assert (exercise.tree.source, exercise.tree.points, exercise.tree.convention) == (None, {}, None)


@pytest.mark.parametrize("convention", [name for name, convention in CONVENTIONS.items() if convention.cuts])
def test_every_question_is_drawn_for_every_variant(convention: str, tmp_path: Path):
    """Trees without a suitable question are skipped."""
    values = "0..1/40" if CONVENTIONS[convention].perspective == "unit" else "0..40"
    sheet = small_sheet(tmp_path, EVERYTHING, convention, language="en", values=values)

    for variant in draw_variants(sheet, "7", 12):
        exercise = variant.exercises[1]
        assert list(exercise.questions) == ["line", "unknown", "reorder", "mistake", "statements"]
        solution = solve(exercise.tree, exercise.convention)
        assert all(_is_right(question, solution) for question in exercise.questions.values())


def _is_right(question: TreeQuestion, solution: object) -> bool:
    return question.mark(question.right_answer(solution), solution).share == 1  # type: ignore[arg-type]


def test_impossible_question_ends_the_search():
    """A question that is never possible ends the search, for given and for drawn trees."""
    given = Task("1", solve(read("5")), points={"reorder": 1})
    with pytest.raises(TooFewTrees) as refusal:
        list(draw_variants(SheetPlan("X", "x", (given,)), "7", 1))
    assert refusal.value.problem.code == "sheet-not-askable"


def test_too_few_trees_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The number of trees that exist is reported: of 24 orders of four leaves, a third prunes exactly one leaf."""
    monkeypatch.setattr(tree_generator, "MAX_TRIES", 2000)
    sheet = small_sheet(tmp_path, 'title = "x"\n[[task]]\nshape = "2x2"\nvalues = "0..3"\nwant = "pruned=1"\n')
    with pytest.raises(TooFewTrees) as refusal:
        list(draw_variants(sheet, "7", 9))

    assert refusal.value.problem.code == "sheet-too-few-trees"
    facts = {"label": "1", "made": 8, "count": 9, "found": 8, "tries": 2000, "nearest": ""}
    facts |= {"numbers": [], "unmet": []}
    assert refusal.value.problem.facts == facts
    assert len(list(islice(draw_variants(sheet, "7", 9), 8))) == 8
