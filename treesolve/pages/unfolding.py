"""What is said of trees that games unfold into: their titles, and how large they are."""

from treesolve.games.expand import BEYOND, Looking, deepest_within, estimated_size
from treesolve.games.game import Game
from treesolve.games.lazy_tree import Horizon
from treesolve.games.registry import GAMES
from treesolve.model.problem import Problem
from treesolve.model.tree import LARGEST
from treesolve.pages.environment import words

_THIN = "\N{NARROW NO-BREAK SPACE}"

MOST_DIGITS = 9
"""Numbers with more digits are told as powers of ten."""


def title(game: Game, horizon: Horizon, heuristic: str | None, language: str = "en") -> str:
    """The title of a tree: the game, where it stands if not on an empty board, how deep one looks, the heuristic."""
    say = words(language, "unfolding.jinja")
    shown = game.show()
    is_empty = "/" in shown and shown == game.start
    facts = {"game": game_name(game.name, language), "position": "" if is_empty else shown, "depth": horizon.depth or 0}
    facts |= {"counting": horizon.counting, "heuristic": (heuristic or "").rpartition(":")[2]}
    return say.title(facts).strip()


def game_name(name: str, language: str = "en") -> str:
    """What people call the game of that name, with its setting; games of somebody's own are called as they were."""
    known, colon, setting = name.partition(":")
    if colon and known in GAMES:
        return f"{game_name(known, language)} ({setting})"
    return words(language, "unfolding.jinja").game(name).strip()


def too_large(name: str, looking: Looking, horizon: Horizon, limit: int, *, in_python: bool = False) -> Problem:
    """How large the tree of a game would be that has more nodes than the limit, and what to do about it.

    It is said as on the command line, or with the arguments in Python.
    """
    size = round(estimated_size(looking(horizon, None)))
    lift = _size_rounded_up(max(size, limit))
    facts: dict[str, object] = {
        "limit_as": "limit=" if in_python else "--limit ",
        "depth_as": "depth=" if in_python else "--depth ",
        "nodes": about(size),
        "beyond": size >= BEYOND,
        "limit": grouped(limit),
        "lift": str(lift) if lift <= LARGEST else "",
    }
    depth, nodes = deepest_within(looking, horizon, limit) or (0, 0)
    return Problem("unfolding-too-large", None, {**facts, "depth": depth, "fitting": grouped(nodes)}, name)


def _size_rounded_up(size: int) -> int:
    """A round number that is greater by a fifth at least, as the size is an estimate."""
    step = int("1" + "0" * max(0, len(str(size)) - 2))
    return -(-size * 6 // (5 * step)) * step


def about(number: int) -> str:
    """An estimate, rounded to three digits and in groups of three; a power of ten where it is very large.

    >>> about(586), about(551558), about(5 * 10**35)
    ('586', '552\u202f000', '5·10^35')
    >>> about(10**5000), about(96 * 10**40), about(94 * 10**40)
    ('1·10^5000', '1·10^42', '9·10^41')
    """
    if number < 10**MOST_DIGITS:
        return grouped(round(number, min(0, 3 - len(str(number)))))
    from math import log10

    exponent = int(log10(number))
    digit = (number + 10**exponent // 2) // 10**exponent
    return f"{digit}·10^{exponent}" if digit < 10 else f"1·10^{exponent + 1}"


def grouped(number: int) -> str:
    """The number in groups of three digits.

    >>> grouped(19608)
    '19\u202f608'
    """
    return f"{number:,}".replace(",", _THIN)
