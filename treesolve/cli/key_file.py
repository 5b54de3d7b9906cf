"""What `treesolve check -o key.json` writes: several trees bound in one key file, by which treesolve grade marks."""

from typing import Any

from treesolve.cli.inputs import Input
from treesolve.cli.marking import exercises_in
from treesolve.cli.options import Steering
from treesolve.cli.output import check_output, output
from treesolve.cli.run import Run, solution_of
from treesolve.grading.exam import Exercise, Key, key_document
from treesolve.model.problem import InputError, Problem


def bind(run: Run, files: tuple[str, ...], name: str | None, output_path: str, steering: Steering) -> None:
    """Write a key of the exercises in all files, each called as its file is; with a name the files are its variants.

    What cannot be searched is told and left out, and so is an exercise that answers could not tell from another.
    """
    check_output(output_path, files)
    exercises: list[Exercise] = []

    def add(found: Input) -> None:
        for exercise in exercises_in(found, steering):
            solution_of(exercise.tree, exercise.convention, found)
            named = (
                exercise if name is None else exercise._replace(name=name, variant=exercise.variant or exercise.name)
            )
            if any(_is_same(named, known) for known in exercises):
                raise InputError((Problem("key-exercise-twice", None, {"name": named.title}, found.source),))
            exercises.append(named)

    with output(output_path, "json") as file:
        run.each(files, add)
        if exercises:
            file.write(key_document(Key(tuple(exercises))))


def _is_same(one: Any, other: Any) -> bool:
    """Whether answers could not tell two exercises apart."""
    return one.name.casefold() == other.name.casefold() and (
        None in (one.variant, other.variant) or one.variant.casefold() == other.variant.casefold()
    )
