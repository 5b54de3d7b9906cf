"""What a task in TOML may say, key by key, and what can be wrong with it."""

from collections.abc import Callable, Iterator, Mapping

from treesolve.exercises.generator_spec import DISTINCT, TIES
from treesolve.grading.rubric import ASKED
from treesolve.grading.rubric_file import moment_problems, points_problems
from treesolve.model.asked_moment import parted
from treesolve.model.asking import asked_in, asking
from treesolve.model.convention import Convention
from treesolve.model.problem import UNPRINTABLE, InputError, Problem, nearest
from treesolve.model.tree import Tree
from treesolve.notation.moment_text import missing_leaf, read_moment
from treesolve.notation.toml_source import TomlText, is_number

DRAWING = ("shape", "values", "root", "levels", "chances", "sum", "leaves", "want")
"""The keys of a task whose trees are drawn."""

ORIGINS = ("file", "like", "shape")
"""The keys one of which says where the trees come from."""

Check = Callable[[TomlText, str, object], Iterator[Problem]]
"""What is wrong with the value of a key."""

MOST_SPACE = 50
"""So many centimetres of room a task may ask for."""


def problems_with(entry: TomlText, key: str, value: object, checks: Mapping[str, Check]) -> Iterator[Problem]:
    """What is wrong with one key by itself: a name that none of the checks is for, a value of the wrong type."""
    check = checks.get(key)
    if check is None:
        yield entry.unknown_key("sheet-key", key, checks)
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


def is_one_of(*known: str) -> Check:
    """A check for one of these texts."""

    def check(entry: TomlText, key: str, value: object) -> Iterator[Problem]:
        if value not in known:
            yield entry.unknown_value("lecture-value", key, value, known)

    return check


def are_some_of(code: str, known: tuple[str, ...], *, least: int) -> Check:
    """A check for a list of so many of these texts at least, none of them twice; the code is for any other text."""

    def check(entry: TomlText, key: str, value: object) -> Iterator[Problem]:
        if not isinstance(value, list) or len(value) < least:
            yield entry.problem("rubric-list", key, {"key": key})
            return
        for text in map(str, value):
            if text not in known:
                facts = {"key": key, "text": text, "value": text, "nearest": nearest(text, known)}
                yield entry.problem_at(code, entry.span_of_text(key, text), facts | {"known": ", ".join(known)})
        if len(set(map(str, value))) < len(value):
            yield entry.problem("sheet-asked-twice", key)

    return check


def _space_problems(entry: TomlText, key: str, value: object) -> Iterator[Problem]:
    if not is_number(value) or not 0 <= value <= MOST_SPACE:
        yield entry.problem("sheet-space", key, {"most": MOST_SPACE})


def _sum_problems(entry: TomlText, key: str, value: object) -> Iterator[Problem]:
    if not is_number(value):
        yield from is_text(entry, key, value)


def _text_problems(entry: TomlText, key: str, value: object) -> Iterator[Problem]:
    values = value if isinstance(value, list) else [value]
    if not all(isinstance(text, str) for text in values):
        yield entry.problem("rubric-list", key, {"key": key})


def _points_problems(entry: TomlText, key: str, value: object) -> Iterator[Problem]:
    if not isinstance(value, dict) or not value:
        yield entry.problem("rubric-points-table", key)
        return
    asked = entry.fields.get("ask")
    for part, points in value.items():
        wrong = [*points_problems(entry, part, points, ASKED)]
        yield from wrong
        if not wrong and isinstance(asked, list) and part not in asked:
            yield entry.problem_at("sheet-points-not-asked", entry.span_in_table(key, part), {"text": part})


def origin_problems(entry: TomlText) -> Iterator[Problem]:
    """One key says where the trees come from, and only a shape or a model is drawn from."""
    origins = [key for key in entry.fields if key in ORIGINS]
    if not origins:
        yield entry.problem_at("sheet-no-tree", entry.span(""), {"known": ", ".join(ORIGINS)})
    elif len(origins) > 1:
        yield entry.of(origins[1]).problem("sheet-two-trees", origins[1], {"one": origins[0], "other": origins[1]})
    elif origins == ["file"]:
        for key in DRAWING:
            if key in entry.fields:
                yield entry.of(key).problem("sheet-drawn-file", key, {"key": key})
    elif origins == ["like"]:
        for key in ("root", "levels", "chances", "sum"):
            if key in entry.fields:
                yield entry.of(key).problem("sheet-root-of-like", key, {"key": key})
    elif "root" in entry.fields and "levels" in entry.fields:
        yield entry.of("root").problem("sheet-root-and-levels", "root")


def asking_of_task(entry: TomlText, convention: Convention, tree: Tree | None) -> Convention:
    """The convention with the moment that is asked for: the task's own, else that in the header of its tree.

    Raises InputError where its leaf is not one of the tree.
    """
    key, moment = "like", asked_in(tree, convention.alpha_beta) if tree else convention.alpha_beta
    if "alpha_beta" in entry.fields:
        key, moment = "alpha_beta", read_moment(entry.fields["alpha_beta"])
    is_drawn = "file" not in entry.fields
    problem = Problem("moment-drawn") if parted(moment)[1] and is_drawn else tree and missing_leaf(tree, moment)
    if problem:
        raise InputError((entry.of(key).problem(problem.code, key, problem.facts),))
    return asking(convention, moment)


TASK_CHECKS: Mapping[str, Check] = {
    "title": is_text,
    "file": is_text,
    "like": is_text,
    "shape": is_text,
    "values": is_text,
    "root": is_one_of("MAX", "MIN"),
    "levels": is_text,
    "chances": is_text,
    "sum": _sum_problems,
    "leaves": is_one_of(DISTINCT, TIES),
    "want": _text_problems,
    "lecture": is_text,
    "alpha_beta": moment_problems,
    "ask": are_some_of("unknown-part", ASKED, least=1),
    "points": _points_problems,
    "text": is_text,
    "space": _space_problems,
    "table": is_flag,
    "new_page": is_flag,
}
"""What a task may say, each with what can be wrong about it."""
