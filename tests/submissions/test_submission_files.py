"""Any file yields answers or problems with their location, and reading continues."""

import io
import os
import random
import re
import textwrap
import zipfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.effort import examples
from tests.support.places import ROOT
from treesolve.model.answer import Answer
from treesolve.model.problem import InputError, Problem, Span
from treesolve.model.utf8_text import file_format
from treesolve.notation.reader import read
from treesolve.rendering.problem_sentence import problem_report
from treesolve.submissions.answer_reader import identify_student, read_answer
from treesolve.submissions.answer_words import parse_key
from treesolve.submissions.csv_file import read_rows
from treesolve.submissions.node_names import NodeNames
from treesolve.submissions.student_identification import split
from treesolve.submissions.submission import JoinedSubmissions, Submission, format_identification_line, tidy
from treesolve.submissions.submission_files import (
    MAX_REFUSED,
    MAX_TABLE_BYTES,
    count_files,
    read_submissions,
    student_from_path,
)
from treesolve.submissions.text_decoding import MAX_BYTES, REMARK_CODES, decode

SMALL = NodeNames(read("((6 5) (2 9))"))
A, B, L1, L2, C, L3, L4 = range(7)


def answered(found: Submission) -> Answer:
    """Return the answer of a submission, and check that it has no problems."""
    answer, problems = read_answer(found.text, SMALL, found.source, found.student)
    assert not problems, [problem_report(found.placed(problem)) for problem in problems]
    return answer


def rows(text: str, source: str = "answers.csv") -> list[Submission | Problem]:
    """Return the submissions and problems in a table."""
    return list(read_rows(text, source))


def codes(found: list[Submission | Problem]) -> list[str]:
    """Return the codes of the problems among submissions; each must have a message in both languages."""
    problems = [one for one in found if isinstance(one, Problem)]
    for language in ("en", "de"):
        for problem in problems:
            assert problem_report(problem, language)
    return [problem.code for problem in problems]


def submissions(found: list[Submission | Problem]) -> list[Submission]:
    """Return the submissions without the problems."""
    return [one for one in found if isinstance(one, Submission)]


# Bytes


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_any_encoding_of_students_computers_is_read(encoding: str, end: str):
    """Windows-1252 is reported as a remark."""
    text = "student: Jörg\nWerte: A=5\n"
    decoded, remarks = decode(text.replace("\n", end).encode(encoding), "x.txt")

    assert decoded == text
    assert [remark.code for remark in remarks] == (["submission-windows-1252"] if encoding == "cp1252" else [])
    assert {remark.code for remark in remarks} <= REMARK_CODES


def zipped(name: str) -> bytes:
    """Return a small archive that contains one file of this name."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr(name, "x")
    return content.getvalue()


@pytest.mark.parametrize(
    ("content", "format_name"),
    [
        *((b"%PDF-1.7\n%\xe2\xe3", "PDF"), (zipped("word/document.xml"), "DOCX"), (zipped("xl/workbook.xml"), "XLSX")),
        *((zipped("a.txt"), "ZIP"), (b"\x89PNG\r\n\x1a\n", "PNG"), (b"\xff\xd8\xff\xe0", "JPEG"), (b"{\\rtf1", "RTF")),
        *((b"\x00\x00\x00\x18ftypheic", "HEIC"), (b"\xd0\xcf\x11\xe0\xa1\xb1", "DOC"), (b"<!DOCTYPE html><p>", "HTML")),
        *(
            (b"values: A=5\x00", None),
            (bytes(range(256)), None),
            (b"\xff\xfe\x00\xd8\x00", None),
            (b"\xff\xfea\x00\x00\x00", None),
        ),
    ],
)
def test_files_that_are_not_text_are_rejected_with_their_format(content: bytes, format_name: str | None):
    """The format is detected from the first bytes, and the message says what to submit instead."""
    with pytest.raises(InputError) as error:
        decode(content, "4711.bin")
    (problem,) = error.value.problems
    assert (problem.code, problem.facts["format"], problem.source) == ("submission-binary", format_name, "4711.bin")
    assert ".txt" in problem_report(problem)
    assert file_format(content) == format_name


@pytest.mark.parametrize("content", [b"", b"  \n\t\r\n", b"#\n\n  # ", b"\xef\xbb\xbf"])
def test_an_empty_file_is_not_an_answer(content: bytes):
    """Blanks and comment signs are not content."""
    with pytest.raises(InputError) as error:
        decode(content, "x")
    assert error.value.problems[0].code == "submission-empty"


@pytest.mark.parametrize("name", ["x.txt", "x.csv"])
def test_large_files_are_rejected(tmp_path: Path, name: str):
    """They are not read completely, not even a terabyte."""
    with (tmp_path / name).open("wb") as file:
        file.truncate((1 << 40) if name == "x.txt" else MAX_TABLE_BYTES + 1)

    (found,) = read_submissions([tmp_path])
    if name == "x.txt":
        assert isinstance(found, Submission)
        assert found.text == "[unread file: x.txt of x]"
    else:
        assert codes([found]) == ["submission-too-large"]
    assert decode(b"A" * MAX_BYTES, "x")


@examples(300)
@given(st.binary(max_size=300))
def test_any_bytes_are_an_answer_or_a_problem(content: bytes):
    """There are no other errors, for any type of file."""
    try:
        text, _ = decode(content, "x")
        read_answer(text, SMALL)
    except InputError as error:
        assert error.problems[0].code.startswith("submission-")
    text = content.decode("latin-1")
    for found in rows(text):
        if isinstance(found, Submission):
            identify_student(found.text)
            for problem in read_answer(found.text, SMALL)[1]:
                assert problem_report(found.placed(problem))
        else:
            assert problem_report(found)


# Tables

TABLE = [
    ["student", "values", "pruned", "order", "best"],
    ["4711", "A=5 B=5", "L4", "6 5 2", "B"],
    ["4712", "", "keine", "", "C"],
]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("head", ["", "sep={}\n", '"sep={}"\n', "\n\n"])
def test_a_table_is_read_with_any_delimiter(delimiter: str, head: str):
    """Excel's line that declares the delimiter is supported."""
    text = head.format(delimiter) + "\n".join(delimiter.join(row) for row in TABLE)
    first, second = map(answered, submissions(rows(text)))

    assert first == Answer("4711", {A: 5, B: 5}, None, (L4,), (L1, L2, L3), B)
    assert second == Answer("4712", None, None, (), None, C)


def test_a_table_may_be_german_and_name_nodes():
    """With semicolons as separators, commas are decimal marks; there can be a column per node."""
    text = 'Matrikel;A;B;Fenster;Beschnitten;Bester Zug;Wert der Wurzel\n="0815";0,5;-3;"C=[0,5; 1]";"L3; L4";B;0,5\n'
    (submission,) = submissions(rows(text))
    answer, problems = read_answer(submission.text, NodeNames(read("((6 5) (2 0.5))")))

    assert not problems
    assert answer.student == "0815"
    assert {node: float(value) for node, value in (answer.values or {}).items()} == {A: 0.5, B: -3}
    assert {node: tuple(map(float, window)) for node, window in (answer.windows or {}).items()} == {C: (0.5, 1)}
    assert (answer.pruned, answer.best, float(answer.value or 0)) == ((L3, L4), B, 0.5)


def test_the_quirks_of_spreadsheets_do_no_harm():
    """Cells forced to text, line breaks and remarks in cells, blank rows, and trailing blank cells are supported."""
    text = 'Name,ID,Zug,pruned,,\n,,,,,\nAda,\'4711,"B # sure\n","=""L3\nL4""",,\n\n,,,,,\nBob,="4712",C,"L3\n\nL4",,\n'
    first, second = submissions(rows(text))

    assert (answered(second).student, answered(second).best, answered(second).pruned) == ("4712", C, (L3, L4))
    assert (answered(first).best, answered(first).pruned) == (B, (L3, L4))
    assert (identify_student(first.text).student, first.source, second.source) == (
        "4711",
        "answers.csv:3",
        "answers.csv:8",
    )


def test_a_problem_points_into_the_table():
    """Problems have the line and column of the file and the line itself, also in quoted cells with quotes and line
    breaks.
    """
    text = 'student,values,pruned,best\n4711,A=5,"L4, ""Q"" x",B\n4712,"A=5\nB=y",L4,Q\n'
    first, second = submissions(rows(text))

    (one,), (two, three) = (
        [problem_report(found.placed(problem)) for problem in read_answer(found.text, SMALL, found.source)[1]]
        for found in (first, second)
    )
    assert one.splitlines()[0].startswith("answers.csv:2:17: ")
    assert one.splitlines()[1:] == ['  4711,A=5,"L4, ""Q"" x",B', " " * 18 + "^"]
    assert two.splitlines()[0].startswith("answers.csv:4:3: ")
    assert three.splitlines()[0].startswith("answers.csv:4:9: ")
    assert three.splitlines()[1:] == ['  B=y",L4,Q', " " * 10 + "^"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("4711;A=5\n4712;A=6\n", ["submission-no-header"]),
        ("", ["submission-no-header"]),
        ("student;color\n4711;red\n", ["submission-no-header"]),
        ("student;best;color\n4711;B;red\n4712;B;red\n", ["submission-unknown-column"]),
        ("student;best;color;Nachname\n4711;B;red;x\n4712;B;red;x\n", ["submission-unknown-column"]),
        (
            "student;best;prunned;color\n4711;B;;red\n4712;B;;red\n",
            ["submission-unknown-column", "submission-unknown-column"],
        ),
        ("student;best;Zug\n4711;B;C\n", ["submission-column-twice"]),
        ('student;best\n4711;"B\n4712";C\n', ["submission-row-cells"]),
        (f"student;pruned\n4711;{'L4 ' * MAX_BYTES}\n4712;L4\n", ["submission-too-large"]),
        (f'student;pruned\n4711;"{"L4" * MAX_BYTES * 2}"\n4712;L4\n', ["submission-too-large"]),
    ],
)
def test_problems_with_a_table_are_reported(text: str, expected: list[str]):
    """The other rows are read."""
    found = rows(text)

    assert codes(found) == expected
    for submission in submissions(found):
        assert answered(submission).student in ("4711", "4712", "4713")
    assert len(submissions(found)) == {"submission-no-header": 0, "submission-row-cells": 0}.get(
        expected[0], 2 if "red" in text else 1
    )


def test_an_unknown_column_is_reported_with_the_nearest_key():
    """The problem is a remark located at the header."""
    problem, _ = rows("student;best;beschniten\n4711;B;L4\n")
    assert isinstance(problem, Problem)
    assert (problem.facts["nearest"], problem.code in REMARK_CODES) == ("beschnitten", True)


def test_a_cell_cannot_change_the_student():
    """Lines in a cell are not lines of the answer."""
    attack = 'student;pruned;best\n4711;"L4\nstudent: 4712\nMatrikel: 4712";"B\nname: x"\n;"none\nstudent: 4712";B\n'
    first, second = submissions(rows(attack))

    assert identify_student(first.text).student == "4711"
    assert identify_student(second.text).student is None
    assert read_answer(first.text, SMALL)[0].student == "4711"
    assert read_answer(second.text, SMALL, student=second.student)[0].student == "answers:6"


@examples(200)
@given(st.text(max_size=300, alphabet=st.sampled_from("abAB45;,\t\"\n ='[]:L#")) | st.text(max_size=100))
def test_any_table_is_answered(text: str):
    """Every problem with an answer can be located in its row."""
    for found in rows(f"student;values;best\n{text}"):
        if isinstance(found, Submission):
            for problem in read_answer(found.text, SMALL)[1]:
                placed = found.placed(problem)
                assert placed.span is not None
                assert placed.text is not None
                assert placed.span.start < len(placed.text) + 1
                assert problem_report(placed)


# Files and folders


def test_a_folder_is_read_by_name(tmp_path: Path):
    """The order does not depend on the file system, and files of the operating system are skipped."""
    names = ["b/2.txt", "b/10.md", "a.txt", "c", "Z.txt", "d.TXT", "Gruppe A/x.txt"]
    skipped = [".hidden", "__MACOSX/a.txt", "Thumbs.db", "b/desktop.ini", ".git/config", "~$a.txt"]
    dice = random.Random(3)
    dice.shuffle(names)
    for name in names + skipped:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(f"best: B # {name}")

    found = list(read_submissions([tmp_path]))

    assert [str(Path(one.source).relative_to(tmp_path)) for one in found] == [
        *("Gruppe A/x.txt", "Z.txt", "a.txt", "b/10.md", "b/2.txt", "c", "d.TXT")
    ]
    assert count_files([tmp_path]) == count_files([str(tmp_path / name) for name in names]) == 7


def test_files_are_read_by_their_extension(tmp_path: Path):
    """The extension distinguishes tables and texts."""
    (tmp_path / "a.csv").write_text("student;best\n1;B\n2;B\n")
    (tmp_path / "b.tsv").write_text("student\tbest\n3\tB\n")
    (tmp_path / "e.text").write_text("best: B")
    (tmp_path / "f.pdf").write_bytes(b"%PDF-1.4")
    found = list(read_submissions([tmp_path]))

    *texts, picture = submissions(found)
    assert [identify_student(one.text).student or one.student for one in texts] == ["1", "2", "3", "e"]
    assert all(answered(one).best == B for one in texts)
    assert (picture.student, picture.text, codes(found)) == ("f", "[unread file: f.pdf of f]", [])


@pytest.mark.parametrize(
    ("path", "student"),
    [
        ("4711.txt", "4711"),
        ("x/4711.txt", "4711"),
        ("Ada Beispiel_1234567_assignsubmission_file/antwort.txt", "Ada Beispiel"),
        ("Ada Beispiel_1234567_assignsubmission_file_/Übung 2.txt", "Ada Beispiel"),
        ("Ada Beispiel_1234567_assignsubmission_file/471100.txt", "471100"),
        ("x/Ada Beispiel_1234567_assignsubmission_onlinetext.html", "Ada Beispiel"),
        ("gruppe 3/abgabe.txt", "gruppe 3"),
        ("gruppe 3/Lösung (2).txt", "gruppe 3"),
        ("a\x1b[31mb.txt", "a [31mb"),
        ("../../x.txt", "x"),
    ],
)
def test_a_file_name_names_the_student(path: str, student: str):
    """The student is named by the file, or by its folder if the file name is generic."""
    assert student_from_path(path) == student


def test_only_regular_files_are_opened(tmp_path: Path):
    """Links, pipes, folders and files without permission are reported; the others are read."""
    (tmp_path / "secret").write_text("best: B")
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.txt").symlink_to(tmp_path / "secret")
    (folder / "b").symlink_to(tmp_path)
    (folder / "c.txt").symlink_to(tmp_path / "nowhere")
    os.mkfifo(folder / "d.txt")
    (folder / "e.txt").write_text("best: C")
    found = list(read_submissions([folder, tmp_path / "nowhere.txt", "/dev/null"]))

    assert codes(found) == ["submission-no-file"] * 4 + ["not-found", "submission-no-file"]
    assert [one.student for one in submissions(found)] == ["e"]


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
def test_unreadable_files_are_reported(tmp_path: Path):
    """An unreadable file and an unreadable folder are reported; the others are read."""
    for name in ("a.txt", "c.txt"):
        (tmp_path / name).write_text("best: B")
    (tmp_path / "b").mkdir(mode=0)
    (tmp_path / "a.txt").chmod(0)

    assert codes(list(read_submissions([tmp_path]))) == ["unreadable", "unreadable"]
    (tmp_path / "b").chmod(0o700)


def test_names_of_files_are_data(tmp_path: Path):
    """File names can be long, contain control characters or invalid UTF-8, or look like template code."""
    names = [
        b"a\x1b[2J.txt",
        b"\xff\xfe.txt",
        b"{{ 7*7 }}.txt",
        b"=1+1.txt",
        b"x" * 251 + b".txt",
        b"a\nb.txt",
        b"-.txt",
    ]
    for name in names:
        with open(os.path.join(os.fsencode(tmp_path), name), "wb") as file:  # noqa: PTH118, PTH123
            file.write(b"best: Q")

    found = submissions(list(read_submissions([tmp_path])))

    assert len(found) == len(names)
    for one in found:
        assert one.source.encode()
        assert not set("\x1b\n") & set(one.student)
        answer, problems = read_answer(one.text, SMALL, one.source, one.student)
        assert answer.student == one.student == tidy(one.student)
        assert "\x1b" not in problem_report(problems[0])


def test_names_of_students_are_data():
    """They are formatted as a line and parsed to the same name."""
    for name in (
        "../../x",
        "/etc/passwd",
        "CON",
        "x" * 300,
        "=cmd()",
        "a#b # c",
        '"',
        "\\",
        "„a“",
        "a: b",
        "{{7*7}}",
        "x\ty",
    ):
        text = f"{format_identification_line('student', name)}\nbest: B"
        assert identify_student(text).student == read_answer(text, SMALL)[0].student == tidy(name)


def test_standard_input_is_a_text(monkeypatch: pytest.MonkeyPatch):
    """It contains one answer."""

    class Terminal:
        buffer = io.BytesIO(b"student: 4711\nbest: B")

    monkeypatch.setattr("sys.stdin", Terminal)
    (found,) = read_submissions(["-"])

    assert isinstance(found, Submission)
    assert (answered(found).student, found.source) == ("4711", "-")


def test_a_table_may_come_from_an_older_computer(tmp_path: Path):
    """The encoding is reported although only the end of the file reveals it."""
    (tmp_path / "x.csv").write_bytes(("Matrikel;Zug\r\n" + "4711;B\r\n" * 6000 + "Jörg;B\r\n").encode("cp1252"))
    remark, *_, last = read_submissions([tmp_path])

    assert codes([remark]) == ["submission-windows-1252"]
    assert isinstance(last, Submission)
    assert answered(last).student == "Jörg"


def test_reading_a_table_of_something_else_stops(tmp_path: Path):
    """Reading stops after the maximum number of rejected rows; remarks do not count."""
    (tmp_path / "x.csv").write_text("student;best;color\n" + '4711;"B\n";red;1\n' * (MAX_REFUSED + 5))
    found = codes(list(read_submissions([tmp_path])))

    refused = ["submission-row-cells"] * MAX_REFUSED
    assert found == ["submission-unknown-column", *refused, "submission-many-refused"]


def test_submissions_come_one_at_a_time(tmp_path: Path):
    """The first one can be graded before the last one is opened."""
    for number in range(20):
        (tmp_path / f"{number:02}.txt").write_text("best: B")
    found = read_submissions([tmp_path])
    assert isinstance(found, Iterator)

    list(islice(found, 10))
    (tmp_path / "15.txt").unlink()

    assert codes(list(found)) == ["not-found"]


# The page for students


PAGE = (ROOT / "docs" / "answers.md").read_text("utf-8")


def blocks(kind: str) -> list[str]:
    """Return the examples of this kind on the page."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_every_example_on_the_page_is_an_answer():
    """None of them has problems."""
    found = [one for text in blocks("text") for one in split(Submission("page", "", text), {"1", "2"}.__contains__)]
    found += [one for text in blocks("csv") for one in rows(text)]  # type: ignore[misc]

    assert len(found) == 7
    for one in found:
        assert answered(one)._replace(student="") != Answer("")


def test_keys_and_the_message_on_the_page_are_correct():
    """Each key in the table names its question, and the message is quoted correctly."""
    parts = {"You": "student", "Exercise": "exercise", "Values": "values", "Alpha": "windows", "What was": "pruned"}
    parts |= {"The leaves": "order", "The move": "best", "The value": "value", "The line": "line"}
    parts |= {
        "For which": "unknown",
        "The children": "reorder",
        "Where": "mistake",
        "Which": "statements",
        "How": "count",
    }
    for row in re.findall(r"^\| (.*?) \| (`.*?) \|", PAGE, re.MULTILINE):
        (part,) = (part for head, part in parts.items() if row[0].startswith(head))
        assert {parse_key(key) for key in re.findall("`(.*?)`", row[1])} - {"variant"} == {part}
    _, (problem,) = read_answer("student: 4711\nvalues: A=5 B=x", SMALL, "4711.txt")
    (quoted,) = re.findall(r"(?:^    .*\n)+", PAGE, re.MULTILINE)
    assert problem_report(problem) == textwrap.dedent(quoted).rstrip("\n")


def test_a_problem_in_a_joined_text_is_located_in_the_original():
    """It is located in the original text and does not extend beyond it; between texts it is not moved."""
    joined = JoinedSubmissions(((0, Submission("a.txt", "4711", "B=3")), (4, Submission("b.txt", "4711", "C=2"))))
    problem = Problem("stray-word", Span(5, 9), {}, "both", "B=3\nC=2")

    first, middle, last = (joined.placed(problem, span) for span in (Span(2, 3), Span(5, 6), Span(5, 9)))
    assert (first.source, first.span, first.text) == ("a.txt", (2, 3), "B=3")
    assert (middle.source, middle.span) == ("b.txt", (1, 2))
    assert (last.source, last.span, last.text) == ("b.txt", (1, 3), "C=2")
    assert joined.placed(problem, Span(3, 4)) is problem


def test_a_problem_is_found_in_a_row_whose_first_cell_is_empty():
    """The same holds for a row with an unclosed quoted cell."""
    for row, location in ((";Q", (2, 2)), (';"Q', (2, 3))):
        (found,) = submissions(rows(f"student;best\n{row}\n"))
        (problem,) = read_answer(found.text, SMALL, found.source)[1]
        assert found.placed(problem).place() == location


def test_the_key_among_the_answers_is_left_out(tmp_path: Path):
    """Keys and trees are not answers, which is reported as a remark."""
    (tmp_path / "4711.txt").write_text("best: B")
    (tmp_path / "key.json").write_text('{"schema": "treesolve/key/1", "exercises": []}')
    (tmp_path / "x.tree").write_text("tree: ((6 5) (2 9))")
    found = list(read_submissions([tmp_path]))

    assert [one.student for one in found if isinstance(one, Submission)] == ["4711"]
    assert [one.code for one in found if isinstance(one, Problem)] == ["submission-is-key"] * 2
    assert "submission-is-key" in REMARK_CODES
