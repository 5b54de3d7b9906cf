"""What `treesolve check` says of trees, whether the lectures agree and how they do as exercises, and binds in a key."""

from collections.abc import Iterator
from typing import TextIO

from treesolve.cli.marking import add_exercise, key_in
from treesolve.cli.output import check_output, output
from treesolve.cli.run import Run, solution_of
from treesolve.cli.steering import Steering, named_conventions_and_own
from treesolve.grading.exam import Exercise, Key, is_key, key_document
from treesolve.grading.rubric import Rubric
from treesolve.model.input_file import Input
from treesolve.pages.comparison_page import answers_sentence
from treesolve.pages.environment import words
from treesolve.pages.maxn_page import possible_sentence
from treesolve.search.backward_induction import possible_payoffs
from treesolve.search.comparison import compare


class Checker:
    """Checks one file after the other; `ambiguous` and `unsound` count the trees of which that is to be said."""

    def __init__(self, file: TextIO, steering: Steering, language: str, *, quiet: bool) -> None:
        self.file, self.steering, self.language, self.quiet = file, steering, language, quiet
        self.ambiguous = self.unsound = 0

    def say(self, remark: str) -> None:
        """Write a remark on all of it, if there is one."""
        if remark and not self.quiet:
            self.file.write(remark + "\n")

    def check(self, found: Input) -> None:
        """Say where the lectures disagree about the trees of a file."""
        for source, exercise in self._exercises_in(found):
            if exercise.tree.has_payoffs:
                self._check_payoffs(source, exercise)
                continue
            comparison = compare(exercise.tree, named_conventions_and_own(exercise.convention))
            self.ambiguous += len(comparison.groups) > 1
            if len(comparison.groups) > 1 or not self.quiet:
                self.file.write(f"{source}: {answers_sentence(comparison, self.language)}\n")

    def _check_payoffs(self, source: str, exercise: Exercise) -> None:
        """Say whether it matters for the root how ties are decided."""
        possible = possible_payoffs(exercise.tree)[0]
        self.ambiguous += len(possible) > 1
        if len(possible) > 1 or not self.quiet:
            self.file.write(f"{source}: {possible_sentence(possible, self.language)}\n")

    def self_test(self, found: Input, rubric: Rubric) -> None:
        """Try the trees of a file out as exercises, marked by the rubric."""
        from treesolve.grading.self_test import self_test
        from treesolve.pages.self_test_page import self_test_page

        for source, exercise in self._exercises_in(found):
            asked = rubric._replace(points=rubric.points or exercise.points)
            tested = self_test(exercise.tree, exercise.convention, asked, exercise.questions)
            self.unsound += not tested.is_sound
            facts = {"source": source, "passed": tested.is_sound}
            self.file.write(words(self.language, "grades.jinja").self_test_title(facts) + "\n")
            if not self.quiet:
                self.file.write(self_test_page(tested, self.language) + "\n")

    def _exercises_in(self, found: Input) -> Iterator[tuple[str, Exercise]]:
        """The exercises in a file, each with what it is called, if its lecture can search it."""
        several = is_key(found.text)
        for exercise in key_in(found, self.steering).exercises:
            solution_of(exercise.tree, exercise.convention, found._replace(text="") if several else found)
            yield f"{found.source}: {exercise.title}" if several else found.source, exercise


def write_key_file(run: Run, files: tuple[str, ...], name: str | None, output_path: str, steering: Steering) -> None:
    """Write a key of the exercises in all files, each called as its file is; with a name the files are its variants.

    What cannot be searched is told and left out, and so is an exercise that answers could not tell from another.
    """
    check_output(output_path, files)
    exercises: list[Exercise] = []

    def add(found: Input) -> None:
        for exercise in key_in(found, steering).exercises:
            solution_of(exercise.tree, exercise.convention, found)
            named = (
                exercise if name is None else exercise._replace(name=name, variant=exercise.variant or exercise.name)
            )
            add_exercise(exercises, named, found.source)

    with output(output_path, "json") as file:
        run.each(files, add)
        if exercises:
            file.write(key_document(Key(tuple(exercises))))
