"""Sentences that a lecturer writes: macros that stand in the place of ours of the same name, and what they may do.

A sentence prints text and the facts that ours prints, and may distinguish cases. It asks for nothing that ours does not
ask for, calls what ours calls in the same way, and goes through the lists that ours goes through, no list within
another. So it ends, it is about as long as ours, and it reaches nothing but the facts. All of that is seen before it
runs, and told with its line; it runs in Jinja's sandbox all the same.

Vocabulary

    ours        the macro of the same name, in the same file of ours
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

import jinja2
from jinja2 import nodes
from jinja2.sandbox import ImmutableSandboxedEnvironment

from treesolve.drawing.markup import ESCAPES
from treesolve.model.problem import Problem, Span, nearest
from treesolve.model.resources import resource
from treesolve.pages.engine import engine
from treesolve.pages.own_templates import OwnFile

LARGEST = 1000
"""So many nodes the syntax of a sentence may have, with that of what it calls; the largest of ours has a quarter."""

KEPT = 100
"""So many files are known again, by their texts: a notebook names its folder with every page."""

MOST_DIGITS = 6
"""So many digits a number in a sentence may have."""

_KINDS = (
    *(nodes.Output, nodes.TemplateData, nodes.Const, nodes.Name, nodes.Getattr, nodes.Getitem, nodes.Slice),
    *(nodes.If, nodes.CondExpr, nodes.Compare, nodes.Operand, nodes.And, nodes.Or, nodes.Not, nodes.Test),
    *(nodes.Concat, nodes.Add, nodes.Sub, nodes.Neg, nodes.Dict, nodes.Pair, nodes.List, nodes.Tuple),
    *(nodes.Filter, nodes.Call, nodes.For),
)
"""What a sentence is made of."""

_FILTERS = ("capitalize_first", "first", "join", "last", "length", "lower", "trim", "upper")
"""What a sentence may do with a fact; other filters as ours does."""

_TESTS = ("defined", "none")


@cache
def scratch() -> jinja2.Environment:
    """The sandbox that sentences are read in."""
    return engine(jinja2.DictLoader({}), ESCAPES, ImmutableSandboxedEnvironment)


@cache
def our_template(language: str, file: str) -> nodes.Template:
    """Our file of sentences."""
    return scratch().parse(our_text(language, file))


def our_text(language: str, file: str) -> str:
    """The text of our file of sentences."""
    return (resource("templates") / language / file).read_text("utf-8")


def macros_in(template: nodes.Template) -> dict[str, nodes.Macro]:
    """The sentences of a file, by name."""
    return {each.name: each for each in template.body if isinstance(each, nodes.Macro)}


@lru_cache(KEPT)
def sentence_problems(language: str, name: str, file: OwnFile) -> tuple[Problem, ...]:
    """Everything wrong in a file with sentences, from top to bottom."""
    our = our_template(language, name)
    try:
        own = scratch().parse(file.text)
        problems = tuple(_problems_of_sentences(own, our, file)) or tuple(_problems_of_large_sentences(own, our, file))
        if not problems:
            scratch().compile(file.text)
    except (jinja2.TemplateSyntaxError, RecursionError, SyntaxError, MemoryError) as error:
        line, reason = (error.lineno, error.message) if isinstance(error, jinja2.TemplateSyntaxError) else (None, "")
        return (_problem_in_line(file, line, "own-sentence-syntax", {"reason": reason}),)
    return problems


def _problems_of_sentences(own: nodes.Template, our: nodes.Template, file: OwnFile) -> Iterator[Problem]:
    ours, before = macros_in(our), set[str]()
    for each in own.body:
        if isinstance(each, nodes.Macro):
            yield from _macro_problems(each, ours, before, file)
            before.add(each.name)
        elif not _is_blank_between_sentences(each) and each not in our.body:
            yield _problem_in_line(file, _line_of_text_between(each), "own-sentence-between", {})


def _is_blank_between_sentences(node: nodes.Node) -> bool:
    """Whether nothing stands between two sentences."""
    return isinstance(node, nodes.Output) and all(
        isinstance(each, nodes.TemplateData) and not each.data.strip() for each in node.nodes
    )


def _line_of_text_between(node: nodes.Node) -> int:
    """The line where something stands between two sentences; blank lines come before it."""
    first = next((each for each in node.iter_child_nodes() if not _is_empty_text(each)), node)
    data = first.data if isinstance(first, nodes.TemplateData) else ""
    return first.lineno + data[: len(data) - len(data.lstrip())].count("\n")


def _is_empty_text(node: nodes.Node) -> bool:
    return isinstance(node, nodes.TemplateData) and not node.data.strip()


def _macro_problems(
    macro: nodes.Macro, ours: Mapping[str, nodes.Macro], before: set[str], file: OwnFile
) -> Iterator[Problem]:
    facts: dict[str, object] = {"name": macro.name}
    if macro.name not in ours:
        yield _problem_in_line(
            file,
            macro.lineno,
            "own-sentence-unknown",
            facts | {"nearest": nearest(macro.name, tuple(ours))},
            macro.name,
        )
    elif macro.name in before:
        yield _problem_in_line(file, macro.lineno, "own-sentence-twice", facts, macro.name)
    elif _parameters_and_defaults(macro) != _parameters_and_defaults(our := ours[macro.name]):
        told = f"{macro.name}({', '.join(_told_parameters(our))})"
        yield _problem_in_line(file, macro.lineno, "own-sentence-parameters", facts | {"told": told}, macro.name)
    else:
        yield from _body_problems(macro, our, file)


def _told_parameters(macro: nodes.Macro) -> Iterator[str]:
    """The parameters as they are written, with what they are where nothing is said."""
    plain = len(macro.args) - len(macro.defaults)
    for place, each in enumerate(macro.args):
        usual = "" if place < plain else str(getattr(macro.defaults[place - plain], "value", "")).lower()
        yield f"{each.name}={usual}" if usual else each.name


def _parameters_and_defaults(macro: nodes.Macro) -> tuple[list[str], list[nodes.Expr]]:
    return [each.name for each in macro.args], macro.defaults


def _body_problems(macro: nodes.Macro, our: nodes.Macro, file: OwnFile) -> Iterator[Problem]:
    allowed = _Allowed(our, macro)
    for part in macro.body:
        yield from _problems_of_refused_parts(part, allowed, macro.lineno, file)


def _problems_of_refused_parts(node: nodes.Node, allowed: "_Allowed", line: int, file: OwnFile) -> Iterator[Problem]:
    """What may not be, in a part of a sentence; what is in it is not looked at any more."""
    problem, line = allowed.problem(node), node.lineno or line
    if problem is not None:
        yield _problem_in_line(file, line, problem.code, problem.facts, problem.word)
        return
    for each in node.iter_child_nodes():
        yield from _problems_of_refused_parts(each, allowed, line, file)


class _Refusal(NamedTuple):
    """Why something may not be: a code with its facts, and the word in its line that it is about."""

    code: str
    word: str
    facts: Mapping[str, object] = {}


class _Allowed:
    """What one sentence may do: what ours does."""

    def __init__(self, our: nodes.Macro, own: nodes.Macro) -> None:
        self.our = our
        self.attributes = {each.attr for each in our.find_all(nodes.Getattr)}
        self.facts = [each.name for each in our.args]
        loops = [each.name for loop in own.find_all(nodes.For) for each in loop.target.find_all(nodes.Name)]
        loops += [loop.target.name for loop in own.find_all(nodes.For) if isinstance(loop.target, nodes.Name)]
        self.names = {each.name for each in our.find_all(nodes.Name)} | {*self.facts, *loops, "loop"}
        self.done = [*our.find_all((nodes.Call, nodes.Filter, nodes.Getitem))]
        self.set = [*our.find_all(nodes.Assign)]
        self.lists = [each.iter for each in our.find_all(nodes.For)]

    def problem(self, node: nodes.Node) -> _Refusal | None:
        """Why a node may not be; None where it is fine."""
        kind = type(node).__name__.lower()
        if node in self.set:
            return None
        if not isinstance(node, _KINDS):
            return _Refusal("own-sentence-kind", kind, {"what": kind})
        check = getattr(self, f"_{kind}", None)
        found: _Refusal | None = check(node) if check else None
        return found

    def _name(self, node: nodes.Name) -> _Refusal | None:
        return None if node.name in self.names else _refusal_of_unknown_fact(node.name, self.facts)

    def _getattr(self, node: nodes.Getattr) -> _Refusal | None:
        if node.attr in self.attributes or (node.attr == "get" and isinstance(node.node, nodes.Dict)):
            return None
        return _refusal_of_unknown_fact(node.attr, sorted(self.attributes))

    def _call(self, node: nodes.Call) -> _Refusal | None:
        is_choice = isinstance(node.node, nodes.Getattr) and isinstance(node.node.node, nodes.Dict)
        if node in self.done or (is_choice and not any(each.find(nodes.Call) for each in node.args)):
            return None
        return _Refusal("own-sentence-call", str(getattr(node.node, "name", getattr(node.node, "attr", ""))))

    def _getitem(self, node: nodes.Getitem) -> _Refusal | None:
        """Something from a list by its place, or a text from a table in the sentence; names would reach attributes."""
        place = node.arg.node if isinstance(node.arg, nodes.Neg) else node.arg
        is_place = isinstance(place, nodes.Slice) or (isinstance(place, nodes.Const) and isinstance(place.value, int))
        is_plain = is_place or isinstance(node.node, nodes.Dict)
        return None if is_plain or node in self.done else _Refusal("own-sentence-item", "[")

    def _filter(self, node: nodes.Filter) -> _Refusal | None:
        inner = (nodes.Filter, nodes.Call, nodes.Concat)
        is_simple = len(node.args) < 2 and not node.kwargs and not node.dyn_args and not node.dyn_kwargs
        is_plain = node.name in _FILTERS and is_simple and not list(node.find_all(inner))
        if is_plain or node in self.done:
            return None
        return _Refusal("own-sentence-filter", node.name, {"known": ", ".join(_FILTERS)})

    def _test(self, node: nodes.Test) -> _Refusal | None:
        fine = node.name in _TESTS
        return None if fine else _Refusal("own-sentence-kind", node.name, {"what": f"is {node.name}"})

    def _for(self, node: nodes.For) -> _Refusal | None:
        is_ours = node.iter in self.lists and not node.recursive and not list(node.find_all(nodes.For))
        return None if is_ours else _Refusal("own-sentence-loop", "for")

    def _const(self, node: nodes.Const) -> _Refusal | None:
        is_long = isinstance(node.value, int | float) and len(str(node.value)) > MOST_DIGITS
        return _Refusal("own-sentence-kind", "", {"what": f"{str(node.value)[:9]}…"}) if is_long else None


def _refusal_of_unknown_fact(name: str, known: Sequence[str]) -> _Refusal:
    facts = {"fact": name, "nearest": nearest(name, tuple(known)), "known": ", ".join(known)}
    return _Refusal("own-sentence-fact", name, facts)


def _problems_of_large_sentences(own: nodes.Template, our: nodes.Template, file: OwnFile) -> Iterator[Problem]:
    """Sentences that make too much; they call what ours call, and none of these calls itself."""
    found = macros_in(own)
    every, sizes = macros_in(our) | found, dict[str, int]()

    def size(name: str) -> int:
        if name not in sizes:
            called = [each.node.name for each in every[name].find_all(nodes.Call) if isinstance(each.node, nodes.Name)]
            below = sum(size(each) for each in called if each in every)
            sizes[name] = below + sum(1 for _ in every[name].find_all(nodes.Node))
        return sizes[name]

    for name, macro in found.items():
        if size(name) > LARGEST:
            yield _problem_in_line(file, macro.lineno, "own-sentence-large", {"name": name}, name)


def _problem_in_line(
    file: OwnFile, line: int | None, code: str, facts: Mapping[str, object], word: str = ""
) -> Problem:
    """A mistake in a line, at a word of it; in the file as a whole where there is no line."""
    if line is None:
        return Problem(code, None, facts, file.source, file.text)
    return Problem(code, span_of_line(file.text, line, word), facts, file.source, file.text)


def span_of_line(text: str, line: int, word: str = "") -> Span:
    """Where a word stands in a line; where the line does, without the blanks around it, if there is no such word."""
    lines = text.split("\n")
    line = min(line, len(lines))
    start, told = sum(len(each) + 1 for each in lines[: line - 1]), lines[line - 1]
    if word and (found := re.search(rf"(?<!\w){re.escape(word)}(?!\w)" if word.isalnum() else re.escape(word), told)):
        return Span(start + found.start(), start + found.end())
    return Span(start + len(told) - len(told.lstrip()), max(start + len(told.rstrip()), start + 1))
