"""Probabilities that stand where names, moves or leaves would: below a chance node they are weights.

Vocabulary

    pair        a bracket with a probability and a node: `(0.25 2)`
"""

import re
from fractions import Fraction

from treesolve.model.tree import Kind
from treesolve.notation.foreign.label import number, probability
from treesolve.notation.foreign.refusal import refusal
from treesolve.notation.foreign.sketch import Sketch, nodes

_PROBABILITY = re.compile(
    r"(?:p|pr|prob|probability)?\s*[=:]?\s*([0-9]*\.?[0-9]+(?:/[0-9]+)?\s*%?)\s*:?", re.IGNORECASE
)
_PROBABILITY_NAME = re.compile(r"^p$|prob|%|[0-9]", re.IGNORECASE)
_WRITTEN = re.compile(r"(?<![\w.,/])(?:0?\.[0-9]+|[0-9]{1,2}(?:\.[0-9]+)?\s*(?:%|\\%)|[0-9]+/[0-9]+)(?![\w.,]*[0-9])")

Weight = Fraction | int


def with_weights(sketch: Sketch, text: str) -> Sketch:
    """The tree with probabilities as weights.

    Raises InputError where a chance node has none, and the text has numbers that may be some.
    """
    found = list(nodes(sketch))
    made: dict[int, Sketch] = {}
    for node in reversed(found):
        made[id(node)] = _weighted(node._replace(children=tuple(made[id(child)] for child in node.children)))
    whole = made[id(sketch)]
    bare = [node for node in nodes(whole) if _is_bare(node)]
    if bare and (_are_mixed(bare[0]) or (text and _left_over(whole, text))):
        raise refusal("chance-untold", bare[0].span, _told(whole, bare[0], text))
    return whole


def _told(whole: Sketch, bare: Sketch, text: str) -> Sketch | None:
    """The tree with the weights that a chance node most likely has; None where they are not to be seen."""
    if sum(map(_is_bare, nodes(whole))) > 1:
        return None
    here = [_value(child) for child in bare.children]
    weights: list[Weight | None] = []
    children = bare.children
    if _sums(here[::2]) and len(here) % 2 == 0:
        weights, children = here[::2], bare.children[1::2]
    elif not _are_mixed(bare):
        values = {node.value for node in nodes(whole)}
        found = (probability(re.sub(r"[\\\s]", "", each[0])) for each in _WRITTEN.finditer(text))
        weights = [weight for weight in found if weight not in values]
    if len(weights) != len(children) or not _sums(weights) or any(map(_is_said_otherwise, children)):
        return None
    told = tuple(child._replace(weight=weight) for child, weight in zip(children, weights, strict=True))
    return _exchanged(whole, bare, bare._replace(children=told))


def _is_said_otherwise(node: Sketch) -> bool:
    """Whether a node has no value, or a name that may be that of a probability."""
    return (node.value is None and not node.children) or bool(_PROBABILITY_NAME.search(node.name or ""))


def _exchanged(whole: Sketch, old: Sketch, new: Sketch) -> Sketch:
    """The tree with another node in the place of one of its own."""
    made: dict[int, Sketch] = {}
    for node in reversed(list(nodes(whole))):
        children = tuple(made[id(child)] for child in node.children)
        made[id(node)] = new if node is old else node._replace(children=children)
    return made[id(whole)]


def _is_bare(node: Sketch) -> bool:
    return node.kind is Kind.CHANCE and len(node.children) > 1 and all(each.weight is None for each in node.children)


def _weighted(node: Sketch) -> Sketch:
    """The node with weights for its children, where numbers at them are probabilities that sum to 1."""
    children = node.children
    if len(children) < 2 or any(child.weight is not None for child in children) or node.kind in (Kind.MAX, Kind.MIN):
        return node
    weights = [_probability(child.move or "") for child in children]
    names = [_probability(child.name or "") for child in children]
    if _sums(weights):
        plain = [child._replace(move=None) for child in children]
    elif _sums(names):
        weights = names
        plain = [child._replace(name=None) for child in children]
    elif node.kind is Kind.CHANCE and all(len(child.children) == 2 and not child.name for child in children):
        first = 1 if _sums([_value(child.children[1]) for child in children]) else 0
        if first and _sums([_value(child.children[0]) for child in children]):
            return node
        weights = [_value(child.children[first]) for child in children]
        plain = [child.children[1 - first] for child in children]
    else:
        return node
    if not _sums(weights):
        return node
    told = zip(plain, weights, strict=True)
    return node._replace(children=tuple(child._replace(weight=weight) for child, weight in told))


def _sums(weights: "list[Weight | None]") -> bool:
    told = [weight for weight in weights if weight is not None and 0 <= weight <= 1]
    return len(told) == len(weights) and sum(told) == 1 and any(0 < weight < 1 for weight in told)


def _probability(text: str) -> Weight | None:
    found = _PROBABILITY.fullmatch(text.strip()) if len(text) < 100 else None
    return probability(re.sub(r"\s", "", found[1])) if found else None


def _value(node: Sketch) -> Weight | None:
    is_plain = not node.children and not node.name and not isinstance(node.value, float)
    return node.value if is_plain else None  # type: ignore[return-value]


def _are_mixed(node: Sketch) -> bool:
    """Whether every other child is a probability, or the first of every pair."""
    here = [_value(child) for child in node.children]
    pairs = [(_value(child.children[0]), _value(child.children[-1])) for child in node.children if child.children]
    firsts, seconds = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    return _sums(here[::2]) or _sums(here[1::2]) or _sums(firsts) or _sums(seconds)


def _left_over(sketch: Sketch, text: str) -> bool:
    """Whether a number that may be a probability is no leaf, its sign apart."""
    values = {abs(node.value) for node in nodes(sketch) if node.value is not None}
    found = (number(each[0].replace("\\", "").strip(" %")) for each in _WRITTEN.finditer(text))
    return any(value is not None and value not in values for value in found)
