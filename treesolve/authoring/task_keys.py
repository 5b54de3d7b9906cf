"""The valid keys of a task in a TOML file, and the functions that read their values."""

from collections.abc import Mapping
from contextlib import suppress
from os import R_OK, access
from pathlib import Path

from treesolve.authoring.chance_weights import read_chances
from treesolve.authoring.constraint import Constraint, read_constraint
from treesolve.authoring.tree_request import DISTINCT, TIES
from treesolve.authoring.value_range import read_value_range
from treesolve.grading.rubric import ALL_PARTS
from treesolve.grading.rubric_file import parse_convention, points, reading_point
from treesolve.model.input_file import MAX_TREE_BYTES, read_file
from treesolve.model.kind import Kind
from treesolve.model.tree import Tree
from treesolve.model.tree_shape import read_players, read_shape
from treesolve.model.utf8_text import decode
from treesolve.notation.reader import read
from treesolve.notation.toml_schema import ListSchema, Reader, choice, flag, number, refuse, table_of, text, text_of
from treesolve.notation.toml_source import TomlValue

GENERATOR_KEYS = ("shape", "values", "root", "levels", "chances", "leaves", "want")
"""The keys that are valid only for tasks with drawn trees."""

SOURCE_KEYS = ("file", "like", "shape")
"""The keys that specify the source of the trees. Each task requires exactly one of these keys."""

MAX_SPACE_CM = 50


def existing_file(at: TomlValue) -> Path:
    """Return the path of the file named in a value. Raises InputError if it is not a readable regular file."""
    path = at.folder / text(at)
    with suppress(OSError, ValueError):
        if path.is_file() and access(path, R_OK):
            return path
    raise at.error("sheet-file-missing", path=at.shown)


def _tree(at: TomlValue) -> Tree:
    if isinstance(at.value, Tree):
        return at.value
    path = existing_file(at)
    return read(decode(read_file(path, MAX_TREE_BYTES), str(path)), str(path), payoffs=at.key == "file")


def _constraints(at: TomlValue) -> tuple[Constraint, ...]:
    constraint = text_of(read_constraint)
    return (constraint(at),) if isinstance(at.value, str) else ListSchema(constraint)(at)


_TASK_READERS: Mapping[str, Reader] = {
    "title": text,
    "file": _tree,
    "like": _tree,
    "shape": text_of(read_shape),
    "values": text_of(read_value_range),
    "root": choice(("MAX", "MIN"), Kind.__getitem__),
    "levels": text_of(read_players),
    "chances": text_of(read_chances),
    "leaves": choice((DISTINCT, TIES)),
    "want": _constraints,
    "convention": parse_convention,
    "alpha_beta": reading_point,
    "ask": ListSchema(choice(ALL_PARTS), least=1, distinct=True),
    "points": table_of(points, ALL_PARTS, least=1),
    "text": text,
    "space": number(0, MAX_SPACE_CM),
    "table": flag,
    "new_page": flag,
}


def task_readers(entries: Mapping[str, TomlValue]) -> Mapping[str, Reader]:
    """Return the reader of each key. Keys that contradict the source of the trees get a reader that rejects them."""
    origins = [key for key in entries if key in SOURCE_KEYS]
    if origins == ["file"]:
        return {**_TASK_READERS, **dict.fromkeys(GENERATOR_KEYS, refuse("sheet-drawn-file"))}
    if origins == ["like"]:
        return {**_TASK_READERS, **dict.fromkeys(("root", "levels", "chances"), refuse("sheet-root-of-like"))}
    if origins == ["shape"] and "levels" in entries:
        return {**_TASK_READERS, "root": refuse("sheet-root-and-levels")}
    return _TASK_READERS
