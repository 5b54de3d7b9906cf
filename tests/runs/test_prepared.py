"""Submissions read by decisions: what they are worth then, and where everything stood."""

import random
import re
import time

import pytest

from tests.journeys.test_forms_of_answers import ASKED, grader
from tests.support.answers import right_answer
from tests.support.effort import cases, dice
from treesolve.answers.submission import Submission
from treesolve.grading.decided import Decisions
from treesolve.grading.decision import Decision
from treesolve.grading.exam import Exercise, Key
from treesolve.grading.grade import DECIDED, Grader, Report
from treesolve.grading.rubric import Rubric
from treesolve.model.answer import PARTS, QUESTIONS
from treesolve.notation.reader import read
from treesolve.pages.read_as import read_rows
from treesolve.runs.grade_submission import Marker, Settings
from treesolve.runs.prepared import Prepared, Read
from treesolve.runs.read_as import BY_DECISION

TREE = read("((3 12 8) (2 4 6) (14 5 2))")
RIGHT = "values: A=3 B=3 C=2 D=2\nWeggekickt: L5 L6\nbest: B\n"


def prepared(*decisions: Decision, rubric: Rubric | None = None) -> Prepared:
    """The exercise with these decisions."""
    from treesolve.model.convention import CONVENTIONS

    asked = rubric or Rubric(points={"values": 4, "pruned": 4, "best": 1})
    return Prepared(Exercise("x", TREE, CONVENTIONS["aima"]), asked, None, Decisions(decisions))


def what(text: str, *decisions: Decision, rubric: Rubric | None = None) -> tuple[Report, Read]:
    """What a text is worth by decisions, and what it was read as."""
    made = prepared(*decisions, rubric=rubric)
    found = made.read(Submission("x.txt", "4711", text))
    return made.grader.report(found.answer), found


def test_a_word_is_decided_for_all_who_write_it():
    """In whatever case and with whatever blanks, before a colon or without one."""
    decision = Decision("WEGGEKICKT", means="pruned")
    for said in ("Weggekickt:", "weggekickt :", "weggeKICKT", "Weggekickt sind", "**Weggekickt** ->", "- weggekickt ="):
        text = RIGHT.replace("Weggekickt:", said)
        assert what(text)[0].pending
        assert what(text, decision)[0].points == 9


def test_a_reading_stands_for_the_piece_it_decides():
    """Claims of it say so, and where they stood; nothing else is moved."""
    text = "values: A=3 B=drei C=2 D=2\npruned: L5 L6\nbest: B\n"

    report, found = what(text, Decision("Drei", reads="3"))

    assert report.points == 9
    how = {claim.node: (claim.text, claim.how) for claim in found.read.claims if claim.part == "values"}
    assert how == {
        "A": ("A=3", "by name"),
        "B": ("B=drei", BY_DECISION),
        "C": ("C=2", "by name"),
        "D": ("D=2", "by name"),
    }
    assert found.read.decided == ("Drei",)
    assert [claim.column for claim in found.read.claims if claim.part == "best"] == [7]


def test_points_of_a_person_are_the_points_of_the_part():
    """Not more than it is worth, with their reason, whatever else is said there; the rest is marked as ever."""
    text = RIGHT.replace("Weggekickt: L5 L6", "siehe Rückseite")
    for points, got in ((0, 0), (2, 2), (10**6, 4)):
        report, _ = what(text, Decision("siehe rückseite", part="pruned", points=points, reason="Hm."))
        assert {mark.part: mark.points for mark in report.marks} == {"values": 4, "pruned": got, "best": 1}
        assert next(mark.basis for mark in report.marks if mark.part == "pruned") == DECIDED
        assert report.answer.decided == {"pruned": (points, "Hm.")}


def test_what_another_piece_leaves_open_stays_open():
    """Points for one piece do not decide what a second one may say about the part."""
    text = "values: A=3 B=3 C=2 D=2\npruned: siehe 77 Seiten\nbest: B\n"

    report, _ = what(text, Decision("siehe", part="pruned", points=4))

    assert report.pending == ("pruned",)


def test_a_whole_part_takes_points_as_they_are_decided():
    """And a rounding of the rubric does not change what somebody has said."""
    text = RIGHT.replace("Weggekickt: L5 L6", "siehe Rückseite")
    rubric = Rubric(points={"values": 4, "pruned": 4}, whole=frozenset({"pruned"}), rounding="whole", negative=True)
    half = read("0.5").values[0]

    report, _ = what(text, Decision("siehe rückseite", part="pruned", points=half), rubric=rubric)

    assert [mark.points for mark in report.marks] == [4, half]


def test_a_part_that_is_decided_explains_nothing():
    """Whatever else was read there: a misconception is not guessed from it."""
    text = "values: A=3 B=3 C=2 D=2\npruned: L5 usw\nbest: B\n"

    assert what(text, Decision("usw", reads=""))[0].diagnosis
    assert not what(text, Decision("usw", part="pruned", points=1))[0].diagnosis


def test_the_same_answer_may_be_decided_differently_for_two():
    """What is kept of one is not said of the other."""
    text = RIGHT.replace("Weggekickt: L5 L6", "siehe Rückseite")
    for_one = Decision("siehe Rückseite", part="pruned", points=1, student="a"), Decision("x", reads="", student="b")
    for_other = Decision("siehe Rückseite", part="pruned", points=1, note="Gut.", student="b")
    key = Key((prepared().exercise,))
    rubric = Rubric(points={"values": 4, "pruned": 4, "best": 1})
    marker = Marker(Settings(key, rubric, decisions=(*for_one, for_other, Decision("siehe Rückseite", reads=""))))

    found = [marker.outcome(Submission(f"{name}.txt", name, text)).result for name in "abc"]

    assert [one.judgement.points for one in found if one] == [6, 6, 5]
    assert ["Gut." in one.judgement.feedback for one in found if one] == [False, True, False]


def test_a_note_alone_decides_nothing():
    """The student gets it all the same."""
    report, found = what(RIGHT, Decision("weggekickt", note="Bitte: pruned."))

    assert report.pending
    assert report.answer.notes == ("Bitte: pruned.",)
    assert found.read.decided == ("weggekickt",)


@pytest.mark.parametrize("part", [*PARTS, *QUESTIONS])
def test_every_part_can_be_meant_by_a_word(part: str):
    """The name of each is a key."""
    from treesolve.answers.part_words import part_meant

    assert part_meant(part) == part


KEYS = {"values": "Zahlen hier", "pruned": "Weggekickt", "order": "Rundgang", "best": "Ich gehe zu"}


def spelt(marker: Grader, rng: random.Random) -> str:
    """A right answer with keys that nobody knows."""
    tree, answer = marker.tree, right_answer(marker.solution, tuple(ASKED))
    said = {
        "values": ", ".join(f"{tree.names[node]}={value}" for node, value in (answer.values or {}).items()),
        "pruned": " ".join(tree.names[node] for node in answer.pruned or ()) or "none",
        "order": " ".join(tree.names[leaf] for leaf in answer.order or ()),
        "best": tree.names[answer.best or 0],
    }
    cased = {part: rng.choice((str.lower, str.upper, str.title))(key) for part, key in KEYS.items()}
    return "\n".join(f"{cased[part]}{rng.choice((':', ' :', ' ='))} {said[part]}" for part in rng.sample(list(said), 4))


def test_right_answers_in_unknown_words_are_right_when_the_words_are_decided():
    """Over random trees; without the decisions nothing is docked."""
    rng = dice("unknown keys")
    decisions = Decisions(Decision(key, means=part) for part, key in KEYS.items())
    for _ in range(cases(300)):
        marker = grader(rng)
        exercise = Exercise("x", marker.tree, marker.solution.convention)
        submission = Submission("x.txt", "4711", spelt(marker, rng))
        before, now = (Prepared(exercise, marker.rubric, None, one) for one in (Decisions(()), decisions))
        waiting = before.grader.report(before.read(submission).answer)
        assert all(mark.is_full or mark.is_pending for mark in waiting.marks), submission.text
        assert now.grader.report(now.read(submission).answer).points == marker.possible, submission.text


HOSTILE = [
    "<script>alert(1)</script>",
    "pruned: L5 L6",
    "student: 4712",
    "\n" * 900,
    "weg",
    "A=99",
    "(" * 900,
    "é" * 3000,
]


@pytest.mark.parametrize("reads", HOSTILE)
def test_any_reading_leaves_every_part_marked_or_pending(reads: str):
    """Whatever somebody says that a text means: never an error, never more than all points, every place in the text."""
    rng = random.Random(reads)
    for _ in range(20):
        text = "".join(
            rng.choice(["weg", " ", "\n", "A=3", "values:", "pruned: ", "L5", ",", "🙂", "best"]) for _ in range(25)
        )
        report, found = what(
            text, Decision("weg", reads=reads), Decision("L5 weg", reads=reads), Decision("x", reads="")
        )
        assert 0 <= report.points <= report.at_most <= 9
        lines = text.split("\n")
        for piece in (*found.read.claims, *found.read.unread):
            assert piece.line is None or 1 <= piece.line <= len(lines)


def test_many_decisions_about_many_pieces_take_no_time():
    """Thousands of each; and a reading that is decided again comes to an end."""
    text = " ".join(f"wort{number} weg" for number in range(3000))
    decisions = [Decision(f"wort{number} weg", reads="weg wort1") for number in range(2000)]
    started = time.perf_counter()

    report, _ = what(text, *decisions, *(Decision(f"schritt{number}", means="best") for number in range(2000)))

    assert report.points <= 9
    assert time.perf_counter() - started < 20


def test_unread_texts_are_kept_in_full():
    """By them a decision is found again; those without end are known by their beginning."""
    text = "values: A=3\n" + "siehe " * 100
    _, found = what(text)

    assert any(len(piece.text) > 300 for piece in found.read.unread)
    assert re.fullmatch("(siehe ?)+", found.read.unread[0].text)


@pytest.mark.parametrize(
    ("language", "told"), [("en", "may mean: L5, L6; or: L6"), ("de", "kann heißen: L5, L6; oder: L6")]
)
def test_what_may_mean_two_things_is_shown_with_both(language: str, told: str):
    """On the page of a student, in the place of what was read."""
    _, read = what("pruned: L5, L6\npruned: L6\n")

    assert [row for row in read_rows(read.read, language) if row[2] == told]
