"""Extensive games in files of Gambit (`.efg`): player 1 is MAX, and player 2 is MIN."""

import re
import unicodedata
from collections import Counter
from typing import NamedTuple

from treesolve.model.kind import PLAYERS, Kind
from treesolve.model.number import Number
from treesolve.model.problem import Problem, Span
from treesolve.model.tree import Tree
from treesolve.notation.importers.exported_text import unique_names, unsupported_feature_error
from treesolve.notation.importers.ignored_text import find_kind_word
from treesolve.notation.importers.labels import number, word_category
from treesolve.notation.importers.lark_parser import reject_at
from treesolve.notation.importers.parsed_node import ParsedField, ParsedNode, reject, reject_ambiguous
from treesolve.notation.number_text import format_number, format_payoffs

NAME = "Gambit"

_BEGIN = re.compile(r'\s*EFG\s+2\s+[RD]\s*"')
_TEXT = r'"(?:[^"\\]|\\.)*"'
_HEAD = re.compile(
    rf"\s*EFG\s+2\s+[RD]\s*{_TEXT}\s*\{{\s*(?P<players>[^{{}}\s][^{{}}]*)\}}(?:\s*{_TEXT})?\s*", re.DOTALL
)
_NODE = re.compile(
    rf"(?:t\s+(?P<end>{_TEXT})|(?:p\s+(?P<name>{_TEXT})\s+(?P<player>[1-9])|c\s+(?P<chance>{_TEXT}))"
    rf"\s+(?P<set>[0-9]+)(?:\s*{_TEXT})?(?:\s*\{{(?P<actions>[^{{}}]*)\}})?)"
    rf"\s+(?P<outcome>[0-9]+)(?:\s*{_TEXT})?(?:\s*\{{(?P<payoffs>[^{{}}]*)\}})?\s*",
    re.DOTALL,
)
_ITEM = re.compile(rf'{_TEXT}|[^\s"]+|"', re.DOTALL)
_SIGNS = r"!-\[\]-~"
"""Characters that need no escape in a label of Gambit: printable ASCII characters except blanks and backslashes."""

_LABEL = re.compile(f"(?:[{_SIGNS}]+(?: [{_SIGNS}]+)*)?")
"""The labels that Gambit accepts: these characters, and single blanks between them."""

_ASCII_REPLACEMENTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"})


class GambitNode(NamedTuple):
    """A node in a file: the node without its children, its player, the labels of its edges, and its payoffs."""

    part: ParsedNode
    player: int
    edges: list[str]
    payoffs: tuple[Number, ...]


def recognizes(text: str) -> bool:
    """Return whether the text begins like a Gambit file."""
    return bool(_BEGIN.match(text))


def read(text: str) -> ParsedNode:
    """Return the tree of a game. Payoffs of player 1 become the values of leaves.

    The game must have one player, or two players whose payoffs have the same sum at all leaves. Raises InputError for
    other games, and for games with imperfect information or payoffs at inner nodes.
    """
    if not (head := _HEAD.match(text)):
        reject_at(text, 0)
    names = _ITEM.findall(head["players"])
    kinds, players = [*map(find_kind_word, names)], len(names)
    is_opponent = any(
        word_category("mentions", word) == "opponents" for word in re.findall(r"\w+", " ".join(names[:1]))
    )
    if is_opponent or Kind.MIN in kinds[:1] or Kind.MAX in kinds[1:]:
        reject_ambiguous("skipped", Span(*head.span("players")), head["players"].strip())
    steps = _parse_nodes(text, head.end(), players)
    ends = [step for step in steps if not step.edges]
    total = sum(ends[0].payoffs)
    differing = next((end for end in ends if sum(end.payoffs) != total), None)
    if players > 2:
        reject("efg-players", ends[0].part.span, players=players, instead=_line_with_payoffs(steps))
    if players == 2 and differing:
        reject("efg-sums-differ", differing.part.span, instead=_line_with_payoffs(steps))
    built: list[ParsedNode] = []
    for step in reversed(steps):
        built.append(step.part._replace(children=tuple(built.pop()._replace(edge=edge) for edge in step.edges)))
    if players == 2 and total:
        return built[0]._replace(remarks=(Problem("efg-constant-sum", None, {"sum": format_number(total)}),))
    return built[0]


def _parse_nodes(text: str, at: int, players: int) -> list[GambitNode]:
    """Return the nodes in file order. The file must contain a node for each action of each node."""
    steps, expected, sets = list[GambitNode](), 1, set[tuple[str, str]]()
    outcomes: dict[str, tuple[Number, ...]] = {"0": (0,) * players}
    while expected or at < len(text):
        match = _NODE.match(text, at) if expected else None
        if not match or int(match["player"] or 0) > players:
            reject_at(text, at)
        information_set = (match["player"], match["set"])
        if match["player"] and information_set in sets:
            reject("efg-information", Span(*match.span()))
        sets.add(information_set)
        steps.append(_parse_node(match, _payoffs(match, outcomes, players)))
        expected, at = expected + len(steps[-1].edges) - 1, match.end()
    return steps


def _parse_node(match: re.Match[str], payoffs: tuple[Number, ...]) -> GambitNode:
    span, player = Span(*match.span()), int(match["player"] or 0)
    name = (match["name"] or match["chance"] or match["end"]).removeprefix('""')
    if match["end"]:
        return GambitNode(
            ParsedNode(span, name, (ParsedField("value", format_number(payoffs[0]), span),)), 0, [], payoffs
        )
    if any(payoffs):
        reject("efg-on-the-way", span, name=name[1:-1])
    kind = ParsedField("kind", ("chance", "max", "min")[min(player, 2)], span)
    return GambitNode(ParsedNode(span, name, (kind,)), player, _edges(match), payoffs)


def _edges(match: re.Match[str]) -> list[str]:
    """Return the labels of the edges below a node. Actions that are only numbered get empty labels."""
    entries = _ITEM.findall(match["actions"] or "")
    names, weights = (
        (entries, [""] * len(entries)) if match["player"] else (entries[::2], [f"{each} * " for each in entries[1::2]])
    )
    if not names or len(names) != len(weights) or any(name[0] != '"' or len(name) < 2 for name in names):
        reject("foreign-form", Span(*match.span()), text=" ".join(entries)[:40])
    are_numbered = names == [f'"{index + 1}"' for index in range(len(names))]
    return [weight + ("" if are_numbered else name) for name, weight in zip(names, weights, strict=True)]


def _payoffs(match: re.Match[str], outcomes: dict[str, tuple[Number, ...]], players: int) -> tuple[Number, ...]:
    """Return the payoffs at a node. The file needs to list them only at the first occurrence of an outcome."""
    entries = outcomes.get(match["outcome"], ())
    if match["payoffs"] is not None:
        values = [number(word) for word in re.split(" ?, ?| ", " ".join(match["payoffs"].split()))]
        valid = tuple(value for value in values if value is not None and not isinstance(value, float))
        entries = valid if len(valid) == len(values) and outcomes.setdefault(match["outcome"], valid) == valid else ()
    if len(entries) != players:
        reject("efg-payoffs", Span(*match.span("outcome")), players=players)
    return entries


def _line_with_payoffs(steps: list[GambitNode]) -> str:
    """Return the tree in our notation with the payoffs of all players.

    Return an empty string if the tree is too large for a message or has chance nodes.
    """
    if len(steps) > 300 or any(step.edges and not step.player for step in steps):
        return ""
    built: list[str] = []
    for step in reversed(steps):
        below = " ".join(built.pop() for _ in step.edges)
        built.append(f"{PLAYERS[step.player - 1].name} ({below})" if below else format_payoffs(step.payoffs))
    return built[0]


def write(tree: Tree) -> str:
    """Return the tree as a two-player zero-sum game. If the moves of a node have no names, they are numbered.

    The tree must not contain unknown or infinite values. Raises InputError if a name or move is not a valid label in
    Gambit, two moves of a node have the same name, or only some moves of a node have names.

    >>> from treesolve.notation.reader import read as read_ours
    >>> print(write(read_ours("(left -> 6 right -> B: 5)")), end="")
    EFG 2 R "tree" { "MAX" "MIN" }
    p "" 1 1 "" { "left" "right" } 0
    t "" 1 "" { 6 -6 }
    t "B" 2 "" { 5 -5 }
    """
    lines = [f'EFG 2 R {_label(_in_ascii(tree.title or "") or "tree")} {{ "MAX" "MIN" }}']
    labels = unique_names(tree.given_names)
    counts = Counter[Kind]()
    for node, kind in enumerate(tree.kinds):
        counts[kind] += 1
        form = {Kind.MAX: "p {} 1 {}", Kind.MIN: "p {} 2 {}", Kind.CHANCE: "c {} {}", Kind.LEAF: "t {} {}"}[kind]
        name, below, value = _label(labels.get(node, "")), tree.children[node], tree.values[node]
        entries = _format_actions(tree, node) if below else f"{format_number(value)} {format_number(-value)}"  # type: ignore[arg-type, operator]
        lines.append(form.format(name, counts[kind]) + f' "" {{ {entries} }}' + " 0" * bool(below))
    return "".join(f"{line}\n" for line in lines)


def _format_actions(tree: Tree, node: int) -> str:
    children = tree.children[node]
    moves = [tree.moves.get(child) for child in children]
    if any(moves) and not all(moves):
        raise unsupported_feature_error("some-moves")
    if moves == [str(index + 1) for index in range(len(moves))]:
        raise unsupported_feature_error("numbered-moves")
    if any(moves) and len({*moves}) < len(moves):
        raise unsupported_feature_error("same-moves")
    names = [_label(move or str(index + 1)) for index, move in enumerate(moves)]
    if tree.kinds[node] is Kind.CHANCE:
        names = [f"{name} {format_number(tree.weight(child))}" for name, child in zip(names, children, strict=True)]  # type: ignore[arg-type]
    return " ".join(names)


def _in_ascii(title: str) -> str:
    """Return the title with all characters that Gambit does not accept replaced. Importing a file ignores the title.

    >>> _in_ascii("Zwei  Züge à la \\"Knuth\\"")
    'Zwei Zuege a la "Knuth"'
    """
    ascii_title = unicodedata.normalize("NFKD", title.translate(_ASCII_REPLACEMENTS)).encode("ascii", "ignore").decode()
    return " ".join(re.sub(f"[^{_SIGNS}]", " ", ascii_title).split())


def _label(words: str) -> str:
    """Return the words as a quoted label. Raises InputError if Gambit does not accept the label."""
    if not _LABEL.fullmatch(words):
        raise unsupported_feature_error("labels")
    escaped = words.replace('"', '\\"')
    return f'"{escaped}"'
