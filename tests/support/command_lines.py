"""The command lines of the record, read from `tests/command_lines.txt` and `tests/mistaken_lines.txt`.

They are written as for a shell that knows `treesolve`, `echo`, `cat`, pipes, `> FILE`, `;` between commands, patterns
such as *.tree, and variables such as TREESOLVE_LANGUAGE=de before a command. Two things are written shorter:

    {en|de}         each of these in turn, with everything else; there may be nothing before or behind a bar
    {EN_DE}         the same, where further up a line says EN_DE = en | de, or below EN_DE = each has a line of its own

TREES, BROKEN, SETS and ANSWERS are all trees, all trees with mistakes, and what to give `grade` and `explain` for all
answers of the exercises. What begins with # is a remark.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from shlex import join

from tests.support.places import EXERCISES, ROOT, TESTS, exercise_files

FILES = (TESTS / "command_lines.txt", TESTS / "mistaken_lines.txt")

Names = Mapping[str, list[str]]
"""What stands for each name."""

_NAMED = re.compile(r"([A-Z_]+) =(.*)")
_INDENT = "    "


def told() -> dict[str, list[str]]:
    """The choices that follow from the files of the exercises."""
    answers = EXERCISES / "answers"
    sets = {path.parent: tomllib.loads(path.read_text("utf-8")) for path in sorted(answers.glob("*/set.toml"))}
    keys = {
        folder: path if (path := one["key"]).startswith("exercises/") else f"exercises/answers/{path}"
        for folder, one in sets.items()
    }
    options = {folder: join(one.get("options", ())) for folder, one in sets.items()}
    return {
        "TREES": [path.relative_to(ROOT).as_posix() for path in exercise_files()],
        "BROKEN": [path.relative_to(ROOT).as_posix() for path in sorted((TESTS / "broken").glob("*.tree"))],
        "SETS": [f"{keys[one]} {one.relative_to(ROOT).as_posix()}/submissions {options[one]}" for one in sets],
        "ANSWERS": [
            f"{keys[one]} {path.relative_to(ROOT).as_posix()} {options[one]}"
            for one in sets
            for path in sorted(one.glob("submissions/*.txt"))
        ],
    }


def read(text: str, known: Names) -> Iterator[str]:
    """All lines of a text; what is known by name can stand in it."""
    names, name = dict(known), ""
    for line in text.splitlines():
        if line.startswith("#") or not line.strip():
            continue
        if found := _NAMED.fullmatch(line):
            name = found[1]
            names[name] = [one for part in _parts(found[2], " | ") if part for one in expanded(part.strip(), names)]
        elif line.startswith(_INDENT):
            names[name] += expanded(line.strip(), names)
        else:
            yield from (re.sub(" +", " ", one).strip() for one in expanded(line, names))


def expanded(text: str, names: Names) -> list[str]:
    """The text with each of its choices; brackets around anything else stay."""
    for start, end in _brackets(text):
        inside = text[start + 1 : end]
        parts = _parts(inside, "|")
        choices = names.get(inside) or [one for part in parts if len(parts) > 1 for one in expanded(part, names)]
        if choices:
            return [text[:start] + one + rest for one in choices for rest in expanded(text[end + 1 :], names)]
    return [text]


def _brackets(text: str) -> Iterator[tuple[int, int]]:
    """Where brackets are opened, and closed again."""
    for start, character in enumerate(text):
        depth = 0
        for end in range(start, len(text) if character == "{" else start):
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            if not depth:
                yield start, end
                break


def _parts(text: str, sign: str) -> list[str]:
    """The parts of a text between signs that stand in no brackets."""
    parts: list[str] = []
    for piece in text.split(sign):
        if parts and parts[-1].count("{") > parts[-1].count("}"):
            parts[-1] += sign + piece
        else:
            parts.append(piece)
    return parts


LINES = tuple(line for path in FILES for line in read(path.read_text("utf-8"), told()))
"""All lines of the record."""
