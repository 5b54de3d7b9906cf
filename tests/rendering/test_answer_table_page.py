"""The table of all answers: which answers are equal, and how groups of equal answers are listed."""

from fractions import Fraction

from treesolve.grading.result import NO_INTERPRETATION, Interpretation, PartResult, ReadClaim, Result, UnreadFragment
from treesolve.model.number import Number
from treesolve.rendering.answer_table_page import AnswerEntry, AnswerTable, Row


def entry(student: str, *claims: tuple[str, str, object], pending: bool = False, of: Number = 4) -> AnswerEntry:
    """Return an answer with these claims."""
    points = None if pending else Fraction(7, 2)
    parts = {"values": PartResult(points, of, "partial"), "best": PartResult(1, 1, "reference")}
    waiting = ("values",) if pending else ()
    read = Interpretation(tuple(ReadClaim(*claim, 1, 1, student, "by name") for claim in claims))
    result = Result(student, "", "x", None, Fraction(9, 2), 5, None, "max", parts, waiting, (), 5, "", read)
    return AnswerEntry(f"{student}.html", "x", result)


def rows(*entries: AnswerEntry) -> list[Row]:
    """Return the rows of the table."""
    return AnswerTable(entries, "de").rows


A3, B3, B4 = ("values", "A", 3), ("values", "B", 3), ("values", "B", 4)


def test_answers_are_alike_in_which_the_same_was_read():
    """Answers with the same claims are equal, wherever they are written; only in `order` does the sequence matter."""
    found = rows(entry("1", A3, B3), entry("2", B3, A3), entry("3", A3, B4), entry("4", A3))
    assert [(one.size, one.alike) for one in found] == [(2, 0), (2, 0), (1, -1), (1, -1)]
    order = [("order", name, None) for name in ("L1", "L2")]
    assert [one.size for one in rows(entry("1", *order), entry("2", *order[::-1]))] == [1, 1]


def test_what_was_not_read_makes_answers_unlike():
    """Different unread text makes answers unequal, except for case and whitespace."""
    texts = ("Siehe  oben", "siehe oben", "siehe unten")
    one = entry("1", A3)
    unread = [Interpretation(one.result.read.claims, (UnreadFragment(2, 1, text, None),)) for text in texts]
    assert [row.size for row in rows(*(one._replace(result=one.result._replace(read=read)) for read in unread))] == [
        2,
        2,
        1,
    ]


def test_answers_that_nobody_kept_are_like_no_other():
    """Answers without a stored interpretation, as in very large classes, are equal to no other."""
    one, other = entry("1"), entry("2")
    assert [row.size for row in rows(one, other)] == [2, 2]
    kept = [each._replace(result=each.result._replace(read=NO_INTERPRETATION)) for each in (one, other)]
    assert [row.size for row in rows(*kept)] == [1, 1]


def test_what_a_part_is_worth_stands_above_if_it_is_always_the_same():
    """The heading shows the possible points only if they are the same for all variants."""
    always, variants = (AnswerTable([entry("1"), entry("2", of=of)], "en").columns for of in (4, 3))
    assert [column.worth for column in always] == ["5", "4", "1"]
    assert [column.worth for column in variants] == ["5", "", "1"]


def test_sets_of_equal_answers_are_listed_with_what_was_read():
    """Groups are listed by size, each with some of its students and its interpretation."""
    same = [entry(str(number), A3, B3) for number in range(12)]
    (largest, other) = AnswerTable([entry("x", A3), entry("y", A3), *same, entry("z")], "en").alike

    assert (largest.size, len(largest.students), largest.more) == (12, 8, 4)
    assert largest.read == "Values: A = 3, B = 3"
    assert [name for name, _ in other.students] == ["x", "y"]
