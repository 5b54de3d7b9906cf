"""What waits in a class: equal texts in groups, what they may mean, and how much of a realistic class they are."""

import pytest

from tests.runs.test_prepared import prepared
from tests.support.classes import handed_in, marker
from treesolve.answers.submission import Submission
from treesolve.grading.decision import Decision
from treesolve.grading.exam import Exercise
from treesolve.grading.review import Group, Trial
from treesolve.runs.prepared import Prepared
from treesolve.runs.review import MOST_TRIED, Review

REST = "values: A=3 B=3 C=2 D=2\nbest: B\n"


def groups(*texts: str, decisions: tuple[Decision, ...] = ()) -> list[Group]:
    """The groups of a class that hands in these texts."""
    review, made = Review(), prepared(*decisions)
    for number, text in enumerate(texts, 1):
        review.take(Submission(f"{number}.txt", str(number), text), made)
    return review.groups()


def test_equal_texts_are_one_group():
    """Whatever their case and blanks; the largest group comes first, a word before a colon without what follows."""
    found = groups(
        f"{REST}siehe Rückseite", f"{REST}Weggekickt: L5 L6", f"{REST}weggekickt : L5", f"{REST}WEGGEKICKT = L6", REST
    )

    assert [(one.text, one.students) for one in found] == [("Weggekickt", ("2", "3", "4")), ("siehe Rückseite", ("1",))]
    assert (found[0].before, found[0].after) == ("", ": L5 L6")
    assert (found[1].parts, found[1].of, found[1].trial) == (("pruned",), 4, None)


def test_a_word_is_tried_as_the_key_of_each_part():
    """What the answers would get then is what they get when they are marked so."""
    (found,) = groups(f"{REST}Weggekickt: L5", f"{REST}Weggekickt: L5 L6")

    assert found.trial == Trial("Weggekickt", "pruned", 2, 4, 4)
    assert groups(f"{REST}Weggekickt L5 L6")[0].trial == Trial("Weggekickt", "pruned", 4, 4, 4)
    assert groups("Ich gehe ganz klar\nvalues: A=3")[0].trial is None
    assert groups(f"{REST}pruned: 4 and maybe 6")[0].trial is None


@pytest.mark.parametrize(
    "text", [": L5", "= =", ":::x", "? :", "“”: y", "\u200b: L5", "🙂", "a" * 9000, "x:y=z: L5 " * 300]
)
def test_any_text_can_wait(text: str):
    """Whatever it is made of."""
    for one in groups(f"{REST}{text}", f"{text}\n{text} {text}"):
        assert one.students
        assert one.text


def test_what_cannot_be_read_in_a_line_is_one_stretch():
    """From the first piece to the last, with what stands around it."""
    (found,) = groups(f"{REST}pruned: L5 und was dahinter liegt, L6")

    assert (found.before, found.text, found.after) == ("pruned: L5 und ", "was dahinter liegt", ", L6")


def test_a_sign_in_a_sentence_makes_no_key():
    """It is decided as a whole."""
    (found,) = groups(f"{REST}Ich war nicht sicher, ob >= oder > gilt.")

    assert found.text == "Ich war nicht sicher, ob >= oder > gilt."


def test_what_is_decided_waits_no_more():
    """And a whole stretch of the page can be decided as it stands there."""
    text = f"{REST}pruned: L5 und was dahinter liegt, L6"

    assert groups(text, decisions=(Decision("was dahinter liegt", reads=""),)) == []
    assert groups(REST) == groups() == []


def test_what_may_mean_two_things_is_decided_by_one_of_them():
    """Both are offered in the notation of answers, and either settles it."""
    text = f"{REST}pruned: L5, L6\npruned: L6\n"
    offered = ("pruned: L5, L6", "pruned: L6")

    found = groups(text)
    assert [(one.text, one.readings, one.trial) for one in found] == [(t, offered, None) for t in ("L5, L6", "L6")]
    assert groups(text, decisions=(Decision("L6", reads=offered[0]),)) == []
    assert groups(text, decisions=(Decision("L5, L6", reads=offered[1]),)) == []


def test_many_groups_are_not_all_tried():
    """Nobody waits for the page of a class in which everybody writes something else."""
    found = groups(*(f"{REST}{chr(97 + number % 26) * (3 + number // 26)}ung: L5" for number in range(MOST_TRIED + 20)))

    assert sum(one.trial is not None for one in found) <= MOST_TRIED


def waiting_parts(*decisions: Decision) -> tuple[int, int]:
    """How many parts of a realistic class of 200 are pending, and how many there are."""
    from treesolve.grading.decided import Decisions

    exercise = Exercise("x", marker().tree, marker().solution.convention)
    made = Prepared(exercise, marker().rubric, None, Decisions(decisions))
    answers = [made.read(Submission("x", student, text)).answer for student, text in handed_in().items()]
    return sum(len(answer.pending) for answer in answers), 4 * len(answers)


def test_hardly_anything_waits_in_a_realistic_class():
    """At most one part in twenty, and far less when three texts are decided."""
    pending, count = waiting_parts()
    assert count == 800
    assert 0 < pending <= 0.05 * count
    decided, _ = waiting_parts(
        Decision("Weggekickt", means="pruned"),
        Decision("Ich würde ganz klar gehen zu", means="best"),
        Decision("the rest is on the back of the sheet", reads=""),
    )
    assert decided <= pending / 2
