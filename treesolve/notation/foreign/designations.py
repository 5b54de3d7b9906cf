"""Nodes of C whose fields are set by their names: `Node b = { .children = { &d, &e } };`, `(Node){ .value = 3 }`."""

import re

_SIGN = re.compile(r"[{,]\s*\.\w+\s*=")
_NODE = re.compile(r"&?(?:\((?:struct\s+)?\w+[ \t*]*\))?\s*\{\s*(?P<fields>\.\w+\s*=[^{}]*)\}")
_LIST = re.compile(r"(?<=[=,({])\s*(?:\([^()\n]*\[\w*\]\))?\s*\{(?P<items>(?!\s*\.)[^{}]*)\}")
_FIELD = re.compile(r"(^|,)\s*\.(?=\w+\s*=)")
_MOST = 200


def designations_as_calls(text: str) -> str:
    """The text with calls for such nodes, and square brackets for lists, from the innermost out.

    >>> designations_as_calls("b = { .value = 0, .children = { &d, &(Node){ .value = 5 } } };")
    'b = Node(value = 0, children = [ d, Node(value = 5) ]);'
    """
    before = "" if _SIGN.search(text) else text
    for _ in range(_MOST):
        if before == text:
            break
        before = text
        text = _NODE.sub(_as_call, text)
        text = text if text != before else _LIST.sub(lambda found: f" [{found['items']}]", text)
    return re.sub(r"&(?=[A-Za-z])", "", text) if _SIGN.search(text) is None and "Node(" in text else text


def _as_call(found: re.Match[str]) -> str:
    fields = _FIELD.sub(r"\1 ", found["fields"]).strip().rstrip(",").rstrip()
    lead = " " if found[0][0].isspace() else ""
    return f"{lead}Node({' '.join(fields.split())})"
