"""What a task in TOML may say, key by key, and what can be wrong with it."""

from collections.abc import Iterator, Mapping

from treesolve.exercises.tree_request import DISTINCT, TIES
from treesolve.grading.field_checks import Check, are_some_of, is_flag, is_number_within, is_one_of, is_text
from treesolve.grading.rubric import ASKED
from treesolve.grading.rubric_file import moment_problems, points_problems
from treesolve.model.asked_moment import asked_in, parted
from treesolve.model.convention import Convention
from treesolve.model.problem import InputError, Problem
from treesolve.model.tree import Tree
from treesolve.notation.header_values import missing_leaf, read_moment
from treesolve.notation.toml_source import TomlText

DRAWING = ("shape", "values", "root", "levels", "chances", "leaves", "want")
"""The keys of a task whose trees are drawn."""

ORIGINS = ("file", "like", "shape")
"""The keys one of which says where the trees come from."""

MOST_SPACE = 50
"""So many centimetres of room a task may ask for."""


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


_NOT_WITH: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "file": ("sheet-drawn-file", DRAWING),
    "like": ("sheet-root-of-like", ("root", "levels", "chances")),
}
"""What says nothing where a tree is given, or is to be like, and the code of that."""


def origin_problems(entry: TomlText) -> Iterator[Problem]:
    """One key says where the trees come from, and only a shape or a model is drawn from."""
    origins = [key for key in entry.fields if key in ORIGINS]
    if not origins:
        yield entry.problem_at("sheet-no-tree", entry.span(""), {"known": ", ".join(ORIGINS)})
    elif len(origins) > 1:
        yield entry.of(origins[1]).problem("sheet-two-trees", origins[1], {"one": origins[0], "other": origins[1]})
    elif origins != ["shape"]:
        code, keys = _NOT_WITH[origins[0]]
        for key in keys:
            if key in entry.fields:
                yield entry.of(key).problem(code, key, {"key": key})
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
    return convention._replace(alpha_beta=moment)


TASK_CHECKS: Mapping[str, Check] = {
    "title": is_text,
    "file": is_text,
    "like": is_text,
    "shape": is_text,
    "values": is_text,
    "root": is_one_of("MAX", "MIN"),
    "levels": is_text,
    "chances": is_text,
    "leaves": is_one_of(DISTINCT, TIES),
    "want": _text_problems,
    "lecture": is_text,
    "alpha_beta": moment_problems,
    "ask": are_some_of("unknown-part", ASKED, least=1),
    "points": _points_problems,
    "text": is_text,
    "space": is_number_within(0, MOST_SPACE),
    "table": is_flag,
    "new_page": is_flag,
}
"""What a task may say, each with what can be wrong about it."""
