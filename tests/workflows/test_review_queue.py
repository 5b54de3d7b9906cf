"""The review queue: grouping of answers, scope of decisions, and saving."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.desks import WAITING, decide, desk_of, handed_of
from tests.support.effort import examples
from treesolve.grading.decision import Decision, students_with_paper_answers
from treesolve.grading.decision_file import decisions_toml, read_decisions
from treesolve.model.problem import InputError, Problem
from treesolve.submissions.submission import Submission
from treesolve.submissions.unreadable_files import paper_submissions
from treesolve.workflows.review_queue import ReviewQueue

RIGHT = Decision("", "pruned", verdict="right")


def students(desk: ReviewQueue) -> list[list[str]]:
    """Return the students of all cards, in order."""
    return [[one.student for one in desk.cards[number].answers] for number in desk.order]


def test_pending_cards_come_first_and_large_groups_before_small_ones():
    """Resolved answers come last."""
    desk = desk_of({"1": "pruned: L4", "2": "pruned: x y", **dict.fromkeys("345", WAITING)})

    assert students(desk) == [["3", "4", "5"], ["2"], ["1"]]


def test_a_new_decision_replaces_one_about_an_earlier_text():
    """The same student has submitted another text since."""
    desk = desk_of({"1": WAITING}, [Decision("1", "pruned", 1, answer="0123456789ab")])
    decide(desk, 0, "pruned", RIGHT)

    assert [one.verdict for one in desk.decisions] == ["right"]


@pytest.mark.parametrize("means", ["L4", "pruned: L4", "Abgeschnitten: L4"])
def test_a_ruling_can_be_previewed(means: str):
    """The preview gives the points that the line would get, and decides nothing."""
    desk = desk_of({"1": WAITING})
    report = desk.preview_ruling(0, Decision("", "pruned", means=means))
    assert next(mark.points for mark in report.marks if mark.part == "pruned") == 1
    assert desk.decisions == ()

    decide(desk, 0, "pruned", Decision("", "pruned", means=means))
    assert desk.report(0) == report


def test_follow_through_applies_to_decided_values():
    """Other values are graded as consequences of the values given by a decision."""
    desk = desk_of({"1": "values: A=5, B is six\nbest: B\npruned: none"})
    decide(desk, 0, "values", Decision("", "values", means="S=6 A=5 B=6"))

    marks = {mark.part: (mark.points, mark.basis) for mark in desk.report(0).marks}
    assert marks["best"] == (1, "follow-through")
    assert desk.report(0).pending == ("pruned",)
    decide(desk, 0, "pruned", Decision("", "pruned", verdict="read"))
    assert (desk.report(0).pending, desk.report(0).points) == ((), desk.report_as_read(0).points)


@pytest.mark.parametrize("means", ["L4 and so on", "best: A", "pruned: L4\nbest: A", "pruned:", "hello world"])
def test_an_invalid_meaning_is_refused(means: str):
    """If it is written to the file by hand, the part stays pending."""
    desk = desk_of({"1": WAITING})
    decided = Decision("1", "pruned", means=means)
    for act in (lambda: desk.preview_ruling(0, decided), lambda: decide(desk, 0, "pruned", decided)):
        with pytest.raises(InputError):
            act()
    assert desk.decisions == ()

    assert desk_of({"1": WAITING}, [decided]).report(0).pending == ("pruned",)


def test_a_changed_answer_is_pending_again():
    """A decision applies to the text that was on the card."""
    desk = desk_of({"1": WAITING})
    decide(desk, 0, "pruned", RIGHT)

    assert not desk_of({"1": WAITING}, desk.decisions).report(0).pending
    assert desk_of({"1": WAITING + "\nbest: A"}, desk.decisions).report(0).pending == ("pruned",)


def test_every_part_of_an_answer_on_paper_is_pending():
    """Each student has all parts of each exercise; decisions refer to paper instead of a text."""
    desk = desk_of({}, students=("4711", "Ada B."))
    assert [sorted(desk.report(one).pending) for one in desk.order] == [["best", "pruned", "value", "values"]] * 2

    decide(desk, desk.order[1], "best", Decision("", "best", 1))
    assert [(one.student, one.answer) for one in desk.decisions] == [("Ada B.", "paper")]
    assert students_with_paper_answers([*desk.decisions, Decision("x", "best", 1)]) == ["Ada B."]
    assert {one.text for one in paper_submissions(["7"], ["x"])} == {"[unread file: paper of 7]"}


def test_a_text_cannot_pass_as_paper():
    """If a submitted text contains the line for paper, decisions still apply only until the text changes."""
    line = "[unread file: paper of 1]"
    desk = desk_of({"1": f"{WAITING}\n{line}"})
    decide(desk, 0, "pruned", RIGHT)

    assert desk.decisions[0].answer not in ("", "paper")
    assert "pruned" in desk_of({"1": f"{WAITING} hm\n{line}"}, desk.decisions).report(0).pending


PIECES = st.sampled_from(["A=5", "B=2", "pruned: L4", "pruned: das da", "best: A", "L4 weg", "hm", "order: 6 5 2"])
TEXTS = st.lists(PIECES, max_size=4).map("\n".join)
ACTIONS = st.tuples(st.integers(0, 9), st.sampled_from(["pruned", "best", "values"]), st.sampled_from("rwna1-"))
SAID = {
    "r": {"verdict": "right"},
    "w": {"verdict": "wrong"},
    "n": {"verdict": "nothing"},
    "a": {"verdict": "read"},
    "1": {"points": 1},
}


@examples(60)
@given(texts=st.lists(TEXTS, min_size=1, max_size=6), actions=st.lists(ACTIONS, max_size=8))
def test_saved_decisions_give_the_points_shown(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], actions: list
):
    """After any actions, a run that reads the file gives every student the points shown in the review."""
    answers = {str(number): text for number, text in enumerate(texts)}
    path, desk = tmp_path_factory.mktemp("desk") / "decisions.toml", desk_of(answers)
    for number, part, said in actions:
        card = desk.order[number % len(desk.order)]
        decide(desk, card, part, None if said == "-" else Decision("", part, **SAID[said]))
    path.write_text(decisions_toml(desk.decisions), "utf-8")

    again = desk_of(answers, tuple(read_decisions(path)))

    def points(one: ReviewQueue) -> dict[str, object]:
        return {it.student: one.report(number)[1:3] for number, card in one.cards.items() for it in card.answers}

    assert points(again) == points(desk)
    assert decisions_toml(again.decisions) == path.read_text("utf-8")


def test_unassigned_answers_are_problems():
    """An answer to another exercise does not stop the review, and can be assigned to an exercise."""
    found = handed_of([Submission("x", "1", "exercise: other\nbest: A"), Problem("no-submissions")])

    assert [one.code for one in found if isinstance(one, Problem)] == ["answer-other-exercise", "no-submissions"]
    assert [one.labels for one in found if not isinstance(one, Problem)] == [("x",)]
