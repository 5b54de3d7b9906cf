"""treesolve solve"""

from typing import IO, TYPE_CHECKING, Any, NamedTuple

import click

from treesolve.cli.inputs import Input
from treesolve.cli.options import (
    FILES,
    SOLUTION_FORMS,
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
from treesolve.cli.writing import Writer, Written, solutions, writer
from treesolve.model.problem import InputError, Problem

if TYPE_CHECKING:
    from treesolve.model.tree import Tree

MAXN_FORMS = ("text", "json", "markdown")
"""How the solutions of trees with payoffs are written."""


@click.command("solve")
@click.argument("files", nargs=-1, required=True, type=FILES, metavar="FILE...")
@convention_options
@language_option
@look_options
@click.option("--unknown", is_flag=True, help="Say for which values of an unknown leaf what happens.")
@click.option("--letter", metavar="LETTER", help="Ask for this unknown only. [default: each in turn]")
@click.option("--integers", is_flag=True, help="Unknown leaves stand for integers.")
@click.option("--slides", is_flag=True, help="One page a step, for the lecture hall: PDF or Typst.")
@click.option("--boards", is_flag=True, help="Draw the boards that nodes are called after, such as X.O/.X./..O.")
@click.option("--watch", is_flag=True, help="Solve again whenever a file changes, until interrupted.")
@output_options_for(SOLUTION_FORMS)
def command(files: tuple[str, ...], watch: bool, **options: Any) -> None:
    """Solve game trees: the tree drawn, values, best move, every step, the cuts and why.

    FILE is a tree file; - reads standard input. The ending of the output file says what is written: an HTML page steps
    through the search, PDF and LaTeX are for paper. With --format json each file becomes one JSON document on one line.

    \b
    Examples:
      treesolve solve exercises/lang/bild-2.tree
      echo '((6 5) (2 9))' | treesolve solve -
      treesolve solve x.tree --language de -o loesung.pdf
      treesolve solve x.tree -o player.html
      treesolve solve x.tree --slides -o slides.pdf
      treesolve solve x.tree -c cs188
      treesolve solve x.tree -c aima:cut=strict,order=right-left
      treesolve solve x.tree -c minimax
      treesolve solve x.tree -o x.html --watch
      treesolve solve x.tree --unknown --integers
      treesolve solve a.tree b.tree --format json -o solutions.jsonl
    """
    if watch:
        from treesolve.cli.watch import watch_files

        watching = Run(options["language"])
        watching.guard(lambda: watch_files(files, lambda: _solve(files, **options)))
        watching.finish()
    run = _solve(files, **options)
    run.finish()


def _solve(files: tuple[str, ...], form: str | None, output_path: str | None, language: str, **options: Any) -> Run:
    """Solve all files once; the run says whether there were problems."""
    run = Run(language, output_path)
    asked = _Asked(*(options.pop(name) for name in ("unknown", "letter", "integers", "slides")))
    look = {"language": language, **{name: options.pop(name) for name in ("shapes", "paper", "width")}}
    if options.pop("boards") and not asked.unknown:
        look["boards"] = True

    def work() -> None:
        steering = Steering(dict(options), chance_cuts=not asked.unknown)
        form_ = chosen_format(form, output_path, SOLUTION_FORMS)
        asked.check(form_)
        check_output(output_path, files)
        with opened(output_path, form_) as file:
            look["width"] = look["width"] or drawing_width(file)
            writing = writer(file, form_, look, asked.written())
            run.each(files, lambda found: _solve_one(found, steering, writing, asked._replace(form=form_)))
            writing.finish()

    run.guard(work)
    return run


class _Asked(NamedTuple):
    """What is asked of each tree: its solution, or that as slides, or for which values of a letter what happens."""

    unknown: bool
    letter: str | None
    integers: bool
    slides: bool
    form: str = "text"

    def check(self, form: str) -> None:
        """Raise a usage error where the options do not go together."""
        if self.slides and form not in ("pdf", "typst"):
            raise usage_error(Problem("slides-form"))
        if (self.letter or self.integers) and not self.unknown:
            raise usage_error(Problem("unknown-not-asked"))
        if self.slides and self.unknown:
            raise usage_error(Problem("slides-of-unknown"))

    def written(self) -> Written:
        """How the answers are written."""
        if not self.unknown:
            return solutions(slides=self.slides)
        from treesolve.cli.unknown import UNKNOWNS

        return UNKNOWNS


def _solve_one(found: Input, steering: Steering, writing: Writer, asked: _Asked) -> None:
    from treesolve.notation.reader import read

    tree = read(found.text, found.source, payoffs=not (asked.unknown or asked.slides))
    if tree.has_payoffs:
        _solve_payoffs(tree, found, steering, writing, asked)
        return
    convention = steering.convention_for(tree, found)
    if not asked.unknown:
        writing.add(solution_of(tree, convention, found), found.source)
        return
    from treesolve.cli.unknown import unknown_solutions

    for solution in unknown_solutions(tree, convention, found, asked.letter, integers=asked.integers):
        writing.add(solution, found.source)


def _solve_payoffs(tree: "Tree", found: Input, steering: Steering, writing: Writer, asked: _Asked) -> None:
    """Solve a tree with payoffs for several players. Raises InputError where that is not what was asked."""
    from treesolve.search.maxn import solve_maxn

    steering.check_payoffs(found.source)
    if asked.form not in MAXN_FORMS:
        facts = {"form": asked.form, "known": ", ".join(MAXN_FORMS)}
        raise InputError((Problem("payoffs-form", None, facts, found.source),))
    writing.add(solve_maxn(tree), found.source)


def drawing_width(file: IO[Any]) -> int:
    """How wide a drawing may be: as wide as the terminal; 120 columns where there is none."""
    import shutil

    return shutil.get_terminal_size((120, 0)).columns if file.isatty() else 120
