"""The command `treesolve convert`."""

from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import click

from treesolve.cli import option
from treesolve.cli.command_run import CommandRun, running
from treesolve.cli.convention_option import ConventionOption
from treesolve.cli.grading_options import load_key, load_rubric
from treesolve.cli.multiple_outputs import is_folder_path
from treesolve.cli.output import check_output, open_output, output
from treesolve.cli.output_formats import FormChoice, Forms, chosen_format
from treesolve.cli.usage_error import usage_error
from treesolve.integrations.moodle_quiz import QUESTION_TAG
from treesolve.model.atomic_file import check_no_exercises_lost, make_folder
from treesolve.model.input_file import Input
from treesolve.model.problem import InputError, Problem
from treesolve.notation.formatter import format_text
from treesolve.notation.headers import read_headers
from treesolve.notation.importers.format_capabilities import FORMATS_BY_EXTENSION, header_names, write
from treesolve.workflows.page_folder import files_in_folder
from treesolve.workflows.platform_export import CONFIG, SYSTEM_CONVENTIONS, WRITERS, ConversionRequest

SYSTEMS: Forms = {
    "moodle": (".xml",),
    "gradescope": (".zip",),
    "r-exams": (".rmd",),
    "canvas": (),
    "cs188": (".test", ".solution"),
}
"""Learning platforms and similar target systems, with the file extensions of their exercises."""

ONE_FILE = ("moodle", "gradescope")
"""Systems that take all exercises in one file."""


NOTATIONS: Forms = {ending: (f".{ending}",) for ending in ("tree", *FORMATS_BY_EXTENSION)}
"""Tree notations, with their file extensions."""

TARGETS: Forms = {
    **SYSTEMS,
    **{name: endings for name, endings in NOTATIONS.items() if not {*endings} & {*chain(*SYSTEMS.values())}},
}
"""All values of --for: the systems, and the notations whose file extension does not already select a system."""


class _Target(FormChoice):
    """Parameter type for a target system, or for a notation given by its file extension."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the system, or the file extension without its dot. Raises a usage error for other values."""
        word = str(value).lower().removeprefix(".")
        return word if word in TARGETS else super().convert(value, param, ctx)


@click.command("convert")
@option.files
@click.option(
    "--for",
    "system",
    type=_Target(SYSTEMS),
    help="The system that is to ask or mark the exercises, or a notation by its ending, such as dot. "
    "[default: by the ending of -o]",
)
@option.rubric
@option.convention
@option.language
@option.output("Write there, by the ending.", required=True)
@partial(running, at_end=True)
def command(
    run: CommandRun,
    files: tuple[str, ...],
    system: str | None,
    output_path: str,
    rubric_path: str | None,
    convention: str | None,
) -> None:
    """Write exercises as questions for a learning platform, or a tree in another notation.

    A FILE is a tree, or a key file with several exercises or variants; what is asked are the parts that have points.
    With -o quiz.xml they become questions for Moodle, with pictures, feedback and the points that grade gives; with -o
    autograder.zip an autograder for Gradescope; with -o FILE.Rmd an exercise for R/exams, which writes it for ILIAS,
    OpenOlat and others, and of the kind that Canvas takes with --for canvas. With -o FILE.test they become a test of
    CS188’s Pacman project, with -o FILE.solution what its autograder compares an agent with, and with --for cs188 both,
    and the CONFIG of their question where there is none; the convention is cs188, which cuts on >, unless -c names
    another. Several of these go into a folder; files of earlier runs there are named and stay. With
    --rubric the points of parts are those in that file, and an autograder marks by all that it says.

    A FILE that cannot be used is reported, and the others are written; an autograder is written only with all of them,
    and no existing file is replaced by one with fewer questions because of it.

    Any other extension of -o selects a notation for one tree: ours (.tree), Gambit (.efg), Graphviz (.dot), LaTeX
    (.tex) and others that treesolve list formats names. For standard output, and for several trees in a folder, --for
    selects it.

    \b
    Examples:
      treesolve convert --example deep-cut -o quiz.xml
      treesolve convert variants/*.tree -o quiz.xml --language de
      treesolve convert key.json --for gradescope --rubric rubric.toml -o autograder.zip
      treesolve convert variants/*.tree --for r-exams -o exams
      treesolve convert variants/*.tree --for cs188 -o test_cases/q3
      treesolve convert --example deep-cut -o deep-cut.efg
      treesolve convert tree.json -o exam.tree
      treesolve convert --example deep-cut --for dot -o - | dot -Tpng > deep-cut.png
    """
    form = chosen_format(system, output_path, TARGETS)
    if form not in SYSTEMS:
        if rubric_path:
            raise usage_error(Problem("rubric-for-notation", None, {"path": output_path}))
        run.each(files, _NotationOutput(output_path, files, run, form=system).write)
        return
    check_output(output_path, files)

    rubric, convention_option = load_rubric(rubric_path), ConventionOption(convention)
    left_out = dict[int, InputError]()
    key, solutions = load_key(files, convention_option, None if form == "gradescope" else left_out)
    for error in left_out.values():
        run.print_problems(error.problems)
    if form in SYSTEM_CONVENTIONS:
        own = convention_option.resolve(SYSTEM_CONVENTIONS[form])
        key = key._replace(exercises=tuple(one._replace(convention=own) for one in key.exercises))
    run.progress.total = len(key.exercises)

    questions = ConversionRequest(
        key, rubric, run.language, run.print_problems, solutions, run.progress.step, tuple(left_out)
    )
    _write_files(run, form, questions, output_path)


_INTO_FOLDER = "treesolve convert --for dot -o trees"
"""Example command that writes several trees, for an error message."""


class _NotationOutput:
    """Output of trees in the notation selected by `form` or by the file extension of `path`.

    Several trees are written to a folder. Raises a usage error if the extension is unknown, or if several trees would
    be written to one file.
    """

    def __init__(self, path: str, files: tuple[str, ...], run: CommandRun, *, form: str | None = None) -> None:
        self.path, self.files, self.run = path, files, run
        is_folder = _is_folder_of_several(path, files, form)
        self.ending = chosen_format(form or ("tree" if path == "-" or is_folder else None), path, NOTATIONS)
        check_output(path, files)
        self.paths = files_in_folder(path, files, f".{self.ending}") if is_folder else {}

    def write(self, found: Input) -> None:
        """Write the tree from a file, and report headers that the notation cannot express. Raises InputError."""
        if self.ending in ("tree", "text"):
            text, headers = format_text(found.text), list[str]()
        else:
            tree = self.run.tree(found, payoffs=True)
            published = [line.key for line in read_headers(found.text).published]
            text, headers = write(tree, self.ending), [*header_names(tree), *published]
        path = self.paths.get(found.source, self.path)
        check_output(path, self.files)
        with output(path, "json") as file:
            file.write(text)
        if headers:
            facts = {"headers": ", ".join(headers), "path": path}
            self.run.remark(Problem("headers-left-out", None, facts, found.source))


def _is_folder_of_several(path: str, files: tuple[str, ...], form: str | None) -> bool:
    """Return whether the output is a folder, which is created if necessary.

    Raises a usage error if several trees would be written to one file.
    """
    is_folder = path != "-" and is_folder_path(path)
    if len(files) < 2 and not is_folder:
        return False
    if not is_folder and (not form or Path(path).suffix or path == "-"):
        facts = {"path": path, "count": len(files), "instead": _INTO_FOLDER}
        raise usage_error(Problem("several-trees-in-one-file", None, facts))
    make_folder(path)
    return True


def _write_files(run: CommandRun, system: str, questions: ConversionRequest, path: str) -> None:
    """Write the files for a system.

    A single file is written to `path`. Several files keep their own names and are written to the folder `path`.
    """
    is_folder = _is_folder_of_files(system, questions.total, path)
    required_ending = _single_file_ending(system, path)
    names = list[str]()
    for name, content in WRITERS[system](questions):
        if not is_folder and not name.endswith(required_ending):
            continue
        names.append(name)
        target = str(make_folder(path) / name) if is_folder else path
        if name == CONFIG and Path(target).is_file():
            _remark_on_config(run, target, str(content))
            continue
        try:
            if run.failed:
                check_no_exercises_lost(target, content, QUESTION_TAG)
            with open_output(target, "zip" if isinstance(content, bytes) else "json") as file:
                file.write(content)
        except InputError as error:
            run.print_problems(error.problems)
    if is_folder and names and system not in ONE_FILE and (others := _other_files(path, names)):
        run.remark(Problem("other-files", None, {"names": others}, path))


def _other_files(folder: str, names: list[str]) -> list[str]:
    """Return the files in a folder that are not in `names` but have the extension of one of them."""
    endings = tuple({Path(name).suffix for name in names} - {""})
    return sorted(one.name for one in Path(folder).iterdir() if one.name.endswith(endings) and one.name not in names)


def _remark_on_config(run: CommandRun, path: str, content: str) -> None:
    """Warn if the folder has a different CONFIG file, because the existing one is not replaced."""
    if Path(path).read_bytes() != content.encode():
        run.remark(Problem("config-kept", None, {"line": content.partition("\n")[0]}, path))


def _single_file_ending(system: str, path: str) -> str:
    """Return the extension of the file to write if an exercise has several files but only one can be written."""
    if system != "cs188":
        return ""
    return ".test" if path == "-" else Path(path).suffix.lower()


def _is_folder_of_files(system: str, count: int, path: str) -> bool:
    """Return whether the output is a folder.

    Raises a usage error if there are several files to write and the output is not a folder.
    """
    if path != "-" and is_folder_path(path):
        return True
    is_one = system in ONE_FILE or (count < 2 and (path == "-" or bool(Path(path).suffix)))
    if is_one or (count < 2 and system != "cs188"):
        return False
    if path == "-" or Path(path).suffix:
        raise usage_error(Problem("one-exercise-of-many", None, {"count": count, "path": path}))
    return True
