r"""Games of the package istgame: `\istroot(0)(0,0){A}`, its branches `\istb{left}[al]{3}`, and so on at `(0-1)`.

Vocabulary

    option      a move with what it leads to: a payoff, or the place at which another root stands
    place       what a later root says to stand at a branch: that of the root above, and the number of the branch
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from treesolve.model.problem import Span
from treesolve.notation.foreign import tex
from treesolve.notation.foreign.graph import Graph
from treesolve.notation.foreign.label import quoted, read_label
from treesolve.notation.foreign.refusal import refusal
from treesolve.notation.foreign.sketch import Sketch

NAME = "istgame"

_ROOT = re.compile(r"\\istroot\w*")
_COMMAND = re.compile(r"\\(?P<word>istroot|istb)[a-zA-Z]*")
_STRANGE = re.compile(r"\\(?!istb)[a-zA-Z]+\s*\{[^{}]*\}\s*\[[^\[\]]*\]\s*\{")
"""A command that stands where a branch does."""
_CLOSING = {"(": ")", "[": "]", "{": "}", "<": ">"}
_PARTED = re.compile(r"\s*(?:,|\\\\|;)\s*")


class _Command(NamedTuple):
    """A command with its arguments, each with the bracket in which it stands."""

    word: str
    arguments: list[tuple[str, str]]
    span: Span

    def given(self, bracket: str) -> list[str]:
        """The arguments in brackets of this shape."""
        return [text.strip() for opening, text in self.arguments if opening == bracket]


def recognises(text: str) -> bool:
    """Whether a text has a root of that package with a branch."""
    return _ROOT.search(text) is not None and r"\istb" in text


def read(text: str) -> Sketch:
    """The tree. Raises InputError where it is none, or a branch pays several players."""
    if strange := _STRANGE.search(text):
        raise refusal("foreign-form", Span(*strange.span()))
    graph = Graph()
    keys: dict[str, str] = {}
    place, branches = "", 0
    for command in _commands(tex.without_comments(text)):
        if command.word == "istroot":
            place, branches = _root(graph, command, keys), 0
        elif place:
            branches += 1
            keys[f"{place}-{branches}"] = _branch(graph, command, keys[place], branches)
    return graph.sketch()


def _commands(text: str) -> Iterator[_Command]:
    for found in _COMMAND.finditer(text):
        at, arguments = found.end(), list[tuple[str, str]]()
        while text[at : at + 1] in _CLOSING:
            end = text.find(">", at) + 1 if text[at] == "<" else tex.closing(text, at)
            if end <= at:
                break
            arguments.append((text[at], text[at + 1 : end - 1]))
            at = end
        yield _Command(found["word"], arguments, Span(found.start(), at))


def _root(graph: Graph, command: _Command, keys: dict[str, str]) -> str:
    """The name of the place at which branches begin; the node there is that of the branch which leads to it."""
    names, labels = command.given("("), command.given("{")
    if not names:
        raise refusal("foreign-form", command.span)
    key = keys.get(names[1] if len(names) > 1 else names[0], names[0])
    entry = graph.node(key, command.span)
    label = read_label(tex.label(labels[0]), inner=True) if labels else None
    entry.name, entry.kind = (label.name, label.kind) if label else (None, None)
    keys[names[0]] = key
    return names[0]


def _branch(graph: Graph, command: _Command, above: str, number: int) -> str:
    """The node to which a branch leads, by its key."""
    key = f"{above}-{number}"
    words = [tex.label(each) for each in command.given("{")]
    payoff = words[1].strip("()") if len(words) > 1 else ""
    if len([each for each in _PARTED.split(payoff) if each]) > 1:
        raise refusal("efg-not-zero-sum", command.span)
    graph.edge(above, key, command.span, quoted(words[0]) if words and words[0] else None)
    entry = graph.entries[key]
    entry.name = None
    if payoff:
        label = read_label(payoff, inner=False)
        entry.value, entry.unknown = label.value, label.unknown
    return key
