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
    """Return the decisions in the file."""
    path = folder / "decisions.toml"
    return tomllib.loads(path.read_text("utf-8")).get("decision", []) if path.exists() else []


@pytest.mark.parametrize(
    ("part", "ruling", "status"),
    [
        *(("pruned", {"means": "hello world"}, 409), ("pruned", {"means": "best: B"}, 409)),
        *(("pruned", {"means": "L9"}, 409), ("best", {"means": "C=L1"}, 409), ("pruned", {"means": "L4 " * 2000}, 409)),
        ("pruned", {"means": "L4", "reason": "x" * 4001}, 409),
        *(("pruned", {"means": "L4", "reason": "\x1b[2J"}, 409), ("pruned", {"means": "L4", "reason": "\ud800"}, 400)),
        *(("pruned", {"means": ["L4"]}, 409), ("pruned", {"means": ""}, 409), ("pruned", {"means": " \t"}, 409)),
        *(("best", {"points": "1000"}, 409), ("best", {"points": "1.01"}, 409), ("best", {"points": "-1"}, 409)),
        *(("best", {"points": "inf"}, 409), ("best", {"points": "0.00001"}, 409), ("best", {"points": "1e-3"}, 409)),
        *(("best", {"points": "one"}, 409), ("best", {"points": "9" * 2000}, 409), ("best", {"points": 1}, 400)),
        *(("best", {"points": None}, 400), ("best", {"verdict": "great"}, 409), ("best", {"verdict": True}, 409)),
        *(("best", {"verdict": "right", "points": "1"}, 409), ("best", {"verdict": "right", "student": "3"}, 400)),
        *(("best", {"verdict": "right", "answer": ""}, 400), ("best", {"reason": "so"}, 409), ("best", {}, 409)),
        *(("best", [], 400), ("best", "right", 400), ("windows", RIGHT, 400), ("statements", RIGHT, 400)),
        *(("", RIGHT, 409), (["best"], RIGHT, 409)),
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
        ("POST", "decide", {"Content_Length": "9" * 5000}),
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
    arguments = review_folder(tmp_path, {"1": UNREAD.format("das da")})
    with served(*arguments, script=DISK.format(log=str(log), full=str(full))) as address:
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
    message = run("grade", *arguments, "--format", "csv").stdout
    assert [line.split(",")[0] for line in message.splitlines()[1:]] == ["1", "2"]
    assert "not yet" not in message


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


@pytest.fixture
def unassigned(tmp_path: Path) -> Iterator[str]:
    """A page about two exercises, with a card of two students who do not say which one they answer."""
    (tmp_path / "key").mkdir()
    (tmp_path / "in").mkdir()
    for name in "wz":
        (tmp_path / f"key/{name}.tree").write_text("((6 5) (2 9))\n")
    for student in "12":
        (tmp_path / f"in/{student}.txt").write_text(UNREAD.format("das da"))
    arguments = (f"{tmp_path}/key", f"{tmp_path}/in", "--decisions", f"{tmp_path}/decisions.toml")
    with served(*arguments, codes=(1,)) as address:
        yield address


@pytest.mark.parametrize(
    ("part", "ruling", "status"),
    [
        *(
            ("exercise", {"means": label}, 409)
            for label in ("x", "w; x", "w (B)", "w z", "", " ", ";", ["w"], "w" * 4001)
        ),
        *(("exercise", {"verdict": verdict}, 409) for verdict in ("right", "wrong", "read", "w")),
        ("exercise", {"points": "1"}, 409),
        ("exercise", {"means": "w", "verdict": "nothing"}, 409),
        ("exercise", {"reason": "so"}, 409),
        ("exercise", {"means": "w", "exercise": "w"}, 400),
        ("pruned", {"means": "L4"}, 400),
        ("best", RIGHT, 400),
    ],
)
def test_an_assignment_that_marking_would_refuse_is_not_saved(
    unassigned: str, tmp_path: Path, part: str, ruling: Any, status: int
):
    """A task that the key does not have, no task at all, points, and decisions about parts before there is a task."""
    tab = Tab(unassigned)
    found = tab.decide(0, part, **ruling)

    assert found[0] == status
    assert bool(found[1].get("problem")) is (status == 409)
    assert (saved(tmp_path), tab.listed[0]["waits"]) == ([], ["exercise"])
    assert tab.decide(0, "exercise", means="W ; z")[0] == 200
    assert [card.get("task") for card in Tab(unassigned).listed] == [None, "w", "z"]


def test_a_text_of_an_exercise_is_not_assigned(review: str, tmp_path: Path):
    """Nor does a tab that tries it stop the server."""
    tab = Tab(review)
    assert [tab.ask(action, card=0, part="exercise", ruling={"means": "x"})[0] for action in ("decide", "try")] == [
        400
    ] * 2
    assert saved(tmp_path) == []


def test_a_second_tab_does_not_assign_anew(unassigned: str, tmp_path: Path):
    """It is refused and gets the cards of the exercises with what they ask for; then it may assign otherwise."""
    first, second = Tab(unassigned), Tab(unassigned)
    assert first.decide(0, "exercise", means="w")[0] == 200
    status, found = second.decide(0, "exercise", means="z")

    assert (status, list(found["exercises"])) == (409, ["0"])
    assert second.students == [["1", "2"], ["1", "2"]]
    assert [one["means"] for one in saved(tmp_path)] == ["w"]
    assert second.decide(0, "exercise", means="z")[0] == 200
    assert [card.get("task") for card in second.listed] == [None, "z"]


def test_an_assignment_is_not_changed_over_a_decision_that_was_not_seen(unassigned: str, tmp_path: Path):
    """The card of the exercise would be gone, and nobody would know."""
    first, second = Tab(unassigned), Tab(unassigned)
    first.decide(0, "exercise", means="w")
    second.decide(0, "exercise", means="w")
    card = second.order[1]
    assert second.decide(card, "pruned", points="1")[0] == 200
    for ruling in ({"means": "z"}, None):
        stale = {"version": 1, "card": 0, "part": "exercise", "ruling": ruling}
        assert first.ask("decide", **stale)[0] == 409
    assert first.ask("apart", version=1, card=0, students=["2"])[0] == 409
    assert sorted(one["part"] for one in saved(tmp_path)) == ["exercise", "pruned"]

    assert first.decide(0, "exercise", means="z")[0] == 200
    status, found = second.decide(card, "best", points="1")
    assert (status, "elsewhere in the meantime" in found["problem"]) == (409, True)
    assert (card in second.order, second.decide(card, "best", points="1")[0]) == (False, 400)


def test_an_assignment_is_undone_like_any_change(unassigned: str, tmp_path: Path):
    """By the tab that made it, unless another one has assigned the text anew."""
    first, second = Tab(unassigned), Tab(unassigned)
    mine = first.decide(0, "exercise", means="w")[1]["change"]
    assert first.ask("undo", change=mine)[0] == 200
    assert (saved(tmp_path), len(first.order), first.listed[0]["waits"]) == ([], 1, ["exercise"])

    mine = first.decide(0, "exercise", means="w; z")[1]["change"]
    assert second.decide(0, "exercise", means="z")[0] == 409
    assert second.decide(0, "exercise", verdict="nothing")[0] == 200
    assert (second.students, second.listed[0]["waits"]) == ([["1", "2"]], [])
    assert first.ask("undo", change=mine)[0] == 409
    assert [one["verdict"] for one in saved(tmp_path)] == ["nothing"]


def test_students_of_an_assigned_text_are_taken_apart(unassigned: str, tmp_path: Path):
    """Both in the exercise and before it; no card is left over when the assignment is taken back."""
    tab = Tab(unassigned)
    tab.decide(0, "exercise", means="w")
    assert tab.ask("apart", card=tab.order[1], students=["2"])[0] == 200
    assert tab.students == [["1", "2"], ["1"], ["2"]]
    assert tab.ask("decide", card=0, part="exercise", ruling=None)[0] == 200
    assert tab.students == [["1", "2"]]

    tab.decide(0, "exercise", means="w")
    assert tab.ask("apart", card=0, students=["2"])[0] == 200
    assert tab.students == [["1"], ["1"], ["2"], ["2"]]
    tab.decide(tab.order[2], "exercise", means="z")
    assert [card.get("task") for card in tab.listed] == [None, "w", None, "z"]
    assert [(list(one["students"]), one["means"]) for one in saved(tmp_path)] == [(["1"], "w"), (["2"], "z")]


def test_a_decision_about_another_task_is_none_about_the_task_of_a_text(unassigned: str, tmp_path: Path):
    """A text still waits if the file names a task that the key does not have, or decides about its parts."""
    entries = [("exercise", 'means = "7"'), ("pruned", 'means = "L4"')]
    text = "".join(f'[[decision]]\nstudent = "1"\npart = "{part}"\n{said}\n' for part, said in entries)
    (tmp_path / "other.toml").write_text(text)
    with served(f"{tmp_path}/key", f"{tmp_path}/in", "--decisions", f"{tmp_path}/other.toml", codes=(1,)) as address:
        assert [card["waits"] for card in Tab(address).listed] == [["exercise"]] * 2
