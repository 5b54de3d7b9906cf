"""The tree in a program: the lists, dictionaries and nodes that it gives names to, without the rest.

Vocabulary

    literal     a list, a dictionary or a node with its brackets, as a program writes it behind an equals sign
    gap         what stands before, between and behind the literals
"""

import re
from functools import partial
from typing import NamedTuple

from treesolve.model.problem import Span
from treesolve.notation.foreign.constructor_words import CONSTRUCTORS
from treesolve.notation.foreign.label import KIND_WORDS, SEARCHES
from treesolve.notation.foreign.list_changes import check_lists
from treesolve.notation.foreign.patch import Edit, Patched, closing
from treesolve.notation.foreign.refusal import refusal

LONGEST = 100_000
"""So many characters a literal has at most with its parts in it."""

MOST_LITERALS = 50
"""A program with more of them is no exercise."""

_LITERAL = re.compile(
    r"^[ \t]*+(?!(?:data|type|newtype)\b)(?:[\w.:<>,*&$@?\[\] \t]{0,100}?[ \t*&>\]])??(?P<name>[$@%]?[^\W\d][\w.-]*)"
    r"(?:[ \t]*\[[ \t]*\w*[ \t]*\]){0,4}[ \t]*(?::[^=\n\"']{1,60})?(?::=|<<?-|=)(?![=>])\s*+"
    r"(?P<word>(?P<call>(?:(?:create|make|build|parse|construct|load|to|from)\w*"
    r"|(?:np|numpy|torch)\.\w+|new[ \t]+(?:\w+\.)*(?!\w*(?:[nN]ode|[tT]ree|[lL]eaf|Max|Min)\()\w+)\((?=\s*[\[{]))?\s*+"
    r"(?:new[ \t]+)?(?P<maker>[A-Za-z_][\w.]*)?[ \t]*(?:\"[^\"\n]{1,40}\"[ \t]*)?)(?=[\[({])",
    re.MULTILINE,
)
_INITIALISED = re.compile(
    r"^[ \t]*+(?:set[ \t]+|(?:const[ \t]+|static[ \t]+)*(?:std::)?vector<[^(){}\n=]{1,80}>[ \t]+)(?P<name>\w+)[ \t]*"
    r"(?P<word>(?P<call>)(?P<maker>))(?=\{)",
    re.MULTILINE,
)
"""Literals without an equals sign."""
_DONE = re.compile(
    r"[ \t]*\)*[ \t]*(?:;|$|\#|//|--|/\*|\(\*|%|\.[ \t]*$|\.[ \t]+[A-Z]|,[ \t]*[a-z_]\w*\("
    r"|in\b|where\b|[^\W\d_]+[ \t]*\()",
    re.MULTILINE,
)
"""What may stand behind a literal on its line: nothing that changes it."""
_OPEN_STILL = re.compile(r"\s*,\s*[\[({]|[\s,]*[\])}]")
"""What stands behind a bracket that was closed too early."""

_PROGRAM = re.compile(
    r"^[ \t]*(?:def|class|import|from|function|if|for|while|print|const|return|@|#include|using|package|public|static"
    r"|func|fun|fn|interface|enum|indirect|struct|data|type|module|puts|local|my|end|export|case|sealed|trait"
    r"|object|use|open|int[ \t]+main|void|auto|assert|PRINT|Print|END|RETURN|OUTPUT|CALL)\b|^[ \t]*<\?"
    r"|^[ \t]*#(?:include|define)"
    r"|^[ \t,]*(?:print|[\w.$:!]+)[ \t]*[(\[][^\n]*[)\]][ \t]*[;.]?[ \t]*(?:$|//|\#)"
    r"|^[ \t]*[\w.$]+[ \t]*(?::?=|<-)[ \t]*[^\s(\[{=]"
    r"|^[ \t]*\w+[ \t]*::[ \t]*\w",
    re.MULTILINE,
)
_LOOSE = re.compile(
    r"\b[lL]eaf\b[ (]*[+\-−]?[0-9]|[\[({]\s*[+\-−]?[0-9]|[0-9][ \t]*[,;|][ \t]*[+\-−]?[0-9]|[0-9][ \t]+[+\-−]?[0-9]"
)
"""What stands in a line that may say more of the tree."""

_QUIET = re.compile(r"[\w.$!]+\([^\[\]{}\n]*\)|(?:#|//|--|;;)[^\n]*|\"[^\"\n]*\"|'[^'\n]*'")
"""What may stand in any line of a program: calls, comments, texts."""

_SURE = re.compile(
    r"^[ \t]*(?:def|class|import|from|function|if|for|while|print|const|return|assert|@)\b|^[ \t]*print\(", re.MULTILINE
)
"""How lines begin that stand in programs only."""

_CHANGES = r"negat|mirror|flip|rotat|shuffl"
_CHANGES += r"|append|extend|insert|push|push_back|add|pop|remove|reverse|sort|concat|unshift|shift|swap|clear"


_NOT_COPIED = r"(?!(?:(?:np|numpy|copy)\.\w+|list|tuple|dict|deepcopy|[A-Z]\w*|new[ \t]+\w+)\()"
"""Not a call that leaves a list as it is."""
_LEAF = re.compile(r"\bleaf\b", re.IGNORECASE)
_NAMES = re.compile(r"[\"'][^\"'\n]*[\"'][^\"'\[\](){}]*[\[({][^\[\](){}]*[\"']\w+[\"']")
"""A name in quotes with others in brackets behind it."""
_NAME = re.compile(r"(?<![\w.\"'$@])[$@]?([^\W\d]\w*)(?![\w\"'(:=])")
"""A name that stands for itself in a literal."""


_TABLE = re.compile(r"\w*(?:value|utilit|score|payoff|eval|terminal|leaf|leaves)\w*", re.IGNORECASE)
_SEARCHED = re.compile(rf"\b(?:{SEARCHES})\w*[ \t]*\(?[ \t]*&?['`]?(?=[\[({{])", re.IGNORECASE)
_PLAIN = re.compile(
    r"[\[({]\s*(?:'[^'\n]*'|\"[^\"\n]*\"|(?:max|min|inf|None|list)\b|[\s,;:0-9.+\-−/]|\n)*+[\[({]"
    r"(?:'[^'\n]*'|\"[^\"\n]*\"|(?:max|min|inf|None|list)\b|[\s\[\](){},;:0-9.+\-−/])*",
    re.IGNORECASE,
)
"""A list with lists in it, and nothing that a program would have to work out."""


class Literal(NamedTuple):
    """The name of a literal, and where its line, the name and it itself begin, and where it ends."""

    name: str
    line: int
    start: int
    begin: int
    end: int


def literals_only(text: Patched) -> Patched:
    """Of a program only the literals that it gives names to, and that have numbers in them.

    Those that are parts of the last one stand in their places.
    """
    if any(text.text.count(closes) > text.text.count(opens) for opens, closes in ("()", "[]", "{}")):
        return text
    found = _literals_in(text.text) or _literal_given_to_search(text.text)
    around = [
        text.text[start:end]
        for start, end in _text_between_literals(text.text, [each._replace(start=each.line) for each in found])
    ]
    if not found or (len(found) == 1 and _is_table_of_values(text.text, found[0])):
        return text
    if not _SURE.search("\n".join(around)):
        is_program = (
            not found[0].name or _PROGRAM.search("\n".join(around)) or not any(gap.strip(" \t\n;.)") for gap in around)
        )
        if not is_program or any(map(_has_more_numbers, around)):
            return text
    known = {each.name for each in found}
    last = text.text[found[-1].begin : found[-1].end]
    names = set(_NAME.findall(last))
    if last[0] in "([{" and names & known and names - known:
        return text
    joined = _literal_with_names_replaced(text.text, found)
    if joined:
        return text.patched([Edit(0, len(text.text), joined, "tidied-program")])
    gaps = _text_between_literals(text.text, found)
    edits = [Edit(start, end, "\n", "tidied-program") for start, end in gaps if start < end]
    named = (each for each in found if each.name)
    return text.patched(sorted([*edits, *(Edit(each.start + len(each.name), each.begin, " = ") for each in named)]))


def _is_table_of_values(text: str, literal: Literal) -> bool:
    """Whether a literal has only the values of leaves whose tree stands elsewhere."""
    words = text[literal.begin : literal.end]
    return words.count("{") == 1 and "[" not in words and ":" in words and bool(_TABLE.fullmatch(literal.name))


def literal_names(text: str) -> list[str]:
    """The names that a program gives to its literals, each once.

    >>> literal_names("tree = [[6, 5], [2, 9]]")
    ['tree']
    """
    return list(dict.fromkeys(each.name for each in _literals_in(text)))


def check_unchanged(text: str) -> None:
    """Raises InputError at the first statement that changes a literal which a program gave a name, or two."""
    for literal in _literals_in(text):
        given = re.escape(literal.name)
        others = re.findall(rf"^[ \t]*(?:\w+[ \t]+)?(\w+)[ \t]*=[ \t]*{given}[ \t]*;?[ \t]*$", text, re.MULTILINE)
        changed = _pattern_of_changes("|".join((given, *others))).search(text, literal.end)
        if changed:
            check_lists(text)
            raise refusal("statement-untold", Span(*changed.span()), text=changed[0].strip()[:60])


def check_assigned_once(text: str) -> None:
    """Raises InputError where the name of a literal had another one before: neither need be the tree."""
    for literal in _literals_in(text):
        assigned = re.compile(rf"^[ \t]*{re.escape(literal.name)}[ \t]*=[ \t]*[\[({{][^\n]*", re.MULTILINE)
        if found := assigned.search(text, 0, literal.start):
            raise refusal("statement-untold", Span(*found.span()), text=found[0].strip()[:60])


def _pattern_of_changes(names: str) -> re.Pattern[str]:
    """What changes one of these names."""
    name, place = rf"(?:{names})", r"(?:\[[^\]\n]{0,40}\])"
    return re.compile(
        rf"(?<!\bin )\b\w*(?:mirror|revers|flip|swap|negat|prun|shuffl|transpos)\w*[( ][ \t]*&?{name}\b[^\n]*"
        rf"|^[ \t]*(?:(?:let|mut|const|var|auto)[ \t]+)*{name}[ \t]*=[ \t]*{_NOT_COPIED}"
        rf"[^\n=\"']*(?<![\w.]){name}\b[^\n]*"
        rf"|(?<![\w.$]){name}(?:{place}|\.(?:children|kids|nodes|left|right))+\.(?:{_CHANGES})\w*\([^\n]*"
        rf"|^[ \t]*del[ \t]+{name}\b[^\n]*|\w*[cC]hild\w*(?:\.\w+)?\(\s*&?{name}\s*[,)][^\n]*|"
        rf"^{name}{place}*(?:\.(?:{_CHANGES})\w*\(|{place}\s*=(?!=)|\s*\+=)[^\n]*"
        rf"|(?<![\w.$]){name}(?:\[\d+\])*(?:\.(?:{_CHANGES})\w*\([^)\n]*[0-9][^\n]*|\[\d+\]\s*=(?!=)[^\n]*)"
        rf"|\bfor[ \t]+(\w+)[ \t]+in[ \t]+{name}[ \t]*:\s*\1(?:\.(?:{_CHANGES})\w*\(|{place}\s*=(?!=))[^\n]*",
        re.MULTILINE,
    )


def _literals_in(text: str) -> list[Literal]:
    """The literals of a text that have numbers in them, the outermost only; none where brackets do not match."""
    kept: list[Literal] = []
    for one in sorted([*_LITERAL.finditer(text), *_INITIALISED.finditer(text)], key=lambda each: each.start()):
        if len(kept) >= MOST_LITERALS or not _is_literal(one) or one.start("name") < (kept[-1].end if kept else 0):
            continue
        end = _end_of_curried_call(text, closing(text, one.end()), one)
        if not end or (not one["call"] and _OPEN_STILL.match(text, end)) or not _DONE.match(text, end):
            return []
        words = text[one.end() : end]
        names = set(_NAME.findall(words))
        parts = {each.name for each in kept} & names
        if re.search(r"[0-9]", words) or (parts and (one["maker"] or len(names) > 1)) or _NAMES.search(words):
            name = one["name"].lstrip("$@%")
            kept.append(
                Literal(name, one.start(), one.end("name") - len(name), max(one.start("word"), one.end("call")), end)
            )
    return kept


def _literal_given_to_search(text: str) -> list[Literal]:
    """The one literal that a search is given in its call, without a name; nothing where there are several."""
    found: list[Literal] = []
    for one in _SEARCHED.finditer(text):
        end = closing(text, one.end())
        words = text[one.end() : end]
        if end and len(words) < LONGEST and _PLAIN.fullmatch(words) and len(re.findall(r"[0-9]+", words)) > 1:
            found.append(Literal("", one.end(), one.end(), one.end(), end))
    alike = {re.sub(r"\s", "", text[each.begin : each.end]) for each in found}
    return found[:1] if len(alike) == len(found) == 1 else []


def _is_literal(found: re.Match[str]) -> bool:
    """Whether no call stands there, but that of what makes a node or a dictionary."""
    maker = (found["maker"] or "").rpartition(".")[2].lower()
    if maker in KIND_WORDS and _LEAF.search(found.string, found.end(), found.end() + LONGEST):
        return True
    capital = (found["maker"] or "")[:1].isupper()
    return not maker or maker in ("dict", "new") or (maker in CONSTRUCTORS and (capital or maker not in KIND_WORDS))


def _end_of_curried_call(text: str, end: int, found: re.Match[str]) -> int:
    """The end of `Node (Leaf 3) (Leaf 5)`, which goes on behind its first bracket."""
    further = re.compile(r"[ \t]*(?:\n[ \t]+)?(?=[\[(])")
    while end and found["maker"] and (more := further.match(text, end)):
        end = closing(text, more.end())
    return end


def _text_between_literals(text: str, found: list[Literal]) -> list[tuple[int, int]]:
    ends, starts = [0, *(each.end for each in found)], [*(each.start for each in found), len(text)]
    return list(zip(ends, starts, strict=True))


def _has_more_numbers(gap: str) -> bool:
    """Whether a gap has numbers that may belong to the tree."""
    plain = _QUIET.sub("", gap)
    return plain.count("]") > plain.count("[") or bool(_LOOSE.search(plain))


def _literal_with_names_replaced(text: str, found: list[Literal]) -> str:
    """The last literal with the others in the places of their names; nothing where one of them does not stand once."""
    known: dict[str, str] = {}
    for each in found:
        words = text[each.begin : each.end]
        for name in _NAME.findall(words):
            if name in known:
                part = known.pop(name)
                words = re.sub(
                    rf"(?<![\w.\"'])[$@]?{re.escape(name)}(?![\w\"'(:=])", partial(_part_as_it_is, part), words
                )
        if len(words) > LONGEST or each.name in known:
            return ""
        known[each.name] = words
    return known.popitem()[1] if len(known) == 1 < len(found) else ""


def _part_as_it_is(part: str, _literals_in: re.Match[str]) -> str:
    return part
