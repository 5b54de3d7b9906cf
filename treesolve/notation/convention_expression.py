"""Conventions as people write them: expressions, and conventions of one's own in TOML files.

An expression is a convention, and after a colon the rules it is changed in: `aima`, `cs188:order=right-left,ties=last`,
`haw:cut=strict,window=-3..5`, `ours.toml:ties=last`. `:cut=strict` names no convention: it changes the one that would
be meant otherwise. `>=` and `>` are other words for a weak and a strict cut; a window may leave an end open, which then
stays as it is. Blanks around separators are allowed. The file ours.toml has, for instance,

    id = "ki-2026"
    title = "Künstliche Intelligenz"
    base = "haw:order=right-left"
    cut = ">"
"""

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from treesolve.model.convention import CHOICES, CONVENTIONS, CUT_WORDS, DEFAULT, RULES, Convention
from treesolve.model.entry_point import CONVENTION_GROUP, extension, extension_error, extension_names
from treesolve.model.number import Number
from treesolve.model.problem import InputError, Problem, Span, nearest
from treesolve.model.reading_point import READING_POINTS
from treesolve.notation.headers import MAX_PROBLEMS
from treesolve.notation.number_text import read_number

if TYPE_CHECKING:
    from treesolve.notation.toml_source import TomlValue


KEYS = tuple(name.replace("_", "-") for name in RULES)
"""The rules as they are called in expressions."""

VALUES: Mapping[str, tuple[str, ...]] = {**CHOICES, "cut": (*CUT_WORDS, "never")}
"""The rules with a fixed set of values, each with these as they are called in expressions."""

_ALIASES = {"berkeley": "cs188", "russell": "aima", "norvig": "aima", "knuth": "knuth-moore"}
"""Conventions by what people call them after their authors and universities."""

_CUT_RULES = ("cut", "bounds", "returns", "test", "chance", "window")
_WITHOUT_CUTS = {"cut": "never", "bounds": "none", "chance": "never"}
_FILE = re.compile(r"(.*\.toml)\s*(?::|$)", re.DOTALL)


class Expression(NamedTuple):
    """What an expression says: a name, a file or None, and the fields that change, with their new values and places.

    Of a window the ends are told, None for one that stays as it is.
    """

    text: str
    convention: str | None
    rules: Mapping[str, object]
    spans: Mapping[str, Span]

    @property
    def is_external(self) -> bool:
        """Whether the convention is one of one's own, in a file or in another package."""
        return self.convention is not None and self.convention not in CONVENTIONS

    def named(self, own: Convention | None = None) -> Convention:
        """Return the convention that is changed, where it is in no file: `own`, or else the default, where none is
        named.
        """
        return (own or DEFAULT) if self.convention is None else CONVENTIONS[self.convention]

    def applied_to(self, base: Convention) -> Convention:
        """Return the convention with the rules changed. Raises InputError where they make no sense for it."""
        changed = base.override(**{name: value for name, value in self.rules.items() if name != "window"})
        problem = self._cuts_problem(base, changed)
        if problem is None and "window" in self.rules:
            low, high = (
                current if end is None else end
                for current, end in zip(changed.window, self.rules["window"], strict=True)  # type: ignore[call-overload]
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
            code = "convention-never-none" if base.cuts else "never-cuts"
            return self._problem_at_rule(code, key, {"convention": base.id}) if key in self.rules else None
        for name in () if changed.cuts else _CUT_RULES:
            if name in self.rules and self.rules[name] != _WITHOUT_CUTS.get(name):
                convention = f"{base.id}:cut=never" if base.cuts else base.id
                return self._problem_at_rule("never-cuts", name, {"convention": convention})
        return None

    def _problem_at_rule(self, code: str, rule: str, facts: Mapping[str, object]) -> Problem:
        return Problem(code, self.spans[rule], facts, text=self.text)


def names_convention(text: str) -> bool:
    """Whether an expression says which convention it changes.

    >>> names_convention("haw:cut=strict"), names_convention(":cut=strict")
    (True, False)
    """
    return not text.lstrip().startswith(":")


def parse_expression(text: str) -> Expression:
    """What an expression says; no file is read. Raises InputError with everything wrong in it."""
    found = _FILE.match(text)
    colon = text.find(":", found.end(1) if found else 0) % (len(text) + 1)  # the end of the text where there is none
    convention = text[: found.end(1) if found else colon].strip()
    problems = list(_convention_problems(text, convention))
    rules: dict[str, object] = {}
    spans: dict[str, Span] = {}
    for span in islice(_rule_spans(text, colon), MAX_PROBLEMS + len(KEYS)):
        try:
            name, value = _field_of_rule(text[span.start : span.end], rules)
            rules[name], spans[name] = value, span
        except InputError as error:
            problems += [problem._replace(span=span, text=text) for problem in error.problems]
    if problems:
        raise InputError(tuple(problems[:MAX_PROBLEMS]))
    return Expression(text, convention or None, rules, spans)


def _rule_error(code: str, facts: Mapping[str, object]) -> InputError:
    """What is wrong with one rule, wherever that stands."""
    return InputError((Problem(code, None, facts),))


def _unknown_value(key: str, written: str, known: tuple[str, ...]) -> InputError:
    facts = {"key": key, "value": written, "nearest": nearest(written, known), "known": ", ".join(known)}
    return _rule_error("unknown-value", facts)


def _convention_problems(text: str, convention: str) -> Iterator[Problem]:
    if convention in CONVENTIONS or convention.endswith(".toml") or (not convention and ":" in text):
        return
    installed = extension_names(CONVENTION_GROUP)
    if convention in installed:
        return
    start = len(text) - len(text.lstrip())
    span = Span(start, max(start + len(convention), start + 1))
    if convention.partition("=")[0].strip() in KEYS:
        yield Problem("rule-without-colon", span, {"text": convention}, text=text)
        return
    known = (*CONVENTIONS, *installed)
    near = _ALIASES.get(convention.lower()) or nearest(convention, known)
    facts = {"value": convention, "nearest": near, "known": ", ".join(known)}
    yield Problem("unknown-convention", span, facts, text=text)


def _rule_spans(text: str, colon: int) -> Iterator[Span]:
    """Where the rules behind a colon stand; a rule that is missing has the place of the separator before it."""
    for found in re.compile(r"[:,]\s*([^,]*)").finditer(text, colon):
        end = found.start(1) + len(found[1].rstrip())
        yield Span(found.start(1) if found[1] else found.start(), max(end, found.start() + 1))


def _field_of_rule(text: str, earlier: Mapping[str, object]) -> tuple[str, object]:
    """Return the field that a rule changes, and its value. Raises InputError, without a place."""
    written, sign, value = (part.strip() for part in text.partition("="))
    key = written.lower().replace("_", "-")
    if not sign:
        raise _rule_error("rule-form", {"text": text.strip(",: ")})
    if key not in KEYS:
        raise _rule_error("unknown-rule", {"key": written, "nearest": nearest(key, KEYS), "known": ", ".join(KEYS)})
    name = key.replace("-", "_")
    if name in earlier:
        raise _rule_error("rule-twice", {"key": key})
    return name, _ends_of_window(value) if name == "window" else _value_of_rule(name, value)


def _value_of_rule(name: str, written: str) -> str:
    value = {**CUT_WORDS, "≥": ">="}.get(written, written) if name == "cut" else written
    if value not in CHOICES[name]:
        raise _unknown_value(name.replace("_", "-"), written, VALUES[name])
    return value


def _ends_of_window(written: str) -> tuple[Number | None, Number | None]:
    ends = re.split(r"\s*(?:\.\.|…)\s*", written)
    try:
        if len(ends) != 2 or not any(ends):
            raise ValueError(written)
        low, high = (read_number(end) if end else None for end in ends)
    except ValueError:
        raise _rule_error("rule-window", {"text": written}) from None
    return low, high


def resolve_expression(text: str, base: Convention | None = None, folder: Path = Path()) -> Convention:
    """Return the convention an expression stands for.

    Without a convention the rules change `base`, where there is none the default; files are looked for in the folder.
    Raises InputError with everything wrong in it, each with its place in the text, and what is wrong in a file.

    >>> resolve_expression("aima:cut=strict, ties=last").id
    'aima:cut=strict,ties=last'
    >>> resolve_expression("lang:ties=first,perspective=minimax,wording=window").expression
    'lang:perspective=minimax'
    """
    expression = parse_expression(text)
    if not expression.is_external:
        return expression.applied_to(expression.named(base))
    if str(expression.convention).endswith(".toml"):
        return expression.applied_to(_convention_in_file(expression, folder))
    return expression.applied_to(_installed_convention(str(expression.convention)))


def _installed_convention(name: str) -> Convention:
    """Return the convention that another package offers: a Convention, or a Path to a TOML file. Raises InputError
    for others.
    """
    found = extension(CONVENTION_GROUP, name)
    try:
        convention = found if isinstance(found, Convention) else read_convention(Path(found))
    except (OSError, TypeError, ValueError) as error:
        raise extension_error(name, str(error), name) from None
    return convention._replace(id=name)


def _convention_in_file(expression: Expression, folder: Path) -> Convention:
    """Return the convention in the file that is named. Raises InputError, at its name where there is no such file."""
    named = str(expression.convention)
    try:
        return read_convention(folder / named)
    except (OSError, ValueError):
        start = expression.text.index(named)
        span, facts = Span(start, start + len(named)), {"path": str(folder / named)}
        raise InputError((Problem("convention-not-found", span, facts, text=expression.text),)) from None


DEFAULT_READING_POINTS = tuple(moment for moment in READING_POINTS if moment != "after")
"""When a convention can be in the habit of asking for alpha and beta."""


def read_convention(path: Path) -> Convention:
    """Return the convention a TOML file describes.

    The file needs an `id`; `base` is the expression of the named convention whose fields it takes over (the default, if
    it does not say), and any field of Convention changes that one. Raises InputError with everything wrong in the file,
    OSError where it cannot be read.
    """
    from treesolve.notation.toml_schema import TableSchema, choice, text, text_of
    from treesolve.notation.toml_source import read_toml

    schema = {
        "id": text_of(str, filled=True),
        "base": text_of(_base_convention),
        "title": text,
        "source": text,
        **{name: choice(known) for name, known in CHOICES.items()},
        "cut": choice((*CHOICES["cut"], *CUT_WORDS), lambda cut: CUT_WORDS.get(cut, cut)),
        "window": _window,
        "alpha_beta": choice(DEFAULT_READING_POINTS),
    }
    file = read_toml(path)
    fields = TableSchema(schema, required=(("id",),))(file)
    if fields["id"] in CONVENTIONS:
        raise file.child("id").error("convention-name-taken", id=fields["id"])
    base: Convention = fields.pop("base", DEFAULT)
    convention = base.changed({"title": base.title, "source": path.name, **fields})
    if (convention.cut == "never") is not (convention.bounds == "none"):
        raise file.child("cut").error("convention-never-none")
    return convention


def _base_convention(written: str) -> Convention:
    """Return the convention that a `base` stands for; it is no file itself."""
    try:
        expression = parse_expression(written)
        if not expression.is_external:
            return expression.applied_to(expression.named())
    except InputError as error:
        if all(problem.code != "unknown-convention" for problem in error.problems):
            raise
    raise _unknown_value("base", written, tuple(CONVENTIONS))


def _window(at: "TomlValue") -> tuple[Number, Number]:
    """Two numbers, the smaller one first, or infinities, which may be texts."""
    ends = at.value if isinstance(at.value, list) else []
    bounds = [float(end) if end in ("inf", "-inf") else end for end in ends]
    if len(bounds) != 2 or any(type(end) not in (int, float, Fraction) for end in bounds) or not bounds[0] < bounds[1]:
        raise at.error("convention-window")
    return bounds[0], bounds[1]
