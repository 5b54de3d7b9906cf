"""Where generated trees go: standard output, a file, or a folder with a file for each."""

from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from treesolve.cli.options import usage_error
from treesolve.cli.output import check_output, output
from treesolve.model.atomic_file import made_folder
from treesolve.model.problem import InputError, Problem

if TYPE_CHECKING:
    from treesolve.model.tree import Tree


class TreeWriting(Protocol):
    """Where trees go: a folder, a file, or standard output."""

    def check(self) -> None:
        """Raise InputError where nothing could be written; before any tree is made."""

    def add(self, tree: "Tree", number: int, /) -> None:
        """Write one more; the first has the number 1."""


class _TreeLines:
    """Standard output: one tree as a file, several as a line each, without headers."""

    def __init__(self, *, single: bool) -> None:
        self.single = single

    def check(self) -> None:
        """There is always somewhere to write."""

    def add(self, tree: "Tree", _number: int) -> None:
        from treesolve.notation.writer import write, write_line

        with output(None) as file:
            file.write(write(tree) if self.single else write_line(tree) + "\n")


class _TreeFile:
    """One tree in a file."""

    def __init__(self, path: str, inputs: tuple[str, ...], *, replace: bool) -> None:
        self.path, self.inputs, self.replace = path, inputs, replace

    def check(self) -> None:
        check_output(self.path, self.inputs)
        if Path(self.path).is_file() and not self.replace:
            raise InputError((Problem("generated-there", None, {}, self.path),))

    def add(self, tree: "Tree", _number: int) -> None:
        from treesolve.notation.writer import write

        with output(self.path) as file:
            file.write(write(tree))


class _TreeFolder:
    """Trees in a folder, numbered; each file appears when it is complete."""

    def __init__(self, path: str, count: int, inputs: tuple[str, ...], *, replace: bool) -> None:
        self.path, self.inputs, self.replace = Path(path), inputs, replace
        self.count, self.digits = count, max(4, len(str(count)))

    def name(self, number: int) -> Path:
        """The path of the file with that number."""
        return self.path / f"{number:0{self.digits}d}.tree"

    def check(self) -> None:
        if self.path.exists() and not self.path.is_dir():
            raise InputError((Problem("generated-folder", None, {}, str(self.path)),))
        for number in range(1, self.count + 1):
            check_output(str(self.name(number)), self.inputs)
            if not self.replace and self.name(number).exists():
                raise InputError((Problem("generated-there", None, {}, str(self.name(number))),))
        made_folder(str(self.path))

    def add(self, tree: "Tree", number: int) -> None:
        from treesolve.notation.writer import write

        with output(str(self.name(number))) as file:
            file.write(write(tree))


def tree_writing(path: str | None, count: int, inputs: tuple[str, ...], *, replace: bool) -> TreeWriting:
    """Where so many trees go, and over what is there already only if it is to be replaced.

    Raises a usage error where several trees shall stand in one file.
    """
    if path is None or path == "-":
        return _TreeLines(single=count == 1)
    if not path.lower().endswith(".tree"):
        return _TreeFolder(path, count, inputs, replace=replace)
    if count > 1:
        raise usage_error(Problem("one-tree-of-many", None, {"count": count}))
    return _TreeFile(path, inputs, replace=replace)
