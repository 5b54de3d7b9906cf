"""Progress files that a trainer page saves and students hand in.

Progress consists of games. A game is a tree that the student completed. Invalid games are dropped and counted.
"""

import json
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import datetime
from typing import Any, NamedTuple

from treesolve.model.input_file import too_large
from treesolve.model.problem import InputError, Problem
from treesolve.submissions.submission import tidy

MAX_PROGRESS_BYTES = 16 << 20
"""Maximum size of a progress file in bytes; a page keeps 5,000 games, which take up half of this size."""

VERSION = 1
"""The supported version of the file format."""

MAX_TEXT_LENGTH = 200

_GAME = re.compile(r"[0-9a-f]{16} \d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?", re.ASCII)


class PlayedTree(NamedTuple):
    """A completed tree.

    `when` is the time and `tree` the digest of the tree. `answers` is the number of answered questions, and `right` the
    number of questions answered correctly without help.
    """

    when: str
    tree: str
    answers: int
    right: int

    @property
    def day(self) -> str:
        """The date of the game, as YYYY-MM-DD."""
        return self.when.partition("T")[0]


class StudentProgress(NamedTuple):
    """The games of a student, sorted by time.

    `right_days` maps each skill to the dates on which the student practiced it without help. `trainer` is the digest of
    the trainer's trees, and `dropped` is the number of invalid entries.
    """

    sources: tuple[str, ...]
    student: str
    trainer: str
    convention: str
    games: tuple[PlayedTree, ...]
    right_days: Mapping[str, frozenset[str]]
    dropped: int = 0

    @property
    def days(self) -> list[str]:
        """The dates of the games, sorted and without duplicates."""
        return sorted({game.day for game in self.games})

    @property
    def answers(self) -> int:
        """The number of answered questions."""
        return sum(game.answers for game in self.games)

    @property
    def right(self) -> int:
        """The number of questions answered correctly without help."""
        return sum(game.right for game in self.games)

    def merged_with(self, other: "StudentProgress") -> "StudentProgress":
        """Merge the progress with that in another file of the same student; duplicate games are dropped."""
        days = {skill: found | self.right_days.get(skill, frozenset()) for skill, found in other.right_days.items()}
        games = _deduplicate([*self.games, *other.games])
        return self._replace(
            sources=(*self.sources, *other.sources), games=games, right_days={**self.right_days, **days}
        )


def read_progress(content: bytes, source: str, student: str) -> StudentProgress:
    """Parse a progress file; `student` is used if the file does not name a student.

    Raises InputError if the file is not a progress file.
    """
    if len(content) > MAX_PROGRESS_BYTES:
        raise too_large(source, MAX_PROGRESS_BYTES)
    found: Any = None
    with suppress(ValueError, RecursionError):
        found = json.loads(content)
    if not isinstance(found, dict) or found.get("treesolve") != "progress":
        raise InputError((Problem("progress-none", None, {}, source),))
    if found.get("version") != VERSION:
        raise InputError((Problem("progress-version", None, {}, source),))
    named, trainer, convention = (_text(found.get(key)) for key in ("student", "trainer", "lecture"))
    entries = found.get("played")
    read = [_game(entry) for entry in (entries if isinstance(entries, list) else [entries])]
    games = _deduplicate(filter(None, read))
    days = _right_days(found.get("done"), {game.day for game in games})
    return StudentProgress((source,), named or student, trainer, convention, games, days, read.count(None))


def _text(value: object) -> str:
    return tidy(value)[:MAX_TEXT_LENGTH] if isinstance(value, str) else ""


def _deduplicate(games: Iterable[PlayedTree]) -> tuple[PlayedTree, ...]:
    """Return the games sorted by time; if several have the same time and tree, only the first of them is kept."""
    found = {game[:2]: game for game in reversed([*games])}
    return tuple(sorted(found.values()))


def _game(entry: object) -> PlayedTree | None:
    """Parse a game; return None if the entry is invalid or contains an invalid or repeated answer."""
    match entry:
        case {"tree": str(tree), "when": str(when), "record": [_, *_] as record} if _GAME.fullmatch(f"{tree} {when}"):
            answers = dict(found for found in map(_answer, record) if found)
            with suppress(ValueError):
                datetime.fromisoformat(when)
                return (
                    PlayedTree(when, tree, len(answers), sum(answers.values())) if len(answers) == len(record) else None
                )
    return None


def _answer(entry: object) -> tuple[int, bool] | None:
    """Return a question's index and whether it was answered correctly without help; None if the entry is invalid."""
    match entry:
        case {"question": int(index), "right": bool(right), "helped": bool(helped)}:
            return index, right and not helped
    return None


def _right_days(done: Any, played: set[str]) -> dict[str, frozenset[str]]:
    """Return a mapping from each skill to the dates on which it was practiced without help.

    Dates on which no game was played are dropped.
    """
    listed = done.items() if isinstance(done, dict) else ()
    texts = ((skill, [day for day in days if isinstance(day, str)]) for skill, days in listed if isinstance(days, list))
    return {skill: frozenset(played.intersection(days)) for skill, days in texts}
