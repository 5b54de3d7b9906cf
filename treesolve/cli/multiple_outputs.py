"""Where a command writes: the targets that `-o` names, which may be given several times."""

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from pathlib import Path
from typing import IO, Any, NamedTuple

from treesolve.cli.output import check_output, open_output
from treesolve.cli.output_formats import Forms, chosen_format
from treesolve.cli.usage_error import bad_parameter, usage_error
from treesolve.model.atomic_file import make_folder
from treesolve.model.problem import Problem


class Target(NamedTuple):
    """Where something is written; no path, and the path -, are standard output.

    One that is `numbered` is a folder: it is given all pictures at once, and each becomes a file with its number.
    """

    path: str | None
    form: str
    numbered: bool = False

    def open_output(self) -> AbstractContextManager[Any]:
        """What is written to."""
        return nullcontext(_NumberedPictureFolder(self)) if self.numbered else open_output(self.path, self.form)


def targets(form: str | None, paths: tuple[str, ...], forms: Forms, asked: str = "") -> tuple[Target, ...]:
    """What is written where: one target for each path, standard output where there is none.

    Raises a usage error where a form goes with several paths, is none of `forms`, or an ending stands for none;
    `asked` is the option because of which there are no others.
    """
    check_one_format(form, paths)
    return tuple(Target(path, chosen_format(form, path, forms, asked)) for path in paths or (None,))


def check_one_format(form: str | None, paths: tuple[str, ...]) -> None:
    """Raise a usage error where one form is asked for several files."""
    if form and len(paths) > 1:
        raise usage_error(Problem("format-of-several", None, {"form": form, "count": len(paths)}))


def is_folder_path(path: str) -> bool:
    """Whether a path is that of a folder: one that is there, or one to be made, which ends as the system has it."""
    return path.endswith(("/", os.sep)) or Path(path).is_dir()


def first_output(paths: tuple[str, ...]) -> str | None:
    """Where a run's results go: to the terminal, None, if any of them does. Raises a usage error for an empty name."""
    if "" in paths:
        raise bad_parameter(Problem("output-without-name"), "-o")
    return None if not paths or "-" in paths else paths[0]


@contextmanager
def open_targets(found: tuple[Target, ...], inputs: tuple[str, ...] = ()) -> Iterator[list[tuple[str, IO[Any]]]]:
    """The form and the open file of each target; the files appear at the end, all of them or none.

    Raises InputError where a file cannot be written, or would take the place of one of the inputs.
    """
    for target in found:
        check_output(target.path, inputs)
    with ExitStack() as files:
        yield [(one.form, files.enter_context(one.open_output())) for one in found]


class _NumberedPictureFolder:
    """A folder that is written to like a file; nothing is there unless all pictures are."""

    def __init__(self, folder: Target) -> None:
        self.path, self.form = folder.path or ".", folder.form

    def write(self, pictures: Sequence[str | bytes]) -> None:
        """Write pictures, called 00, 01, 02, ... in their order, with as many digits as the last one needs."""
        digits = max(2, len(str(len(pictures) - 1)))
        folder = make_folder(self.path)
        with ExitStack() as files:
            for number, picture in enumerate(pictures):
                path = folder / f"{number:0{digits}}.{self.form}"
                files.enter_context(open_output(str(path), self.form)).write(picture)

    def isatty(self) -> bool:
        """No folder is a terminal."""
        return False


def drawing_width(file: IO[Any]) -> int:
    """How wide a drawing may be: as wide as the terminal; 120 columns where there is none."""
    return shutil.get_terminal_size((120, 0)).columns if file.isatty() else 120
