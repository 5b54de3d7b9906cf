"""What `treesolve check --fix` and `--diff` do: tidy tree files, like a code formatter, or write them otherwise."""

from pathlib import Path

from treesolve.cli.inputs import Input
from treesolve.cli.options import chosen_format, usage_error
from treesolve.cli.output import check_output, echo, output
from treesolve.cli.run import Run
from treesolve.model.problem import InputError, Problem

ENDING = ".tree"


def fix(found: Input, run: Run) -> None:
    """Tidy a file in place, which stays untouched where it is tidy; standard input goes to standard output.

    A tree in another notation is written beside its file, as .tree, and that is said. Raises InputError where there is
    no tree in it, or where another file stands there.
    """
    tidy, is_foreign = _tidied_tree(found)
    path = Path(found.source)
    if not found.is_file:
        echo(tidy, nl=False)
    elif is_foreign and path.suffix != ENDING:
        _write_tidy_tree_beside(found, path.with_suffix(ENDING), tidy, run)
    elif tidy != found.text:
        with output(found.source) as file:
            file.write(tidy)


def _write_tidy_tree_beside(found: Input, beside: Path, tidy: str, run: Run) -> None:
    from treesolve.pages.problem import problem_report

    facts = {"path": str(beside)}
    if beside.exists() and beside.read_text(encoding="utf-8", errors="replace") != tidy:
        raise InputError((Problem("beside-exists", None, facts, found.source),))
    with output(str(beside)) as file:
        file.write(tidy)
    run.say([problem_report(Problem("written-beside", None, facts, found.source), run.language)])


class Conversion:
    """Where the tree of a file goes, in the notation of that form or ending: ours, or another that can carry it.

    Raises a usage error where an ending stands for no notation, or several files go to one.
    """

    def __init__(
        self, path: str, files: tuple[str, ...], run: Run, *, form: str | None = None, quiet: bool = False
    ) -> None:
        from treesolve.notation.foreign.carried import ENDINGS

        self.path, self.run = path, run
        run.quiet = quiet
        if len(files) > 1:
            raise usage_error(Problem("several-trees-in-one-file", None, {"path": path, "count": len(files)}))
        forms = {ending: (f".{ending}",) for ending in ("tree", *ENDINGS)}
        self.ending = chosen_format(form or ("tree" if path == "-" else None), path, forms, "--fix -o")
        check_output(path, files)

    def write(self, found: Input) -> None:
        """Write the tree of a file there, and say which headers it has lost. Raises InputError like the reader."""
        if self.ending in ("tree", "text"):
            text, headers = _tidied_tree(found)[0], list[str]()
        else:
            from treesolve.notation.foreign.carried import headers_of, write

            tree = self.run.tree(found, payoffs=True)
            text, headers = write(tree, self.ending), headers_of(tree)
        with output(self.path, "json") as file:
            file.write(text)
        if headers and not self.run.quiet:
            from treesolve.pages.problem import problem_report

            facts = {"headers": ", ".join(headers), "path": self.path}
            self.run.say([problem_report(Problem("headers-left-out", None, facts, found.source), self.run.language)])


def show_difference(found: Input, *, quiet: bool) -> None:
    """Print what tidying would change, or only raise InputError where it would change anything."""
    tidy, _ = _tidied_tree(found)
    if tidy == found.text:
        return
    if quiet:
        raise InputError((Problem("not-formatted", None, {}, found.source),))
    echo(_difference_as_text(found, tidy), nl=False)


def _tidied_tree(found: Input) -> tuple[str, bool]:
    """The tree of a file in our notation, tidy, and whether it was written in another one."""
    from treesolve.notation.formatter import format_text
    from treesolve.notation.reader import reading

    read = reading(found.text, found.source, payoffs=True)
    return format_text(found.text), read.text is not None


def _difference_as_text(found: Input, tidy: str) -> str:
    import difflib

    lines = difflib.unified_diff(
        found.text.splitlines(keepends=True), tidy.splitlines(keepends=True), found.source, "formatted"
    )
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)
