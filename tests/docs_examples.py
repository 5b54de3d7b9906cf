"""The commands shown in the documentation: run, and compared with what the pages say they print.

python tests/docs_examples.py               tells where a page is not true
python tests/docs_examples.py --update      pastes what the commands really print
"""

import contextlib
import difflib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from click.testing import CliRunner

from tests.support.places import ROOT

DOCS = ROOT / "docs"
CHAPTERS = DOCS / "lectures"

WIDTH = 78
"""The width of help texts in a terminal of 80 columns, of which click leaves two free."""

ELLIPSIS = "..."
PROMPT = "$ "

_BLOCK = re.compile(r"^(?P<fence>`{3,})console\n(?P<body>.*?)^(?P=fence)$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r'^(`{3,})\w+ title="(?P<name>[^"]+)"\n(?P<body>.*?)^\1$', re.MULTILINE | re.DOTALL)


class Example(NamedTuple):
    """One command, the lines shown below it, and the line of the page it stands on."""

    command: str
    shown: tuple[str, ...]
    line: int


class Shell:
    """A shell that knows `treesolve`, `echo`, `cat`, `ls`, `cd` and `python -m json.tool`, joined by pipes.

    It runs in a folder of its own that holds copies of the exercises and of the examples of the documentation, so that
    commands may write files. `code` is the exit code of the last command.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.code = 0

    def run(self, command: str) -> list[str]:
        """Return the lines a command prints, standard output and standard error as they come."""
        text = ""
        with contextlib.chdir(self.folder):
            for stage in _split_at_pipes(shlex.split(command)):
                text = self._stage(stage, text)
        return text.splitlines()

    def _stage(self, words: list[str], given: str) -> str:
        if words == ["echo", "$?"]:
            return f"{self.code}\n"
        if words[0] == "echo":
            return " ".join(words[1:]) + "\n"
        if words[0] == "cat":
            return "".join(Path(name).read_text(encoding="utf-8-sig") for name in words[1:])  # as a terminal shows it
        if words[0] == "cd":
            self.folder = self.folder / words[1]
            return ""
        if words[0] == "ls":
            return "".join(f"{name}\n" for name in _expanded(words[1:] or ["*"]))
        if words == ["python", "-m", "json.tool"]:
            return self._indented(given)
        if words[0] == "treesolve":
            return self._treesolve(_expanded(words[1:]), given)
        raise ValueError(f"The documentation uses a command nobody checks: {shlex.join(words)}")

    def _treesolve(self, arguments: list[str], given: str) -> str:
        from treesolve.cli import treesolve

        result = CliRunner().invoke(treesolve, arguments, input=given, prog_name="treesolve", terminal_width=WIDTH)
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        self.code = result.exit_code
        return result.output

    def _indented(self, given: str) -> str:
        finished = subprocess.run(
            [sys.executable, "-m", "json.tool"], input=given, capture_output=True, text=True, check=False
        )
        self.code = finished.returncode
        return finished.stdout + finished.stderr


def _split_at_pipes(words: list[str]) -> Iterator[list[str]]:
    while "|" in words:
        yield words[: words.index("|")]
        words = words[words.index("|") + 1 :]
    yield words


def _expanded(words: list[str]) -> list[str]:
    """Return the words, with patterns such as *.tree replaced by the files that match."""
    return [name for word in words for name in _matching(word)]


def _matching(word: str) -> list[str]:
    found = sorted(map(str, Path().glob(word))) if "*" in word else []
    return found or [word]


@contextlib.contextmanager
def new_shell(page: str = "") -> Iterator[Shell]:
    """A shell in a new folder, which has the files of a page, and is gone afterwards."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        shutil.copytree(ROOT / "exercises", folder / "exercises")
        shutil.copytree(DOCS / "examples", folder / "docs" / "examples")
        for file in _FILE.finditer(page):
            (folder / file["name"]).parent.mkdir(parents=True, exist_ok=True)
            (folder / file["name"]).write_text(file["body"], "utf-8")
        yield Shell(folder)


def pages() -> list[Path]:
    """Return the pages of the documentation, with the chapters on the conventions' texts, and the README where there
    is one.
    """
    folders = (DOCS, DOCS / "de", DOCS / "gallery", CHAPTERS)
    return [*chain.from_iterable(sorted(folder.glob("*.md")) for folder in folders), *ROOT.glob("README.md")]


def examples(text: str) -> list[Example]:
    """All examples of a page, in order."""
    return [example for block in _BLOCK.finditer(text) for example in _examples_of(text, block)]


def _examples_of(text: str, block: re.Match[str]) -> list[Example]:
    first = text.count("\n", 0, block.start("body")) + 1
    found: list[Example] = []
    for number, line in enumerate(block["body"].splitlines(), first):
        if line.startswith(PROMPT):
            found.append(Example(line.removeprefix(PROMPT), (), number))
        elif found:
            found[-1] = found[-1]._replace(shown=(*found[-1].shown, line))
        else:
            raise ValueError(f"line {number}: a console block begins with a command after {PROMPT!r}")
    return found


def abridged(printed: list[str], shown: tuple[str, ...]) -> list[str]:
    """What is printed, as far as a page shows it.

    An ellipsis stands for one line or more. Where others have changed than those before the only one, at the end, all
    is shown: where to leave something out now is for somebody to say.
    """
    lines = ("(?:.*\n)+" if line == ELLIPSIS else re.escape(line) + "\n" for line in shown)
    if re.fullmatch("".join(lines), "".join(f"{line}\n" for line in printed)):
        return [*shown]
    if shown[-1:] == (ELLIPSIS,) and shown.count(ELLIPSIS) == 1 and len(printed) >= len(shown):
        return [*printed[: len(shown) - 1], ELLIPSIS]
    return printed


def updated(text: str) -> str:
    """Return the page with what its commands really print."""
    with new_shell(text) as shell:

        def pasted(block: re.Match[str]) -> str:
            lines: list[str] = []
            for example in _examples_of(text, block):
                lines += [PROMPT + example.command, *abridged(shell.run(example.command), example.shown)]
            return "\n".join([f"{block['fence']}console", *lines, block["fence"]])

        return _BLOCK.sub(pasted, text)


def differences(text: str) -> list[str]:
    """Where a page shows what its commands do not print, one text each; nothing where all is true."""
    found = []
    with new_shell(text) as shell:
        for example in examples(text):
            printed = abridged(shell.run(example.command), example.shown)
            if printed != list(example.shown):
                message = difflib.unified_diff(example.shown, printed, "shown", "printed", lineterm="")
                found.append("\n".join([f"line {example.line}: {example.command}", *message]))
    return found


def main(arguments: list[str]) -> int:
    """Check or update all pages; 1 where one is not true."""
    code = 0
    for page in pages():
        text = page.read_text(encoding="utf-8")
        if "--update" in arguments:
            page.write_text(updated(text), encoding="utf-8")
            continue
        for difference in differences(text):
            print(f"{page.relative_to(ROOT)}: {difference}\n")
            code = 1
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
