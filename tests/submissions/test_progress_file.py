"""Progress saved by a trainer page: valid entries are read, invalid ones are dropped."""

import json
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.effort import examples
from treesolve.model.problem import InputError
from treesolve.submissions.progress_file import MAX_PROGRESS_BYTES, PlayedTree, StudentProgress, read_progress

ONE, OTHER = "0123456789abcdef", "f" * 16
RIGHT = {"question": 0, "answer": "on", "right": True, "helped": False}
WRONG = {"question": 3, "answer": ["-inf", "5"], "right": False, "helped": False}
TOLD = {"question": 5, "answer": None, "right": False, "helped": True}
GAME = {"tree": ONE, "when": "2026-11-24T14:03", "level": 3, "record": [RIGHT, WRONG, TOLD]}


def saved(**changed: Any) -> bytes:
    """Return a file as a page saves it, with changes."""
    usual = {"treesolve": "progress", "version": 1, "trainer": OTHER, "lecture": "aima", "student": "4711"}
    usual |= {"settings": {"seed": 0}, "played": [GAME], "done": {"cuts": ["2026-11-24"]}}
    return json.dumps({**usual, **changed}).encode()


def read(content: bytes) -> StudentProgress:
    """Return the progress in a file that is named after another student."""
    return read_progress(content, "x.json", "x")


def code(content: bytes) -> str:
    """Return the problem code for a rejected file."""
    with pytest.raises(InputError) as caught:
        read(content)
    [problem] = caught.value.problems
    assert problem.source == "x.json"
    return problem.code


def test_a_file_is_read_as_it_was_saved():
    """One of three answers was right without help."""
    games, days = (PlayedTree("2026-11-24T14:03", ONE, 3, 1),), {"cuts": frozenset({"2026-11-24"})}
    assert read(saved()) == StudentProgress(("x.json",), "4711", OTHER, "aima", games, days, 0)


@pytest.mark.parametrize("student", ["", "  \n", None, 4711, ["4711"], {}])
def test_without_a_name_the_file_determines_the_student(student: object):
    """Names must be text."""
    assert read(saved(student=student)).student == "x"


def test_a_name_is_one_line_of_two_hundred_characters():
    """Control characters are removed."""
    assert read(saved(student=" a\n\x1b[2J\u202eb ")).student == "a [2J b"
    assert read(saved(student="é" * 10_000)).student == "é" * 200


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b"{", b"hello", b"\xff\xfe\x00", b"null", b"[]", b'"progress"', b"1" * 5000, b"NaN"),
        *(b"[" * 100_000, b'{"a":' * 100_000, b'{"treesolve": "key", "version": 1}', b"[" + saved() + b"]"),
        *(saved(treesolve=["progress"]), saved()[:-1], saved() + b"}"),
    ],
)
def test_other_files_are_rejected(content: bytes):
    """Invalid JSON, deeply nested JSON and other content yield the same message."""
    assert code(content) == "progress-none"


@pytest.mark.parametrize("version", [0, 2, "1", None, [1]])
def test_another_version_is_rejected(version: object):
    """It has its own message."""
    assert code(saved(version=version)) == "progress-version"


def test_a_huge_file_is_rejected_unread():
    """Smaller files are accepted."""
    assert code(saved() + b" " * MAX_PROGRESS_BYTES) == "file-too-large"
    content = saved()
    assert read(content + b" " * (MAX_PROGRESS_BYTES - len(content))).answers == 3


@pytest.mark.parametrize(
    "changed",
    [
        *({"tree": tree} for tree in (None, 5, "", "abc", ONE.upper(), ONE + "\n", ONE + "0", [ONE])),
        *({"when": when} for when in (None, 0, "", "2026-11-24", "2026-02-30T10:00", "2026-11-24T25:00")),
        *(
            {"when": when}
            for when in ("0000-01-01T10:00", "2026-11-24T10:00:0", "٢٠٢٦-11-24T10:00", " 2026-11-24T10:00")
        ),
        *({"record": record} for record in (None, [], {}, "x", 1, [None], [RIGHT, RIGHT], [RIGHT, {}], [[RIGHT]])),
        *({"record": [RIGHT | {key: 1}]} for key in ("right", "helped")),
        *({"record": [RIGHT | {"question": number}]} for number in ("0", None, 0.5, [])),
    ],
)
def test_an_invalid_game_is_dropped_and_counted(changed: dict[str, object]):
    """The other games remain."""
    found = read(saved(played=[GAME | changed, GAME]))
    assert (found.games, found.dropped) == ((PlayedTree("2026-11-24T14:03", ONE, 3, 1),), 1)


@pytest.mark.parametrize("played", [None, {}, "x", 5, True])
def test_games_that_are_not_a_list_are_one_invalid_entry(played: object):
    """No day remains on which a skill could have been practiced."""
    found = read(saved(played=played))
    assert (found.games, found.right_days, found.dropped) == ((), {"cuts": frozenset()}, 1)


@pytest.mark.parametrize("done", [None, [], "cuts", {"cuts": "2026-11-24"}, {"cuts": {"2026-11-24": 1}}, {"cuts": 1}])
def test_invalid_skills_have_no_days(done: object):
    """The games are read nevertheless."""
    found = read(saved(done=done))
    assert (found.right_days, found.answers) == ({}, 3)


def test_days_of_skills_are_days_with_games():
    """Other entries of the list are ignored, and each day counts once."""
    days = ["2026-11-24", "2026-11-24", "2026-11-25", None, 5, ["2026-11-24"], {}]
    assert read(saved(done={"cuts": days})).right_days == {"cuts": frozenset({"2026-11-24"})}


def test_answers_with_help_are_not_right():
    """Answers with help do not count as right."""
    assert read(saved(played=[GAME | {"record": [TOLD | {"right": True}, RIGHT]}])).right == 1


def test_a_tree_counts_once_at_each_time():
    """At another time it is another game; of two games at the same time the first counts."""
    assert read(saved(played=[GAME, GAME | {"record": [RIGHT]}])).games == (PlayedTree("2026-11-24T14:03", ONE, 3, 1),)
    later = GAME | {"when": "2026-11-25T14:03", "record": [RIGHT]}
    found = read(saved(played=[later, GAME, GAME, later]))
    assert [game.when for game in found.games] == ["2026-11-24T14:03", "2026-11-25T14:03"]
    assert (found.days, found.answers, found.right) == (["2026-11-24", "2026-11-25"], 4, 2)


def test_files_of_one_student_are_merged():
    """Games are deduplicated and days of skills united, in either order; the first file determines the student."""
    here = read(saved(done={"cuts": ["2026-11-24"], "ties": ["2026-11-24"]}))
    games = [GAME, GAME | {"when": "2026-11-26T09:00", "tree": OTHER}]
    there = read_progress(saved(played=games, student="Z", done={"cuts": ["2026-11-26"]}), "y.json", "y")
    both = here.merged_with(there)
    assert (both.sources, both.student) == (("x.json", "y.json"), "4711")
    assert [game.tree for game in both.games] == [ONE, OTHER]
    assert both.right_days == {"cuts": frozenset({"2026-11-24", "2026-11-26"}), "ties": frozenset({"2026-11-24"})}
    assert there.merged_with(here)[4:] == both[4:]
    assert both.merged_with(here)[4:] == both[4:]


def test_a_large_malicious_file_is_read_quickly():
    """It has fifty thousand games on as many days, and a list of days of the same length."""
    days = [f"{1000 + number // 336}-{number // 28 % 12 + 1:02}-{number % 28 + 1:02}" for number in range(50_000)]
    games = [{"tree": ONE, "when": f"{day}T10:00", "record": [RIGHT]} for day in days]
    content = saved(played=games, done={"cuts": days, **{str(number): ["x"] * 10 for number in range(20_000)}})
    began = time.process_time()
    assert len(read(content).right_days["cuts"]) == 50_000
    assert time.process_time() - began < 10


LEAVES = [ONE, "2026-11-24", "2026-11-24T14:03", GAME, RIGHT, TOLD, True, 1]

JSON = st.recursive(
    st.none() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(LEAVES),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from([*GAME, *RIGHT, "cuts"]) | st.text(max_size=3), inner, max_size=6)
    ),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from(["trainer", "lecture", "student", "settings", "played", "done"]), JSON))
@examples(4000)
def test_any_content_after_the_header_is_read(changed: dict[str, Any]):
    """The result is consistent for any content."""
    found, played = read(saved(**changed)), changed.get("played", [GAME])
    assert found.student
    assert 0 <= found.right <= found.answers
    assert len(found.games) + found.dropped <= (len(played) if isinstance(played, list) else 1)
    assert {day for days in found.right_days.values() for day in days} <= set(found.days)
