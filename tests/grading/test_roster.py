"""Rosters: valid exports of student offices, and invalid files."""

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import process_time

import pytest

from tests.support.effort import seeds, size
from tests.support.places import ROOT
from treesolve.grading.roster import MAX_BYTES, MAX_ID_LENGTH, MAX_PROBLEMS, MAX_STUDENTS, Roster, Student, read_roster
from treesolve.model.problem import UNPRINTABLE, InputError, Problem
from treesolve.rendering.problem_sentence import problem_report, problem_sentence
from treesolve.workflows.page_folder import OutputFolder

THREE = (Student("4711", "Müster 01"), Student("4712", "Łódź 王 عربي 😀"), Student("0815", ""))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the path of a test's roster."""
    return tmp_path / "roster.csv"


def students_of(path: Path, content: str | bytes) -> tuple[Student, ...]:
    """Return the students on a roster."""
    return roster_in(path, content).students


def roster_in(path: Path, content: str | bytes) -> Roster:
    """Return the roster with its remarks."""
    path.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
    return read_roster(path)


def problems_of(path: Path, content: str | bytes) -> tuple[Problem, ...]:
    """Return the problems of a roster; each must have a complete sentence in both languages."""
    with pytest.raises(InputError) as caught:
        students_of(path, content)
    for problem in caught.value.problems:
        for language in ("en", "de"):
            assert re.fullmatch(r"\S.*[.?]", problem_sentence(problem, language)), problem.code
            assert not UNPRINTABLE.search(problem_report(problem, language).replace("\n", ""))
    return caught.value.problems


# What can be read


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_separators_line_ends_and_encodings(path: Path, delimiter: str, line_end: str, encoding: str) -> None:
    """All separators, line endings and encodings that spreadsheets write are read."""
    rows = [("id", "name"), *THREE]

    text = line_end.join(delimiter.join(row) for row in rows) + line_end

    assert students_of(path, text.encode(encoding)) == THREE


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "cp1252"])
def test_other_encodings(path: Path, encoding: str) -> None:
    """UTF-16 in both byte orders, marked by the BOM, and legacy encodings are read."""
    mark = "" if encoding == "cp1252" else "\ufeff"
    assert students_of(path, f"{mark}id;name\n1;Müster".encode(encoding)) == (Student("1", "Müster"),)


@pytest.mark.parametrize(
    ("head", "row", "name"),
    [
        ("id;name", "1;Muster 01", "Muster 01"),
        ("Student ID;Full name", "1;Muster 01", "Muster 01"),
        ("ID-Nummer;Vorname;Nachname", "1;Eins;Muster", "Eins Muster"),
        ("Matrikelnr.;Nachname;Vorname", "1;Muster;Eins", "Eins Muster"),
        ("Matrikelnummer;Name;Vorname", "1;Muster;Eins", "Eins Muster"),
        ("MATRIKEL_NR;Vorname;Familienname", "1;Eins;Muster", "Eins Muster"),
        ("username;firstname;lastname", "1;Eins;Muster", "Eins Muster"),
        ("Matriculation number;Surname;Given name", "1;Muster;Eins", "Eins Muster"),
        ("Kennung;Vorname", "1;Eins", "Eins"),
        ("Kennung;Full name;Last name", "1;Muster 01;Muster", "Muster 01"),
        ("Kennung;Nachname", "1;Muster", "Muster"),
        ("Matrikelnummer;Platz", "1;12", ""),
        ("Vorname;Platz;Matrikelnummer;Nachname", "Eins;12;1;Muster", "Eins Muster"),
        ('"Name, Vorname";"id"', '"Muster, Eins";"1"', "Muster, Eins"),
        (" id : ;\u00a0Name", " 1 ; Muster   01 ", "Muster 01"),
        *(
            (f"First Name;Last Name;{head}", "Eins;Muster;1", "Eins Muster")
            for head in ("SID", "NetID", "Uni-ID", "Mat.-Nr.", "Immatrikulationsnummer", "E-Mail")
        ),
        ("Student;Student ID", "Muster 01;1", "Muster 01"),
        ("Student;Name", "1;Muster 01", "Muster 01"),
        ("E-Mail;ID;Name", "a@b.c;1;Muster 01", "Muster 01"),
    ],
)
def test_names_of_columns(path: Path, head: str, row: str, name: str) -> None:
    """Column names may be German or English, in any order; first and last name are joined."""
    assert students_of(path, f"{head}\n{row}\n") == (Student("1", name),)


def test_full_name_is_ignored_beside_first_and_last_name(path: Path) -> None:
    """With a first and a last name, a third column with both is ignored."""
    assert students_of(path, "id,name,first name,last name\n1,X,Eins,Muster\n") == (Student("1", "Eins Muster"),)


def test_long_names_are_shortened(path: Path) -> None:
    """Long names are shortened rather than rejected."""
    assert students_of(path, f"id,name\n1,{'a' * 300}\n")[0].name == "a" * (MAX_ID_LENGTH - 1) + "…"


def test_cells_in_quotes(path: Path) -> None:
    """Quoted cells may contain separators, quotation marks and line breaks; cells are reduced to one line."""
    text = 'id,name\n1,"Muster, Eins"\n2,"say ""x"""\n3,"two\nlines"\n4,last\n'

    assert [student.name for student in students_of(path, text)] == ["Muster, Eins", 'say "x"', "two lines", "last"]


def test_excel_notations(path: Path) -> None:
    """Excel's separator line and its formulas for leading zeros are read."""
    assert students_of(path, 'sep=;\r\nid;name\r\n="0815";A,B\r\n') == (Student("0815", "A,B"),)


def test_empty_rows_and_short_ones(path: Path) -> None:
    """Empty rows are skipped, and missing cells are empty."""
    assert roster_in(path, "\n\nid,name,group\n\n1\n,,\n2,B,3,,\n\n") == ((Student("1"), Student("2", "B")), ())


def test_a_row_of_canvas_is_no_student(path: Path) -> None:
    """Canvas's row with maximum points is skipped; other rows without an id are reported."""
    head = "Student,ID,SIS Login ID,Section,Quiz (1)\n    Points Possible,,,,10\n"
    assert students_of(path, f'{head}"Doe, Jane",77,jd1,A,9\n') == (Student("jd1", "Doe, Jane"),)
    assert problems_of(path, f"{head}Doe,77,,A,9\n")[0].code == "roster-id-missing"


@pytest.mark.parametrize(
    ("code", "content", "line", "message"),
    [
        ("roster-several-ids", "ID;Matrikelnummer;Name\n1;1;A\n", 1, "“Matrikelnummer”, not from ID"),
        ("roster-several-ids", "\nName;Username;Id;SID\nA;x;y;1\n", 2, "“SID”, not from Username, Id"),
        ("roster-several-ids", "ID,Name,ID\n1,A,2\n", 1, "“ID”, not from ID"),
        ("roster-cells", "id,name\n1,Doe, Jane\n2,B\n", 2, "not read: “Jane”"),
        ("roster-cells", "id,name,,\n1,Doe, Jane,,X\n2,B,,\n", 2, "not read: “Jane, X”"),
        ("roster-cells", "id\n1,Doe\n", 2, "not read: “Doe”"),
    ],
)
def test_ignored_columns_of_a_roster_are_remarked(path: Path, code: str, content: str, line: int, message: str) -> None:
    """Of several id columns, the matriculation number or login takes precedence, with a remark."""
    students, (problem,) = roster_in(path, content)
    place = problem.place()

    assert students[0].id == "1"
    assert (problem.code, place and place.line) == (code, line)
    assert message in problem_sentence(problem)
    assert re.fullmatch(r"\S.*\.", problem_sentence(problem, "de"))


def test_formulas_and_paths_are_texts(path: Path) -> None:
    """Formulas and paths in cells are treated as text, and files stay in their folder."""
    students = students_of(path, 'id,name\n=1+1,"=HYPERLINK(""x"")"\n../../etc/passwd,#panic()\n..,{{ 7*7 }}\nCON,\\\n')
    folder = OutputFolder(str(path.parent))

    assert [student.id for student in students] == ["=1+1", "../../etc/passwd", "..", "CON"]
    for student in students:
        named = folder.name(student.id, "")
        assert "/" not in named
        assert named.strip(".")


# What can be wrong


@pytest.mark.parametrize(
    ("code", "content", "line"),
    [
        ("roster-empty", "", None),
        ("roster-empty", " \n\n", None),
        ("roster-empty", "id,name\n", None),
        ("roster-empty", "," * 1000, None),
        ("file-too-large", "id\n" + " " * MAX_BYTES, None),
        ("roster-without-id", "4711,Muster 01\n", 1),
        ("roster-without-id", "\nname;vorname\na;b\n", 2),
        ("roster-id-missing", "id,name\n1,A\n,B\n", 3),
        ("roster-id-missing", "name,id\nA,1\nB\n", 3),
        ("roster-id-twice", "id,name\n1,A\n\n1,B\n", 4),
        ("roster-id-twice", "id\nab12\nAB12\n", 3),
        ("roster-id-twice", "id\n\u00e91\ne\u03011\n", 3),
        ("roster-id-twice", 'id,name\n1,"A\nB"\n2,C\n1,D\n', 5),
        ("roster-too-wide", f"id\n{'9' * (MAX_ID_LENGTH + 1)}\n", 2),
        ("control-character", "id,name\n1,A\x1b[2J\n", 2),
        ("control-character", "id,name\n1,A\u202eB\n", 2),
        ("control-character", "id\n1\u200f\n", 2),
        ("roster-quote", 'id,name\n1,A\n2,"B\n3,C\n', 3),
        ("roster-quote", 'id,name\n1,"A"B\n', 2),
        ("roster-quote", f'id,name\n1,"{"x" * 200_000}"\n', 2),
        ("roster-binary", b"id,name\n1,A\x00\n", None),
        ("roster-binary", b"id,name\n1,\x00\xff\n", None),
        ("roster-binary", "id,name\n1,A\n".encode("utf-16-le"), None),
        ("roster-binary", "id,name\n1,A\n".encode("utf-16") + b"x", None),
        ("roster-binary", b"PK\x03\x04 xl/workbook.xml", None),
        ("roster-binary", b"%PDF-1.7\nid,name\n", None),
        ("roster-binary", b"<!DOCTYPE html><table>", None),
    ],
)
def test_mistake_is_reported_with_its_line(path: Path, code: str, content: str | bytes, line: int | None) -> None:
    """Each mistake is reported with its code and its row."""
    (problem,) = problems_of(path, content)

    place = problem.place()
    assert (problem.code, place and place.line) == (code, line)


def test_repeated_id(path: Path) -> None:
    """A repeated id is reported with the line of the first one, as counted by editors."""
    (problem,) = problems_of(path, 'id,name\n0,"A\nB\nC"\n1,A\n\n1,B\n')

    assert problem.facts["line"] == 5
    assert "line 5" in problem_sentence(problem)
    assert "Zeile 5" in problem_sentence(problem, "de")
    (problem,) = problems_of(path, "id\nAb1\naB1\n")
    assert "aB1 differs from Ab1 in line 2 only in upper and lower case" in problem_sentence(problem)


@pytest.mark.parametrize(("written", "meant"), [("matrikelnumer", "matrikelnummer"), ("usrname", "username")])
def test_the_nearest_column_is_named(path: Path, written: str, meant: str) -> None:
    """The message for a missing id lists all columns and suggests the nearest unknown one."""
    (problem,) = problems_of(path, f"Vorname,{written}\nA,1\n")

    codes = problem_sentence(problem)
    assert f"(Vorname, {written})" in codes
    assert f"Did you mean “{meant}”?" in codes


def test_all_mistakes_are_reported(path: Path) -> None:
    """All mistakes are reported, in the order of the rows."""
    problems = problems_of(path, f"id,name\n1,A\n1,B\n,C\n2,\x07\n{'9' * 100},D\n3,E\n")

    assert [problem.code for problem in problems] == [
        "roster-id-twice",
        "roster-id-missing",
        "control-character",
        "roster-too-wide",
    ]


def test_each_sentence_about_rosters_has_an_example() -> None:
    """The tests cover every roster code in the templates, except unprintable characters, which the command checks."""
    source = (ROOT / "templates" / "en" / "problems.jinja").read_text("utf-8")
    codes = {name.replace("_", "-") for name in re.findall(r"macro (roster_\w+)\(", source)}
    here = Path(__file__).read_text("utf-8")

    assert {code for code in codes if f'"{code}"' not in here} == {"roster-" + "unprintable"}


# Large and hostile files


def test_as_many_students_as_are_allowed(path: Path) -> None:
    """The maximum number of students is accepted, and one more is rejected."""
    rows = "".join(f"{number}\n" for number in range(MAX_STUDENTS))

    assert len(students_of(path, "id\n" + rows)) == MAX_STUDENTS
    (problem,) = problems_of(path, f"id\n{rows}{MAX_STUDENTS}\n")
    assert problem.code == "roster-too-long"


@pytest.mark.parametrize(
    "content",
    [
        lambda: b"id,name\n" + b"1,A\n" * 2_500_000,
        lambda: b"id,name\n" + b"".join(b"%d,Muster %d\n" % (number, number) for number in range(size(190_000))),
        lambda: b"id,name\n1," + b"x" * size(4_000_000),
        lambda: b"id\n" + b'"' * size(4_000_000),
        lambda: b"id" + b"," * size(2_000_000) + b"\n1\n",
        lambda: b",".join([b"nam"] * size(1_000_000)) + b"\n1\n",
        lambda: b"id\n" + b"1\n" * 19_000,
        lambda: b"id,name\n" + b",A\n" * 19_000,
        lambda: b"\n" * size(4_000_000),
    ],
    ids=["ten-megabytes", "rows", "cell", "quotes", "columns", "unknown", "twice", "no-ids", "empty-lines"],
)
def test_large_files_are_read_or_refused_soon(path: Path, content: Callable[[], bytes]) -> None:
    """Large files are read or rejected within seconds, with a limited number of problems."""
    text = content()
    begun = process_time()
    try:
        students_of(path, text)
    except InputError as error:
        assert len(error.problems) <= MAX_PROBLEMS

    assert process_time() - begun < 20


WORDS = ("id", "name", "Matrikelnummer", "Vorname", "\r\n", '""', "1", "4711", "../..", "sep=;\n", "a" * 90)
SIGNS = ",;\t\n\r\"'= \u00a0\x00\x1a\u202e\ufeffßİ王😀\x85\u2028"


@pytest.mark.parametrize("seed", seeds(30))
def test_any_table_is_read_or_refused(path: Path, seed: int) -> None:
    """Random tables are rejected, or give different printable ids on one line each."""
    random = Random(seed)
    for _ in range(40):
        text = random.choice(("", "id,name\n", "Name;Matrikel\n")) + "".join(
            random.choices((*WORDS, *SIGNS), k=random.randint(0, 30))
        )
        content = text.encode(random.choice(("utf-8", "utf-16", "cp1252", "utf-16-le")), "replace")
        if random.random() < 0.2:
            place = random.randrange(len(content) + 1)
            content = content[:place] + random.randbytes(2) + content[place:]
        try:
            students = students_of(path, content)
        except InputError as error:
            assert error.problems
            assert all(problem_report(problem, "de") for problem in error.problems)
            continue
        assert students
        assert len({student.id.casefold() for student in students}) == len(students)
        for student in students:
            assert 0 < len(student.id) <= MAX_ID_LENGTH
            assert not UNPRINTABLE.search(student.id + student.name)
            assert "\n" not in student.id + student.name
