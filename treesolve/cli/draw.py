"""treesolve draw"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from treesolve.cli.inputs import Input
from treesolve.cli.options import (
    FILES,
    PICTURE_FORMS,
    Steering,
    chosen_format,
    convention_options,
    language_option,
    look_options,
    output_options_for,
    usage_error,
)
from treesolve.cli.output import check_output, opened
from treesolve.cli.run import Run, solution_of
from treesolve.cli.solve import drawing_width
from treesolve.model.atomic_file import made_folder
from treesolve.model.problem import InputError, Problem

if TYPE_CHECKING:
    from treesolve.model.tree import Tree
    from treesolve.pages.drawing import Subject

SINGLE, TOGETHER = ("svg", "png", "dot"), ("pdf", "typst", "latex")
"""The forms in which a file holds one picture, and those in which all pictures make one document."""

WITHOUT_BOARDS = ("latex", "dot")
"""The forms whose own programs arrange the picture and have no boards."""


@click.command("draw")
@click.argument("files", nargs=-1, required=True, type=FILES, metavar="FILE...")
@click.option("--solved", is_flag=True, help="Draw the finished search: values, bounds, cuts, what is pruned.")
@click.option("--step", type=click.IntRange(0), help="Draw the tree as it stands after this step; no need of --solved.")
@click.option("--boards", is_flag=True, help="Draw the boards that nodes are called after, such as X.O/.X./..O.")
@convention_options
@language_option
@look_options
@output_options_for(PICTURE_FORMS)
def command(files: tuple[str, ...], **options: Any) -> None:
    """Draw game trees: as an exercise, solved, or as they stand at a step of the search.

    The ending of the output file decides: .svg, .pdf, .png, .tex (TikZ with the package forest), .typ, .dot or .txt;
    if it is a folder, each tree gets a file of its own there, an .svg without --format. A tree too wide for the paper
    is shrunk, lain on its side, or split into parts that name each other; a picture in .svg, .png and .dot is never
    split.

    \b
    Examples:
      treesolve draw x.tree
      treesolve draw x.tree -o x.svg
      treesolve draw x.tree --solved -o x.pdf
      treesolve draw x.tree --step 12 --convention luger -o x.png
      treesolve draw x.tree --shapes circles -o x.tex
      treesolve draw ttt.tree --boards -o ttt.pdf
      treesolve draw exercises/*/*.tree --solved -o pictures/
    """
    run = Run(options.pop("language"), options["output_path"])
    run.guard(lambda: _Drawing(run, files, **options).draw())
    run.finish()


class _Drawing:
    """A run of the command: what is drawn how, and where it goes."""

    def __init__(
        self,
        run: Run,
        files: tuple[str, ...],
        form: str | None,
        output_path: str | None,
        solved: bool,
        step: int | None,
        boards: bool,
        shapes: str,
        paper: str,
        width: int | None,
        **options: Any,
    ) -> None:
        self.run, self.files, self.path, self.step = run, files, output_path, step
        self.solved = solved or step is not None
        self.shapes, self.paper, self.width, self.boards = shapes, paper, width, boards
        self.steering = Steering(options, chance_cuts=True)
        self.is_folder = output_path is not None and (output_path.endswith("/") or Path(output_path).is_dir())
        self.form = form or ("svg" if self.is_folder else chosen_format(None, output_path, PICTURE_FORMS))
        if self.form in SINGLE and len(files) > 1 and not self.is_folder:
            raise usage_error(Problem("one-picture-a-file", None, {"form": self.form, "count": len(files)}))

    def draw(self) -> None:
        """Draw all files."""
        if self.is_folder:
            self._draw_into_folder()
        else:
            check_output(self.path, self.files)
            self._write(self.path, lambda add: self.run.each(self.files, lambda found: add(self._subject(found))))

    def _draw_into_folder(self) -> None:
        """Each tree in a file of its own, named after the tree's."""
        folder = made_folder(str(self.path))
        written: set[Path] = set()

        def one(found: Input) -> None:
            stem = Path(found.source).stem if found.is_file else "tree"
            path = folder / (stem + PICTURE_FORMS[self.form][0])
            if path in written:
                raise InputError((Problem("output-twice", None, {"path": str(path)}, found.source),))
            written.add(path)
            check_output(str(path), self.files)
            subject = self._subject(found)
            self._write(str(path), lambda add: add(subject))

        self.run.each(self.files, one)

    def _subject(self, found: Input) -> "Subject":
        subject = self._plain(found)
        if not self.boards:
            return subject
        if self.form in WITHOUT_BOARDS:
            self._remark(Problem("boards-form", None, {"form": self.form}, found.source))
            return subject
        drawn = subject.with_boards()
        if not drawn.has_boards:
            self._remark(Problem("no-boards", None, {}, found.source))
        return drawn

    def _remark(self, problem: Problem) -> None:
        from treesolve.pages.problem import problem_report

        self.run.say([problem_report(problem, self.run.language)])

    def _plain(self, found: Input) -> "Subject":
        from treesolve.notation.reader import read
        from treesolve.pages.drawing import check_size, exercise, solved

        tree = read(found.text, found.source, payoffs=self.step is None and self.form != "latex")
        check_size(tree, self.form)
        if tree.has_payoffs and self.solved:
            return self._payoffs(tree, found)
        if not self.solved:
            return exercise(tree, self.run.language, self.shapes)
        solution = solution_of(tree, self.steering.convention_for(tree, found), found)
        return solved(solution, self.step, self.run.language, self.shapes)

    def _payoffs(self, tree: "Tree", found: Input) -> "Subject":
        """A tree with payoffs for several players, as max^n leaves it."""
        from treesolve.pages.drawing import Subject
        from treesolve.pages.label import labels
        from treesolve.pages.maxn import solved_frame
        from treesolve.search.maxn import solve_maxn

        self.steering.check_payoffs(found.source)
        shown = labels(tree, solved_frame(solve_maxn(tree)), self.run.language, still=True)
        return Subject(tree, shown, shown, self.run.language, self.shapes)

    def _write(self, path: str | None, each: "Callable[[Callable[[Subject], None]], None]") -> None:
        """Open the output, have each subject added, and write what is made of them, together or one by one."""
        subjects: list[Subject] = []
        pictures: list[Any] = []
        with opened(path, self.form) as file:
            width = self.width or drawing_width(file)
            each(
                subjects.append
                if self.form in TOGETHER
                else lambda subject: pictures.append(self._made(subject, width=width))
            )
            if subjects:
                pictures.append(self._made(*subjects, width=width))
            for number, picture in enumerate(pictures):
                file.write("\n" + picture if number else picture)

    def _made(self, *subjects: "Subject", width: int) -> Any:
        from treesolve.pages.drawing import made

        return made(subjects, self.form, self.paper, width)
