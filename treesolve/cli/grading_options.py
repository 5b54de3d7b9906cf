"""What commands about answers share: the key, the rubric, the roster.

The readers of rubrics and rosters are imported for the options that name such a file.
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
from treesolve.workflows.exercise_key import Solutions, check_size, exercise_in, joined_key, steered

if TYPE_CHECKING:
    from treesolve.grading.roster import Student


def marking(
    keys: Sequence[str],
    rubric_path: str | None,
    accept: Sequence[str],
    convention: str | None,
    out_of: Number | None = None,
) -> tuple[Key, Rubric, Solutions]:
    """Return the key that is made of those at some paths, the rubric that the options ask for, and the key's solutions.

    Those are empty where the key is a large one. Raises InputError where something is wrong with a file.
    """
    rubric = load_rubric(rubric_path, accept, out_of)
    key, solutions = load_key(keys, ConventionOption(convention))
    return key, rubric, solutions


def load_key(
    paths: Sequence[str], steering: ConventionOption, left_out: dict[int, InputError] | None = None
) -> tuple[Key, Solutions]:
    """Return the key that is made of those at some paths, with the solutions of its exercises.

    Each path leads to a key document, to a tree, which becomes an exercise, to a folder of trees, or to a folder of
    such folders, each of which becomes an exercise with its trees as variants. Raises InputError where answers could
    not tell two exercises apart, and for a sheet beside other keys. With `left_out`, errors of one of several files go
    there, by the number that its exercise would have.
    """
    files = key_files(paths)
    if len(files) == 1:
        return _key_in_file(files[0], steering)
    variants = {file: names for path in paths for file, names in _variants_in(Path(path)).items()}

    def key_of(file: str) -> tuple[Key, Solutions]:
        key, solutions = _key_in_file(file, steering)
        if key.is_sheet:
            raise InputError((Problem("key-sheet-alone", None, {}, file),))
        if file not in variants:
            return key, solutions
        name, variant = variants[file]
        return Key(tuple(one._replace(name=name, variant=variant) for one in key.exercises)), solutions

    return joined_key(zip(files, files, strict=True), key_of, left_out)


def is_trainer(keys: Sequence[str]) -> bool:
    """Whether what stands first is a trainer's file: no other key is TOML."""
    return bool(keys) and Path(keys[0]).suffix.lower() == ".toml"


def key_files(paths: Sequence[str]) -> tuple[str, ...]:
    """Return the files that paths lead to.

    A folder leads to its trees by name, the key of a sheet in it, the trees in its folders, or, without any, to itself.
    """
    return tuple(file for path in paths for file in _key_files_in(Path(path)) or [path])


def _key_files_in(folder: Path) -> list[str]:
    """Return the trees in a folder, else the key that a sheet has left there, else those in its folders; none in a
    file.
    """
    direct = sorted(folder.glob("*.tree")) or list(folder.glob("key.json"))
    return [str(path) for path in direct] or list(_variants_in(folder))


def _variants_in(folder: Path) -> dict[str, tuple[str, str | None]]:
    """Return the trees in the folders of a folder, each with the names of its exercise and, of several, its variant."""
    if not folder.is_dir() or any(folder.glob("*.tree")) or (folder / "key.json").exists():
        return {}
    trees = sorted(folder.glob("*/*.tree"))
    folders = [tree.parent for tree in trees]
    return {str(tree): (tree.parent.name, tree.stem if folders.count(tree.parent) > 1 else None) for tree in trees}


def _key_in_file(path: str, steering: ConventionOption) -> tuple[Key, Solutions]:
    """Return the key in a file, a key document or a tree that becomes the only exercise, with the solutions."""
    if Path(path).is_dir():
        raise InputError((Problem("key-is-folder", None, {}, path),))
    file_input = read_tree_argument(path)
    key = key_in(file_input, steering)
    return key, () if isinstance(key.exercises, LazyExercises) else _solved(key.exercises, file_input)


def _solved(exercises: Sequence[Exercise], file_input: Input) -> Solutions:
    """Return the solutions of the exercises of a file. Raises InputError where answers to one cannot be marked."""
    with problems_from(file_input.source):
        return tuple(_markable_solution(exercise, file_input) for exercise in exercises)


def _tree_in(file_input: Input) -> Tree:
    return read(file_input.text, file_input.source, payoffs=True)


def key_in(file_input: Input, steering: ConventionOption, read_tree: Callable[[Input], Tree] = _tree_in) -> Key:
    """Return the key in a file, with the conventions that the option has; a large one stays as it is where it has none.

    A tree, read by `read_tree`, is the only exercise of its key. Raises InputError where there is no key.
    """
    with problems_from(file_input.source):
        if not is_key(file_input.text):
            tree = read_tree(file_input)
            return Key(
                (exercise_in(file_input, tree, steering.convention_for(tree, file_input), default_points(tree)),)
            )
        key = read_key(file_input.text, file_input.source)
        if isinstance(key.exercises, LazyExercises) and not steering.is_given:
            return key
        return key._replace(exercises=steered(key.exercises, steering.resolve))


def _markable_solution(exercise: Exercise, file_input: Input) -> Solution:
    """Return the solution of an exercise. Raises InputError where answers to it cannot be marked."""
    check_size(exercise.tree)
    text = "" if is_key(file_input.text) else file_input.text
    return solution_of(exercise.tree, exercise.convention, Input(file_input.source, text))


def load_rubric(path: str | None, accept: Sequence[str] = (), out_of: Number | None = None) -> Rubric:
    """Return the rubric in a file, the usual one without; with further conventions that count as right, and all
    points there.
    """
    rubric = DEFAULT_RUBRIC
    if path:
        from treesolve.grading.rubric_file import read_rubric

        rubric = read_with(read_rubric, Path(path))
    accepted = tuple(absolute_convention(written, "--accept") for written in accept)
    return rubric._replace(accepted=(*rubric.accepted, *accepted), out_of=rubric.out_of if out_of is None else out_of)


def load_roster(run: CommandRun, path: str | None) -> "tuple[Student, ...]":
    """Return the students of a roster, with remarks printed; none without one. Raises InputError for mistakes in it."""
    if path is None:
        return ()
    from treesolve.grading.roster import read_roster

    roster = read_with(read_roster, Path(path))
    for problem in roster.remarks:
        run.remark(problem)
    return roster.students
