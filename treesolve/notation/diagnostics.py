"""Diagnosis of input that the grammar rejects: finds all errors instead of only the first, up to about twenty.

The text is parsed again, token by token, with Lark's interactive parser, which says whether the next token is allowed.
After reporting an error, the parser inserts a plausible token so that it can check the rest of the text.
"""

import re
from itertools import islice

from lark import Token, UnexpectedToken

from treesolve.model.problem import InputError, Problem, Span, nearest
from treesolve.notation import tree_builder
from treesolve.notation.grammar import FAULT, LEAVES, leaf_type, span_of, syntax_parser, tokens, value_of
from treesolve.notation.headers import MAX_PROBLEMS, header_at
from treesolve.notation.length_check import MAX_EXPLAINED_LENGTH, mismatched_bracket_problem, unclosed_bracket_problem
from treesolve.notation.number_text import MAX_DIGITS
from treesolve.notation.tree_builder import BRACKET_PAIRS

_PREFIXES = ("WEIGHT", "MOVE", "NAME", "KIND")

_BRACKETS = {"OPEN": "OPEN_ROUND", "CLOSE": "CLOSE_ROUND"}
"""The token fed to the parser for a bracket of any type, so that a bracket of the wrong type also closes its node."""

_ERROR_CODES = {
    ("OPEN", "CLOSE"): "empty-node",
    ("OPEN", "SEPARATOR"): "separator-first",
    ("SEPARATOR", "SEPARATOR"): "separator-twice",
    ("KIND", "KIND"): "kind-twice",
    ("KIND", "NUMBER"): "kind-before-leaf",
    ("KIND", "UNKNOWN"): "kind-before-leaf",
    ("NAME", "NAME"): "name-twice",
    ("MOVE", "MOVE"): "move-twice",
    ("WEIGHT", "WEIGHT"): "weight-twice",
}

_BEFORE_BRACKET = re.compile(r"\s*[(\[{]")
_ADJOINING = re.compile(r"[^ \t\n\r,;()\[\]{}]")
_ADJOINING_TEXT = re.compile(f"{_ADJOINING.pattern}*")


def diagnose(text: str, start: int) -> list[Problem]:
    """Return the errors in the tree that begins at `start`. The list is empty if the grammar accepts the tree.

    >>> [problem.code for problem in diagnose("(() 6-5)", 0)]
    ['empty-node', 'numbers-touch']
    """
    parser = _DiagnosticParser(text)
    parser.run(start)
    return parser.problems


def check_number_of_nodes(text: str, start: int) -> None:
    """Raise InputError at the first node beyond MAX_NODES if the tree has more nodes than that."""
    if len(text) - start >= 2 * tree_builder.MAX_NODES:
        nodes = (token for token in tokens(text, start) if token in BRACKET_PAIRS or token.type in LEAVES)
        for token in islice(nodes, tree_builder.MAX_NODES, None):
            span = Span(token.start_pos or 0, (token.start_pos or 0) + 1)
            raise InputError((Problem("too-many-nodes", span, {"most": tree_builder.MAX_NODES // 1_000_000}),))


class _DiagnosticParser:
    """A parser that continues after an error.

    `opened` contains the open brackets with their offsets, and `previous` is the type of the last token.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.problems: list[Problem] = []
        self.opened: list[tuple[str, int]] = []
        self.previous = ""
        self._parser = syntax_parser().parse_interactive()

    def run(self, start: int) -> None:
        """Parse until the end of the text, or until further errors would not be meaningful."""
        for token in tokens(self.text, start):
            kind = token.type.partition("_")[0]
            if kind == FAULT:
                self.previous = self._recover_from_fault(token) or self.previous
            elif kind == "COMMENT":
                continue
            elif self._feed(kind):
                self._accept(token, kind)
            elif not self._recover(token, kind):
                return
            is_beyond_limit = (token.start_pos or 0) - start > MAX_EXPLAINED_LENGTH
            if len(self.problems) > MAX_PROBLEMS or (is_beyond_limit and self.problems):
                return
        self._finish()

    def _report(self, code: str, start: int, end: int, **facts: object) -> None:
        self.problems.append(Problem(code, Span(start, end), facts))

    def _feed(self, kind: str) -> bool:
        """Feed a token of this type to the parser, and return whether the token is allowed here."""
        try:
            self._parser.feed_token(Token(_BRACKETS.get(kind, kind), ""))
        except UnexpectedToken:
            return False
        return True

    def _accept(self, token: Token, kind: str) -> None:
        """Update the state after an allowed token, and report errors inside the token."""
        self.previous = kind
        if kind == "OPEN":
            self.opened.append((str(token), span_of(token).start))
        elif kind == "CLOSE":
            self.problems += filter(None, [mismatched_bracket_problem(*self.opened.pop(), str(token), span_of(token))])
        elif kind not in ("KIND", "SEPARATOR"):
            try:
                value_of(token)
            except InputError as error:
                self.problems += error.problems

    # Invalid tokens

    def _recover_from_fault(self, token: Token) -> str:
        """Report a fragment that is not a terminal of the grammar.

        Return the type of the token that was fed to the parser instead, or "" if there was none.
        """
        start, end = span_of(token)
        if leaf := leaf_type(token):
            return self._recover_from_touching(start, end, leaf)
        code, meant, facts = classify_fault(token)
        self._report(code, start, end, text=str(token), **facts)
        if code == "stray-word" and _BEFORE_BRACKET.match(self.text, end):
            meant = "KIND"
        return meant if meant and self._feed(meant) else ""

    def _recover_from_touching(self, start: int, end: int, kind: str) -> str:
        """Report a leaf that touches a bracket without a separator, quoting the adjoining text.

        Return the type of the leaf, or "" if a leaf is not allowed here.
        """
        is_touching = {
            start: self.text[start - 1 : start] in BRACKET_PAIRS.values(),
            end: self.text[end : end + 1] in BRACKET_PAIRS,
        }
        for at in (offset for offset, touches in is_touching.items() if touches):
            first = at - 1
            while first > 0 and _ADJOINING.fullmatch(self.text[first - 1]):
                first -= 1
            adjoining = _ADJOINING_TEXT.match(self.text, at + 1)
            stop = adjoining.end() if adjoining else at + 1
            self._report("nodes-touch", first, stop, text=self.text[first:stop])
        return kind if self._feed(kind) else ""

    # Unexpected tokens

    def _recover(self, token: Token, kind: str) -> bool:
        """Report a token that is not allowed here, and return whether parsing can continue after the token."""
        code, previous = self._error_code(kind), self.previous
        start, end = span_of(token)
        if code == "second-tree":
            if not (self.problems and self.problems[-1].code == "nodes-touch"):
                self._report(code, start, end, header=header_at(self.text, start))
            return False
        self._report(code, start, end, text=str(token), previous=previous)
        if code in ("empty-node", "node-missing", "kind-before-leaf"):
            self._fill_with_leaf()
            if code != "kind-before-leaf" and self._feed(kind):
                self._accept(token, kind)
        return True

    def _fill_with_leaf(self) -> None:
        """Feed a leaf where a node is missing."""
        if not self._feed("NUMBER"):
            for kind in ("OPEN", "NUMBER", "CLOSE"):
                self._feed(kind)
        self.previous = "NUMBER"

    def _error_code(self, kind: str) -> str:
        previous = self.previous
        if not self.opened and previous in (*LEAVES, "CLOSE"):
            return {"CLOSE": "stray-close", "SEPARATOR": "separator-after"}.get(kind, "second-tree")
        if (previous, kind) in _ERROR_CODES:
            return _ERROR_CODES[previous, kind]
        if previous in _PREFIXES:
            return "prefix-order" if kind in _PREFIXES else "node-missing"
        return "separator-first" if kind == "SEPARATOR" else "stray-close"

    def _finish(self) -> None:
        """Report a missing node, closing bracket or tree at the end of the text."""
        end = len(self.text.rstrip())
        if self.previous in _PREFIXES:
            self._report("node-missing", end, end, text="", previous=self.previous)
        elif self.opened and "quote-unclosed" not in {problem.code for problem in self.problems}:
            self.problems.append(unclosed_bracket_problem(self.opened))
        elif not self.problems and not self._feed("$END"):
            self._report("no-tree", end, end)


_NUMBER = r"[+\-−]?[0-9]+(?:[./][0-9]+)?"
_GLUED = re.compile(rf"({_NUMBER})((?:[+\-−][0-9]+(?:[./][0-9]+)?)+)")
_NUMERIC = re.compile(r"[+\-−]*\.?[0-9]")
_WORD = re.compile(r"[^\W\d][\w'-]*")


def classify_fault(text: str) -> tuple[str, str, dict[str, object]]:
    """Classify a fragment that is not a terminal of the grammar.

    Return the error code, the type of the token that was probably intended ("" if unknown), and facts for the message.

    >>> classify_fault("6-5")
    ('numbers-touch', 'NUMBER', {'instead': '6 -5'})
    """
    if text.startswith('"'):
        closed = len(text) > 1 and text.endswith('"')
        return ("name-without-mark" if closed else "quote-unclosed"), "", {}
    marked = re.fullmatch(r"(.*?)\s*(:|->|→)", text, re.DOTALL)
    if marked:
        facts: dict[str, object] = {"name": marked[1], "mark": marked[2]}
        return "name-needs-quotes" if marked[1] else "stray-mark", "NAME" if marked[2] == ":" else "MOVE", facts
    if _GLUED.fullmatch(text):
        return "numbers-touch", "NUMBER", {"instead": re.sub(r"(?<=[0-9])(?=[+\-−])", " ", text)}
    if _NUMERIC.match(text):
        return (
            ("number-too-long" if len(text) > MAX_DIGITS else "bad-number"),
            "NUMBER",
            {"instead": _suggest_number(text)},
        )
    if _WORD.fullmatch(text):
        return "stray-word", "UNKNOWN", {"nearest": nearest(text, ("max", "min", "chance", "inf"))}
    return "stray-characters", "", {}


def _suggest_number(text: str) -> str | None:
    """Return the number that a common misspelling such as `.5`, `5.`, `1e3` or `1_000` means.

    Return None if the intended number is unclear, as for `1.2.3`.
    """
    if re.fullmatch(r"[+\-−]?\.[0-9]+", text):
        return text.replace(".", "0.")
    if match := re.fullmatch(r"([+\-−]?[0-9]{1,9})[eE]\+?([0-9])", text):
        return match[1] + "0" * int(match[2])
    if re.fullmatch(r"[+\-−]?[0-9]{1,3}(?:_[0-9]{3}){1,3}", text):
        return text.replace("_", "")
    return text[:-1] if re.fullmatch(r"[+\-−]?[0-9]+\.", text) else None
