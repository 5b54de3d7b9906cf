"""treesolve check"""

from functools import partial

import click

from treesolve.cli import option
from treesolve.cli.forms import FormChoice, Forms, chosen_format
from treesolve.cli.lecturer import applied_defaults
from treesolve.cli.output import output
from treesolve.cli.run import Run, running
from treesolve.cli.steering import Steering
from treesolve.cli.usage import check_options_exclusive, usage_error
from treesolve.model.problem import Problem

KEY_FORMS: Forms = {"json": (".json",)}

CHECK_FORMS: Forms = {"text": (), **KEY_FORMS}
"""What a check is written as; a file has the key instead."""


@click.command("check")
@option.files
@click.option("--strict", is_flag=True, help="Exit with 1 for trees whose answer depends on the lecture, too.")
@click.option("-q", "--quiet", is_flag=True, help="Only tell what is wrong.")
@click.option("--self-test", is_flag=True, help="Try the exercise out: perfect, empty and wrong answers, marked.")
@option.file("--rubric", "rubric_path", told="How to mark in the self-test, in TOML.")
@click.option("--fix", is_flag=True, help="Tidy the files in place: brackets, blanks, numbers; comments stay.")
@click.option("--diff", is_flag=True, help="Show what --fix would change; with -q only tell which files.")
@click.option("--exercise", metavar="NAME", help="For a key: the files are variants of this one exercise.")
@option.convention
@click.option(
    "--format", "form", type=FormChoice(CHECK_FORMS), help="What to write: sentences, or JSON. [default: text]"
)
@option.language
@option.output("Bind the trees in a key file; with --fix write one as JSON, LaTeX, Gambit ... by the ending.")
@running
def command(
    run: Run,
    files: tuple[str, ...],
    strict: bool,
    quiet: bool,
    self_test: bool,
    rubric_path: str | None,
    fix: bool,
    diff: bool,
    exercise: str | None,
    lecture: str | None,
    form: str | None,
    output_path: str | None,
) -> None:
    """Look for mistakes in tree files, and for trees with more than one right answer.

    A tree is fine if it can be read and its own lecture can search it. If the lectures disagree on what is pruned or
    which move is best, that is said: such a tree needs its convention on the exercise sheet.

    A solution that was published with a tree stands in its headers `values:`, `value:`, `pruned:`, `order:`, or some of
    these, written like an answer. It is said under which lectures and rules it is right. Where it is wrong under the
    lecture asked for, or the file's, it is said why, and the exit code is 1.

    With --self-test the tree is tried out as an exercise: perfect answers must get all points in every lecture, the
    empty one none, and of each misconception it is said whether treesolve grade would recognise it.

    With -o several trees become one key file, by which treesolve grade marks. Each is an exercise, called as the file
    is; students name it in a line `exercise:` of their answers. With --exercise they are its variants instead, named
    in a line `variant:`. A FILE may be a key file itself.

    With --fix and -o a tree, in whatever notation it is, is written in the notation of the ending, and FILE stays as it
    is: ours (.tree), JSON (.json), LaTeX (.tex), Gambit (.efg) and what else treesolve list formats names.

    \b
    Examples:
      treesolve check --example two-answers --example deep-cut
      treesolve check --strict exam.tree
      treesolve check published.tree -c aima:cut=strict
      treesolve check --self-test exam.tree
      treesolve check --fix exam.tree
      treesolve check --fix exam.tree -o exam.json
      treesolve check --diff *.tree
      treesolve check x.tree y.tree -o key.json
      treesolve check --exercise ab-01 variants/*.tree -o ab-01.json
    """
    check_options_exclusive(
        {
            "--fix": fix,
            "--diff": diff,
            "--self-test": self_test,
            "-o": output_path is not None and not fix,
            "--format": form is not None,
        }
    )
    if exercise is not None and output_path is None:
        raise usage_error(Problem("exercise-without-key"))
    if fix and output_path is not None:
        from treesolve.cli.formatting import Conversion

        run.each(files, Conversion(output_path, files, run, quiet=quiet).write)
    elif fix or diff:
        from treesolve.cli import formatting

        run.each(files, partial(formatting.fix, run=run) if fix else partial(formatting.show_difference, quiet=quiet))
    elif output_path is not None:
        from treesolve.cli.checking import write_key_file

        chosen_format(None, output_path, KEY_FORMS)
        write_key_file(run, files, exercise, output_path, Steering(lecture))
    else:
        from treesolve.cli.checking import Checker
        from treesolve.cli.marking import asked_rubric

        with output(None) as file:
            checker = Checker(file, Steering(lecture), run.language, quiet=quiet, as_json=form == "json")
            checker.say(applied_defaults(points=self_test))
            rubric = asked_rubric(rubric_path) if self_test else None
            run.each(files, partial(checker.self_test, rubric=rubric) if rubric else checker.check)
        run.failed = run.failed or checker.unsound > 0 or checker.wrong > 0 or (strict and checker.ambiguous > 0)
