"""The trainer of `treesolve practice --trainer`, and what students have practised with it, which `grade` reads."""

from collections.abc import Sequence
from pathlib import Path

import click

from treesolve.answers.progress_file import MOST_PROGRESS, StudentProgress, read_progress
from treesolve.cli.grading import AskedGrading
from treesolve.cli.output import check_output, check_outside, output, refuse_terminal
from treesolve.cli.outputs import all_opened, targets
from treesolve.cli.run import CommandRun
from treesolve.cli.steering import Steering
from treesolve.cli.usage import usage_error
from treesolve.exchange.archive_entry import ArchiveEntry
from treesolve.exchange.course_intake import files_of_students
from treesolve.exercises.trainer import Trainer, pool, read_trainer, skills_of_pool, trainer_of_fields
from treesolve.grading.rubric import USUAL, SkillMarks
from treesolve.model.answer import folded
from treesolve.model.convention import Convention
from treesolve.model.input_file import read_as
from treesolve.model.problem import InputError, Problem, fault_problem
from treesolve.pages.handout import bound
from treesolve.pages.json.grades_document import problem_json
from treesolve.pages.problem_sentence import problem_sentence
from treesolve.pages.progress_page import Practised, progress_document, progress_line, progress_page, progress_table
from treesolve.pages.trainer_page import digest_of_pool, trainer_document
from treesolve.runs.results import FORMS


def write_trainer(run: CommandRun, files: tuple[str, ...], lecture: str | None, output_path: str | None) -> None:
    """Make the page of a trainer as one TOML file says, or as is usual.

    Raises a usage error for several files, InputError with everything wrong in the file.
    """
    if len(files) > 1:
        raise usage_error(Problem("trainer-files"))
    if output_path in (None, "-"):
        refuse_terminal("html")
    check_output(output_path, files)
    trainer = asked_trainer(files, Steering(lecture).steer(), run.language)
    run.progress.total = trainer.trees

    with output(output_path, "html") as file:
        file.writelines(trainer_document(trainer, pool(trainer), run.progress.step))


def asked_trainer(files: tuple[str, ...], usual: Convention, language: str) -> Trainer:
    """The trainer in a file; without one what is usual. Raises InputError with everything wrong in it."""
    if not files:
        return trainer_of_fields(usual, {"language": language})
    return read_as(lambda path: read_trainer(path, usual, language), Path(files[0]))


TAKEN = ("key", "answers", "lecture", "out_of", "style", "form", "output_paths", "language")
"""What means something for progress, of all that grade takes."""


def check_options() -> None:
    """Raise a usage error where an option of grade is given that means nothing for progress."""
    context = click.get_current_context()
    for param in context.command.params:
        is_given = context.get_parameter_source(str(param.name)) is click.core.ParameterSource.COMMANDLINE
        if is_given and param.name not in TAKEN:
            raise usage_error(Problem("progress-option", None, {"option": param.opts[0]}))


def grade_progress(run: CommandRun, asked: AskedGrading) -> None:
    """Read the progress in all files, and write a row for each student.

    Raises InputError where something is wrong with the trainer's file, a usage error for points out of none.
    """
    key, answers = asked.keys[0], asked.answers
    found = targets(asked.form, asked.output_paths, FORMS)
    for target in found:
        check_outside(target.path, answers)
    trainer = asked_trainer((key,), Steering(asked.lecture).steer(), run.language)
    if asked.out_of is not None and trainer.points is None:
        raise usage_error(Problem("progress-no-points"))
    trees = list(pool(trainer))
    skills = skills_of_pool(trainer, trees)
    if not skills:
        raise InputError((Problem("trainer-empty", None, {"lecture": trainer.convention.id}, key),))
    handed_in = HandedInProgress(trainer.convention.id, digest_of_pool(trainer, trees))
    handed_in.read(answers)
    marks = SkillMarks(skills, trainer.points, USUAL._replace(out_of=asked.out_of))
    practised = Practised(trainer, handed_in.digest, marks, handed_in.students, handed_in.unread)
    with all_opened(found, (key, *answers)) as files:
        for written, file in files:
            file.write(_in_form(written, practised, handed_in.problems, run.language, asked.style.paper))
    run.tell(handed_in.problems)


def _in_form(form: str, practised: Practised, problems: Sequence[Problem], language: str, paper: str) -> str | bytes:
    if form == "json":
        return progress_document(practised, [problem_json(one, problem_sentence(one, language)) for one in problems])
    if form == "jsonl":
        return "".join(f"{progress_line(one, practised.marks)}\n" for one in practised.students)
    if form == "csv":
        return progress_table(practised, language)
    return bound(progress_page(practised, language), form, paper=paper)


class HandedInProgress:
    """All progress that was handed in under a lecture, by student, and what is to be said of the files."""

    def __init__(self, lecture: str, digest: str) -> None:
        self.lecture, self.digest = lecture, digest
        self.problems: list[Problem] = []
        self.unread = 0
        self._found: dict[str, StudentProgress] = {}

    @property
    def students(self) -> list[StudentProgress]:
        """What each student has practised, in the order of the files."""
        return list(self._found.values())

    def read(self, paths: Sequence[str]) -> None:
        """Read all files at some paths; what cannot be read is noted, and the rest goes on."""
        for one in files_of_students(paths):
            if isinstance(one, Problem):
                self._refuse([one])
                continue
            try:
                self._take(one[0], one[1])
            except InputError as error:
                self._refuse(error.problems)
            except Exception as error:
                self._refuse([fault_problem(error, one[0].source)])

    def _refuse(self, problems: Sequence[Problem]) -> None:
        self.problems += problems
        self.unread += 1

    def _take(self, entry: ArchiveEntry, student: str) -> None:
        progress = read_progress(entry.read(MOST_PROGRESS + 1), entry.source, student)
        if progress.lecture != self.lecture:
            facts = {"lecture": progress.lecture, "wanted": self.lecture}
            raise InputError((Problem("progress-lecture", None, facts, entry.source),))
        if progress.dropped:
            self.problems.append(Problem("progress-entries", None, {"count": progress.dropped}, entry.source))
        if progress.trainer != self.digest:
            self.problems.append(Problem("progress-other-trees", None, {}, entry.source))
        whose = folded(progress.student)
        if before := self._found.get(whose):
            facts = {"student": before.student, "first": before.sources[0]}
            self.problems.append(Problem("progress-together", None, facts, entry.source))
            progress = before.together(progress)
        self._found[whose] = progress
