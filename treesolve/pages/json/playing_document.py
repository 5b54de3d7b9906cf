"""Games that were played, and matches, as JSON for machines: the documents treesolve/play/1 and treesolve/match/1.

Like the other documents they are plain ASCII on one line; values are MAX's.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from treesolve.games.tournament import SEATS, Record, Stand, Turn, total
from treesolve.pages.json.encoding import as_json, encode


def play_document(end: Stand, made: Sequence[Turn], facts: Mapping[str, Any]) -> str:
    """The document treesolve/play/1; `facts` is as treesolve.pages.playing has it."""
    document = {
        "schema": "treesolve/play/1",
        **{name: facts[name] for name in ("game", "position", "first", "second")},
        "moves": list(map(_facts_of_turn, made)),
        "end": end.position,
        "result": end.result,
    }
    return encode(as_json(document)) + "\n"


def _facts_of_turn(turn: Turn) -> dict[str, Any]:
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
        **{name: facts[name] for name in ("game", "position", "first", "second", "asked", "opening", "swapping")},
        "seed": facts["seed"],
        "complete": not facts["interrupted"],
        "games": [_record_json(one) for one in records],
        "totals": [total(records, seat)._asdict() for seat in SEATS],
    }
    return encode(document) + "\n"


def _record_json(one: Record) -> dict[str, Any]:
    return {
        "number": one.number,
        "began": "second" if one.swapped else "first",
        "result": one.result,
        "moves": one.moves,
        "positions": one.positions,
        "seconds": [round(seconds, 6) for seconds in one.seconds],
    }
