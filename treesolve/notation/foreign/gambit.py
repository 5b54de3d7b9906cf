"""Extensive games of Gambit, the `.efg` files: player 1 is MAX, player 2 has what player 1 has not.

Vocabulary

    outcome     the payoffs of all players, at the end of a game or on the way
    set         nodes that a player cannot tell from each other
"""

import re
import unicodedata
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from treesolve.model.number import Number
from treesolve.model.problem import InputError, Span
from treesolve.model.tree import PLAYERS, Kind, Tree
from treesolve.notation.foreign.label import different_names, number
from treesolve.notation.foreign.refusal import MOST_SHOWN, cannot_carry, example, refusal
from treesolve.notation.foreign.sketch import Sketch
from treesolve.notation.number_text import write_number, write_payoffs

NAME = "Gambit"

_BEGIN = re.compile(r'\s*EFG\s+[0-9]+\s+[RD]\s*"')
_TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|([{}])|([^\s{}",]+)')
_SIGNS = r"!-\[\]-~"
"""What Gambit reads in a label as it is written: ASCII without the backslash."""

_LABEL = re.compile(f"(?:[{_SIGNS}]+(?: [{_SIGNS}]+)*)?")
"""What Gambit takes as a label: such signs, with no two blanks in a row."""

_TYPED = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"})

_END = ("end", "")


class Step(NamedTuple):
    """A node in the order of the file: who moves, its name, the actions, and the payoffs at an end."""

    who: str
    name: str
    player: int
    actions: tuple[tuple[str, Fraction | int | None], ...]
    payoffs: tuple[Number, ...]
    span: Span


class _Reading:
    """A file, token by token."""

    def __init__(self, text: str) -> None:
        self.tokens = list(_tokens_of_text(text))
        self.at = 0
        self.players = 0
        self.sets: dict[tuple[int, str], tuple[tuple[str, Fraction | int | None], ...]] = {}
        self.outcomes: dict[str, tuple[Number, ...]] = {}
        self.problems: list[InputError] = []

    def peek(self) -> tuple[str, str]:
        return self.tokens[self.at][:2] if self.at < len(self.tokens) else _END

    def take(self, *wanted: str) -> str:
        """The words of the next token, which is one of those wanted. Raises InputError where it is another."""
        what, words = self.peek()
        if what not in wanted:
            raise refusal("foreign-form", self.span(), text=words)
        self.at += 1
        return words

    def span(self) -> Span:
        return self.tokens[min(self.at, len(self.tokens) - 1)][2]

    def run(self) -> list[Step]:
        """All nodes of the file, in preorder."""
        for _ in range(3):
            self.take("word")
        self.take("text")
        self.players = len(self._take_words_in_braces("text"))
        if self.peek()[0] == "text":
            self.at += 1
        steps = []
        while self.peek() != _END:
            steps.append(self._read_step())
        return steps

    def _take_words_in_braces(self, *wanted: str) -> list[str]:
        self.take("open")
        found = []
        while self.peek()[0] != "close":
            found.append(self.take(*wanted))
        self.at += 1
        return found

    def _read_step(self) -> Step:
        span = self.span()
        who = self.take("word")
        name = self.take("text")
        if who == "t":
            return Step(who, name, 0, (), self._read_payoffs(), span)
        if who not in ("p", "c"):
            raise refusal("foreign-form", span, text=who)
        words = self.take("word") if who == "p" else "0"
        if not re.fullmatch("[0-9]", words):
            raise refusal("foreign-form", span, text=words)
        player = int(words)
        actions = self._read_actions(player, span)
        start = self.span()
        payoffs = self._read_payoffs()
        if any(payoffs):
            self.problems.append(refusal("efg-on-the-way", start, name=name))
        return Step(who, name, player, actions, payoffs, span)

    def _read_actions(self, player: int, span: Span) -> tuple[tuple[str, Fraction | int | None], ...]:
        """The actions of a node, which stand where its set is named for the first time."""
        key = (player, self.take("word"))
        if self.peek()[0] == "text":
            self.at += 1
        known = self.sets.get(key)
        if self.peek()[0] == "open":
            words = self._take_words_in_braces("text", "word")
            step = 2 if player == 0 else 1
            weights = [number(each) for each in words[1::2]] if player == 0 else [None] * len(words)
            if any(isinstance(weight, float) or (weight is None and player == 0) for weight in weights):
                raise refusal("foreign-form", span, text=" ".join(words)[:40])
            found = tuple(zip(words[::step], weights, strict=False))
            self.sets[key] = found  # type: ignore[assignment]
        if known is not None and player:
            self.problems.append(refusal("efg-information", span))
        if key not in self.sets:
            raise refusal("foreign-form", span, text=key[1])
        return self.sets[key]

    def _read_payoffs(self) -> tuple[Number, ...]:
        """The payoffs at a node, which stand where their outcome is named for the first time."""
        key = self.take("word")
        if self.peek()[0] == "text":
            self.at += 1
        if self.peek()[0] == "open":
            start = self.span()
            found = [number(each) for each in self._take_words_in_braces("word")]
            if any(each is None or isinstance(each, float) for each in found) or len(found) != self.players:
                raise refusal("efg-payoffs", start, players=self.players)
            self.outcomes[key] = tuple(each for each in found if each is not None)
        return self.outcomes.get(key, (0,) * self.players)


def recognises(text: str) -> bool:
    """Whether a text begins as Gambit's files do."""
    return bool(_BEGIN.match(text))


def read(text: str) -> Sketch:
    """The tree of a game for two whose payoffs add up to the same everywhere, or for one.

    Raises InputError where the game is another, or players do not know where they are, or are paid on the way.
    """
    reading = _Reading(text)
    steps = reading.run()
    _check_complete(steps, reading)
    problem = _error_about_other_game(steps, reading)
    if problem or reading.problems:
        raise _error_with_tree(steps, reading, problem)
    return _sketch_of_steps(steps)


def _check_complete(steps: list[Step], reading: _Reading) -> None:
    """Raises InputError where actions lead nowhere, or a node follows the end of the game."""
    wanted = 1
    for step in steps:
        if wanted == 0:
            raise refusal("foreign-form", step.span, text=step.who)
        wanted += len(step.actions) - 1
        if step.who != "t" and not step.actions:
            raise refusal("foreign-form", step.span, text=step.who)
    if wanted:
        raise refusal("foreign-unclosed", reading.span(), text="")


def _error_about_other_game(steps: list[Step], reading: _Reading) -> InputError | None:
    """What is wrong where a game is no game of MAX against MIN."""
    ends = [step for step in steps if step.who == "t"]
    if reading.players not in (1, 2):
        return refusal("efg-players", ends[0].span, players=reading.players)
    sums = {sum(step.payoffs) for step in ends}
    if reading.players == 2 and len(sums) > 1:
        odd = next(step for step in ends if sum(step.payoffs) != sum(ends[0].payoffs))
        return refusal("efg-not-zero-sum", odd.span)
    return None


def _error_with_tree(steps: list[Step], reading: _Reading, problem: InputError | None) -> InputError:
    """The error, with the tree: that of several players where it is one, with what is paid on the way at the ends."""
    told = (problem or reading.problems[0]).problems[0]
    instead = ""
    if len(steps) <= MOST_SHOWN and all(len(step.payoffs) == reading.players for step in steps):
        added = _with_payoffs_added_up(steps)
        zero_sum = reading.players <= 2 and len({sum(step.payoffs) for step in added if step.who == "t"}) == 1
        chance = any(step.who == "c" for step in steps)
        instead = example(_sketch_of_steps(added)) if zero_sum else "" if chance else _text_with_payoffs(added)
    return InputError((told._replace(facts={**told.facts, "instead": instead}),))


def _with_payoffs_added_up(steps: list[Step]) -> list[Step]:
    """The nodes with the payoffs of all nodes above added to theirs."""
    waiting: list[tuple[Number, ...]] = [(0,) * len(steps[0].payoffs)]
    found = []
    for step in steps:
        above = waiting.pop()
        total = tuple(one + other for one, other in zip(above, step.payoffs, strict=True))
        found.append(step._replace(payoffs=total))
        waiting.extend(total for _ in step.actions)
    return found


def _text_with_payoffs(steps: list[Step]) -> str:
    """The tree in our notation with the payoffs of all players."""
    made: list[str] = []
    for step in reversed(steps):
        if step.who == "t":
            made.append(write_payoffs(step.payoffs))
        else:
            below = [made.pop() for _ in step.actions]
            made.append(f"{PLAYERS[max(min(step.player, 9), 1) - 1].name} ({' '.join(below)})")
    return made[0]


def _sketch_of_steps(steps: list[Step]) -> Sketch:
    made: list[Sketch] = []
    for step in reversed(steps):
        children = []
        defaults = [action for action, _ in step.actions] == [str(place + 1) for place in range(len(step.actions))]
        for action, weight in step.actions:
            move = None if defaults else action.strip() or None
            children.append(made.pop()._replace(move=move, weight=weight))
        if step.player > 2:
            raise refusal("efg-players", step.span, players=step.player)
        kind = (Kind.CHANCE, Kind.MAX, Kind.MIN)[step.player] if children else None
        value = step.payoffs[0] if not children else None
        made.append(Sketch(step.span, step.name or None, kind, value, None, tuple(children)))
    return made[0]


def _tokens_of_text(text: str) -> Iterator[tuple[str, str, Span]]:
    for found in _TOKEN.finditer(text):
        if found[1] is not None:
            yield "text", re.sub(r"\\(.)", r"\1", found[1]), Span(*found.span())
        elif found[2]:
            yield "open" if found[2] == "{" else "close", found[2], Span(*found.span())
        else:
            yield "word", found[3], Span(*found.span())


def write(tree: Tree) -> str:
    """The tree as a game of two whose payoffs add up to 0; children without a move are reached by 1, 2 and so on.

    Raises InputError where values are unknown or infinite, where Gambit has no such labels, or two moves of a node are
    called the same, and where some children of a node have moves and others have none.

    >>> from treesolve.notation.reader import read as read_ours
    >>> print(write(read_ours("(left -> 6 right -> B: 5)")), end="")
    EFG 2 R "tree" { "MAX" "MIN" }
    p "" 1 1 "" { "left" "right" } 0
    t "" 1 "" { 6 -6 }
    t "B" 2 "" { 5 -5 }
    """
    lines = [f'EFG 2 R {_label(_in_ascii(tree.title or "") or "tree")} {{ "MAX" "MIN" }}']
    labels = different_names(tree.given_names)
    counts = {"p1": 0, "p2": 0, "c": 0, "t": 0}
    for node, kind in enumerate(tree.kinds):
        name = _label(labels.get(node, ""))
        who = {Kind.MAX: "p1", Kind.MIN: "p2", Kind.CHANCE: "c", Kind.LEAF: "t"}[kind]
        counts[who] += 1
        if kind is Kind.LEAF:
            value = tree.values[node]
            shown = f"{write_number(value)} {write_number(-value)}"  # type: ignore[arg-type, operator]
            lines.append(f't {name} {counts[who]} "" {{ {shown} }}')
        else:
            player = "" if kind is Kind.CHANCE else f" {who[1]}"
            lines.append(f'{who[0]} {name}{player} {counts[who]} "" {{ {_actions_as_written(tree, node)} }} 0')
    return "".join(f"{line}\n" for line in lines)


def _actions_as_written(tree: Tree, node: int) -> str:
    children = tree.children[node]
    moves = [tree.moves.get(child) for child in children]
    if any(moves) and not all(moves):
        raise cannot_carry("some-moves")
    if moves == [str(place + 1) for place in range(len(moves))]:
        raise cannot_carry("numbered-moves")
    if any(moves) and len({*moves}) < len(moves):
        raise cannot_carry("same-moves")
    names = [_label(move or str(place + 1)) for place, move in enumerate(moves)]
    if tree.kinds[node] is Kind.CHANCE:
        names = [f"{name} {write_number(tree.weight(child))}" for name, child in zip(names, children, strict=True)]  # type: ignore[arg-type]
    return " ".join(names)


def _in_ascii(title: str) -> str:
    """A title, which only people read, in the letters that Gambit has.

    >>> _in_ascii("Zwei  Züge à la \\"Knuth\\"")
    'Zwei Zuege a la "Knuth"'
    """
    plain = unicodedata.normalize("NFKD", title.translate(_TYPED)).encode("ascii", "ignore").decode()
    return " ".join(re.sub(f"[^{_SIGNS}]", " ", plain).split())


def _label(words: str) -> str:
    """Words as a label, in quotes. Raises InputError where Gambit has no such labels."""
    if not _LABEL.fullmatch(words):
        raise cannot_carry("labels")
    escaped = words.replace('"', '\\"')
    return f'"{escaped}"'
