r"""A text in LaTeX as its tokens: labels, options and what stands around a tree, each taken whole or refused.

Vocabulary

    mate        where the bracket closes that a token opens, as the number of the token that closes it
    around      said of commands and environments in which a tree stands, and that say nothing of it
    hidden      said of options by which something that is written is not drawn, or otherwise
"""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple, NoReturn

from treesolve.model.problem import Span
from treesolve.notation.foreign.neutral import Field, refuse
from treesolve.notation.foreign.words import folded, meanings

_TOKEN = re.compile(
    r"(?P<command>\\(?:[A-Za-z@]+\*?|[\s\S]?))|(?P<blank>[\s~]+)|(?P<open>[\[{])|(?P<close>[\]}])"
    r"|(?P<mark>[$,;=()<>&#%])|(?P<word>[^\s~\\\[\]{}$,;=()<>&#%]+)"
)


@cache
def words() -> dict[str, Any]:
    """The words of `latex_words.toml`: commands by what they print, options by the field that they are."""
    said: dict[str, Any] = tomllib.loads((files(__package__) / "latex_words.toml").read_text(encoding="utf-8"))
    for section in ("signs", "options", "hidden"):
        said[section] = {word: meaning for meaning, listed in said[section].items() for word in listed}
    return said


class Token(NamedTuple):
    """A command, a blank, a bracket that opens or closes, a mark or a word."""

    what: str
    text: str
    span: Span


class Tokens:
    """The tokens of a text, and the environments in which a reader stands. Whatever refuses raises InputError."""

    def __init__(self, text: str) -> None:
        self.all = [Token(one.lastgroup or "", one[0], Span(*one.span())) for one in _TOKEN.finditer(text)]
        self.mates = _mates(self.all)
        self.all.append(Token("end", "", Span(len(text), len(text) + 1)))
        self.environments: list[str] = []
        hidden = next((at for at, token in enumerate(self.all) if token.text in words()["hidden"]), None)
        if hidden is not None:
            self.refuse(hidden)

    def refuse(self, at: int) -> NoReturn:
        """Raises InputError: this token has no place where it stands."""
        what, text, span = self.all[at]
        is_unclosed = what == "end" or (what == "open" and self.mates[at] < 0)
        refuse("foreign-unclosed" if is_unclosed else "foreign-form", span, text=text)

    def blanks(self, at: int) -> int:
        """The first token from here that is no blank."""
        return at + (self.all[at].what == "blank")

    def behind(self, at: int) -> int:
        """The token behind this one, or behind the bracket that this one opens, which closes."""
        if self.all[at].what in ("open", "close", "end") and self.mates[at] < 0:
            self.refuse(at)
        return max(self.mates[at], at) + 1

    def behind_sign(self, at: int, sign: str) -> int:
        """The token behind the next one that is this sign."""
        while self.all[at].text != sign:
            at = self.behind(at)
        return at + 1

    def written(self, start: int, end: int) -> str:
        """The text of tokens as it stands there."""
        return " ".join("".join(token.text for token in self.all[start:end]).split())

    def label(self, start: int, end: int) -> str:
        """What is printed of a label, without markup."""
        signs, said, line = words()["signs"], list[str](), -1
        for at in range(start, end):
            what, text, _ = self.all[at]
            if text in "&#%" or (what == "command" and text[1:] not in signs):
                self.refuse(at)
            if text == r"\frac":
                line = self.behind(at + 1) - 1
            plain = "/" if at == line else " " if what == "blank" else text.strip("{}$")
            said.append(signs[text[1:]] if what == "command" else plain)
        if sum(token.text == "$" for token in self.all[start:end]) % 2:
            self.refuse(start)
        return " ".join("".join(said).split())

    def options(self, start: int, end: int) -> Iterator[tuple[str, int, int]]:
        """The options between two places: the name of each, and where its value begins and ends."""
        while start < end:
            sign, at = 0, start
            while at < end and self.all[at].text != ",":
                sign = sign or (at if self.all[at].text == "=" else 0)
                at = self.behind(at)
            if name := self.written(start, sign or at):
                yield name, sign + 1 if sign else at, at
            start = at + 1

    def fields(self, start: int, end: int) -> list[Field]:
        """What options say of a node: who moves, if one is called so, how it looks, or something that is not known."""
        fields = []
        for name, begins, ends in self.options(start, end):
            value = self.written(begins, ends) or name
            is_word = begins == ends and "{" not in name
            unlisted = f"{name}=" if not is_word else "kind" if folded(name) in meanings("kinds") else "shape"
            known = name.startswith(("for ", "where ")) or name.endswith("/.style")
            role = "nothing" if known else words()["options"].get(name, unlisted)
            fields.append(Field(role, value, Span(self.all[start].span.start, self.all[end].span.start)))
        return [field for field in fields if field.name != "nothing"]

    def around(self, at: int) -> int:
        """The first token from here that is not around the tree; where forest begins, the one behind that."""
        while (token := self.all[at]).what in ("blank", "command"):
            if token.text in (r"\begin", r"\end"):
                at = self._environment(at)
                if token.text == r"\begin" and self.environments[-1] == "forest":
                    break
            elif token.what == "blank" or token.text[1:] in words()["around"]["commands"]:
                at += 1
                while token.what == "command" and (self.all[at].what == "open" or self.all[at].text == "="):
                    at = self.behind(at)
            else:
                break
        return at

    def _environment(self, at: int) -> int:
        """The token behind the beginning or the end of an environment, and behind its options."""
        behind = self.behind(at + 1)
        name = self.written(at + 2, behind - 1).rstrip("*")
        if name not in words()["around"]["environments"]:
            self.refuse(at)
        if self.all[at].text == r"\end":
            if self.environments[-1:] != [name]:
                self.refuse(at)
            self.environments.pop()
            return behind
        self.environments.append(name)
        has_options = name != "forest" and self.all[self.blanks(behind)].text == "["
        return self.behind(self.blanks(behind)) if has_options else behind


def _mates(tokens: list[Token]) -> list[int]:
    """Where each bracket closes; square ones may stand alone within braces."""
    mates, above = [-1] * (len(tokens) + 1), list[int]()
    for at, (what, text, _) in enumerate(tokens):
        if what == "open":
            above.append(at)
        elif what == "close":
            while text == "}" and above and tokens[above[-1]].text == "[":
                above.pop()
            if above and tokens[above[-1]].text + text in ("[]", "{}"):
                mates[above.pop()] = mates[at] = at
    return mates
