"""Nodes that are named by what they are to another node: `the right child of C`, `everything below C`."""

import re

from treesolve.answers.answer_words import amount_meant, word_list
from treesolve.answers.items import Item, items
from treesolve.answers.node_words import Nodes
from treesolve.model.problem import Span

_BOTH = ("both", "beide", "beiden")

_AGAIN = re.compile(
    r"\b(?P<name>\w+)[ \t]*\((?:the |der |die )?(?:root|wurzel|max|min)(?:[ -]?(?:node|knoten))?\)"
    r"|\b(?:(?:the|der|die)[ \t]+)?(?:root|wurzel)(?:[ -]?(?:node|knoten))?[ \t]+\(?(?P<root>\w+)\)?"
    r"(?=[ \t]*[:=≤≥|,.)\n]|[ \t]+(?:->|→)|\Z)",
    re.IGNORECASE,
)
"""What says once more which node it is: `A (root)`, `the root A`."""

_WORTH = re.compile(r"(?<![\w.])(?P<name>[^\W\d]\w*)([ \t]*)\[(?P<value>[+\-−]?\d+)\]")
"""`L4 [6]` is `L4 (6)`."""

_SIDE = r"left|right|middle|cent(?:er|re)|links|rechts|mitte"
_NODE = r"child|node|kind|knoten|sub-?tree|teilbaum|side|seite|one|branch|zweig|ast"
_GIVEN = (
    r"(?=[ \t]*(?:[:=≤≥|]|-+>|→)"
    r"|[ \t]+(?:(?:is|ist|has|hat|gets?|got|bekommt|erhält|returns|liefert|equals|auch|also|the|a|den|einen|of|von"
    r"|(?:minimax[ -]?)?(?:value|wert)|at most|at least|höchstens|mindestens)[ \t]+){0,5}[+\-−]?\d)"
)
"""What gives a node its value: a sign, or words with a number behind them."""

_NUMBER_BEHIND = re.compile(
    r"[ \t]*(?:[:=≤≥]|-+>|→)?[ \t]*(?:\w+[ \t]+){0,5}?(?:(?:max|min)\W|[+\-−]?\d)", re.IGNORECASE
)
_OUTRIGHT = re.compile(
    r"(?:(?<!\w)(?:(?P<kind_before>min|max)[ \t-]*)?(?:node|knoten|child|kind|sub-?tree|teilbaum)[ \t]+"
    rf"(?:(?:on|at|auf|in)[ \t]+(?:the|der)[ \t]+)?(?P<place_behind>{_SIDE})"
    rf"|(?P<place>[^\W\d]+|\d(?:st|nd|rd|th))[ \t-]+(?:(?P<kind>min|max)[ \t-]*)?(?:{_NODE})"
    rf"|(?:(?:(?<=\n)|\A|(?<=[,;(]))[ \t]*|(?<!\w)(?:the|der|die|das)[ \t]+)(?P<side>{_SIDE}|linke|rechte|mittlere))"
    r"(?:[ \t]+(?:of|from|below|von|unter|des|der)[ \t]+(?:(?:the|node|knoten)[ \t]+)*(?P<of>\w+))?" + _GIVEN,
    re.IGNORECASE,
)

_KIND = re.compile(
    r"(?<![\w(])(?P<kind>min|max)(?:[ \t-]*(?:nodes?|knoten|values?|werte?|level|ebene))?(?:\(s\))?(?=[ \t]*(?:[:=]|->|→)[ \t]*"
    r"|[ \t]+(?:is|are|ist|sind|has|have|hat|haben|gets?|bekommt|bekommen)[ \t]+(?:(?:the|a|den|die)[ \t]+)?"
    r"(?:(?:value|wert)[es]?[ \t]+)?)(?P<sign>[ \t]*(?:[:=]|->|→|\w+)[ \t]*(?:\w+[ \t]+){0,2}?)"
    r"(?P<numbers>(?:(?:max|min)[ \t]*\([^()\n]*\)[ \t]*=[ \t]*)?[+\-−]?\d+(?:(?:[ \t]*[,;/|][ \t]*|[ \t]+(?:and|und)[ \t]+)+[+\-−]?\d+)*)"
    r"(?![\w.]|[ \t]*[=(:]|[ \t]+[^\W\d]*nodes|[ \t]+knoten)",
    re.IGNORECASE,
)
"""`MAX: 5`, `the min nodes are 3, 2 and 2`: as many numbers as there are nodes of the kind."""

_FROM_ROOT = re.compile(
    r"(?P<key>\b(?:best\w*|optimal\w*|move|choice|zug|child|kind|action|aktion|wahl|argmax)\b[ \t]*)"
    r"(?P<root>\([ \t]*(?P<called>\w+)[ \t]*\)|(?:of|from|at|in|von|an|ab|for|für|bei)[ \t]+"
    r"(?:(?:the|node|knoten|root|wurzel)[ \t]+)*(?P<named>\w+))(?=[ \t]*[:=])",
    re.IGNORECASE,
)
"""`best(A) = B`, `best child of A: B`, where A is the root."""

_AS_KIND = re.compile(
    r"(?P<before>(?<!\w)(?P<name>\w+)(?:[ \t]+\w+)?)[ \t]+(?:als|as)[ \t]+(?:(?:the|an?|der|ein)[ \t]+)?"
    r"(?P<kind>max|min)(?:imi[sz]ing|imierender)?[ -]?(?:node|knoten)?(?!\w)",
    re.IGNORECASE,
)
"""`R gets as MIN node`, if that is one."""

_IN_WORDS = re.compile(
    r"(?P<before>(?:=|\b(?:is|are|has|gets|equals|ist|sind|hat|bekommt|beträgt|wert|value|als|than))[ \t]+)(?P<word>[^\W\d_]{3,6})"
    r"(?=[ \t]*(?:[,;.\n]|\Z|(?:and|und)\b))",
    re.IGNORECASE,
)
"""`C has the value two`."""

_IS_KIND = re.compile(
    r"(?P<before>(?<!\w)(?P<name>\w+))[ \t]+(?:is|ist)[ \t]+(?:(?:the|an?|der|ein)[ \t]+)?(?P<kind>max|min)[ -]?(?:node|knoten)?,?"
    r"[ \t]+(?:and|und)(?=[ \t]+(?:gets|has|takes|returns|hat|bekommt|erhält|nimmt)\b)",
    re.IGNORECASE,
)
"""`R is a MIN node and gets 4`, if it is one."""

_AT_SIDE = re.compile(
    r"(?P<before>(?<!\w)(?:at|in|of|from|below|under|bei|beim|im|am|von|vom|unter)[ \t]+(?:(?:the|dem|der)[ \t]+)?)"
    r"(?P<place>[^\W\d]+)[ \t-]+(?:(?P<kind>min|max)[ \t-]*)?(?:child|node|kind|knoten|sub-?tree|teilbaum|branch|zweig|ast)s?"
    r"(?![ \t]+(?:of|from|below|von|unter|des|der)\b)(?!\w)(?P<of>(?!))?(?P<place_behind>(?!))?(?P<kind_before>(?!))?(?P<side>(?!))?",
    re.IGNORECASE,
)
"""`leaves of the middle node`, where that can be only one."""


def text_with_relatives_named(text: str, nodes: Nodes) -> str:
    """The text with the name for what can be only that node, and blanks for what says again which one it is.

    >>> from treesolve.notation.reader import read
    >>> text_with_relatives_named("A (root): 5, right MIN node: 2, left child of C: 2", Nodes(read("((6 5) (2 9))")))
    'A       : 5, C             : 2, L3             : 2'
    """

    def again(found: re.Match[str]) -> str:
        if found["name"]:
            return found["name"].ljust(len(found[0])) if nodes.named(found["name"]) else found[0]
        return found["root"].rjust(len(found[0])) if nodes.names.get(found["root"]) == (0,) else found[0]

    def outright(found: re.Match[str]) -> str:
        is_named_so = not found["side"] or _NUMBER_BEHIND.match(found.string, found.end())
        child = _only_possible_child(found, nodes) if is_named_so else ()
        before = found.groupdict().get("before") or ""
        return (before + nodes.tree.names[child[0]]).ljust(len(found[0])) if len(child) == 1 else found[0]

    def worth(found: re.Match[str]) -> str:
        return f"{found[1]}{found[2]}({found['value']})" if nodes.named(found["name"]) else found[0]

    def of_kind(found: re.Match[str]) -> str:
        alike = [node for node, kind in enumerate(nodes.tree.kinds) if kind.name == found["kind"].upper()]
        named = ", ".join(nodes.tree.names[node] for node in alike)
        length = found.start("sign") - found.start()
        is_one_each = len(alike) == len(re.findall(r"\d+", found["numbers"].rpartition("=")[2]))
        return named.ljust(length) + found[0][length:] if is_one_each and len(named) <= length else found[0]

    def without_root(found: re.Match[str]) -> str:
        is_root = nodes.named(found["called"] or found["named"]) == (0,)
        return found["key"].ljust(len(found[0])) if is_root else found[0]

    def as_kind(found: re.Match[str]) -> str:
        kinds = {nodes.tree.kinds[node].name for node in nodes.named(found["name"])}
        return found["before"].ljust(len(found[0])) if kinds == {found["kind"].upper()} else found[0]

    def in_digits(found: re.Match[str]) -> str:
        amount = None if nodes.named(found["word"]) else amount_meant(found["word"])
        return found[0] if amount is None else found["before"] + str(amount).rjust(len(found["word"]))

    text = _IN_WORDS.sub(in_digits, text)
    for form in (_AS_KIND, _IS_KIND):
        text = form.sub(as_kind, text)
    text = _AT_SIDE.sub(outright, _FROM_ROOT.sub(without_root, text))
    return _KIND.sub(of_kind, _OUTRIGHT.sub(outright, _AGAIN.sub(again, _WORTH.sub(worth, text))))


def _only_possible_child(found: re.Match[str], nodes: Nodes) -> tuple[int, ...]:
    """The child of a node, or of the root where only its children can be meant."""
    kinds, of = nodes.tree.kinds, found["of"]
    place = found["place"] or found["place_behind"] or found["side"]
    kind = (found["kind"] or found["kind_before"] or "").upper()
    parent = nodes.named(of) if of else (0,)
    child = nodes.child_at(parent[0], place) if len(parent) == 1 else ()
    alike = {node for node, one in enumerate(kinds) if one.name == kind} if kind else {*child}
    is_sure = {*child} <= alike and (of or (alike <= nodes.choices if kind else _is_only_below_root(found, nodes)))
    return child if is_sure and len(nodes.tree.names[child[0] if child else 0]) <= len(found[0]) else ()


def _is_only_below_root(found: re.Match[str], nodes: Nodes) -> bool:
    """Whether all inner nodes are the root and its children, and a line is about no other node than the root."""
    text = found.string
    line = text[text.rfind("\n", 0, found.start()) + 1 : found.start()]
    inner = {node for node, children in enumerate(nodes.tree.children) if children}
    return inner <= {0} | nodes.choices and all(nodes.named(word) in ((), (0,)) for word in re.findall(r"\w+", line))


def text_with_children_named(text: str, stretch: Span, nodes: Nodes) -> str:
    """The text with their names for `the 2nd and 3rd leaf of C`, where it is sure which these are and there is room.

    >>> from treesolve.notation.reader import read
    >>> text_with_children_named("pruned is the last leaf of C", Span(0, 28), Nodes(read("((6 5) (2 9))")))
    'pruned is the             L4'
    """
    for item in items(text, *stretch):
        found, is_rest = relatives(item, nodes) if item.terminal == "RELATIVE" and item.said("of") else ((), False)
        named = ", ".join(nodes.tree.names[node] for node in found)
        if named and not is_rest and len(named) <= len(item.text):
            text = text[: item.start] + named.rjust(len(item.text)) + text[item.end :]
    return text


def relatives(item: Item, nodes: Nodes, above: tuple[int, ...] = ()) -> tuple[tuple[int, ...], bool]:
    """The children of `right child of C`, `last two leaves of C`; and whether some are meant, not said which.

    Those of the node `above` where no other one is named.
    """
    parents = above or (0,)
    if item.said("of"):
        parent = item.behind("of").text.removesuffix(item.said("parent")).rstrip()
        parents = nodes.child_at(0, parent) if item.said("parent") else nodes.named(parent)
    if len(parents) != 1:
        return (), False
    if not item.said("kind") and nodes.is_place(item.said("place")):
        return (), False
    found, is_rest = _children_at_place(item.said("place"), item.said("kind"), parents[0], nodes)
    is_leaf = bool(re.search("lea|blatt|blätter|feuille", item.said("kind"), re.IGNORECASE))
    return ((), False) if is_leaf and any(nodes.tree.children[node] for node in found) else (found, is_rest)


def children_without_parent_named(text: str, above: tuple[int, ...], nodes: Nodes) -> tuple[tuple[int, ...], bool]:
    """The same for `the last two`, where it is told below which node they are; nothing for any other words."""
    words = {*re.findall(r"\w+", text.casefold())} - word_list("between")
    others = word_list("others")
    is_place = len(above) == 1 and all(word in others or amount_meant(word) or nodes.is_place(word) for word in words)
    return _children_at_place(text, "", above[0], nodes) if is_place and words else ((), False)


def _children_at_place(place: str, kind: str, parent: int, nodes: Nodes) -> tuple[tuple[int, ...], bool]:
    words = [word for word in re.findall(r"[\w]+", place.casefold()) if word not in word_list("between")]
    if len(words) > 1 and words[0] in word_list("all"):
        words = [*words[1:], *(["2"] if words[0] in _BOTH else [])]
    amount = amount_meant(words[-1]) if len(words) > 1 and words[0] in word_list("others") else None
    if amount and amount < len(nodes.tree.children[parent]):
        return nodes.tree.children[parent][-amount:], False
    if words[0] in word_list("others"):
        return nodes.tree.children[parent], True
    if words[0] in word_list("all"):
        is_whole = any(word in kind.casefold() for word in word_list("trees"))
        return ((parent,) if is_whole else nodes.tree.children[parent]), False
    return nodes.children_at(parent, words), False


def children_behind(found: tuple[int, ...], nodes: Nodes) -> tuple[int, ...]:
    """The children of the same node behind a leaf: what a cut after it leaves out."""
    if len(found) != 1 or nodes.tree.children[found[0]] or nodes.right_to_left:
        return ()
    return tuple(node for node in nodes.tree.children[nodes.tree.parents[found[0]] or 0] if node > found[0])


def subtree(item: Item, nodes: Nodes) -> tuple[int, ...]:
    """The node of `everything below C`, the children of `the leaves of C`; nothing where C is no node."""
    found = nodes.named(item.behind("top").text)
    is_whole = any(word in item.said("tree").casefold() for word in word_list("trees"))
    return found if is_whole or len(found) != 1 else nodes.tree.children[found[0]]
