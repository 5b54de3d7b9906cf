"""What Moodle's importers take of an assignment's grading worksheet and feedback zip, written after them alone."""

import csv
import io
from fractions import Fraction
from typing import NamedTuple

NEEDED = {
    "en": ("Identifier", "Grade", "Last modified (grade)", "Feedback comments"),
    "de": ("ID", "Bewertung", "Zuletzt geändert (Bewertung)", "Feedback als Kommentar"),
}
"""The columns of the number, the grade, its date and the feedback, in the language of whoever imports."""

PLUGINS = {("assignsubmission", "file"), ("assignsubmission", "onlinetext"), ("assignfeedback", "file")}


class Imported(NamedTuple):
    """What the importer takes from a row."""

    grade: Fraction | None
    feedback: str


def imported_worksheet(text: str, language: str) -> dict[int, Imported]:
    """What is taken from a worksheet, by participant; commas alone stand between cells, and no column is missing."""
    header, *rows = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""))
    number, grade, date, feedback = (header.index(name) for name in NEEDED[language])
    assert all(row[date] == "-" for row in rows)
    return {
        int("".join(filter(str.isdecimal, row[number]))): Imported(_grade(row[grade], language), row[feedback])
        for row in rows
    }


def _grade(text: str, language: str) -> Fraction | None:
    """Return a number as a user of the language writes it; the rest behind another sign is lost in silence."""
    mark = {"en": ".", "de": ","}[language]
    whole, _, decimals = text.partition(mark)
    return Fraction(f"{whole}.{decimals or 0}") if text else None


def participant_of_feedback(path: str) -> int | None:
    """Whose feedback a file of a zip is; None where it is passed over without a word.

    >>> participant_of_feedback("x/Ana Maria_8_assignsubmission_file/a.pdf"), participant_of_feedback("Ana_Maria_8_a_b")
    (8, None)
    """
    *_, file = path.split("/")
    for name in path.split("/"):
        pieces = name.split("_", 4)
        if len(pieces) >= 4 and pieces[1].isdecimal() and (pieces[2], pieces[3]) in PLUGINS:
            return None if file.startswith((".", "~")) else int(pieces[1])
    return None
