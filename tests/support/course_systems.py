"""Files as course systems make them, written by their documentation; all names are made up."""

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

TREE = "title: Three moves\npoints: values 4, pruned 4, order 3, best 1\ntree: ((3 12 8) (2 4 6) (14 5 2))\n"
"""A tree that asks for twelve points."""

RIGHT = "values: A=3 B=3 C=2 D=2\npruned: L5 L6\norder: L1 L2 L3 L4 L7 L8 L9\nbest: B\n"
PARTLY = "values: A=3 B=3 C=2 D=2\npruned: L6\norder: L1 L2 L3 L4 L7 L8 L9\nbest: D\n"
"""Answers that are worth 12 and 9 points."""


class Student(NamedTuple):
    """Somebody in a course: their number in the assignment, their name, files by path, and the points of these."""

    number: int
    name: str
    files: Mapping[str, str] = {}
    points: int | None = None


def zip_of(files: Mapping[str, str | bytes]) -> bytes:
    """Return a zip with such files."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            archive.writestr(path, content)
    return written.getvalue()


def forty() -> list[Student]:
    """Forty students of one course: umlauts, equal names, texts and files, and some who handed in nothing."""
    names = [
        "Ä {:02d}",
        "Ö'{:02d}",
        "Müller-Ähre {:02d}",
        "Ñ Ś {:02d}",
        "Twin",
        "Under_score {:02d}",
        "ß {:02d}",
        "İ {:02d}",
    ]
    found = []
    for number in range(40):
        name = "Sample " + names[number % len(names)].format(number)
        text, points = (RIGHT, 12) if number % 3 else (PARTLY, 9)
        html = "<html><body><p>" + text.strip().replace("\n", "<br>").replace(" ", "&nbsp;") + "</p></body></html>"
        lines = text.splitlines(keepends=True)
        forms: list[Mapping[str, str]] = [
            {"file/answer.txt": text},
            {"onlinetext/onlinetext.html": html},
            {"file/part 1.txt": lines[0], "file/src/Übung.md": "".join(lines[1:])},
            {"file/values.txt": lines[0], "onlinetext/onlinetext.html": html.replace(lines[0].strip(), "")},
        ]
        is_absent = number % 10 == 7
        files = {} if is_absent else forms[number % len(forms)]
        found.append(Student(300 + 7 * number, name, files, None if is_absent else points))
    return found


def moodle_name(student: Student, how: str) -> str:
    """What a student is called in a zip: as the names are made in Moodle."""
    written = student.name.replace("_", " ").replace("'", "")
    return {"blind": "Participant", "groups": f"Gruppe Ä-{written}"}.get(how, written)


def moodle_zip(students: list[Student], how: str = "") -> bytes:
    """Return a zip of submissions: plain, "blind", of "groups", "flat" without folders, or "old" with an underscore
    more.
    """
    files = {}
    for student in students:
        for path, content in student.files.items():
            kind, _, name = path.partition("/")
            between = {"flat": "_", "old": "_/"}.get(how, "/")
            files[f"{moodle_name(student, how)}_{student.number}_assignsubmission_{kind}{between}{name}"] = content
    return zip_of(files)


HEADS = {
    "en": 'Identifier,"Full name","Email address",Status,Grade,"Maximum grade","Grade can be changed",'
    '"Last modified (submission)","Online text","Last modified (grade)","Feedback comments"\n',
    "de": 'ID,"Vollständiger Name",E-Mail-Adresse,Status,Bewertung,Bestwertung,"Bewertung kann geändert werden",'
    '"Zuletzt geändert (Abgabe)","Texteingabe online","Zuletzt geändert (Bewertung)","Feedback als Kommentar"\n',
}


def worksheet(students: list[Student], language: str = "en", most: str = "12.00") -> str:
    """Return a grading worksheet with all students."""
    called, yes = {"en": ("Participant ", "Yes"), "de": ("Teilnehmer/in", "Ja")}[language]
    most = f'"{most.replace(".", ",")}"' if language == "de" else most
    rows = (
        f'"{called}{one.number}","{one.name}",{one.number}@example.org,"Submitted for grading -  - ",,{most},{yes},'
        f'"Sunday, 22 November 2026, 10:54 AM","a ""text"", in\ntwo lines",-,\n'
        for one in students
    )
    return "\ufeff" + HEADS[language] + "".join(rows)


def place_with(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """Return the folder, with such files in it."""
    for path, content in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder
