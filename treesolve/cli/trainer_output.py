"""The trainer of `treesolve practice --trainer`, and the grading of students' progress files."""

from collections.abc import Sequence
from pathlib import Path

import click

from treesolve.authoring.trainer_pool import Trainer, pool, read_trainer, skills_of_pool, trainer_of_fields
from treesolve.cli.command_run import CommandRun
from treesolve.cli.convention_option import ConventionOption
from treesolve.cli.grading_run import GradeOptions
from treesolve.cli.multiple_outputs import open_targets, targets
from treesolve.cli.output import check_output, check_outside, output, refuse_terminal
from treesolve.cli.usage_error import usage_error
from treesolve.grading.rubric import DEFAULT_RUBRIC, SkillMarks
from treesolve.integrations.archive_entry import ArchiveEntry
from treesolve.integrations.course_submissions import find_student_files
from treesolve.model.answer import normalize_name
from treesolve.model.convention import Convention
from treesolve.model.input_file import read_with
from treesolve.model.problem import InputError, Problem, internal_error_problem
from treesolve.rendering.handout import render_page
from treesolve.rendering.json.grades_json import problem_json
from treesolve.rendering.problem_sentence import problem_sentence
from treesolve.rendering.progress_page import (
    ClassProgress,
    progress_document,
    progress_line,
    progress_page,
    progress_table,
)
from treesolve.rendering.trainer_page import digest_of_pool, trainer_document
from treesolve.submissions.progress_file import MAX_PROGRESS_BYTES, StudentProgress, read_progress
from treesolve.workflows.result_writer import FORMS


def write_trainer(run: CommandRun, files: tuple[str, ...], convention: str | None, output_path: str | None) -> None:
    """Write the page of the trainer described by a TOML file, or of the default trainer if no file is given.

    Raises a usage error if several files are given, and InputError with all errors in the file.
    """
    if len(files) > 1:
        raise usage_error(Problem("trainer-files"))
    if output_path in (None, "-"):
        refuse_terminal("html")
    check_output(output_path, files)
    trainer = load_trainer(files, ConventionOption(convention).resolve(), run.language)
    run.progress.total = trainer.trees

    with output(output_path, "html") as file:
        file.writelines(trainer_document(trainer, pool(trainer), run.progress.step))


def load_trainer(files: tuple[str, ...], default_convention: Convention, language: str) -> Trainer:
    """Return the trainer described by a file, or the default one. Raises InputError with all errors in the file."""
    if not files:
        return trainer_of_fields(default_convention, {"language": language})
    return read_with(lambda path: read_trainer(path, default_convention, language), Path(files[0]))


PROGRESS_OPTIONS = ("key", "answers", "convention", "out_of", "style", "form", "output_paths", "language")
"""Parameters of `treesolve grade` that apply to progress files."""


def check_progress_options() -> None:
    """Raise a usage error if an option is given that does not apply to the grading of progress files."""
    context = click.get_current_context()
    for param in context.command.params:
        is_given = context.get_parameter_source(str(param.name)) is click.core.ParameterSource.COMMANDLINE
        if is_given and param.name not in PROGRESS_OPTIONS:
            raise usage_error(Problem("progress-option", None, {"option": param.opts[0]}))


def grade_progress(run: CommandRun, grade_options: GradeOptions) -> None:
    """Grade all progress files, and write one row per student.

    Raises InputError if the trainer's file is invalid, and a usage error if --out-of is given but the trainer has no
    points.
    """
    key, answers = grade_options.keys[0], grade_options.answers
    found = targets(grade_options.form, grade_options.output_paths, FORMS)
    for target in found:
        check_outside(target.path, answers)
    trainer = load_trainer((key,), ConventionOption(grade_options.convention).resolve(), run.language)
    if grade_options.out_of is not None and trainer.points is None:
        raise usage_error(Problem("progress-no-points"))
    trees = list(pool(trainer))
    skills = skills_of_pool(trainer, trees)
    if not skills:
        raise InputError((Problem("trainer-empty", None, {"convention": trainer.convention.id}, key),))
    handed_in = ProgressCollector(trainer.convention.id, digest_of_pool(trainer, trees))
    handed_in.read(answers)
    marks = SkillMarks(skills, trainer.points, DEFAULT_RUBRIC._replace(out_of=grade_options.out_of))
    class_progress = ClassProgress(trainer, handed_in.digest, marks, handed_in.students, handed_in.unread)
    with open_targets(found, (key, *answers)) as files:
        for written, file in files:
            file.write(_in_form(written, class_progress, handed_in.problems, run.language, grade_options.style.paper))
    run.print_problems(handed_in.problems)


def _in_form(
    form: str, class_progress: ClassProgress, problems: Sequence[Problem], language: str, paper: str
) -> str | bytes:
    if form == "json":
        return progress_document(
            class_progress, [problem_json(one, problem_sentence(one, language)) for one in problems]
        )
    if form == "jsonl":
        return "".join(f"{progress_line(one, class_progress.marks)}\n" for one in class_progress.students)
    if form == "csv":
        return progress_table(class_progress, language)
    return render_page(progress_page(class_progress, language), form, paper=paper)


class ProgressCollector:
    """The progress submitted by a class, grouped by student, and the problems of the files."""

    def __init__(self, convention: str, digest: str) -> None:
        self.convention, self.digest = convention, digest
        self.problems: list[Problem] = []
        self.unread = 0
        self._found: dict[str, StudentProgress] = {}

    @property
    def students(self) -> list[StudentProgress]:
        """The progress of each student, in the order of the files."""
        return list(self._found.values())

    def read(self, paths: Sequence[str]) -> None:
        """Read all files at the given paths. Problems of unreadable files are recorded, and reading continues."""
        for one in find_student_files(paths):
            if isinstance(one, Problem):
                self._refuse([one])
                continue
            try:
                self._add(one[0], one[1])
            except InputError as error:
                self._refuse(error.problems)
            except Exception as error:
                self._refuse([internal_error_problem(error, one[0].source)])

    def _refuse(self, problems: Sequence[Problem]) -> None:
        self.problems += problems
        self.unread += 1

    def _add(self, entry: ArchiveEntry, student: str) -> None:
        progress = read_progress(entry.read(MAX_PROGRESS_BYTES + 1), entry.source, student)
        if progress.convention != self.convention:
            facts = {"convention": progress.convention, "wanted": self.convention}
            raise InputError((Problem("progress-convention", None, facts, entry.source),))
        if progress.dropped:
            self.problems.append(Problem("progress-entries", None, {"count": progress.dropped}, entry.source))
        if progress.trainer != self.digest:
            self.problems.append(Problem("progress-other-trees", None, {}, entry.source))
        student_key = normalize_name(progress.student)
        if before := self._found.get(student_key):
            facts = {"student": before.student, "first": before.sources[0]}
            self.problems.append(Problem("progress-together", None, facts, entry.source))
            progress = before.merged_with(progress)
        self._found[student_key] = progress
