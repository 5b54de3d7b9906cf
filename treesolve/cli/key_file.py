"""What `treesolve check -o key.json` writes: several trees bound in one key file, by which treesolve grade marks."""

from treesolve.cli.marking import add_exercise, key_in
from treesolve.cli.options import Steering
from treesolve.cli.output import check_output, output
from treesolve.cli.run import Run, solution_of
from treesolve.grading.exam import Exercise, Key, key_document
from treesolve.model.input_file import Input


def write_key_file(run: Run, files: tuple[str, ...], name: str | None, output_path: str, steering: Steering) -> None:
    """Write a key of the exercises in all files, each called as its file is; with a name the files are its variants.

    What cannot be searched is told and left out, and so is an exercise that answers could not tell from another.
    """
    check_output(output_path, files)
    exercises: list[Exercise] = []

    def add(found: Input) -> None:
        for exercise in key_in(found, steering).exercises:
            solution_of(exercise.tree, exercise.convention, found)
            named = (
                exercise if name is None else exercise._replace(name=name, variant=exercise.variant or exercise.name)
            )
            add_exercise(exercises, named, found.source)

    with output(output_path, "json") as file:
        run.each(files, add)
        if exercises:
            file.write(key_document(Key(tuple(exercises))))
