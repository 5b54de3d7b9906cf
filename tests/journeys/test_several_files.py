"""Commands that take several files: a bad one is named, the good ones are done, and no file loses questions by it."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import treesolve as ts
from treesolve.cli import treesolve

A, C = "((6 5) (2 9) (7 8))\n", "((3 5) (2 9))\n"
BAD = {
    "broken.tree": "((6 5) (2 9)",
    "empty.tree": "",
    "missing.tree": None,
    "folder": None,
    "other/a.tree": A,
    "lost.tree": "convention: unit\ntree: ((6 5) (2 9))",
}
"""What goes between a.tree and c.tree: files that cannot be used, and one that answers could not tell from a.tree."""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    for name, text in {"a.tree": A, "c.tree": C, **BAD}.items():
        Path(name).parent.mkdir(exist_ok=True)
        if text is not None:
            Path(name).write_text(text)
    Path("folder").mkdir()


def run(words: str, stdin: str | None = None) -> Result:
    """Return a command with its words."""
    return CliRunner().invoke(treesolve, words.split(), input=stdin)


def questions(path: str) -> int:
    """How many questions a file asks, of Moodle or on a practice page."""
    text = Path(path).read_text("utf-8")
    return len(re.findall(r'<question type="cloze"|<article class="practice"', text))


@pytest.mark.parametrize("bad", BAD)
@pytest.mark.parametrize(
    ("words", "made"),
    [
        ("convert {} -o q.xml", {"q.xml"}),
        ("convert {} --for r-exams -o out", {"out/001-a.Rmd", "out/003-c.Rmd"}),
        ("convert {} --for canvas -o out", {"out/001-a.Rmd", "out/003-c.Rmd"}),
        (
            "convert {} --for cs188 -o out",
            {"out/CONFIG", *(f"out/{name}.{ending}" for name in ("001-a", "003-c") for ending in ("test", "solution"))},
        ),
    ],
)
def test_a_bad_file_keeps_no_other_one_from_being_a_question(words: str, made: set[str], bad: str):
    """It is named, and the others have the names that they would have beside it."""
    before = {path for path in Path().rglob("*") if path.is_file()}
    result = run(words.format(f"a.tree {bad} c.tree"))

    assert result.exit_code == 1, result.output
    assert result.stderr.startswith(bad)
    assert {str(path) for path in Path().rglob("*") if path.is_file() and path not in before} == made
    assert "q.xml" not in made or questions("q.xml") == 2


@pytest.mark.parametrize(
    "words",
    [
        *("sheet {} -o new.pdf", "convert {} -o new.zip", "solve {} --answer-form -o new.txt"),
        *("convert broken.tree missing.tree -o new.xml", "convert broken.tree empty.tree --for r-exams -o new"),
    ],
)
def test_a_sheet_a_key_and_an_autograder_have_every_task_or_are_not_written(words: str):
    """And where no file can be used nothing is written at all."""
    result = run(words.format("a.tree broken.tree c.tree"))

    assert result.exit_code == 1
    assert "broken.tree:1:1: " in result.stderr
    assert not list(Path().glob("new*"))


@pytest.mark.parametrize("words", ["convert {} -o made.xml", "practice {} -o made.html"])
def test_a_file_is_not_replaced_by_one_with_fewer_questions(words: str):
    """Only because another file is bad; with as many, or where fewer are asked for, it is replaced."""
    made = words.split()[-1]
    assert run(words.format("a.tree c.tree lost.tree")).exit_code == 1
    assert run(words.format("a.tree c.tree")).exit_code == 0
    whole = Path(made).read_bytes()
    fewer = run(words.format("a.tree broken.tree"))

    assert (fewer.exit_code, Path(made).read_bytes()) == (1, whole)
    assert re.search(rf"^{made}: .*\b2 questions\b.*\b1\b", fewer.stderr, re.M)
    assert run(words.format("c.tree a.tree broken.tree")).exit_code == 1
    assert Path(made).read_bytes() != whole
    assert run(words.format("a.tree")).exit_code == 0
    assert questions(made) == 1


@pytest.mark.parametrize(("system", "ending"), [("r-exams", "Rmd"), ("cs188", "test"), ("dot", "dot")])
def test_a_file_that_cannot_be_written_keeps_no_other_one_from_being_written(system: str, ending: str):
    """It is named, once."""
    first, second = ("a", "c") if system == "dot" else ("001-a", "002-c")
    Path(f"out/{first}.{ending}").mkdir(parents=True)
    result = run(f"convert a.tree c.tree --for {system} -o out")

    assert (result.exit_code, result.stderr) == (
        1,
        f"out/{first}.{ending}: The file cannot be written: this is a folder.\n",
    )
    assert Path(f"out/{second}.{ending}").is_file()


def test_files_of_earlier_runs_in_a_folder_are_named():
    """They stay, as they may be somebody else's; the first run has nothing to say."""
    message = {}
    for system in ("r-exams", "canvas", "cs188"):
        assert run(f"convert a.tree c.tree --for {system} -o {system}").stderr == ""
        assert run(f"convert a.tree c.tree --for {system} -o {system}").stderr == ""
        Path(system, "notes.txt").write_text("mine")
        before = {path.name for path in Path(system).iterdir()}
        fewer = run(f"convert c.tree --for {system} -o {system} --language de")
        assert (fewer.exit_code, before - {path.name for path in Path(system).iterdir()}) == (0, set())
        message[system] = fewer.stderr
    rmd = "veraltet: 001-a.Rmd, 002-c.Rmd."
    assert rmd in message["r-exams"]
    assert rmd in message["canvas"]
    assert "veraltet: 001-a.solution, 001-a.test, 002-c.solution, 002-c.test." in message["cs188"]
    assert re.search(r'^cs188/CONFIG: .*: max_points: "1"$', message["cs188"], re.M)
    assert 'max_points: "2"' in Path("cs188/CONFIG").read_text()


@pytest.mark.parametrize(
    ("words", "made"),
    [
        ("convert a.tree --for moodle -o new/", "new/quiz.xml"),
        ("convert a.tree c.tree --for gradescope -o new/", "new/autograder.zip"),
        ("convert a.tree --for r-exams -o new/", "new/a.Rmd"),
        ("convert a.tree --for r-exams -o new.d/", "new.d/a.Rmd"),
        ("convert a.tree --for dot -o new/", "new/a.dot"),
        ("convert a.tree -o new/", "new/a.tree"),
        *((f"{words} -o new/", "") for words in ("practice a.tree", "practice --trainer", "solve a.tree")),
        ("solve a.tree --format pdf -o new/", ""),
        ("unfold tictactoe X.O/.X./..O --depth 1 -o new/", ""),
    ],
)
def test_a_name_that_ends_with_a_slash_is_a_folder(words: str, made: str):
    """It gets the file, or is refused."""
    result = run(words)
    found = [str(path) for folder in Path().glob("new*") for path in folder.glob("*")]

    assert [result.exit_code, *found] == ([0, made] if made else [1])
    assert made or re.match(r"new/: This ends like .*, for example new/new\.(html|pdf)\.$", result.stderr)
    assert not list(Path().glob("new")) or Path("new").is_dir()


@pytest.mark.parametrize(
    "words",
    [*(f"{one} -o" for one in ("solve a.tree", "draw a.tree", "convert a.tree", "sheet a.tree", "generate", "list")),
     "grade a.tree answer.txt --report"],
)  # fmt: skip
def test_an_output_without_a_name_is_refused(words: str):
    """Nothing is written into the working directory."""
    Path("answer.txt").write_text("best: B\n")
    before = sorted(Path().rglob("*"))
    result = CliRunner().invoke(treesolve, [*words.split(), ""])

    assert result.exit_code == (2 if words.endswith("-o") else 1)
    assert "The name of the output is empty." in result.stderr
    assert sorted(Path().rglob("*")) == before


def test_a_sheet_is_not_written_to_standard_output():
    """It is several files, and no folder called “-”."""
    result = run("sheet a.tree -o - --language de")

    assert (result.exit_code, "'-o': Aufgabenblatt, Lösung und Schlüssel sind mehrere" in result.stderr) == (2, True)
    assert not Path("-").exists()


@pytest.mark.parametrize(
    "words",
    [
        *(f"draw {{}} -o made.{ending}" for ending in ("pdf", "tex", "typ", "txt")),
        *(f"solve {{}} -o made.{ending}" for ending in ("pdf", "html", "jsonl", "txt")),
    ],
)
def test_a_file_is_not_replaced_by_one_with_fewer_trees(words: str):
    """A new one is written with those that can be used, and an existing one is replaced with all of them."""
    made = Path(words.split()[-1])
    assert run(words.format("a.tree broken.tree")).exit_code == 1
    one = made.read_bytes()
    assert run(words.format("a.tree c.tree")).exit_code == 0
    whole = made.read_bytes()
    fewer = run(words.format("a.tree broken.tree --language de"))

    assert (fewer.exit_code, made.read_bytes()) == (1, whole)
    assert f"{made}: Nicht ersetzt: " in fewer.stderr
    assert run(words.format("a.tree")).exit_code == 0
    assert len(made.read_bytes()) < len(whole) > len(one)


@pytest.mark.parametrize("words", ["draw {} -o out/", "convert {} --for dot -o out"])
def test_files_in_a_folder_are_named_by_all_inputs(words: str):
    """Trees of one name get numbers, whichever of them is bad; a tree given twice is one file, and "-" is a tree."""
    ending = ".dot" if "dot" in words else ".svg"
    both = run(words.format("a.tree other/a.tree a.tree -"), A)
    assert both.exit_code == 0, both.output
    assert sorted(path.name for path in Path("out").iterdir()) == [f"a-2{ending}", f"a{ending}", f"tree{ending}"]

    first = Path(f"out/a{ending}").read_bytes()
    Path("a.tree").write_text("((6 5)")
    Path("other/a.tree").write_text("(8 9)")
    assert run(words.format("a.tree other/a.tree")).exit_code == 1
    assert Path(f"out/a{ending}").read_bytes() == first


@pytest.mark.parametrize(
    "words",
    [
        *("solve {}", "draw {}", "convert {} -o made.tree", "practice {} -o made.html", "sheet {} -o made.pdf"),
        *("format {}", "generate --like {}"),
    ],
)
def test_a_document_of_treesolve_is_no_tree(words: str):
    """A key is told what it is good for."""
    ts.sheet(A).key.save("key.json")
    Path("solved.json").write_text(str(ts.solve(A).render("json")))
    key, solved = run(words.format("key.json")), run(words.format("solved.json"))

    assert (key.exit_code, solved.exit_code, *Path().glob("made*")) == (1, 1)
    assert key.stderr.startswith("key.json:1:13: This is a key of treesolve, not a tree. Use it with treesolve grade")
    assert "This is a document that treesolve writes (treesolve/solution/1), not a tree." in solved.stderr


def test_an_empty_folder_of_answers_is_named():
    """Beside a file that is marked; alone, no results are written."""
    Path("answer.txt").write_text("best: B\n")
    beside, alone = run("grade a.tree answer.txt folder -o made.csv"), run("grade a.tree folder -o none.csv")

    assert [(one.exit_code, one.stderr.partition(":")[0]) for one in (beside, alone)] == [(1, "folder")] * 2
    assert (Path("made.csv").exists(), Path("none.csv").exists()) == (True, False)


@pytest.mark.parametrize(
    ("metadata", "place"),
    [
        (b"submission_1:\n  :submitters:\n  - :name: A\nsubmission_2:\n  :submitters:\n  - :name: >\n    B\n", ":4:1"),
        (b"submission_1:\n  :submitters:\n  - :name: A\nsubmission_2:\n  :submitters:\n  - :name: B\xfc\n", ":4:1"),
        (b"submission_1:\n  :submitters:\n  - :name: A\n", ""),
        (b"", ""),
    ],
)
@pytest.mark.parametrize(
    ("language", "message"), [("en", "Cannot read here who"), ("de", "Hier ist nicht zu lesen, wer")]
)
def test_a_list_of_submitters_that_cannot_be_read_is_named(metadata: bytes, place: str, language: str, message: str):
    """With its submissions; what the others handed in is marked."""
    for number in (1, 2):
        Path(f"export/submission_{number}").mkdir(parents=True)
        Path(f"export/submission_{number}/a.txt").write_text("best: B\n")
    Path("export/submission_metadata.yml").write_bytes(metadata)
    result = run(f"grade a.tree export --language {language} --format csv")
    lost = "submission_2" if metadata else "submission_1, submission_2"

    assert result.exit_code == 1
    assert result.stderr.startswith(f"export/submission_metadata.yml{place}: {message}")
    assert lost in result.stderr.splitlines()[0]
    assert ("\nA" in result.stdout) == bool(metadata)


def test_in_python_what_cannot_be_read_is_among_the_problems():
    """And questions in a file are not lost by saving fewer."""
    good = ts.convert(Path("a.tree"), Path("c.tree"), to="moodle").save("q.xml").read_bytes()
    found = ts.convert(Path("a.tree"), Path("broken.tree"), Path("missing.tree"), to="moodle")

    assert [problem.partition(":")[0] for problem in found.problems] == ["broken.tree", "missing.tree"]
    with pytest.raises(ts.InputError, match="2 questions"):
        found.save("q.xml")
    assert Path("q.xml").read_bytes() == good
    assert list(ts.convert(Path("broken.tree"), Path("c.tree"), to="r-exams").files) == ["002-c.Rmd"]
    same = Path("a.tree"), Path("other/a.tree"), Path("empty.tree")
    for to, files, count in ("dot", ["a.dot", "a-2.dot"], 1), ("canvas", ["001-a.Rmd"], 2):
        found = ts.convert(*same, to=to)
        assert (list(found.files), len(found.problems)) == (files, count)
    with pytest.raises(ts.InputError, match=r"broken\.tree"):
        ts.convert(Path("a.tree"), Path("broken.tree"), to="gradescope")
