"""The Python part of the playground: it runs treesolve's commands as in a terminal, in a temporary folder."""

import io
import json
import re
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

TREE = "tree.tree"
"""Name of the tree's file in all command lines."""

ALL = "all"
"""Value of --convention that selects all conventions."""


class Output(NamedTuple):
    """The arguments of the command that writes an output, and its file.

    A `together` output compares the conventions instead of having a result for each; a `plain` output uses none. If
    `beside` is set, the output is that other file, which the same command writes.
    """

    arguments: tuple[str, ...]
    file: str
    together: bool = False
    plain: bool = False
    beside: str = ""


OUTPUTS = {
    "picture": Output(("draw", "--solved"), "tree.svg"),
    "exercise": Output(("draw",), "exercise.svg", plain=True),
    "forest": Output(("draw", "--solved"), "tree.tex"),
    "page": Output(("solve",), "solution.html"),
    "text": Output(("solve",), "solution.txt"),
    "markdown": Output(("solve",), "solution.md"),
    "latex": Output(("solve",), "solution.tex"),
    "typst": Output(("solve",), "solution.typ"),
    "json": Output(("solve",), "solution.json"),
    "unknown": Output(("solve", "--unknown"), "unknown.html"),
    "comparison": Output(("solve",), "comparison.html", together=True),
    "practice": Output(("practice",), "practice.html"),
    "sheet": Output(("sheet",), "sheet.html"),
    "sheet_latex": Output(("sheet",), "sheet.tex"),
    "sheet_solution": Output(("sheet",), "sheet.html", beside="sheet-solution.html"),
    "sheet_solution_latex": Output(("sheet",), "sheet.tex", beside="sheet-solution.tex"),
    "tidy": Output(("convert",), "tidy.tree", plain=True),
}
"""All outputs that the page can request."""

_REPORT = re.compile(rf"{re.escape(TREE)}(?::(?P<line>\d+):(?P<column>\d+))?: (?P<sentence>.*)")
_CARETS = re.compile(r" *(\^+)")
_USAGE = re.compile(r"^Error: (?:Invalid value for '--convention': )?(.*)", re.DOTALL | re.MULTILINE)


def answer(request: str) -> str:
    """Return the answer to a request; both are JSON."""
    return json.dumps(_answered(**json.loads(request)), ensure_ascii=False)


def _answered(tree: str, conventions: Sequence[str], language: str, wanted: Sequence[str]) -> dict[str, Any]:
    runs = [_first_output(tree, wanted, group, language) for group in _conventions_by_command(wanted[0], conventions)]
    messages = list(dict.fromkeys(each for _, printed in runs for each in printed))
    mistakes = [mistake for code, text in messages if code for mistake in parse_errors(text)]
    remarks = [line for code, text in messages if not code for line in text.splitlines()]
    return {"results": [result for result, _ in runs], "mistakes": mistakes, "remarks": remarks}


def _conventions_by_command(wanted: str, conventions: Sequence[str]) -> list[Sequence[str]]:
    """Return the conventions of each command: one per command, or all in one command that compares them."""
    output = OUTPUTS[wanted]
    return [conventions] if output.together else [()] if output.plain else [[each] for each in conventions]


def _first_output(
    tree: str, wanted: Sequence[str], conventions: Sequence[str], language: str
) -> tuple[dict[str, Any], list[tuple[int, str]]]:
    """Return the first wanted output that a command writes, and the exit codes and messages of all commands."""
    messages = []
    with TemporaryDirectory() as folder, chdir(folder):
        Path(TREE).write_text(tree, "utf-8", errors="replace", newline="\n")
        for name in wanted:
            words = command_line(OUTPUTS[name], conventions, language)
            messages.append(run(words))
            file = Path(OUTPUTS[name].beside or OUTPUTS[name].file)
            if file.is_file():
                break
        text = file.read_bytes().decode() if file.is_file() else None
    result = {"output": name, "file": file.name, "text": text, "command": shlex.join(["treesolve", *words])}
    return result, [each for each in messages if each[1]]


def command_line(output: Output, conventions: Sequence[str], language: str) -> list[str]:
    """Return the arguments that a user would type for an output."""
    given = [each for each in conventions if each and not output.plain]
    named = [ALL] if output.together and len(given) < 2 else given
    in_language = ["--language", language] if language != "en" else []
    options = [*(word for each in named for word in ("-c", each)), *in_language, "-o", output.file]
    return [*output.arguments, TREE, *options]


def run(arguments: Sequence[str]) -> tuple[int, str]:
    """Run a command in this process, and return its exit code and its messages on stderr."""
    from treesolve.__main__ import main
    from treesolve.model.problem import internal_error_problem
    from treesolve.rendering.problem_sentence import problem_report

    sys.argv = ["treesolve", *arguments]
    messages = io.StringIO()
    with redirect_stdout(io.TextIOWrapper(io.BytesIO(), "utf-8")), redirect_stderr(messages):
        try:
            main()
        except SystemExit as end:
            return int(end.code or 0), messages.getvalue()
        except Exception as error:
            return 1, problem_report(internal_error_problem(error, TREE))


def parse_errors(text: str) -> Iterator[dict[str, Any]]:
    """Yield the sentence of each error in a command's messages, with line, column and length if it has a position."""
    usage = _USAGE.search(text)
    if usage:
        yield {"sentence": usage[1].splitlines()[0], "rule": True}
        return
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if report := _REPORT.fullmatch(line):
            carets = _CARETS.fullmatch(lines[number + 2]) if number + 2 < len(lines) else None
            place = {key: int(report[key]) for key in ("line", "column") if report[key]}
            yield {"sentence": report["sentence"], **place, "length": len(carets[1]) if carets else 1}
        elif not line.startswith(" "):
            yield {"sentence": line}
