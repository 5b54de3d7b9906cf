"""Decisions in TOML: what they say, what is wrong with them, where, and that they are written as they are read."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.effort import examples
from treesolve.grading.decision import Decision, text_as_compared
from treesolve.grading.decision_file import LONGEST_TEXT, decisions_in, decisions_json, decisions_toml, read_decisions
from treesolve.model.problem import UNPRINTABLE, InputError
from treesolve.pages.problem import problem_report

WHOLE = """
[[decision]]
text = "gekürzt"
means = "pruned"

[[decision]]
text = "der Ast rechts"
reads = "pruned: C"   # of the picture
note = "Bitte Namen
 schreiben."
exercise = "x"

[[decision]]
text = "siehe oben"
part = "order"
points = 1.5
reason = "fast"
student = "4711"
""".replace("Namen\n", "Namen")


def decisions_of(folder: Path, text: str) -> tuple[Decision, ...]:
    """The decisions of a file with that text."""
    path = folder / "decisions.toml"
    path.write_text(text, "utf-8")
    return tuple(read_decisions(path))


def test_a_file_says_what_texts_mean(tmp_path: Path):
    """Everything it can say, exact to the fraction."""
    assert decisions_of(tmp_path, WHOLE) == (
        Decision("gekürzt", means="pruned"),
        Decision("der Ast rechts", reads="pruned: C", note="Bitte Namen schreiben.", exercise="x"),
        Decision("siehe oben", part="order", points=Fraction(3, 2), reason="fast", student="4711"),
    )


def test_a_text_is_as_long_as_a_page(tmp_path: Path):
    """The longest is taken, and what is longer is told."""
    entry = '[[decision]]\nmeans = "pruned"\ntext = "{}"'

    assert decisions_of(tmp_path, entry.format("x" * LONGEST_TEXT))
    with pytest.raises(InputError) as caught:
        decisions_of(tmp_path, entry.format("x" * (LONGEST_TEXT + 1)))
    assert [problem.code for problem in caught.value.problems] == ["decision-not-text"]


def test_an_empty_file_decides_nothing(tmp_path: Path):
    """Nor does one with a remark."""
    assert decisions_of(tmp_path, "") == decisions_of(tmp_path, "# nothing\r\n") == ()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('[[decision]]\ntext = "x"\nmeens = "best"', ":3:1: A decision has no “meens”. Did you mean “means”?"),
        ('[[decision]]\nmeans = "best"', ":1:1: Say which text is decided"),
        ('[[decision]]\ntext = " : "\nmeans = "best"', ":2:1: Say which text is decided"),
        ('[[decision]]\ntext = 7\nmeans = "best"', ":2:1: The value of text must be a text in quotes"),
        (
            '[[decision]]\ntext = "x"\nmeans = "prunned"',
            ":3:1: “prunned” names no part of an exercise. Did you mean “pr",
        ),
        (
            '[[decision]]\ntext = "x"\nmeans = "best"\nreads = "B"',
            ":4:1: A text has one meaning: take out means or reads.",
        ),
        ('[[decision]]\ntext = "x"', ":2:1: Nothing is decided here."),
        ('[[decision]]\ntext = "x"\npoints = 2', ":3:1: Points go with the part that has them"),
        ('[[decision]]\ntext = "x"\nnote = "y"\npart = "best"', ":4:1: Points go with the part that has them"),
        ('[[decision]]\ntext = "x"\npart = "best"\npoints = -1', ":4:1: The points for best must be 0, or a number"),
        ('[[decision]]\ntext = "x"\npart = "best"\npoints = 1e99', ":4:1: The points for best must be 0, or a number"),
        ('[[decision]]\ntext = "x"\npart = "best"\npoints = true', ":4:1: The points for best must be 0, or a number"),
        ('[[decision]]\ntext = "x"\nnote = "\\u001b[2J"', ":3:1: Here is a character that would disturb a terminal"),
        (
            '[[decision]]\ntext = "A"\nnote = "y"\n[[decision]]\ntext = " a:"\nreads = ""',
            ":5:1: The text “ a:” has been",
        ),
        ('text = "x"\nmeans = "best"', ":1:1: Decisions stand below the line [[decision]]"),
        ('[decision]\ntext = "x"', ":1:2: Each decision stands below a line [[decision]]"),
        ("decision = [1, 2]", ":1:1: Each decision stands below a line [[decision]]"),
        ('[[decision]]\ntext = "x', ":2:10: This is not TOML"),
        ("[[decision]]\ntext = " + "[" * 3000, ": A number or a key is too long, or brackets are nested too deeply."),
        ('[[decision]]\ntext = "' + "x" * 5000 + '"\nnote = "y"', ":2:1: The value of text must be a text in quotes"),
    ],
)
def test_a_mistake_has_a_sentence_and_a_place(tmp_path: Path, text: str, says: str):
    """File, line, column, and what to do."""
    with pytest.raises(InputError) as caught:
        decisions_of(tmp_path, text)

    assert says in problem_report(caught.value.problems[0], "en")


def test_a_file_without_end_is_not_read(tmp_path: Path):
    """A million lines are no decisions of a person; of many mistakes the first are told."""
    with pytest.raises(InputError) as caught:
        decisions_of(tmp_path, "[[decision]]\n" * 10**6)
    assert caught.value.problems[0].code == "file-too-large"
    with pytest.raises(InputError) as caught:
        decisions_of(tmp_path, "[[decision]]\n" * 9000)
    assert len(caught.value.problems) == 100


TEXTS = st.text(max_size=40).filter(lambda text: not UNPRINTABLE.search(text) and "\r" not in text)
LINES = TEXTS.map(lambda text: " ".join(text.split()))
SUBJECTS = TEXTS.filter(text_as_compared)
DECISIONS = st.one_of(
    st.builds(Decision, SUBJECTS, means=st.sampled_from(["pruned", "values", "statements"]), note=LINES),
    st.builds(Decision, SUBJECTS, reads=TEXTS, exercise=SUBJECTS),
    st.builds(
        Decision, SUBJECTS, part=st.just("best"), points=st.integers(0, 99).map(lambda n: Fraction(n, 4)), reason=LINES
    ),
)


@examples(300)
@given(decision=DECISIONS)
def test_decisions_are_read_as_they_were_written(decision: Decision, tmp_path_factory: pytest.TempPathFactory):
    """In a file of their own, and in results."""
    assert decisions_of(tmp_path_factory.mktemp("d"), decisions_toml([decision])) == (decision,)
    assert decisions_in(json.loads(json.dumps(decisions_json([decision])))) == (decision,)


@pytest.mark.parametrize("entry", [{}, {"text": "x"}, {"text": "x", "points": 3}, {"text": 7, "reads": ""}, [], "x"])
def test_nothing_else_is_taken_for_a_decision(entry: object):
    """In results that somebody has mended by hand."""
    with pytest.raises((ValueError, TypeError, LookupError, AttributeError)):
        decisions_in([entry])  # type: ignore[list-item]
