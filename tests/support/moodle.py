"""Moodle's marks, by what Moodle 4.5 gave for known responses; it shares nothing with the program.

Vocabulary

    gap         a field of a cloze question, or the one field of a question of another kind
    response    what a student sends: `sub1_answer`, `sub5_choice0`; `answer`, `choice0` where there is one gap
"""

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Mapping
from fractions import Fraction
from html import unescape
from typing import NamedTuple

FRACTIONS = (100, 90, 83.33333, 80, 75, 70, 66.66667, 60, 50, 40, 33.33333, 30, 25, 20, 16.66667, 14.28571, 12.5)
FRACTIONS += (11.11111, 10, 5, 0)
"""The fractions that Moodle takes in answers, and their negatives."""

_GAP = re.compile(r"\{(\d*):([A-Z_]+):(.*?(?<!\\)(?<!&)(?<!&amp;))\}", re.DOTALL)
_CHOICE = re.compile(r"(?:=|%(-?[\d.,]+)%)?(.+?)(?<!\\)(?<!&)(?<!&amp;)(?:#(.*))?", re.DOTALL)
_SHORT = {"NM": "NUMERICAL", "SA": "SHORTANSWER", "MC": "MULTICHOICE", "MR": "MULTIRESPONSE", "MRH": "MULTIRESPONSE"}
_SHORT |= {"MULTIRESPONSE_S": "MULTIRESPONSE"}


class Gap(NamedTuple):
    """A field: its kind, its weight, and the fraction of each choice."""

    kind: str
    weight: Fraction
    choices: tuple[tuple[str, Fraction], ...]

    def fraction(self, response: Mapping[str, object]) -> Fraction:
        """How much of the field a response gets."""
        if self.kind == "MULTIRESPONSE":
            ticked = [fraction for place, (_, fraction) in enumerate(self.choices) if response.get(f"choice{place}")]
            return min(max(sum(ticked, Fraction(0)), Fraction(0)), Fraction(1))
        given = response.get("answer", "")
        if self.kind == "MULTICHOICE":
            return self.choices[int(str(given))][1] if given != "" else Fraction(0)
        fits = _is_number if self.kind == "NUMERICAL" else _is_text
        return next((fraction for text, fraction in self.choices if fits(text, str(given))), Fraction(0))


class Question(NamedTuple):
    """A question in the question bank."""

    name: str
    gaps: tuple[Gap, ...]

    @property
    def of(self) -> Fraction:
        """All its marks."""
        return sum((gap.weight for gap in self.gaps), Fraction(0))

    def mark(self, response: Mapping[str, object]) -> Fraction:
        """The marks that a response gets."""
        return sum((gap.weight * gap.fraction(_of_gap(response, n)) for n, gap in enumerate(self.gaps, 1)), Fraction(0))


def imported(xml: str) -> list[Question]:
    """The questions that Moodle takes from a file; one with a fraction of its own making is skipped in silence."""
    found = [_imported(element) for element in ElementTree.fromstring(xml) if element.get("type") != "category"]
    return [question for question in found if question is not None]


def _of_gap(response: Mapping[str, object], number: int) -> dict[str, object]:
    return {name.removeprefix(f"sub{number}_"): value for name, value in response.items() if _is_of(name, number)}


def _is_of(name: str, number: int) -> bool:
    return name.startswith(f"sub{number}_") or not name.startswith("sub")


def _imported(element: ElementTree.Element) -> Question | None:
    name, text = element.findtext("name/text") or "", element.findtext("questiontext/text") or ""
    if element.get("type") == "cloze":
        return Question(name, tuple(_gap(*found.groups()) for found in _GAP.finditer(text)))
    fractions = [answer.get("fraction", "") for answer in element.iter("answer")]
    if not all(_is_taken(fraction) for fraction in fractions):
        return None
    is_several = element.findtext("single") == "false"
    kind = "MULTIRESPONSE" if is_several else (element.get("type") or "").upper()
    choices = [(answer.findtext("text") or "", _share(answer.get("fraction", ""))) for answer in element.iter("answer")]
    return Question(name, (Gap(kind, Fraction(element.findtext("defaultgrade") or 1), tuple(choices)),))


def _is_taken(fraction: str) -> bool:
    return any(abs(abs(float(fraction)) - one) < 0.001 for one in FRACTIONS)


def _share(percent: str) -> Fraction:
    exact = Fraction(percent) / 100
    return exact.limit_denominator(20)


def _gap(weight: str, kind: str, written: str) -> Gap:
    """A field as it stands in the text; several that are right share it, and a wrong one takes a share back."""
    kind = _SHORT.get(kind, kind)
    choices = []
    has_percent = False
    for one in re.split(r"(?<!\\)(?<!&)(?<!&amp;)~", written):
        found = _CHOICE.fullmatch(one)
        assert found, one
        share = Fraction(found[1]) / 100 if found[1] else Fraction(one.startswith("="))
        has_percent = has_percent or bool(found[1])
        choices.append((_decoded(found[2], kind), share))
    assert len(choices) > 1 or not kind.startswith("MULTI"), "Moodle takes no choice of one"
    total = sum(share for _, share in choices if share > 0)
    if kind == "MULTIRESPONSE" and total:
        choices = [(text, _shared(share, total, has_percent)) for text, share in choices]
    return Gap(kind, Fraction(weight or 1), tuple(choices))


def _shared(share: Fraction, total: Fraction, has_percent: bool) -> Fraction:
    return share / total if share > 0 or has_percent else -1 / total


def _decoded(text: str, kind: str) -> str:
    text = unescape(text).replace(r"\}", "}").replace(r"\#", "#")
    return text.split(":")[0] if kind == "NUMERICAL" else text


def _is_number(right: str, given: str) -> bool:
    """Whether a number is given as an English user types it."""
    return bool(re.fullmatch(r"[+-]?\d+(\.\d*)?", given.strip())) and Fraction(given.strip()) == Fraction(right)


def _is_text(right: str, given: str) -> bool:
    """Whether the text is given, whatever the case; a star stands for anything."""
    pieces = [re.escape(piece.replace(r"\*", "*")) for piece in re.split(r"(?<!\\)\*", right.strip())]
    return bool(re.fullmatch(".*".join(pieces), given.strip(), re.IGNORECASE))
