"""What comments and sentences around a tree say of the kinds: `# root is the minimizing player`, `# MIN beginnt`.

Vocabulary

    cycle       the kinds of the levels from the root down, again and again; one kind alone is that of the root
"""

import re
from collections.abc import Iterator
from itertools import permutations
from typing import NamedTuple

from treesolve.model.problem import InputError, Problem, Span
from treesolve.model.tree import Kind, Tree
from treesolve.notation.foreign.sketch import LONGEST_LINE, Sketch, read_sketch, shown_line, sketch_of

_WORDS = {
    Kind.MAX: r"max\b|maximi[sz](?:e(?:rs?|s|d)?|ing)\b|maximier\w*|me\b|ich\b",
    Kind.MIN: r"min(?:[- ]?(?:knoten|spieler))?\b|minimum\b|minimi[sz](?:e(?:rs?|s|d)?|ing)\b|minimier\w*|opponent\b"
    r"|enemy\b|gegner\w*|(?:player|spieler)[ _]?2\b|(?:second|zweite[rn]?) (?:player|spieler)\b",
    Kind.CHANCE: r"chance\b|dice\b|würfel\w*|random\b|nature\b|coin\w*|münz\w*|lotter\w*|expect\w*|average\b|avg\b"
    r"|mean\b|zufall\w*|erwartung\w*|mittelwert\b",
}
"""How sentences call who moves."""

_ROOT = r"root|wurzel|first (?:move|mover|player|level)|top(?: level| node)?|erste[rs]? (?:zug|spieler|ebene)|oben"
_ROOT += r"|(?:level|ply|depth|ebene|tiefe) 0|(?:starts|begins) with|beginnt mit|turn|zug|mode|goal|objective"
_BEGINS = (
    r"(?:moves?|plays?|goes|comes|is|acts) first|starts|begins|first|to move first|(?:is |moves |plays )?(?:at|in|on) "
    r"(?:the )?(?:root|top)|(?:is |has )?(?:the )?root|beginnt|fängt an|zieht zuerst|zuerst|an der wurzel"
    r"|ist (?:die )?wurzel|wurzel|oben|(?:ist )?am zug|'s turn"
)
_BETWEEN = (
    r"(?:[ \t=:()'\"-]|\b(?:an?|the|is|are|of|by|to|belongs|node|player|level|turn|move[sr]?|kind|type|ist|eine?"
    r"|de[rnms]|die|das|gehört|knoten|spieler|hat|who|which|wants|tries|spielt|zieht|moves|plays|minimi\w+)\b)*"
)
_WORDS_OF_ROOT = (
    *("root", "wurzel", "first", "top", "erste", "oben", " 0", "start", "begin", "fängt", "turn", "zug", "zuerst"),
    *("mode", "goal", "objective"),
)
_WORDS_OF_ALL = ("both", "all", "every", "each", "beide", "jede")
_WORDS_OF_LEVELS = ("level", "ply", "ebene")
"""One of these stands in each sentence of a sort."""
_OTHERWISE = {
    rf"\b(?:{_WORDS[Kind.MAX]}){_BETWEEN}\b(?:second|zweite[rs]?|als zweites)\b": ("second", "zweite"),
    r"\b(?:is_?)?max\w*[ \t]*[:=][ \t]*false\b|\bis_?max\w*[ \t]*[:=][ \t]*0\b": ("false", "0"),
    r"\b(?:is_?)?min\w*[ \t]*[:=][ \t]*true\b": ("true",),
    r"^\W*min\w*[ \t]*(?:[/,>→-]|->)+[ \t]*max\w*": ("min",),
}
"""Other words for a root of MIN."""
_LEVELS = re.compile(r"\b(?:levels?|plies|layers?|ebenen?|stufen?)\b[^:=\n]{0,30}[:=](?P<rest>[^\n]*)", re.IGNORECASE)
_COMMENT = re.compile(r"(?:#|//|%|;;|--)(?P<words>[^\n]*)|/\*(?P<block>.*?)\*/", re.DOTALL)
_ALONE = re.compile(
    r"[\s(\[]*(?P<word>\w+)(?:[ -]?(?:node|level|player|knoten|ebene|spieler|to move))?[\s)\]]*", re.IGNORECASE
)
_EVERY = (
    r"\b(?:both|all|every|each|alle|beide|jede)\b(?:[ \t]+(?:levels?|nodes?|plies|players?|knoten|ebenen?|spieler))?"
)
_SECOND = r"\b(?:(?:second|zweite[rn]?)[ \t]+(?:level|ply|ebene)|(?:level|ply|ebene)[ \t]+1)\b"
_ORDER_OR_SIGN = re.compile(
    r"\b(?:right[- ]to[- ]left|from (?:the )?right|(?:von )?rechts nach links"
    r"|(?:are|is|as|sind|als|=)[ \t]+(?:costs?|losses|kosten)"
    r"|(?:lower|smaller|less|kleiner|weniger) (?:is|ist) (?:better|besser)"
    r"|(?:point of view|perspective|view|sicht) (?:of|von|des)[ \t]+"
    r"(?:min\w*|(?:the )?opponent|(?:player|spieler) 2|gegners?"
    r"|(?:the |one |who(?:ever)? )?(?:player |side |is )*to move|(?:the )?mover)"
    r"|payoffs? (?:of|for) (?:both|player)|should (?:be|read)|muss heißen|soll(?:te)? (?:eine? )?[0-9]+ sein)\b",
    re.IGNORECASE,
)
"""Words of who means another order of the children, or other numbers, than stand there."""
_SIDE = re.compile(
    r"(?:#|//|%|;;|--)[ \t]*(?:the[ \t]+)?(?:(?P<left>left|links|linke[rs]?)|(?P<right>right|rechts|rechte[rs]?))"
    r"(?:[ \t]+(?:sub-?tree|child|branch|node|side|leaf|leaves|teilbaum|kind|knoten|ast))?[ \t]*(?:$|[(:,.])",
    re.IGNORECASE | re.MULTILINE,
)
"""A comment that says on which side a node stands."""
_BESIDE = r"(?:[_-]?(?:node|player|knoten|spieler))?(?![A-Za-z(])"
_PLAYER = re.compile(
    rf"(?<![A-Za-z])(?:(?P<min>min|minimi[sz](?:er|ing(?:[ _]player)?)|minimierer|opponent|enemy|gegner)"
    rf"|max|maximi[sz](?:er|ing(?:[ _]player)?)|maximierer|me|ich|self){_BESIDE}"
    r"|(?P<drawn>border rotate\s*=\s*180|invtri\w*)",
    re.IGNORECASE,
)
_EXPECTIMAX = re.compile(r"\bexpecti_?max\w*\s*\(", re.IGNORECASE)
_LONGEST = 20_000
_DEEPEST = 100


class Told(NamedTuple):
    """Where kinds are told, and the cycle that they are."""

    span: Span
    cycle: tuple[Kind, ...]


class Saying(NamedTuple):
    """A sentence as a pattern, the cycle that it tells, and the kinds and words without which it is not said."""

    pattern: re.Pattern[str]
    cycle: tuple[Kind, ...]
    words: tuple[str, ...]
    kinds: frozenset[Kind] = frozenset()


def _sayings_about_kinds() -> Iterator[Saying]:
    def saying(pattern: str, words: tuple[str, ...], *cycle: Kind, of: tuple[Kind, ...] = ()) -> Saying:
        return Saying(re.compile(pattern, re.IGNORECASE), cycle, words, frozenset(of))

    for kind in (Kind.MIN, Kind.CHANCE):
        word = rf"\b(?:{_WORDS[kind]})"
        yield saying(rf"\b(?:{_ROOT})\b{_BETWEEN}{word}", _WORDS_OF_ROOT, kind, of=(kind,))
        yield saying(rf"{word}{_BETWEEN}\b(?:{_BEGINS})\b", _WORDS_OF_ROOT, kind, of=(kind,))
    yield from (saying(pattern, words, Kind.MIN) for pattern, words in _OTHERWISE.items())
    for kind, words in _WORDS.items():
        other = Kind.MIN if kind is Kind.MAX else Kind.MAX
        yield saying(rf"{_EVERY}{_BETWEEN}\b(?:{words})", _WORDS_OF_ALL, kind, kind, of=(kind,))
        yield saying(rf"{_SECOND}{_BETWEEN}\b(?:{words})", _WORDS_OF_LEVELS, other, kind, of=(kind,))
    for above, below in permutations(_WORDS, 2):
        if (above, below) != (Kind.MAX, Kind.MIN):
            over = rf"\b(?:{_WORDS[above]})[ \t]+(?:over|of|über|von)[ \t]+(?:the[ \t]+)?(?:{_WORDS[below]})"
            yield saying(over, ("over", "of", "über", "von"), above, below, of=(above, below))


_SAYINGS = tuple(_sayings_about_kinds())
_WORD_OF = {kind: re.compile(rf"\b(?:{words})", re.IGNORECASE) for kind, words in _WORDS.items()}


def check_asides(text: str, tree: Tree, *, is_ours: bool = False) -> None:
    """Raises InputError where an aside says other kinds than a tree has, in which no kind is written.

    In a text of `ours` only comments are asides.
    """
    _check_meaning_of_numbers(text)
    told = None if len(text) > _LONGEST else _kinds_in_comments(text, tree) or _kinds_in_list_of_levels(text)
    if told is None and not is_ours:
        told = _kinds_in_sentences(text) or _kinds_in_program(text, tree) or _kinds_by_first_word(text)
    if told is None or tree.kinds[0] is not Kind.MAX or _has_kinds(tree, told.cycle):
        return
    facts = {
        "text": " ".join(text[slice(*told.span)].split())[:60],
        "instead": _line_with_kinds(tree, told.cycle),
        "plain": shown_line(tree),
    }
    raise InputError((Problem("kinds-beside", told.span, facts),))


def check_sentences(text: str, tree: Tree) -> None:
    """Raises InputError where a sentence says that MIN is at the root of a tree in whose text MAX is written there."""
    told = _kinds_in_sentences(text) if len(text) <= _LONGEST and tree.kinds[0] is Kind.MAX else None
    if told and told.cycle == (Kind.MIN,):
        words = " ".join(text[slice(*told.span)].split())[:60]
        facts = {"text": words, "instead": _line_with_kinds(tree, told.cycle), "plain": shown_line(tree)}
        raise InputError((Problem("kinds-beside", told.span, facts),))


def _check_meaning_of_numbers(text: str) -> None:
    """Raises InputError where a comment says that the numbers are meant otherwise than they stand there."""
    for comment in _COMMENT.finditer(text[:_LONGEST]):
        if found := _ORDER_OR_SIGN.search(comment[0]):
            span = Span(comment.start() + found.start(), comment.start() + found.end())
            raise InputError((Problem("meant-otherwise", span, {"text": found[0]}),))
    sides = list(_SIDE.finditer(text[:_LONGEST]))
    if sides and sides[0]["right"] and any(side["left"] for side in sides):
        raise InputError((Problem("meant-otherwise", Span(*sides[0].span()), {"text": sides[0][0].strip()}),))


def tells_kinds(text: str, tree: Tree) -> bool:
    """Whether a comment in a text of ours says other kinds than the tree has."""
    plain = re.sub(r"#[^\n]*", "", text)
    if re.search(r"\b(?:max|min|chance)\b|^levels:", plain, re.IGNORECASE | re.MULTILINE):
        return False
    try:
        check_asides(
            re.sub(r"^[^#\n]*", lambda found: " " * len(found[0]), text, flags=re.MULTILINE), tree, is_ours=True
        )
    except InputError:
        return True
    return False


def _kinds_in_comments(text: str, tree: Tree) -> Told | None:
    """What the comments say; a kind alone counts in the line where the root stands."""
    root = text.find("\n", tree.offsets[0]) if tree.offsets else -1
    for found in _COMMENT.finditer(text):
        words = found["words"] or found["block"] or ""
        alone = _ALONE.fullmatch(words)
        kind = _kind_of_word(alone["word"]) if alone and (root < 0 or found.start() <= root) else None
        if alone and kind:
            return Told(Span(*found.span()), (kind,))
        if told := _kinds_in_words(words):
            return Told(Span(found.start(), found.start() + len(found[0].rstrip())), told)
    return None


def _kinds_in_list_of_levels(text: str) -> Told | None:
    found = _LEVELS.search(text)
    cycle = tuple(kind for word in re.findall(r"\w+", found["rest"]) if (kind := _kind_of_word(word))) if found else ()
    return Told(Span(*found.span()), cycle) if found and len(cycle) > 1 and "\n" not in found[0].strip() else None


def _kinds_in_sentences(text: str) -> Told | None:
    """What sentences say in which no bracket stands, and no sign of a program."""
    for found in re.finditer(r"[^.;\n]+", text):
        if not re.search(r"[\[\](){}=<>/\\]|^\s*\w+:", found[0]) and (told := _kinds_in_words(found[0])):
            return Told(Span(*found.span()), told)
    return None


def _kinds_in_program(text: str, tree: Tree) -> Told | None:
    """What calls and flags say, fields and columns, or a search of chance nodes."""
    from treesolve.notation.foreign.first_player import first_move_of_min

    if found := first_move_of_min(text):
        return Told(Span(*found.span()), (Kind.MIN,))
    found = _EXPECTIMAX.search(text)
    return Told(Span(*found.span()), (Kind.MAX, Kind.CHANCE)) if found and Kind.CHANCE not in tree.kinds else None


def _kinds_by_first_word(text: str) -> Told | None:
    """The first word for a player in what is no program, if it is one for MIN."""
    from treesolve.notation.foreign.first_player import PROGRAM

    plain = _COMMENT.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    found = _PLAYER.search(plain) if not PROGRAM.search(text) else None
    return Told(Span(*found.span()), (Kind.MIN,)) if found and (found["min"] or found["drawn"]) else None


def _kinds_in_words(words: str) -> tuple[Kind, ...] | None:
    kinds = {kind for kind, word in _WORD_OF.items() if word.search(words)}
    told = words.lower()
    likely = (each for each in _SAYINGS if each.kinds <= kinds and any(word in told for word in each.words))
    return next((each.cycle for each in likely if each.pattern.search(words)), None)


def _kind_of_word(word: str) -> Kind | None:
    return next((kind for kind, words in _WORDS.items() if re.fullmatch(words, word, re.IGNORECASE)), None)


def _has_kinds(tree: Tree, cycle: tuple[Kind, ...]) -> bool:
    """Whether the tree has these kinds anyway."""
    inner = [node for node in range(len(tree)) if tree.children[node]]
    if len(cycle) == 1:
        return not inner or tree.kinds[0] is cycle[0]
    return all(tree.kinds[node] is cycle[tree.depths[node] % len(cycle)] for node in inner)


def _line_with_kinds(tree: Tree, cycle: tuple[Kind, ...]) -> str:
    """The tree with these kinds, on one line; nothing where it is too long for one."""
    fits = len(tree) <= LONGEST_LINE and max(tree.depths) < _DEEPEST
    return shown_line(read_sketch(_with_kinds(sketch_of(tree), cycle, 0))) if fits else ""


def _with_kinds(node: Sketch, cycle: tuple[Kind, ...], depth: int) -> Sketch:
    kind = cycle[depth % len(cycle)] if len(cycle) > 1 or not depth else None
    children = tuple(_with_kinds(child, cycle, depth + 1) for child in node.children)
    return node._replace(kind=kind if children else None, children=children)
