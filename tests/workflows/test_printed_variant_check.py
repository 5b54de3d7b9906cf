"""The last check of a variant: correct pages have no faults, and each kind of fault is found."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.sheets import EVERYTHING, small_sheet
from treesolve.authoring.constraint import read_constraint
from treesolve.authoring.sheet_plan import SheetPlan
from treesolve.authoring.variant import draw_variants
from treesolve.model.convention import CONVENTIONS
from treesolve.notation.reader import read
from treesolve.rendering.printed_sheet import VariantPage
from treesolve.search.minimax import minimax_values
from treesolve.workflows import printed_variant_check
from treesolve.workflows.printed_variant_check import faults, plain_minimax


@pytest.fixture
def sheet(tmp_path: Path) -> SheetPlan:
    """Return a small sheet."""
    return small_sheet(tmp_path)


def drawn(sheet: SheetPlan, count: int = 1, seed: str = "7") -> Iterator[VariantPage]:
    """Yield the pages of variants."""
    for variant in draw_variants(sheet, seed, count):
        yield VariantPage(sheet, variant)


def first_faults(page: VariantPage) -> set[str]:
    """Return the codes of the faults of the first task."""
    return {fault.code for fault in faults(page.tasks[0])}


def with_answer(page: VariantPage, part: str, old: str, new: str) -> VariantPage:
    """Return the page with a changed answer in the first task."""
    task = page.tasks[0]
    assert old in task.written[part]
    task.written[part] = task.written[part].replace(old, new, 1)
    return page


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("convention", CONVENTIONS)
def test_an_unchanged_variant_has_no_fault(convention: str, language: str, tmp_path: Path):
    """Every part and question is tried, in every convention and both languages."""
    text = EVERYTHING
    if not CONVENTIONS[convention].cuts:
        text = text.replace("pruned = 4, windows = 2, order = 2, ", "").replace("reorder = 3, ", "")
        text = text.replace("unknown = 3, ", "").replace("mistake = 2, ", "")
    values = "0..1/40" if CONVENTIONS[convention].perspective == "unit" else "-9..40"
    made = small_sheet(tmp_path, text, convention, language=language, values=values)

    for page in drawn(made, 4):
        assert [fault for task in page.tasks for fault in faults(task)] == []


def test_a_wrong_number_in_an_answer_is_found(sheet: SheetPlan):
    """The answers of the page are parsed and graded like a student's."""
    page = next(drawn(sheet))
    first, _, number = page.tasks[0].written["values"].split(" ")[0].partition("=")

    assert first_faults(with_answer(page, "values", f"{first}={number}", f"{first}={int(number) + 1}")) == {
        "answer-wrong"
    }


def test_an_unreadable_answer_is_found(sheet: SheetPlan):
    """It has a name that is not in the tree."""
    page = with_answer(next(drawn(sheet)), "values", "A=", "Zed=")

    assert {"answer-unread", "answer-wrong"} <= first_faults(page)


def test_a_missing_answer_is_found(sheet: SheetPlan):
    """There is one answer less than parts."""
    page = next(drawn(sheet))
    task = page.tasks[0]
    task.key.points = {part: points for part, points in task.key.points.items() if part != "best"}  # type: ignore[misc]

    assert first_faults(page) == {"answers-missing"}


@pytest.mark.parametrize("relation", ["=", "<=", ">="])
def test_a_wrong_number_in_the_picture_is_found(sheet: SheetPlan, relation: str):
    """The root has a false value; a bound need not be tight, but must be true."""
    page = next(drawn(sheet))
    animation = page.tasks[0].solution.animation
    value = animation.solution.value
    assert value is not None
    step, state = animation.tracks[0][-1]
    wrong = state._replace(value=value - 1 if relation == "<=" else value + 1, relation=relation)
    animation.__dict__["tracks"] = ((*animation.tracks[0][:-1], (step, wrong)), *animation.tracks[1:])

    assert first_faults(page) == {"picture"}


def test_a_page_of_another_tree_is_found(sheet: SheetPlan):
    """The key has one tree, the page another."""
    one, other = drawn(sheet, 2)
    assert first_faults(one) == set()
    one.tasks[0].exercise = other.tasks[0].exercise

    assert first_faults(one) == {"tree-text"}


def test_a_solution_of_another_tree_is_found(sheet: SheetPlan):
    """The printed solution is that of another exercise."""
    one, other = drawn(sheet, 2)
    one.tasks[0].key.solution = other.tasks[0].key.solution

    assert {"answer-wrong", "picture"} <= first_faults(one)


def test_a_violated_constraint_is_found(sheet: SheetPlan):
    """Constraints are tested again on the tree in the key file."""
    page = next(drawn(sheet))
    task = page.tasks[0].task
    page.tasks[0].task = task._replace(source=task.source._replace(constraints=(read_constraint("pruned=0"),)))  # type: ignore[union-attr]

    assert [(fault.code, fault.found) for fault in faults(page.tasks[0])] == [("constraint", "pruned=0")]


def test_a_search_that_contradicts_minimax_is_found(sheet: SheetPlan, monkeypatch: pytest.MonkeyPatch):
    """Plain minimax is independent of the search, and is patched to disagree here."""
    page = next(drawn(sheet))
    monkeypatch.setattr(printed_variant_check, "plain_minimax", lambda tree: [1000] * len(tree))

    assert {"minimax", "search", "picture"} <= first_faults(page)


@pytest.mark.parametrize(
    "text",
    [
        *("((6 5) (2 9))", "MIN ((3 5) (2 (7 1/2)))", "CHANCE (1/4 * 8, 3/4 * MAX (2 4))", "5"),
        *("((x 5) (2 9))", "((20000 20) (50 1 ?))", "(CHANCE (x 2) 1)", "CHANCE (x -inf)", "CHANCE (inf -inf)"),
        *("bounds: 0 10\ntree: (10 CHANCE (x 2))", "bounds: 0 10\ntree: CHANCE (1/2 * 4, 1/2 * MIN (x 0))"),
    ],
)
def test_plain_minimax_equals_the_minimax_values(text: str):
    """A value that does not depend on an unknown leaf is known."""
    tree = read(text)

    assert tuple(plain_minimax(tree)) == minimax_values(tree)
