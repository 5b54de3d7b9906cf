"""Everything that reads, called directly: far more inputs than commands can be started for."""

import io
import resource
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from tests.support.places import EXERCISES, TESTS
from treesolve.authoring.chance_weights import read_chances
from treesolve.authoring.constraint import read_constraint
from treesolve.authoring.sheet_file import read_sheet
from treesolve.authoring.task_file import parse_task
from treesolve.authoring.value_range import read_value_range
from treesolve.cli.defaults import read_defaults
from treesolve.cli.option import read_style
from treesolve.games.heap_games import read_heaps
from treesolve.games.player_registry import read_player
from treesolve.games.registry import read_outcomes
from treesolve.games.tictactoe import read_board
from treesolve.grading.decision_file import read_decisions
from treesolve.grading.exam import read_key
from treesolve.grading.grade_changes import read_grades
from treesolve.grading.roster import read_roster
from treesolve.grading.rubric_file import read_rubric
from treesolve.integrations.course_submissions import SubmissionLoader
from treesolve.integrations.gradebook_file import read_gradebook
from treesolve.model.input_file import read_with
from treesolve.model.problem import InputError, Problem
from treesolve.model.tree_shape import read_players, read_shape
from treesolve.model.utf8_text import decode
from treesolve.notation.convention_expression import read_convention, resolve_expression
from treesolve.notation.grammar_reader import read_native
from treesolve.notation.importers.format_detection import NOTATIONS
from treesolve.notation.reader import read_with_remarks
from treesolve.notation.toml_source import read_toml
from treesolve.rendering.letterhead_file import read_letterhead
from treesolve.rendering.problem_sentence import problem_report
from treesolve.submissions.progress_file import read_progress
from treesolve.submissions.submission import Submission
from treesolve.submissions.submission_files import read_submissions_in_file
from treesolve.workflows.class_report import build_marker
from treesolve.workflows.grade_submission import Marker

CORPUS = TESTS / "corpus"

SETS = ("messy", "messy-names", "messy-wide", "messy-min")
"""The sets of answers by whose keys answers are marked."""

MAX_SECONDS, MAX_MEGABYTES = 2.0, 500
"""What an input may take: seconds of the processor, and memory beside what the program had before."""

Reader = Callable[[bytes], object]
Mutate = Callable[[bytes, tuple[bytes, ...], Random], bytes]


class Surprise(Exception):
    """What no input should bring about."""


@cache
def readers() -> Mapping[str, Reader]:
    """All readers by name; a foreign notation is called as its module is."""
    texts: dict[str, Callable[[str], object]] = {
        "tree": read_native,
        "payoffs": partial(read_native, payoffs=True),
        "any-notation": read_with_remarks,
        **{name: partial(_read_if_recognised, name) for name in NOTATIONS},
        "answer": _mark,
        "key": read_key,
        "grades": lambda text: read_grades(text, "x.json"),
        "expression": resolve_expression,
        "constraint": read_constraint,
        "style": read_style,
        "values": read_value_range,
        "shape": read_shape,
        "players": read_players,
        "chances": read_chances,
        "board": read_board,
        "heaps": read_heaps,
        "player": partial(read_player, conventions=resolve_expression),
        "outcomes": read_outcomes,
    }
    files: dict[str, tuple[str, Callable[[Path], object]]] = {
        "archive": ("x.zip", lambda path: _check_submissions(SubmissionLoader([str(path)]).submissions())),
        "gradebook": ("x.csv", lambda path: read_gradebook(str(path), {"x"})),
        "roster": ("x.csv", read_roster),
        "rubric": ("x.toml", read_rubric),
        "decisions": ("x.toml", read_decisions),
        "convention": ("x.toml", read_convention),
        "sheet": ("x.toml", read_sheet),
        "exercise": ("x.toml", lambda path: parse_task(read_toml(path))),
        "defaults": ("treesolve.toml", read_defaults),
        "letterhead": ("look/letterhead.toml", lambda path: read_letterhead(path.parent)),
        "logo": ("logo/logo.svg", _read_with_logo),
    }
    progress = {"progress": lambda content: read_progress(content, "x.json", "x")}
    answers = {f"answers-{ending}": partial(_read_answers, ending) for ending in ("txt", "csv")}
    return {
        **{name: partial(_read_text, read) for name, read in texts.items()},
        **{name: partial(_read_from_file, *asked) for name, asked in files.items()},
        **answers,
        **progress,
    }


def _read_text(read: Callable[[str], object], content: bytes) -> None:
    read(decode(content, "-"))


def _read_from_file(name: str, read: Callable[[Path], object], content: bytes) -> None:
    path = _scratch() / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    read_with(read, path)


@cache
def _scratch() -> Path:
    """Return a folder for as long as the process lives."""
    folder = tempfile.TemporaryDirectory()
    _kept.append(folder)
    return Path(folder.name)


_kept: list[Any] = []


def _read_if_recognised(name: str, text: str) -> None:
    notation = import_module(f"treesolve.notation.importers.{name}")
    if notation.recognizes(text):
        notation.read(text)


def _read_answers(ending: str, content: bytes) -> None:
    _check_submissions(read_submissions_in_file(io.BytesIO(content), f"x.{ending}", "x"))


def _check_submissions(found: Iterable[Submission | Problem]) -> None:
    """Raise Surprise where the program went wrong over a file, which is else told as a problem of that."""
    for one in found:
        if isinstance(one, Problem):
            problem_report(one)
            if one.code == "program-fault":
                raise Surprise(str(one.facts))


@cache
def _markers() -> tuple[Marker, ...]:
    keys = (EXERCISES / "answers" / name / "key.tree" for name in SETS)
    return tuple(build_marker(key, None, None, (), "full") for key in keys)


def _mark(text: str) -> None:
    """Read and mark an answer by one of the keys, which depends on it alone."""
    marker = _markers()[len(text) % len(SETS)]
    message = marker.outcome(Submission("-", "4711", text)).problems
    if any(one.code == "program-fault" for one in message):
        raise Surprise(str(message))


def _read_with_logo(path: Path) -> None:
    (path.parent / "letterhead.toml").write_text('logo = "logo.svg"\n')
    read_letterhead(path.parent)


def corpus(name: str) -> list[bytes]:
    """What is kept for a reader, in the order of its names; the empty input, where there is nothing."""
    return [path.read_bytes() for path in sorted((CORPUS / name).glob("*"))] or [b""]


def reader_inputs(mutate: Mutate, seed: object) -> Iterator[tuple[str, bytes]]:
    """Inputs without end, each with the reader that it is for: what is kept, mutated with pieces of other such."""
    dice = Random(f"{seed} readers")
    kept = {name: corpus(name) for name in readers()}
    pieces = {name: tuple(piece for content in found for piece in content.split()) for name, found in kept.items()}
    while True:
        for name, found in kept.items():
            yield name, mutate(dice.choice(found), pieces[name], dice)


def oddity_of_reader(name: str, content: bytes) -> str | None:
    """What is wrong with the way a reader took an input; None where nothing is."""
    memory, began = megabytes(), time.process_time()
    try:
        readers()[name](content)
    except InputError as error:
        for problem in error.problems:
            problem_report(problem, "en" if len(content) % 2 else "de")
    except Exception as error:
        return repr(error)
    seconds, more = time.process_time() - began, megabytes() - memory
    if seconds > MAX_SECONDS:
        return f"took {seconds:.1f} s"
    return f"took {more:.0f} MB" if more > MAX_MEGABYTES else None


def megabytes() -> float:
    """Return the most memory this process ever had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
