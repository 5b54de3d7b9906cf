"""What `treesolve check --fix` and `--diff` do: tidy tree files, like a code formatter."""

from treesolve.cli.inputs import Input
from treesolve.cli.output import echo, output
from treesolve.model.problem import InputError, Problem


def fix(found: Input) -> None:
    """Tidy a file in place, which stays untouched where it is tidy; standard input goes to standard output.

    Raises InputError where there is no tree in it.
    """
    tidy = _tidy(found)
    if not found.is_file:
        echo(tidy, nl=False)
    elif tidy != found.text:
        with output(found.source) as file:
            file.write(tidy)


def show_difference(found: Input, *, quiet: bool) -> None:
    """Print what tidying would change, or only raise InputError where it would change anything."""
    tidy = _tidy(found)
    if tidy == found.text:
        return
    if quiet:
        raise InputError((Problem("not-formatted", None, {}, found.source),))
    echo(_difference(found, tidy), nl=False)


def _tidy(found: Input) -> str:
    from treesolve.notation.formatter import format_text

    return format_text(found.text)


def _difference(found: Input, tidy: str) -> str:
    import difflib

    lines = difflib.unified_diff(
        found.text.splitlines(keepends=True), tidy.splitlines(keepends=True), found.source, "formatted"
    )
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)
