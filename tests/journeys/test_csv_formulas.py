"""No CSV file has a cell that a spreadsheet would compute, whichever separator it splits the file at."""

import csv
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.course_systems import Student, moodle_zip, worksheet
from tests.support.effort import cases, dice
from tests.support.program import run

LANGUAGES = ("en", "de")
KNOWN = (
    *(
        "x;=1+1;",
        "x,=1+1,",
        "a\t@SUM(A1)",
        'a;"=1+1"',
        "a; -2+3",
        ";-1,5+3",
        "-1",
        "+1;+2",
        "=1",
        "'=1",
        "x;\t=1",
        "'a'",
    ),
    *(f"\u00a0{sign}1x" for sign in "=+-@＝|%"),
)
FRAGMENTS = ("=1+1", "-1", "+2", "@A", "|x", "x", "1,5", ";", ",", "\t", " ", '"', "'", "-", "7")
TREE = "((6 5) (2 9))"
ANSWER = "values: A=5 B=5 C=2\npruned: L4\nbest: B\n"

_PLAIN_NUMBER = re.compile(r"\s*[+-]?\d+(?:[.,]\d+)?\s*")
_COMPUTED = re.compile(r"\s*[=+@＝＋－＠|%-]|[\t\r]")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def hostile_texts(name: str, full: int = 400) -> list[str]:
    """Known attacks, and random sequences of separators, quotes and formula signs."""
    random = dice(name)
    drawn = ("".join(random.choices(FRAGMENTS, k=random.randint(1, 6))).strip() for _ in range(cases(full)))
    return list(dict.fromkeys([*KNOWN, *filter(None, drawn)]))


def computed_cells(text: str) -> Iterator[tuple[str, str]]:
    """Each cell that a spreadsheet would compute, with the separator that makes it one."""
    for separator in ",;\t":
        for row in csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), delimiter=separator):
            for cell in row:
                if _COMPUTED.match(cell) and not _PLAIN_NUMBER.fullmatch(cell):
                    yield separator, cell


def csv_line(*cells: str) -> str:
    """Return the cells as Moodle writes them."""
    return ",".join('"' + cell.replace('"', '""') + '"' for cell in cells) + "\n"


def file_name(number: int, text: str) -> str:
    """Return a file name that contains the text as far as a file system allows."""
    return f"{text.replace('/', '_')}_{number}.txt" if text.strip(".") else f"{number}.txt"


def hand_in(texts: list[str]) -> None:
    """Answers with such students and file names, some of them unreadable."""
    Path("in").mkdir()
    for number, text in enumerate(texts):
        quoted = text.replace("\\", "\\\\").replace('"', '\\"')
        answer = f'student: "{quoted}"\n{ANSWER}best: {text}\n' if number % 3 else ""
        Path("in", file_name(number, text)).write_text(answer, "utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_grades_of_an_exercise(language: str):
    """Students, files, exercises, messages and feedback."""
    texts = hostile_texts("grades")
    hand_in(texts)
    Path("x.tree").write_text(f"title: x;=1+1;\npoints: values 3, pruned 1, best 1\ntree: {TREE}", "utf-8")
    run("grade", "x.tree", "in", "-o", "grades.csv", "--language", language)
    written = Path("grades.csv").read_text("utf-8")

    assert [*computed_cells(written)] == []
    assert """"in/x;'=1+1;_0.txt\"""" in written
    assert """"in/x,'=1+1,_1.txt\"""" in written
    rows = [*csv.reader(io.StringIO(written.removeprefix("\ufeff")), delimiter=";" if language == "de" else ",")]
    assert len(rows) == len(texts) + 1
    assert {len(row) for row in rows} == {len(rows[0])}


@pytest.mark.parametrize("language", LANGUAGES)
def test_grades_of_a_sheet_with_a_roster(language: str):
    """Names of the roster, tasks, variants, and who handed in nothing."""
    Path("students.csv").write_text("id,name\n1,One\n2,Two\n")
    Path("sheet.toml").write_text('title = "T"\n[[task]]\nshape = "2x2"\npoints = {value = 2}\n')
    run("sheet", "sheet.toml", "--roster", "students.csv", "--seed", "1", "-o", "exam")
    key = json.loads(Path("exam", "key.json").read_text("utf-8"))
    variant = key["students"]["1"]
    texts = [text.replace("\t", " ") for text in hostile_texts("roster")]
    key["names"] = {f"{number}": text for number, text in enumerate(texts)}
    key["students"] = dict.fromkeys(key["names"], variant) | dict.fromkeys((text for text in texts), variant)
    Path("key.json").write_text(json.dumps(key))
    Path("in").mkdir()
    Path("in", "0.txt").write_text("student: 0\nexercise: 1\nvalue: 5\n")
    Path("in", "x;=1+1;.txt").write_text("?")
    done = run("grade", "key.json", "in", "-o", "grades.csv", "--language", language)
    written = Path("grades.csv").read_text("utf-8")

    assert len(written.splitlines()) > len(texts), done.output
    assert [*computed_cells(written)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_progress_with_a_trainer(language: str):
    """Students and files that browsers saved."""
    Path("trainer.toml").write_text('convention = "aima"\nskills = ["cuts"]\nsize = "small"\ntrees = 6\npoints = 10\n')
    Path("in").mkdir()
    texts = hostile_texts("progress")
    for number, text in enumerate(texts):
        head = {"treesolve": "progress", "version": 1, "trainer": "0" * 16, "lecture": "aima", "student": text}
        saved = json.dumps({**head, "settings": {}, "played": [], "done": {}})
        Path("in", file_name(number, text)).with_suffix(".json").write_text(saved)
    run("grade", "trainer.toml", "in", "-o", "progress.csv", "--language", language)
    written = Path("progress.csv").read_text("utf-8")

    assert len(written.splitlines()) > len(texts) / 2
    assert [*computed_cells(written)] == []


def test_converted_trees():
    """Moves and values; what is read back is the same tree."""
    texts = [text for text in hostile_texts("converted") if text == text.strip()]
    for text in texts:
        move = '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
        Path("x.tree").write_text(f"A: ({move} -> a: -3 B: (L1: -inf L2: -1/3) m -> L3: -2.5)", "utf-8")
        converted = run("convert", "x.tree", "-o", "x.csv")
        if converted.exit_code and text not in KNOWN:  # "-" is no move in a table
            continue
        assert converted.exit_code == 0, (text, converted.output)
        written = Path("x.csv").read_text("utf-8")
        assert [*computed_cells(written)] == []
        assert "\nA,B,,min,,\n" in written
        assert "\nA,L3,-2.5,,m,\n" in written
        back = run("convert", "x.csv", "--for", "tree", "-o", "-")
        assert back.stdout == run("convert", "x.tree", "--for", "tree", "-o", "-").stdout, text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_worksheet_that_is_filled_in(language: str):
    """Feedback is guarded; all other cells of the platform stay as they were."""
    texts = [text for text in hostile_texts("worksheet") if "\t" not in text]
    students = [
        Student(300 + number, f"Sample {number:03}", {"file/a.txt": f"{ANSWER}order: {text}\n"}, 5)
        for number, text in enumerate(texts)
    ]
    Path("x.tree").write_text(f"points: values 3, pruned 1, best 1\ntree: {TREE}", "utf-8")
    Path("moodle.zip").write_bytes(moodle_zip(students))
    Path("worksheet.csv").write_text(worksheet(students, language, "5.00").replace("text", "text;=1+1"), "utf-8")
    Path("decisions.toml").write_text(
        "".join(
            f'[[decision]]\nstudent = "{one.name}"\npart = "{part}"\npoints = 0.5\nreason = "x;=1+1\\n=2"\n'
            for one in students[::2]
            for part in ("values", "pruned", "best")
        )
    )
    options = ("--decisions", "decisions.toml", "--language", language)
    run("grade", "x.tree", "moodle.zip", "--worksheet", "worksheet.csv", "-o", "filled.csv", *options)
    before, after = (
        [*csv.reader(io.StringIO(Path(name).read_text("utf-8"), newline=""))]
        for name in ("worksheet.csv", "filled.csv")
    )
    assert before[0] == after[0]
    for old, new in zip(before[1:], after[1:], strict=True):
        assert old[:4] + old[5:-1] == new[:4] + new[5:-1]
        assert new[-1]
        assert [*computed_cells(csv_line("x", new[-1]))] == []
