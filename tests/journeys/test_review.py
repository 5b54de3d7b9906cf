"""The review server as a browser, a second tab, another program and a failing disk see it."""

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.program import run
from tests.support.review_program import Tab, review_folder, served

UNREAD = "values: A=5 B=5 C=2\npruned: {}\norder: 6 5 2\nbest: B\n"
RIGHT = {"verdict": "right"}

DISK = """
import builtins, os, sys
fsync, replace = os.fsync, os.replace
def noted(*what):
    print(*what, file=open({log!r}, "a"), flush=True)
def synced(number):
    noted("fsync", os.path.basename(os.readlink(f"/proc/self/fd/{{number}}")))
    if os.path.exists({full!r}):
        raise OSError(28, "No space left on device")
    fsync(number)
def replaced(source, target, **how):
    noted("replace", os.path.basename(target))
    replace(source, target, **how)
os.fsync, os.replace = synced, replaced
from treesolve.__main__ import main
main()
"""


@pytest.fixture
def review(tmp_path: Path) -> Iterator[str]:
    """A page with two cards, of two students and of one."""
    answers = {"1": UNREAD.format("das da"), "2": UNREAD.format("das da"), "3": UNREAD.format("jenes")}
    with served(*review_folder(tmp_path, answers)) as address:
        yield address


def saved(folder: Path) -> list[dict[str, Any]]:
    """The decisions in the file."""
    path = folder / "decisions.toml"
    return tomllib.loads(path.read_text("utf-8"))["decision"] if path.exists() else []


@pytest.mark.parametrize(
    ("part", "ruling", "status"),
    [
        ("pruned", {"means": "hello world"}, 409),
        ("pruned", {"means": "best: B"}, 409),
        ("pruned", {"means": "L9"}, 409),
        ("best", {"means": "C=L1"}, 409),
        ("pruned", {"means": "L4 " * 2000}, 409),
        ("pruned", {"means": "L4", "reason": "x" * 4001}, 409),
        ("pruned", {"means": "L4", "reason": "\x1b[2J"}, 409),
        ("pruned", {"means": "L4", "reason": "\ud800"}, 400),
        ("pruned", {"means": ["L4"]}, 409),
        ("pruned", {"means": ""}, 409),
        ("pruned", {"means": " \t"}, 409),
        ("best", {"points": "1000"}, 409),
        ("best", {"points": "1.01"}, 409),
        ("best", {"points": "-1"}, 409),
        ("best", {"points": "inf"}, 409),
        ("best", {"points": "0.00001"}, 409),
        ("best", {"points": "1e-3"}, 409),
        ("best", {"points": "one"}, 409),
        ("best", {"points": "9" * 2000}, 409),
        ("best", {"points": 1}, 400),
        ("best", {"points": None}, 400),
        ("best", {"verdict": "great"}, 409),
        ("best", {"verdict": True}, 409),
        ("best", {"verdict": "right", "points": "1"}, 409),
        ("best", {"verdict": "right", "student": "3"}, 400),
        ("best", {"verdict": "right", "answer": ""}, 400),
        ("best", {"reason": "so"}, 409),
        ("best", {}, 409),
        ("best", [], 400),
        ("best", "right", 400),
        ("windows", RIGHT, 400),
        ("statements", RIGHT, 400),
        ("", RIGHT, 409),
        (["best"], RIGHT, 409),
    ],
)
def test_what_marking_would_refuse_is_not_saved(review: str, tmp_path: Path, part: Any, ruling: Any, status: int):
    """A refusal says why unless no page sends such a thing; afterwards the server still works."""
    tab = Tab(review)
    found = tab.ask("decide", card=0, part=part, ruling=ruling)

    assert found[0] == status
    assert bool(found[1].get("problem")) is (status == 409)
    if isinstance(ruling, dict) and isinstance(part, str):
        assert tab.ask("try", card=0, part=part, ruling=ruling)[0] == status
    assert saved(tmp_path) == []
    assert tab.decide(0, "pruned", points="1")[0] == 200


@pytest.mark.parametrize(
    "body",
    [
        *(b"", b"[", b"[]", b"null", b'"card"', b"\xff\xfe", b'{"card": "\xff"}', b"{" * 50_000, b"1" * 5000),
        *(b'{"card": %s, "part": "best", "ruling": {"verdict": "right"}, "version": 0}' % card for card in (
            *(b"Infinity", b"-Infinity", b"NaN", b"1e999", b"0.0", b"0.5", b"true", b"null", b'"0"', b"[0]", b"-1"),
            *(b"2", b"9" * 4000, b"9" * 5000),
        )),
        *(b'{"card": 0, "part": "best", "ruling": {"verdict": "right"}%s}' % version for version in (
            b"", b', "version": null', b', "version": 0.0', b', "version": -1', b', "version": 1', b', "version": "0"',
        )),
    ],
)  # fmt: skip
def test_a_body_without_sense_is_refused(review: str, tmp_path: Path, body: bytes):
    """With an answer: no connection is dropped."""
    tab = Tab(review)
    assert tab.send("POST", "decide", body) == (400, b"")
    assert saved(tmp_path) == []
    assert tab.decide(0, "best", **RIGHT)[0] == 200


@pytest.mark.parametrize(
    ("method", "action", "headers"),
    [
        ("POST", "decide", {"Origin": "http://evil.example"}),
        ("POST", "decide", {"Host": "evil.example"}),
        ("POST", "decide", {"Content_Type": "text/plain"}),
        ("POST", "decide", {"Content_Length": "9" * 5000}),
        ("POST", "decide", {"Content_Length": "-1"}),
        ("POST", "Decide", {}),
        ("GET", "decide", {}),
        ("GET", "file/0/-1", {}),
        ("GET", "file/9/0", {}),
        ("GET", "file/0/0_0", {}),
        *((method, "decide", {}) for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "TRACE", "CONNECT")),
    ],
)
def test_only_the_page_decides(review: str, tmp_path: Path, method: str, action: str, headers: dict[str, str]):
    """Any other request is answered, and changes nothing."""
    tab = Tab(review)
    asked = {"version": 0, "card": 0, "part": "best", "ruling": RIGHT}
    status, _ = tab.send(method, action, json.dumps(asked), **headers)

    assert status in (404, 501)
    assert saved(tmp_path) == []
    assert tab.decide(0, "best", **RIGHT)[0] == 200


def test_a_second_tab_overwrites_nothing(review: str, tmp_path: Path):
    """It is refused and gets the newer decision; then it may change that."""
    first, second = Tab(review), Tab(review)
    first.decide(0, "pruned", points="1")
    status, found = second.decide(0, "pruned", points="2", reason="second")

    assert status == 409
    assert "elsewhere in the meantime" in found["problem"]
    assert [one["ruling"]["points"] for one in second.cards[0]["parts"] if one["ruling"]] == ["1"]
    assert [one["points"] for one in saved(tmp_path)] == [1]
    assert second.decide(0, "pruned", points="2")[0] == 200
    assert first.ask("decide", card=0, part="pruned", ruling=None)[0] == 409
    assert [one["points"] for one in saved(tmp_path)] == [2]


def test_tabs_do_not_hinder_each_other(review: str, tmp_path: Path):
    """Two parts of a card, and two cards, are decided in two tabs; each sees what the other did."""
    first, second = Tab(review), Tab(review)
    assert first.decide(0, "pruned", points="1")[0] == 200
    assert second.decide(0, "best", points="0")[0] == 200
    assert second.decide(1, "pruned", points="2")[0] == 200
    assert first.decide(1, "best", **RIGHT)[0] == 200

    rulings = {part["part"]: part["ruling"] for part in first.cards[0]["parts"] if part["ruling"]}
    assert {part: ruling["points"] for part, ruling in rulings.items()} == {"pruned": "1", "best": "0"}
    assert sorted(len(one["students"]) for one in saved(tmp_path)) == [1, 1, 2, 2]


def test_undo_takes_back_only_what_its_own_tab_did(review: str, tmp_path: Path):
    """Not what another tab decided, there or about the same part."""
    first, second = Tab(review), Tab(review)
    mine = first.decide(0, "pruned", points="1")[1]["change"]
    second.decide(1, "pruned", points="2")
    other = second.decide(0, "best", points="1")[1]["change"]

    assert first.ask("undo", change=mine)[0] == 200
    assert {(one["part"], one["points"]) for one in saved(tmp_path)} == {("pruned", 2), ("best", 1)}
    first.decide(0, "best", points="0")
    assert second.ask("undo", change=other)[0] == 409
    assert {(one["part"], one["points"]) for one in saved(tmp_path)} == {("pruned", 2), ("best", 0)}
    assert [second.ask("undo", change=number)[0] for number in (99, 0, -1, None, 1.0)] == [400] * 5


def test_students_taken_apart_in_one_tab_are_not_decided_with_the_others_in_another(review: str, tmp_path: Path):
    """The other tab gets both cards first."""
    first, second = Tab(review), Tab(review)
    assert first.ask("apart", card=0, students=["2"])[0] == 200
    assert [first.ask("apart", card=0, students=names)[0] for names in ([], ["1"], ["9"], "1", None, 7)] == [400] * 6

    assert second.decide(0, "pruned", points="1")[0] == 409
    assert len(second.cards) == 3
    assert second.decide(2, "pruned", points="1")[0] == 200
    assert [list(one["students"]) for one in saved(tmp_path)] == [["2"]]


@pytest.mark.parametrize("is_deleted", [False, True])
def test_a_file_that_another_program_changed_is_not_overwritten(review: str, tmp_path: Path, is_deleted: bool):
    """Nor is one that was deleted made anew."""
    tab, path = Tab(review), tmp_path / "decisions.toml"
    tab.decide(0, "pruned", points="1")
    text = path.read_text("utf-8") + "# seen by a colleague\n"
    path.unlink() if is_deleted else path.write_text(text, "utf-8")

    status, found = tab.decide(1, "pruned", points="2")
    assert (status, path.exists()) == (409, not is_deleted)
    assert "changed or deleted" in found["problem"]
    assert is_deleted or path.read_text("utf-8") == text
    assert not list(tmp_path.glob(".*"))


def test_two_programs_do_not_overwrite_each_other(tmp_path: Path):
    """The second one to save is refused."""
    arguments = review_folder(tmp_path, {"1": UNREAD.format("das da")})
    with served(*arguments) as one, served(*arguments) as other:
        first, second = Tab(one), Tab(other)
        assert first.decide(0, "pruned", points="1")[0] == 200
        assert second.decide(0, "pruned", points="2")[0] == 409
        assert first.decide(0, "pruned", points="3")[0] == 200
    assert [one["points"] for one in saved(tmp_path)] == [3]


def test_saved_means_written_to_disk(tmp_path: Path):
    """The file before it takes its place, and its folder after that; where the disk is full nothing is saved."""
    log, full = tmp_path / "log", tmp_path / "full"
    script = tmp_path / "program.py"
    script.write_text(DISK.format(log=str(log), full=str(full)), "utf-8")
    arguments = review_folder(tmp_path, {"1": UNREAD.format("das da")})
    with served(*arguments, program=[str(script)]) as address:
        tab = Tab(address)
        assert tab.decide(0, "pruned", points="1")[0] == 200
        assert log.read_text().split("\n")[:-1] == [
            "fsync .decisions.toml.part",
            "replace decisions.toml",
            f"fsync {tmp_path.name}",
        ]
        full.touch()
        status, found = tab.decide(0, "pruned", points="2")
        assert (status, "cannot be written" in found["problem"]) == (409, True)
        assert [one["points"] for one in saved(tmp_path)] == [1]
        full.unlink()
        assert tab.decide(0, "pruned", points="2")[0] == 200
    assert [one["points"] for one in saved(tmp_path)] == [2]


def test_a_file_of_an_earlier_version_is_read_and_kept(tmp_path: Path):
    """Its decisions count, and stay where others are added."""
    arguments = review_folder(tmp_path, {"1": UNREAD.format("das da"), "2": UNREAD.format("jenes")})
    entry = '[[decision]]\npart = "pruned"\npoints = 1.5\nreason = "So."\n[decision.students]\n"1" = ""\n'
    (tmp_path / "decisions.toml").write_text(
        f"# Decided by hand: treesolve grade and explain take this file with --decisions.\n\n{entry}", "utf-8"
    )
    with served(*arguments) as address:
        tab = Tab(address)
        card = next(number for number, card in tab.cards.items() if card["students"][0][0] == "2")
        tab.decide(card, "pruned", means="L4")
    assert [one.get("points") for one in saved(tmp_path)] == [1.5, None]
    told = run("grade", *arguments, "--format", "csv").stdout
    assert [line.split(",")[0] for line in told.splitlines()[1:]] == ["1", "2"]
    assert "not yet" not in told


def test_an_answer_handed_in_twice_is_decided_twice(tmp_path: Path):
    """A decision about one of the texts leaves that about the other, and grade reads the file."""
    texts = {"a": "student: 1\npruned: weg da\n", "b": "student: 1\npruned: hm tja\n"}
    arguments = review_folder(tmp_path, texts)
    with served(*arguments) as address:
        tab = Tab(address)
        for card, points in enumerate("12"):
            for part in ("values", "pruned", "order", "best"):
                given = points if part == "pruned" else "0"
                assert tab.decide(card, part, points=given)[0] == 200
    result = run("grade", *arguments, "--format", "json")
    assert [one["points"] for one in json.loads(result.stdout)["results"]] == [1, 2]
    assert "decisions.toml" not in result.stderr
