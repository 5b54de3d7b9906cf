"""The tokens of a line of an answer, with words in the place of what the text alone does not tell."""

from typing import Any

from lark import Token

from treesolve.answers.line_grammar import KEYS, NUMBERS, RELATIONS, SIGNS, raw_tokens, span_of, token_at, with_blanks
from treesolve.answers.node_words import Nodes, unquoted
from treesolve.answers.remarks import is_plain_word, is_remark
from treesolve.answers.words import folded_words, key_meaning, misspelt_key, names_of_places, words
from treesolve.model.answer import PARTS

LONGEST_RUN = 10
"""A key has so many words at most."""

_ENDS = (*NUMBERS, "WORD", "CLOSE")
_ITEMS = (*NUMBERS, "QUOTED", "OPEN")


def tokens_of_line(line: str, nodes: Nodes, begins: str = "") -> list[Token]:
    """The tokens of a line, the words in it as the grammar has them; `begins` is a part whose key stands above it.

    Bars between cells say no more than commas do.

    >>> from treesolve.notation.reader import read
    >>> nodes = Nodes(read("((6 5) (2 9))"))
    >>> [token.type for token in tokens_of_line("Bester Zug: B (klar), pruned: L4", nodes)]
    ['BEST', 'NAME', 'PRUNED', 'NAME']
    """
    raw = [token for token in raw_tokens(line) if token != "|"]
    if raw and raw[-1].type == "PERIOD":
        raw.pop()
    meaning = _Meaning(line, raw, nodes)
    found = meaning.tokens()
    is_continued = begins and not (found and found[0].type in KEYS)
    return [Token(begins.upper(), "", 0, end_pos=0), *found] if is_continued else found


class _Meaning:
    """The raw tokens of a line being given their meaning, from left to right."""

    def __init__(self, line: str, raw: list[Token], nodes: Nodes) -> None:
        self.line, self.raw, self.nodes = line, raw, nodes
        self.found: list[Token] = []
        self.at, self.is_pointed = 0, False

    def tokens(self) -> list[Token]:
        """All tokens, in order."""
        while self.at < len(self.raw):
            self._next()
        return with_blanks(self.found)

    def _next(self) -> None:
        token = self.raw[self.at]
        meant = _MEANINGS.get(token.type)
        if meant is None:
            self._take(token.type, token, 1)
        else:
            meant(self, token)

    def _take(self, kind: str, value: Any, count: int) -> None:
        """The next raw tokens as one of that kind."""
        first, last = self.raw[self.at], self.raw[self.at + count - 1]
        self.found.append(Token(kind, value, first.start_pos, end_pos=last.end_pos))
        self.at += count

    # Words

    def _word(self, token: Token) -> None:
        """A word: part of a key, a name, or one of those that the grammar knows."""
        said = folded_words(token)
        nodes = () if said in words("none") else self.nodes.mentioned(token)
        if self._takes_key(bool(nodes)):
            return
        if nodes:
            self._take("NAME", nodes, 1)
        elif said in words("none"):
            self._take("NONE", token, 1)
        elif self._says_nothing(said):
            self.at += 1
        elif said in words("then"):
            self._take("ARROW", token, 1)
        elif said in words("value") and self._is_call():
            self._take("NAME", self.nodes.named(self.raw[self.at + 2]), 4)
        elif said in words("function") and self._type_at(self.at + 1) == "OPEN":
            self._take("FUNCTION", token, 1)
        elif said in ("alpha", "α", "beta", "β"):
            self._take("ALPHA" if said in ("alpha", "α") else "BETA", token, 1)
        elif said in names_of_places():
            self._take("NAME", self.nodes.at_place(names_of_places()[said]), 1)
        elif said in words("because"):
            self._reason(token)
        elif not self._takes_unvisited():
            self._take("WORD", token, 1)

    def _reason(self, token: Token) -> None:
        """What follows `because`, to the end of the line: passed over, or nothing that can be read."""
        if self.found and self.found[-1].type not in KEYS and is_remark(self.raw[self.at + 1 :], self.nodes):
            self.at = len(self.raw)
        else:
            self._take("WORD", token, len(self.raw) - self.at)

    def _type_at(self, place: int) -> str:
        """The type of a raw token; empty behind the last."""
        return self.raw[place].type if place < len(self.raw) else ""

    def _takes_key(self, is_name: bool) -> bool:
        """Whether the next words are a key with its sign; at the beginning of a line a colon makes a name one, too."""
        end = self._end_of_run()
        sign = self._behind_remark(end)
        is_signed = self._type_at(sign) in SIGNS or (self.at == 0 and self._type_at(sign) == "ARROW")
        meaning = self._meaning_of_signed_key(end, sign) if is_signed else None
        if meaning not in PARTS:
            return self.at == 0 and not is_name and self._takes_key_without_sign(end)
        self._take(meaning.upper(), self._said(end), sign + 1 - self.at)
        return True

    def _meaning_of_signed_key(self, end: int, sign: int) -> str | None:
        """The part of a key with a sign; in which a name stands only at the beginning of a line, before a colon."""
        said = self._said(end)
        is_sure = self.at == 0 and self._type_at(sign) == "COLON"
        has_name = any(self.nodes.called(str(one)) for one in self.raw[self.at : end])
        if has_name and not is_sure:
            return None
        return key_meaning(said) or (None if has_name else misspelt_key(said))

    def _takes_key_without_sign(self, end: int) -> bool:
        """Whether a line begins with a key, and an item follows it at once: `pruned L4`, `| best | B |`."""
        for behind in range(end, self.at, -1):
            is_item = self._type_at(behind) in _ITEMS or self._is_named_at(behind)
            meaning = key_meaning(self._said(behind)) if is_item else None
            if meaning in PARTS:
                self._take(meaning.upper(), self._said(behind), behind - self.at)
                return True
        return False

    def _said(self, end: int) -> str:
        """The text from here to a raw token."""
        return self.line[self.raw[self.at].start_pos : self.raw[end - 1].end_pos]

    def _is_named_at(self, place: int) -> bool:
        return self._type_at(place) == "WORD" and bool(self.nodes.mentioned(self.raw[place]))

    def _says_nothing(self, said: str) -> bool:
        """Whether a word only parts items, or says before a name or a number in brackets what that is."""
        is_before_name = said in words("noun") | words("article") and self._is_named_at(self._behind_nouns())
        is_in_bracket = self.at > 0 and (self._type_at(self.at - 1), self._type_at(self.at + 1)) == ("OPEN", "NUMBER")
        return said in words("between") or is_before_name or (said in words("value") and is_in_bracket)

    def _behind_nouns(self) -> int:
        """What stands behind the nouns that follow the word here, of which there are few."""
        following = self.at + 1
        while self._type_at(following) == "WORD" and folded_words(self.raw[following]) in words("noun"):
            if following - self.at > LONGEST_RUN:
                break
            following += 1
        return following

    def _is_call(self) -> bool:
        """Whether a node stands in brackets behind a word: `v(A)`."""
        is_bracket = (self._type_at(self.at + 1), self._type_at(self.at + 3)) == ("OPEN", "CLOSE")
        return is_bracket and self._is_named_at(self.at + 2)

    def _end_of_run(self) -> int:
        """Where the words that begin here end."""
        end = self.at
        while self._type_at(end) in ("WORD", "HYPHEN") and end - self.at < LONGEST_RUN:
            end += 1
        return end

    def _behind_remark(self, at: int) -> int:
        """What stands behind a bracket that is a remark; the same place where there is none."""
        closing = self._closing(at) if self._type_at(at) == "OPEN" else 0
        return closing + 1 if closing and is_remark(self.raw[at + 1 : closing], self.nodes) else at

    def _takes_unvisited(self) -> bool:
        """Whether the words behind a name say that it is not visited."""
        end = self._end_of_run()
        is_behind_name = bool(self.found) and self.found[-1].type in ("NAME", *SIGNS)
        if is_behind_name and key_meaning(self._said(end)) == "pruned":
            self._take("UNVISITED", self._said(end), end - self.at)
            return True
        return False

    def _quoted(self, token: Token) -> None:
        """What stands in quotes: a name, or words and numbers whose quotes say nothing."""
        inside = unquoted(token)
        named = self.nodes.mentioned(token)
        if named:
            self._take("NAME", named, 1)
            return
        inner = raw_tokens(inside)
        last = self.found[-1] if self.found else token
        is_cell = last.type in KEYS and self.at == len(self.raw) - 1 and self.line[span_of(last).end - 1] not in ":="
        if any(one.type in ("QUOTED", *SIGNS) for one in inner) and not is_cell:
            self._take("ODD", token, 1)
        else:
            self.raw[self.at : self.at + 1] = [
                token_at(one.type, str(one), span_of(token).start + 1 + span_of(one).start) for one in inner
            ]

    # Numbers

    def _number(self, token: Token) -> None:
        """A number; where its sign touches what stands before, that is an operator."""
        before = self.raw[self.at - 1] if self.at else None
        if token[0] in "+-−–" and before is not None and before.end_pos == token.start_pos and before.type in _ENDS:
            self.found.append(token_at("OPERATOR", token[0], span_of(token).start))
            self.found.append(token_at("NUMBER", token[1:], span_of(token).start + 1))
            self.at += 1
        else:
            self._take("NUMBER", token, 1)

    def _infinity(self, token: Token) -> None:
        self._take("NUMBER", "-inf" if token[0] in "-−–" else "inf", 1)

    def _fraction(self, token: Token) -> None:
        """A fraction, or a decimal comma, where this tree has such numbers; else two numbers."""
        if self.nodes.is_broken:
            self._take("NUMBER", token, 1)
            return
        middle = max(token.find(","), token.find("/"))
        self.found.append(token_at("NUMBER", token[:middle], span_of(token).start))
        self._take("NUMBER", token[middle + 1 :], 1)

    def _operator(self, token: Token) -> None:
        """A stroke only parts what stands beside it: a division is a fraction, or has brackets."""
        is_division = (self.found and self.found[-1].type == "CLOSE") or self._type_at(self.at + 1) == "OPEN"
        if token == "/" and not is_division:
            self.at += 1
        else:
            self._take("OPERATOR", token, 1)

    def _hyphen(self, token: Token) -> None:
        """A dash that is alone stands for nothing; between others it is an operator."""
        is_last = self.at == len(self.raw) - 1 or self._type_at(self.at + 1) in ("COLON", "CLOSE")
        is_behind_sign = bool(self.found) and self.found[-1].type in RELATIONS
        is_alone = is_last or is_behind_sign or self._is_before_key()
        self._take("BLANK" if is_alone else "OPERATOR", token, 1)

    def _is_before_key(self) -> bool:
        return self._type_at(self.at + 1) == "WORD" and bool(self.found) and self.found[-1].type in KEYS

    # Brackets

    def _open(self, token: Token) -> None:
        """A bracket: a remark is passed over, unless it stands in the place of an answer."""
        closing = self._closing(self.at)
        inside = self.raw[self.at + 1 : closing] if closing else []
        is_aside = bool(self.found) and self.found[-1].type not in KEYS
        if is_aside and any(is_plain_word(one, self.nodes) for one in inside) and is_remark(inside, self.nodes):
            self.at = closing + 1
        elif inside and len(inside) == self.nodes.players and all(one.type in NUMBERS for one in inside):
            self._take("PAYOFFS", [one.update("NUMBER") for one in inside], closing + 1 - self.at)
        elif token == "<" and not closing:
            self._take("ODD", token, 1)
        else:
            self.is_pointed = token == "<"
            self._take("OPEN", token, 1)

    def _closing(self, at: int) -> int:
        """Where the bracket that is opened at a place is closed, none being opened in between; 0: nowhere."""
        sign = ">" if self.raw[at] == "<" else ""
        for place in range(at + 1, len(self.raw)):
            found = self.raw[place]
            if found.type == "OPEN":
                return 0
            if (found == sign) if sign else (found.type == "CLOSE"):
                return place
        return 0

    def _arrow(self, token: Token) -> None:
        """An arrow, or the end of a list of payoffs in pointed brackets."""
        is_end = token == ">" and self.is_pointed
        self.is_pointed = self.is_pointed and not is_end
        self._take("CLOSE" if is_end else "ARROW", token, 1)

    # Items without an answer

    def _empty(self, token: Token) -> None:
        named = self.nodes.named(token)
        self._take("NAME" if named else "BLANK", named or token, 1)


_MEANINGS = {
    "WORD": _Meaning._word,
    "QUOTED": _Meaning._quoted,
    "NUMBER": _Meaning._number,
    "INFINITY": _Meaning._infinity,
    "FRACTION": _Meaning._fraction,
    "OPERATOR": _Meaning._operator,
    "HYPHEN": _Meaning._hyphen,
    "OPEN": _Meaning._open,
    "ARROW": _Meaning._arrow,
    "EMPTY": _Meaning._empty,
}
"""What gives a raw token its meaning; the others have it."""
