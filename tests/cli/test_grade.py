"""grade, explain and key, as a tutor runs them; and what strangers put into submissions, which stays text."""

import csv
import json
import os
import re
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner

from tests.cli.test_commands import run
from tests.support.pdf_text import page_texts
from treesolve.cli import treesolve
from treesolve.cli.folder import Folder, plain_name
from treesolve.model.resources import schema_text
from treesolve.pages.spreadsheet import guarded

TREE = "title: Three moves\npoints: values 4, pruned 4, best 1\ntree: ((3 12 8) (2 4 6) (14 5 2))\n"
RIGHT = "values: A=3 B=3 C=2 D=2\npruned: L5 L6\nbest: B\n"
PARTLY = "values: A=3 B=3 C=4 D=2\npruned: L5\nbest: B\n"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with a tree and two submissions, one of them right."""
    (tmp_path / "x.tree").write_text(TREE, encoding="utf-8")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "4711.txt").write_text(RIGHT, encoding="utf-8")
    (tmp_path / "in" / "4712.txt").write_text(PARTLY, encoding="utf-8")
    return tmp_path


def grade(place: Path, *options: str):
    """The submissions in the folder, marked."""
    return run("grade", str(place / "x.tree"), str(place / "in"), *options)


def hand_in(place: Path, name: str, text: str) -> Path:
    """One more submission."""
    path = place / "in" / name
    path.write_text(text, encoding="utf-8")
    return path


# What comes out


def test_a_table_on_the_terminal(place: Path):
    """A row a student, a column a part."""
    result = grade(place)

    assert result.exit_code == 0
    assert re.search(r"4711 +9 +4 +4 +1\n4712 +6 +3 +2 +1\n", result.stdout)
    assert "2 answers marked." in result.stdout


def test_results_as_json_follow_their_schema(place: Path):
    """With what could not be read, and the answers as they were handed in."""
    hand_in(place, "4713.txt", "values: A=x\npruned: none\nbest: D\n")
    result = grade(place, "--format", "json")
    document = json.loads(result.stdout)

    jsonschema.validate(document, json.loads(schema_text("grades")))
    assert result.exit_code == 1
    assert [entry["points"] for entry in document["results"]] == [9, 6, 0]
    assert document["results"][1]["answer"] == PARTLY
    assert document["results"][2]["pending"] == ["values", "pruned", "best"]
    assert document["results"][2]["unread"] == [
        {"line": 1, "column": 1, "text": "values: A=x", "part": "values", "readings": []}
    ]
    assert (document["results"][2]["at_most"], document["results"][2]["parts"]["values"]["points"]) == (9, None)
    assert document["results"][0]["claims"][0] == {
        "part": "values", "node": "A", "value": 3, "line": 1, "column": 9, "text": "A=3", "how": "by name",
    }  # fmt: skip
    assert [problem["code"] for problem in document["problems"]] == ["answer-unread"]
    assert document["points_possible"] == 9


def test_what_waits_for_a_person_is_shown_first(place: Path):
    """In the table with its part, in the index of the pages, and in the sum of no statistics."""
    hand_in(place, "4713.txt", "values: A=3 B=3 C=2 D=2\npruned: L5 and what is below it\nbest: B\n")
    table, cells = grade(place), grade(place, "--format", "csv", "--report", str(place / "r"))

    assert table.exit_code == cells.exit_code == 1
    assert re.search(r"4713 +5 +4 +not yet decided +1 +not yet decided: pruned\n4711 ", table.stdout)
    assert list(csv.DictReader(cells.stdout.splitlines()))[2]["pruned"] == "not yet decided"
    index = (place / "r" / "index.html").read_text("utf-8")
    assert "3 answers (1 not yet decided)" in index
    assert index.index("4713") < index.index("4711")
    page = (place / "r" / "4713.html").read_text("utf-8")
    assert "5 of 9 points so far; with what is not yet decided at most 9" in page
    assert re.search(r"Pruned</th><td[^>]*>not yet decided, of 4<", page)
    assert re.search(r"Pruned</th><td[^>]*>pruned: L5 and what is below it</td><td[^>]*>could not be read<", page)
    assert re.search(r"Values</th><td[^>]*>A=3 · B=3 · C=2 · D=2</td><td[^>]*>A = 3, B = 3, C = 2, D = 2<", page)


def test_json_lines_have_a_result_each(place: Path):
    """Nothing else."""
    result = grade(place, "--format", "jsonl")

    assert [json.loads(line)["student"] for line in result.stdout.splitlines()] == ["4711", "4712"]


@pytest.mark.parametrize(("language", "delimiter", "points"), [("en", ",", "1.5"), ("de", ";", "1,5")])
def test_a_table_for_spreadsheets(place: Path, language: str, delimiter: str, points: str):
    """In German as German spreadsheets have it: semicolons, decimal commas, a byte order mark."""
    (place / "rubric.toml").write_text("[points]\nvalues = 2\npruned = 2\nbest = 1.5\n")
    path = place / "out.csv"
    result = grade(place, "-o", str(path), "--language", language, "--rubric", str(place / "rubric.toml"))
    written = path.read_bytes()

    assert result.exit_code == 0, result.stderr
    assert written.startswith(b"\xef\xbb\xbf") is (language == "de")
    rows = list(csv.reader(written.decode("utf-8-sig").splitlines(), delimiter=delimiter))
    assert [row[0] for row in rows[1:]] == ["4711", "4712"]
    assert rows[2][-4] == points


def test_reports_have_a_page_for_each_student_and_one_for_the_class(place: Path):
    """And links from one to the other."""
    result = grade(place, "--report", str(place / "reports"))
    pages = {path.name: path.read_text("utf-8") for path in (place / "reports").iterdir()}

    assert result.exit_code == 0, result.stderr
    assert set(pages) == {"4711.html", "4712.html", "index.html"}
    assert 'href="./4712.html"' in pages["index.html"]
    assert "L6" in pages["4712.html"]


@pytest.mark.parametrize(
    ("form", "ending"), [("pdf", ".pdf"), ("latex", ".tex"), ("typst", ".typ"), ("markdown", ".md"), ("text", ".txt")]
)
def test_reports_in_other_forms(place: Path, form: str, ending: str):
    """The page of the class is there for a browser, and in the same form, with the same numbers."""
    result = grade(place, "--report", str(place / "reports"), "--style", f"pages={form}", "--language", "de")

    assert result.exit_code == 0, result.stderr
    names = {path.name for path in (place / "reports").iterdir()}
    assert names == {"index.html", *(f"{name}{ending}" for name in ("4711", "4712", "index"))}
    of_class = (place / "reports" / f"index{ending}").read_bytes()
    text = page_texts(of_class)[0] if form == "pdf" else of_class.decode()
    assert "2 Antworten" in " ".join(text.split())


def test_results_are_a_page_in_the_form_of_its_ending(place: Path):
    """Every form at once; who waits, and who has how many points, in each."""
    files = [place / f"out{ending}" for ending in (".txt", ".md", ".html", ".tex", ".typ", ".pdf")]

    result = grade(place, *(text for file in files for text in ("-o", str(file))))

    assert result.exit_code == 0, result.stderr
    assert files[-1].read_bytes().startswith(b"%PDF-")
    assert all("4712" in file.read_text("utf-8") for file in files[:-1])
    assert "<h1>" in files[2].read_text("utf-8")


def test_other_lectures_count_as_right_if_they_are_accepted(place: Path):
    """The basis says so."""
    (place / "x.tree").write_text("points: pruned 2\ntree: ((5 6) (5 9))\n")
    hand_in(place, "4711.txt", "pruned: L4")
    hand_in(place, "4712.txt", "pruned: none")
    more = (), ("--accept", "cs188"), ("--accept", "lang", "--accept", "haw:cut=strict")
    strict, *both = (json.loads(grade(place, "--format", "json", *accept).stdout) for accept in more)

    assert [entry["points"] for entry in strict["results"]] == [2, 0]
    for document, lecture in zip(both, ("cs188", "haw:cut=strict"), strict=True):
        assert [entry["points"] for entry in document["results"]] == [2, 2]
        assert document["results"][1]["parts"]["pruned"]["basis"] == f"convention:{lecture}"


def test_a_lecture_that_is_accepted_has_to_be_named(place: Path):
    """Rules alone do not say which; neither is a list an expression."""
    hand_in(place, "4711.txt", RIGHT)

    for accepted, says in (
        (":cut=strict", "for example haw:cut=strict."),
        ("haw,lang", "There is no lecture “haw,lang”."),
    ):
        result = grade(place, "--accept", accepted)
        assert (result.exit_code, says in result.stderr) == (2, True)


def test_rules_alone_change_the_lectures_of_a_key(place: Path):
    """Each exercise's own one."""
    hand_in(place, "4711.txt", "exercise: x\npruned: none")
    for name, lecture in (("x", "aima"), ("y", "cs188:ties=last")):
        (place / f"{name}.tree").write_text(f"convention: {lecture}\npoints: pruned 2\ntree: ((5 6) (5 9))\n")
    key = str(place / "key.json")
    arguments = ["check", "-c", ":order=right-left", str(place / "x.tree"), str(place / "y.tree"), "-o", key]
    assert CliRunner().invoke(treesolve, arguments).exit_code == 0

    result = CliRunner().invoke(treesolve, ["grade", key, str(place / "in"), "-c", ":cut=strict", "--format", "json"])
    told = [one["convention"] for one in json.loads(result.stdout)["exercises"]]

    assert told == ["aima:cut=strict,order=right-left", "cs188:order=right-left,ties=last"]


def test_a_student_who_hands_in_twice_is_told(place: Path):
    """Both results are there; whatever the capitals."""
    hand_in(place, "a.txt", "student: ABC\n" + RIGHT)
    hand_in(place, "b.txt", "student: abc\n" + PARTLY)
    result = grade(place, "--format", "json")
    document = json.loads(result.stdout)

    assert result.exit_code == 1
    assert len(document["results"]) == 4
    assert "a.txt" in result.stderr
    assert [problem["code"] for problem in document["problems"]] == ["duplicate-student"]


def test_hints_do_not_give_the_answer(place: Path):
    """Neither in the feedback nor on the page."""
    (place / "x.tree").write_text("points: pruned 4\ntree: ((3 12 8) (2 4 6) (14 5 2))\n")
    full, hints = (
        json.loads(grade(place, "--format", "json", "--feedback", kind).stdout)["results"][1]["feedback"]
        for kind in ("full", "hints")
    )

    assert "L6" in full
    assert "L6" not in hints
    assert hints


def test_results_among_the_submissions_are_refused(place: Path):
    """The next run would take them for an answer."""
    for option in ("-o", "--report"):
        result = grade(place, option, str(place / "in" / "out.csv"))
        assert result.exit_code == 1
        assert "another place" in result.stderr
    assert {path.name for path in (place / "in").iterdir()} == {"4711.txt", "4712.txt"}


def test_a_failure_leaves_old_results_alone(place: Path):
    """A key that cannot be read."""
    out = place / "out.json"
    out.write_text("old")
    (place / "x.tree").write_text("((6 5)")
    result = grade(place, "-o", str(out))

    assert result.exit_code == 1
    assert "never closed" in result.stderr
    assert out.read_text() == "old"


# explain, key, against old results


@pytest.mark.parametrize("answers", ["inn", "empty"])
def test_where_nothing_is_handed_in_nothing_is_written(place: Path, answers: str):
    """A folder that is misspelt does not take the results of the one before."""
    (place / "empty").mkdir()
    results = place / "grades.json"
    results.write_text("{}", "utf-8")

    told = run("grade", str(place / "x.tree"), str(place / answers), "-o", str(results))

    assert (told.exit_code, told.stdout, results.read_text("utf-8")) == (1, "", "{}")
    assert len(told.stderr.splitlines()) == 1


def test_a_file_that_cannot_be_explained_is_told_once(place: Path):
    """That it is missing says enough."""
    told = run("explain", str(place / "x.tree"), str(place / "in" / "nobody.txt"))

    assert (told.exit_code, len(told.stderr.splitlines())) == (1, 1)


def test_explain_shows_one_answer_at_length(place: Path):
    """With the tree, what is lost, and why."""
    result = run("explain", str(place / "x.tree"), str(place / "in" / "4712.txt"))

    assert result.exit_code == 0
    assert "6 of 9 points" in result.stdout
    assert "C is a MIN node" in result.stdout


@pytest.mark.parametrize("command", ["grade", "explain"])
def test_a_remark_is_no_failure(place: Path, command: str):
    """How a file was read is worth saying, but it was read."""
    old = place / "in" / "4713.txt"
    old.write_bytes(f"# schön\n{RIGHT}".encode("cp1252"))
    result = run(command, str(place / "x.tree"), str(old))

    assert "Windows-1252" in result.stderr
    assert result.exit_code == 0


def test_explain_finds_a_student_in_a_table(place: Path):
    """And says so where there is none, or several and none is named."""
    table = place / "answers.csv"
    table.write_text("student,values,pruned,best\n1,A=3 B=3 C=2 D=2,L5 L6,B\n2,A=3,none,C\n")
    found = run("explain", str(place / "x.tree"), str(table), "--student", "2")
    first = run("explain", str(place / "x.tree"), str(table))
    missing = run("explain", str(place / "x.tree"), str(table), "--student", "3")

    assert (found.exit_code, found.stderr) == (0, "")
    assert "2" in found.stdout
    assert (first.exit_code, "the first is shown, by 1. Name another" in first.stderr) == (0, True)
    assert missing.exit_code == 1
    assert "No answer here is by 3." in missing.stderr


def test_a_key_holds_variants(place: Path):
    """Each answer is marked by its own."""
    (place / "y.tree").write_text("points: best 1\ntree: ((1 2) (3 4))\n")
    key = place / "key.json"
    made = run("check", "--exercise", "ab", str(place / "x.tree"), str(place / "y.tree"), "-o", str(key))
    jsonschema.validate(json.loads(key.read_text()), json.loads(schema_text("key")))
    hand_in(place, "4711.txt", "exercise: ab\nvariant: x\n" + RIGHT)
    hand_in(place, "4712.txt", "exercise: AB\nvariant: y\nbest: C\n")
    hand_in(place, "4713.txt", "variant: z\nbest: C\n")
    result = run("grade", str(key), str(place / "in"), "--format", "json")
    document = json.loads(result.stdout)

    assert made.exit_code == 0, made.stderr
    assert [(one["variant"], one["points"], one["of"]) for one in document["results"]] == [("x", 9, 9), ("y", 1, 1)]
    assert [problem["code"] for problem in document["problems"]] == ["answer-other-variant"]


def test_regrading_says_who_changes_and_why(place: Path):
    """By another key, by another rubric; without anything new, nobody."""
    grades = place / "grades.json"
    grade(place, "-o", str(grades))
    (place / "new.tree").write_text(TREE.replace("pruned 4", "pruned 2"))
    unchanged = run("grade", "--against", str(grades))
    result = run("grade", str(place / "new.tree"), "--against", str(grades), "--grades", str(place / "new.json"))
    listed = run("grade", str(place / "new.tree"), "--against", str(grades), "--format", "json")

    assert "Nobody's points change" in unchanged.stdout
    assert re.search(r"4711 +new +9 +7 +pruned 4 → 2", result.stdout) or re.search(r"4711 .*9 +7 ", result.stdout)
    jsonschema.validate(json.loads(listed.stdout), json.loads(schema_text("regrade")))
    assert [one["points"] for one in json.loads((place / "new.json").read_text())["results"]] == [7, 5]


def test_regrading_needs_no_key_for_another_lecture(place: Path):
    """Key and rubric are in the results."""
    (place / "x.tree").write_text("points: pruned 2\ntree: ((5 6) (5 9))\n")
    hand_in(place, "4711.txt", "pruned: L4")
    hand_in(place, "4712.txt", "pruned: none")
    grade(place, "-o", str(place / "grades.json"))
    result = run("grade", "--against", str(place / "grades.json"), "--accept", "cs188", "--language", "de")

    assert result.exit_code == 0, result.stderr
    assert "4712" in result.stdout
    assert "4711" not in result.stdout
    assert "cs188" in result.stdout


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"schema": "other"}', '{"schema":"treesolve/grades/1","results":[{}]}']
)
def test_what_are_no_results_is_said(place: Path, text: str):
    """A sentence, whatever it is."""
    (place / "grades.json").write_text(text)
    result = run("grade", "--against", str(place / "grades.json"))

    assert result.exit_code == 1
    assert "Traceback" not in result.output
    assert result.stderr.count("\n") <= 3


@pytest.mark.parametrize(
    "text",
    [
        '{"schema": "treesolve/key/1"}',
        '{"schema": "treesolve/key/2", "exercises": []}',
        '{"schema": "treesolve/key/1", "exercises": []}',
        '{"schema": "treesolve/key/1", "exercises": [1]}',
        '{"schema": "treesolve/key/1", "exercises": ',
        '{"schema": "treesolve/key/1", "exercises": [{"exercise": "a", "variant": null, "tree": "((1", '
        '"convention": {}, "points": {}}]}',
    ],
)
def test_what_is_no_key_is_said(place: Path, text: str):
    """A sentence, whatever it is."""
    (place / "key.json").write_text(text)
    result = run("grade", str(place / "key.json"), str(place / "in"))

    assert result.exit_code == 1
    assert "key.json" in result.stderr
    assert "Traceback" not in result.output


def test_an_exercise_is_tried_out(place: Path):
    """Every lecture, the empty answer, each misconception."""
    result = run("check", "--self-test", str(place / "x.tree"))
    german = run("check", "--self-test", "--language", "de", str(place / "x.tree"))

    assert result.exit_code == 0
    assert "the self-test is passed" in result.stdout
    assert "The empty answer gets none." in result.stdout
    assert re.search(r"late-cut +7 +recognised\n", result.stdout)
    assert re.search(r"shallow-only +9 +the same as the right answer\n", result.stdout)
    assert "Der Selbsttest ist bestanden" in german.stdout


def test_a_tree_whose_chance_nodes_are_cut_is_tried_out_too(place: Path):
    """With the misconceptions about them."""
    (place / "c.tree").write_text("convention: aima\nbounds: 0 10\ntree: (5 CHANCE (MIN (8 7 9) MIN (1 9 6)))")
    result = run("check", "--self-test", str(place / "c.tree"))

    assert result.exit_code == 0
    assert "the self-test is passed" in result.stdout
    assert re.search(r"limits-exchanged +[0-9.]+ +recognised", result.stdout)


def test_a_key_is_checked_exercise_by_exercise(place: Path):
    """As trees are."""
    key = place / "key.json"
    (place / "y.tree").write_text("((1 2) (3 4))")
    run("check", str(place / "x.tree"), str(place / "y.tree"), "-o", str(key))
    checked, tried = run("check", str(key)), run("check", "--self-test", "--quiet", str(key))

    assert (checked.exit_code, tried.exit_code) == (0, 0)
    assert checked.stdout.count("All lectures give the same answer") == 2
    assert tried.stdout.count("the self-test is passed") == 2
    assert "key.json: y" in tried.stdout


def test_a_line_nobody_could_read_is_noted_in_every_table(place: Path):
    """Even if no question is known to which it belongs."""
    hand_in(place, "4713.txt", "I looked long at D there\n" + RIGHT)
    table, cells = grade(place), grade(place, "--format", "csv")

    assert re.search(r"4713 .*a line could not be read", table.stdout)
    rows = list(csv.reader(cells.stdout.splitlines()))
    assert [row[rows[0].index("pending")] for row in rows[1:]] == ["", "", "a line could not be read"]


# What strangers put into submissions

NAMES = (
    "../../x",
    "/etc/passwd",
    "..\\..\\x",
    "C:\\x",
    "con",
    "NUL.txt",
    "a" * 300,
    "x" * 79 + "/.." * 60,
    ".",
    "..",
    "...",
    "~root",
    "$(id)",
    "-rf",
    "index",
    "<script>alert(1)</script>",
    "{{ 7*7 }}",
    "ab\u202ecd",
    "名前",
    "a/b",
    "a\\b",
)


@pytest.mark.parametrize("name", NAMES)
def test_no_id_leads_out_of_the_folder(tmp_path: Path, name: str):
    """Nor to a device, nor to a hidden file, nor over another page."""
    folder = Folder(str(tmp_path / "reports"))
    (tmp_path / "reports").mkdir()
    for _ in range(2):
        folder.write(folder.name(name, ".html"), "page")
    written = [path for path in tmp_path.rglob("*") if path.is_file()]

    assert len(written) == 2
    assert {path.parent for path in written} == {tmp_path / "reports"}
    assert all(re.fullmatch(r"\w[\w.-]*\.html", path.name) for path in written)
    assert not {path.stem.lower() for path in written} & {"index", "con", "nul"}
    assert len(plain_name(name)) <= 81


def test_ids_that_differ_in_capitals_have_pages_of_their_own(tmp_path: Path):
    """Some file systems see no difference."""
    folder = Folder(str(tmp_path))
    names = [folder.name(name, ".html") for name in ("Ada", "ada", "ADA", "Ada-2")]

    assert len({name.lower() for name in names}) == 4


def test_hostile_ids_go_through_everything_as_text(place: Path):
    """Pages, tables, documents; nothing is written outside."""
    for number, name in enumerate(NAMES):
        quoted = name.replace("\\", "\\\\").replace('"', '\\"')
        hand_in(place, f"h{number}.txt", f'student: "{quoted}"\n' + PARTLY)
    before = set(place.parent.iterdir())
    result = grade(place, "--report", str(place / "reports"), "-o", str(place / "out.csv"))
    pages = list((place / "reports").iterdir())

    assert "Traceback" not in result.output
    assert len(pages) == 2 + len(NAMES) + 1
    assert set(place.parent.iterdir()) == before
    assert {path.name for path in place.iterdir()} == {"x.tree", "in", "reports", "out.csv"}
    for page in pages:
        text = page.read_text("utf-8")
        assert "<script>alert" not in text
        assert "49" not in text or "{{ 7*7 }}" in text or "7*7" not in text


FORMULAS = ("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "=cmd|' /C calc'!A0", " =1", "＝1")


@pytest.mark.parametrize("formula", FORMULAS)
def test_no_cell_starts_a_formula(place: Path, formula: str):
    """Ids, file names, feedback: a spreadsheet shows them as they are."""
    hand_in(place, "4713.txt", f'student: "{formula}"\n' + RIGHT)
    hand_in(place, f"{formula.strip().replace('/', '_')}.txt", PARTLY)
    for language in ("en", "de"):
        path = place / f"out.{language}.csv"
        grade(place, "-o", str(path), "--language", language)
        delimiter = ";" if language == "de" else ","
        with path.open(encoding="utf-8-sig", newline="") as file:
            for row in csv.reader(file, delimiter=delimiter):
                for cell in row:
                    assert not cell.lstrip()[:1] or cell.lstrip()[0] not in "=+@＝\t\r" or cell[0] == "'"
                    assert not re.match(r"\s*-(?![0-9.,]+$)", cell)


def test_only_what_would_be_computed_is_guarded():
    """Ordinary ids stay as they are."""
    assert [guarded(text) for text in ("4711", "a=b", "Ada Beispiel", "")] == ["4711", "a=b", "Ada Beispiel", ""]


def test_broken_huge_binary_empty_and_hostile_files_do_not_stop_the_rest(place: Path):
    """Each is told with a sentence; the good ones are marked."""
    hand_in(place, "empty.txt", "")
    hand_in(place, "huge.txt", "values: A=5 " * 100_000)
    (place / "in" / "binary.txt").write_bytes(bytes(range(256)) * 8)
    (place / "in" / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n" + b"\0" * 100)
    hand_in(place, "deep.json", "[" * 50_000)
    hand_in(place, "number.json", '{"student": "x", "value": ' + "9" * 20_000 + "}")
    hand_in(place, "template.txt", "student: t\nvalues: {{ cycler.__init__ }}={% raw %}\n")
    (place / "in" / "link.txt").symlink_to("/etc/passwd")
    os.mkfifo(place / "in" / "pipe.txt")
    result = grade(place, "--format", "json")
    document = json.loads(result.stdout)

    assert result.exit_code == 1
    assert "Traceback" not in result.output
    assert {one["student"] for one in document["results"]} >= {"4711", "4712"}
    assert [one["points"] for one in document["results"] if one["student"] in ("4711", "4712")] == [9, 6]
    told = {Path(problem["source"]).name.split(":")[0] for problem in document["problems"]}
    assert told >= {"empty.txt", "huge.txt", "binary.txt", "picture.png", "deep.json", "link.txt", "pipe.txt"}
    assert "root:" not in result.output


def test_the_same_files_give_the_same_bytes(place: Path):
    """Document, table and pages."""
    found = []
    for number in range(2):
        grade(place, "-o", str(place / f"{number}.json"), "--report", str(place / f"r{number}"))
        pages = sorted((place / f"r{number}").iterdir())
        found.append([(place / f"{number}.json").read_bytes(), *(path.read_bytes() for path in pages)])

    assert found[0] == found[1]


@pytest.mark.parametrize("text", ['[{"student": "4711", "best": "B"}]', ' {"student": "4711", "best": "B"}\n'])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_json_on_standard_input_is_read_as_json(text: str, mark: str, tmp_path: Path):
    """A list, an object, an object a line; a text that begins otherwise is an answer in words."""
    (tmp_path / "key.tree").write_text("((6 5) (2 9))")
    several = '{"student": "4711"}\n{"student": "4712", "best": "B"}\n'
    one, lines, words = (
        json.loads(typed_in(mark + typed, "grade", tmp_path / "key.tree", "-", "--format", "json"))["results"]
        for typed in (text, several, "student: 4711\nbest: B\n")
    )

    assert [entry["student"] for entry in one] == ["4711"]
    assert [entry["student"] for entry in lines] == ["4711", "4712"]
    assert one[0]["points"] == words[0]["points"] == 1


def typed_in(text: str, *arguments: object) -> str:
    """What a command prints that reads a text from standard input."""
    return CliRunner().invoke(treesolve, [str(argument) for argument in arguments], input=text).stdout
