"""Claims with numbers: values of nodes, windows, the value of the root."""

import re

from treesolve.answers.answer_words import retracts
from treesolve.answers.claim import BY_FORMULA, BY_NAME, Claim, Finding, Passed, Unread, quoted, unread
from treesolve.answers.items import Item, Piece, items
from treesolve.answers.node_words import Nodes
from treesolve.answers.number_words import NUMBER, student_number
from treesolve.model.number import Number, Unknown
from treesolve.model.problem import Span
from treesolve.notation.scanner import FAULT

_ASSIGNED = re.compile(r"""("(?:[^"\\\n]|\\["\\])*"|[^\s=:≤≥<>≈\[(\]]+)[ \t]*[=:≤≥<>≈]+[ \t]*(.*)""", re.DOTALL)
_ANY_NUMBER = re.compile(rf"(?:{NUMBER}|\?+)\Z", re.IGNORECASE)
_BOUND = re.compile(rf"[=:][ \t]*({NUMBER})", re.IGNORECASE)
_RESULT = re.compile(
    rf"(?:(?:max|min)\w*[ \t]*[({{][^\n]*[)}}][ \t]*(?:=>|->|→|⇒|[=≤≥]+)|[=≤≥<>]*)[ \t]*({NUMBER})[ \t]*\.?",
    re.IGNORECASE,
)
_MARKED = re.compile(r"\s*([^;|\s]+?)\s*(?:;|\||\.{2,3}|…|\b(?:bis|to)\b)\s*([^;|\s]+)\s*")
_COMMA = re.compile(r"\s*([^,\s]+)\s*,\s*([^,\s]+)\s*|\s*([^,\s]+(?:,\d+)?)\s*,\s+([^,\s]+(?:,\d+)?)\s*")
_BLANK = re.compile(r"\s*(\S+)\s+(\S+)\s*")
_HENCE = re.compile(r"(?<=[\d∞])[ \t,]*(?:=>|⇒|-+>|→)(?=[ \t]*[^\W\d]\w*[ \t]*[=:≤≥])")
_BETWEEN = re.compile(r"(?<=\d)[ \t]*(?:[•·*&]|/(?=[ \t]*[^\W\d])|[-–—](?=[ \t]+[^\W\d]))(?=[ \t])")
_SIGN = re.compile(r"(?<=[\w)])[ \t]+(?:--|—|\.{2,}|…)(?=[ \t]+[\d∞+\-−])|[ \t]*:=")
_GLUED = re.compile(r"([^\W\d_]+)([+\-−]?\d+)")
_LONGEST_ASIDE = 200
_STRICT = re.compile(r"(?<![-=<])>(?!=)|<(?![-=>])")
"""What excludes the number behind it says no value."""

_KINDS = frozenset({"max", "min"})
_BOUNDS = frozenset({"alpha", "beta", "α", "β"})
"""These are no nodes: whoever writes their numbers speaks of a window."""


def window_ends(inside: str) -> tuple[str, str] | None:
    """The two ends of a window as they are written; None where it cannot be told where one ends.

    >>> window_ends("0,5; 1"), window_ends("0,5, 1"), window_ends("-inf,5"), window_ends("0,5,1")
    (('0,5', '1'), ('0,5', '1'), ('-inf', '5'), None)
    """
    for form in (_MARKED, _COMMA, _BLANK):
        found = form.fullmatch(inside)
        if found:
            low, high = (end for end in found.groups() if end is not None)
            return low, high
    return None


def number_fault(part: str, error: ValueError, text: str, start: int, end: int) -> Unread:
    """That a stretch is no number, by the name of the mistake."""
    code = error.args[0] if error.args[0] in ("number-too-long", "zero-denominator") else "bad-number"
    return unread(part, f"answer-{code}", start, end, text=quoted(text, start, end))


def owner(part: str, mention: str, start: int, nodes: Nodes) -> int | Unread:
    """The node that is given a number, by its name only; that there is none, or more than one."""
    found = nodes.named(mention) or nodes.named(mention.strip("'’`*_"))
    end = start + len(mention)
    if len(found) == 1:
        return found[0]
    if found:
        return unread(
            part, "answer-ambiguous", start, end, text=quoted(mention, 0, len(mention)), known=nodes.listed(found)
        )
    part = "windows" if mention.casefold() in _BOUNDS else part
    facts = {"text": quoted(mention, 0, len(mention)), "nearest": nodes.nearest(mention)}
    return unread(part, "answer-unknown-node", start, end, **facts)


# Values


def values_in(text: str, start: int, end: int, nodes: Nodes) -> list[Finding]:
    """What is said of values: `A=5`, `A -> 5`, `A 5`, `A (5)`, each as a claim."""
    found: list[Finding] = []
    text = text[:start] + _signed(text[start:end]) + text[end:]
    waiting = list(items(text, start, end))[::-1]
    while waiting:
        item = waiting.pop()
        if waiting and _is_pair(item, waiting[-1], nodes):
            number = waiting.pop()
            pair = Piece(item.text, item.start), Piece(number.text, number.start)
            found += value_of(*pair, Span(item.start, number.end), nodes)
        else:
            found += _value_item(item, text, nodes)
    claim = next((one for one in found if isinstance(one, Claim)), None)
    if claim is None or "(" not in text[start:end]:
        return found
    return [one for one in found if not _is_aside(one, text, claim.span.end)]


def _signed(text: str) -> str:
    """A text with one sign between a node and its value, and blanks between values."""
    for form in (_HENCE, _BETWEEN):
        text = form.sub(lambda sign: " " * len(sign[0]), text)
    return _SIGN.sub(lambda sign: "=".rjust(len(sign[0])), text)


def _is_aside(finding: Finding, text: str, begin: int) -> bool:
    """Whether something unread stands in parentheses behind a value, as a reason does."""
    if not isinstance(finding, Unread) or finding.problem.code != "answer-not-assigned":
        return False
    begin = max(begin, text.rfind("\n", 0, finding.span.start), finding.span.start - _LONGEST_ASIDE)
    opened, closed = (text.rfind(sign, begin, finding.span.start) for sign in "()")
    end = text.find(")", finding.span.end, finding.span.end + _LONGEST_ASIDE)
    return opened > closed and end >= 0 and not retracts(text[opened:end])


def _is_pair(item: Item, following: Item, nodes: Nodes) -> bool:
    """Whether a name and the number behind it stand without any sign between them."""
    is_words = item.terminal in ("PLAIN", "WORD") and following.terminal in ("PLAIN", "WORD")
    return is_words and len(nodes.named(item.text)) == 1 and bool(_ANY_NUMBER.fullmatch(following.text))


def _value_item(item: Item, text: str, nodes: Nodes) -> list[Finding]:
    if item.terminal in ("FILLER", "UNANSWERED"):
        return []
    if item.terminal == FAULT:
        return [_value_fault(item, text, nodes)]
    pair = _pair(item, nodes)
    if pair is not None:
        if item.terminal == "EQUATION" and _STRICT.search(item.text):
            return [unread("values", "answer-not-assigned", *item.span, text=quoted(text, *item.span))]
        is_formula = item.terminal == "EQUATION" and "(" in item.behind("sign").text
        return value_of(*pair, item.span, nodes, BY_FORMULA if is_formula else BY_NAME)
    return [unread("values", "answer-not-assigned", item.start, item.end, text=quoted(text, item.start, item.end))]


def _pair(item: Item, nodes: Nodes) -> tuple[Piece, Piece] | None:
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


def owner_in(item: Item, nodes: Nodes) -> Piece:
    """The name that an equation gives a number: `A=5`, `v(A) = 5`, `A (MAX) = 5`."""
    whole = item.before("sign")
    called, bracket, inner = whole.text.partition("(") if whole.text[:1] not in '"„“”«»' else (whole.text, "", "")
    name, inner = called.rstrip(), inner.strip(" \t)")
    if not bracket or inner.casefold() in _KINDS or nodes.named(name):
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
    return _leaf_value(node, value, span, nodes)


def _leaf_value(leaf: int, value: Number, span: Span, nodes: Nodes) -> list[Finding]:
    """A leaf has its value from the exercise: to repeat it says nothing, another one is a mistake in copying."""
    given = nodes.tree.values[leaf]
    if given == value:
        return [Passed(span)]
    own = given.letter if isinstance(given, Unknown) else given
    return [unread("values", "answer-leaf-value", *span, name=nodes.tree.names[leaf], value=own, given=value)]


def _value_fault(item: Item, text: str, nodes: Nodes) -> Unread:
    """What is wrong with something that is no value."""
    found = _ASSIGNED.match(item.text)
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
    wrong = [_root_fault(item, text) for item in told]
    return [*(wrong[1:2] or wrong[:1])]


_SILENT = ("UNANSWERED", "NOTHING", "FILLER")
"""What stands where somebody has no answer."""


def _root_fault(item: Item, text: str) -> Unread:
    try:
        student_number(item.text)
    except ValueError as error:
        return number_fault("value", error, text, item.start, item.end)
    return unread("value", "answer-one-only", item.start, item.end, text=quoted(text, item.start, item.end))


# Windows


def windows_in(text: str, start: int, end: int, nodes: Nodes) -> list[Finding]:
    """What is said of windows: `B=[3, inf]`, `B: alpha = 3, beta = inf`."""
    return [one for item in items(text, start, end) for one in _window_item(item, text, nodes)]


def _window_item(item: Item, text: str, nodes: Nodes) -> list[Finding]:
    if item.terminal == "WINDOW":
        return _window(item.before("window"), item.said("ends")[1:-1], item.found.start("ends") + 1, item, text, nodes)
    if item.terminal == "BOUNDS":
        low, high = _BOUND.findall(item.text)[-2:]
        return _window(item.before("bounds"), f"{low}; {high}", item.start, item, text, nodes)
    if item.terminal in ("FILLER", "UNANSWERED"):
        return []
    assigned = _ASSIGNED.fullmatch(item.text) if item.terminal == FAULT else None
    if assigned:
        node = owner("windows", assigned[1], item.start, nodes)
        if isinstance(node, Unread):
            return [node]
        return [unread("windows", "answer-bad-window", item.start, item.end, text=quoted(text, item.start, item.end))]
    code = "answer-quote-unclosed" if item.terminal == FAULT and item.text[0] == '"' else "answer-not-a-window"
    return [unread("windows", code, item.start, item.end, text=quoted(text, item.start, item.end))]


def _window(name: Piece, inside: str, start: int, item: Item, text: str, nodes: Nodes) -> list[Finding]:
    """A window of a node, or what is wrong with it; nothing where one of its ends is a question mark."""
    node = owner("windows", name.text, name.start, nodes)
    if isinstance(node, Unread):
        return [node]
    ends = window_ends(inside)
    if ends is None:
        return [unread("windows", "answer-bad-window", start - 1, item.end, text=quoted(text, start - 1, item.end))]
    if any(not end.strip("?") for end in ends):
        return []
    numbers = []
    for place, end in zip((0, len(ends[0])), ends, strict=True):
        try:
            numbers.append(student_number(end))
        except ValueError as error:
            at = start + inside.index(end, place)
            return [number_fault("windows", error, text, at, at + len(end))]
    if not nodes.tree.children[node]:
        return [unread("windows", "answer-leaf-window", item.start, item.end, name=nodes.tree.names[node])]
    return [Claim("windows", node, (numbers[0], numbers[1]), Span(item.start, item.end), BY_NAME)]


def is_leaf_with(item: Item, nodes: Nodes) -> bool | None:
    """Whether `L4=6` is a leaf with the value it has; None where it is about no leaf."""
    found, number = nodes.named(item.before("sign").text), item.behind("result").text
    if len(found) != 1 or nodes.tree.children[found[0]]:
        return None
    return found[0] in nodes.found(number) if number.strip("?") else True
