"""Where generated trees go: standard output, a file, a folder with a file for each, or questions for Moodle."""

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from treesolve.cli.lecturer import usual_points
from treesolve.cli.options import usage_error
from treesolve.cli.output import check_output, output
from treesolve.model.atomic_file import made_folder
from treesolve.model.convention import Convention
from treesolve.model.input_file import MOST_TREE, read_as, read_file
from treesolve.model.problem import InputError, Problem, harmless

if TYPE_CHECKING:
    from treesolve.grading.exercise import Exercise
    from treesolve.model.tree import Tree


class Asking(NamedTuple):
    """How questions are asked: in the words of a language, about the search of a lecture."""

    language: str
    convention: Convention


class TreeWriting(Protocol):
    """Where trees go: a folder, a file, or standard output."""

    def check(self) -> None:
        """Raise InputError where nothing could be written; before any tree is made."""

    def add(self, tree: "Tree", number: int, /) -> None:
        """Write one more; the first has the number 1."""

    def finish(self) -> None:
        """Write what has not been written yet."""


class _AtOnce:
    """Where each tree is written when it comes."""

    def finish(self) -> None:
        """Everything is written."""


class _TreeLines(_AtOnce):
    """Standard output: trees as files with blank lines between, or a line each where they have no headers."""

    def __init__(self, *, single: bool) -> None:
        self.single = single

    def check(self) -> None:
        """There is always somewhere to write."""

    def add(self, tree: "Tree", number: int) -> None:
        from treesolve.notation.foreign.carried import headers_of
        from treesolve.notation.writer import write, write_line

        on_one_line = not self.single and not headers_of(tree)
        with output(None, "tree") as file:
            if on_one_line:
                file.write(write_line(tree) + "\n")
            else:
                file.write("\n" * (number > 1) + write(tree))


class _TreeFile(_AtOnce):
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


class _TreeFolder(_AtOnce):
    """Trees in a folder, numbered; each file appears when it is complete.

    An interrupted run has left the first of them, and is gone on with where these are the same. They are looked at
    before any that is new is written, so that nothing is when they are others.
    """

    def __init__(self, path: str, count: int, inputs: tuple[str, ...], *, replace: bool) -> None:
        self.path, self.inputs, self.replace = Path(path), inputs, replace
        self.count, self.digits = count, max(4, len(str(count)))
        self.left = 0

    def name(self, number: int) -> Path:
        """The path of the file with that number."""
        return self.path / f"{number:0{self.digits}d}.tree"

    def check(self) -> None:
        if self.path.exists() and not self.path.is_dir():
            raise InputError((Problem("generated-folder", None, {}, str(self.path)),))
        for number in range(1, self.count + 1):
            check_output(str(self.name(number)), self.inputs)
            if not self.replace and self.name(number).exists():
                self.left += 1
                if number != self.left:
                    raise self._other_file(number)
        made_folder(str(self.path))

    def _other_file(self, number: int) -> InputError:
        """The error for a file that is there already and is not the one that this run writes."""
        return InputError((Problem("generated-there", None, {}, str(self.name(number))),))

    def add(self, tree: "Tree", number: int) -> None:
        from treesolve.notation.writer import write

        path, text = self.name(number), harmless(write(tree))
        if number > self.left:
            with output(str(path)) as file:
                file.write(text)
        elif read_as(lambda there: read_file(there, MOST_TREE), path) != text.encode():
            raise self._other_file(number)


class _TreeQuiz(_TreeFile):
    """Questions for Moodle in a file: variants of one exercise, called as the file is."""

    def __init__(self, path: str, inputs: tuple[str, ...], asking: Asking, *, replace: bool) -> None:
        super().__init__(path, inputs, replace=replace)
        self.asking = asking
        self.exercises: list[Exercise] = []

    def add(self, tree: "Tree", number: int) -> None:
        from treesolve.grading.exercise import Exercise

        name = Path(self.path).stem
        points = usual_points(tree)
        self.exercises.append(Exercise(name, tree, self.asking.convention, points, f"{number:04}"))

    def finish(self) -> None:
        from treesolve.exchange.moodle_quiz import moodle_document, moodle_question
        from treesolve.exchange.quiz import quiz

        if self.exercises:
            with output(self.path, "json") as file:
                quizzes = (quiz(one, None, self.asking.language) for one in self.exercises)
                file.writelines(moodle_document(map(moodle_question, quizzes)))


def tree_writing(
    path: str | None, count: int, inputs: tuple[str, ...], asking: Asking, *, replace: bool
) -> TreeWriting:
    """Where so many trees go, and over what is there already only if it is to be replaced.

    Raises a usage error where several trees shall stand in one file.
    """
    if path is None or path == "-":
        return _TreeLines(single=count == 1)
    if path.lower().endswith(".xml"):
        return _TreeQuiz(path, inputs, asking, replace=replace)
    if not path.lower().endswith(".tree"):
        return _TreeFolder(path, count, inputs, replace=replace)
    if count > 1:
        raise usage_error(Problem("one-tree-of-many", None, {"count": count}))
    return _TreeFile(path, inputs, replace=replace)
