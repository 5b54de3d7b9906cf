"""Games that were played, and matches: tables and sentences for people, JSON and CSV for machines."""

from collections.abc import Mapping, Sequence
from typing import Any

from treesolve.games.tournament import SEATS, Record, Stand, Total, Turn, total
from treesolve.model.number import Number
from treesolve.model.tree import Kind
from treesolve.notation.csv_text import csv_row
from treesolve.pages.document import Block, Document, Opening, Paragraph, Table, Verbatim, listing
from treesolve.pages.environment import number_text, shown_text, words
from treesolve.pages.json.encoding import as_json, encode, fields

NAMES = ("first", "second")
"""The seats, by name."""

_TURN = ("number", "mover", "player", "position", "move", "value", "positions", "depth")
_RECORD = ("game", "began", "result", "moves", "first", "second", "first-seconds", "second-seconds")
_TOTAL = ("player", "won", "drawn", "lost", "positions", "seconds")
_TIMES = ("first-seconds", "second-seconds", "seconds")
_NOTHING = "–"


def play_page(end: Stand, made: Sequence[Turn], facts: Mapping[str, Any], language: str = "en") -> Document:
    """A game that was played: every move, how it ended, and the last position.

    `facts` has `game`, the first `position`, and the players `first` and `second`.
    """
    say = words(language, "playing.jinja")
    shown = {name: shown_text(facts[name]) for name in ("game", "position", *NAMES)}
    players = {Kind.MAX: (0, shown["first"]), Kind.MIN: (1, shown["second"])}
    blocks: list[Block] = [Opening(say.title(shown))]
    if made:
        rows = [_turn_cells(turn, players[turn.mover][1], language) for turn in made]
        blocks.append(Table([say.heading(column) for column in _TURN], listing(rows, ""), words=range(1, 5)))
    if end.result is not None:
        blocks.append(Paragraph([_ending_sentence(end.result, len(made), players, language)]))
    else:
        blocks.append(Paragraph([say.given_up({"position": shown_text(end.position)})]))
    if "\n" in end.board:
        blocks.append(Verbatim(end.board))
    return Document(blocks, language)


def _turn_cells(turn: Turn, player: str, language: str) -> list[str]:
    say, choice = words(language, "playing.jinja"), turn.choice
    value = positions = depth = _NOTHING
    if choice and choice.value is not None:
        value = number_text(choice.value, language)
    if choice and choice.positions:
        positions = number_text(choice.positions, language)
        depth = say.complete() if choice.depth is None else str(choice.depth)
    name = player if choice else say.opening()
    position, move = shown_text(turn.position), shown_text(turn.move)
    return [str(turn.number), turn.mover.name, name, position, move, value, positions, depth]


def _ending_sentence(result: Number, moves: int, players: Mapping[Kind, tuple[int, str]], language: str) -> str:
    """How a game ended, in a sentence; `players` has the seat and the text of each."""
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


def match_page(records: Sequence[Record], facts: Mapping[str, Any], language: str = "en") -> Document:
    """A match: the games, and what each player made of them.

    `facts` has `game`, `position`, `first`, `second`, `asked`, `opening`, `swapping`, `interrupted`, and whether there
    are `times`.
    """
    say = words(language, "playing.jinja")
    texts = {name: shown_text(facts[name]) for name in ("game", "position", *NAMES)}
    blocks: list[Block] = [Opening(say.title(texts))]
    if records:
        rows = [_record_cells(one, language) for one in records]
        totals = [_total_cells(texts[NAMES[seat]], total(records, seat), language) for seat in SEATS]
        blocks.append(_table_of_records(_RECORD, rows, language, (1, 2), times=facts["times"]))
        blocks.append(_table_of_records(_TOTAL, totals, language, (0,), times=facts["times"]))
    told = say.summary({**facts, "games": len(records)})
    return Document([*blocks, Paragraph([f"{told} {say.interrupted()}" if facts["interrupted"] else told])], language)


def _table_of_records(
    columns: Sequence[str], rows: Sequence[list[str]], language: str, texts: Sequence[int], *, times: bool
) -> Table:
    say = words(language, "playing.jinja")
    kept = [column for column in columns if times or column not in _TIMES]
    return Table([say.heading(column) for column in kept], listing([row[: len(kept)] for row in rows], ""), words=texts)


def _record_cells(one: Record, language: str) -> list[str]:
    positions = [number_text(count, language) for count in one.positions]
    seconds = [seconds_text(time, language) for time in one.seconds]
    return [*_result_cells(one, language), *positions, *seconds]


def _result_cells(one: Record, language: str) -> list[str]:
    """The number of a game, who began, who won, and how many moves it had."""
    say = words(language, "playing.jinja")
    outcome = say.outcome({1: "first", 0: "draw", -1: "second"}[one.result])
    return [str(one.number), say.seat(NAMES[int(one.swapped)]), outcome, str(len(one.moves))]


def _total_cells(player: str, made: Total, language: str) -> list[str]:
    counts = [number_text(count, language) for count in (made.won, made.drawn, made.lost, made.positions)]
    return [player, *counts, seconds_text(made.seconds, language)]


def seconds_text(seconds: float, language: str = "en") -> str:
    """A time with two decimals.

    >>> seconds_text(0.5), seconds_text(12)
    ('0.50', '12.00')
    """
    whole, hundredths = divmod(round(seconds * 100), 100)
    mark = words(language).decimal_mark()
    return f"{whole}{mark}{hundredths:02}"


def match_rows(records: Sequence[Record], facts: Mapping[str, Any], language: str = "en") -> str:
    """The games of a match as comma-separated values, for spreadsheets; numbers with a decimal point.

    `facts` says whether there are `times`.
    """
    say = words(language, "playing.jinja")
    times = facts["times"]
    rows: list[list[object]] = [[say.heading(column) for column in _RECORD if times or column not in _TIMES]]
    for one in records:
        seconds = [f"{time:.3f}" for time in one.seconds] if times else []
        rows.append([*_result_cells(one, language), *one.positions, *seconds])
    return "".join(csv_row(row, ",") for row in rows)


def play_document(end: Stand, made: Sequence[Turn], facts: Mapping[str, Any]) -> str:
    """The document treesolve/play/1; `facts` is as treesolve.pages.playing has it."""
    document = {
        "schema": "treesolve/play/1",
        **{name: facts[name] for name in ("game", "position", "first", "second")},
        "moves": list(map(_turn_as_json, made)),
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
        "opening": choice is None,
        "value": choice.value if choice else None,
        "positions": choice.positions if choice else 0,
        "depth": choice.depth if choice else None,
        "seconds": round(turn.seconds, 6),
    }


def match_document(records: Sequence[Record], facts: Mapping[str, Any]) -> str:
    """The document treesolve/match/1; `facts` is as treesolve.pages.playing has it."""
    document = {
        "schema": "treesolve/match/1",
        **{name: facts[name] for name in ("game", "position", *NAMES, "asked", "opening", "swapping", "seed")},
        "complete": not facts["interrupted"],
        "games": [_record_as_json(one) for one in records],
        "totals": [total(records, seat)._asdict() for seat in SEATS],
    }
    return encode(document) + "\n"


def _record_as_json(one: Record) -> dict[str, Any]:
    return {
        "number": one.number,
        "began": "second" if one.swapped else "first",
        **fields(one, "result", "moves", "positions"),
        "seconds": [round(seconds, 6) for seconds in one.seconds],
    }
