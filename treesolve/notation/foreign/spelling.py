"""How programming languages spell lists, symbols and members, in the one spelling that the readers know.

    list(c(3, 12), c(2, 4))     vec![vec![3, 12]]       new int[][]{{3, 12}}        '((3 12) (2 4))
    Node::Leaf(3)               .leaf(3)                {:max, [3, 12]}             (define tree (list 3 12))
    ["A" => ["B", "C"]]         Map("A" -> List(3))     list(A = c(3, 12))          m.put("A", 3)

Vocabulary

    list word   what stands before a bracket and says only that a list follows
    symbol      a word that stands for itself: `:max`, `'max`
    map word    what stands before a bracket and says that keys with values follow
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from treesolve.notation.foreign.fields import field
from treesolve.notation.foreign.label import KIND_WORDS
from treesolve.notation.foreign.made_words import keys_of_children, words_that_make_leaves
from treesolve.notation.foreign.patch import Edit, Patched

LONGEST = 300_000
"""A longer text was written by no hand, and is left as it is."""

_TYPE = r"[A-Za-z_][\w.]*(?:<[^(){}\n]{0,80}>)?"
_LIST_WORDS = (
    r"Arrays\.asList",
    r"(?:List|Set|Seq|Stream|Array)\.of",
    r"(?:mutable|array)?[lL]istOf|(?:int|double)?[aA]rrayOf",
    r"vec!|Any(?=\[)",
    rf"new\s+{_TYPE}(?:\s*\[\s*\d*\s*\])+(?=\s*\{{)",
    r"new\s*\[\s*\](?=\s*\{)",
    r"new\s+(?:Array)?List\s*<[^(){}]{1,80}>\s*(?:\(\s*\))?(?=\s*\{)",
    r"(?:std::)?(?:vector|initializer_list)\s*<[^(){}\n]{1,80}>(?=\s*\{)",
    r"(?<=[(\[{,=:\s])(?:List|Seq|Vector|IndexedSeq|list|array|tuple|vector)(?=[({])",
)
_MAP_WORDS = (
    r"(?:new\s+)?(?:Dict|Map|HashMap|OrderedDict)(?=\()",
    r"(?:mutable|linked|hash)?[mM]apOf(?=\()",
    r"(?:Immutable)?Map\.of(?=\()",
    r"(?:list|array|c)(?=\()",
    rf"map\[\w+\](?:\[\s*\])*(?:interface\{{\}}|{_TYPE})(?=\{{)",
)
_GO = rf"(?:\[\s*(?:\d+\s*)?\]){{1,9}}\s*(?:interface\{{\}}|[*&]?{_TYPE})(?=\{{)"
_POINTER = r"(?:(?:std::)?make_(?:shared|unique)\s*<\s*(?P<made>\w+)\s*>|(?:Box|Rc|Arc|RefCell|Some)(?:::new)?)"
_BEFORE = r"(?:\A|(?<=[(\[{,=])|(?<=[,:=]\s)|(?<==>\s)|(?<=[(\[{,]\n)[ \t]*)"
_PIECE = re.compile(
    r"(?P<kept>\"(?:[^\"\\\n]|\\.)*\"|(?<![\w)\]}])'[^'()\[\]{}\n]{0,80}'|\#(?!tree\()[^\n]*)"
    rf"|(?P<list>(?<![\w.])(?:{'|'.join(_LIST_WORDS)})(?=\s*[(\[{{])|{_GO})"
    rf"|(?P<pointer>(?<![\w.]){_POINTER}(?=\())"
    r"|(?P<path>(?<![\w:.])(?!std::)(?:[A-Za-z_][\w.]*::)+(?=[A-Za-z])|(?<=\w)\.(?:new|of)(?=\())"
    rf"|(?P<mark>{_BEFORE}(?:\.(?=[A-Za-z_]\w*[(,\])}}])|:(?=[A-Za-z_]\w*[\s,\])}}])|[&*%](?=[A-Z]\w*\{{)|%(?=\{{))|^\#(?=tree\())"
    r"|(?P<open>[(\[{])|(?P<close>[)\]}])",
    re.MULTILINE,
)
_FROM_PAIRS = re.compile(r"\b(?:Hash|BTree)Map::from(?=\()")
_EITHER = ("list", "array", "c")
"""Words before lists, and before dictionaries."""
_KEYED = re.compile(
    r"(?P<kept>\"(?:[^\"\\\n]|\\.)*\"|(?<![\w)\]}])'[^'()\[\]{}\n]{0,80}'|\#[^\n]*)"
    rf"|(?P<map>(?<![\w.])(?:{'|'.join(_MAP_WORDS)}))"
    r"|(?P<arrow>=>|->|(?<=[\"']):|(?<![=!<>:])=(?![=>])|(?<=\s)to(?=\s))|(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<comma>,)"
    r"|(?P<symbol>(?<=[\s{\[(,]):(?P<name>[A-Za-z_]\w*)(?=\s*(?:=>|[,\])}])))"
)
_MAP = re.compile(r"\{\s*:[a-z][\w-]*\s+[^,\s]")
_KEY = re.compile(r"(?:(\{\s*)|(?<=\s)):([a-z][\w-]*)\s+(?=\S)")
_SQUARE_CALL = re.compile(r"\b(?:Tree|Node)\[\s*(?:Max|Min|\"\w+\")\s*,")
_COMBINED = re.compile(r"(?:(?:<-|=)[ \t]*|\A\s*)(?=(?:c|list|array|Array)\()")
_CALL = re.compile(r"([\w.]*)\(")
_LISP = re.compile(
    r"^\(\s*(?:define|def|defvar|defparameter|defconstant|setq|setf|set!)\s+[^\s()'\[\]]+\s+(?:\"[^\"]*\"\s+)?"
    r"(?=['`#]?[(\[{])",
    re.MULTILINE,
)
_LISP_LIST = re.compile(r"\s*(?:['`#]\(|\(\s*(?:quote|list|vector)\s)")
_LISP_CALL = re.compile(r"(?:\s|;[^\n]*\n)*\([a-z][\w!?*-]*\s[^\0]*?(?:\s|\()(?:['`]\(|\((?:list|quote)\s)")
_LISP_PIECE = re.compile(
    r"(?P<kept>\"(?:[^\"\\]|\\.)*\"|;[^\n]*)|(?P<quote>['`#](?=\()|'(?=[A-Za-z]))|(?P<open>[(\[{])|(?P<close>[)\]}])"
)
_LISP_HEAD = re.compile(
    r"\(\s*(?:(?P<quote>quote)|list|vector|(?:make-[\w-]+|node(?=\s+['(:])|tree(?=\s+['(:]))(?:\s+'?:?(?P<head>[A-Za-z]\w*))?)(?=[\s()'])"
)


def text_in_known_spelling(text: Patched) -> Patched:
    """The text with plain brackets for lists, and without the marks of symbols, members and pointers."""
    if len(text.text) > LONGEST:
        return text
    text = text.patched(_marks_around_lisp_list(text.text))
    text = text.patched(_keys_of_clojure_maps(text.text))
    text = text.patched(_brackets_of_mathematica_calls(text.text))
    text = text.patched(Edit(*found.span(), "dict", "tidied-program") for found in _FROM_PAIRS.finditer(text.text))
    text = text.patched(_brackets_with_arrows(text.text))
    text = text.patched(_words_of_r_and_php(text.text))
    text = text.patched(_lists_in_square_brackets(text.text))
    text = text.patched(keys_of_children(text.text))
    return text.patched(words_that_make_leaves(text.text))


def _lists_in_square_brackets(text: str) -> Iterator[Edit]:
    """List words before their brackets, which become square ones; paths, pointers and marks of symbols."""
    closing: list[str] = []
    is_list = False
    for found in _PIECE.finditer(text):
        if found["list"] or found["pointer"]:
            yield Edit(*found.span(), found["made"] or "", "tidied-program")
            is_list = bool(found["list"])
        elif found["path"] or found["mark"]:
            yield Edit(*found.span(), "", "tidied-program")
        elif found["open"]:
            closing.append("]" if is_list and found[0] != "[" else "")
            if closing[-1]:
                yield Edit(*found.span(), "[")
            is_list = False
        elif found["close"] and closing and (instead := closing.pop()):
            yield Edit(*found.span(), instead)


class _Bracket(NamedTuple):
    """A bracket that is open, with the map word before it, and its arrows and commas so far."""

    span: tuple[int, int]
    word: str
    arrows: list[re.Match[str]]
    commas: list[int]


def _brackets_with_arrows(text: str) -> Iterator[Edit]:
    """Brackets in which each part is a key with an arrow behind it, as dictionaries with their braces and colons."""
    edits: list[Edit] = []
    waiting: list[_Bracket] = []
    word: re.Match[str] | None = None
    for found in _KEYED.finditer(text):
        if found["open"]:
            known = word if word and word.end() == found.start() else None
            start = known.start() if known else found.start()
            waiting.append(_Bracket((start, found.end()), known[0] if known else "", [], []))
        elif found["close"] and waiting:
            bracket = waiting.pop()
            edits += _bracket_as_dictionary(bracket, found, is_inside=bool(waiting and waiting[-1].word))
        elif found["arrow"] and waiting and _is_arrow_of_dictionary(found, waiting[-1], text):
            waiting[-1].arrows.append(found)
        elif found["symbol"] and "=>" in text:
            edits.append(Edit(*found.span(), f'"{found["name"]}"', "tidied-program"))
        elif found["comma"] and waiting:
            waiting[-1].commas.append(found.start())
        word = found if found["map"] else None
    return iter(sorted(edits))


def _is_arrow_of_dictionary(found: re.Match[str], bracket: _Bracket, text: str) -> bool:
    """Whether keys have this arrow behind them in this bracket."""
    start, end = bracket.span
    if found[0] == ":":
        return text[end - 1] == "["
    is_given = text[end - 1] != "(" or text[:start].rstrip()[-1:] == "="
    return bool(bracket.word) or (found[0] == "=>" and is_given)


def _bracket_as_dictionary(bracket: _Bracket, closed: re.Match[str], *, is_inside: bool) -> list[Edit]:
    """The changes that make a bracket a dictionary; or a list, where it has no arrows and stands in one of these."""
    arrows = len(bracket.arrows)
    if bracket.word.endswith(".of") and len(bracket.commas) % 2:
        colons = [Edit(at, at + 1, ":") for at in bracket.commas[::2]]
        return [Edit(*bracket.span, "{", "tidied-program"), *colons, Edit(*closed.span(), "}")]
    braced = closed[0] == "}" and bool(bracket.word)
    if braced if not arrows else len(bracket.commas) in (arrows - 1, arrows):
        colons = [Edit(*each.span(), ":") for each in bracket.arrows]
        return [Edit(*bracket.span, "{", "tidied-program"), *colons, Edit(*closed.span(), "}")]
    if bracket.word in _EITHER and not arrows and is_inside:
        return [Edit(*bracket.span, "[", "tidied-program"), Edit(*closed.span(), "]")]
    return []


def _keys_of_clojure_maps(text: str) -> Iterator[Edit]:
    """The keys of maps in Clojure, which have no commas between them."""
    if not _MAP.search(text):
        return
    for found in _KEY.finditer(text):
        if field(found[2]) and found[2] not in KIND_WORDS:
            yield Edit(found.start(2) - 1, found.end(), f"{'' if found[1] else ', '}{found[2]}: ", "tidied-program")


def _brackets_of_mathematica_calls(text: str) -> Iterator[Edit]:
    """The brackets of calls in Mathematica."""
    if "(" not in text and _SQUARE_CALL.search(text):
        yield from (Edit(*found.span(), "()"[found[0] == "]"], "") for found in re.finditer(r"[\[\]]", text))


def _words_of_r_and_php(text: str) -> Iterator[Edit]:
    """The words of R and PHP before all brackets of a list: `c(3, 12)`, `array(3, 12)`."""
    found = _COMBINED.search(text)
    end = _end_of_bracket(text, text.find("(", found.end())) if found else 0
    words = list(_CALL.finditer(text, found.end(), end)) if found else []
    if not re.search("[0-9]", text) or any(word[1] not in ("c", "list", "array", "Array") for word in words):
        return
    closings = {_end_of_bracket(text, word.end() - 1) - 1 for word in words}
    edits = [Edit(*word.span(), "[", "tidied-program") for word in words]
    yield from sorted([*edits, *(Edit(at, at + 1, "]") for at in closings)])


def _marks_around_lisp_list(text: str) -> Iterator[Edit]:
    """The list in a program of Lisp, without its quotation marks and the words that make lists."""
    found = list(_LISP.finditer(text))
    if len(found) == 1:
        start = found[0].end()
        end = _end_of_bracket(text, re.compile(r"[(\[{]").search(text, start).start())  # type: ignore[union-attr]
        if text[end:].strip() and not re.match(r"(?:\s|;[^\n]*\n)*\)", text[end:]):
            return
        yield Edit(0, start, "", "tidied-program")
        yield from _list_marks_removed(text, start, end)
        yield Edit(end, len(text), "", "tidied-program")
    elif _LISP_LIST.match(text) or (_LISP_CALL.match(text) and not found):
        yield from _list_marks_removed(text, 0, len(text))


def _list_marks_removed(text: str, start: int, end: int) -> Iterator[Edit]:
    """What says that a list is one, taken out."""
    quoted: list[bool] = []
    passed = start
    for found in _LISP_PIECE.finditer(text, start, end):
        if found.start() < passed or found["kept"]:
            continue
        if found["quote"]:
            yield Edit(*found.span(), "", "tidied-program")
        elif found["open"]:
            head = _LISP_HEAD.match(text, found.start())
            quoted.append(bool(head and head["quote"]))
            if head:
                words = f'("{head["head"]}"' if head["head"] else "("
                yield Edit(head.start(), head.end(), "" if head["quote"] else words, "tidied-program")
                passed = head.end()
        elif found["close"] and quoted and quoted.pop():
            yield Edit(*found.span(), "")


def _end_of_bracket(text: str, start: int) -> int:
    """Where the bracket that opens at `start` has been closed; the end of the text where it is not."""
    depth = 0
    for found in _LISP_PIECE.finditer(text, start):
        depth += bool(found["open"]) - bool(found["close"])
        if depth == 0 and found["close"]:
            return found.end()
    return len(text)
