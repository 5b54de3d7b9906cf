"""The command `treesolve check`.

The grammar for answers is slow to load, so it is imported only for trees with published solutions.
"""

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, TextIO

import click

from treesolve.cli import option
from treesolve.cli.command_run import CommandRun, running
from treesolve.cli.convention_option import ConventionOption, all_conventions, solution_of
from treesolve.cli.grading_options import key_in
from treesolve.cli.lecturer_defaults import describe_defaults
from treesolve.cli.output import output
from treesolve.cli.output_formats import FormChoice
from treesolve.grading.exam import is_key
from treesolve.grading.exercise import Exercise
from treesolve.model.input_file import Input
from treesolve.notation.headers import read_headers
from treesolve.rendering.comparison_page import answers_sentence, check_document
from treesolve.rendering.maxn_page import root_payoffs_sentence
from treesolve.rendering.template_environment import words
from treesolve.search.backward_induction import possible_payoffs
from treesolve.search.comparison import compare
from treesolve.workflows.key_builder import check_size

if TYPE_CHECKING:
    from treesolve.grading.published_solution import PublishedCheck


@click.command("check")
@option.files
@click.option("--strict", is_flag=True, help="Exit with 1 for trees whose answer depends on the convention, too.")
@click.option("-q", "--quiet", is_flag=True, help="Print problems only.")
@option.convention
@click.option(
    "--format", "form", type=FormChoice({"text": (), "json": (".json",)}), help="Output format. [default: text]"
)
@option.language
@running
def command(
    run: CommandRun, files: tuple[str, ...], strict: bool, quiet: bool, convention: str | None, form: str | None
) -> None:
    """Find mistakes in tree files, and trees with more than one right answer.

    A tree is fine if it can be read, its own convention can search it, and the values that it states for inner nodes
    are those of minimax. If conventions disagree on what is pruned or which move is best, both answers are printed:
    such a tree needs its convention on the exercise sheet.

    A solution published with a tree is read from its headers `values:`, `value:`, `pruned:`, `order:`, written like an
    answer. The output says under which conventions and rules it is right. If it is wrong under the convention asked
    for, or the file's, the reasons are printed, and the exit code is 1.

    \b
    Examples:
      treesolve check --example two-answers --example deep-cut
      treesolve check --strict exam.tree
      treesolve check published.tree -c aima:cut=strict
    """
    run.quiet, run.mistakes = quiet, ("claim-wrong",)
    with output(None) as file:
        checker = _Checker(file, ConventionOption(convention), run, as_json=form == "json")
        checker.write_note(describe_defaults())
        run.each(files, checker.check)
    run.failed = run.failed or checker.wrong > 0 or (strict and checker.ambiguous > 0)


class _Checker:
    """Checker of tree files that writes its findings as sentences or as JSON documents.

    `ambiguous` is the number of trees whose answer depends on the convention, `wrong` the number of trees whose
    published solution is wrong.
    """

    def __init__(
        self, file: TextIO, convention_option: ConventionOption, run: CommandRun, *, as_json: bool = False
    ) -> None:
        self.file, self.convention_option, self.run, self.as_json = file, convention_option, run, as_json
        self.language, self.quiet = run.language, run.quiet
        self.ambiguous = self.wrong = 0

    def write_note(self, note: str) -> None:
        """Write a note that applies to all files, unless the note is empty."""
        if note and not (self.quiet or self.as_json):
            self.file.write(note + "\n")

    def check(self, file_input: Input) -> None:
        """Report where conventions disagree about the trees of a file, and whether its published solution is right."""
        for source, exercise in self._exercises_in(file_input):
            if exercise.tree.has_payoffs:
                comparison = None
                self._check_payoffs(source, exercise)
            else:
                comparison = compare(exercise.tree, all_conventions(exercise.convention))
                is_ambiguous = len(comparison.groups) > 1
                self._report_if_ambiguous(
                    source, answers_sentence(comparison, self.language), is_ambiguous=is_ambiguous
                )
            published = _published_solution(exercise, file_input)
            self.wrong += published is not None and not published.own.is_right
            if self.as_json:
                self.file.write(check_document(exercise.tree, comparison, published, source, self.language) + "\n")
            elif published is not None:
                self._report_published(source, published)

    def _check_payoffs(self, source: str, exercise: Exercise) -> None:
        """Report whether the root's payoffs depend on how ties are broken."""
        possible = possible_payoffs(exercise.tree)[0]
        self._report_if_ambiguous(
            source, root_payoffs_sentence(possible, self.language), is_ambiguous=len(possible) > 1
        )

    def _report_if_ambiguous(self, source: str, sentence: str, *, is_ambiguous: bool) -> None:
        self.ambiguous += is_ambiguous
        if not self.as_json and (is_ambiguous or not self.quiet):
            self.file.write(f"{source}: {sentence}\n")

    def _report_published(self, source: str, published: "PublishedCheck") -> None:
        from treesolve.rendering.answer_feedback import published_reasons, published_sentence

        if published.own.is_right and self.quiet:
            return
        self.file.write(f"{source}: {published_sentence(published, self.language)}\n")
        part_named = words(self.language, "practice.jinja").part
        for part, reason in published_reasons(published, self.language):
            self.file.write(f"  {part_named(part)}: {reason}\n")

    def _exercises_in(self, file_input: Input) -> Iterator[tuple[str, Exercise]]:
        """Yield each tree in a file as an exercise, with its name. Raises InputError if a tree cannot be searched."""
        several = is_key(file_input.text)
        for exercise in key_in(file_input, self.convention_option, partial(self.run.tree, payoffs=True)).exercises:
            solution_of(exercise.tree, exercise.convention, file_input._replace(text="") if several else file_input)
            yield f"{file_input.source}: {exercise.title}" if several else file_input.source, exercise


def _published_solution(exercise: Exercise, file_input: Input) -> "PublishedCheck | None":
    """Check the solution in the headers of a tree file, or return None if there is none. Raises InputError."""
    if not read_headers(file_input.text).published:
        return None
    from treesolve.grading.published_solution import PublishedSolution

    check_size(exercise.tree)
    return PublishedSolution(exercise.tree, file_input.text, file_input.source).check_solution(exercise.convention)
