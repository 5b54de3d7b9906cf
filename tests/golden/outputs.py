"""Run the commands of `commands.toml` and format their outputs as readable text."""

import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from click.testing import CliRunner

from tests.support.places import ROOT

GOLDEN = ROOT / "tests" / "golden"
COMMANDS = GOLDEN / "commands.toml"
INPUTS = {"exercises": ROOT / "exercises", "broken": ROOT / "tests" / "broken", "inputs": GOLDEN / "inputs"}
"""Input folders by their name in the workspace."""

ENVIRONMENT = {"NO_COLOR": "1", "COLUMNS": "80", "TREESOLVE_LANGUAGE": None, "PYTHONIOENCODING": "utf-8"}
MAX_LINE = 110

_CODE = re.compile(r"(<(script|style)\b(?![^>]*json)[^>]*>).*?(</\2>)", re.DOTALL)
_DATA = re.compile(r"(<script\b[^>]*json[^>]*>)(.*?)(</script>)", re.DOTALL)
_BASE64 = re.compile(r"(base64(?:,|\">))[A-Za-z0-9+/=]{40,}")
_SECONDS = re.compile(r'("seconds": ?)[-.e\d]+')
_DEFINITION = re.compile(r"^#let .*\n(?:(?:[ )}\]].*|foot, .*)\n)*", re.MULTILINE)
_BLOCK = re.compile(r"(?<=>)(?=<(?:/?(?:section|div|table|tr|li|ul|ol|details|figure|svg|g|path|text|p|h\d|label)\b))")


class Result(NamedTuple):
    """What one command printed, and its exit code."""

    code: int
    stdout: bytes
    stderr: bytes


@cache
def load_commands() -> dict[str, list[str]]:
    """Return the command lines of each output, by its name such as `solve/two-plies`."""
    topics = tomllib.loads(COMMANDS.read_text("utf-8"))
    return {
        f"{topic}/{name}": [lines] if isinstance(lines, str) else lines
        for topic, outputs in topics.items()
        for name, lines in outputs.items()
    }


def golden_path(name: str) -> Path:
    """Return the file that keeps an output."""
    return GOLDEN / f"{name}.txt"


def read_golden(name: str) -> str:
    """Return the stored output; empty if there is none."""
    path = golden_path(name)
    return path.read_bytes().decode() if path.exists() else ""


def make_workspace(folder: Path) -> None:
    """Copy all inputs into a folder and change to it."""
    for name, source in INPUTS.items():
        shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    os.chdir(folder)


def run_in_process(arguments: list[str], stdin: bytes) -> Result:
    """Run treesolve in this process."""
    from treesolve.cli import treesolve

    result = CliRunner(env=ENVIRONMENT).invoke(treesolve, arguments, input=stdin, prog_name="treesolve")
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Result(result.exit_code, result.stdout_bytes, result.stderr_bytes)


def run_as_program(arguments: list[str], stdin: bytes) -> Result:
    """Run treesolve in a process of its own."""
    environment = {**os.environ, **ENVIRONMENT}
    done = subprocess.run(
        [sys.executable, "-m", "treesolve", *arguments],
        input=stdin,
        capture_output=True,
        check=False,
        env={key: value for key, value in environment.items() if value is not None},
    )
    return Result(done.returncode, done.stdout, done.stderr)


def output(name: str, run: Callable[[list[str], bytes], Result] = run_in_process) -> str:
    """Run the commands of an output in the workspace, remove the files they write, and return it all as text."""
    dict(_take_files())  # left by an output that failed
    parts = []
    for command in load_commands()[name]:
        for line in _expand_each(command):
            program, *arguments = shlex.split(line)
            parts.append(f"$ {line}\n")
            if program == "cp":
                shutil.copyfile(*arguments)
            elif program == "rm":
                for file in arguments:
                    Path(file).unlink()
            else:
                result = run(*_split_stdin(arguments))
                parts += [show("stdout", result.stdout), show("stderr", result.stderr)]
                parts.append(f"--- exit code {result.code}\n")
    return "".join([*parts, *(show(file, content) for file, content in _take_files())])


def _expand_each(command: str) -> list[str]:
    """Return the command once for each file that matches a word such as folder/{*}."""
    pattern = next((word for word in shlex.split(command) if "{*}" in word), "")
    return [command.replace(pattern, file) for file in _matches(pattern.replace("{*}", "*"))] if pattern else [command]


def _split_stdin(words: list[str]) -> tuple[list[str], bytes]:
    """Return the arguments, with patterns such as *.tree expanded, and the text after `<<<`."""
    stdin = b""
    if "<<<" in words:
        *words, _sign, text = words
        stdin = f"{text}\n".encode()
    return [name for word in words for name in (_matches(word) or [word])], stdin


def _matches(pattern: str) -> list[str]:
    return sorted(path.as_posix() for path in Path().glob(pattern)) if "*" in pattern else []


def _take_files() -> Iterator[tuple[str, bytes]]:
    """All files in the workspace that are no inputs, which are removed."""
    for top in sorted(Path().iterdir()):
        if top.name not in INPUTS:
            for path in sorted([top, *top.rglob("*")]):
                if path.is_file():
                    yield path.as_posix(), path.read_bytes()
            shutil.rmtree(top) if top.is_dir() else top.unlink()


def show(name: str, content: bytes) -> str:
    """Return a heading and the content as readable text; nothing for an empty stream."""
    if content.startswith(b"PK\3\4"):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = sorted(member for member in archive.namelist() if not member.startswith("packages/"))
            return "".join(show(f"{name}: {member}", archive.read(member)) for member in members)
    text = content.decode("utf-8", "backslashreplace").replace("\ufeff", "<BOM>").replace("\r", "<CR>")
    text = _SECONDS.sub(r"\1...", _BASE64.sub(r"\1...", text)).replace(f"{ROOT}/", "")
    if re.match(r"\s*<(!doctype )?html", text, re.IGNORECASE):
        text = _readable_html(text)
    elif name.endswith((".pdf", ".png")):
        text = _DEFINITION.sub("", text)
    else:
        text = _readable_json(text) if text[:1] in ("{", "[") else text
    ending = "" if text.endswith("\n") else "\n--- no newline at the end\n"
    return f"--- {name}\n{text}{ending}" if content else "" if name in ("stdout", "stderr") else f"--- {name}: empty\n"


def _readable_html(text: str) -> str:
    text = _DATA.sub(lambda found: f"{found[1]}\n{_readable_json(found[2].strip())}\n{found[3]}", text)
    return _BLOCK.sub("\n", _CODE.sub(r"\1...\3", text))


def _readable_json(text: str) -> str:
    """JSON, or JSON Lines, over several lines where a line would be long; any other text unchanged."""
    try:
        return _format(json.loads(text), "") + "\n"
    except ValueError:
        lines = text.splitlines(keepends=True)
        return "".join(map(_readable_json, lines)) if len(lines) > 1 and lines[0][0] in "{[" else text


def _format(value: Any, indent: str) -> str:
    """JSON in which whatever fits into a line stays on it."""
    line = json.dumps(value, ensure_ascii=False)
    if not value or not isinstance(value, dict | list) or len(indent) + len(line) <= MAX_LINE:
        return line
    deeper = indent + " "
    if isinstance(value, dict):
        items = [f"{json.dumps(key, ensure_ascii=False)}: {_format(item, deeper)}" for key, item in value.items()]
        start, end = "{}"
    else:
        items = [_format(item, deeper) for item in value]
        start, end = "[]"
    return f"{start}\n" + ",\n".join(deeper + item for item in items) + f"\n{indent}{end}"
