"""What `treesolve check --fix` and `--diff` do: tidy tree files, like a code formatter, or write them otherwise."""

from pathlib import Path
from typing import TYPE_CHECKING

from treesolve.cli.forms import Forms, chosen_format
from treesolve.cli.output import check_output, echo, output
from treesolve.cli.run import Run
from treesolve.cli.usage import usage_error
from treesolve.model.atomic_file import made_folder
from treesolve.model.input_file import Input
from treesolve.model.problem import InputError, Problem

if TYPE_CHECKING:
    from treesolve.runs.page_folder import Folder

ENDING = ".tree"

_INTO_FOLDER = "treesolve convert --for dot -o trees"
"""How several trees are written at once."""


def fix(found: Input, run: Run) -> None:
    """Tidy a file in place, which stays untouched where it is tidy; standard input goes to standard output.

    A tree in another notation is written beside its file, as .tree, and that is said. Raises InputError where there is
    no tree in it, or where another file stands there.
    """
    tidy, is_foreign = _tidied_tree(found)
    path = Path(found.source)
    if not found.is_file:
        with output(None, "tree") as file:
            file.write(tidy)
    elif is_foreign and path.suffix != ENDING:
        _write_tidy_tree_beside(found, path.with_suffix(ENDING), tidy, run)
    elif tidy != found.text:
        with output(found.source) as file:
            file.write(tidy)


def _write_tidy_tree_beside(found: Input, beside: Path, tidy: str, run: Run) -> None:
    facts = {"path": str(beside)}
    if beside.exists() and beside.read_text(encoding="utf-8", errors="replace") != tidy:
        raise InputError((Problem("beside-exists", None, facts, found.source),))
    with output(str(beside)) as file:
        file.write(tidy)
    run.remark(Problem("written-beside", None, facts, found.source))


def notations() -> Forms:
    """The notations in which trees are written, by the endings of their files."""
    from treesolve.notation.foreign.carried import ENDINGS

    return {ending: (f".{ending}",) for ending in ("tree", *ENDINGS)}


class Conversion:
    """Where the tree of a file goes, in the notation of that form or ending: ours, or another that can carry it.

    Several go into a folder, in the notation of the form. Raises a usage error where an ending stands for no notation,
    or several files go to one.
    """

    def __init__(
        self, path: str, files: tuple[str, ...], run: Run, *, form: str | None = None, quiet: bool = False
    ) -> None:
        self.path, self.files, self.run = path, files, run
        run.quiet = quiet
        self.folder = _folder_of_several(path, files, form)
        self.ending = chosen_format(form or ("tree" if path == "-" else None), path, notations(), "--fix -o")
        check_output(path, files)

    def write(self, found: Input) -> None:
        """Write the tree of a file there, and say which headers it has lost. Raises InputError like the reader."""
        if self.ending in ("tree", "text"):
            text, headers = _tidied_tree(found)[0], list[str]()
        else:
            from treesolve.notation.foreign.carried import headers_of, write
            from treesolve.notation.headers import read_headers

            tree = self.run.tree(found, payoffs=True)
            published = [line.key for line in read_headers(found.text).published]
            text, headers = write(tree, self.ending), [*headers_of(tree), *published]
        path = self._path_for(found)
        with output(path, "json") as file:
            file.write(text)
        if headers and not self.run.quiet:
            facts = {"headers": ", ".join(headers), "path": path}
            self.run.remark(Problem("headers-left-out", None, facts, found.source))

    def _path_for(self, found: Input) -> str:
        """The file for the tree of another: in a folder it is called as that one is. Raises InputError for an input."""
        if self.folder is None:
            return self.path
        path = str(self.folder.path / self.folder.name(Path(found.source).stem, f".{self.ending}"))
        check_output(path, self.files)
        return path


def _folder_of_several(path: str, files: tuple[str, ...], form: str | None) -> "Folder | None":
    """The folder for several files; None where there is one. Raises a usage error where it is to be one file."""
    if len(files) < 2:
        return None
    if not form or Path(path).suffix or path == "-":
        facts = {"path": path, "count": len(files), "instead": _INTO_FOLDER}
        raise usage_error(Problem("several-trees-in-one-file", None, facts))
    from treesolve.runs.page_folder import Folder

    return Folder(str(made_folder(path)))


def show_difference(found: Input, *, quiet: bool) -> None:
    """Print what tidying would change, or only raise InputError where it would change anything."""
    tidy, _ = _tidied_tree(found)
    if tidy == found.text:
        return
    if quiet:
        raise InputError((Problem("not-formatted", None, {}, found.source),))
    echo(_difference_as_text(found, tidy), nl=False)


def _tidied_tree(found: Input) -> tuple[str, bool]:
    """The tree of a file in our notation, tidy, and whether it was written in another one."""
    from treesolve.notation.formatter import format_text
    from treesolve.notation.reader import reading

    read = reading(found.text, found.source, payoffs=True)
    return format_text(found.text), read.text is not None


def _difference_as_text(found: Input, tidy: str) -> str:
    import difflib

    lines = difflib.unified_diff(
        found.text.splitlines(keepends=True), tidy.splitlines(keepends=True), found.source, "formatted"
    )
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)
