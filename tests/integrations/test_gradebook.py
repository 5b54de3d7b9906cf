"""Filled gradebooks: only the cells of grades and feedback change, and entries not written are reported."""

from fractions import Fraction
from pathlib import Path

import pytest

from tests.support.course_systems import forty, worksheet, zip_of
from treesolve.integrations.course_submissions import SubmissionLoader
from treesolve.integrations.gradebook import (
    MAX_NAMES,
    GradebookEntry,
    check_rows,
    fill_gradebook,
    format_points,
    match_to_roster,
    read_table,
    replace_cells,
    summarize_names,
)
from treesolve.integrations.gradebook_file import read_gradebook
from treesolve.model.problem import InputError

MOODLE = Path(__file__).parent / "moodle"
CANVAS = (
    "Student,ID,SIS User ID,SIS Login ID,Section,Sheet 3 (87568490),Sheet 4 (87568491)\r\n"
    "    Points Possible,,,,,12.00,10.00\r\n"
    '"Ä, Sample",340934,,a@example.org,"Course, WS",,7\r\n'
    '"B, Sample",340935,,b@example.org,"Course, WS",3,\r\n'
)


def earned(key: str, points: object = 9, feedback: str = "") -> GradebookEntry:
    """Return the result of a student."""
    return GradebookEntry(key, f"Sample {key}", f"x.zip/{key}", points, feedback, 12)  # type: ignore[arg-type]


def book_in(tmp_path: Path, text: str | bytes, *titles: str):
    """Return a gradebook in a file."""
    (tmp_path / "grades.csv").write_bytes(text.encode() if isinstance(text, str) else text)
    return read_gradebook(str(tmp_path / "grades.csv"), titles)


def refusal(tmp_path: Path, text: str | bytes, *titles: str) -> str:
    """Return the problem code for a file that cannot be filled in."""
    with pytest.raises(InputError) as refused:
        book_in(tmp_path, text, *titles)
    return refused.value.problems[0].code


# The table


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_a_table_is_preserved(end: str, mark: str):
    """Only the written cells change."""
    text = mark + end.join(["A,B,C", '1,"x ""y"", z",', '"",,"a\nb"', ""])
    table = read_table(text)

    assert table.rows == (("A", "B", "C"), ("1", 'x "y", z', ""), ("", "", "a\nb"))
    assert replace_cells(table, {}) == text
    assert replace_cells(table, {(1, 2): 'say "no"', (2, 0): "7.5"}) == mark + end.join(
        ["A,B,C", '1,"x ""y"", z","say ""no"""', '7.5,,"a\nb"', ""]
    )


def test_a_quote_behind_a_backslash_is_read_as_moodle_writes_it():
    """PHP does not double it."""
    assert read_table('A,B\n"x \\", y",2\n').rows[1] == ('x \\", y', "2")


def test_a_row_with_another_number_of_cells_is_reported():
    """No system exports such a file."""
    with pytest.raises(InputError) as refused:
        check_rows(read_table("A,B\n1,2\n1;2\n"), "x")

    (problem,) = refused.value.problems
    assert (problem.code, problem.place()) == ("worksheet-row-cells", (3, 1))


@pytest.mark.parametrize(
    ("points", "text"),
    [(0, "0.00"), (12, "12.00"), (Fraction(15, 2), "7.50"), (Fraction(2, 3), "0.66667"), (Fraction(1, 8), "0.125")],
)
def test_points_are_written_exactly(points: object, text: str):
    """They have the precision that the systems store."""
    assert format_points(points, ".") == text  # type: ignore[arg-type]


# Moodle


@pytest.mark.parametrize("how", ["assignment", "blind"])
def test_a_worksheet_that_moodle_made(how: str):
    """Only two columns change, in the rows of students with points."""
    path = MOODLE / how / "worksheet.csv"
    book = read_gradebook(str(path), ())
    keys = [row.key for row in book.rows]
    text, problems = fill_gradebook(book, [earned(key, Fraction(15, 2), "B < C:\nα") for key in keys[:11]])

    before, after = read_table(path.read_bytes().decode()), read_table(text)
    assert [problem.code for problem in problems] == ["gradebook-no-submission"]
    for number, (old, new) in enumerate(zip(before.rows, after.rows, strict=True)):
        assert old[:4] + old[5:-1] == new[:4] + new[5:-1]
        assert (new[4], new[-1]) == (("7.50", "B &lt; C:<br>α") if 0 < number < 12 else (old[4], old[-1]))
    assert fill_gradebook(book, [])[0].encode() == path.read_bytes()


def test_a_german_worksheet_has_commas(tmp_path: Path):
    """In an English locale 7,5 would be 7: the decimal mark of the file is used, in quotes."""
    book = book_in(tmp_path, worksheet(forty(), "de"))
    text, problems = fill_gradebook(book, [earned("300", Fraction(15, 2))])

    assert problems[0].code == "gradebook-no-submission"
    assert "Zur" not in text
    assert '"Teilnehmer/in300","Sample Ä 00",300@example.org,"Submitted for grading -  - ","7,50","12,00",Ja,' in text


@pytest.mark.parametrize(
    ("language", "most", "expected"),
    [("en", "12", "7.50"), ("de", "12", '"7,50"'), ("en", "12.0", "7.50"), ("de", "12.0", '"7,50"')],
)
def test_a_site_may_show_fewer_decimals(language: str, most: str, expected: str, tmp_path: Path):
    """Then the language of the file determines the decimal mark."""
    text, _ = fill_gradebook(
        book_in(tmp_path, worksheet(forty()[:1], language, most)), [earned("300", Fraction(15, 2))]
    )

    assert f",{expected}," in text


@pytest.mark.parametrize("identifier", ["Teilnehmer*in300", "Participant 300", "300"])
def test_an_identifier_ends_with_the_number(identifier: str, tmp_path: Path):
    """The text before it depends on the language."""
    text = worksheet(forty()).replace("Participant 300", identifier)

    assert book_in(tmp_path, text).rows[0].key == "300"


def test_entries_that_are_not_written_are_reported(tmp_path: Path):
    """Too many points, locked rows and students without a row are reported, and pending and absent students."""
    text = worksheet(forty()[:5]).replace(",12.00,Yes", ",12.00,No", 1)
    book = book_in(tmp_path, text)
    given = [earned("300"), earned("307", 13), earned("314", None), earned("999"), earned("321", 12)]
    filled, problems = fill_gradebook(book, given)

    found = [(problem.code, problem.facts.get("names") or problem.facts.get("key")) for problem in problems]
    assert found == [
        ("gradebook-locked", "300"),
        ("gradebook-above-maximum", "307"),
        ("gradebook-no-row", "999"),
        ("gradebook-pending", "Sample 314"),
        ("gradebook-no-submission", "Sample Twin"),
    ]
    assert [row[4] for row in read_table(filled).rows[1:]] == ["", "", "", "12.00", ""]


ONE, TWO = worksheet(forty()[:1]), worksheet(forty()[:2])
GRADED = TWO.replace(",,12.00", ",9.00,12.00")
TOLD = {
    "two answers of one student": (ONE, [earned("300"), earned("300", 12)], ONE, ["gradebook-twice"] * 2),
    "another grade": (
        GRADED,
        [earned("300"), earned("307", 3)],
        GRADED.replace(",9.00,12.00", ",3.00,12.00").replace(",3.00,12.00", ",9.00,12.00", 1),
        ["gradebook-replaced"],
    ),
    "other feedback, by hand": (
        ONE.replace("-,\n", "-,Well tried\n"),
        [earned("300", 9, "Wrong")],
        ONE.replace(",,12.00", ",9.00,12.00").replace("-,\n", "-,Wrong\n"),
        ["gradebook-replaced"],
    ),
    "another assignment": (TWO, [earned("999"), earned("998")], TWO, ["gradebook-other-students"]),
    "other points at most": (
        worksheet(forty()[:1], most="10.00"),
        [earned("300")],
        worksheet(forty()[:1], most="10.00").replace(",,10.00", ",9.00,10.00"),
        ["gradebook-other-maximum"],
    ),
    "a backslash, which Moodle would read as part of a quote": (
        ONE,
        [earned("300", 9, 'a node "a\\"')],
        ONE.replace(",,12.00", ",9.00,12.00").replace("-,\n", '-,"a node ""a&#92;"""\n'),
        [],
    ),
}


@pytest.mark.parametrize("case", TOLD)
def test_any_obstacle_is_reported(case: str, tmp_path: Path):
    """Only the cells of students with points change."""
    before, given, after, expected_codes = TOLD[case]
    filled, problems = fill_gradebook(book_in(tmp_path, before), given)

    assert filled == after
    assert [problem.code for problem in problems] == expected_codes


def test_a_student_is_found_on_a_roster_by_any_cell(tmp_path: Path):
    """The cell can be a number, an address or a name, unless it occurs in several rows."""
    book = book_in(tmp_path, worksheet(forty()))
    roster = {"300@example.org", "Sample Ö'01", "Sample Twin", "Sample Müller-Ähre 02", "314@example.org"}

    assert match_to_roster(book, roster.__contains__) == {"300": "300@example.org", "307": "Sample Ö'01"}


def test_a_sheet_that_moodle_would_reject_is_rejected(tmp_path: Path):
    """The error occurs before grading."""
    text = worksheet(forty())

    assert refusal(tmp_path, text.replace('"Last modified (grade)",', "").replace("-,\n", "\n")) == "worksheet-no-dates"
    assert refusal(tmp_path, text.replace(",12.00,", ",Good,")) == "worksheet-no-points"
    assert refusal(tmp_path, "student,points\n4711,3\n") == "gradebook-unknown"
    assert refusal(tmp_path, "") == "gradebook-unknown"
    assert refusal(tmp_path, text.encode("cp1252", "replace")) == "not-utf8"
    assert refusal(tmp_path, zip_of({"[Content_Types].xml": "", "xl/workbook.xml": ""})) == "gradebook-saved-again"


@pytest.mark.parametrize("mark", [";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "utf-16"])
@pytest.mark.parametrize("made_by", ["Moodle", "Canvas"])
def test_a_table_that_a_spreadsheet_saved_is_rejected(mark: str, encoding: str, made_by: str, tmp_path: Path):
    """Course systems only accept commas and UTF-8."""
    text = worksheet(forty(), "de") if made_by == "Moodle" else CANVAS
    saved = text.lstrip("\ufeff").replace(",", mark).encode(encoding, "replace")

    assert refusal(tmp_path, saved) == "gradebook-saved-again"


@pytest.mark.parametrize(
    ("name", "text", "is_one"),
    [
        ("x.csv", worksheet(forty()), True),
        ("x.CSV", worksheet(forty(), "de").replace(",", ";"), True),
        ("x.csv", CANVAS, True),
        ("x.txt", CANVAS, False),
        ("x.csv", "Student,ID,values\r\nA,1,A=3\r\n", False),
        ("x.csv", "", False),
    ],
)
def test_a_gradebook_is_known_by_its_first_row(name: str, text: str, is_one: bool, tmp_path: Path):
    """A table of answers is not a gradebook."""
    (tmp_path / name).write_text(text, "utf-8")

    codes = [getattr(one, "code", "") for one in SubmissionLoader([str(tmp_path / name)]).submissions()]
    assert ("gradebook-among-answers" in codes) is is_one


@pytest.mark.parametrize(("count", "more"), [(1, 0), (MAX_NAMES, 0), (MAX_NAMES + 2, 2)])
def test_of_many_students_the_first_ones_are_named(count: int, more: int):
    """The number of the others is reported."""
    facts = summarize_names([f"S{number}" for number in range(count)])

    assert (facts["count"], facts["more"], str(facts["names"]).count("S")) == (count, more, count - more)


# Canvas


def test_a_gradebook_of_canvas_is_patched(tmp_path: Path):
    """The column has the title of the exercise."""
    book = book_in(tmp_path, CANVAS, "sheet  3")
    text, problems = fill_gradebook(book, [earned("340934"), earned("340935", 12.5)])

    assert [(row.key, row.student) for row in book.rows] == [("340934", "Ä, Sample"), ("340935", "B, Sample")]
    assert [problem.code for problem in problems] == ["gradebook-above-maximum"]
    assert text == CANVAS.replace('"Course, WS",,7', '"Course, WS",9.00,7')


def test_the_only_assignment_is_used(tmp_path: Path):
    """Its title does not matter; among several, one must have the title of the exercise."""
    one = CANVAS.replace(",Sheet 4 (87568491)", "").replace(",10.00", "").replace(",7\r", "\r").replace(",3,", ",3")

    assert book_in(tmp_path, one, "other").grade == 5
    assert refusal(tmp_path, CANVAS, "other") == "gradebook-which-column"
    assert refusal(tmp_path, "Student,ID,Section\r\nA,1,x\r\n", "other") == "gradebook-which-column"
