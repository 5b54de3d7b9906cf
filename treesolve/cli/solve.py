"""The command `treesolve solve`.

The modules for analyses other than the solution are imported only if their option is given.
"""

from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import click

from treesolve.cli import option
from treesolve.cli.command_run import CommandRun, running
from treesolve.cli.convention_option import ALL, ConventionOption
from treesolve.cli.lecturer_defaults import describe_defaults, lecturer_defaults
from treesolve.cli.multiple_outputs import Target, is_folder_path, open_targets, targets
from treesolve.cli.option import Style
from treesolve.cli.output import check_does_not_exist
from treesolve.cli.output_formats import REORDERING_FORMS, Forms, forms_of
from treesolve.cli.page_writer import AnswerKind, open_writers, solution_question
from treesolve.cli.usage_error import check_options_exclusive, usage_error
from treesolve.model.problem import Problem

SLIDE_FORMS, STEP_FORMS = {"pdf", "typst"}, ("svg", "png")
"""Formats of slides in a single file, and with one file per slide."""

FORM_FORMS: Forms = {"text": (".txt",)}


@click.command("solve")
@option.files
@partial(option.convention, several=True)
@option.language
@option.style("shapes", "paper", "width", "boards")
@click.option("--unknown", is_flag=True, help="Say what happens for which values of an unknown leaf, or a probability.")
@click.option("--integers", is_flag=True, help="Unknown leaves stand for integers.")
@click.option("--best-order", is_flag=True, help="Put children in the order with the fewest leaves evaluated.")
@click.option("--answer-form", is_flag=True, help="Write the empty form for answers; FILE may be a key, too.")
@click.option("--slides", is_flag=True, help="One page a step, for the lecture hall: PDF, Typst, pictures.")
@click.option("-q", "--quiet", is_flag=True, help="Do not say how a tree in another notation was read.")
@option.outputs({**REORDERING_FORMS, **forms_of(*STEP_FORMS)})
@running
def command(
    run: CommandRun,
    files: tuple[str, ...],
    form: str | None,
    output_paths: tuple[str, ...],
    style: Style,
    *,
    quiet: bool,
    **given: Any,
) -> None:
    """Solve game trees: the tree drawn, values, best move, every step, the cuts and why.

    FILE is a tree file; - reads standard input. The ending of the output file says what is written: an HTML page steps
    through the search, PDF and LaTeX are for paper. With --format json each file becomes one JSON document on one line.
    An existing file for several trees is not replaced while one of them cannot be used.

    Several -c compare the answers of the conventions in a table, and say where they differ; -c all takes every
    convention.

    With --best-order the tree is solved with its children in that order, beside what Knuth and Moore count for uniform
    trees; as a .tree file it can be solved again. For very large trees it may only be the best of the orders that were
    tried, and the output says so; for all others it is exact.

    \b
    Examples:
      treesolve solve --example two-answers
      treesolve solve --example two-answers -c all
      echo '((6 5) (2 9))' | treesolve solve -
      treesolve solve x.tree --language de -o loesung.pdf -o player.html
      treesolve solve x.tree --slides -o slides.pdf
      treesolve solve x.tree --slides -o steps/
      treesolve solve x.tree --answer-form -o answer.txt
      treesolve solve x.tree -c cs188
      treesolve solve x.tree -c aima:cut=strict,order=right-left
      treesolve solve x.tree -c minimax
      treesolve solve x.tree -c haw -c cs188 -c my-convention.toml
      echo '((6 x) (2 9))' | treesolve solve - --unknown --integers
      treesolve solve x.tree --best-order -o best.tree
      treesolve solve a.tree b.tree --format json -o solutions.jsonl
    """
    run.quiet = quiet
    options = _SolveOptions(**given)
    options.check()
    if options.answer_form:
        from treesolve.cli.empty_form import answer_form_in

        with open_targets(targets(form, output_paths, FORM_FORMS, options.selecting_option), files) as opened:
            text = answer_form_in(files, options.convention_option, run.language)
            for _, file in opened:
                file.write(text)
        return
    question = _selected_question(options, run)
    if options.slides and (form in STEP_FORMS or any(map(_is_for_step_pictures, output_paths))):
        found = _folder_of_steps(form, output_paths)
    else:
        found = targets(form, output_paths, question.forms, options.selecting_option)
        options.check_forms({target.form for target in found}, files)
    look = _page_options(style, run.language, options)
    with open_writers(found, files, look, question.written, describe_defaults()) as add:
        run.each(files, lambda given: add(question.answer(given), given.source))
        if run.failed and len(files) > 1:
            check_does_not_exist(target.path for target in found)


def _is_for_step_pictures(path: str) -> bool:
    return is_folder_path(path) or Path(path).suffix[1:].lower() in STEP_FORMS


def _folder_of_steps(form: str | None, paths: tuple[str, ...]) -> tuple[Target, ...]:
    """Return the folder to which slides are written as pictures. Raises a usage error for other paths and formats."""
    if [*map(is_folder_path, paths)] != [True] or form not in (None, *STEP_FORMS):
        raise usage_error(Problem("slides-form"))
    return (Target(paths[0], form or STEP_FORMS[0], numbered=True),)


def _page_options(style: Style, language: str, options: "_SolveOptions") -> dict[str, Any]:
    """Return the keyword arguments for the function that builds pages."""
    look = {"language": language, "shapes": style.shapes, "paper": style.paper, "width": style.width}
    if style.boards and not options.unknown:
        look["boards"] = True
    if not options.best_order and not options.compares:
        look["chosen"] = options.chosen
    return look


class _SolveOptions(NamedTuple):
    """The options that select the analysis of each tree. By default, the answer is the solution of the tree."""

    convention: tuple[str, ...]
    unknown: bool
    integers: bool
    best_order: bool
    answer_form: bool
    slides: bool

    @property
    def compares(self) -> bool:
        """Whether several conventions are compared."""
        return len(self.convention) > 1 or ALL in self.convention

    @property
    def convention_option(self) -> ConventionOption:
        """The value of --convention as a ConventionOption. At most one convention may be given."""
        return ConventionOption(self.convention[0] if self.convention else None)

    @property
    def chosen(self) -> bool:
        """Whether a convention is given for all trees, on the command line or in treesolve.toml."""
        return bool(self.convention or lecturer_defaults().convention)

    @property
    def questions(self) -> dict[str, bool]:
        """The options that select an answer other than the solution, each with whether it was given."""
        names = ("--answer-form", "--slides", "--unknown", "--best-order")
        given = (self.answer_form, self.slides, self.unknown, self.best_order, self.compares)
        return dict(zip([*names, f"-c {' -c '.join(self.convention)}"], given, strict=True))

    @property
    def selecting_option(self) -> str:
        """The given option that selects an answer other than the solution, or an empty string if there is none."""
        return next((name for name, is_asked in self.questions.items() if is_asked), "")

    def check(self) -> None:
        """Raise a usage error if options exclude each other, or if an option requires another one that is missing."""
        check_options_exclusive(self.questions)
        if self.integers and not self.unknown:
            raise usage_error(Problem("unknown-not-asked"))

    def check_forms(self, forms: set[str], files: tuple[str, ...]) -> None:
        """Raise a usage error if the answer cannot be written in these formats."""
        if self.slides and not forms <= SLIDE_FORMS:
            raise usage_error(Problem("slides-form"))
        if "tree" in forms and len(files) > 1:
            raise usage_error(Problem("one-tree-a-file", None, {"count": len(files)}))


def _selected_question(options: _SolveOptions, run: CommandRun) -> AnswerKind:
    """Return the kind of answer that the options select, by default the solution."""
    if not options.selecting_option:
        return solution_question(options.convention_option, run)
    from treesolve.cli import solve_analyses  # imports all analyses, which the solution does not need

    if options.compares:
        return solve_analyses.comparison_question(options.convention, run)
    if options.best_order:
        return solve_analyses.reordering_question(options.convention_option, run)
    if options.unknown:
        return solve_analyses.unknowns_question(options.convention_option, run, integers=options.integers)
    return solve_analyses.slides_question(options.convention_option, run)
