"""Statements of a program that say nothing of its tree: declarations, functions, output, searches.

    data GameTree = Leaf Int | Branch [GameTree]        enum Tree { Leaf(i32), Node(Vec<Tree>) }
    example :: GameTree                                 fn main() { ... println!("{}", minimax(&tree)); }

Vocabulary

    statement   a line with all further lines that its brackets, or blanks before them, hold together
    idle        without a part of the tree
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from treesolve.notation.foreign.constructor_words import CONSTRUCTORS
from treesolve.notation.foreign.label import SEARCHES
from treesolve.notation.foreign.patch import Edit, Patched, closing

LONGEST = 50_000
"""No longer program is taken apart."""

_PIECE = re.compile(
    r"(?P<aside>\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.){1,40}'|//[^\n]*|/\*.*?\*/|#[^\n]*|--[ \t][^\n]*|;;[^\n]*"
    r"|%[^\n]*)|(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<line>\n)",
    re.DOTALL,
)
_FURTHER = re.compile(r"[ \t]*(?:[)\]},|.&]|[?:](?!-)|=>|->|(?:deriving|where|else|in|end)\b)|[ \t]+\S")
"""How a line begins that goes on with the one before it."""
_BEFORE = (
    r"(?:(?:pub(?:\([a-z]+\))?|public|private|protected|export|default|sealed|abstract|final|indirect|static|internal"
    r"|open|async|inline|const|override|data|case|record)[ \t]+)*"
)
_RESULT = r"(?:[A-Za-z_][\w.:]*(?:<[^(){}\n]{0,60}>)?(?:\[\])*[ \t*&]+)+[A-Za-z_]\w*"
_DECLARED = re.compile(
    rf"{_BEFORE}(?:module|package|import|from|use|using|newtype|type|typealias|typedef|enum|struct|class|interface|trait"
    r"|record|namespace|library|require|include|extern|with|open|object|def|defp|fn|func|fun|function|sub|let[ \t]+rec"
    r"|signature|instance|protocol|extension|template|data|defmodule)\b"
    rf"|{_BEFORE}{_RESULT}[ \t]*\([^()\n]*\)[ \t\n]*\{{|#[ \t]*(?:include|define|pragma|!)|@[A-Za-z]|[:?]-|<\?|\?>"
    r"|-(?:module|export)\("
    r"|\(\s*(?:defun|defn|ns|require|provide|module|load)\b|if[ \t]+__name__|\w+[ \t]*::[ \t]*[^:=\n]+\Z",
)
"""How declarations of names, types and functions begin, and queries."""
_SAID = re.compile(
    r"(?:echo|puts|print\w*!?|console\.\w+|System\.out\.\w+|(?:std::)?cout|fmt\.\w+|Console\.\w+|IO\.\w+|cat|disp"
    r"|p|write\w*|format|NSLog|say|assert\w*|expect|main|display|newline|log|pprint|show\w*|draw\w*|render\w*)\b(?!\.)"
    r"|(?:[\w, \t:<>*&$@.]{1,60}?(?::?=|<-)[ \t]*)?(?:return[ \t]+|await[ \t]+)?\(?[ \t]*(?:[\w$]+(?:\.|::|->))*"
    rf"(?:{SEARCHES})\w*[ \t]*[({{ \t](?![^()]*\)\s*=(?!=))",
    re.IGNORECASE,
)
"""How output and searches begin."""
_LEAVES = re.compile(
    r"[0-9][ \t]*[,;][ \t]*[+\-−]?[0-9]|[\[{][ \t]*[+\-−]?[0-9]+(?!\])|\b(?:leaf|node)\b[ \t({]*[+\-−]?[0-9]"
    r"|(?:leaf|node)[({]\s*[\"']"
    r"|\b(?P<field>val(?:ue)?|score|utility)[\"']?\s*[:=]\s*[+\-−]?[0-9.]+\s*[)\]},]",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"[\[{][^\[\]{}]*(?<![\w.])[0-9]")
"""A number in a list, which may be a leaf."""
_CHANGED = re.compile(r"(?:swap|revers|mirror|flip|negat|prun|shuffl|transpos)\w*[ \t]*[( ][ \t]*\w", re.IGNORECASE)
"""What makes another tree of one."""
_BODY = re.compile(
    rf"{_BEFORE}(?:(?:object|class|namespace|module|defmodule)[ \t]+[^\n{{;]*?"
    rf"|(?:(?:fn|func|fun|def|function)[ \t]+\w+|{_RESULT})[ \t]*\((?:self|void|String\S* ?\w*(?:\[\])?)?\)[^\n{{;]*?)"
    r"(?:(?P<brace>\{)|:|\bdo)[ \t]*$",
    re.MULTILINE,
)
"""How a function or a class begins that has its body below."""
_FUNCTION = re.compile(rf"{_BEFORE}(?:fn|func|fun|def|defp|function|sub|let[ \t]+rec)[ \t]+(\w+)")
_NAME = re.compile(r"[\"'](\w+)[\"']")
"""A name in quotation marks; where one stands in what is left and elsewhere, that may say something of its node."""
_CONTROL = re.compile(r"^[ \t]*(?:if|for|while|switch|match|loop|repeat)\b", re.MULTILINE)
_GIVEN = re.compile(r"return[ \t]+(?=[^\s;])|(?:def[ \t]+)?[a-z]\w*(?:\(\))?(?:,[ \t]*do:|(?<=\))[ \t]*->)[ \t]*(?=\S)")
"""What stands before that which a function gives back."""
_COPIED = re.compile(
    r"(?<=[\])}])\s*\.(?:freeze|(?:copy|tolist|toList|to_list|to_a|into|clone)\(\))[ \t]*;?[ \t]*\n?\Z|(?!)"
)
"""What is done to a list and leaves it as it is."""
_FACT = re.compile(r"[a-z]\w*\((?=[a-z]\w*\(|\[)")
_END = re.compile(r"[ \t]*end[ \t]*\n?\Z", re.MULTILINE)


def without_idle_statements(text: Patched) -> Patched:
    """The text with nothing left of a program but what may be part of a tree; itself where nothing is idle.

    >>> without_idle_statements(Patched("data T = L Int | N [T]\\nt = N [L 3, L 5]\\nmain = print t")).text.strip()
    't = N [L 3, L 5]'
    """
    if len(text.text) > LONGEST:
        return text
    found = list(_idle_stretches(text.text))
    left = text.patched(Edit(start, end, "", "tidied-program") for start, end in found)
    declared = [words for start, end in found if _DECLARED.match(words := text.text[start:end].lstrip())]
    return text if any(_says_of(words, left.text) for words in declared) else left


def _says_of(declared: str, left: str) -> bool:
    """Whether a declaration has names in it that stand in what is left, or is of a function that is called there."""
    function = _FUNCTION.match(declared)
    called = function and function[1].lower() not in CONSTRUCTORS and re.search(rf"\b{function[1]}[ \t]*\(", left)
    return bool(called) or not set(_NAME.findall(left)).isdisjoint(_NAME.findall(declared))


def _idle_stretches(text: str) -> Iterator[tuple[int, int]]:
    """From where to where nothing is said of a tree."""
    for start, end in _statements(text, 0, len(text)):
        words = text[start:end]
        body = _BODY.match(words)
        if body and _has_leaves(words) and not _CONTROL.search(words):
            ending = _END.search(words)
            last = words.rfind("}") if body["brace"] else ending.start() if ending else len(words)
            yield start, start + body.end()
            for inner, behind in _statements(text, start + body.end(), start + last):
                idle = _is_idle(text[inner:behind].strip())
                yield from [(inner, behind)] if idle else _around_what_is_given(text, inner, behind)
            yield start + last, end
        elif _is_idle(words.strip()):
            yield start, end
        elif copied := _COPIED.search(text, start, end):
            yield copied.span()
        else:
            yield from _around_what_is_given(text, start, end)


def _has_leaves(words: str) -> bool:
    """Whether numbers stand there as leaves do; one alone may be what a field has at first."""
    found = list(_LEAVES.finditer(_PIECE.sub(lambda each: " " if each["aside"] else each[0], words)))
    return any(not each["field"] for each in found) or len(found) > 1


def _around_what_is_given(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """What stands before that which a function gives back, and around the one thing that a fact is of."""
    begin = start + len(text[start:end]) - len(text[start:end].lstrip())
    if found := _GIVEN.match(text, begin):
        yield start, found.end()
    elif (found := _FACT.match(text, begin)) and (behind := closing(text, found.end() - 1)):
        first = closing(text, text.find("[" if text[found.end()] == "[" else "(", found.end()))
        if first and not text[first : behind - 1].strip() and text[behind:end].strip() == ".":
            yield start, found.end()
            yield behind - 1, end


def _is_idle(words: str) -> bool:
    """Whether a statement only declares, asks or shows something."""
    if _DECLARED.match(words):
        return not _has_leaves(words)
    return bool(_SAID.match(words)) and not _NUMBER.search(words) and not _CHANGED.search(words)


def _statements(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """From where to where each statement goes, with the end of its line."""
    depth, begins = 0, [start]
    for found in _PIECE.finditer(text, start, end):
        if found["open"]:
            depth += 1
        elif found["close"]:
            depth = max(depth - 1, 0)
        elif found["line"] and not depth:
            begins.append(found.end())
    margin = min((_indent(text, at) for at in begins if text[at:end].strip()), default=0)
    firsts = [at for at in begins if at == start or _begins_statement(text, at, margin)]
    yield from pairwise([*firsts, end])


def _indent(text: str, at: int) -> int:
    found = re.compile(r"[ \t]*(?=(\S)?)").match(text, at)
    return found.end() - at if found and found[1] else 1000


def _begins_statement(text: str, at: int, margin: int) -> bool:
    """Whether a line at the margin begins a statement."""
    return _indent(text, at) == margin and not _FURTHER.match(text, at + margin)
