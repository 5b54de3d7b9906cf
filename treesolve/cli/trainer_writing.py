"""The trainer that `treesolve practice --trainer` makes."""

from pathlib import Path

from treesolve.cli.output import check_output, output, refuse_terminal
from treesolve.cli.run import Run
from treesolve.cli.steering import Steering
from treesolve.cli.usage import usage_error
from treesolve.exercises.trainer import Trainer, pool, read_trainer, trainer_of_fields
from treesolve.model.convention import Convention
from treesolve.model.input_file import read_as
from treesolve.model.problem import Problem
from treesolve.pages.trainer_page import trainer_document


def write_trainer(run: Run, files: tuple[str, ...], lecture: str | None, output_path: str | None) -> None:
    """Make the page of a trainer as one TOML file says, or as is usual.

    Raises a usage error for several files, InputError with everything wrong in the file.
    """
    if len(files) > 1:
        raise usage_error(Problem("trainer-files"))
    if output_path in (None, "-"):
        refuse_terminal("html")
    check_output(output_path, files)
    trainer = asked_trainer(files, Steering(lecture).steer(), run.language)
    run.progress.total = trainer.trees

    def is_made() -> None:
        run.progress.done += 1

    with output(output_path, "html") as file:
        file.writelines(trainer_document(trainer, pool(trainer), is_made))


def asked_trainer(files: tuple[str, ...], usual: Convention, language: str) -> Trainer:
    """The trainer in a file; without one what is usual. Raises InputError with everything wrong in it."""
    if not files:
        return trainer_of_fields(usual, {"language": language})
    return read_as(lambda path: read_trainer(path, usual, language), Path(files[0]))
