"""Decisions in TOML: their content, problems with positions, and how results store them."""

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.effort import examples
from treesolve.grading.decision import Decision
from treesolve.grading.decision_file import MAX_TEXT_LENGTH, decisions_toml, read_decisions
from treesolve.model.problem import UNPRINTABLE, InputError
from treesolve.rendering.problem_sentence import problem_report

WHOLE = """
[[decision]]
student = "4711"
part = "order"
points = 1.5
reason = "fast  ganz"   # of the picture

[[decision]]
student = "4711"
part = "pruned"
points = 0
exercise = "x"
"""

ONE = '[[decision]]\nstudent = "4711"\npart = "best"\npoints = 1\n'


def decisions_of(folder: Path, text: str) -> tuple[Decision, ...]:
    """Return the decisions in a file with this text."""
    path = folder / "decisions.toml"
    path.write_text(text, "utf-8")
    return tuple(read_decisions(path))


def test_file_with_all_keys(tmp_path: Path):
    """A file with all keys is read exactly, including fractions."""
    assert decisions_of(tmp_path, WHOLE) == (
        Decision("4711", "order", Fraction(3, 2), "fast ganz"),
        Decision("4711", "pruned", 0, exercise="x"),
    )


def test_entry_for_several_students(tmp_path: Path):
    """An entry for several students has the fingerprint of each answer, with points, a verdict, or a meaning."""
    entry = '[[decision]]\npart = "best"\n{}\nanswer = "a"\n[decision.students]\n"x-y z" = "b"\n"4711" = ""\n'
    both = [Decision("x-y z", "best", answer="b"), Decision("4711", "best")]

    assert decisions_of(tmp_path, entry.format("points = 2")) == tuple(one._replace(points=2) for one in both)
    assert decisions_of(tmp_path, entry.format('verdict = "read"')) == tuple(
        one._replace(verdict="read") for one in both
    )
    assert decisions_of(tmp_path, entry.format('means = " best:  B"')) == tuple(
        one._replace(means="best: B") for one in both
    )


def test_maximum_length_of_a_reason(tmp_path: Path):
    """A reason of the maximum length is accepted; a longer one is reported."""
    assert decisions_of(tmp_path, f'{ONE}reason = "{"x" * MAX_TEXT_LENGTH}"')
    with pytest.raises(InputError) as wrong:
        decisions_of(tmp_path, f'{ONE}reason = "{"x" * (MAX_TEXT_LENGTH + 1)}"')
    assert [problem.code for problem in wrong.value.problems] == ["wrong-type"]


def test_empty_file_has_no_decisions(tmp_path: Path):
    """An empty file, or one with only a comment, contains no decisions."""
    assert decisions_of(tmp_path, "") == decisions_of(tmp_path, "# nothing\r\n") == ()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (f'{ONE}means = "B"', ":5:1: Use either points or means, not both."),
        (
            f"{ONE}[decision.students]",
            ':5:11: The value of students must be a table such as students = { "4711" = ""',
        ),
        (f'{ONE}[decision.students]\n"4712" = ""', ":5:11: Use either student or students, not both."),
        (
            ONE.replace("points = 1", 'verdict = "rihgt"'),
            ":4:1: Unknown value “rihgt” for verdict. Did you mean “right”?",
        ),
        (ONE.replace("= 1", "= true"), ":4:1: “points = true”: points are 0, or from 1/1000"),
        (f'{ONE}reason = "\\u001b[2J"', ":5:1: Here is a character that would disturb a terminal"),
        (
            ONE + ONE.replace('"best"', '"best"\nexercise = "x"'),
            ":6:1: The points of “4711” for “best” have been decided",
        ),
        ('[[decision]]\ntext = "weg"\nmeans = "pruned"', ":1:1: One of these keys is missing: student, students; for"),
        (f'{ONE}note = "Bitte Namen."', ":5:1: Unknown key “note”. Valid keys: student,"),
        ('[decision]\nstudent = "x"', ":1:2: The value of decision must be a list of tables, each below its own"),
        ("decision = [1, 2]", ":1:13: The value of decision must be a table"),
        ('[[decision]]\nstudent = "x', ":2:13: This is not TOML"),
        ("[[decision]]\npart = " + "[" * 3000, ": A number or a key is too long, or brackets are nested too deeply."),
    ],
)
def test_mistake_has_message_and_position(tmp_path: Path, text: str, says: str):
    """The message for a mistake has file, line, column, and what to do."""
    with pytest.raises(InputError) as caught:
        decisions_of(tmp_path, text)

    assert says in problem_report(caught.value.problems[0], "en")


def test_too_large_file_is_rejected(tmp_path: Path):
    """A file that is too large is rejected, and the number of reported mistakes is limited."""
    with pytest.raises(InputError) as caught:
        decisions_of(tmp_path, "[[decision]]\n" * 10**6)
    assert caught.value.problems[0].code == "file-too-large"
    with pytest.raises(InputError) as caught:
        decisions_of(tmp_path, "[[decision]]\n" * 9000)
    assert len(caught.value.problems) == 100


TEXTS = st.text(max_size=40).filter(lambda text: not UNPRINTABLE.search(text) and "\r" not in text)
LINES = TEXTS.map(lambda text: " ".join(text.split()))
POINTS = st.integers(0, 99).map(lambda n: {"points": Fraction(n, 4)})
SAID = POINTS | LINES.filter(bool).map(lambda line: {"means": line}) | st.sampled_from([{"verdict": "right"}])
DECISIONS = st.builds(
    lambda student, part, ruling, reason, exercise: Decision(student, part, reason=reason, exercise=exercise, **ruling),
    TEXTS,
    st.sampled_from(["best", "pruned", "statements"]),
    SAID,
    LINES,
    st.none() | TEXTS,
)


@examples(300)
@given(decision=DECISIONS)
def test_decisions_survive_a_round_trip(tmp_path_factory: pytest.TempPathFactory, decision: Decision):
    """Decisions written to a file are read unchanged."""
    path = tmp_path_factory.mktemp("kept") / "decisions.toml"
    path.write_text(decisions_toml([decision]), "utf-8", newline="\n")
    assert tuple(read_decisions(path)) == (decision,)
