"""The command `treesolve draw`."""

from contextlib import ExitStack
from functools import cache
from typing import IO, Any

import click

from treesolve.cli import option
from treesolve.cli.command_run import CommandRun, running
from treesolve.cli.convention_option import ConventionOption, solution_of
from treesolve.cli.multiple_outputs import check_one_format, drawing_width, is_folder_path
from treesolve.cli.option import Style
from treesolve.cli.output import check_does_not_exist, check_output, open_output
from treesolve.cli.output_formats import PICTURE_FORMS, chosen_format
from treesolve.cli.usage_error import usage_error
from treesolve.model.atomic_file import make_folder
from treesolve.model.input_file import Input
from treesolve.model.problem import InputError, Problem
from treesolve.model.tree import Tree
from treesolve.rendering.tree_picture import Subject, check_size, exercise, fit_on_page, made, solved
from treesolve.workflows.page_folder import files_in_folder

SINGLE, TOGETHER = ("svg", "png", "dot"), ("pdf", "typst", "latex")
"""Formats with one picture per file, and formats in which all pictures are one document."""

WITHOUT_BOARDS = ("latex", "dot")
"""Formats that cannot show boards, because the programs that read them lay out the tree themselves."""


@click.command("draw")
@option.files
@click.option("--solved", is_flag=True, help="Draw the finished search: values, bounds, cuts, what is pruned.")
@click.option("--step", type=click.IntRange(0), help="Draw the tree as it stands after this step; no need of --solved.")
@option.convention
@option.language
@option.style("shapes", "paper", "width", "boards")
@option.outputs(PICTURE_FORMS)
@running
def command(
    run: CommandRun,
    files: tuple[str, ...],
    solved: bool,
    step: int | None,
    convention: str | None,
    style: Style,
    form: str | None,
    output_paths: tuple[str, ...],
) -> None:
    """Draw game trees: as an exercise, solved, or as they stand at a step of the search.

    The ending of the output file decides: .svg, .pdf, .png, .tex (TikZ with the package forest), .typ, .dot or .txt;
    if it is a folder, each tree gets a file of its own there, an .svg without --format. A tree too wide for the paper
    is shrunk, lain on its side, or split into parts that name each other; a picture in .svg, .png and .dot is never
    split. An existing file for several trees is not replaced while one of them cannot be used.

    \b
    Examples:
      treesolve draw --example two-answers
      treesolve draw x.tree -o x.svg -o x.png
      treesolve draw x.tree --solved -o x.pdf
      treesolve draw --example two-answers --step 9 --convention cs188 -o step.png
      treesolve draw x.tree --style shapes=circles -o x.tex
      treesolve unfold tictactoe X.O/.X./..O --depth 2 | treesolve draw - --style boards -o ttt.pdf
      treesolve draw *.tree --solved -o pictures/
    """
    check_one_format(form, output_paths)
    drawing = _Drawing(run, ConventionOption(convention), style, step, solved=solved or step is not None)
    targets = [_picture_target(form, path, files) for path in output_paths or (None,)]
    with ExitStack() as opened_files:
        for target in targets:
            target.open(opened_files, files)
        run.each(files, lambda found: drawing.draw(found, targets))
        if run.failed and len(files) > 1:
            check_does_not_exist(target.path for target in targets)
        for target in targets:
            target.finish(style)


def _picture_target(form: str | None, path: str | None, files: tuple[str, ...]) -> "_FileOutput":
    """Return the output for a path.

    Raises a usage error if there are several pictures and the format can hold only one.
    """
    if path is not None and is_folder_path(path):
        return _FolderOutput(path, form or "svg")
    form = chosen_format(form, path, PICTURE_FORMS)
    if form in SINGLE and len(files) > 1:
        raise usage_error(Problem("one-picture-a-file", None, {"form": form, "count": len(files)}))
    return _FileOutput(path, form)


class _Drawing:
    """One run of the command: its settings, and the warnings that were already printed."""

    def __init__(
        self, run: CommandRun, convention_option: ConventionOption, style: Style, step: int | None, *, solved: bool
    ) -> None:
        self.run, self.convention_option, self.style = run, convention_option, style
        self.step, self.solved = step, solved
        self.remarks: list[Problem] = []

    def draw(self, found: Input, targets: "list[_FileOutput]") -> None:
        """Draw a file to every target, then raise the problems of all targets together."""
        tree, problems = self.run.tree(found, payoffs=True), list[Problem]()
        drawn = cache(lambda: self._subject_without_boards(tree, found))
        for target in targets:
            try:
                check_size(tree, target.form)
                target.add(found, self._subject_with_boards(drawn(), target.form, found.source), self.style)
            except InputError as error:
                problems += [problem for problem in error.problems if problem not in problems]
        if problems:
            raise InputError(tuple(problems))

    def _subject_without_boards(self, tree: Tree, found: Input) -> Subject:
        if not self.solved:
            return exercise(tree, self.run.language, self.style.shapes)
        solution = solution_of(tree, self.convention_option.convention_for(tree, found), found)
        return solved(solution, self.step, self.run.language, self.style.shapes)

    def _subject_with_boards(self, subject: Subject, form: str, source: str) -> Subject:
        """Return the subject with boards if the user requested them and they can be drawn."""
        if not self.style.boards:
            return subject
        if form in WITHOUT_BOARDS:
            self._report_once(Problem("boards-form", None, {"form": form}, source))
            return subject
        drawn = subject.with_boards()
        if not drawn.has_boards:
            self._report_once(Problem("no-boards", None, {}, source))
        return drawn

    def _report_once(self, problem: Problem) -> None:
        """Print a warning, unless it was already printed."""
        if problem not in self.remarks:
            self.remarks.append(problem)
            self.run.remark(problem)


class _FileOutput:
    """Output of all pictures to one file or to stdout, either as one document or one after another."""

    file: IO[Any]

    def __init__(self, path: str | None, form: str) -> None:
        self.path, self.form = path, form
        self.subjects: list[Subject] = []
        self.separator = ""

    def open(self, files: ExitStack, inputs: tuple[str, ...]) -> None:
        """Open the output, and register it with `files`, which closes it at the end."""
        check_output(self.path, inputs)
        self.file = files.enter_context(open_output(self.path, self.form))

    def add(self, _found: Input, subject: Subject, style: Style) -> None:
        """Add a picture. Raises InputError if it is too wide for the paper."""
        if self.form in TOGETHER:
            fit_on_page(subject, style.paper)
            self.subjects.append(subject)
        else:
            self._write([subject], style)

    def finish(self, style: Style) -> None:
        """Write the document if its pictures were collected."""
        if self.subjects:
            self._write(self.subjects, style)

    def _write(self, subjects: list[Subject], style: Style) -> None:
        picture = made(subjects, self.form, style.paper, style.width or drawing_width(self.file))
        self.file.write(self.separator + picture if self.separator else picture)
        self.separator = "\n"


class _FolderOutput(_FileOutput):
    """Output to a folder, with one picture per tree, named after the file of the tree."""

    path: str

    def open(self, _files: ExitStack, inputs: tuple[str, ...]) -> None:
        self.inputs, self.paths = inputs, files_in_folder(self.path, inputs, PICTURE_FORMS[self.form][0])
        make_folder(self.path)

    def add(self, found: Input, subject: Subject, style: Style) -> None:
        with ExitStack() as files:
            target = _FileOutput(self.paths[found.source], self.form)
            target.open(files, self.inputs)
            target.add(found, subject, style)
            target.finish(style)
