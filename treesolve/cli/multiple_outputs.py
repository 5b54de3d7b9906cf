"""Output targets of a command, one for each `-o`."""

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
    """An output target. It is stdout if the path is None or "-".

    A `numbered` target is a folder. All pictures are written to it at once, each to a numbered file.
    """

    path: str | None
    form: str
    numbered: bool = False

    def open_output(self) -> AbstractContextManager[Any]:
        """Open the target for writing."""
        return nullcontext(_NumberedPictureFolder(self)) if self.numbered else open_output(self.path, self.form)


def targets(form: str | None, paths: tuple[str, ...], forms: Forms, option: str = "") -> tuple[Target, ...]:
    """Return one target for each path, or stdout if there are no paths.

    Raises a usage error if a format is given for several paths, or if a format or file extension is not in `forms`. The
    message names `option`, the option that restricts the formats.
    """
    check_one_format(form, paths)
    return tuple(Target(path, chosen_format(form, path, forms, option)) for path in paths or (None,))


def check_one_format(form: str | None, paths: tuple[str, ...]) -> None:
    """Raise a usage error if a format is given for several files."""
    if form and len(paths) > 1:
        raise usage_error(Problem("format-of-several", None, {"form": form, "count": len(paths)}))


def is_folder_path(path: str) -> bool:
    """Return whether a path denotes a folder: it is an existing folder, or it ends with a separator."""
    return path.endswith(("/", os.sep)) or Path(path).is_dir()


def first_output(paths: tuple[str, ...]) -> str | None:
    """Return the first path, or None if the results are written to stdout.

    Raises a usage error if one of the paths is empty.
    """
    if "" in paths:
        raise bad_parameter(Problem("output-without-name"), "-o")
    return None if not paths or "-" in paths else paths[0]


@contextmanager
def open_targets(found: tuple[Target, ...], inputs: tuple[str, ...] = ()) -> Iterator[list[tuple[str, IO[Any]]]]:
    """Yield the format and the open file of each target.

    The files are written to their paths at the end of the block, all of them or, after an error, none. Raises
    InputError if a file cannot be written or would overwrite an input.
    """
    for target in found:
        check_output(target.path, inputs)
    with ExitStack() as files:
        yield [(one.form, files.enter_context(one.open_output())) for one in found]


class _NumberedPictureFolder:
    """A folder with the interface of a file. If one picture cannot be written, none is."""

    def __init__(self, folder: Target) -> None:
        self.path, self.form = folder.path or ".", folder.form

    def write(self, pictures: Sequence[str | bytes]) -> None:
        """Write the pictures to files named 00, 01, 02, ..., with more digits if necessary."""
        digits = max(2, len(str(len(pictures) - 1)))
        folder = make_folder(self.path)
        with ExitStack() as files:
            for number, picture in enumerate(pictures):
                path = folder / f"{number:0{digits}}.{self.form}"
                files.enter_context(open_output(str(path), self.form)).write(picture)

    def isatty(self) -> bool:
        """Return False, because a folder is not a terminal."""
        return False


def drawing_width(file: IO[Any]) -> int:
    """Return the width of text drawings in columns: the width of the terminal, or 120 if the file is no terminal."""
    return shutil.get_terminal_size((120, 0)).columns if file.isatty() else 120
