"""The recorded playthroughs of the games, and the only way to renew them.

    python -m tests.support.playthroughs          show which differ
    python -m tests.support.playthroughs --update record anew

`tests/playthroughs/NAME.txt` is one game of NAME, its moves drawn with a seed: every position as it is drawn for people
and as text, who moves, the moves there are by name and the one that is made, what the heuristics say, and the result.
A playthrough is recorded only if every move can be taken back, texts make the same positions again, and games end as
rules written independently say.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from tests.support import plain_rules as plain
from tests.support.places import EXERCISES, TESTS
from treesolve.games.game import Game
from treesolve.games.registry import GAMES, game_class
from treesolve.model.tree import Kind

FOLDER = TESTS / "playthroughs"
OWN = EXERCISES / "games" / "own_game.py"

SEED = 1


class NotRecorded(Exception):
    """A playthrough that contradicts the protocol, or rules known independently."""


def games() -> dict[str, type[Game]]:
    """Every game by the name of its file: the known ones, and the one that people are shown how to write."""
    return {name: game_class(name) for name in GAMES} | {OWN.stem.replace("_", "-"): game_class(str(OWN))}


def playthrough(game: Game) -> str:
    """One game, move by move. Raises NotRecorded."""
    random, lines = Random(SEED), [f"game: {game.name}", f"start: {game.start}"]
    while True:
        check_position(game)
        lines += ["", *position_lines(game)]
        if game.is_over():
            return "\n".join([*lines, f"result: {game.result()}", ""])
        moves = list(game.moves())
        move = random.choice(moves)
        lines += [f"moves: {' '.join(map(game.name_of, moves))}", f"chosen: {game.name_of(move)}"]
        game.make(move)


def position_lines(game: Game) -> Iterator[str]:
    """A position as people see it."""
    yield from game.board().splitlines() if "\n" in game.board() else ()
    yield f"position: {game.show()}"
    yield f"to move: {game.mover.name}"
    if not game.is_over():
        yield from (f"{name}: {heuristic(game)}" for name, heuristic in game.heuristics.items())


def check_position(game: Game) -> None:
    """Raise NotRecorded unless the position keeps to what is known independently."""
    shown, mover = game.show(), game.mover
    for move in () if game.is_over() else list(game.moves()):
        game.make(move)
        game.undo(move)
        if (game.show(), game.mover) != (shown, mover):
            raise NotRecorded(f"{shown}: {game.name_of(move)} cannot be taken back")
    if shown != "0" and type(game)(shown).show() != shown:
        raise NotRecorded(f"{shown}: reads as {type(game)(shown).show()}")
    over = plain_over(game.name, shown, mover)
    if (over is not None) != game.is_over() or (over is not None and over != game.result()):
        raise NotRecorded(f"{shown}: the plain rules say {over}")


def plain_over(name: str, shown: str, mover: Kind) -> int | None:
    """The result of a finished position by independent rules, None where the game goes on."""
    if "/" in shown:
        return plain.board_over(shown.split("/"), plain.THREES if shown.count("/") == 2 else plain.FOURS)
    heaps = [int(heap) for heap in shown.split("-")]
    if max(heaps) > (2 if name == "grundy" else 0):
        return None
    mover_won = name not in ("grundy", "heap-nim")
    return 1 if mover_won == (mover is Kind.MAX) else -1


def recorded() -> Iterator[tuple[Path, str]]:
    """Every file with what it should hold."""
    for name, game in games().items():
        yield FOLDER / f"{name}.txt", playthrough(game(game.start))


def main() -> int:
    """Compare or update; 1 if something differed."""
    differed = 0
    for path, text in recorded():
        if path.is_file() and path.read_text("utf-8") == text:
            continue
        differed = 1
        print(f"{'recorded' if '--update' in sys.argv else 'differs'}: {path.name}")
        if "--update" in sys.argv:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, "utf-8")
    return differed


if __name__ == "__main__":
    sys.exit(main())
