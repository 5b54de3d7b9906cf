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

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain
from os import R_OK, access
from pathlib import Path
from typing import Any, NamedTuple

from treesolve.exercises.chances import read_chances
from treesolve.exercises.constraint import Constraint, read_constraint
from treesolve.exercises.contradictions import contradictions
from treesolve.exercises.planned_sheet import Task
from treesolve.exercises.task_fields import DRAWING, ORIGINS, TASK_CHECKS, asking_of_task, origin_problems
from treesolve.exercises.tree_request import TreeRequest
from treesolve.exercises.value_range import read_value_range
from treesolve.grading.field_checks import problems_with
from treesolve.model.convention import DEFAULT, Convention
from treesolve.model.file_format import decode
from treesolve.model.input_file import MOST_TREE, read_file
from treesolve.model.kind import Kind
from treesolve.model.problem import UNPRINTABLE, InputError, Problem
from treesolve.model.tree import Tree
from treesolve.model.tree_shape import read_players, read_shape
from treesolve.notation.convention_expression import names_lecture, read_expression
from treesolve.notation.reader import read
from treesolve.notation.toml_source import MOST_PROBLEMS, TomlText, first_problems, read_toml
from treesolve.search.maxn import maxn_convention, solve_tree
from treesolve.search.moment import check_leaf
from treesolve.search.search import Unsolvable
from treesolve.search.solution import Solution

MOST_LEAVES = 300
"""Nobody solves larger trees on paper."""

LONGEST_PATH = 200
"""So many characters of the name of a missing file are told."""


class Place(NamedTuple):
    """What a task takes over from around it: the folder of its file, the lecture of its sheet, and its number.

    `usual` is the convention where neither the tree nor anything else names one.
    """

    folder: Path
    lecture: str | None = None
    label: str = "1"
    usual: Convention = DEFAULT


def task_in(entry: TomlText, place: Place, tree: Tree | None = None) -> Task:
    """The task that an entry or a file describes, with the tree that its file has, where somebody has read that.

    Raises InputError with everything wrong in it.
    """
    if entry.end is not None and str(entry.fields.get("file", "")).endswith(".toml"):
        entry = _with_exercise_file(entry, place.folder)
    texts: dict[str, Any] = {} if tree is None else {"file": tree}
    problems = first_problems(chain(origin_problems(entry), _problems_of_keys(entry, place.folder, texts)))
    if problems:
        raise InputError(tuple(sorted(problems, key=lambda problem: problem.span.start if problem.span else 0)))
    tree = texts.get("file") or texts.get("like")
    convention = asking_of_task(entry, _convention_of_task(entry, place, texts), tree)
    source, fields = _source_of_trees(entry, texts, convention), entry.fields
    title = " ".join((fields.get("title") or (tree.title if tree else None) or "").split())
    told = {key: fields[key] for key in ("text", "space", "table", "new_page") if key in fields}
    task = Task(place.label, source, convention, title=title, **told).asking(_points_of_parts(entry, tree, convention))
    check_parts_asked(entry, task)
    return task


def _convention_of_task(entry: TomlText, place: Place, texts: Mapping[str, Any]) -> Convention:
    """The convention by which the trees are searched. Raises InputError where payoffs have one of their own."""
    tree = texts.get("file") or texts.get("like")
    own = _lecture_in_tree_header(entry, place, tree) or place.usual
    around = lecture_of(entry, place.lecture, place.folder, own)
    convention = lecture_of(entry.of("lecture"), entry.fields.get("lecture"), place.folder, around)
    assert convention is not None
    drawn = _drawn_request(texts, convention)
    if not (drawn.payoffs if tree is None else tree.has_payoffs):
        return convention
    if "lecture" in entry.fields:
        raise InputError((entry.of("lecture").problem("payoffs-only-maxn", "lecture", {}),))
    asked = entry.fields.get("ask") or entry.fields.get("points") or ()
    return drawn.by_max_n(asked).convention if tree is None else maxn_convention(tree)


def _problems_of_keys(entry: TomlText, folder: Path, texts: dict[str, Any]) -> Iterator[Problem]:
    """What is wrong with each key by itself; what the texts of the others stand for is put into `texts`."""
    for key, value in entry.fields.items():
        wrong = first_problems(problems_with(entry.of(key), key, value, TASK_CHECKS))
        yield from wrong
        if key in _READERS and key not in texts and not wrong:
            try:
                texts[key] = _READERS[key](entry, key, folder)
            except InputError as error:
                yield from error.problems


def check_parts_asked(entry: TomlText, task: Task) -> None:
    """Raise InputError where something is asked that the lecture's search has no answer to."""
    asked = [part for part in task.points if part in ("pruned", "windows", "reorder") and not task.convention.cuts]
    if asked:
        file = entry.of("ask" if "ask" in entry.fields else "points")
        at = file.span_of_text("ask", asked[0]) if "ask" in entry.fields else file.span_in_table("points", asked[0])
        raise InputError((file.problem_at("sheet-no-cuts", at, {"part": asked[0], "lecture": task.convention.id}),))

    if "windows" in task.points and isinstance(task.source, Solution):
        try:
            check_leaf(task.source)
        except InputError as error:
            key = "alpha_beta" if "alpha_beta" in entry.fields else "file"
            raise _refused_at(entry, key, error.problems) from None


def _source_of_trees(entry: TomlText, texts: Mapping[str, Any], convention: Convention) -> Solution | TreeRequest:
    """The tree that is given, solved, or the request for trees.

    Raises InputError where a tree is too large for paper, or nobody can search it, and where a request contradicts
    itself, at the key that is about.
    """
    key = next(key for key in ORIGINS if key in entry.fields)
    tree: Tree | None = texts[key] if key != "shape" else None
    request = _drawn_request(texts, convention)
    if key != "file" and (problems := contradictions(request)):
        raise _refused_at(entry, next(key for key in ("want", "values", key) if key in entry.fields), problems)
    leaves = request.max_leaves if tree is None else len(tree.leaf_ids)
    if leaves > MOST_LEAVES:
        facts = {"leaves": leaves, "most": MOST_LEAVES}
        raise InputError((entry.of(key).problem("sheet-tree-too-large", key, facts),))
    solution = None if tree is None else _solution_of_tree(entry, key, tree, convention)
    return request if solution is None or key == "like" else solution


def _solution_of_tree(entry: TomlText, key: str, tree: Tree, convention: Convention) -> Solution:
    """The tree solved. Raises InputError where the lecture cannot search it."""
    asked = tree if tree.alpha_beta is None else replace(tree, alpha_beta=convention.alpha_beta)
    try:
        return solve_tree(asked, convention)
    except Unsolvable as refusal:
        named = {"name": tree.names[refusal.node], "lecture": convention.id}
        raise InputError((entry.of(key).problem("sheet-unsolvable", key, named),)) from None


def _with_exercise_file(entry: TomlText, folder: Path) -> TomlText:
    """An entry that names an exercise file, with what stands there; the entry's own keys win."""
    named = str(entry.fields["file"])
    if UNPRINTABLE.search(named):
        raise InputError((entry.problem("control-character", "file"),))
    kept = read_toml(_existing_file(entry, "file", folder))
    if str(kept.fields.get("file", "")).endswith(".toml"):
        raise InputError((kept.problem("sheet-exercise-chain", "file"),))
    own = {key: value for key, value in entry.fields.items() if key != "file"}
    hidden = {*own, *DRAWING, *ORIGINS} if set(own).intersection(ORIGINS) else set(own)
    taken = {key: value for key, value in kept.fields.items() if key not in hidden}
    if isinstance(own.get("ask"), list) and isinstance(taken.get("points"), dict):
        taken["points"] = {part: points for part, points in taken["points"].items() if part in own["ask"]}
        taken = {key: value for key, value in taken.items() if value != {}}
    for key in ("file", "like", "lecture"):
        if isinstance(taken.get(key), str) and (key != "lecture" or ".toml" in taken[key]):
            taken[key] = str(Path(named).parent / taken[key])
    return entry._replace(fields={**taken, **own}, taken=kept._replace(fields=taken))


def _existing_file(entry: TomlText, key: str, folder: Path) -> Path:
    """The file that a key names. Raises InputError where there is none, or no ordinary one."""
    named = str(entry.fields[key])
    path = folder / named
    try:
        if path.is_file() and access(path, R_OK):
            return path
    except (OSError, ValueError):
        pass
    facts = {"path": named if len(named) <= LONGEST_PATH else named[:LONGEST_PATH] + "…"}
    raise InputError((entry.problem("sheet-file-missing", key, facts),))


def lecture_of(file: TomlText, written: Any, folder: Path, own: Convention | None = None) -> Convention | None:
    """The convention of an expression after the key `lecture`; `own` where there is none, which rules alone change.

    Raises InputError, at the place of the mistake in the file.
    """
    if written is None:
        return own
    try:
        return read_expression(str(written), own, folder)
    except InputError as error:
        raise InputError(tuple(file.problems_within("lecture", str(written), error))) from None


def _lecture_in_tree_header(entry: TomlText, place: Place, tree: Tree | None) -> Convention | None:
    """The convention in the header of the tree that is given, or is to be like, where no lecture goes before it.

    Raises InputError at the key of the tree.
    """
    before = entry.fields.get("lecture"), place.lecture
    if tree is None or tree.convention is None or any(text is not None and names_lecture(text) for text in before):
        return None
    key = "file" if "file" in entry.fields else "like"
    try:
        return read_expression(tree.convention, folder=(place.folder / str(entry.fields[key])).parent)
    except InputError as error:
        raise _refused_at(entry, key, error.problems, tree.convention) from None


def _refused_at(entry: TomlText, key: str, problems: Iterable[Problem], text: str | None = None) -> InputError:
    """Problems with a text that has no place in the file, at the key they are about; others where they are."""
    file = entry.of(key)
    return InputError(tuple(file.problem(one.code, key, one.facts) if one.text == text else one for one in problems))


def _drawn_request(texts: Mapping[str, Any], convention: Convention) -> TreeRequest:
    """What is asked of trees that are drawn."""
    drawn = {key: texts[key] for key in _DRAWN if key in texts}
    constraints = texts.get("want", ())
    return TreeRequest(**drawn, like=texts.get("like"), constraints=constraints, convention=convention)


def _read_text(entry: TomlText, key: str, _folder: Path) -> Any:
    try:
        return _DRAWN[key](str(entry.fields[key]))
    except InputError as error:
        raise _refused_at(entry, key, error.problems) from None


def _read_constraints(entry: TomlText, key: str, _folder: Path) -> tuple[Constraint, ...]:
    texts, file = entry.fields[key], entry.of(key)
    constraints: list[Constraint] = []
    problems: list[Problem] = []
    for text in [texts] if isinstance(texts, str) else texts:
        if len(problems) == MOST_PROBLEMS:
            break
        try:
            constraints.append(read_constraint(text))
        except InputError as error:
            at = file.span_of_text(key, text)
            problems += [file.problem_at(problem.code, at, problem.facts) for problem in error.problems]
    if problems:
        raise InputError(tuple(problems))
    return tuple(constraints)


def _read_tree(entry: TomlText, key: str, folder: Path) -> Tree:
    path = _existing_file(entry.of(key), key, folder)
    return read(decode(read_file(path, MOST_TREE), str(path)), str(path), payoffs=key == "file")


def _read_lecture(entry: TomlText, key: str, folder: Path) -> Convention | None:
    return lecture_of(entry.of(key), entry.fields[key], folder)


_DRAWN: Mapping[str, Callable[[str], Any]] = {
    "shape": read_shape,
    "values": read_value_range,
    "root": lambda name: Kind[name],
    "levels": read_players,
    "chances": read_chances,
    "leaves": str,
}
"""How the texts of a request are read."""

_READERS: Mapping[str, Callable[[TomlText, str, Path], Any]] = {
    **dict.fromkeys(_DRAWN, _read_text),
    "file": _read_tree,
    "like": _read_tree,
    "want": _read_constraints,
    "lecture": _read_lecture,
}
"""How all texts of a task are read, from the entry, by their key, with files beside the folder."""


def _points_of_parts(entry: TomlText, tree: Tree | None, convention: Convention) -> dict[str, Any]:
    """The points of each part that is asked: those that are told, else those of the tree's file, else one each."""
    told = entry.fields.get("points") or (tree.points if tree else {})
    usual = ("values", "pruned", "best") if convention.cuts else ("values", "best")
    asked = entry.fields.get("ask") or tuple(told) or usual
    return {part: told.get(part, 1) for part in asked}
