"""The text of values with a name, one sign and the number for each, and blanks for what merely stands between them."""

import re

from treesolve.answers.node_words import Nodes
from treesolve.answers.number_words import NUMBER, student_number
from treesolve.model.tree import Kind

_NUMBER = re.compile(NUMBER, re.IGNORECASE)
_PAIRS = (
    re.compile(
        r"(?P<before>(?:\A|[,;(\n]|"
        r"\b(?:and|und|get|got|have|are|is|ist|sind|makes|gives|auf|the|den|values?|werte?)\b)[ \t]*)"
        rf"(?P<value>(?:(?:max|min)\w*[ \t]?[({{\[][^(){{}}\[\]\n]*[)}}\]][ \t]*=+[ \t]*)?{NUMBER})"
        r"[ \t]+(?:for|at|of|in|für|bei|an)[ \t]+(?:(?:the|node|knoten)[ \t]+)*(?P<name>[^\W\d]\w*)"
        r"(?=[ \t]*(?:[,;.)\n]|\Z)|[ \t]+(?:and|und|&)\b)",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?<![\w.)=][ \t])(?<![\w.)=])(?P<value>{NUMBER})[ \t]*\([ \t]*(?P<name>[^\W\d]\w*)[ \t]*\)", re.IGNORECASE
    ),
    re.compile(r"(?<![\w/.])(?P<name>[^\W\d]\w*)/(?P<value>[+\-−]?\d+)(?=[\s,;|)]|\Z)"),
    re.compile(
        r"(?<!\w)(?P<name>[^\W\d]\w*)[ \t]*(?:[:=]|\b(?:is|takes|has|gets|ist|hat|nimmt|bekommt)\b)?[ \t]*"
        r"(?:(?:the|das|den)[ \t]+)?(?:min(?:imum)?|max(?:imum)?|smallest|largest|kleinste[nr]?|größte[nr]?)[ \t]+"
        r"(?:(?:value|wert)[ \t]+)?(?:of|von|from|aus)[ \t]+"
        r"(?:(?:its|the|ihren?|seinen|den)[ \t]+(?:\w+[ \t]+)?(?=[(\d]))?\(?"
        rf"(?P<of>{NUMBER}(?:(?:,[ \t]*|[ \t]+(?:and|und)[ \t]+)+{NUMBER})*)\)?[ \t,]*"
        r"(?:(?:=>|-+>|→|⇒|=|\b(?:which|that|das|also|so|i\.e\.|d\.h\.)\b)[ \t]*"
        r"(?:(?:is|ist|also|auch|value|wert)[ \t]+)*|(?:is|ist)[ \t]+)"
        rf"(?P<value>{NUMBER})(?=[ \t]*(?:[,;.)\n]|\Z))",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?<![^\W\d])(?P<name>[^\W\d]\w*)[ \t]*[:=][ \t]*(?P<of>{NUMBER}(?:[ \t,]+{NUMBER})*)"
        rf"[ \t,]*(?:=>|-+>|→|⇒)[ \t]*(?P<value>{NUMBER})(?=[ \t]*(?:[,;\n]|\Z))",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?P<before>(?:\A|[,;\n])[ \t]*)(?P<value>{NUMBER})[ \t]*=[ \t]*(?P<name>[^\W\d]\w*)(?=[ \t]*(?:[,;\n]|\Z))",
        re.IGNORECASE,
    ),
)
"""`6 for A`, `6 (A)`, `A/6`, `A is the minimum of 6 and 9, so 6`, `C: 2, 9 => 2`, `6 = A`."""

_BETWEEN = (
    re.compile(r"(?<=[\d∞])[ \t,]*(?:=>|⇒|-+>|→)(?=[ \t]*[^\W\d]\w*[ \t]*[=:≤≥])"),
    re.compile(
        r"(?<=\d)[ \t]*(?:[ \t](?:too|as well|auch|ebenfalls)|[•·*&]|/(?=[ \t]*[^\W\d])|[-–—](?=[ \t]+[^\W\d]))"
        r"(?=[\s,;.]|\Z)"
    ),
    re.compile(
        r"[✓✔☑✅]|\b(?:of|von|for|für|bei|at)[ \t]+(?!most|least)"
        r"(?=[^\W\d]\w*(?:[ \t]+(?:(?:den|einen|the|a)[ \t]+(?:minimax-?)?(?:wert|value)[ \t]+)?|[ \t]*=[ \t]*)\d)"
        r"|(?<=\w[ \t])(?<![a-zäöü]{2}[ \t])(?:den|einen|the|a)[ \t]+(?:minimax-?)?(?=(?:wert|value)[ \t]+\d)",
        re.IGNORECASE,
    ),
    re.compile(r"(?<=\d)[ \t]+(?:at the (?:top|root)|ganz oben|an der (?:spitze|wurzel))(?=[.,;\s]|\Z)", re.IGNORECASE),
    re.compile(r"\b(?:mit|with)[ \t]+(?:(?:den|the)[ \t]+)?(?:kindern|children)\b", re.IGNORECASE),
    re.compile(r"\b(?:because|since|weil|denn)\b(?=[ \t]+\w+[ \t]*[=≤≥])", re.IGNORECASE),
)
_FROM_CHILDREN = re.compile(
    r"(?:(?<=[\n,;])|\A)(?P<children>[ \t]*[^\W\d]\w*(?:(?:[ \t]*[,+&][ \t]*|[ \t]+(?:and|und)[ \t]+)[^\W\d]\w*){1,12}"
    r"[ \t]*(?:=>|⇒|-+>|→|:))"
    r"(?=[ \t]*(?P<name>[^\W\d]\w*)[ \t]*=)"
)
"""`F, G -> C=2`, where F and G are the children of C."""
_SIGN = re.compile(r"(?<=[\w)])[ \t]+(?:--|—|\.{2,}|…)(?=[ \t]+[\d∞+\-−])|[ \t]*:=")
_DASH = re.compile(r"(?<=\w)[ \t]+[-–](?=[ \t]+\d)")
_ARROWS = re.compile(
    r"(?<![^\W\d])((?:[^\W\d]\w*,[ \t]*){2,}[^\W\d]\w*)[ \t]*(?:-+>|=>|→|⇒)[ \t]*(?=((?:-?\d+,[ \t]*){2,}-?\d+))\2"
)
_STROKES = re.compile(r"(?<![^\W\d])((?:[^\W\d]\w*/){2,}[^\W\d]\w*)([ \t]*[:=][ \t]*)((?:-?\d+/){2,}-?\d+)(?![\w/])")
_TUPLES = re.compile(r"[\[(]([^\[\]()\n=]*,[^\[\]()\n=]*)[\])][ \t]*=[ \t]*[\[(]([^\[\]()\n=]*,[^\[\]()\n=]*)[\])]")


def bare_lists(text: str) -> str:
    """The text with commas and blanks in lists of names and of their numbers: `S/A/B = 6/6/4`, `(A, B) = (3, 2)`."""
    text = _ARROWS.sub(lambda one: f"{one[1]}={one[2]}".rjust(len(one[0])), text)
    text = _STROKES.sub(lambda one: one[1].replace("/", ",") + one[2] + one[3].replace("/", " "), text)
    return _TUPLES.sub(lambda one: f" {one[1]} = {one[2]} ".ljust(len(one[0])), text)


def bare_values(text: str, nodes: Nodes) -> str:
    """The text with one sign between each node and its value, and blanks between values.

    >>> from treesolve.notation.reader import read
    >>> bare_values("5 for A, B/5, C: 2, 9 => 2", Nodes(read("((6 5) (2 9))")))
    'A=    5, B=5, C=         2'
    """

    def paired(found: re.Match[str]) -> str:
        told = {"before": "", "of": None} | found.groupdict()
        is_sure = len(nodes.named(found["name"])) == 1 and (not told["of"] or _is_value_from_numbers(found, nodes))
        if not is_sure:
            return found[0]
        pair = f"{told['before']}{found['name']}="
        return pair + found["value"].rjust(len(found[0]) - len(pair))

    def without_children(found: re.Match[str]) -> str:
        listed = {nodes.named(one) for one in re.findall(r"\w+", found["children"])} - {()}
        (above, *others) = nodes.named(found["name"]) or (0, 0)
        is_right = not others and listed == {(child,) for child in nodes.tree.children[above]}
        return " " * len(found[0]) if is_right else found[0]

    for form in _PAIRS:
        text = form.sub(paired, text)
    text = _FROM_CHILDREN.sub(without_children, text)
    for form in (_SIGN, *(() if nodes.is_negative else (_DASH,))):
        text = form.sub(lambda sign: "=".rjust(len(sign[0])), text)
    for form in _BETWEEN:
        text = form.sub(lambda sign: " " * len(sign[0]), text)
    return text


def _is_value_from_numbers(found: re.Match[str], nodes: Nodes) -> bool:
    """Whether the value of a node follows from the numbers, and these are those of its leaves if it has just leaves."""
    (node,) = nodes.named(found["name"])
    try:
        *numbers, result = (student_number(one[0]) for one in _NUMBER.finditer(f"{found['of']} {found['value']}"))
    except ValueError:
        return False
    given = [nodes.tree.values[child] for child in nodes.tree.children[node]][: len(numbers)]
    extreme = {Kind.MAX: max, Kind.MIN: min}.get(nodes.tree.kinds[node])
    return extreme is not None and extreme(numbers) == result and given in (numbers, [None] * len(numbers))
