"""What `treesolve check --fix` and `--diff` do: tidy tree files, like a code formatter."""

from pathlib import Path

from treesolve.cli.inputs import Input
from treesolve.cli.output import echo, output
from treesolve.cli.run import Run
from treesolve.model.problem import InputError, Problem

ENDING = ".tree"


def fix(found: Input, run: Run) -> None:
    """Tidy a file in place, which stays untouched where it is tidy; standard input goes to standard output.

    A tree in another notation is written beside its file, as .tree, and that is said. Raises InputError where there is
    no tree in it, or where another file stands there.
    """
    tidy, is_foreign = _tidy(found)
    path = Path(found.source)
    if not found.is_file:
        echo(tidy, nl=False)
    elif is_foreign and path.suffix != ENDING:
        _write_beside(found, path.with_suffix(ENDING), tidy, run)
    elif tidy != found.text:
        with output(found.source) as file:
            file.write(tidy)


def _write_beside(found: Input, beside: Path, tidy: str, run: Run) -> None:
    from treesolve.pages.problem import problem_report

    facts = {"path": str(beside)}
    if beside.exists() and beside.read_text(encoding="utf-8", errors="replace") != tidy:
        raise InputError((Problem("beside-exists", None, facts, found.source),))
    with output(str(beside)) as file:
        file.write(tidy)
    run.say([problem_report(Problem("written-beside", None, facts, found.source), run.language)])


def show_difference(found: Input, *, quiet: bool) -> None:
    """Print what tidying would change, or only raise InputError where it would change anything."""
    tidy, _ = _tidy(found)
    if tidy == found.text:
        return
    if quiet:
        raise InputError((Problem("not-formatted", None, {}, found.source),))
    echo(_difference(found, tidy), nl=False)


def _tidy(found: Input) -> tuple[str, bool]:
    """The tree of a file in our notation, tidy, and whether it was written in another one."""
    from treesolve.notation.formatter import format_text
    from treesolve.notation.reader import reading

    read = reading(found.text, found.source, payoffs=True)
    return format_text(found.text), read.text is not None


def _difference(found: Input, tidy: str) -> str:
    import difflib

    lines = difflib.unified_diff(
        found.text.splitlines(keepends=True), tidy.splitlines(keepends=True), found.source, "formatted"
    )
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)
