"""The last check finds what is wrong with a variant, and nothing where nothing is."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sheets import EVERYTHING, small_sheet
from treesolve import final_check
from treesolve.convention import CONVENTIONS
from treesolve.final_check import faults, plain_minimax
from treesolve.key import Exercise
from treesolve.notation.reader import read
from treesolve.pages.sheet import SOLUTION, VariantPage, piece
from treesolve.printing import check
from treesolve.separation import with_leaves
from treesolve.sheet import Sheet
from treesolve.solution import minimax_values
from treesolve.variant import Variant, variants
from treesolve.want import read_want


@pytest.fixture
def sheet(tmp_path: Path) -> Sheet:
    """A small sheet."""
    return small_sheet(tmp_path)


def drawn(sheet: Sheet, count: int = 1, seed: str = "7") -> Iterator[tuple[Variant, str]]:
    """Variants, each with the source of its solution."""
    for variant in variants(sheet, seed, count):
        yield variant, piece(sheet, VariantPage(sheet, variant, "typst"), SOLUTION)


def first_faults(sheet: Sheet, page: str, exercise: Exercise) -> set[str]:
    """The codes of what is wrong with the first task."""
    return {fault.code for fault in faults(sheet.tasks[0], exercise, page)}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("lecture", CONVENTIONS)
def test_a_variant_as_it_is_made_has_no_fault(lecture: str, language: str, tmp_path: Path):
    """Every part and every question, in every lecture that asks them, in both languages."""
    text = EVERYTHING
    if not CONVENTIONS[lecture].cuts:
        text = text.replace("pruned = 4, windows = 2, order = 2, ", "").replace("reorder = 3, ", "")
        text = text.replace("unknown = 3, ", "").replace("mistake = 2, ", "")
    values = "0..1/40" if CONVENTIONS[lecture].perspective == "unit" else "-9..40"
    made = small_sheet(tmp_path, text, lecture, language=language, values=values)

    for variant, page in drawn(made, 4):
        assert list(check(made, variant, page)) == []


def test_a_wrong_number_in_an_answer_is_found(sheet: Sheet):
    """The answers of the page are read and marked as those of a student."""
    variant, page = next(drawn(sheet))
    section = page.split("#task-heading(")[1]
    shown = section[section.index('#raw("') + 6 :].partition('"')[0]
    name, _, number = shown.split(" ")[0].partition("=")
    wrong = section.replace(f'#raw("{name}={number}', f'#raw("{name}={int(number) + 1}', 1)

    assert wrong != section
    assert first_faults(sheet, wrong, variant.exercises[0]) == {"answer-wrong"}


def test_an_answer_nobody_can_read_is_found(sheet: Sheet):
    """A name that the tree has not."""
    variant, page = next(drawn(sheet))
    section = page.split("#task-heading(")[1].replace('#raw("A=', '#raw("Zed=', 1)

    assert {"answer-unread", "answer-wrong"} <= first_faults(sheet, section, variant.exercises[0])


def test_an_answer_that_is_missing_is_found(sheet: Sheet):
    """One line less."""
    variant, page = next(drawn(sheet))
    section = page.split("#task-heading(")[1]

    assert first_faults(sheet, section.replace("#raw(", "#upper(", 1), variant.exercises[0]) == {"answers-missing"}


def test_a_wrong_number_in_the_picture_is_found(sheet: Sheet):
    """The root's value, drawn one too high."""
    variant, page = next(drawn(sheet))
    section = page.split("#task-heading(")[1]
    value = minimax_values(variant.exercises[0].tree)[0]
    assert isinstance(value, int)
    root = section.index('node("up"')
    wrong = section[:root] + section[root:].replace(f'"{value}"', f'"{value + 1}"', 1)

    assert first_faults(sheet, wrong, variant.exercises[0]) == {"picture"}


def test_a_picture_that_cannot_be_read_back_is_found(sheet: Sheet):
    """If the drawing changes, this check must not fall asleep."""
    variant, page = next(drawn(sheet))
    section = page.split("#task-heading(")[1].replace("node(", "knot(")

    assert first_faults(sheet, section, variant.exercises[0]) == {"picture-unread"}


def test_a_page_of_another_tree_is_found(sheet: Sheet):
    """The key has one tree, the page another."""
    (one, page), (other, _) = drawn(sheet, 2)

    assert first_faults(sheet, page.split("#task-heading(")[1], one.exercises[0]) == set()
    assert first_faults(sheet, page.split("#task-heading(")[1], other.exercises[0])


def test_a_wish_that_does_not_hold_is_found(sheet: Sheet):
    """Wishes are tested once more, on the tree as the key file has it."""
    variant, page = next(drawn(sheet))
    task = sheet.tasks[0]
    wished = task._replace(source=task.source._replace(wants=(read_want("pruned=0"),)))  # type: ignore[union-attr]

    found = list(faults(wished, variant.exercises[0], page.split("#task-heading(")[1]))
    assert [(fault.code, fault.found) for fault in found] == [("want", "pruned=0")]


def test_a_search_that_contradicts_minimax_is_found(sheet: Sheet, monkeypatch: pytest.MonkeyPatch):
    """Plain minimax is worked out apart from the search; here it is made to disagree."""
    variant, page = next(drawn(sheet))
    monkeypatch.setattr(final_check, "plain_minimax", lambda tree: [1000] * len(tree))

    assert {"minimax", "search"} <= first_faults(sheet, page.split("#task-heading(")[1], variant.exercises[0])


@pytest.mark.parametrize(
    "text",
    ["((6 5) (2 9))", "MIN ((3 5) (2 (7 1/2)))", "CHANCE (1/4 * 8, 3/4 * MAX (2 4))", "5", "((x 5) (2 9))"],
)
def test_plain_minimax_says_what_everybody_says(text: str):
    """Leaves that nobody knows leave everything above them open here; that is all the check needs."""
    tree = read(text)
    plain, told = plain_minimax(tree), minimax_values(tree)

    assert all(one in (None, other) for one, other in zip(plain, told, strict=True))
    assert None not in plain or "x" in text


def test_plain_minimax_by_hand():
    """The classroom tree."""
    assert plain_minimax(with_leaves(read("((0 0) (0 0))"), (6, 5, 2, 9))) == [5, 5, 6, 5, 2, 2, 9]
