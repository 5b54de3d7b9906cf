"""A strict reader of R/exams exercises in R Markdown, by its documentation and the exercises that come with it."""

import re
from base64 import b64decode
from string import ascii_lowercase
from typing import NamedTuple

SECTIONS = ["Question", "Answerlist", "Solution", "Meta-information"]
_KEYS = {"cloze": ["exname", "extype", "exclozetype", "expoints", "exsolution", "extol"]}
_KEYS["mchoice"] = ["exname", "extype", "exsolution"]


class Item(NamedTuple):
    """One answer: its kind, its solution, its points, and what can be chosen."""

    kind: str
    solution: str
    points: float
    choices: list[str]
    tolerance: float

    def accepts(self, typed: str) -> bool:
        """Whether a text is right, as R/exams and the systems that it writes for compare it."""
        if self.kind == "string":
            return typed == self.solution
        try:
            return abs(float(typed.replace(",", ".")) - float(self.solution)) <= self.tolerance
        except ValueError:
            return False


class Read(NamedTuple):
    """An exercise; `files` are the pictures that its R writes."""

    kind: str
    question: str
    solution: str
    items: list[Item]
    files: dict[str, bytes]


def read_exercise(text: str) -> Read:
    """Return the exercise in a file; fails where R/exams would, or would take something else for it."""
    chunk, _, rest = text.partition("```\n\n")
    assert chunk.startswith('```{r, echo = FALSE, results = "hide"}\n')
    sections = _sections(rest)
    assert "`" not in rest, "R would run it"
    meta = dict(line.split(": ", 1) for line in sections["Meta-information"].strip().splitlines())
    assert list(meta) == _KEYS[meta["extype"]]
    items = _items(meta, _choices(sections) if "Answerlist" in sections else None)
    if meta["extype"] == "cloze":
        places = re.findall(r"\\#\\#ANSWER(\d+)\\#\\#", sections["Question"])
        assert places == [str(n) for n in range(1, len(items) + 1)]
        letters = re.findall(r"\(([a-z]+)\) [^()]*\\#\\#ANSWER", sections["Question"])
        assert letters[:28] == [*ascii_lowercase, "aa", "ab"][: len(items)], "the form has these, (a), (b) ..."
    return Read(meta["extype"], sections["Question"], sections["Solution"], items, _files(chunk))


def _sections(text: str) -> dict[str, str]:
    found = re.split(r"(?m)^([A-Z][\w-]*)\n(?:={3,}|-{3,})\n", text)
    assert found[0] == ""
    assert found[1::2] in (SECTIONS, [name for name in SECTIONS if name != "Answerlist"])
    return dict(zip(found[1::2], found[2::2], strict=True))


def _choices(sections: dict[str, str]) -> list[str]:
    """Return the list as R parts it: where nothing stands in it, it has one line too few."""
    lines = sections["Answerlist"].strip("\n").splitlines()
    assert all(line.startswith("* ") for line in lines)
    choices = [line.removeprefix("*").strip() for line in lines]
    assert any(choices), "R takes NA for a list in which nothing stands"
    return choices


def _items(meta: dict[str, str], choices: list[str] | None) -> list[Item]:
    solutions = meta["exsolution"].split("|")
    kinds = meta.get("exclozetype", meta["extype"]).split("|")
    points = meta.get("expoints", "1").split("|")
    assert len(solutions) == len(kinds) == len(points)
    tolerances = meta.get("extol", "|".join("0" for _ in kinds)).split("|")
    assert len(tolerances) == len(kinds)
    left, items = [""] * len(kinds) if choices is None else list(choices), []
    for kind, solution, point, tolerance in zip(kinds, solutions, points, tolerances, strict=True):
        count = len(solution) if kind.endswith("choice") else 1
        own, left = left[:count], left[count:]
        _check(kind, solution, own)
        items.append(Item(kind, solution, float(point), own, float(tolerance)))
    assert not left
    return items


def _check(kind: str, solution: str, choices: list[str]) -> None:
    if kind.endswith("choice"):
        assert re.fullmatch("[01]{2,}", solution)
        assert kind == "mchoice" or solution.count("1") == 1
        assert all(choices)
        assert len(choices) == len(solution)
    else:
        assert choices == [""]
        assert kind == "string" or float(solution) == float(solution)
        assert kind in ("string", "num")
        assert solution


def _files(chunk: str) -> dict[str, bytes]:
    written = re.findall(
        r'writeBin\(base64enc::base64decode\(paste\(c\((.*?)\), collapse = ""\)\), "(.*?)"\)', chunk, re.S
    )
    return {name: b64decode("".join(re.findall('"(.*?)"', lines)), validate=True) for lines, name in written}
