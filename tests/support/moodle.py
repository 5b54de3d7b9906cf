"""Moodle's import and its marks, by what Moodle 4.5 gave for known responses; it shares nothing with the program."""

import re
import unicodedata
import xml.etree.ElementTree as ElementTree
from collections.abc import Mapping
from fractions import Fraction
from html import unescape
from typing import NamedTuple

FRACTIONS = (100, 90, 83.33333, 80, 75, 70, 66.66667, 60, 50, 40, 33.33333, 30, 25, 20, 16.66667, 14.28571, 12.5)
FRACTIONS += (11.11111, 10, 5, 0)
"""The fractions that Moodle takes in answers, and their negatives."""

MAX_MARKS = 10**5
"""From so many marks on a question has no place in the database."""

MAX_NAME_LENGTH = 255
"""So many letters the name of a category may have there."""

_KINDS = {"NUMERICAL": "NUMERICAL", "NM": "NUMERICAL"}
_KINDS |= dict.fromkeys(("SHORTANSWER", "SA", "MW"), "SHORTANSWER")
_KINDS |= {f"{name}{layout}": "MULTICHOICE" for name in ("MULTICHOICE", "MC") for layout in ("", "_V", "_H", "_S")}
_KINDS |= {f"{name}{layout}": "MULTIRESPONSE" for name in ("MULTIRESPONSE", "MR") for layout in ("", "_H", "_S")}
_KINDS |= {"MCV": "MULTICHOICE", "MCH": "MULTICHOICE", "MCS": "MULTICHOICE"}
_KINDS |= {"MRH": "MULTIRESPONSE", "MRS": "MULTIRESPONSE"}

_TEXT = r".+?(?<!\\)(?<!&)(?<!&amp;)(?=[~#}]|$)"
"""The text of a choice goes as far as a sign that ends it, which a backslash or an ampersand before it forbids."""

_ONE = rf"(?:(=)|%(-?\d+(?:[.,]\d*)?)%)?({_TEXT})(?:#.*?(?<!\\)(?=[~}}]|$))?"
_UNNAMED = re.sub(r"(?<!\\)\((?!\?)", "(?:", _ONE)
_CHOICE = re.compile(f"~?{_ONE}", re.DOTALL)
_GAP = re.compile(rf"\{{(\d*):({'|'.join(_KINDS)}):({_UNNAMED}(?:~{_UNNAMED})*)\}}", re.DOTALL)
_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"


class Choice(NamedTuple):
    """What can be chosen or typed: its text, its share of the gap, and how far from it a number may be."""

    text: str
    share: Fraction
    tolerance: Fraction = Fraction(0)


class Gap(NamedTuple):
    """A field: its kind, its weight, and its choices."""

    kind: str
    weight: Fraction
    choices: tuple[Choice, ...]

    def fraction(self, response: Mapping[str, object]) -> Fraction:
        """How much of the field a response gets."""
        if self.kind == "MULTIRESPONSE":
            ticked = [choice.share for place, choice in enumerate(self.choices) if response.get(f"choice{place}")]
            return min(max(sum(ticked, Fraction(0)), Fraction(0)), Fraction(1))
        given = str(response.get("answer", ""))
        if self.kind == "MULTICHOICE":
            return self.choices[int(given)].share if given else Fraction(0)
        fits = _is_number if self.kind == "NUMERICAL" else _is_text
        return next((choice.share for choice in self.choices if fits(choice, given)), Fraction(0))

    @property
    def is_taken(self) -> bool:
        """Whether Moodle takes the field: something in it is right, there is a choice, numbers are numbers."""
        written = [choice for choice in self.choices if choice.text.strip()]
        is_right = any(choice.share == 1 or (self.kind == "MULTIRESPONSE" and choice.share > 0) for choice in written)
        is_number = self.kind != "NUMERICAL" or all(re.fullmatch(_NUMBER, choice.text) for choice in written)
        return is_right and is_number and len(written) > self.kind.startswith("MULTI")


class Question(NamedTuple):
    """A question in the question bank: its name, its gaps, and the names of its category and those above."""

    name: str
    gaps: tuple[Gap, ...]
    category: tuple[str, ...] = ()

    @property
    def of(self) -> Fraction:
        """All its marks."""
        return sum((gap.weight for gap in self.gaps), Fraction(0))

    def mark(self, response: Mapping[str, object]) -> Fraction:
        """Return the marks that a response gets."""
        return sum((gap.weight * gap.fraction(_of_gap(response, n)) for n, gap in enumerate(self.gaps, 1)), Fraction(0))


def imported(xml: str) -> list[Question]:
    """Return the questions that Moodle takes from a file; others are skipped, often in silence."""
    found: list[Question] = []
    category: tuple[str, ...] = ()
    for element in ElementTree.fromstring(xml):
        if element.get("type") == "category":
            category = _category(element.findtext("category/text") or "")
        elif question := _imported(element):
            found.append(question._replace(category=category))
    return found


def _category(path: str) -> tuple[str, ...]:
    names = [_name(piece.replace("//", "/")) for piece in re.split("(?<!/)/(?!/)", path)]
    assert all(len(name) <= MAX_NAME_LENGTH for name in names), "the database refuses the whole file"
    return tuple(names)


def _name(text: str) -> str:
    """Return a name as it is shown: without what looks like HTML, and cut where it is too long."""
    return unescape(re.sub(r"<(?!\s)[^>]*(>|$)", "", text).strip()[:MAX_NAME_LENGTH])


def _of_gap(response: Mapping[str, object], number: int) -> dict[str, object]:
    return {name.removeprefix(f"sub{number}_"): value for name, value in response.items() if _is_of(name, number)}


def _is_of(name: str, number: int) -> bool:
    return name.startswith(f"sub{number}_") or not name.startswith("sub")


def _imported(element: ElementTree.Element) -> Question | None:
    name, text = _name(element.findtext("name/text") or ""), element.findtext("questiontext/text") or ""
    if element.get("type") == "cloze":
        question = Question(name, tuple(_gap(*found.groups()) for found in _GAP.finditer(text)))
        is_taken = question.gaps and all(gap.is_taken for gap in question.gaps) and question.of < MAX_MARKS
        return question if is_taken else None
    fractions = [answer.get("fraction", "") for answer in element.iter("answer")]
    if not all(_is_taken(fraction) for fraction in fractions):
        return None
    is_several = element.findtext("single") == "false"
    kind = "MULTIRESPONSE" if is_several else (element.get("type") or "").upper()
    choices = [
        Choice(answer.findtext("text") or "", _share(answer.get("fraction", ""))) for answer in element.iter("answer")
    ]
    return Question(name, (Gap(kind, Fraction(element.findtext("defaultgrade") or 1), tuple(choices)),))


def _is_taken(fraction: str) -> bool:
    return any(abs(abs(float(fraction)) - one) < 0.001 for one in FRACTIONS)


def _share(percent: str) -> Fraction:
    exact = Fraction(percent) / 100
    return exact.limit_denominator(20)


def _gap(weight: str, name: str, written: str) -> Gap:
    """Return a field as it stands in the text; several that are right share it, and a wrong one takes a share back."""
    kind, found = _KINDS[name], list(_CHOICE.finditer(written))
    choices = [_choice(kind, *one.groups()) for one in found]
    total = sum(choice.share for choice in choices if choice.share > 0)
    if kind == "MULTIRESPONSE" and total:
        has_percent = any(one[2] for one in found)
        choices = [choice._replace(share=_shared(choice.share, total, has_percent)) for choice in choices]
    return Gap(kind, Fraction(weight or 1), tuple(choices))


def _choice(kind: str, is_right: str | None, percent: str | None, text: str) -> Choice:
    share = Fraction(percent.replace(",", ".")) / 100 if percent else Fraction(bool(is_right))
    if kind == "NUMERICAL" and (found := re.fullmatch(rf"({_NUMBER})(?::({_NUMBER}))?", text)):
        return Choice(found[1], share, Fraction(found[2] or 0))
    return Choice(unescape(text).replace(r"\}", "}").replace(r"\#", "#"), share)


def _shared(share: Fraction, total: Fraction, has_percent: bool) -> Fraction:
    return share / total if share > 0 or has_percent else -1 / total


def _is_number(right: Choice, given: str) -> bool:
    """Whether a number is given as an English user types it."""
    is_number = re.fullmatch(_NUMBER, given.strip())
    return bool(is_number) and abs(Fraction(given.strip()) - Fraction(right.text)) <= right.tolerance


def _is_text(right: Choice, given: str) -> bool:
    """Whether the text is given, whatever the case; a star stands for anything."""
    wanted, said = (unicodedata.normalize("NFC", text.strip()) for text in (right.text, given))
    pieces = [re.escape(piece.replace(r"\*", "*")) for piece in re.split(r"(?<!\\)\*+", wanted)]
    return bool(re.fullmatch(".*".join(pieces), said, re.IGNORECASE))
