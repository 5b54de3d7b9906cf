"""treesolve solve"""

from typing import Any, TextIO

import click

from treesolve.cli.inputs import Input
from treesolve.cli.options import FILES, Steering, chosen_format, convention_options, output_options
from treesolve.cli.output import check_output, output
from treesolve.cli.run import Run, solution_of


@click.command("solve")
@click.argument("files", nargs=-1, required=True, type=FILES, metavar="FILE...")
@convention_options
@output_options
@click.option("--width", type=click.IntRange(20), help="Draw trees at most so many columns wide.")
def command(
    files: tuple[str, ...], form: str | None, output_path: str | None, width: int | None, **options: Any
) -> None:
    """Solve game trees: the tree drawn, values, best move, every step, the cuts and why.

    FILE is a tree file; - reads standard input. With --format json each file becomes one JSON document on one line.

    \b
    Examples:
      treesolve solve exercises/lang/bild-2.tree
      echo '((6 5) (2 9))' | treesolve solve -
      treesolve solve x.tree --convention cs188
      treesolve solve x.tree --cut '>' --order right-left
      treesolve solve x.tree --algorithm minimax
      treesolve solve a.tree b.tree --format json -o solutions.jsonl
    """
    run = Run()

    def work() -> None:
        steering = Steering(options)
        form_ = chosen_format(form, output_path)
        check_output(output_path, files)
        with output(output_path) as file:
            write = _Writer(file, form_, steering, width or drawing_width(file))
            run.each(files, write.solve)

    run.guard(work)
    run.finish()


def drawing_width(file: TextIO) -> int:
    """How wide a drawing may be: as wide as the terminal; 120 columns where there is none."""
    import shutil

    return shutil.get_terminal_size((120, 0)).columns if file.isatty() else 120


class _Writer:
    """Solves one file after the other and writes what comes out."""

    def __init__(self, file: TextIO, form: str, steering: Steering, width: int) -> None:
        self.file, self.form, self.steering, self.width = file, form, steering, width
        self.written = 0

    def solve(self, found: Input) -> None:
        from treesolve.notation.reader import read

        tree = read(found.text, found.source)
        convention = self.steering.convention_for(tree, found)
        solution = solution_of(tree, convention, found)
        if self.form == "json":
            from treesolve.document import solution_document

            self.file.writelines(solution_document(solution, found.source))
            self.file.write("\n")
        else:
            from treesolve.pages.solution import solution_page

            between = "\n" * (2 if self.form == "text" else 1) if self.written else ""
            self.file.write(between + solution_page(solution, self.form, width=self.width))
        self.written += 1
