"""treesolve key"""

from typing import Any

import click

from treesolve.cli.inputs import Input
from treesolve.cli.marking import exercises_in
from treesolve.cli.options import FILES, Steering, convention_options, language_option
from treesolve.cli.output import check_output, output
from treesolve.cli.run import Run, solution_of
from treesolve.model.problem import InputError, Problem


@click.command("key")
@click.argument("files", nargs=-1, required=True, type=FILES, metavar="FILE...")
@click.option("--exercise", metavar="NAME", help="The files are variants of this one exercise.")
@convention_options
@language_option
@click.option("-o", "--output", "output_path", type=FILES, metavar="FILE", help="Write the key to FILE.")
def command(
    files: tuple[str, ...], exercise: str | None, language: str, output_path: str | None, **options: Any
) -> None:
    """Bind several trees in one key file, by which treesolve grade marks.

    Each FILE is an exercise, called as the file is; students name it in a line `exercise:` of their answers. With
    --exercise the files are its variants instead, named in a line `variant:`. A FILE may be a key file itself.

    \b
    Examples:
      treesolve key minimax.tree deep-cut.tree -o key.json
      treesolve key --exercise ab-01 variants/*.tree -o ab-01.json
      treesolve key ab-01.json minimax.tree -o key.json
    """
    run = Run(language, output_path)
    run.guard(lambda: _key(run, files, exercise, output_path, options))
    run.finish()


def _key(run: Run, files: tuple[str, ...], name: str | None, output_path: str | None, options: dict[str, Any]) -> None:
    from treesolve.grading.exam import Exercise, Key, key_document

    steering = Steering(options)
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
