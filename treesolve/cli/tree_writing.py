"""Where generated trees go: standard output, a file, a folder with a file for each, or questions for Moodle."""

from pathlib import Path

from treesolve.cli.lecturer import usual_points
from treesolve.cli.output import check_output, output
from treesolve.cli.usage import usage_error
from treesolve.exercises.generator_spec import Request
from treesolve.grading.exercise import Exercise
from treesolve.model.atomic_file import made_folder
from treesolve.model.input_file import MOST_TREE, read_as, read_file
from treesolve.model.problem import InputError, Problem, harmless
from treesolve.model.tree import Tree
from treesolve.notation.foreign.carried import headers_of
from treesolve.notation.writer import write, write_line


class TreeWriting:
    """Standard output: one tree as a file, several with blank lines between, or a line each without headers."""

    def __init__(self, *, is_single: bool = False) -> None:
        self.is_single = is_single

    def add(self, tree: Tree, number: int) -> None:
        """Write one more; the first has the number 1."""
        on_one_line = not self.is_single and not headers_of(tree)
        with output(None, "tree") as file:
            file.write(write_line(tree) + "\n" if on_one_line else "\n" * (number > 1) + write(tree))

    def finish(self) -> None:
        """Write what has not been written yet."""


class _TreeFile(TreeWriting):
    """One tree in a file. Raises InputError where there is one already that is not to be replaced, or an input."""

    def __init__(self, path: str, inputs: tuple[str, ...], *, replace: bool) -> None:
        self.path = path
        check_output(path, inputs)
        if Path(path).is_file() and not replace:
            raise InputError((Problem("generated-there", None, {}, path),))

    def add(self, tree: Tree, number: int) -> None:  # noqa: ARG002
        with output(self.path) as file:
            file.write(write(tree))


class _TreeFolder(TreeWriting):
    """Trees in a folder, numbered; each file appears when it is complete.

    An interrupted run has left the first of them, and is gone on with where these are the same. They are looked at
    before any that is new is written, so that nothing is when they are others; InputError is raised then.
    """

    def __init__(self, path: str, count: int, inputs: tuple[str, ...], *, replace: bool) -> None:
        self.path, self.digits = Path(path), max(4, len(str(count)))
        self.left = 0
        if self.path.exists() and not self.path.is_dir():
            raise InputError((Problem("generated-folder", None, {}, str(self.path)),))
        for number in range(1, count + 1):
            check_output(str(self.name(number)), inputs)
            if not replace and self.name(number).exists():
                self.left += 1
                if number != self.left:
                    raise self._other_file(number)
        made_folder(path)

    def name(self, number: int) -> Path:
        """The path of the file with that number."""
        return self.path / f"{number:0{self.digits}d}.tree"

    def _other_file(self, number: int) -> InputError:
        """The error for a file that is there already and is not the one that this run writes."""
        return InputError((Problem("generated-there", None, {}, str(self.name(number))),))

    def add(self, tree: Tree, number: int) -> None:
        path, text = self.name(number), harmless(write(tree))
        if number > self.left:
            with output(str(path)) as file:
                file.write(text)
        elif read_as(lambda there: read_file(there, MOST_TREE), path) != text.encode():
            raise self._other_file(number)


class _TreeQuiz(_TreeFile):
    """Questions for Moodle in a file: variants of one exercise, called as the file is."""

    def __init__(self, path: str, inputs: tuple[str, ...], request: Request, language: str, *, replace: bool) -> None:
        super().__init__(path, inputs, replace=replace)
        self.convention, self.language = request.convention, language
        self.exercises: list[Exercise] = []

    def add(self, tree: Tree, number: int) -> None:
        self.exercises.append(Exercise(Path(self.path).stem, tree, self.convention, usual_points(tree), f"{number:04}"))

    def finish(self) -> None:
        from treesolve.exchange.moodle_quiz import moodle_document, moodle_question
        from treesolve.exchange.quiz import quiz

        if self.exercises:
            with output(self.path, "json") as file:
                quizzes = (quiz(one, None, self.language) for one in self.exercises)
                file.writelines(moodle_document(map(moodle_question, quizzes)))


def tree_writing(
    path: str | None, inputs: tuple[str, ...], count: int, request: Request, language: str, *, replace: bool
) -> TreeWriting:
    """Where so many trees go, and over what is there already only if it is to be replaced.

    Raises a usage error where several trees shall stand in one file, InputError where nothing could be written.
    """
    if path is None or path == "-":
        return TreeWriting(is_single=count == 1)
    if path.lower().endswith(".xml"):
        return _TreeQuiz(path, inputs, request, language, replace=replace)
    if not path.lower().endswith(".tree"):
        return _TreeFolder(path, count, inputs, replace=replace)
    if count > 1:
        raise usage_error(Problem("one-tree-of-many", None, {"count": count}))
    return _TreeFile(path, inputs, replace=replace)
