"""The text of an answer with the names of nodes in the place of other words for them, every character at its place.

`right MIN node: 2` is of C, `MAX: 5` of the only MAX node; `A (root)`, `best(A)`, `A as MAX node` say again which node
it is, what is blanked if it is so. What is not sure, or has no room for the name, is left as it stands.
"""

import re
from collections.abc import Callable
from functools import cache

from treesolve.answers.answer_words import amount_meant
from treesolve.answers.needed_words import WordIndex
from treesolve.answers.node_words import Nodes

_ARTICLES = r"(?:(?:the|an?|der|die|das|den|dem|ein|node|knoten)[ \t]+)*"
_SIGN = r"[ \t]*(?:[:=≤≥|]|-+>|→)"
_GETS = r"(?:is|are|ist|sind|has|have|hat|haben|gets?|got|bekommt|bekommen|erhält|takes|nimmt|returns|liefert|equals)"
_VALUE = r"(?:minimax[ -]?)?(?:values?|werte?)"
_WORDS = rf"(?:{_GETS}|{_VALUE}|auch|also|the|a|den|die|einen|of|von|at most|at least|höchstens|mindestens)"
_NUMBER = r"[+\-−]?\d+"
_GIVEN = rf"(?=[ \t]*(?:[:=≤≥|]|-+>|→)|[ \t]+(?:{_WORDS}[ \t]+){{0,5}}{_NUMBER})"
"""What gives a node its value: a sign, or words with a number behind them."""

_SIDE = r"left|right|middle|cent(?:er|re)|links|rechts|mitte"
_BELOW = r"child|node|kind|knoten|sub-?tree|teilbaum|branch|zweig|ast"
_NUMBER_BEHIND = re.compile(rf"(?:{_SIGN})?[ \t]*(?:\w+[ \t]+){{0,5}}?(?:(?:max|min)\W|{_NUMBER})", re.IGNORECASE)


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)


def _as_again(found: re.Match[str], nodes: Nodes) -> str:
    """`A (root)`, `the root A`."""
    if found["name"]:
        return found["name"].ljust(len(found[0])) if nodes.named(found["name"]) else found[0]
    return found["root"].rjust(len(found[0])) if nodes.names.get(found["root"]) == (0,) else found[0]


def _with_round_brackets(found: re.Match[str], nodes: Nodes) -> str:
    """`L4 [6]` is `L4 (6)`."""
    return f"{found[1]}{found[2]}({found['value']})" if nodes.named(found["name"]) else found[0]


def _without_root(found: re.Match[str], nodes: Nodes) -> str:
    """`best(A) = B`, `best child of A: B`, where A is the root."""
    is_root = nodes.named(found["called"] or found["named"]) == (0,)
    return found["key"].ljust(len(found[0])) if is_root else found[0]


def _without_kind(found: re.Match[str], nodes: Nodes) -> str:
    """`R gets as MIN node`, `R is a MIN node and gets`, if it is one."""
    kinds = {nodes.tree.kinds[node].name for node in nodes.named(found["name"])}
    return found["before"].ljust(len(found[0])) if kinds == {found["kind"].upper()} else found[0]


def _in_digits(found: re.Match[str], nodes: Nodes) -> str:
    """`C has the value two`."""
    amount = None if nodes.named(found["word"]) else amount_meant(found["word"])
    return found[0] if amount is None else found["before"] + str(amount).rjust(len(found["word"]))


def _nodes_of_kind(found: re.Match[str], nodes: Nodes) -> str:
    """`MAX: 5`, `the min nodes are 3, 2 and 2`: as many numbers as there are nodes of the kind."""
    alike = [node for node, kind in enumerate(nodes.tree.kinds) if kind.name == found["kind"].upper()]
    named, length = ", ".join(nodes.tree.names[node] for node in alike), found.start("sign") - found.start()
    is_one_each = len(alike) == len(re.findall(r"\d+", found["numbers"].rpartition("=")[2]))
    return named.ljust(length) + found[0][length:] if is_one_each and len(named) <= length else found[0]


def _child_at_place(found: re.Match[str], nodes: Nodes) -> str:
    """`the left MIN node: 5`, `left child of C: 2`, `rechts 2`, `leaves of the middle node`."""
    told = dict.fromkeys(("before", "of", "side", "place_behind", "kind_before")) | found.groupdict()
    if told["side"] and not _NUMBER_BEHIND.match(found.string, found.end()):
        return found[0]
    place = told["place"] or told["place_behind"] or told["side"] or ""
    kind = told["kind"] or told["kind_before"] or ""
    child = _only_possible_child(found, place, kind.upper(), told["of"] or "", nodes)
    named = (told["before"] or "") + nodes.tree.names[child[0]] if len(child) == 1 else found[0]
    return named.ljust(len(found[0])) if len(named) <= len(found[0]) else found[0]


def _only_possible_child(found: re.Match[str], place: str, kind: str, of: str, nodes: Nodes) -> tuple[int, ...]:
    """The child of a node, or of the root where only its children can be meant."""
    parent = nodes.named(of) if of else (0,)
    child = nodes.child_at(parent[0], place) if len(parent) == 1 else ()
    alike = {node for node, one in enumerate(nodes.tree.kinds) if one.name == kind} if kind else {*child}
    is_sure = of or (alike <= nodes.choices if kind else _is_only_below_root(found, nodes))
    return child if is_sure and {*child} <= alike else ()


def _is_only_below_root(found: re.Match[str], nodes: Nodes) -> bool:
    """Whether all inner nodes are the root and its children, and a line is about no other node than the root."""
    text = found.string
    line = text[text.rfind("\n", 0, found.start()) + 1 : found.start()]
    inner = {node for node, children in enumerate(nodes.tree.children) if children}
    return inner <= {0} | nodes.choices and all(nodes.named(word) in ((), (0,)) for word in re.findall(r"\w+", line))


_FORMS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], Nodes], str]], ...] = (
    (
        _pattern(
            r"(?P<before>(?:=|\b(?:is|are|has|gets|equals|ist|sind|hat|bekommt|beträgt|wert|value|als|than))[ \t]+)"
            r"(?P<word>[^\W\d_]{3,6})(?=[ \t]*(?:[,;.\n]|\Z|(?:and|und)\b))"
        ),
        _in_digits,
    ),
    (
        _pattern(
            rf"(?P<before>(?<!\w)(?P<name>\w+)(?:[ \t]+\w+)?)[ \t]+(?:als|as)[ \t]+{_ARTICLES}"
            r"(?P<kind>max|min)(?:imi[sz]ing|imierender)?[ -]?(?:node|knoten)?(?!\w)"
        ),
        _without_kind,
    ),
    (
        _pattern(
            rf"(?P<before>(?<!\w)(?P<name>\w+))[ \t]+(?:is|ist)[ \t]+{_ARTICLES}(?P<kind>max|min)[ -]?(?:node|knoten)?"
            rf",?[ \t]+(?:and|und)(?=[ \t]+{_GETS}\b)"
        ),
        _without_kind,
    ),
    (
        _pattern(r"(?P<before>(?<!\w)(?P<name>\w+)[ \t]*:)[ \t]*(?P<kind>max|min)[ \t]*=(?=[ \t]*[+\-−]?\d)"),
        _without_kind,
    ),
    (
        _pattern(
            r"(?P<key>\b(?:best\w*|optimal\w*|move|choice|zug|child|kind|action|aktion|wahl|argmax)\b[ \t]*)"
            r"(?:\([ \t]*(?P<called>\w+)[ \t]*\)|(?:of|from|at|in|von|an|ab|for|für|bei)[ \t]+"
            r"(?:(?:the|node|knoten|root|wurzel)[ \t]+)*(?P<named>\w+))(?=[ \t]*[:=])"
        ),
        _without_root,
    ),
    (
        _pattern(
            r"(?P<before>(?<!\w)(?:at|in|of|from|below|under|bei|beim|im|am|von|vom|unter)[ \t]+"
            r"(?:(?:the|dem|der)[ \t]+)?)"
            rf"(?P<place>[^\W\d]+)[ \t-]+(?:(?P<kind>min|max)[ \t-]*)?(?:{_BELOW})s?"
            r"(?![ \t]+(?:of|from|below|von|unter|des|der)\b)(?!\w)"
        ),
        _child_at_place,
    ),
    (_pattern(r"(?<![\w.])(?P<name>[^\W\d]\w*)([ \t]*)\[(?P<value>[+\-−]?\d+)\]"), _with_round_brackets),
    (
        _pattern(
            r"\b(?P<name>\w+)[ \t]*\((?:the |der |die )?(?:root|wurzel|max|min)(?:[ -]?(?:node|knoten))?\)"
            r"|\b(?:(?:the|der|die)[ \t]+)?(?:root|wurzel)(?:[ -]?(?:node|knoten))?[ \t]+\(?(?P<root>\w+)\)?"
            r"(?=[ \t]*[:=≤≥|,.)\n]|[ \t]+(?:->|→)|\Z)"
        ),
        _as_again,
    ),
    (
        _pattern(
            r"(?:(?<!\w)(?:(?P<kind_before>min|max)[ \t-]*)?(?:node|knoten|child|kind|sub-?tree|teilbaum)[ \t]+"
            rf"(?:(?:on|at|auf|in)[ \t]+(?:the|der)[ \t]+)?(?P<place_behind>{_SIDE})"
            rf"|(?P<place>(?<![^\W\d])[^\W\d]+|\d(?:st|nd|rd|th))[ \t-]+"
            rf"(?:(?P<kind>min|max)(?:[ \t-]*(?:{_BELOW}|side|seite|one))?|(?:{_BELOW}|side|seite|one))"
            r"|(?:(?:(?<=\n)|\A|(?<=[,;(]))[ \t]*|(?<!\w)(?:the|der|die|das)[ \t]+)"
            rf"(?P<side>{_SIDE}|linke|rechte|mittlere))"
            rf"(?:[ \t]+(?:of|from|below|von|unter|des|der)[ \t]+(?:(?:the|node|knoten)[ \t]+)*(?P<of>\w+))?{_GIVEN}"
        ),
        _child_at_place,
    ),
    (
        _pattern(
            r"(?<![\w(])(?P<kind>min|max)(?:[ \t-]*(?:nodes?|knoten|values?|werte?|level|ebene))?(?:\(s\))?"
            rf"(?P<sign>{_SIGN}[ \t]*|[ \t]+{_GETS}[ \t]+(?:(?:the|a|den|die)[ \t]+)?(?:(?:value|wert)[es]?[ \t]+)?)"
            rf"(?P<numbers>(?:(?:max|min)[ \t]*\([^()\n]*\)[ \t]*=[ \t]*)?{_NUMBER}"
            rf"(?:(?:[ \t]*[,;/|][ \t]*|[ \t]+(?:and|und)[ \t]+)+{_NUMBER})*)"
            r"(?![\w.]|[ \t]*[=:]|[ \t]*\((?!from|von|left)|[ \t]+(?:[^\W\d]*nodes|knoten))"
        ),
        _nodes_of_kind,
    ),
)
"""What stands in the place of which words, in turn."""


def text_with_nodes_named(text: str, nodes: Nodes) -> str:
    """The text with names and blanks for such words.

    >>> from treesolve.notation.reader import read
    >>> text_with_nodes_named("A (root): 5, right MIN node: 2, left child of C: 2", Nodes(read("((6 5) (2 9))")))
    'A       : 5, C             : 2, L3             : 2'
    """
    for number, (form, written) in enumerate(_FORMS):
        if number in _index_of_forms().possible(text):
            text = form.sub(lambda found, written=written: written(found, nodes), text)  # type: ignore[misc]
    return text


@cache
def _index_of_forms() -> WordIndex[int]:
    return WordIndex(dict(enumerate(form.pattern for form, _ in _FORMS)))
