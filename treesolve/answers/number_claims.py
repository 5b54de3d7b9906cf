"""Claims with numbers: values of nodes, the value of the root."""

import re
from itertools import pairwise, takewhile

from treesolve.answers.assigned import ASSIGNED, number_fault, owner
from treesolve.answers.claim import BY_FORMULA, BY_NAME, Claim, Finding, Passed, Unread, quoted, unread
from treesolve.answers.items import Item, Piece, items
from treesolve.answers.node_words import Nodes
from treesolve.answers.number_words import NUMBER, student_number
from treesolve.answers.unvalued import unvalued_in
from treesolve.answers.value_text import bare_lists, bare_values
from treesolve.answers.window_claims import window_behind
from treesolve.model.number import Number, Unknown
from treesolve.model.problem import Span
from treesolve.notation.scanner import FAULT

_ANY_NUMBER = re.compile(rf"(?:{NUMBER}|\?+)\Z", re.IGNORECASE)
_RESULT = re.compile(
    rf"(?:(?:max|min)\w*[ \t]*[({{][^\n]*[)}}][ \t]*(?:=>|->|→|⇒|[=≤≥]+)|[=≤≥<>]*)[ \t]*({NUMBER})[ \t]*\.?",
    re.IGNORECASE,
)
_GLUED = re.compile(r"([^\W\d_]+)([+\-−]?\d+)")
_JOINED = re.compile(r"\b(?:and|und|et|are|sind|both|beide)\b|&", re.IGNORECASE)
_COMMAS = re.compile(r"[\s,]*,[\s,]*")
_PLAIN = re.compile(r"[^,]+")
_MOST_LISTED = 60
"""So many items are looked at for values that are said together."""

_STRICT = re.compile(r"(?<![-=<])>(?!=)|<(?![-=>])")
"""What excludes the number behind it says no value."""

_GIVEN = re.compile(
    r"(?<![\w.])[^\W\d]\w*(?:[ \t]*(?:=|[<>]=|≤|≥)[ \t]*"
    r"|[ \t]+(?:is|ist)[ \t]+|[ \t]+(?:(?:is|ist)[ \t]+)?(?:at most|at least|höchstens|mindestens)[ \t]+)"
    r"[+\-−]?\d+(?:[.,/]\d+)?"
)
"""A node with its number, in a sentence."""

# Values


def values_within(text: str, start: int, end: int, nodes: Nodes) -> list[Claim]:
    """The values that nodes are given within words: `since B = 3 and C ≤ 2`."""
    given = (one for found in _GIVEN.finditer(text, start, end) for one in values_in(text, *found.span(), nodes))
    return [one for one in given if isinstance(one, Claim) and one.part == "values"]


def values_in(text: str, start: int, end: int, nodes: Nodes) -> list[Finding]:
    """What is said of values: `A=5`, `A -> 5`, `A 5`, `A (5)`, `A and B are 5`, each as a claim."""
    text = text[:start] + bare_lists(text[start:end]) + text[end:]
    found, text = unvalued_in(text, start, end, nodes)
    text = text[:start] + bare_values(text[start:end], nodes) + text[end:]
    waiting = list(items(text, start, end))
    at = 0
    while at < len(waiting):
        count, new = _values_of_waiting_items(waiting[at : at + _MOST_LISTED], text, nodes)
        at += count
        new += window_behind(text, waiting[at - 1].end, new)
        found += new
        while at < len(waiting) and new and waiting[at].start < new[-1].span.end:
            at += 1
    return found


def _values_of_waiting_items(waiting: list[Item], text: str, nodes: Nodes) -> tuple[int, list[Finding]]:
    """How many of the items that wait say something together, and what."""
    names = [*takewhile(lambda item: _is_name_of_one_node(item, nodes) or item.terminal == "FILLER", waiting)]
    owners = [item for item in names if item.terminal != "FILLER"]
    following = waiting[len(names)] if len(names) < len(waiting) else waiting[0]
    if owners and following.terminal == "EQUATION" and not _STRICT.search(following.text):
        numbers = [*takewhile(_is_number, waiting[len(names) + 1 :])]
        found = _claims_of_lists([*owners, following], numbers, text, nodes)
        if found:
            return len(names) + 1 + len(numbers), found
    is_root = waiting[0].terminal == "FILLER" and nodes.named(waiting[0].text) == (0,)
    if len(waiting) > 1 and (is_root or _is_name_of_one_node(waiting[0], nodes)) and _is_number(waiting[1]):
        return 2, value_of(waiting[0].piece, waiting[1].piece, Span(waiting[0].start, waiting[1].end), nodes)
    return 1, _findings_of_item(waiting[0], text, nodes)


def _claims_of_lists(owners: list[Item], numbers: list[Item], text: str, nodes: Nodes) -> list[Finding]:
    """`A, B and D are 6`, `A, B, C = 3, 2, 2`: one value for all, or one for each; nothing where it is neither."""
    *others, last = owners
    names = [*(item.piece for item in others), owner_in(last, nodes)]
    given = [last.behind("result"), *(item.piece for item in numbers)]
    gaps = [text[one.end : other.start] for one, other in pairwise(owners)]
    is_joined = _JOINED.search(text, others[-1].end, last.found.start("result")) or all(map(_COMMAS.fullmatch, gaps))
    is_list = len(given) == 1 and given[0].text.count(",") == len(names) - 1
    if len(given) == 1 and is_joined and not is_list:
        given *= len(names)
    elif len(given) != len(names) and not (is_list and is_joined and len(names) == 2):
        given = [Piece(one[0], number.start + one.start()) for number in given for one in _PLAIN.finditer(number.text)]
    pairs = zip(names, given, strict=False) if len(names) == len(given) else ()
    return [one for name, number in pairs for one in value_of(name, number, Span(name.start, number.end), nodes)]


def _is_name_of_one_node(item: Item, nodes: Nodes) -> bool:
    return item.terminal in ("PLAIN", "WORD") and len(nodes.named(item.text)) == 1


def _is_number(item: Item) -> bool:
    return item.terminal in ("PLAIN", "WORD") and bool(_ANY_NUMBER.fullmatch(item.text))


def _findings_of_item(item: Item, text: str, nodes: Nodes) -> list[Finding]:
    if item.terminal in ("FILLER", "UNANSWERED"):
        return []
    if item.terminal == FAULT:
        return [_unread_value(item, text, nodes)]
    pair = _name_and_number(item, nodes)
    if pair is not None:
        if item.terminal == "EQUATION" and _STRICT.search(item.text):
            return [unread("values", "answer-not-assigned", *item.span, text=quoted(text, *item.span))]
        is_formula = item.terminal == "EQUATION" and "(" in item.behind("sign").text
        how = BY_FORMULA if is_formula else BY_NAME
        return [one for name in _names_in_chain(pair[0]) for one in value_of(name, pair[1], item.span, nodes, how)]
    return [unread("values", "answer-not-assigned", item.start, item.end, text=quoted(text, item.start, item.end))]


def _name_and_number(item: Item, nodes: Nodes) -> tuple[Piece, Piece] | None:
    """The name and the number that an item gives it."""
    pair = None
    if item.terminal == "EQUATION":
        return owner_in(item, nodes), item.behind("result")
    if item.terminal == "ALIAS":
        pair = item.before("aside"), item.behind("aside")
        pair = pair if nodes.named(pair[0].text) or not nodes.named(pair[1].text) else (pair[1], pair[0])
    elif item.terminal == "PATH":
        name, _, number = re.split(r"[ \t]*(-+>|→|⇒)\s*", item.text, maxsplit=1)
        pair = Piece(name, item.start), Piece(number, item.end - len(number))
    elif item.terminal in ("PLAIN", "WORD") and (glued := _GLUED.fullmatch(item.text)):
        pair = Piece(glued[1], item.start), Piece(glued[2], item.start + glued.start(2))
        return pair if not nodes.named(item.text) and len(nodes.named(glued[1])) == 1 else None
    return pair if pair and _ANY_NUMBER.fullmatch(pair[1].text) else None


def _names_in_chain(name: Piece) -> list[Piece]:
    """The names of `A = B`, which are given one number."""
    if "=" not in name.text or name.text[:1] in '"„“”«»':
        return [name]
    return [Piece(one[0], name.start + one.start()) for one in re.finditer(r"[^\s=]+", name.text)]


def owner_in(item: Item, nodes: Nodes) -> Piece:
    """The name that an equation gives a number: `A=5`, `v(A) = 5`, `A (MAX) = 5`."""
    whole = item.before("sign")
    called, bracket, inner = whole.text.partition("(") if whole.text[:1] not in '"„“”«»' else (whole.text, "", "")
    name, inner = called.rstrip(), inner.strip(" \t)")
    if not bracket or nodes.named(name):
        return Piece(name, item.start)
    return Piece(inner, item.start + whole.text.index(inner, len(called)))


def value_of(name: Piece, number: Piece, span: Span, nodes: Nodes, how: str = BY_NAME) -> list[Finding]:
    """A value of a node, or what is wrong with it; nothing for a question mark, and for a leaf's own value."""
    node = owner("values", name.text, name.start, nodes)
    if isinstance(node, Unread):
        return [node]
    return value_given(node, number, span, nodes, how)


def value_given(node: int, number: Piece, span: Span, nodes: Nodes, how: str = BY_NAME) -> list[Finding]:
    """The same of a node that is known."""
    if not number.text.strip("?"):
        return []
    try:
        value = student_number(number.text)
    except ValueError as error:
        wrong = number_fault("values", error, number.text, 0, len(number.text))
        return [wrong._replace(problem=wrong.problem._replace(span=number.span))]
    if nodes.tree.children[node]:
        return [Claim("values", node, value, span, how)]
    return _findings_on_leaf_value(node, value, span, nodes)


def _findings_on_leaf_value(leaf: int, value: Number, span: Span, nodes: Nodes) -> list[Finding]:
    """A leaf has its value from the exercise: to repeat it says nothing, another one is a mistake in copying."""
    given = nodes.tree.values[leaf]
    if given == value:
        return [Passed(span)]
    own = given.letter if isinstance(given, Unknown) else given
    return [unread("values", "answer-leaf-value", *span, name=nodes.tree.names[leaf], value=own, given=value)]


def _unread_value(item: Item, text: str, nodes: Nodes) -> Unread:
    """What is wrong with something that is no value."""
    found = ASSIGNED.match(item.text)
    told = quoted(text, item.start, item.end)
    if item.text.startswith('"') and not found:
        return unread("values", "answer-quote-unclosed", item.start, item.end, text=told)
    if not found:
        return unread("values", "answer-stray", item.start, item.end, text=told)
    node = owner("values", found[1], item.start, nodes)
    if isinstance(node, Unread):
        return node
    number = found[2].rstrip()
    if not number:
        name = quoted(found[1], 0, len(found[1]))
        return unread("values", "answer-number-missing", item.start, item.start + len(item.text.rstrip()), text=name)
    start = item.start + found.start(2)
    try:
        student_number(number)
    except ValueError as error:
        return number_fault("values", error, text, start, start + len(number))
    return unread("values", "answer-not-assigned", item.start, item.end, text=told)


# The value of the root


def root_value_in(text: str, start: int, end: int, nodes: Nodes) -> list[Finding]:
    """The value of the root; `A=5` is one where A is the root and nothing else is said, else these are values."""
    begin = start
    while begin < end and text[begin] in " \t\n([{":
        begin += 1
    alone = _RESULT.match(text, begin, end)
    if (
        alone
        and not ("," in alone[1] and "[" in text[start:begin])
        and not text[alone.end() : end].strip(" \t\n.)]},;|")
    ):
        try:
            return [Claim("value", None, student_number(alone[1]), Span(*alone.span(1)), BY_NAME)]
        except ValueError as error:
            return [number_fault("value", error, text, *alone.span(1))]
    found = values_in(text, start, end, nodes)
    claims = [one for one in found if isinstance(one, Claim)]
    if len(found) == 1 and claims and claims[0].node == 0:
        return [claims[0]._replace(part="value", node=None)]
    if claims:
        return found
    told = [item for item in items(text, start, end) if item.terminal not in _SILENT]
    others = frozenset({"values"} if any(nodes.named(item.text) for item in told) else ())
    wrong = [_unread_root_value(item, text)._replace(others=others) for item in told]
    return [*(wrong[1:2] or wrong[:1])]


_SILENT = ("UNANSWERED", "NOTHING", "FILLER")
"""What stands where somebody has no answer."""


def _unread_root_value(item: Item, text: str) -> Unread:
    try:
        student_number(item.text)
    except ValueError as error:
        return number_fault("value", error, text, item.start, item.end)
    return unread("value", "answer-one-only", item.start, item.end, text=quoted(text, item.start, item.end))


def is_leaf_with(item: Item, nodes: Nodes) -> bool | None:
    """Whether `L4=6` is a leaf with the value it has; None where it is about no leaf."""
    found, number = nodes.named(item.before("sign").text), item.behind("result").text
    if len(found) != 1 or nodes.tree.children[found[0]]:
        return None
    return found[0] in nodes.found(number) if number.strip("?") else True
