"""treesolve draw"""

from collections.abc import Callable
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Protocol

import click

from treesolve.cli.inputs import Input
from treesolve.cli.options import (
    FILES,
    PICTURE_FORMS,
    Steering,
    chosen_format,
    convention_options,
    language_option,
    usage_error,
)
from treesolve.cli.output import check_output, opened
from treesolve.cli.outputs import check_one_format, drawing_width, first_output, outputs_option
from treesolve.cli.run import Run, solution_of
from treesolve.cli.style import Style, style_option
from treesolve.model.atomic_file import made_folder
from treesolve.model.problem import InputError, Problem

if TYPE_CHECKING:
    from treesolve.model.tree import Tree
    from treesolve.pages.tree_picture import Subject
    from treesolve.search.solution import Solution

SINGLE, TOGETHER = ("svg", "png", "dot"), ("pdf", "typst", "latex")
"""The forms in which a file holds one picture, and those in which all pictures make one document."""

WITHOUT_BOARDS = ("latex", "dot")
"""The forms whose own programs arrange the picture and have no boards."""


@click.command("draw")
@click.argument("files", nargs=-1, required=True, type=FILES, metavar="FILE...")
@click.option("--solved", is_flag=True, help="Draw the finished search: values, bounds, cuts, what is pruned.")
@click.option("--step", type=click.IntRange(0), help="Draw the tree as it stands after this step; no need of --solved.")
@convention_options
@language_option
@style_option("shapes", "paper", "width", "boards")
@outputs_option(PICTURE_FORMS)
def command(files: tuple[str, ...], language: str, **options: Any) -> None:
    """Draw game trees: as an exercise, solved, or as they stand at a step of the search.

    The ending of the output file decides: .svg, .pdf, .png, .tex (TikZ with the package forest), .typ, .dot or .txt;
    if it is a folder, each tree gets a file of its own there, an .svg without --format. A tree too wide for the paper
    is shrunk, lain on its side, or split into parts that name each other; a picture in .svg, .png and .dot is never
    split.

    \b
    Examples:
      treesolve draw x.tree
      treesolve draw x.tree -o x.svg -o x.png
      treesolve draw x.tree --solved -o x.pdf
      treesolve draw x.tree --step 12 --convention luger -o x.png
      treesolve draw x.tree --style shapes=circles -o x.tex
      treesolve draw ttt.tree --style boards -o ttt.pdf
      treesolve draw exercises/*/*.tree --solved -o pictures/
    """
    run = Run(language, first_output(options["output_paths"]))
    run.guard(lambda: _Drawing(run, files, **options).draw())
    run.finish()


class _Drawing:
    """A run of the command: what is drawn how, and where it goes."""

    def __init__(
        self,
        run: Run,
        files: tuple[str, ...],
        form: str | None,
        output_paths: tuple[str, ...],
        solved: bool,
        step: int | None,
        style: Style,
        **options: Any,
    ) -> None:
        self.run, self.files, self.style, self.step = run, files, style, step
        self.solved = solved or step is not None
        self.steering = Steering(options)
        self.remarks: list[Problem] = []
        check_one_format(form, output_paths)
        self.places = [self._place_for_pictures(form, path) for path in output_paths or (None,)]

    def _place_for_pictures(self, form: str | None, path: str | None) -> "_Place":
        """Where pictures go by the name of a path. Raises a usage error where that cannot hold them."""
        if path is not None and (path.endswith("/") or Path(path).is_dir()):
            return _Folder(path, form or "svg", self.files, self.style)
        form = chosen_format(form, path, PICTURE_FORMS)
        if form in SINGLE and len(self.files) > 1:
            raise usage_error(Problem("one-picture-a-file", None, {"form": form, "count": len(self.files)}))
        return _File(path, form, self.files, self.style)

    def draw(self) -> None:
        """Draw all files."""
        with ExitStack() as files:
            for place in self.places:
                place.open(files)
            self.run.each(self.files, self._draw_file)
            for place in self.places:
                place.finish()

    def _draw_file(self, found: Input) -> None:
        """Draw a file for every place; what one of them refuses, others may take."""
        given, problems = _Given(found, self.steering), list[Problem]()
        for place in self.places:
            try:
                place.add(found, lambda form: self._subject_to_draw(given, form))
            except InputError as error:
                problems += [problem for problem in error.problems if problem not in problems]
        if problems:
            raise InputError(tuple(problems))

    def _subject_to_draw(self, given: "_Given", form: str) -> "Subject":
        subject = self._subject_without_boards(given, form)
        if not self.style.boards:
            return subject
        source = given.found.source
        if form in WITHOUT_BOARDS:
            self._tell_once(Problem("boards-form", None, {"form": form}, source))
            return subject
        drawn = subject.with_boards()
        if not drawn.has_boards:
            self._tell_once(Problem("no-boards", None, {}, source))
        return drawn

    def _tell_once(self, problem: Problem) -> None:
        """Say something, once."""
        from treesolve.pages.problem import problem_report

        if problem not in self.remarks:
            self.remarks.append(problem)
            self.run.say([problem_report(problem, self.run.language)])

    def _subject_without_boards(self, given: "_Given", form: str) -> "Subject":
        from treesolve.pages.tree_picture import check_size, exercise, solved

        tree = given.tree_for(takes_payoffs=self.step is None)
        check_size(tree, form)
        if not self.solved:
            return exercise(tree, self.run.language, self.style.shapes)
        return solved(given.solution, self.step, self.run.language, self.style.shapes)


class _Given:
    """A file that is drawn: its tree and its search, each made once for all pictures."""

    def __init__(self, found: Input, steering: Steering) -> None:
        self.found, self.steering = found, steering

    @cached_property
    def tree(self) -> "Tree":
        """The tree, whatever its leaves hold."""
        from treesolve.notation.reader import read

        return read(self.found.text, self.found.source, payoffs=True)

    def tree_for(self, *, takes_payoffs: bool) -> "Tree":
        """The tree. Raises InputError where it has payoffs for several players and nobody takes them."""
        from treesolve.notation.reader import read

        return self.tree if takes_payoffs or not self.tree.has_payoffs else read(self.found.text, self.found.source)

    @cached_property
    def solution(self) -> "Solution":
        """The tree, solved."""
        return solution_of(self.tree, self.steering.convention_for(self.tree, self.found), self.found)


class _Place(Protocol):
    """Where pictures go."""

    def open(self, files: ExitStack) -> None:
        """Be ready to be filled; what is opened is closed with the others."""

    def add(self, found: Input, subject: Callable[[str], "Subject"]) -> None:
        """Take one more, as its form has it."""

    def finish(self) -> None:
        """Write what has not been written yet."""


class _File:
    """One file for all pictures, or standard output: together, or one below the other."""

    def __init__(self, path: str | None, form: str, inputs: tuple[str, ...], style: Style) -> None:
        self.path, self.form, self.inputs, self.style = path, form, inputs, style
        self.file: IO[Any]
        self.subjects: list[Subject] = []
        self.pictures: list[Any] = []

    def open(self, files: ExitStack) -> None:
        check_output(self.path, self.inputs)
        self.file = files.enter_context(opened(self.path, self.form))

    def add(self, _found: Input, subject: Callable[[str], "Subject"]) -> None:
        if self.form in TOGETHER:
            self.subjects.append(subject(self.form))
        else:
            self.pictures.append(self._picture_bytes(subject(self.form)))

    def finish(self) -> None:
        if self.subjects:
            self.pictures.append(self._picture_bytes(*self.subjects))
        for number, picture in enumerate(self.pictures):
            self.file.write("\n" + picture if number else picture)

    def _picture_bytes(self, *subjects: "Subject") -> Any:
        from treesolve.pages.tree_picture import made

        return made(subjects, self.form, self.style.paper, self.style.width or drawing_width(self.file))


class _Folder:
    """A folder, with a file for each tree that is named after the tree's."""

    def __init__(self, path: str, form: str, inputs: tuple[str, ...], style: Style) -> None:
        self.path, self.form, self.inputs, self.style = path, form, inputs, style
        self.written: set[Path] = set()

    def open(self, _files: ExitStack) -> None:
        self.folder = made_folder(self.path)

    def add(self, found: Input, subject: Callable[[str], "Subject"]) -> None:
        stem = Path(found.source).stem if found.is_file else "tree"
        path = self.folder / (stem + PICTURE_FORMS[self.form][0])
        if path in self.written:
            raise InputError((Problem("output-twice", None, {"path": str(path)}, found.source),))
        self.written.add(path)
        with ExitStack() as files:
            file = _File(str(path), self.form, self.inputs, self.style)
            file.open(files)
            file.add(found, subject)
            file.finish()

    def finish(self) -> None:
        """Everything is written."""
