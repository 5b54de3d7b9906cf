"""treesolve check"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, TextIO

import click

from treesolve.cli.inputs import Input
from treesolve.cli.marking import asked_rubric
from treesolve.cli.options import FILES, language_option, own_convention, with_own
from treesolve.cli.output import output
from treesolve.cli.run import Run, solution_of
from treesolve.grading.rubric import Rubric
from treesolve.model.convention import DEFAULT

if TYPE_CHECKING:
    from treesolve.grading.exam import Exercise


@click.command("check")
@click.argument("files", nargs=-1, required=True, type=FILES, metavar="FILE...")
@click.option("--strict", is_flag=True, help="Exit with 1 for trees whose answer depends on the lecture, too.")
@click.option("-q", "--quiet", is_flag=True, help="Only tell what is wrong.")
@click.option("--self-test", is_flag=True, help="Try the exercise out: perfect, empty and wrong answers, marked.")
@click.option("--rubric", "rubric_path", type=FILES, metavar="FILE", help="How to mark in the self-test, in TOML.")
@language_option
def command(
    files: tuple[str, ...], strict: bool, quiet: bool, self_test: bool, rubric_path: str | None, language: str
) -> None:
    """Look for mistakes in tree files, and for trees with more than one right answer.

    A tree is fine if it can be read and its own lecture can search it. If the lectures disagree on what is pruned or
    which move is best, that is said: such a tree needs its convention on the exercise sheet.

    With --self-test the tree is tried out as an exercise: perfect answers must get all points in every lecture, the
    empty one none, and of each misconception it is said whether treesolve grade would recognise it.

    \b
    Examples:
      treesolve check exercises/lang/*.tree
      treesolve check --strict exam.tree
      treesolve check --self-test exam.tree
    """
    run = Run(language)

    def work() -> None:
        with output(None) as file:
            checker = _Checker(file, quiet, language)
            if self_test:
                checker.rubric = asked_rubric(rubric_path)
            run.each(files, checker.self_test if self_test else checker.check)
        run.failed = run.failed or checker.unsound > 0 or (strict and checker.ambiguous > 0)

    run.guard(work)
    run.finish()


class _Checker:
    """Checks one file after the other."""

    def __init__(self, file: TextIO, quiet: bool, language: str) -> None:
        self.file, self.language = file, language
        self.quiet = quiet
        self.ambiguous = self.unsound = 0
        self.rubric: Rubric | None = None

    def check(self, found: Input) -> None:
        """Say where the lectures disagree about the trees of a file."""
        from treesolve.pages.comparison import answers_sentence
        from treesolve.search.comparison import compare

        for source, exercise in _exercises(found):
            comparison = compare(exercise.tree, with_own(exercise.convention))
            self.ambiguous += len(comparison.groups) > 1
            if len(comparison.groups) > 1 or not self.quiet:
                self.file.write(f"{source}: {answers_sentence(comparison, self.language)}\n")

    def self_test(self, found: Input) -> None:
        """Try the trees of a file out as exercises."""
        from treesolve.grading.self_test import self_test
        from treesolve.pages.environment import words
        from treesolve.pages.self_test import self_test_page

        for source, exercise in _exercises(found):
            rubric = self.rubric or Rubric()
            asked = rubric._replace(points=rubric.points or exercise.points)
            tested = self_test(exercise.tree, exercise.convention, asked, exercise.questions)
            self.unsound += not tested.is_sound
            facts = {"source": source, "passed": tested.is_sound}
            self.file.write(words(self.language, "grades.jinja").self_test_title(facts) + "\n")
            if not self.quiet:
                self.file.write(self_test_page(tested, self.language) + "\n")


def _exercises(found: Input) -> "Iterator[tuple[str, Exercise]]":
    """The exercise in a file, or all those of a key, each with what it is called, if its lecture can search it."""
    from treesolve.grading.exam import Exercise, is_key, read_key
    from treesolve.notation.reader import read

    if is_key(found.text):
        for exercise in read_key(found.text, found.source).exercises:
            solution_of(exercise.tree, exercise.convention, found._replace(text=""))
            yield f"{found.source}: {exercise.title}", exercise
        return
    tree = read(found.text, found.source)
    convention = own_convention(tree, found) or DEFAULT
    solution_of(tree, convention, found)
    yield found.source, Exercise(found.source, tree, convention)
