"""Sentences that a lecturer writes: macros that stand in the place of ours of the same name, and what they may do.

A sentence prints text and the facts that ours prints, and may distinguish cases. It asks for nothing that ours does not
ask for, calls what ours calls in the same way, and goes through the lists that ours goes through, no list within
another. So it ends, it is about as long as ours, and it reaches nothing but the facts. All of that is seen before it
runs, and told with its line; it runs in Jinja's sandbox all the same.

Vocabulary

    ours        the macro of the same name, in the same file of ours
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from traceback import walk_tb
from types import CodeType
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.sandbox import ImmutableSandboxedEnvironment

from treesolve.drawing.markup import ESCAPES
from treesolve.model.problem import InputError, Problem, Span, nearest
from treesolve.model.resources import PACKAGE, resource
from treesolve.pages.engine import engine, loader_for
from treesolve.pages.own_templates import OwnFile, OwnTemplates

OWN = 1_000_000
"""From here on lines are counted of what a lecturer has written, so that they are told from ours."""

_KINDS = (
    *(nodes.Output, nodes.TemplateData, nodes.Const, nodes.Name, nodes.Getattr, nodes.Slice),
    *(nodes.If, nodes.CondExpr, nodes.Compare, nodes.Operand, nodes.And, nodes.Or, nodes.Not),
    *(nodes.Concat, nodes.Add, nodes.Sub, nodes.Neg, nodes.Dict, nodes.Pair, nodes.List, nodes.Tuple),
)
"""What a sentence is made of, whatever is in it."""

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


def sentence_problems(language: str, name: str, file: OwnFile) -> tuple[Problem, ...]:
    """Everything wrong in a file with sentences, from top to bottom."""
    try:
        own = scratch().parse(file.text)
        problems = tuple(_problems_of_sentences(own, our_template(language, name), file))
        if not problems:
            scratch().compile(file.text)
    except (jinja2.TemplateSyntaxError, RecursionError, SyntaxError, ValueError, MemoryError) as error:
        line, reason = (error.lineno, error.message) if isinstance(error, jinja2.TemplateSyntaxError) else (None, "")
        return (_problem_in_line(file, line, "own-sentence-syntax", {"reason": reason}),)
    return problems


def _problems_of_sentences(own: nodes.Template, our: nodes.Template, file: OwnFile) -> Iterator[Problem]:
    ours = macros_in(our)
    for each in own.body:
        if isinstance(each, nodes.Macro):
            yield from _macro_problems(each, ours, file)
        elif each not in our.body:
            said = (one for one in each.iter_child_nodes() if str(getattr(one, "data", one)).strip())
            yield from (_problem_in_line(file, _line_of_text(one), "own-sentence-between", {}) for one in said)


def _line_of_text(node: nodes.Node) -> int:
    """The line where something stands; blank lines may come before it."""
    data = str(getattr(node, "data", ""))
    return node.lineno + data[: len(data) - len(data.lstrip())].count("\n")


def _macro_problems(macro: nodes.Macro, ours: Mapping[str, nodes.Macro], file: OwnFile) -> Iterator[Problem]:
    our, facts = ours.get(macro.name), {"name": macro.name, "nearest": nearest(macro.name, tuple(ours))}
    if our is None:
        yield _problem_in_line(file, macro.lineno, "own-sentence-unknown", facts, macro.name)
    elif macro.args != our.args:
        told = f"{macro.name}({', '.join(each.name for each in our.args)})"
        yield _problem_in_line(file, macro.lineno, "own-sentence-parameters", {"told": told}, macro.name)
    else:
        allowed = _Allowed(our, macro)
        for part in macro.body:
            yield from _problems_of_refused_parts(part, allowed, macro.lineno, file)


def _problems_of_refused_parts(node: nodes.Node, allowed: "_Allowed", line: int, file: OwnFile) -> Iterator[Problem]:
    """What may not be, in a part of a sentence; what is in it is not looked at any more."""
    line = node.lineno or line
    fact, known = allowed.asked(node)
    if fact and fact not in known:
        facts = {"fact": fact, "nearest": nearest(fact, known), "known": ", ".join(known)}
        yield _problem_in_line(file, line, "own-sentence-fact", facts, fact)
    elif not allowed.holds(node):
        kind, name = type(node).__name__.lower(), str(getattr(node, "name", ""))
        facts = {"what": f"{kind} {name}".strip(), "filters": ", ".join(_FILTERS)}
        yield _problem_in_line(file, line, "own-sentence-kind", facts, name or kind)
    else:
        for each in node.iter_child_nodes():
            yield from _problems_of_refused_parts(each, allowed, line, file)


class _Allowed:
    """What one sentence may do: what ours does."""

    def __init__(self, our: nodes.Macro, own: nodes.Macro) -> None:
        self.ours = [*our.find_all(nodes.Node)]
        self.attributes = tuple(sorted({each.attr for each in self.ours if isinstance(each, nodes.Getattr)}))
        self.facts = tuple(each.name for each in our.args)
        loops = [each for loop in own.find_all(nodes.For) for each in (loop.target, *loop.target.find_all(nodes.Name))]
        self.names = {each.name for each in (*self.ours, *loops) if isinstance(each, nodes.Name)} | {"loop"}

    def asked(self, node: nodes.Node) -> tuple[str, tuple[str, ...]]:
        """The fact or the attribute that a node asks for, and those there are; nothing of what needs no telling."""
        if isinstance(node, nodes.Getattr) and not _is_choice(node):
            return node.attr, self.attributes
        if isinstance(node, nodes.Name) and node.name not in self.names:
            return node.name, self.facts
        return "", ()

    def holds(self, node: nodes.Node) -> bool:
        """Whether a node may be: of a kind that does no harm, or one of ours."""
        if isinstance(node, nodes.Call):
            is_plain = _is_choice(node.node) and not any(each.find(nodes.Call) for each in node.args)
        elif isinstance(node, nodes.Getitem):
            is_plain = _is_place(node.arg) or isinstance(node.node, nodes.Dict)
        elif isinstance(node, nodes.Filter):
            is_plain = node.name in _FILTERS and _is_simple(node)
        elif isinstance(node, nodes.For):
            lists = [each.iter for each in self.ours if isinstance(each, nodes.For)]
            is_plain = node.iter in lists and not node.recursive and not node.find(nodes.For)
        else:
            is_plain = isinstance(node, _KINDS) or (isinstance(node, nodes.Test) and node.name in _TESTS)
        return is_plain or node in self.ours


def _is_choice(node: nodes.Node) -> bool:
    """Whether a table in the sentence is asked for a text: `{"max": "MAX"}.get`."""
    return isinstance(node, nodes.Getattr) and node.attr == "get" and isinstance(node.node, nodes.Dict)


def _is_place(node: nodes.Node) -> bool:
    """Whether brackets hold a place in a list; names in them would reach attributes."""
    place = node.node if isinstance(node, nodes.Neg) else node
    return isinstance(place, nodes.Slice) or (isinstance(place, nodes.Const) and isinstance(place.value, int))


def _is_simple(node: nodes.Filter) -> bool:
    """Whether a filter makes a fact no longer than it is: no filter in another, one argument."""
    is_alone = not any(node.find_all((nodes.Filter, nodes.Call, nodes.Concat)))
    return is_alone and len(node.args) < 2 and not (node.kwargs or node.dyn_args or node.dyn_kwargs)


def _problem_in_line(
    file: OwnFile, line: int | None, code: str, facts: Mapping[str, object], word: str = ""
) -> Problem:
    """A mistake in a line, at a word of it; in the file as a whole where there is no line."""
    span = None if line is None else span_of_line(file.text, line, word)
    return Problem(code, span, facts, file.source, file.text)


def span_of_line(text: str, line: int, word: str = "") -> Span:
    """Where a word stands in a line; where the line does, without the blanks around it, if there is no such word."""
    lines = text.split("\n")
    line = min(line, len(lines))
    start, told = sum(len(each) + 1 for each in lines[: line - 1]), lines[line - 1]
    if word and (found := re.search(rf"(?<!\w){re.escape(word)}(?!\w)" if word.isalnum() else re.escape(word), told)):
        return Span(start + found.start(), start + found.end())
    return Span(start + len(told) - len(told.lstrip()), max(start + len(told.rstrip()), start + 1))


def own_module(own: OwnTemplates, language: str, template: str) -> "OwnModule":
    """The macros of one template of a language, the lecturer's in the place of ours."""
    return OwnModule(_sandbox_of_language(own, language).get_template(template).module, own.sentences, language)


@lru_cache(maxsize=8)
def _sandbox_of_language(own: OwnTemplates, language: str) -> jinja2.Environment:
    files = {name: file for (spoken, name), file in own.sentences.items() if spoken == language}
    loader = jinja2.ChoiceLoader([_Merged(files, language), loader_for(PACKAGE, resource("templates"), language)])
    return engine(loader, ESCAPES, ImmutableSandboxedEnvironment)


class _Merged(jinja2.BaseLoader):
    """What finds the files in which a lecturer's sentences stand in the place of ours."""

    def __init__(self, files: Mapping[str, OwnFile], language: str) -> None:
        self.files, self.language = files, language

    def load(self, environment: jinja2.Environment, name: str, globals: Any = None) -> jinja2.Template:  # noqa: A002
        """The template of that name; TemplateNotFound where all sentences in it are ours."""
        if name not in self.files:
            raise jinja2.TemplateNotFound(name)
        merged, own = environment.parse(our_text(self.language, name)), environment.parse(self.files[name].text)
        found = macros_in(own)
        for node in own.find_all(nodes.Node):
            node.lineno = (node.lineno or 0) + OWN
        merged.body = [found.get(each.name, each) if isinstance(each, nodes.Macro) else each for each in merged.body]
        code: CodeType = environment.compile(merged, name, name)
        return environment.template_class.from_code(environment, code, dict(globals or {}))


class OwnModule:
    """Macros among which a lecturer's own may fail: that is told with the line where it happened."""

    def __init__(self, module: Any, files: Mapping[tuple[str, str], OwnFile], language: str) -> None:
        self._module, self._files, self._language = module, files, language

    def __getattr__(self, name: str) -> Callable[..., Any]:
        macro = getattr(self._module, name)

        def guarded(*things: Any) -> Any:
            try:
                return macro(*things)
            except Exception as error:
                raise self._error_as_problem(error) from None

        return guarded

    def _error_as_problem(self, error: Exception) -> Exception:
        """The error as a problem of the innermost line that a lecturer wrote; as it is where there is none."""
        for frame, line in reversed([*walk_tb(error.__traceback__)]):
            template = frame.f_globals.get("__jinja_template__")
            if template and (written := template.get_corresponding_lineno(line)) > OWN:
                file = self._files[self._language, template.name]
                span, facts = span_of_line(file.text, written - OWN), {"reason": str(error)}
                return InputError((Problem("own-sentence-failed", span, facts, file.source, file.text),))
        return error
