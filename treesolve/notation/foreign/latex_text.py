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
_PAIRS = {"[": "]", "{": "}"}


@cache
def words() -> dict[str, Any]:
    """The words of `latex_words.toml`."""
    return tomllib.loads((files(__package__) / "latex_words.toml").read_text(encoding="utf-8"))


@cache
def _signs() -> dict[str, str]:
    return {f"\\{command}": sign for sign, commands in words()["signs"].items() for command in commands}


class Token(NamedTuple):
    """A command, a blank, a bracket that opens or closes, a mark or a word; what it is, and its mate, or -1."""

    what: str
    text: str
    span: Span
    mate: int = -1


class Tokens:
    """The tokens of a text, and the environments that are open where a reader stands."""

    def __init__(self, text: str) -> None:
        found = [Token(one.lastgroup or "", one[0], Span(*one.span())) for one in _TOKEN.finditer(text)]
        self.all = [token._replace(mate=mate) for token, mate in zip(found, _mates(found), strict=True)]
        self.all.append(Token("end", "", Span(max(len(text) - 1, 0), max(len(text), 1))))
        self.environments: list[tuple[str, Span]] = []

    def refuse(self, at: int) -> NoReturn:
        """Raises InputError: this token has no place where it stands."""
        refuse("foreign-unclosed" if self.all[at].what == "end" else "foreign-form", self.all[at].span, text="")

    def blanks(self, at: int) -> int:
        """The first token from here that is no blank."""
        return at + (self.all[at].what == "blank")

    def behind(self, at: int) -> int:
        """The token behind this one, or behind the bracket that this one opens."""
        token = self.all[at]
        if token.what == "open" and token.mate < 0:
            refuse("foreign-unclosed", token.span, text="")
        return max(token.mate, at) + 1

    def behind_mark(self, at: int, mark: str) -> int:
        """The token behind the next one that is this mark."""
        start = at
        while self.all[at].text != mark:
            if self.all[at].what == "end":
                self.refuse(start)
            at += 1
        return at + 1

    def label(self, start: int, end: int) -> str:
        """What is printed of a label, without markup. Raises InputError for commands that are not known."""
        said, marks = [], 0
        for at in range(start, end):
            what, text, _, mate = self.all[at]
            if (
                (what == "command" and text not in _signs())
                or text in ("&", "#", "%", "")
                or (what == "open" and mate < 0)
            ):
                self.refuse(at)
            marks += text == "$"
            plain = " " if what == "blank" else "" if text in "{}$" else text
            said.append(_signs()[text] if what == "command" else plain)
        if marks % 2:
            self.refuse(start)
        return " ".join("".join(said).split())

    def options(self, start: int, end: int) -> Iterator[tuple[str, int, int, int]]:
        """The options between two places: name, where it begins, where its value begins, and where it ends."""
        while start < end:
            sign, at = 0, start
            while at < end and self.all[at].text != ",":
                sign = sign or (at if self.all[at].text == "=" else 0)
                following = self.behind(at)
                self.seen(at, following)
                at = following
            yield self.written(start, sign or at), start, sign + 1 if sign else at, at
            start = at + 1

    def fields(self, start: int, end: int) -> list[Field]:
        """What options say of a node."""
        fields = [self.field(*option) for option in self.options(start, end)]
        return [field for field in fields if field]

    def field(self, name: str, start: int, begins: int, ends: int) -> Field | None:
        """What an option says: the kind if it is called so, else how the node looks, or something not known."""
        known, value = words()["options"], self.written(begins, ends)
        span = Span(self.all[start].span.start, self.all[ends].span.start)
        if not name or name.startswith(("for ", "where ")) or name.endswith("/.style"):
            return None
        if not value and folded(name) in meanings("kinds"):
            return Field("kind", name, span)
        if (value and name in known["looks"]) or (not value and name not in known["nothing"]):
            return Field("shape", f"{name} {value}".strip(), span)
        return None if name in known["nothing"] else Field(f"{name}=", value, span)

    def written(self, start: int, end: int) -> str:
        """The text of tokens as it stands there."""
        return " ".join("".join(token.text for token in self.all[start:end]).split())

    def seen(self, start: int, end: int) -> None:
        """Raises InputError for options that hide something that is written, or draw it otherwise."""
        for at in range(start, end):
            if self.all[at].text in words()["options"]["hidden"]:
                self.refuse(at)

    def around(self, at: int) -> int:
        """The first token from here that is not around the tree; where forest begins, the one behind that."""
        while (token := self.all[at]).what in ("blank", "command"):
            if token.text in (r"\begin", r"\end"):
                at = self._environment(at)
                if token.text == r"\begin" and self.environments[-1] == ("forest", token.span):
                    break
            elif token.what == "blank":
                at += 1
            elif token.text[1:] in words()["around"]["commands"]:
                at = self.arguments(at + 1)
            else:
                break
        return at

    def _environment(self, at: int) -> int:
        """The token behind the beginning or the end of an environment, and behind its options."""
        behind = self.behind(at + 1)
        name = self.written(at + 2, behind - 1).rstrip("*")
        if self.all[at].text == r"\end":
            if not self.environments or self.environments.pop()[0] != name:
                self.refuse(at)
            return behind
        if name not in words()["around"]["environments"]:
            self.refuse(at + 2)
        self.environments.append((name, self.all[at].span))
        options = self.blanks(behind)
        return behind if name == "forest" or self.all[options].text != "[" else self.arguments(options)

    def arguments(self, at: int) -> int:
        """The token behind all brackets and signs of equality that stand here."""
        while self.all[at].what == "open" or self.all[at].text == "=":
            following = self.behind(at)
            self.seen(at, following)
            at = following
        return at


def _mates(tokens: list[Token]) -> Iterator[int]:
    """Where each bracket closes; square ones may stand alone within braces."""
    mates, above = [-1] * len(tokens), list[int]()
    for at, (what, text, _, _) in enumerate(tokens):
        if what == "open":
            above.append(at)
        elif what == "close":
            while text == "}" and above and tokens[above[-1]].text == "[":
                above.pop()
            if above and _PAIRS[tokens[above[-1]].text] == text:
                mates[above.pop()] = at
    return iter(mates)
