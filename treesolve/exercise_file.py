"""A task as it stands in a TOML file: as an entry [[task]] of a sheet, or as a file of its own.

title = "Alpha-beta by hand"
lecture = "aima"
ask = ["values", "pruned", "best"]
points = { values = 4, pruned = 4, best = 1 }
text = "Search the tree from left to right."
shape = "3x2x3"
values = "0..20"
want = ["pruned=3..6", "unique-best"]
root = "MIN"

In the place of the last four lines `file = "deep-cut.tree"` gives the tree itself, and `like = "deep-cut.tree"` trees
of the same kind with other numbers.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from treesolve.answer import PARTS, QUESTIONS
from treesolve.contradiction import contradictions
from treesolve.convention import CONVENTIONS, DEFAULT, Convention
from treesolve.lecture import read_convention
from treesolve.problem import UNPRINTABLE, InputError, Problem, nearest
from treesolve.request import Request, read_values
from treesolve.rubric_file import MOST_POINTS
from treesolve.shapes import read_shape
from treesolve.sheet import Task
from treesolve.toml_text import TomlText, read_toml
from treesolve.tree import Kind, Tree
from treesolve.want import read_want

DRAWING = ("shape", "values", "root", "leaves", "want")
"""The keys of a task whose trees are drawn."""

ORIGINS = ("file", "like", "shape")
"""The keys one of which says where the trees come from."""

MOST_SPACE = 50
"""So many centimetres of room a task may ask for."""


class Place(NamedTuple):
    """What a task takes over from around it: the folder of its file, the lecture of its sheet, and its number."""

    folder: Path
    lecture: str | None = None
    label: str = "1"


def read_exercise(path: Path, place: Place | None = None) -> Task:
    """The task in a file of its own.

    Raises InputError with everything wrong in it, OSError where it cannot be read.
    """
    return task_in(read_toml(path), place or Place(path.parent))


def task_in(entry: TomlText, place: Place) -> Task:
    """The task that an entry or a file describes. Raises InputError with everything wrong in it."""
    if entry.end is not None and str(entry.fields.get("file", "")).endswith(".toml"):
        entry = _completed(entry, place)
    problems = [problem for key, value in entry.fields.items() for problem in _problems(entry, key, value)]
    problems += _origin_problems(entry)
    if problems:
        raise InputError(tuple(sorted(problems, key=lambda problem: problem.span.start if problem.span else 0)))
    convention = lecture_of(entry, entry.fields.get("lecture", place.lecture), place.folder)
    source = _source(entry, convention, place)
    if convention is None:
        named = source.convention if isinstance(source, Tree) else None
        convention = CONVENTIONS.get(named or "", DEFAULT)
        if not isinstance(source, Tree):
            source = source._replace(convention=convention)
    return _task(entry, source, convention, place.label)


def _completed(entry: TomlText, place: Place) -> TomlText:
    """An entry that names an exercise file, with what stands there; the entry's own keys win."""
    named = str(entry.fields["file"])
    try:
        kept = read_toml(place.folder / named)
    except OSError:
        raise InputError((entry.problem("sheet-file-missing", "file", {"path": named}),)) from None
    own = {key: value for key, value in entry.fields.items() if key != "file"}
    origins = [key for key in ORIGINS if key in own]
    taken = {key: value for key, value in kept.fields.items() if not origins or key not in (*ORIGINS, *DRAWING)}
    if any(key in own for key in taken):
        return entry._replace(fields={**taken, **own})
    return kept._replace(fields={**taken, **own})


def lecture_of(file: TomlText, name: Any, folder: Path) -> Convention | None:
    """The lecture of that name, or the one in that file; None where none is named. Raises InputError for others."""
    if name is None:
        return None
    if name in CONVENTIONS:
        return CONVENTIONS[name]
    if str(name).endswith(".toml"):
        try:
            return read_convention(folder / str(name))
        except OSError:
            raise InputError((file.problem("sheet-file-missing", "lecture", {"path": str(name)}),)) from None
    raise InputError((file.unknown_value("unknown-lecture", "lecture", name, tuple(CONVENTIONS)),))


def _source(entry: TomlText, convention: Convention | None, place: Place) -> Any:
    """The tree, or the request for trees."""
    fields = entry.fields
    if "file" in fields:
        return _tree(entry, "file", place.folder)
    like = _tree(entry, "like", place.folder) if "like" in fields else None
    if convention is None:
        convention = CONVENTIONS.get((like.convention if like else None) or "", DEFAULT)
    drawn = {key: _drawn(entry, key, read) for key, read in _READ_DRAWING.items() if key in fields}
    parts = tuple(part for part in _points(entry, like, convention) if part in PARTS)
    request = Request(**drawn, like=like, wants=tuple(_wants(entry)), convention=convention, parts=parts)
    problems = contradictions(request)
    if problems:
        raise InputError(tuple(_placed(entry, _where(entry), problem) for problem in problems))
    return request


def _where(entry: TomlText) -> str:
    """The key that a contradiction is about."""
    return next((key for key in ("want", "values", "shape", "like") if key in entry.fields), "like")


_READ_DRAWING: Mapping[str, Callable[[str], Any]] = {
    "shape": read_shape,
    "values": read_values,
    "root": lambda name: Kind[name],
    "leaves": str,
}
"""How the texts of a request are read."""


def _drawn(entry: TomlText, key: str, read: Callable[[str], Any]) -> Any:
    try:
        return read(str(entry.fields[key]))
    except InputError as error:
        raise InputError(tuple(_placed(entry, key, problem) for problem in error.problems)) from None


def _wants(entry: TomlText) -> Iterator[Any]:
    wanted = entry.fields.get("want", ())
    problems: list[Problem] = []
    for text in [wanted] if isinstance(wanted, str) else wanted:
        try:
            yield read_want(text)
        except InputError as error:
            at = entry.span_of_text("want", text)
            problems += [entry.problem_at(problem.code, at, problem.facts) for problem in error.problems]
    if problems:
        raise InputError(tuple(problems))


def _placed(entry: TomlText, key: str, problem: Problem) -> Problem:
    """A problem with the text of a key, at the key."""
    return problem if problem.text is not None else entry.problem(problem.code, key, problem.facts)


def _tree(entry: TomlText, key: str, folder: Path) -> Tree:
    from treesolve.notation.reader import read

    path = folder / str(entry.fields[key])
    try:
        text = path.read_bytes().decode("utf-8-sig", errors="replace")
    except OSError:
        raise InputError((entry.problem("sheet-file-missing", key, {"path": str(path)}),)) from None
    return read(text, str(path))


def _task(entry: TomlText, source: Any, convention: Convention, label: str) -> Task:
    fields = entry.fields
    tree = source if isinstance(source, Tree) else source.like
    title = fields.get("title") or (tree.title if tree else None) or ""
    return Task(
        label,
        source,
        convention,
        _points(entry, tree, convention),
        title,
        fields.get("text", ""),
        fields.get("space", 0),
        fields.get("table", True),
        fields.get("new_page", False),
    )


def _points(entry: TomlText, tree: Tree | None, convention: Convention) -> dict[str, Any]:
    """The points of each part that is asked: those that are told, else those of the tree's file, else one each."""
    told = entry.fields.get("points") or (tree.points if tree else {})
    usual = ("values", "pruned", "best") if convention.cuts else ("values", "best")
    asked = entry.fields.get("ask") or tuple(told) or usual
    return {part: told.get(part, 1) for part in asked}


# What can be wrong


def _problems(entry: TomlText, key: str, value: object) -> Iterator[Problem]:
    check = _CHECKS.get(key)
    if check is None:
        known = tuple(name.replace("_", "-") for name in _CHECKS)
        facts = {"key": key.replace("_", "-"), "nearest": nearest(key, known), "known": ", ".join(known)}
        yield entry.problem("sheet-key", key, facts)
    else:
        yield from check(entry, key, value)


def is_text(entry: TomlText, key: str, value: object) -> Iterator[Problem]:
    """A text of one or several lines."""
    if not isinstance(value, str):
        yield entry.problem("sheet-text", key, {"key": key.replace("_", "-")})
    elif UNPRINTABLE.search(value):
        yield entry.problem("control-character", key)


def is_flag(entry: TomlText, key: str, value: object) -> Iterator[Problem]:
    """True or false."""
    if not isinstance(value, bool):
        yield entry.problem("rubric-flag", key, {"key": key.replace("_", "-")})


def is_number(value: object) -> bool:
    """An exact number."""
    return isinstance(value, int | Fraction) and not isinstance(value, bool)


def _space(entry: TomlText, key: str, value: object) -> Iterator[Problem]:
    if not is_number(value) or not 0 <= value <= MOST_SPACE:  # type: ignore[operator]
        yield entry.problem("sheet-space", key, {"most": MOST_SPACE})


def _texts(entry: TomlText, key: str, value: object) -> Iterator[Problem]:
    values = value if isinstance(value, list) else [value]
    if not all(isinstance(text, str) for text in values):
        yield entry.problem("rubric-list", key, {"key": key})


def _asked(entry: TomlText, key: str, value: object) -> Iterator[Problem]:
    if not isinstance(value, list) or not value:
        yield entry.problem("rubric-list", key, {"key": key})
        return
    for part in value:
        if part not in ASKED:
            facts = {"text": str(part), "nearest": nearest(str(part), ASKED), "known": ", ".join(ASKED)}
            yield entry.problem_at("unknown-part", entry.span_of_text("ask", str(part)), facts)
    if len(set(map(str, value))) < len(value):
        yield entry.problem("sheet-asked-twice", key)


ASKED = (*PARTS, *QUESTIONS)
"""Everything that can be asked about a tree."""


def _points_table(entry: TomlText, key: str, value: object) -> Iterator[Problem]:
    if not isinstance(value, dict) or not value:
        yield entry.problem("rubric-points-table", key)
        return
    asked = entry.fields.get("ask")
    for part, points in value.items():
        at = entry.span_in_table(key, part)
        if part not in ASKED:
            facts = {"text": part, "nearest": nearest(part, ASKED), "known": ", ".join(ASKED)}
            yield entry.problem_at("unknown-part", at, facts)
        elif not is_number(points) or not 0 <= points <= MOST_POINTS:
            yield entry.problem_at("rubric-points", at, {"text": part, "most": MOST_POINTS})
        elif isinstance(asked, list) and part not in asked:
            yield entry.problem_at("sheet-points-not-asked", at, {"text": part})


def _root(entry: TomlText, key: str, value: object) -> Iterator[Problem]:
    if value not in ("MAX", "MIN"):
        yield entry.unknown_value("lecture-value", key, value, ("MAX", "MIN"))


def _leaves(entry: TomlText, key: str, value: object) -> Iterator[Problem]:
    if value not in ("distinct", "ties"):
        yield entry.unknown_value("lecture-value", key, value, ("distinct", "ties"))


def _origin_problems(entry: TomlText) -> Iterator[Problem]:
    """One key says where the trees come from, and only a shape or a model is drawn from."""
    origins = [key for key in ORIGINS if key in entry.fields]
    if not origins:
        yield entry.problem_at("sheet-no-tree", entry.span(""), {"known": ", ".join(ORIGINS)})
    elif len(origins) > 1:
        yield entry.problem("sheet-two-trees", origins[1], {"one": origins[0], "other": origins[1]})
    elif origins == ["file"]:
        for key in DRAWING:
            if key in entry.fields:
                yield entry.problem("sheet-drawn-file", key, {"key": key})


_CHECKS: Mapping[str, Callable[[TomlText, str, object], Iterator[Problem]]] = {
    "title": is_text,
    "file": is_text,
    "like": is_text,
    "shape": is_text,
    "values": is_text,
    "root": _root,
    "leaves": _leaves,
    "want": _texts,
    "lecture": is_text,
    "ask": _asked,
    "points": _points_table,
    "text": is_text,
    "space": _space,
    "table": is_flag,
    "new_page": is_flag,
}
"""What a task may say, each with what can be wrong about it."""
