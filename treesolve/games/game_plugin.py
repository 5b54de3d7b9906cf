"""Games and heuristics in the Python files or installed packages of users.

An error in the code of a user is reported as a Problem with the line at fault.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from fractions import Fraction
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from treesolve.games.game import Game, Heuristic, Move
from treesolve.model.entry_point import GAMES, extension, extension_error
from treesolve.model.input_file import MAX_PROGRAM_BYTES, read_file, read_with
from treesolve.model.kind import Kind
from treesolve.model.number import INFINITY, Number
from treesolve.model.problem import InputError, Problem, Span, nearest

MAX_TRIAL_PLIES = 100
"""Maximum number of plies of the game that is played as a trial."""

MAX_REASON_LENGTH = 200
"""Maximum number of characters quoted from an exception or a returned value."""

_SOURCES: dict[str, str] = {}
"""The source text of each user file that was run, by path."""


def is_user_file(text: str) -> bool:
    """Return whether the text is the path of a user file rather than a registered name."""
    return text.endswith(".py") or ".py:" in text


def load_user_game(text: str) -> type[Game]:
    """Return the game in a user file after a trial. Raises InputError if the file has no game or the trial fails."""
    path, _, game = _find_object(text, _is_game, "own-game-none", "own-game-several")
    return _tested_game(game, path)


def _tested_game(game: Any, path: str) -> type[Game]:
    """Try out the game and convert its heuristics to exact ones. Raises InputError if the trial fails."""
    with report_user_file_errors():
        _try_protocol(game, path)
    game.heuristics = {name: _exact_heuristic(name, heuristic, path) for name, heuristic in game.heuristics.items()}
    tested_game: type[Game] = game
    return tested_game


@cache
def load_installed_game(name: str) -> type[Game] | None:
    """Return the game that an installed package provides under a name, after a trial, or None if no package does.

    Raises InputError if the object is not a game or the trial fails. As for user files, the error has the line at
    fault.
    """
    game: Any = extension(GAMES, name)
    if game is None:
        return None
    if not _is_game(game):
        raise extension_error(name, "no class that is derived from treesolve.games.game.Game", name)
    path = str(sys.modules[game.__module__].__file__)
    with suppress(OSError):
        _SOURCES[path] = Path(path).read_text("utf-8", "replace")
    return _tested_game(game, path)


def load_user_heuristic(text: str) -> Heuristic:
    """Return the heuristic in a user file. Raises InputError if the file has no heuristic.

    The returned function raises InputError if the user's function does not return a number.
    """
    path, name, function = _find_object(text, _is_function, "own-function-none", "own-function-several")
    return _exact_heuristic(name, function, path)


def _is_game(candidate: object) -> bool:
    return isinstance(candidate, type) and issubclass(candidate, Game)


def _is_function(candidate: object) -> bool:
    return callable(candidate) and not isinstance(candidate, type)


@contextmanager
def report_user_file_errors() -> Iterator[None]:
    """Convert exceptions raised inside user files into InputError, and let other exceptions propagate unchanged."""
    try:
        yield
    except InputError:
        raise
    except (Exception, SystemExit) as error:
        problem = problem_at_failing_line(error)
        if problem is None:
            raise
        raise InputError((problem,)) from error


def _find_object(text: str, is_wanted: Callable[[object], bool], none: str, several: str) -> tuple[str, str, Any]:
    """Return the path of a user file, and the name and value of the requested object, or of the only suitable one."""
    path, colon, requested = text.rpartition(".py:")
    path = f"{path}.py" if colon else text
    module = _run_file(path)
    known = {
        name: value
        for name, value in vars(module).items()
        if is_wanted(value) and getattr(value, "__module__", None) == module.__name__
    }
    if not known:
        raise InputError((Problem(none, source=path),))
    names = tuple(known)
    facts = {"known": ", ".join(names), "path": path, "example": names[0]}
    if not colon and len(names) > 1:
        raise InputError((Problem(several, None, facts, path),))
    if colon and requested not in known:
        facts |= {"text": requested, "nearest": nearest(requested, names) or ""}
        raise InputError((Problem("own-name-unknown", None, facts, path),))
    name = requested if colon else names[0]
    return path, name, known[name]


# Running a user file


def _run_file(path: str) -> ModuleType:
    """Run a user file without writing bytecode, and return its module. Raises InputError if this fails."""
    source = read_with(lambda named: read_file(named, MAX_PROGRAM_BYTES), path)
    _SOURCES[path] = source.decode("utf-8", "replace")
    try:
        code = compile(source, path, "exec", dont_inherit=True)
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        raise InputError((_syntax_problem(error, path),)) from None
    module = ModuleType(f"own_{Path(path).stem}")
    module.__file__ = path
    # Dataclasses look up the module of their class here.
    sys.modules[module.__name__] = module
    with report_user_file_errors():
        exec(code, vars(module))
    return module


def _syntax_problem(error: Exception, path: str) -> Problem:
    """Return the problem for source text that cannot be compiled, at the position of the error."""
    reason = getattr(error, "msg", None) or str(error) or type(error).__name__
    line, column = getattr(error, "lineno", None), getattr(error, "offset", None)
    span = _line_span(_SOURCES[path], line, column or 1) if line else None
    return Problem("own-file-syntax", span, {"reason": reason}, path, _SOURCES[path] if span else None)


def _line_span(text: str, line: int, column: int = 0) -> Span:
    """Return the span of one character of a line, or of the whole line without its indentation if `column` is 0.

    Lines and columns are counted from 1.
    """
    lines = text.split("\n")
    number = min(line, len(lines)) - 1
    start = sum(len(before) + 1 for before in lines[:number])
    code = lines[number].rstrip()
    indent = column - 1 if column else len(code) - len(code.lstrip())
    return Span(start + min(indent, len(code)), start + (min(indent + 1, len(code)) if column else len(code)))


def problem_at_failing_line(error: BaseException) -> Problem | None:
    """Return the problem for an exception, at the last line of a user file that was executed.

    Return None if no user file was running.
    """
    trace, location = error.__traceback__, None
    while trace is not None:
        if trace.tb_frame.f_code.co_filename in _SOURCES:
            location = trace.tb_frame.f_code.co_filename, trace.tb_lineno
        trace = trace.tb_next
    if location is None:
        return None
    path, line = location
    text = _SOURCES[path]
    facts = {"error": type(error).__name__, "reason": " ".join(str(error).split())[:MAX_REASON_LENGTH]}
    return Problem("own-file-raises", _line_span(text, line), facts, path, text)


# Protocol checks of games and heuristics


def _try_protocol(game_class: type[Game], path: str) -> None:
    """Play a game to its end and undo all moves. Raises InputError if the game violates the protocol."""
    name = game_class.__name__
    missing = sorted(getattr(game_class, "__abstractmethods__", ()))
    missing += [field for field in ("name", "start") if not isinstance(getattr(game_class, field, None), str)]
    if missing:
        facts = {"name": name, "missing": ", ".join(missing)}
        raise InputError((Problem("own-game-incomplete", None, facts, path),))
    fault = _find_protocol_violation(game_class(game_class.start))
    if fault:
        raise InputError((Problem("own-game-broken", None, {"name": name, "fault": fault}, path),))


def _find_protocol_violation(game: Game) -> str | None:
    """Return the name of a method that violates the protocol, or None if no violation is found."""
    earlier_positions: list[tuple[object, ...]] = []
    moves_made: list[Move] = []
    while True:
        position = game.show(), game.mover, game.is_over()
        fault = _find_failing_method(game)
        if fault or game.is_over() or len(moves_made) == MAX_TRIAL_PLIES:
            break
        earlier_positions.append(position)
        moves_made.append(game.moves()[0])
        game.make(moves_made[-1])
    while moves_made and not fault:
        game.undo(moves_made.pop())
        if (game.show(), game.mover, game.is_over()) != earlier_positions.pop():
            return "undo"
    return fault


def _find_failing_method(game: Game) -> str | None:
    """Return the name of a method that fails in the current position, or None if no method does."""
    if not _is_text_of_one_line(game.show()):
        return "show"
    if not isinstance(game.board(), str):
        return "board"
    if game.mover not in (Kind.MAX, Kind.MIN):
        return "mover"
    if not _is_hashable(game.key()):
        return "key"
    if game.is_over():
        return None if is_number(game.result()) else "result"
    moves: object = game.moves()
    if not isinstance(moves, Sequence) or not moves or not all(map(_is_hashable, moves)):
        return "moves"
    return None if all(_is_text_of_one_line(game.name_of(move)) for move in moves[:MAX_TRIAL_PLIES]) else "name_of"


def _is_text_of_one_line(text: object) -> bool:
    return isinstance(text, str) and "\n" not in text


def _is_hashable(value: object) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def is_number(value: object) -> bool:
    """Return whether a value is an exact number: an int, a Fraction or an infinity."""
    return isinstance(value, int | Fraction) or value in (INFINITY, -INFINITY)


def _exact_heuristic(name: str, function: Any, path: str) -> Heuristic:
    """Return a wrapped heuristic that returns exact numbers and reports errors in the user's code.

    A float is converted by its decimal notation, so that 0.1 becomes 1/10.
    """

    def heuristic(game: Game) -> Number:
        with report_user_file_errors():
            value = function(game)
        if isinstance(value, float) and value - value == 0:
            value = Fraction(repr(value))
        if not is_number(value):
            facts = {"name": name, "value": repr(value)[:MAX_REASON_LENGTH]}
            raise InputError((Problem("own-heuristic-value", None, facts, path),))
        return cast(Number, value)

    return heuristic
