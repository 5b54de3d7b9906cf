"""Conventions as text: expressions, and custom conventions in TOML files.

An expression is the name of a convention, optionally followed by a colon and the rules to change: `aima`,
`cs188:order=right-left,ties=last`, `haw:cut=strict,window=-3..5`, `ours.toml:ties=last`. An expression without a name,
such as `:cut=strict`, changes the current convention. `>=` means a weak cut, and `>` a strict one. If an end of the
window is omitted, that end keeps its value. Blanks around separators are allowed. A file ours.toml looks like this:

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
"""The names of the rules, as they are spelled in expressions."""

VALUES: Mapping[str, tuple[str, ...]] = {**CHOICES, "cut": (*CUT_WORDS, "never")}
"""The values that an expression may give to each rule with a fixed set of values."""

_ALIASES = {"berkeley": "cs188", "russell": "aima", "norvig": "aima", "knuth": "knuth-moore"}
"""Authors and universities that people name instead of a convention, and the convention that messages suggest."""

_CUT_RULES = ("cut", "bounds", "returns", "test", "chance", "window")
_WITHOUT_CUTS = {"cut": "never", "bounds": "none", "chance": "never"}
_FILE = re.compile(r"(.*\.toml)\s*(?::|$)", re.DOTALL)


class Expression(NamedTuple):
    """A parsed expression.

    `convention` is the name of a convention or a TOML file, or None if the expression only changes rules. `rules`
    contains the new value of each changed field, and `spans` its position in `text`. The value of `window` is a pair of
    ends, in which None stands for an end that does not change.
    """

    text: str
    convention: str | None
    rules: Mapping[str, object]
    spans: Mapping[str, Span]

    @property
    def is_external(self) -> bool:
        """Whether the convention is defined in a file or in another package."""
        return self.convention is not None and self.convention not in CONVENTIONS

    def named(self, base: Convention | None = None) -> Convention:
        """Return the built-in convention that the expression names.

        If the expression has no name, return `base`, or the default convention if `base` is None.
        """
        return (base or DEFAULT) if self.convention is None else CONVENTIONS[self.convention]

    def applied_to(self, base: Convention) -> Convention:
        """Return `base` with the rules of the expression. Raises InputError if a rule is invalid for `base`."""
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
        """Return a problem if the rules about cuts contradict each other or the convention, None otherwise."""
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
    """Return whether the expression names a convention, instead of changing the current one.

    >>> names_convention("haw:cut=strict"), names_convention(":cut=strict")
    (True, False)
    """
    return not text.lstrip().startswith(":")


def parse_expression(text: str) -> Expression:
    """Parse an expression without reading the file that it may name. Raises InputError with all errors found."""
    file = _FILE.match(text)
    colon = text.find(":", file.end(1) if file else 0) % (len(text) + 1)  # the end of the text if there is no colon
    convention = text[: file.end(1) if file else colon].strip()
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
    """Return an error about a rule, without a span, which the caller must add."""
    return InputError((Problem(code, None, facts),))


def _unknown_value(key: str, value: str, known: tuple[str, ...]) -> InputError:
    facts = {"key": key, "value": value, "nearest": nearest(value, known), "known": ", ".join(known)}
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
    """Yield the spans of the rules after a colon. An empty rule has the span of the separator before it."""
    for match in re.compile(r"[:,]\s*([^,]*)").finditer(text, colon):
        end = match.start(1) + len(match[1].rstrip())
        yield Span(match.start(1) if match[1] else match.start(), max(end, match.start() + 1))


def _field_of_rule(text: str, earlier: Mapping[str, object]) -> tuple[str, object]:
    """Return the field that a rule changes, and the new value of this field. Raises InputError without a span."""
    name_text, sign, value = (part.strip() for part in text.partition("="))
    key = name_text.lower().replace("_", "-")
    if not sign:
        raise _rule_error("rule-form", {"text": text.strip(",: ")})
    if key not in KEYS:
        raise _rule_error("unknown-rule", {"key": name_text, "nearest": nearest(key, KEYS), "known": ", ".join(KEYS)})
    name = key.replace("-", "_")
    if name in earlier:
        raise _rule_error("rule-twice", {"key": key})
    return name, _ends_of_window(value) if name == "window" else _value_of_rule(name, value)


def _value_of_rule(name: str, text: str) -> str:
    value = {**CUT_WORDS, "≥": ">="}.get(text, text) if name == "cut" else text
    if value not in CHOICES[name]:
        raise _unknown_value(name.replace("_", "-"), text, VALUES[name])
    return value


def _ends_of_window(text: str) -> tuple[Number | None, Number | None]:
    ends = re.split(r"\s*(?:\.\.|…)\s*", text)
    try:
        if len(ends) != 2 or not any(ends):
            raise ValueError(text)
        low, high = (read_number(end) if end else None for end in ends)
    except ValueError:
        raise _rule_error("rule-window", {"text": text}) from None
    return low, high


def resolve_expression(text: str, base: Convention | None = None, folder: Path = Path()) -> Convention:
    """Return the convention that an expression describes.

    If the expression does not name a convention, its rules change `base`, or the default convention if `base` is None.
    File names are relative to `folder`. Raises InputError with all errors in the expression and in the file, each with
    its span.

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
    """Return the convention that another package provides under this name.

    The entry point must be a Convention or the path of a TOML file. Raises InputError for anything else.
    """
    provided = extension(CONVENTION_GROUP, name)
    try:
        convention = provided if isinstance(provided, Convention) else read_convention(Path(provided))
    except (OSError, TypeError, ValueError) as error:
        raise extension_error(name, str(error), name) from None
    return convention._replace(id=name)


def _convention_in_file(expression: Expression, folder: Path) -> Convention:
    """Return the convention in the file that the expression names.

    If the file cannot be read, raises InputError with the span of the file name in the expression.
    """
    named = str(expression.convention)
    try:
        return read_convention(folder / named)
    except (OSError, ValueError):
        start = expression.text.index(named)
        span, facts = Span(start, start + len(named)), {"path": str(folder / named)}
        raise InputError((Problem("convention-not-found", span, facts, text=expression.text),)) from None


DEFAULT_READING_POINTS = tuple(moment for moment in READING_POINTS if moment != "after")
"""The values of `alpha_beta` in a convention. "after" is excluded, because it refers to a leaf of a particular tree."""


def read_convention(path: Path) -> Convention:
    """Return the convention that a TOML file describes.

    The file must have an `id`. Its `base` is an expression for the convention to start from, which is the default
    convention if `base` is missing. All other entries override fields of that convention. Raises InputError with all
    errors in the file, and OSError if the file cannot be read.
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


def _base_convention(text: str) -> Convention:
    """Return the convention that `base` describes. Raises InputError if it is in a file or in another package."""
    try:
        expression = parse_expression(text)
        if not expression.is_external:
            return expression.applied_to(expression.named())
    except InputError as error:
        if all(problem.code != "unknown-convention" for problem in error.problems):
            raise
    raise _unknown_value("base", text, tuple(CONVENTIONS))


def _window(at: "TomlValue") -> tuple[Number, Number]:
    """Return the two ends of a window, of which the first must be smaller. An infinite end may be written as a string.

    Raises InputError if the value is not a list of two such ends.
    """
    ends = at.value if isinstance(at.value, list) else []
    bounds = [float(end) if end in ("inf", "-inf") else end for end in ends]
    if len(bounds) != 2 or any(type(end) not in (int, float, Fraction) for end in bounds) or not bounds[0] < bounds[1]:
        raise at.error("convention-window")
    return bounds[0], bounds[1]
