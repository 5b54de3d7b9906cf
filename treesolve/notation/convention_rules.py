"""A convention as one expression: a lecture, and after a colon the rules it is changed in.

    aima
    cs188:order=right-left,ties=last
    haw:cut=strict,window=-3..5
    ours.toml:ties=last
    :cut=strict

The last one names no lecture: it changes the one that would be meant otherwise. `>=` and `>` are other words for a weak
and a strict cut; a window may leave an end open, which then stays as it is. Blanks around separators are allowed.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from treesolve.model.convention import CHOICES, CONVENTIONS, CUT_WORDS, DEFAULT, RULES, Convention
from treesolve.model.extension import LECTURES, extension_names
from treesolve.model.number import Number
from treesolve.model.problem import InputError, Problem, Span, nearest
from treesolve.notation.number_text import read_number

KEYS = tuple(name.replace("_", "-") for name in RULES)
"""The rules as they are called in expressions."""

VALUES: Mapping[str, tuple[str, ...]] = {**CHOICES, "cut": (*CUT_WORDS, "never")}
"""The rules with a fixed set of values, each with these as they are called in expressions."""

MOST_PROBLEMS = 20
"""So many mistakes of one expression are told."""

_KNOWN_AS = {"berkeley": "cs188", "russell": "aima", "norvig": "aima", "knuth": "knuth-moore"}
"""Lectures by what people call them after their authors and universities."""

_CUT_SIGNS = {**CUT_WORDS, "≥": ">="}
_ABOUT_CUTS = ("cut", "bounds", "returns", "test", "chance", "window")
_WITHOUT_CUTS = {"cut": "never", "bounds": "none", "chance": "never"}
_FILE = re.compile(r"(.*\.toml)\s*(?::|$)", re.DOTALL)

Ends = tuple[Number | None, Number | None]
"""A window as it is written; None for an end that stays as it is."""


class Expression(NamedTuple):
    """What an expression says.

    `lecture` is a name or a file, None where it is left out; `rules` are the fields that change, each with its new
    value (a window with its `Ends`), and `spans` says where each of them stands in the text.
    """

    text: str
    lecture: str | None
    rules: Mapping[str, object]
    spans: Mapping[str, Span]

    @property
    def names_file(self) -> bool:
        """Whether the lecture is one of one's own, in a file or in another package."""
        return self.lecture is not None and self.lecture not in CONVENTIONS

    def named(self, own: Convention | None = None) -> Convention:
        """The lecture that is changed, where it is in no file: `own`, or else the default, where none is named."""
        return (own or DEFAULT) if self.lecture is None else CONVENTIONS[self.lecture]

    def changing(self, base: Convention) -> Convention:
        """The lecture with the rules changed. Raises InputError where they make no sense for it."""
        changed = base.override(**{name: value for name, value in self.rules.items() if name != "window"})
        problem = self._cuts_problem(base, changed)
        if problem is None and "window" in self.rules:
            low, high = (
                kept if end is None else end
                for kept, end in zip(changed.window, self.rules["window"], strict=True)  # type: ignore[call-overload]
            )
            changed = base.override(**{**self.rules, "window": (low, high)})
            if not low < high:
                problem = self._problem_at_rule("empty-window", "window", {"alpha": low, "beta": high})
        if problem:
            raise InputError((problem,))
        return changed

    def _cuts_problem(self, base: Convention, changed: Convention) -> Problem | None:
        """What is said of the cuts of a search that has none, or left out for one that is to have some."""
        if changed.cuts is (changed.bounds == "none"):
            key = "cut" if "cut" in self.rules else "bounds"
            code = "lecture-never-none" if base.cuts else "never-cuts"
            return self._problem_at_rule(code, key, {"lecture": base.id}) if key in self.rules else None
        for name in () if changed.cuts else _ABOUT_CUTS:
            if name in self.rules and self.rules[name] != _WITHOUT_CUTS.get(name):
                lecture = f"{base.id}:cut=never" if base.cuts else base.id
                return self._problem_at_rule("never-cuts", name, {"lecture": lecture})
        return None

    def _problem_at_rule(self, code: str, rule: str, facts: Mapping[str, object]) -> Problem:
        return Problem(code, self.spans[rule], facts, text=self.text)


def names_lecture(text: str) -> bool:
    """Whether an expression says which lecture it changes.

    >>> names_lecture("haw:cut=strict"), names_lecture(":cut=strict")
    (True, False)
    """
    return not text.lstrip().startswith(":")


def parse_expression(text: str) -> Expression:
    """What an expression says; no file is read. Raises InputError with everything wrong in it."""
    lecture, end = _lecture_and_start_of_rules(text)
    problems = list(_lecture_problems(text, lecture))
    rules: dict[str, object] = {}
    spans: dict[str, Span] = {}
    for span in islice(_rule_spans(text, end), MOST_PROBLEMS + len(KEYS)):
        try:
            name, value = _field_of_rule(text[span.start : span.end], rules)
            rules[name], spans[name] = value, span
        except InputError as error:
            problems += [problem._replace(span=span, text=text) for problem in error.problems]
    if problems:
        raise InputError(tuple(problems[:MOST_PROBLEMS]))
    return Expression(text, lecture or None, rules, spans)


def _mistake(code: str, facts: Mapping[str, object]) -> InputError:
    """What is wrong with one rule, wherever that stands."""
    return InputError((Problem(code, None, facts),))


def _lecture_and_start_of_rules(text: str) -> tuple[str, int]:
    """The lecture, and where its rules begin: behind the colon, or behind the text where there is none."""
    found = _FILE.match(text)
    end = found.end(1) if found else text.find(":") % (len(text) + 1)
    return text[:end].strip(), text.find(":", end) % (len(text) + 1)


def _lecture_problems(text: str, lecture: str) -> Iterator[Problem]:
    if lecture in CONVENTIONS or lecture.endswith(".toml") or (not lecture and ":" in text):
        return
    installed = extension_names(LECTURES)
    if lecture in installed:
        return
    start = len(text) - len(text.lstrip())
    span = Span(start, max(start + len(lecture), start + 1))
    if lecture.partition("=")[0].strip() in KEYS:
        yield Problem("rule-without-colon", span, {"text": lecture}, text=text)
        return
    known = (*CONVENTIONS, *installed)
    near = _KNOWN_AS.get(lecture.lower()) or nearest(lecture, known)
    facts = {"value": lecture, "nearest": near, "known": ", ".join(known)}
    yield Problem("unknown-lecture", span, facts, text=text)


def _rule_spans(text: str, colon: int) -> Iterator[Span]:
    """Where the rules behind a colon stand; a rule that is missing has the place of the separator before it."""
    for found in re.compile(r"[:,]\s*([^,]*)").finditer(text, colon):
        end = found.start(1) + len(found[1].rstrip())
        yield Span(found.start(1) if found[1] else found.start(), max(end, found.start() + 1))


def _field_of_rule(text: str, earlier: Mapping[str, object]) -> tuple[str, object]:
    """The field that a rule changes, and its value. Raises InputError, without a place."""
    written, sign, value = (part.strip() for part in text.partition("="))
    key = written.lower().replace("_", "-")
    if not sign:
        raise _mistake("rule-form", {"text": text.strip(",: ")})
    if key not in KEYS:
        raise _mistake("unknown-rule", {"key": written, "nearest": nearest(key, KEYS), "known": ", ".join(KEYS)})
    name = key.replace("-", "_")
    if name in earlier:
        raise _mistake("rule-twice", {"key": key})
    return name, _ends_of_window(value) if name == "window" else _value_of_rule(name, value)


def _value_of_rule(name: str, written: str) -> str:
    value = _CUT_SIGNS.get(written, written) if name == "cut" else written
    if value not in CHOICES[name]:
        known = VALUES[name]
        facts = {"key": name.replace("_", "-"), "value": written, "nearest": nearest(written, known)}
        raise _mistake("lecture-value", {**facts, "known": ", ".join(known)})
    return value


def _ends_of_window(written: str) -> Ends:
    ends = re.split(r"\s*(?:\.\.|…)\s*", written)
    try:
        if len(ends) != 2 or not any(ends):
            raise ValueError(written)
        low, high = (read_number(end) if end else None for end in ends)
    except ValueError:
        raise _mistake("rule-window", {"text": written}) from None
    return low, high
