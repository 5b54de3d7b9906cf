"""Decisions applied to a text: what is read then, and where that stood before."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.effort import examples
from treesolve.grading.decided import Decisions, Edit, Edited, Piece
from treesolve.grading.decision import Decision
from treesolve.model.problem import Span

SOMETHING = Decision("x", reads="")


def edited(text: str, piece: str, *decisions: Decision, part: str | None = None) -> Edited:
    """A text in which that piece was not read."""
    span = Span(text.index(piece), text.index(piece) + len(piece))
    return Edited(text).with_decisions([Piece(span, part)], Decisions(decisions), "task", "4711")


@pytest.mark.parametrize(
    ("text", "piece", "decision", "part", "read"),
    [
        ("Weg: L4", "Weg", Decision("weg", means="pruned"), None, "pruned: L4"),
        ("WEG  L4", "WEG  L4", Decision("weg", means="pruned"), None, "pruned:  L4"),
        ("- ganz\tweg -> L4", "ganz\tweg -> L4", Decision(" Ganz weg:", means="pruned"), None, "- pruned -> L4"),
        ("Weg sind L4, L5.", "Weg sind L4, L5.", Decision("weg", means="pruned"), None, "pruned sind L4, L5."),
        ("Wegen L4", "Wegen L4", Decision("weg", means="pruned"), None, "Wegen L4"),
        ("L4 ist weg", "L4 ist weg", Decision("weg", means="pruned"), None, "L4 ist weg"),
        ("values: A=drei B=2", "drei", Decision("DREI", reads="3"), "values", "values: A=3 B=2"),
        ("order: L1 ? L3", "?", Decision("?.", reads="L2"), "order", "order: L1 L2 L3"),
        ("order: L1 da L3", "da", Decision("da", reads="order: L2"), "order", "order: L1 L2 L3"),
        ("hier: nichts", "nichts", Decision("nichts", reads="pruned: none"), "values", "hier:       \n\npruned: none"),
        ("siehe oben", "siehe oben", Decision("Siehe   oben.", reads=""), None, ""),
        ("pruned: L5 and all below it", "below", Decision("and all below it", reads=""), "pruned", "pruned: L5 "),
        ("pruned: L5 and all", "all", Decision("nothing of this", reads=""), "pruned", "pruned: L5 and all"),
        ("siehe oben", "siehe oben", Decision("siehe oben", note="!"), None, "siehe oben"),
        ("weg: L4", "weg", Decision("weg", means="pruned", student="4712"), None, "weg: L4"),
        ("weg: L4", "weg", Decision("weg", means="pruned", exercise=" TASK"), None, "pruned: L4"),
    ],
)
def test_what_is_read_in_the_place_of_a_piece(text: str, piece: str, decision: Decision, part: str | None, read: str):
    """A key, a reading in place or at the end, nothing; whatever the case and the blanks."""
    assert edited(text, piece, decision, part=part).text == read


def test_the_decision_for_fewest_holds():
    """One for a student goes before one for an exercise, and that before one for all."""
    for_all, for_task = Decision("x", reads="1"), Decision("x", reads="2", exercise="task")
    for_student = Decision("x", reads="3", student="4711")

    assert edited("x", "x", for_all, for_task, for_student).text == "3"
    assert edited("x", "x", for_all, for_task).text == "2"


def test_points_are_those_of_the_part():
    """The piece itself says nothing more."""
    found = edited("siehe oben", "siehe oben", Decision("siehe oben", part="best", points=2, reason="!"))

    assert (found.text, found.points) == ("", {"best": (2, "!")})


def test_nothing_is_edited_twice():
    """What a decision has put there is not decided again, whatever stands in it."""
    twice = Decision("weg", reads="weg weg")
    first = edited("weg", "weg", twice)

    again = first.with_decisions([Piece(Span(0, 3), None)], Decisions([twice]), "task", "4711")

    assert again is first


def test_of_pieces_that_overlap_the_first_is_edited():
    """What stands in it is gone."""
    pieces = [Piece(Span(0, 10), None), Piece(Span(6, 10), None)]
    found = Edited("siehe oben").with_decisions(
        pieces, Decisions([Decision("siehe oben", reads="1"), Decision("oben", reads="2")]), "task", "4711"
    )

    assert found.text == "1"


@examples(500)
@given(data=st.data())
def test_every_stretch_has_its_place(data: st.DataObject):
    """What is unchanged stands where it stood; what was put there stands for the piece."""
    text = data.draw(st.text("ab\n", min_size=1, max_size=30))
    cuts = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=6)))
    spans = [Span(*pair) for pair in zip(cuts[::2], cuts[1::2], strict=False)]
    edits = [Edit(span, data.draw(st.text("XY", max_size=5)), SOMETHING, data.draw(st.booleans())) for span in spans]
    found = Edited(text, edits)

    for start, letter in enumerate(found.text):
        place, is_edit = found.place(Span(start, start + 1))
        assert 0 <= place.start <= place.end <= len(text)
        if letter in "XY":
            assert is_edit
            assert place in spans
        elif not is_edit and letter in "ab":
            assert text[slice(*place)] == letter
