"""Probabilities that stand where names, moves or leaves would: below a chance node they are weights.

Vocabulary

    pair        a bracket with a probability and a node: `(0.25 2)`
"""

import re
from fractions import Fraction

from treesolve.model.problem import Span
from treesolve.model.tree import Kind, Tree
from treesolve.notation.foreign.label import number, probability
from treesolve.notation.foreign.refusal import refusal
from treesolve.notation.foreign.sketch import LONGEST_LINE, Sketch, nodes, sketch_of

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
        made[id(node)] = _with_numbers_as_weights(
            node._replace(children=tuple(made[id(child)] for child in node.children))
        )
    whole = made[id(sketch)]
    check_pairs(whole)
    bare = [node for node in nodes(whole) if _is_chance_without_weights(node)]
    if bare and (_has_weights_among_children(bare[0]) or (text and _is_probability_left_over(whole, text))):
        raise refusal("chance-untold", bare[0].span, _with_likely_weights(whole, bare[0], text))
    return whole


def _with_likely_weights(whole: Sketch, bare: Sketch, text: str) -> Sketch | None:
    """The tree with the weights that a chance node most likely has; None where they are not to be seen."""
    mixed = [node for node in nodes(whole) if _is_chance_without_weights(node) and _has_weights_among_children(node)]
    if mixed:
        return _with_weights_separated(whole, mixed)
    if sum(map(_is_chance_without_weights, nodes(whole))) > 1:
        return None
    children = bare.children
    if all(child.own_value and not child.name and len(child.children) == 1 for child in children):
        children = tuple(child.children[0] for child in children)
    values = {node.value for node in nodes(whole)}
    found = (probability(re.sub(r"[\\\s]", "", each[0])) for each in _WRITTEN.finditer(text))
    weights: list[Weight | None] = [weight for weight in found if weight not in values]
    if len(weights) != len(children) or not _are_probabilities(weights) or any(map(_has_doubtful_value, children)):
        return None
    told = tuple(child._replace(weight=weight) for child, weight in zip(children, weights, strict=True))
    return _with_node_exchanged(whole, bare, bare._replace(children=told))


def _has_doubtful_value(node: Sketch) -> bool:
    """Whether a node has no value, or a name that may be that of a probability."""
    return (node.value is None and not node.children) or bool(_PROBABILITY_NAME.search(node.name or ""))


def _with_node_exchanged(whole: Sketch, old: Sketch, new: Sketch) -> Sketch:
    """The tree with another node in the place of one of its own."""
    made: dict[int, Sketch] = {}
    for node in reversed(list(nodes(whole))):
        children = tuple(made[id(child)] for child in node.children)
        made[id(node)] = new if node is old else node._replace(children=children)
    return made[id(whole)]


def _is_chance_without_weights(node: Sketch) -> bool:
    return node.kind is Kind.CHANCE and len(node.children) > 1 and all(each.weight is None for each in node.children)


def _with_numbers_as_weights(node: Sketch) -> Sketch:
    """The node with weights for its children, where numbers at them are probabilities that sum to 1."""
    children = node.children
    if len(children) < 2 or any(child.weight is not None for child in children) or node.kind in (Kind.MAX, Kind.MIN):
        return node
    weights = [_probability_in_text(child.move or "") for child in children]
    names = [_probability_in_text(child.name or "") for child in children]
    if _are_probabilities(weights):
        plain = [child._replace(move=None) for child in children]
    elif _are_probabilities(names):
        weights = names
        plain = [child._replace(name=None) for child in children]
    elif node.kind is Kind.CHANCE and all(len(child.children) == 2 and not child.name for child in children):
        first = 1 if _are_probabilities([_value_of_unnamed_leaf(child.children[1]) for child in children]) else 0
        if first and _are_probabilities([_value_of_unnamed_leaf(child.children[0]) for child in children]):
            return node
        weights = [_value_of_unnamed_leaf(child.children[first]) for child in children]
        plain = [child.children[1 - first] for child in children]
    else:
        return node
    if not _are_probabilities(weights):
        return node
    told = zip(plain, weights, strict=True)
    return node._replace(children=tuple(child._replace(weight=weight) for child, weight in told))


def _are_probabilities(weights: "list[Weight | None]") -> bool:
    told = [weight for weight in weights if weight is not None and 0 <= weight <= 1]
    return len(told) == len(weights) and sum(told) == 1 and any(0 < weight < 1 for weight in told)


def _probability_in_text(text: str) -> Weight | None:
    found = _PROBABILITY.fullmatch(text.strip()) if len(text) < 100 else None
    return probability(re.sub(r"\s", "", found[1])) if found else None


def _value_of_unnamed_leaf(node: Sketch) -> Weight | None:
    is_plain = not node.children and not node.name and not isinstance(node.value, float)
    return node.value if is_plain else None  # type: ignore[return-value]


def _value_in_brackets(node: Sketch) -> Weight | None:
    """The value of an unnamed leaf, alone in a bracket or not."""
    is_bracket = len(node.children) == 1 and not node.name
    return _value_of_unnamed_leaf(node.children[0] if is_bracket else node)


def _has_weights_among_children(node: Sketch) -> bool:
    """Whether some of what stands below may be probabilities: every other child, one of each pair, one of two lists."""
    return bool(_ways_to_separate_weights(node))


def _ways_to_separate_weights(node: Sketch) -> list[tuple["list[Weight | None]", tuple[Sketch, ...]]]:
    """The ways in which some of what stands below are the weights of the rest."""
    below, half = node.children, len(node.children) // 2
    pairs = [child.children for child in below]
    ways = [(below[::2], below[1::2]), (below[1::2], below[::2]), (below[half:], below[:half])] if half else []
    if all(len(pair) == 2 for pair in pairs):
        firsts, seconds = tuple(pair[0] for pair in pairs), tuple(pair[1] for pair in pairs)
        ways += [(firsts, seconds), (seconds, firsts)]
    if len(below) == 2 and all(pairs) and (len(pairs[0]) > 2 or len(pairs[1]) == 2):
        ways += [(pairs[1], pairs[0]), (pairs[0], pairs[1])]
    if _are_named_by_numbers(below):
        weighed = tuple(child._replace(name=None) for child in below)
        ways.append((weighed, tuple(child._replace(name=None, value=number(child.name or "")) for child in below)))
    found = {}
    for weights, children in ways:
        values = [_value_in_brackets(weight) for weight in weights]
        if len(values) == len(children) and _are_probabilities(values):
            found[id(weights[0]), id(children[0])] = (values, children)
    return list(found.values())


def _are_named_by_numbers(children: tuple[Sketch, ...]) -> bool:
    """Whether all are leaves that are called like their values: `4 (0.5)`."""
    return all(not child.children and number(child.name or "") is not None for child in children)


def _is_chance_without_kind(node: Sketch) -> bool:
    """Whether a node of no kind has leaves and their probabilities below it: in pairs, by turns, or as names."""
    if node.kind is not None or len(node.children) < 2:
        return False
    by_turns = all(bool(child.name) is (place % 2 == 0) for place, child in enumerate(node.children))
    is_told = by_turns or _are_named_by_numbers(node.children) or _are_pairs(node)
    return is_told and len(_ways_to_separate_weights(node)) == 1


def _are_pairs(node: Sketch) -> bool:
    """Whether all below a node are pairs of numbers, and not all of these may be probabilities."""
    pairs = [child.children for child in node.children]
    values = [_value_of_unnamed_leaf(leaf) for pair in pairs for leaf in pair]
    alone = all(len(pair) == 2 for pair in pairs) and None not in values
    return alone and not all(0 <= (value or 0) <= 1 for value in values)


def check_pairs(sketch: Sketch) -> None:
    """Raises InputError where pairs below a node of no kind have probabilities that sum to 1."""
    found = next((node for node in nodes(sketch) if _is_chance_without_kind(node)), None)
    if found is not None:
        told = _with_weights_separated(sketch, [each for each in nodes(sketch) if _is_chance_without_kind(each)])
        raise refusal("chance-untold", found.span, told)


def unsaid(tree: Tree) -> Sketch:
    """The sketch of a tree in which no kinds are written; an empty one where it is too long to be shown."""
    short = len(tree) <= LONGEST_LINE and max(tree.depths) < LONGEST_LINE // 10
    return _without_kinds(sketch_of(tree)) if short else Sketch(Span(0, 0))


def _without_kinds(node: Sketch) -> Sketch:
    return node._replace(kind=None, children=tuple(map(_without_kinds, node.children)))


def _with_weights_separated(whole: Sketch, found: list[Sketch]) -> Sketch | None:
    """The tree with the weights of those nodes; None where one of them has several."""
    separated = {id(node) for node in found}
    made: dict[int, Sketch] = {}
    for node in reversed(list(nodes(whole))):
        told = node._replace(children=tuple(made[id(child)] for child in node.children))
        if id(node) in separated:
            ways = _ways_to_separate_weights(told)
            if len(ways) != 1:
                return None
            below = (child._replace(weight=weight) for weight, child in zip(*ways[0], strict=True))
            told = told._replace(kind=Kind.CHANCE, children=tuple(below))
        made[id(node)] = told
    return made[id(whole)]


def _is_probability_left_over(sketch: Sketch, text: str) -> bool:
    """Whether a number that may be a probability is no leaf, its sign apart."""
    values = {abs(node.value) for node in nodes(sketch) if node.value is not None}
    found = (number(each[0].replace("\\", "").strip(" %")) for each in _WRITTEN.finditer(text))
    return any(value is not None and value not in values for value in found)
