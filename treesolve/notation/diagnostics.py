"""What is wrong with a text that the grammar does not take: every slip in it, up to about twenty.

The text is gone through once more, token by token, with Lark's parser at hand to say what may stand where. A mistake is
named, and something put in its place, so that what comes behind it is looked at as well.
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
"""What the parser is given for any bracket: a wrong one closes its node, too."""

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
_BESIDE = re.compile(r"[^ \t\n\r,;()\[\]{}]")
_BESIDES = re.compile(f"{_BESIDE.pattern}*")


def diagnose(text: str, start: int) -> list[Problem]:
    """Return the mistakes in the tree that begins there, none where the grammar takes it.

    >>> [problem.code for problem in diagnose("(() 6-5)", 0)]
    ['empty-node', 'numbers-touch']
    """
    search = _DiagnosticParser(text)
    search.run(start)
    return search.problems


def check_number_of_nodes(text: str, start: int) -> None:
    """Raises InputError at the first node that is more than a tree may have."""
    if len(text) - start >= 2 * tree_builder.MAX_NODES:
        nodes = (token for token in tokens(text, start) if token in BRACKET_PAIRS or token.type in LEAVES)
        for token in islice(nodes, tree_builder.MAX_NODES, None):
            span = Span(token.start_pos or 0, (token.start_pos or 0) + 1)
            raise InputError((Problem("too-many-nodes", span, {"most": tree_builder.MAX_NODES // 1_000_000}),))


class _DiagnosticParser:
    """A text that is looked through; `opened` has its open brackets, `previous` is the type of the last token."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.problems: list[Problem] = []
        self.opened: list[tuple[str, int]] = []
        self.previous = ""
        self._parser = syntax_parser().parse_interactive()

    def run(self, start: int) -> None:
        """Go on as long as the text makes sense."""
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
            is_far = (token.start_pos or 0) - start > MAX_EXPLAINED_LENGTH
            if len(self.problems) > MAX_PROBLEMS or (is_far and self.problems):
                return
        self._finish()

    def _report(self, code: str, start: int, end: int, **facts: object) -> None:
        self.problems.append(Problem(code, Span(start, end), facts))

    def _feed(self, kind: str) -> bool:
        """Whether a token of that type may stand here; if so, it does."""
        try:
            self._parser.feed_token(Token(_BRACKETS.get(kind, kind), ""))
        except UnexpectedToken:
            return False
        return True

    def _accept(self, token: Token, kind: str) -> None:
        """Note what is wrong with a token that stands where it may."""
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

    # Faults

    def _recover_from_fault(self, token: Token) -> str:
        """Name a stretch of text that is no terminal, and put in its place what was probably meant."""
        start, end = span_of(token)
        if leaf := leaf_type(token):
            return self._recover_from_touching(start, end, leaf)
        code, meant, facts = classify_fault(token)
        self._report(code, start, end, text=str(token), **facts)
        if code == "stray-word" and _BEFORE_BRACKET.match(self.text, end):
            meant = "KIND"
        return meant if meant and self._feed(meant) else ""

    def _recover_from_touching(self, start: int, end: int, kind: str) -> str:
        """Say that a leaf and a bracket touch, and what else touches them."""
        places = {
            start: self.text[start - 1 : start] in BRACKET_PAIRS.values(),
            end: self.text[end : end + 1] in BRACKET_PAIRS,
        }
        for at in (place for place, touches in places.items() if touches):
            begin = at - 1
            while begin > 0 and _BESIDE.fullmatch(self.text[begin - 1]):
                begin -= 1
            beside = _BESIDES.match(self.text, at + 1)
            stop = beside.end() if beside else at + 1
            self._report("nodes-touch", begin, stop, text=self.text[begin:stop])
        return kind if self._feed(kind) else ""

    # Slips

    def _recover(self, token: Token, kind: str) -> bool:
        """Name the slip at a token that cannot stand there; whether it makes sense to go on.

        That is past it, or with a leaf put before it.
        """
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
        """Put a leaf where a node is missing."""
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
        """Note what is missing at the end."""
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
    """Return the code of the mistake, the terminal that was probably meant ("" for none), and facts for the sentence.

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
    """Return the number that a near miss stands for: `.5`, `5.`, `1e3` do not need a guess, `1.2.3` does."""
    if re.fullmatch(r"[+\-−]?\.[0-9]+", text):
        return text.replace(".", "0.")
    if found := re.fullmatch(r"([+\-−]?[0-9]{1,9})[eE]\+?([0-9])", text):
        return found[1] + "0" * int(found[2])
    if re.fullmatch(r"[+\-−]?[0-9]{1,3}(?:_[0-9]{3}){1,3}", text):
        return text.replace("_", "")
    return text[:-1] if re.fullmatch(r"[+\-−]?[0-9]+\.", text) else None
