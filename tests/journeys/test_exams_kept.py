"""Sheets printed again: whoever has an exam in the key keeps it, whatever the roster looks like by then."""

import json
import re
import shutil
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

import treesolve as ts
from tests.support import program
from tests.support.pdf_text import page_texts
from tests.support.places import digests
from treesolve.authoring import variant
from treesolve.cli import sheet as sheet_command
from treesolve.model.atomic_file import atomic_write
from treesolve.rendering.sheet_task import TaskPage
from treesolve.workflows import sheet_printing
from treesolve.workflows.printed_variant_check import Fault

PLAN = """\
title = "Exam"
[[task]]
shape = "2x2"
values = "0..4"
points = { values = 2, best = 1 }
[[task]]
shape = "2x2"
ask = ["value", "statements"]
"""
NAMES = {"4711": "Ada", "4712": "Bob", "4713": "Cleo"}
ROSTER = "id,name\n" + "".join(f"{one},{name}\n" for one, name in NAMES.items())

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs `treesolve sheet exam.toml -o out/` in a folder with a plan, a tree and a roster."""
    monkeypatch.chdir(tmp_path)
    for name, text in (("exam.toml", PLAN), ("x.tree", "((6 5) (2 9))"), ("students.csv", ROSTER)):
        Path(name).write_text(text, "utf-8")

    def call(line: str, roster: str | None = None) -> Result:
        if roster is not None:
            Path("students.csv").write_text(roster, "utf-8")
        return program.run("sheet", "exam.toml", "-o", "out/", *line.split())

    return call


ROLL = "--roster students.csv"


def exams(key: str | None = None) -> dict[str, list[dict[str, Any]]]:
    """Return the exercises of each student in a key, else that in the folder, or of each variant that no student
    has.
    """
    document = json.loads(Path("out/key.json").read_text("utf-8") if key is None else key)
    variants = {one["variant"]: one["variant"] for one in document["exercises"]}
    students = document["students"] or variants
    return {who: [one for one in document["exercises"] if one["variant"] == own] for who, own in students.items()}


def drawn(roster: str, **arguments: Any) -> dict[str, list[dict[str, Any]]]:
    """Return the exams of a roster, without anything printed."""
    Path("students.csv").write_text(roster, "utf-8")
    key = ts.sheet(Path("exam.toml"), roster=Path("students.csv"), **{"seed": 7, **arguments}).key
    return exams(str(key))


LATER = {
    "one-more": ROSTER.replace("4711", "4700,Zoe\n4711"),
    "one-at-the-end": ROSTER + "4799,Zoe\n",
    "other-order": "id,name\n" + "".join(f"{one},{NAMES[one]}\n" for one in reversed(NAMES)),
    "other-names": ROSTER.replace("Ada", "Adelheid").replace("Bob", ""),
    "other-table": "Vorname;Nachname;Matrikelnummer\n" + "".join(f"{n};X;{i}\n" for i, n in NAMES.items()) + "Y;Z;1\n",
}


@pytest.mark.parametrize(
    ("roster", "line"),
    [*((roster, "") for roster in LATER.values()), (ROSTER, "--seed 7"), (ROSTER, "--style large-print --replace")],
    ids=[*LATER, "seed", "style"],
)
def test_a_later_roster_changes_nobodys_exam(roster: str, line: str, run: Run):
    """Same trees, questions and code, on paper as in the key; the seed need not be given again."""
    run(f"{ROLL} --seed 7")
    before = exams()
    result = run(f"{ROLL} {line}", roster)

    assert (result.exit_code, result.stderr) == (0, "")
    assert {student: exams()[student] for student in NAMES} == before
    for student, entries in exams().items():
        assert f"Variant {entries[0]['variant']}" in page_texts(f"out/sheets/{student}.pdf")[0]


@pytest.mark.parametrize("roster", [LATER["one-more"], LATER["other-order"], "id\n4713\n"])
def test_trees_follow_from_seed_and_id(roster: str, run: Run):
    """Also where there is no key; other students have other trees."""
    Path("exam.toml").write_text(PLAN.replace("0..4", "0..99"))
    first, later = drawn(ROSTER), drawn(roster)

    assert run(f"{ROLL} --seed 7").exit_code == 0
    assert later == exams()
    assert all(later[student] == first[student] for student in later.keys() & first.keys())
    assert len({entry["tree"] for entries in (first | later).values() for entry in entries}) == 2 * len(first | later)
    assert later["4713"] != drawn(ROSTER, seed=8)["4713"]


EVERYBODY = ": 4711, 4712, 4713."


@pytest.mark.every_row
@pytest.mark.parametrize(
    ("line", "change", "message"),
    [
        (ROLL, ("students.csv", "id\n4711\n"), "drop exams in this key: 4712, 4713."),
        (ROLL, ("students.csv", ROSTER.replace("4713", "4714")), "drop exams in this key: 4713."),
        (f"{ROLL} --seed 8", None, f"seed 7, not 8). Printed copies of its exams may still be needed{EVERYBODY}"),
        (ROLL, ("exam.toml", PLAN.replace("0..4", "0..5")), f"other trees or questions).*{EVERYBODY}"),
        (
            f"{ROLL} --seed 7",
            ("exam.toml", PLAN.replace("best = 1", "best = 2")),
            f"other trees or questions).*{EVERYBODY}",
        ),
        (f"{ROLL} --seed 7", ("exam.toml", PLAN + "[[task]]\nfile = 'x.tree'\n"), EVERYBODY),
        (f"{ROLL} --seed 7", ("exam.toml", 'id = "K2"\n' + PLAN), f"another sheet.*{EVERYBODY}"),
        ("--variants 3 --seed 7", None, f"drop exams in this key{EVERYBODY}"),
        (f"{ROLL} --variants A,B", None, f"change or drop exams in this key{EVERYBODY}"),
        (ROLL, ("out/key.json", '{"schema"'), "cannot be read"),
        (ROLL, ("out/key.json", '{"schema": "treesolve/key/9"}'), "cannot be read"),
        (ROLL, ("out/key.json", "((6 5) (2 9))"), "cannot be read"),
        (ROLL, ("out/key.json", '{"schema": "treesolve/key/1", "exercises": 5}'), "cannot be read"),
    ],
)
def test_a_run_that_would_change_or_drop_an_exam_names_it(
    line: str, change: tuple[str, str] | None, message: str, run: Run
):
    """It writes nothing, exit code 1; with --replace it does, and nothing is left of what the new key does not have."""
    run(f"{ROLL} --seed 7")
    if change:
        Path(change[0]).write_text(change[1], "utf-8")
    before = digests("out")
    refused = run(line)

    assert refused.exit_code == 1
    assert all(part in refused.stderr for part in [*message.split(".*"), "--replace"])
    assert "\nTraceback" not in refused.output
    assert digests("out") == before
    assert run(f"{line} --replace").exit_code == 0
    assert {Path(path).stem for path in digests("out") if path.startswith("solutions/")} - {"guide"} == (
        set(exams()) if len(exams()) > 1 else {"exam"}
    )


def tight_roster(count: int) -> str:
    """Students, of whom many would draw the same tree or code."""
    return "id\n" + "".join(f"s{number:02}\n" for number in range(count))


@pytest.fixture
def tight(run: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """The same where there are only 24 trees for the first task, and 30 codes."""
    Path("exam.toml").write_text(PLAN.replace("0..4", "0..3"), "utf-8")
    monkeypatch.setattr(variant, "CODE_LENGTH", 1)
    return run


def saved(exam: ts.Sheet) -> Path:
    """Return the key of a sheet in a file."""
    return exam.key.save("earlier.json")


def test_codes_and_trees_are_unique(tight: Run):
    """Whatever the order of the roster; new students get other ones, and who is in the key keeps theirs."""
    first = drawn(tight_roster(20))
    key = saved(ts.sheet(Path("exam.toml"), roster=Path("students.csv"), seed=7))
    more = drawn(tight_roster(22).replace("s00", "a00\ns00"), key=key)

    assert first == drawn("id\n" + "\n".join(tight_roster(20).split()[:0:-1]))
    assert {student: more[student] for student in first} == first != drawn(tight_roster(20).replace("s00", "a00\ns00"))
    assert len({entries[0]["variant"] for entries in more.values()}) == 23
    assert [len({entries[task]["tree"] for entries in more.values()}) for task in (0, 1)] == [23, 23]


def test_a_part_of_the_roster_gets_the_same_papers(tight: Run):
    """In large print, elsewhere: --key decides, though without it they would be others; it stays a key of all."""
    all_exams = drawn(tight_roster(20))
    key = saved(ts.sheet(Path("exam.toml"), roster=Path("students.csv"), seed=7))
    student = next(one for one in all_exams if drawn(f"id\n{one}\n") != {one: all_exams[one]})
    line = f"{ROLL} --key {key}"
    assert tight(f"{line} --style large-print", f"id\n{student}\n").exit_code == 0

    assert exams() == {student: all_exams[student]}
    assert f"Variant {exams()[student][0]['variant']}" in page_texts("out/sheets/exam.pdf")[0]
    for wrong, message in (
        ("--seed 8", "seed 7, not 8"),
        ("--key x.tree", "no JSON"),
        ("--key none.json", "no such file"),
        ("--variants C,D", "has variants without names, but the sheet has the variants C,D"),
    ):
        refused = tight(f"{line} -o new/ {wrong}")
        assert (refused.exit_code, message in refused.stderr, Path("new").exists()) == (1, True, False)


def test_another_seed_keeps_no_exam(run: Run):
    """With --replace all are drawn anew, as if there had been no key."""
    assert run(f"{ROLL} --seed 8").exit_code == 0
    fresh = exams()
    shutil.rmtree("out")
    assert run(f"{ROLL} --seed 7").exit_code == 0
    assert run(f"{ROLL} --seed 8 --replace").exit_code == 0
    assert exams() == fresh


def test_a_key_of_named_variants_is_kept_only_with_these_names(run: Run):
    """Without them the student would silently get another exam."""
    assert run(f"{ROLL} --variants A,B").exit_code == 0
    before, key = exams(), Path("out/key.json").rename("key.json")
    shutil.rmtree("out")
    for names, message in (("", "has none with names"), ("--variants C,D", "Give --variants A,B")):
        refused = run(f"{ROLL} --key {key} -o new/ {names}", "id\n4712\n")
        assert (refused.exit_code, message in refused.stderr, Path("new").exists()) == (1, True, False)
    assert run(f"{ROLL} --key {key} --variants A,B").exit_code == 0
    assert exams() == {"4712": before["4712"]}


@pytest.mark.parametrize("names", ["", "--variants A,B"])
def test_who_is_not_in_the_key_gets_an_exam_only_where_the_key_is(names: str, run: Run):
    """Elsewhere an id with a mistake would silently get another exam."""
    assert run(f"{ROLL} --seed 7 {names}").exit_code == 0
    roster = "id\n4711\n47111\n4712\n4\n"
    refused = run(f"{ROLL} --key out/key.json -o new/ {names}", roster)

    message = "out/key.json: Not in this key: 47111, 4. Correct the ids in the roster"
    assert (refused.exit_code, message in refused.stderr, Path("new").exists()) == (1, True, False)
    if not names:
        nobody = run("--key out/key.json -o new/ --variants 2")
        assert (nobody.exit_code, "belong to students. Name students with --roster." in nobody.stderr) == (1, True)
        exam = ts.sheet(Path("exam.toml"), roster=Path("students.csv"), key=Path("out/key.json"))
        with pytest.raises(ts.InputError, match="Not in this key: 47111, 4"):
            exam.save("new")
        assert exam["4712"].save("one.pdf").exists()
    assert run(f"{ROLL} --key out/../out/key.json {names}", f"{roster}4713\n").exit_code == 0
    assert len(exams()) == 5


def test_some_of_the_named_variants_are_printed_once_more(run: Run):
    """As the message about lost exams says; students keep theirs, and variants are dealt to a list."""
    run("--variants A,B,C --seed 7")
    before = exams()
    for names, roster in (("B", ""), ("C,A", ""), ("B", ROLL)):
        assert run(f"--variants {names} --key out/key.json -o new/ --replace {roster}").exit_code == 0
        again = exams(Path("new/key.json").read_text("utf-8"))
        assert set(map(str, again.values())) == {str(before[name]) for name in names.split(",")}
    refused = run(f"--variants A --key new/key.json {ROLL} -o other/")
    assert (refused.exit_code, "Give --variants B" in refused.stderr, Path("other").exists()) == (1, True, False)
    run(f"{ROLL} --variants A,B -o both/")
    for roster, message in (("id\n4711\n", ""), ("id\n4711\n4712\n", "Give --variants A,B")):
        result = run(f"{ROLL} --variants A --key both/key.json -o part/", roster)
        assert (result.exit_code, message in result.stderr) == (bool(message), True)
    assert "Give --variants A,B" in run("--variants A,D --key both/key.json -o other/").stderr


@pytest.mark.parametrize("more", ["", "--key out/key.json --style large-print"])
def test_the_sheet_of_one_student_can_be_a_file(more: str, run: Run):
    """With the exam of a key, too; that of several students cannot."""
    run(f"{ROLL} --seed 7")
    result = run(f"{ROLL} --seed 7 -o solo.pdf {more}", "id\n4712\n")

    assert (result.exit_code, result.stderr) == (0, "")
    assert exams(Path("solo-key.json").read_text("utf-8")) == {"4712": exams()["4712"]}
    assert "4712" in page_texts("solo.pdf")[0]
    assert run(f"{ROLL} -o both.pdf {more}", "id\n4712\n4713\n").exit_code == 2


def test_with_replace_only_those_who_left_lose_their_exam(tight: Run):
    """Whoever stays keeps theirs, though without the key it would be another."""
    before = drawn(tight_roster(20))
    key = saved(ts.sheet(Path("exam.toml"), roster=Path("students.csv"), seed=7))
    few = ["s00", next(one for one in before if drawn(f"id\n{one}\n") != {one: before[one]})]
    assert tight(f"{ROLL} --key {key}", "id\n" + "\n".join([*few, "s01"])).exit_code == 0
    mine = {"sheets/notes.txt", "sheets/mine.pdf", "sheets/exam-1.pdf", "sheets/s01.md", "solutions/scan.pdf", "x.txt"}
    for path in mine:
        Path("out", path).write_text("mine", "utf-8")
    assert tight(f"{ROLL} --replace", "id\n" + "\n".join(few)).exit_code == 0

    assert exams() == {student: before[student] for student in few}
    written = {f"{kind}/{name}.pdf" for kind in ("sheets", "solutions") for name in few}
    own = {"key.json", "answer.txt", "sheets/exam.pdf", "solutions/guide.pdf"}
    assert digests("out").keys() == {*mine, *written, *own}
    assert tight("--seed 8 --replace").exit_code == 0
    assert digests("out").keys() == {*mine, *own, "solutions/exam.pdf"}


ODD_IDS = ["a/b", "a-b", "a b", "a_b", "a:b", "exam", "guide-2", "nul", "Guide", "\u8a9e" * 40, "\u8a9e" * 41]


def test_every_student_has_a_file_of_their_own_in_every_run(run: Run):
    """However the roster is sorted, and in whatever Unicode form ids are: no copy is handed to somebody else."""

    def files() -> dict[str, str]:
        papers = {path.name: page_texts(str(path))[0] for path in Path("out/sheets").glob("*.pdf")}
        return {name: re.findall(r"Variant (\w+)", text)[0] for name, text in papers.items() if name != "exam.pdf"}

    assert run(f"{ROLL} --seed 7", "id\n" + "\n".join(["\u00e9/", "e\u0301-", *ODD_IDS])).exit_code == 0
    before = files()
    assert len(set(before.values())) == len(before) == len(ODD_IDS) + 2
    assert {"a-b.pdf", "a b.pdf"} < before.keys()
    later = [unicodedata.normalize("NFD", one) for one in reversed(["a?b", "A/C", "\u00e9/", "e\u0301-", *ODD_IDS])]
    assert run(ROLL, "id\n" + "\n".join(later)).exit_code == 0
    assert files().items() > before.items()


def test_a_key_that_another_run_has_replaced_stays(run: Run, monkeypatch: pytest.MonkeyPatch):
    """The students whom that run has added would be lost."""
    earlier_exams = sheet_command.earlier_exams

    def late(*arguments: Any) -> Any:
        monkeypatch.setattr(sheet_command, "earlier_exams", earlier_exams)
        assert run(f"{ROLL} --seed 7", LATER["one-more"]).exit_code == 0
        others.update(digests("out"))
        return earlier_exams(*arguments)

    for line in (f"{ROLL} --seed 7", ROLL, f"{ROLL} --replace"):
        others: dict[str, bytes] = {}
        monkeypatch.setattr(sheet_command, "earlier_exams", late)
        refused = run(line, LATER["one-at-the-end"])
        assert (refused.exit_code, "Another run has replaced this key" in refused.stderr) == (1, True), line
        assert digests("out") == others
        shutil.rmtree("out")
        run(f"{ROLL} --seed 7", ROSTER)
    with atomic_write("out/key.json"):
        assert "another run is writing it" in run(ROLL).stderr


def test_named_variants_are_dealt_on(run: Run):
    """New students continue the deal, wherever they stand; new names are dealt first, and lost ones need --replace."""
    run(f"{ROLL} --variants A,B --seed 7", "id\n1\n2\n3\n")
    before, codes = exams(), json.loads(Path("out/key.json").read_text("utf-8"))["sheet"]["codes"]
    assert [entries[0]["variant"] for entries in before.values()] == ["A", "B", "A"]
    assert run(f"{ROLL} --variants B,C,A", "id\n9\n3\n8\n2\n7\n1\n").exit_code == 0

    assert {student: exams()[student] for student in before} == before
    assert {who: entries[0]["variant"] for who, entries in exams().items() if who > "3"} == {
        "9": "C",
        "8": "B",
        "7": "C",
    }
    assert json.loads(Path("out/key.json").read_text("utf-8"))["sheet"]["codes"].items() >= codes.items()
    refused = run(f"{ROLL} --variants B,C")
    assert (refused.exit_code, "drop exams in this key: 3, 1." in refused.stderr) == (1, True)
    assert run(f"{ROLL} --replace").exit_code == 0
    assert len({entries[0]["variant"] for entries in exams().values()}) == 6


@pytest.mark.parametrize(("few", "many"), [("3", "5"), ("1", "2"), ("A", "A,B"), ("B,A", "A,C,B")])
def test_more_variants_keep_the_first_ones(few: str, many: str, run: Run):
    """Fewer of them need --replace."""
    run(f"--variants {few} --seed 7")
    before = exams()
    assert run(f"--variants {many}").exit_code == 0
    after = exams()

    assert after.items() > before.items()
    assert len({entries[0]["tree"] for entries in after.values()}) == len(after)
    refused = run(f"--variants {few}")
    assert refused.exit_code == 1
    assert all(name in refused.stderr for name in after.keys() - before.keys())


def test_texts_and_language_change_no_exam(run: Run):
    """The papers say them, and the key has the new title."""
    run(f"{ROLL} --seed 7")
    before = exams()
    Path("out/sheets/own.pdf").touch()
    Path("exam.toml").write_text(
        'language = "de"\n' + PLAN.replace('"Exam"', '"Klausur"').replace("[[task]]", "[[task]]\ntitle = 'Neu'", 1)
    )
    assert run(ROLL).exit_code == 0

    assert [[one["solution"] for one in entries] for entries in exams().values()] == [
        [one["solution"] for one in entries] for entries in before.values()
    ]
    assert "Klausur" in page_texts("out/sheets/4711.pdf")[0]
    assert "Neu" in page_texts("out/sheets/4711.pdf")[0]
    assert Path("out/sheets/own.pdf").exists()
    assert "title: Neu\n" in exams()["4711"][0]["tree"]


@pytest.mark.parametrize(
    "arguments",
    [
        {"shape": "2x2x2", "levels": "P1 P2 P3", "want": "pruned=1.."},
        {"shape": "2x2..3x2", "levels": "MAX CHANCE MIN"},
        {"shape": "3x2", "convention": "unit"},
        {"shape": "2x2", "convention": "haw:order=right-left"},
    ],
)
@pytest.mark.usefixtures("run")
def test_kept_exams_are_printed_as_before(arguments: dict[str, Any]):
    """Sheet, solution and key are the same text when the exams are read from the key."""
    first = ts.sheet("S: (x: (1 1/2) (1/4 0))", seed=7, variants=2, **arguments)
    again = ts.sheet("S: (x: (1 1/2) (1/4 0))", key=saved(first), variants=2, **arguments)

    assert [str(part) for part in (again.sheet, again.solution, again.key)] == [
        str(part) for part in (first.sheet, first.solution, first.key)
    ]


def test_a_kept_exam_that_fails_the_last_check_stops_the_run(run: Run, monkeypatch: pytest.MonkeyPatch):
    """Left out of the new key, its printed copies could not be marked any more."""
    run(f"{ROLL} --seed 7")
    before, code = digests("out"), exams()["4712"][0]["variant"]

    def faults(page: TaskPage) -> Sequence[Fault]:
        return [Fault("minimax", "1")] if page.exercise.variant == code else []

    monkeypatch.setattr(sheet_printing, "faults", faults)
    refused = run(ROLL, LATER["one-more"])
    assert (refused.exit_code, "in this key: 4712." in refused.stderr) == (1, True)
    assert digests("out") == before


EARLIER = """\
title = "Exam"
variants = ["A", "B"]
[[task]]
shape = "2x2"
values = "0..9"
want = "pruned=1"
[[task]]
like = "x.tree"
title = "Like it"
[[task]]
shape = "2x2"
levels = "MAX CHANCE"
chances = "1/2,1/2"
ask = ["value", "statements"]
"""


def test_keys_of_earlier_versions_are_kept(run: Run):
    """With the trees, codes and names that they have, none of which the present version would draw."""
    Path("exam.toml").write_text(EARLIER)
    Path("out").mkdir()
    shutil.copy(Path(__file__).with_name("earlier_key.json"), "out/key.json")
    before = exams()
    assert run(ROLL, "id,name\n4700,Zoe\n4711,Ada\n4712,Bob\n4713,Cleo\n").exit_code == 0

    assert {student: exams()[student] for student in before} == before
    assert exams()["4700"] == before["4712"]
    Path("4712.txt").write_text("student: 4712\ntask: 1\n" + f"values: {before['4712'][0]['solution']['values']}\n")
    table = program.run("grade", "out/key.json", "4712.txt", "--format", "csv")
    assert "4712" in table.stdout


def test_in_python(tight: Run):
    """A sheet that is saved where a key is leaves its exams alone, as `key` sees to, or it is refused."""
    plan, roster, key = Path("exam.toml"), Path("students.csv"), Path("out/key.json")
    before = drawn("id\ns1\ns2\n")
    ts.sheet(plan, roster=roster, seed=7).save("out")
    with pytest.raises(ts.InputError, match="another sheet or seed"):
        ts.sheet(plan, roster=roster, seed=8).save("out")
    next(number for number in range(999) if drawn(f"id\na{number}\ns1\ns2\n")["s1"] != before["s1"])
    with pytest.raises(ts.InputError, match="would change or drop"):
        ts.sheet(plan, roster=roster, seed=7).save("out")
    ts.sheet(plan, roster=roster, key=key).save("out")

    assert len(exams()) == 3
    assert exams().items() >= before.items()
    roster.write_text("id\ns1\n")
    with pytest.raises(ts.InputError, match="drop exams in this key"):
        ts.sheet(plan, roster=roster, key=key).save("out")
    ts.sheet(plan, roster=roster, key=key).save("out", replace=True)
    assert exams() == {"s1": before["s1"]}
    assert not list(Path("out/sheets").glob("s2*"))
