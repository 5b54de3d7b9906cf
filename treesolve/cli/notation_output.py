"""Trees written in the notation that a file extension or `--for` names."""

from pathlib import Path

from treesolve.cli.forms import Forms, chosen_format
from treesolve.cli.output import check_output, output
from treesolve.cli.outputs import names_folder
from treesolve.cli.run import CommandRun
from treesolve.cli.usage import usage_error
from treesolve.model.atomic_file import made_folder
from treesolve.model.input_file import Input
from treesolve.model.problem import Problem
from treesolve.notation.foreign.carried import ENDINGS, headers_of, write
from treesolve.notation.formatter import format_text
from treesolve.notation.headers import read_headers
from treesolve.runs.page_folder import files_in_folder

_INTO_FOLDER = "treesolve convert --for dot -o trees"
"""How several trees are written at once."""


def notations() -> Forms:
    """The notations in which trees are written, by the endings of their files."""
    return {ending: (f".{ending}",) for ending in ("tree", *ENDINGS)}


class NotationOutput:
    """Where the tree of a file goes, in the notation of that form or ending: ours, or another that can carry it.

    Several go into a folder, in the notation of the form. Raises a usage error where an ending stands for no notation,
    or several files go to one.
    """

    def __init__(self, path: str, files: tuple[str, ...], run: CommandRun, *, form: str | None = None) -> None:
        self.path, self.files, self.run = path, files, run
        is_folder = _is_folder_of_several(path, files, form)
        self.ending = chosen_format(form or ("tree" if path == "-" or is_folder else None), path, notations())
        check_output(path, files)
        self.paths = files_in_folder(path, files, f".{self.ending}") if is_folder else {}

    def write(self, found: Input) -> None:
        """Write the tree of a file there, and say which headers it has lost. Raises InputError like the reader."""
        if self.ending in ("tree", "text"):
            text, headers = format_text(found.text), list[str]()
        else:
            tree = self.run.tree(found, payoffs=True)
            published = [line.key for line in read_headers(found.text).published]
            text, headers = write(tree, self.ending), [*headers_of(tree), *published]
        path = self.paths.get(found.source, self.path)
        check_output(path, self.files)
        with output(path, "json") as file:
            file.write(text)
        if headers:
            facts = {"headers": ", ".join(headers), "path": path}
            self.run.remark(Problem("headers-left-out", None, facts, found.source))


def _is_folder_of_several(path: str, files: tuple[str, ...], form: str | None) -> bool:
    """Whether files go into a folder, which is made. Raises a usage error where several are to be one file."""
    is_folder = path != "-" and names_folder(path)
    if len(files) < 2 and not is_folder:
        return False
    if not is_folder and (not form or Path(path).suffix or path == "-"):
        facts = {"path": path, "count": len(files), "instead": _INTO_FOLDER}
        raise usage_error(Problem("several-trees-in-one-file", None, facts))
    made_folder(path)
    return True
