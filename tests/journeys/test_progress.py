"""Progress with a trainer: what its script saves, handed in and read by grade."""

import csv
import io
import json
import shutil
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_commands import run
from tests.support.schemas import validated
from tests.support.trainers import saved
from treesolve.authoring.trainer_pool import read_trainer

TOML = 'convention = "aima"\nskills = ["cuts", "bounds", "values"]\nsize = "small"\ntrees = 6\npoints = 10\n'
DAYS = ["2026-11-24", "2026-11-25", "2026-11-28"]
GAME = {"tree": "a" * 16, "level": 3, "record": [{"question": 0, "answer": "on", "right": True, "helped": False}]}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A trainer of few trees, and a folder for what is handed in."""
    monkeypatch.chdir(tmp_path)
    Path("trainer.toml").write_text(TOML, "utf-8")
    Path("in").mkdir()


def hand_in(name: str, student: str, done: dict[str, list[str]], convention: str = "aima", **changed: Any) -> None:
    """A file of a student who has played a tree on each day on which a skill went right."""
    days = sorted({day for found in done.values() for day in found})
    played = [{**GAME, "when": f"{day}T09:00"} for day in days]
    head = {"treesolve": "progress", "version": 1, "trainer": "0" * 16, "lecture": convention, "student": student}
    Path("in", name).write_text(json.dumps({**head, "settings": {}, "played": played, "done": done, **changed}))


def rows(*options: str) -> list[dict[str, str]]:
    """Return the table for a spreadsheet, by its head."""
    result = run("grade", "trainer.toml", "in", "--format", "csv", *options)
    text = result.stdout.removeprefix("\ufeff")
    return list(csv.DictReader(io.StringIO(text), delimiter=";" if "de" in options else ","))


def codes(result: Any) -> list[tuple[str, str]]:
    """Each problem of a document, with its file."""
    return [(one["source"], one["code"]) for one in json.loads(result.stdout)["problems"]]


def test_what_the_script_saves_is_read_as_the_script_counts_it():
    """Students with more and fewer slips, at two computers: both files together are what the script makes of them."""
    students = [
        {"student": f"47{slips}", "days": DAYS[:2], "elsewhere": DAYS[2:], "trees": 1 + slips % 3, "slips": slips}
        for slips in (0, 2, 3, 5, 9, 30)
    ]
    message = saved(read_trainer(Path("trainer.toml")), students)
    for student, one in zip(students, message, strict=True):
        Path("in", f"{student['student']}.json").write_text(json.dumps(one["first"]))
        Path("in", f"{student['student']}-elsewhere.json").write_text(json.dumps(one["there"]))
    result = run("grade", "trainer.toml", "in", "--format", "json")
    document = json.loads(result.stdout)

    assert result.exit_code == 0, result.stderr
    assert {code for _, code in codes(result)} == {"progress-together"}  # the trees are the trainer's
    found = {one["student"]: one for one in document["results"]}
    assert set(found) == {student["student"] for student in students}
    for student, one in zip(students, message, strict=True):
        read = found[student["student"]]
        assert (read["right"], read["answers"], read["days"]) == (one["right"], one["answers"], DAYS)
        assert set(read["done"]) == set(one["done"])
        played = sorted((game["when"], game["tree"]) for game in one["all"]["played"])
        assert [(game["when"], game["tree"]) for game in read["played"]] == played
    assert {len(one["done"]) for one in message} == {1, 2, 3}


def test_each_skill_that_is_done_has_its_share():
    """Ten points for three skills: 10, 3.33, none for one that is begun, rounded as all points are."""
    hand_in("a.json", "4711", {"values": DAYS, "bounds": DAYS[:2], "cuts": DAYS[1:]})
    hand_in("b.json", "4712", {"values": DAYS[:2], "bounds": DAYS[:1], "ties": DAYS})
    hand_in("c.json", "4713", {"values": DAYS[:1], "cuts": DAYS[2:]})
    found = rows()

    assert [one["points"] for one in found] == ["10", "3.33", "0"]
    assert [one["done"] for one in found] == ["3", "1", "0"]
    assert {(one["first day"], one["last day"]) for one in found} == {(DAYS[0], DAYS[2])}
    for column in ("days", "trees", "right", "answers"):
        assert [one[column] for one in found] == ["3", "3", "2"]
    assert [one["values"] + one["alpha and beta"] + one["cut or go on"] for one in found] == ["322", "210", "101"]


def test_points_count_as_others_and_in_german():
    """Of twelve: 12, and a third of them."""
    hand_in("a.json", "4711", {"values": DAYS, "bounds": DAYS, "cuts": DAYS})
    hand_in("b.json", "=4712", {"values": DAYS})
    found = rows("--out-of", "12", "--language", "de")

    assert [one["Punkte"] for one in found] == ["10", "3,33"]
    assert [one["Punkte von 12"] for one in found] == ["12", "4"]
    assert [one["Matrikel"] for one in found] == ["4711", "'=4712"]


def test_without_points_nothing_is_marked():
    """Then there are none to count as others, either."""
    Path("trainer.toml").write_text(TOML.replace("points = 10\n", ""), "utf-8")
    hand_in("a.json", "4711", {"values": DAYS})

    assert "points" not in rows()[0]
    document = json.loads(run("grade", "trainer.toml", "in", "--format", "json").stdout)
    assert (document["points_possible"], document["results"][0]["points"]) == (None, None)
    assert run("grade", "trainer.toml", "in", "--out-of", "12").exit_code == 2


def test_a_skill_that_too_little_is_asked_for_costs_nothing():
    """With the help of level 1 nobody is asked for alpha and beta: two skills share the points; its title is told."""
    Path("trainer.toml").write_text(f'{TOML}help = 1\ntitle = "Before the exam"\n', "utf-8")
    hand_in("a.json", "4711", {"values": DAYS, "cuts": DAYS})

    assert [(one["points"], one["skills"]) for one in rows()] == [("10", "2")]
    assert run("grade", "trainer.toml", "in").stdout.startswith("Before the exam\n")


def test_the_document_follows_its_schema():
    """With all that is said of files: another convention is refused, other trees are a remark, the rest goes on."""
    hand_in("a.json", "4711", {"values": DAYS})
    hand_in("b.json", " 4711 ", {"values": ["2026-12-01"]}, played=[5])
    hand_in("c.json", "4712", {"values": DAYS}, convention="cs188")
    Path("in", "d.json").write_text("[" * 100_000)
    Path("in", "e.txt").write_bytes(b"\xff\x00")
    result = run("grade", "trainer.toml", "in", "nowhere.json", "--format", "json", "--out-of", "20")

    validated(result.stdout, "progress")
    assert result.exit_code == 1
    assert codes(result) == [
        ("in/a.json", "progress-other-trees"),
        ("in/b.json", "progress-entries"),
        ("in/b.json", "progress-other-trees"),
        ("in/b.json", "progress-together"),
        ("in/c.json", "progress-convention"),
        ("in/d.json", "progress-none"),
        ("in/e.txt", "progress-none"),
        ("nowhere.json", "not-found"),
    ]
    [entry] = json.loads(result.stdout)["results"]
    assert (entry["sources"], entry["points"], entry["counted"]) == (["in/a.json", "in/b.json"], 3.33, 6.66)
    line = run("grade", "trainer.toml", "in", "--format", "jsonl", "--out-of", "20").stdout
    assert json.loads(line) == entry


def students(place: str, stdin: str = "") -> list[str]:
    """Whose the files in a folder, a zip or on standard input are."""
    lines = run("grade", "trainer.toml", place, "--format", "jsonl", stdin=stdin).stdout.splitlines()
    return [json.loads(line)["student"] for line in lines]


def test_whose_it_is_says_the_file_else_its_name_its_folder_or_the_course_system():
    """What the page calls all files says nothing; a zip of Moodle's, a plain one and standard input are read, too."""
    Path("in/4713").mkdir()
    hand_in("4711.json", "", {"values": DAYS})
    hand_in("4713/fortschritt.json", "", {"values": DAYS})
    hand_in("4713/progress (1).json", "4714", {"values": DAYS})
    shutil.make_archive("all", "zip", "in")
    with zipfile.ZipFile("moodle.zip", "w") as archive:
        archive.write("in/4711.json", "Ada Beispiel_1234567_assignsubmission_file/progress.json")
        archive.write("in/4713/progress (1).json", "Bo Muster_1234568_assignsubmission_file/progress.json")

    assert students("in") == students("all.zip") == ["4711", "4713", "4714"]
    assert students("moodle.zip") == ["Ada Beispiel", "4714"]
    assert students("-", Path("in/4713/progress (1).json").read_text()) == ["4714"]


MEANINGLESS = "--report r,--rubric r.toml,--accept lang,--against old.json,--feedback hints,--jobs 2,--key x.tree"


@pytest.mark.parametrize("options", MEANINGLESS.split(","))
def test_what_means_nothing_for_progress_is_refused(options: str):
    """As wrong usage, which names the option."""
    hand_in("a.json", "4711", {"values": DAYS})
    result = run("grade", "trainer.toml", "in", *options.split())
    assert result.exit_code == 2
    assert options.split()[0] in result.stderr


def test_mistakes_in_the_trainer_are_told_and_nothing_is_written():
    """As practice tells them; an empty folder is told, too, and an output among the inputs."""
    assert run("grade", "trainer.toml", "in", "-o", "x.csv").exit_code == 1
    hand_in("a.json", "4711", {"values": DAYS})
    assert run("grade", "trainer.toml", "in", "-o", "in/x.csv").exit_code == 1
    Path("trainer.toml").write_text('skills = ["cut"]', "utf-8")
    result = run("grade", "trainer.toml", "in", "-o", "x.csv")
    assert result.exit_code == 1
    assert "cuts" in result.stderr
    Path("trainer.toml").write_text('skills = ["order"]\nhelp = 0', "utf-8")
    assert run("grade", "trainer.toml", "in", "-o", "x.csv").exit_code == 1
    assert not Path("x.csv").exists()
