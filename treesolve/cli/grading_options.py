"""Loading of keys, rubrics and rosters, shared by the commands for grading.

The parsers for rubrics and rosters are imported only if such a file is given.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from treesolve.cli.command_run import CommandRun, problems_from
from treesolve.cli.convention_option import ConventionOption, solution_of
from treesolve.cli.lecturer_defaults import default_points
from treesolve.cli.usage_error import absolute_convention
from treesolve.grading.exam import Key, LazyExercises, is_key, read_key
from treesolve.grading.exercise import Exercise
from treesolve.grading.rubric import DEFAULT_RUBRIC, Rubric
from treesolve.model.input_file import Input, read_tree_argument, read_with
from treesolve.model.number import Number
from treesolve.model.problem import InputError, Problem
from treesolve.model.tree import Tree
from treesolve.notation.reader import read
from treesolve.search.solution import Solution
from treesolve.workflows.key_builder import Solutions, check_size, exercise_in, joined_key, steered

if TYPE_CHECKING:
    from treesolve.grading.roster import Student


def marking(
    keys: Sequence[str],
    rubric_path: str | None,
    accept: Sequence[str],
    convention: str | None,
    out_of: Number | None = None,
) -> tuple[Key, Rubric, Solutions]:
    """Return the combined key from some paths, the rubric that the options select, and the key's solutions.

    The solutions of a large key are omitted, because its exercises are loaded on demand. Raises InputError if a file is
    invalid.
    """
    rubric = load_rubric(rubric_path, accept, out_of)
    key, solutions = load_key(keys, ConventionOption(convention))
    return key, rubric, solutions


def load_key(
    paths: Sequence[str], convention_option: ConventionOption, left_out: dict[int, InputError] | None = None
) -> tuple[Key, Solutions]:
    """Return the combined key from some paths, with the solutions of its exercises.

    A path is a key document, a tree, a folder of trees, or a folder with subfolders. Each subfolder is an exercise, and
    the trees in it are its variants. Raises InputError if two exercises have the same name, or if the key of a sheet is
    combined with other keys. If `left_out` is given and there are several files, the error of an invalid file is stored
    in `left_out` instead, under the number that its exercise would have.
    """
    files = key_files(paths)
    if len(files) == 1:
        return _key_in_file(files[0], convention_option)
    variants = {file: names for path in paths for file, names in _variants_in(Path(path)).items()}

    def key_of(file: str) -> tuple[Key, Solutions]:
        key, solutions = _key_in_file(file, convention_option)
        if key.is_sheet:
            raise InputError((Problem("key-sheet-alone", None, {}, file),))
        if file not in variants:
            return key, solutions
        name, variant = variants[file]
        return Key(tuple(one._replace(name=name, variant=variant) for one in key.exercises)), solutions

    return joined_key(zip(files, files, strict=True), key_of, left_out)


def is_trainer(keys: Sequence[str]) -> bool:
    """Return whether the first key is a trainer's file, which is the only kind of key in TOML."""
    return bool(keys) and Path(keys[0]).suffix.lower() == ".toml"


def key_files(paths: Sequence[str]) -> tuple[str, ...]:
    """Return the key files at some paths.

    A folder is replaced by the trees in it, sorted by name; if it has none, by the key of a sheet in it; otherwise by
    the trees in its subfolders. A folder with none of these is returned unchanged.
    """
    return tuple(file for path in paths for file in _key_files_in(Path(path)) or [path])


def _key_files_in(folder: Path) -> list[str]:
    """Return the trees in a folder, otherwise the key of a sheet in it, otherwise the trees in its subfolders.

    The list is empty if the path is a file.
    """
    direct = sorted(folder.glob("*.tree")) or list(folder.glob("key.json"))
    return [str(path) for path in direct] or list(_variants_in(folder))


def _variants_in(folder: Path) -> dict[str, tuple[str, str | None]]:
    """Return the trees in subfolders, each with the name of its exercise and its variant, None for a single tree."""
    if not folder.is_dir() or any(folder.glob("*.tree")) or (folder / "key.json").exists():
        return {}
    trees = sorted(folder.glob("*/*.tree"))
    folders = [tree.parent for tree in trees]
    return {str(tree): (tree.parent.name, tree.stem if folders.count(tree.parent) > 1 else None) for tree in trees}


def _key_in_file(path: str, convention_option: ConventionOption) -> tuple[Key, Solutions]:
    """Return the key in a file, which is a key document or a single tree, and its solutions."""
    if Path(path).is_dir():
        raise InputError((Problem("key-is-folder", None, {}, path),))
    file_input = read_tree_argument(path)
    key = key_in(file_input, convention_option)
    return key, () if isinstance(key.exercises, LazyExercises) else _solved(key.exercises, file_input)


def _solved(exercises: Sequence[Exercise], file_input: Input) -> Solutions:
    """Return the solutions of a file's exercises. Raises InputError if answers to an exercise cannot be graded."""
    with problems_from(file_input.source):
        return tuple(_markable_solution(exercise, file_input) for exercise in exercises)


def _tree_in(file_input: Input) -> Tree:
    return read(file_input.text, file_input.source, payoffs=True)


def key_in(
    file_input: Input, convention_option: ConventionOption, read_tree: Callable[[Input], Tree] = _tree_in
) -> Key:
    """Return the key in a file, with the convention that the option selects.

    The exercises of a large key are loaded later if the option was not given. A tree, parsed by `read_tree`, becomes a
    key with a single exercise. Raises InputError if the file is invalid.
    """
    with problems_from(file_input.source):
        if not is_key(file_input.text):
            tree = read_tree(file_input)
            convention = convention_option.convention_for(tree, file_input)
            return Key((exercise_in(file_input, tree, convention, default_points(tree)),))
        key = read_key(file_input.text, file_input.source)
        if isinstance(key.exercises, LazyExercises) and not convention_option.is_given:
            return key
        return key._replace(exercises=steered(key.exercises, convention_option.resolve))


def _markable_solution(exercise: Exercise, file_input: Input) -> Solution:
    """Return the solution of an exercise. Raises InputError if answers to it cannot be graded."""
    check_size(exercise.tree)
    text = "" if is_key(file_input.text) else file_input.text
    return solution_of(exercise.tree, exercise.convention, Input(file_input.source, text))


def load_rubric(path: str | None, accept: Sequence[str] = (), out_of: Number | None = None) -> Rubric:
    """Return the rubric in a file, or the default rubric.

    `accept` adds accepted conventions; `out_of` is the maximum to which points are scaled.
    """
    rubric = DEFAULT_RUBRIC
    if path:
        from treesolve.grading.rubric_file import read_rubric

        rubric = read_with(read_rubric, Path(path))
    accepted = tuple(absolute_convention(expression, "--accept") for expression in accept)
    return rubric._replace(accepted=(*rubric.accepted, *accepted), out_of=rubric.out_of if out_of is None else out_of)


def load_roster(run: CommandRun, path: str | None) -> "tuple[Student, ...]":
    """Return the students on the roster, and print warnings about the roster file.

    Return an empty tuple without a path. Raises InputError if the file is invalid.
    """
    if path is None:
        return ()
    from treesolve.grading.roster import read_roster

    roster = read_with(read_roster, Path(path))
    for problem in roster.remarks:
        run.remark(problem)
    return roster.students
