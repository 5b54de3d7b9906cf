"""The tokens of an answer line, with its words classified by comparing them with the names in the tree."""

from typing import Any

from lark import Token

from treesolve.model.answer import PARTS
from treesolve.submissions.answer_line_grammar import (
    KEYS,
    NUMBERS,
    RELATIONS,
    SIGNS,
    insert_blank_tokens,
    make_token,
    raw_tokens,
    span_of,
)
from treesolve.submissions.answer_words import match_misspelled_key, normalize_words, parse_key, position_words, words
from treesolve.submissions.node_names import NodeNames, unquoted
from treesolve.submissions.notes import is_note, is_unrelated_word

MAX_RUN_LENGTH = 10
"""Maximum number of words in a key."""

_ENDS = (*NUMBERS, "WORD", "CLOSE")
_ITEMS = (*NUMBERS, "QUOTED", "OPEN")


def tokenize_line(line: str, nodes: NodeNames, open_part: str = "") -> list[Token]:
    """Return the tokens of a line with its words classified.

    `open_part` is the part to which the line belongs if it does not begin with a key.

    Bars between cells are ignored.

    >>> from treesolve.notation.reader import read
    >>> nodes = NodeNames(read("((6 5) (2 9))"))
    >>> [token.type for token in tokenize_line("Bester Zug: B (klar), pruned: L4", nodes)]
    ['BEST', 'NAME', 'PRUNED', 'NAME']
    """
    raw = [token for token in raw_tokens(line) if token != "|"]
    if raw and raw[-1].type == "PERIOD":
        raw.pop()
    meaning = _TokenClassifier(line, raw, nodes)
    found = meaning.tokens()
    is_continued = open_part and not (found and found[0].type in KEYS)
    return [Token(open_part.upper(), "", 0, end_pos=0), *found] if is_continued else found


class _TokenClassifier:
    """Classifies the raw tokens of a line from left to right."""

    def __init__(self, line: str, raw: list[Token], nodes: NodeNames) -> None:
        self.line, self.raw, self.nodes = line, raw, nodes
        self.found: list[Token] = []
        self.at, self.is_pointed = 0, False

    def tokens(self) -> list[Token]:
        """Classify all raw tokens and return the result, in order."""
        while self.at < len(self.raw):
            self._next()
        return insert_blank_tokens(self.found)

    def _next(self) -> None:
        token = self.raw[self.at]
        classify = _CLASSIFIERS.get(token.type)
        if classify is None:
            self._consume_as(token.type, token, 1)
        else:
            classify(self, token)

    def _consume_as(self, kind: str, value: Any, count: int) -> None:
        """Consume the next raw tokens as one token of the given kind."""
        first, last = self.raw[self.at], self.raw[self.at + count - 1]
        self.found.append(Token(kind, value, first.start_pos, end_pos=last.end_pos))
        self.at += count

    # Words

    def _word(self, token: Token) -> None:
        """Classify a word as part of a key, as a name, or as a keyword of the grammar."""
        word = normalize_words(token)
        nodes = () if word in words("none") else self.nodes.mentioned(token)
        if self._consume_key(bool(nodes)):
            return
        if nodes:
            self._consume_as("NAME", nodes, 1)
        elif word in words("none"):
            self._consume_as("NONE", token, 1)
        elif self._is_filler(word):
            self.at += 1
        elif word in words("then"):
            self._consume_as("ARROW", token, 1)
        elif word in words("value") and self._is_call():
            self._consume_as("NAME", self.nodes.named(self.raw[self.at + 2]), 4)
        elif word in words("function") and self._type_at(self.at + 1) == "OPEN":
            self._consume_as("FUNCTION", token, 1)
        elif word in ("alpha", "α", "beta", "β"):
            self._consume_as("ALPHA" if word in ("alpha", "α") else "BETA", token, 1)
        elif word in position_words():
            self._consume_as("NAME", self.nodes.child_at_position(position_words()[word]), 1)
        elif word in words("because"):
            self._reason(token)
        elif not self._consume_unvisited():
            self._consume_as("WORD", token, 1)

    def _reason(self, token: Token) -> None:
        """Skip the rest of the line after `because` if it is only a note; otherwise consume it as unreadable."""
        if self.found and self.found[-1].type not in KEYS and is_note(self.raw[self.at + 1 :], self.nodes):
            self.at = len(self.raw)
        else:
            self._consume_as("WORD", token, len(self.raw) - self.at)

    def _type_at(self, index: int) -> str:
        """Return the type of the raw token at an index; empty after the last token."""
        return self.raw[index].type if index < len(self.raw) else ""

    def _consume_key(self, is_name: bool) -> bool:
        """Consume a key with its sign, or a key without one, if it comes next; return whether it did.

        A key may contain a node name only if it is at the start of a line and a colon follows.
        """
        end = self._end_of_run()
        sign = self._index_after_note(end)
        is_signed = self._type_at(sign) in SIGNS or (self.at == 0 and self._type_at(sign) == "ARROW")
        meaning = self._parse_signed_key(end, sign) if is_signed else None
        if meaning not in PARTS:
            return self.at == 0 and not is_name and self._consume_key_without_sign(end)
        self._consume_as(meaning.upper(), self._text_until(end), sign + 1 - self.at)
        return True

    def _parse_signed_key(self, end: int, sign: int) -> str | None:
        """Return the part that a key with a sign introduces.

        The key may contain a node name only if it is at the start of a line and a colon follows.
        """
        word = self._text_until(end)
        is_sure = self.at == 0 and self._type_at(sign) == "COLON"
        has_name = any(self.nodes.called(str(one)) for one in self.raw[self.at : end])
        if has_name and not is_sure:
            return None
        return parse_key(word) or (None if has_name else match_misspelled_key(word))

    def _consume_key_without_sign(self, end: int) -> bool:
        """Consume a key without a sign if an item directly follows the key, as in `pruned L4`.

        Return whether there was such a key.
        """
        for index in range(end, self.at, -1):
            is_item = self._type_at(index) in _ITEMS or self._is_name_at(index)
            meaning = parse_key(self._text_until(index)) if is_item else None
            if meaning in PARTS:
                self._consume_as(meaning.upper(), self._text_until(index), index - self.at)
                return True
        return False

    def _text_until(self, end: int) -> str:
        """Return the text from the current raw token up to, but not including, the one at index `end`."""
        return self.line[self.raw[self.at].start_pos : self.raw[end - 1].end_pos]

    def _is_name_at(self, index: int) -> bool:
        return self._type_at(index) == "WORD" and bool(self.nodes.mentioned(self.raw[index]))

    def _is_filler(self, word: str) -> bool:
        """Return whether a word only separates items or describes the name or number that follows."""
        is_before_name = word in words("noun") | words("article") and self._is_name_at(self._index_after_nouns())
        is_in_bracket = self.at > 0 and (self._type_at(self.at - 1), self._type_at(self.at + 1)) == ("OPEN", "NUMBER")
        return word in words("between") or is_before_name or (word in words("value") and is_in_bracket)

    def _index_after_nouns(self) -> int:
        """Return the index after the nouns, such as "node", that follow the current word."""
        following = self.at + 1
        while self._type_at(following) == "WORD" and normalize_words(self.raw[following]) in words("noun"):
            if following - self.at > MAX_RUN_LENGTH:
                break
            following += 1
        return following

    def _is_call(self) -> bool:
        """Return whether a node name in parentheses follows the word, as in `v(A)`."""
        is_bracket = (self._type_at(self.at + 1), self._type_at(self.at + 3)) == ("OPEN", "CLOSE")
        return is_bracket and self._is_name_at(self.at + 2)

    def _end_of_run(self) -> int:
        """Return the index after the run of words that starts at the current token."""
        end = self.at
        while self._type_at(end) in ("WORD", "HYPHEN") and end - self.at < MAX_RUN_LENGTH:
            end += 1
        return end

    def _index_after_note(self, at: int) -> int:
        """Return the index after a note in brackets that starts at `at`; `at` itself if there is no note."""
        closing = self._find_closing_bracket(at) if self._type_at(at) == "OPEN" else 0
        return closing + 1 if closing and is_note(self.raw[at + 1 : closing], self.nodes) else at

    def _consume_unvisited(self) -> bool:
        """Consume words that say that the node before them is not visited; return whether there were any."""
        end = self._end_of_run()
        is_behind_name = bool(self.found) and self.found[-1].type in ("NAME", *SIGNS)
        if is_behind_name and parse_key(self._text_until(end)) == "pruned":
            self._consume_as("UNVISITED", self._text_until(end), end - self.at)
            return True
        return False

    def _quoted(self, token: Token) -> None:
        """Classify quoted text as a name; if it is not a name, ignore the quotes and classify its content."""
        inside = unquoted(token)
        named = self.nodes.mentioned(token)
        if named:
            self._consume_as("NAME", named, 1)
            return
        inner = raw_tokens(inside)
        last = self.found[-1] if self.found else token
        is_cell = last.type in KEYS and self.at == len(self.raw) - 1 and self.line[span_of(last).end - 1] not in ":="
        if any(one.type in ("QUOTED", *SIGNS) for one in inner) and not is_cell:
            self._consume_as("ODD", token, 1)
        else:
            self.raw[self.at : self.at + 1] = [
                make_token(one.type, str(one), span_of(token).start + 1 + span_of(one).start) for one in inner
            ]

    # Numbers

    def _number(self, token: Token) -> None:
        """Classify a number; a sign that directly follows a number, word or closing bracket is an operator."""
        before = self.raw[self.at - 1] if self.at else None
        if token[0] in "+-−–" and before is not None and before.end_pos == token.start_pos and before.type in _ENDS:
            self.found.append(make_token("OPERATOR", token[0], span_of(token).start))
            self.found.append(make_token("NUMBER", token[1:], span_of(token).start + 1))
            self.at += 1
        else:
            self._consume_as("NUMBER", token, 1)

    def _infinity(self, token: Token) -> None:
        self._consume_as("NUMBER", "-inf" if token[0] in "-−–" else "inf", 1)

    def _fraction(self, token: Token) -> None:
        """Classify a fraction or decimal as one number if the tree can have fractions, otherwise as two numbers."""
        if self.nodes.has_fractions:
            self._consume_as("NUMBER", token, 1)
            return
        middle = max(token.find(","), token.find("/"))
        self.found.append(make_token("NUMBER", token[:middle], span_of(token).start))
        self._consume_as("NUMBER", token[middle + 1 :], 1)

    def _operator(self, token: Token) -> None:
        """Classify an operator; a slash is a separator unless it is next to a parenthesis."""
        is_division = (self.found and self.found[-1].type == "CLOSE") or self._type_at(self.at + 1) == "OPEN"
        if token == "/" and not is_division:
            self.at += 1
        else:
            self._consume_as("OPERATOR", token, 1)

    def _hyphen(self, token: Token) -> None:
        """Classify a hyphen as a blank answer if it cannot be an operator between two operands."""
        is_last = self.at == len(self.raw) - 1 or self._type_at(self.at + 1) in ("COLON", "CLOSE")
        is_behind_sign = bool(self.found) and self.found[-1].type in RELATIONS
        is_alone = is_last or is_behind_sign or self._is_before_key()
        self._consume_as("BLANK" if is_alone else "OPERATOR", token, 1)

    def _is_before_key(self) -> bool:
        return self._type_at(self.at + 1) == "WORD" and bool(self.found) and self.found[-1].type in KEYS

    # Brackets

    def _open(self, token: Token) -> None:
        """Classify an opening bracket; skip a note in brackets unless the brackets directly follow a key."""
        closing = self._find_closing_bracket(self.at)
        inside = self.raw[self.at + 1 : closing] if closing else []
        is_aside = bool(self.found) and self.found[-1].type not in KEYS
        if is_aside and any(is_unrelated_word(one, self.nodes) for one in inside) and is_note(inside, self.nodes):
            self.at = closing + 1
        elif inside and len(inside) == self.nodes.players and all(one.type in NUMBERS for one in inside):
            self._consume_as("PAYOFFS", [one.update("NUMBER") for one in inside], closing + 1 - self.at)
        elif token == "<" and not closing:
            self._consume_as("ODD", token, 1)
        else:
            self.is_pointed = token == "<"
            self._consume_as("OPEN", token, 1)

    def _find_closing_bracket(self, at: int) -> int:
        """Return the index of the closing bracket; 0 if there is none or another bracket opens before it."""
        sign = ">" if self.raw[at] == "<" else ""
        for index in range(at + 1, len(self.raw)):
            found = self.raw[index]
            if found.type == "OPEN":
                return 0
            if (found == sign) if sign else (found.type == "CLOSE"):
                return index
        return 0

    def _arrow(self, token: Token) -> None:
        """Classify an arrow, or classify `>` as a closing bracket if it ends payoffs such as `<1, 2>`."""
        is_end = token == ">" and self.is_pointed
        self.is_pointed = self.is_pointed and not is_end
        self._consume_as("CLOSE" if is_end else "ARROW", token, 1)

    # Items without an answer

    def _empty(self, token: Token) -> None:
        named = self.nodes.named(token)
        self._consume_as("NAME" if named else "BLANK", named or token, 1)


_CLASSIFIERS = {
    "WORD": _TokenClassifier._word,
    "QUOTED": _TokenClassifier._quoted,
    "NUMBER": _TokenClassifier._number,
    "INFINITY": _TokenClassifier._infinity,
    "FRACTION": _TokenClassifier._fraction,
    "OPERATOR": _TokenClassifier._operator,
    "HYPHEN": _TokenClassifier._hyphen,
    "OPEN": _TokenClassifier._open,
    "ARROW": _TokenClassifier._arrow,
    "EMPTY": _TokenClassifier._empty,
}
"""The classifier for each type of raw token; tokens of other types keep their type."""
