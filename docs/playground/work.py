"""What the playground computes: commands of treesolve, run as in a terminal, in a folder of their own."""

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
"""What the tree's file is called in every command line."""

ALL = "all"
"""Stands for every convention where none is named beside another."""


class Output(NamedTuple):
    """The arguments of the command that makes an output, and the file it is written to.

    One that is `together` compares the conventions instead of having an answer for each; one that is `plain` takes
    none. Where the command writes another file `beside` that, this is the output.
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
"""Everything that can be wanted."""

_REPORT = re.compile(rf"{re.escape(TREE)}(?::(?P<line>\d+):(?P<column>\d+))?: (?P<sentence>.*)")
_CARETS = re.compile(r" *(\^+)")
_USAGE = re.compile(r"^Error: (?:Invalid value for '--convention': )?(.*)", re.DOTALL | re.MULTILINE)


def answer(request: str) -> str:
    """Return the answer to a request; both are JSON."""
    return json.dumps(_answered(**json.loads(request)), ensure_ascii=False)


def _answered(tree: str, conventions: Sequence[str], language: str, wanted: Sequence[str]) -> dict[str, Any]:
    runs = [_first_made(tree, wanted, asked, language) for asked in _asked_together(wanted[0], conventions)]
    told = list(dict.fromkeys(each for run in runs for each in run["told"]))
    mistakes = [mistake for code, text in told if code for mistake in mistakes_told(text)]
    remarks = [line for code, text in told if not code for line in text.splitlines()]
    return {"results": [run["made"] for run in runs], "mistakes": mistakes, "remarks": remarks}


def _asked_together(wanted: str, conventions: Sequence[str]) -> list[Sequence[str]]:
    """Return the conventions, one command after the other; or those that one command is to compare."""
    output = OUTPUTS[wanted]
    return [conventions] if output.together else [()] if output.plain else [[each] for each in conventions]


def _first_made(tree: str, wanted: Sequence[str], conventions: Sequence[str], language: str) -> dict[str, Any]:
    """Return the first of the outputs that can be made, in a folder with nothing but the tree, and what all commands
    told.
    """
    told = []
    with TemporaryDirectory() as folder, chdir(folder):
        Path(TREE).write_text(tree, "utf-8", errors="replace", newline="\n")
        for name in wanted:
            words = command_line(OUTPUTS[name], conventions, language)
            told.append(run(words))
            file = Path(OUTPUTS[name].beside or OUTPUTS[name].file)
            if file.is_file():
                break
        text = file.read_bytes().decode() if file.is_file() else None
    made = {"output": name, "file": file.name, "text": text, "command": shlex.join(["treesolve", *words])}
    return {"made": made, "told": [each for each in told if each[1]]}


def command_line(output: Output, conventions: Sequence[str], language: str) -> list[str]:
    """Return the arguments that a user would type for an output."""
    asked = [each for each in conventions if each and not output.plain]
    named = [ALL] if output.together and len(asked) < 2 else asked
    spoken = ["--language", language] if language != "en" else []
    return [*output.arguments, TREE, *(word for each in named for word in ("-c", each)), *spoken, "-o", output.file]


def run(arguments: Sequence[str]) -> tuple[int, str]:
    """Run a command in this very process: its exit code, and what it told."""
    from treesolve.__main__ import main
    from treesolve.model.problem import internal_error_problem
    from treesolve.rendering.problem_sentence import problem_report

    sys.argv = ["treesolve", *arguments]
    told = io.StringIO()
    with redirect_stdout(io.TextIOWrapper(io.BytesIO(), "utf-8")), redirect_stderr(told):
        try:
            main()
        except SystemExit as end:
            return int(end.code or 0), told.getvalue()
        except Exception as error:
            return 1, problem_report(internal_error_problem(error, TREE))


def mistakes_told(text: str) -> Iterator[dict[str, Any]]:
    """Yield the mistakes in what a command told: sentence, line, column and length, the last three where there is a
    place.
    """
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
