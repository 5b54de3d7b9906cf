"""Reports on played games and matches as tables and sentences, and as JSON documents."""

from collections.abc import Mapping, Sequence
from typing import Any

from treesolve.games.match import GameRecord, PositionSnapshot, Turn, total
from treesolve.model.kind import Kind
from treesolve.model.number import Number
from treesolve.rendering.document import Block, Document, Opening, Paragraph, Table, Verbatim, listing
from treesolve.rendering.json.encoding import as_json, encode, fields
from treesolve.rendering.template_environment import display_text, number_text, words

NAMES = ("first", "second")
"""The names of the two seats."""

_TURN = ("number", "mover", "player", "position", "move", "value", "positions", "depth")
_TOTAL = ("player", "won", "drawn", "lost", "positions")
_NOTHING = "–"


def play_page(end: PositionSnapshot, turns: Sequence[Turn], facts: Mapping[str, Any], language: str = "en") -> Document:
    """Return a page about a played game, with every move, the result and the last position.

    `facts` contains `game`, the first `position`, and the players `first` and `second`.
    """
    say = words(language, "playing.jinja")
    shown = {name: display_text(facts[name]) for name in ("game", "position", *NAMES)}
    players = {Kind.MAX: (0, shown["first"]), Kind.MIN: (1, shown["second"])}
    blocks: list[Block] = [Opening(say.title(shown))]
    if turns:
        rows = [_turn_cells(turn, players[turn.mover][1], language) for turn in turns]
        blocks.append(Table([say.heading(column) for column in _TURN], listing(rows, ""), words=range(1, 5)))
    if end.result is not None:
        blocks.append(Paragraph([_ending_sentence(end.result, len(turns), players, language)]))
    else:
        blocks.append(Paragraph([say.given_up({"position": display_text(end.position)})]))
    if "\n" in end.board:
        blocks.append(Verbatim(end.board))
    return Document(blocks, language)


def _turn_cells(turn: Turn, player: str, language: str) -> list[str]:
    say, choice = words(language, "playing.jinja"), turn.choice
    value = positions = depth = _NOTHING
    if choice.value is not None:
        value = number_text(choice.value, language)
    if choice.positions:
        positions = number_text(choice.positions, language)
        depth = say.complete() if choice.depth is None else str(choice.depth)
    position, move = display_text(turn.position), display_text(turn.move)
    return [str(turn.number), turn.mover.name, player, position, move, value, positions, depth]


def _ending_sentence(result: Number, moves: int, players: Mapping[Kind, tuple[int, str]], language: str) -> str:
    """Return a sentence on how a game ended; `players` contains the seat and display name of each player."""
    facts: dict[str, Any] = {"moves": moves, "result": "win", "value": number_text(result, language)}
    if result == 0:
        facts["result"] = "draw"
    elif result not in (1, -1):
        facts["result"] = "number"
    else:
        mover = Kind.MAX if result == 1 else Kind.MIN
        seat, text = players[mover]
        facts |= {"mover": mover.name, "seat": NAMES[seat], "winner": text}
    return words(language, "playing.jinja").ended(facts)


def match_results_page(records: Sequence[GameRecord], facts: Mapping[str, Any], language: str = "en") -> Document:
    """Return a table with the numbers of games that each player of a match won, drew and lost.

    `facts` contains `game`, `position`, `first`, `second`, `asked`, `determined` and `interrupted`.
    """
    say = words(language, "playing.jinja")
    texts = {name: display_text(facts[name]) for name in ("game", "position", *NAMES)}
    blocks: list[Block] = [Opening(say.title(texts))]
    if records:
        rows = [_total_cells(texts[name], records, seat, language) for seat, name in enumerate(NAMES)]
        blocks.append(Table([say.heading(column) for column in _TOTAL], listing(rows, ""), words=(0,)))
    text = say.summary({**facts, "games": len(records)})
    return Document([*blocks, Paragraph([f"{text} {say.interrupted()}" if facts["interrupted"] else text])], language)


def _total_cells(player: str, records: Sequence[GameRecord], seat: int, language: str) -> list[str]:
    return [player, *(number_text(count, language) for count in total(records, seat))]


def play_document(end: PositionSnapshot, turns: Sequence[Turn], facts: Mapping[str, Any]) -> str:
    """Return the document treesolve/play/2; `facts` are as for play_page."""
    document = {
        "schema": "treesolve/play/2",
        **{name: facts[name] for name in ("game", "position", "first", "second")},
        "moves": list(map(_turn_as_json, turns)),
        "end": end.position,
        "result": end.result,
    }
    return encode(as_json(document)) + "\n"


def _turn_as_json(turn: Turn) -> dict[str, Any]:
    choice = turn.choice
    return {
        "number": turn.number,
        "mover": turn.mover.value,
        "position": turn.position,
        "move": turn.move,
        **fields(choice, "value", "positions", "depth"),
    }


def match_document(records: Sequence[GameRecord], facts: Mapping[str, Any]) -> str:
    """Return the document treesolve/match/2; `facts` are as for match_results_page, with an additional `seed`."""
    document = {
        "schema": "treesolve/match/2",
        **{name: facts[name] for name in ("game", "position", *NAMES, "asked", "seed")},
        "complete": not facts["interrupted"],
        "totals": [total(records, seat)._asdict() for seat in range(len(NAMES))],
    }
    return encode(document) + "\n"
