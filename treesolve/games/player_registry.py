"""Players by name, as given on the command line, such as `prune:depth=6,heuristic=lines`."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from treesolve.games.evaluation import UNIT_OUTCOMES, Scoring, squash_heuristic
from treesolve.games.game import Game
from treesolve.games.lazy_tree import DEPTH_UNITS, Horizon
from treesolve.games.player import (
    MAX_POSITIONS,
    DeepeningPlayer,
    Player,
    RandomPlayer,
    SearchingPlayer,
    SearchSettings,
)
from treesolve.games.registry import scoring_for
from treesolve.games.transposition_table import TranspositionTable
from treesolve.model.convention import CONVENTIONS, DEFAULT, Convention
from treesolve.model.problem import InputError, Problem, Span, nearest
from treesolve.notation.number_text import read_number

_UNLIMITED_SETTINGS = ("convention", "moves", "table", "symmetric")
_LIMITED_SETTINGS = ("depth", "count", "heuristic", *_UNLIMITED_SETTINGS)


class PlayerKind(NamedTuple):
    """A kind of player: its settings and their defaults.

    If `without_cuts` is true, the player searches under its convention but without cuts.
    """

    settings: tuple[str, ...]
    defaults: Mapping[str, Any] = {}
    without_cuts: bool = False


PLAYER_KINDS: Mapping[str, PlayerKind] = {
    "human": PlayerKind(()),
    "random": PlayerKind(()),
    "search": PlayerKind(_UNLIMITED_SETTINGS, {"convention": "unit"}, without_cuts=True),
    "limit": PlayerKind(_LIMITED_SETTINGS, {"convention": "unit", "depth": 4, "count": "choices"}, without_cuts=True),
    "prune": PlayerKind(_LIMITED_SETTINGS, {"convention": "unit", "depth": 6, "count": "choices"}),
    "minimax": PlayerKind(_LIMITED_SETTINGS, {"convention": "minimax", "depth": 4}),
    "negamax": PlayerKind(_LIMITED_SETTINGS, {"convention": "negamax", "depth": 4}),
    "alphabeta": PlayerKind(_LIMITED_SETTINGS, {"convention": DEFAULT.id, "depth": 6}),
    "deepen": PlayerKind(
        ("seconds", "positions", *_LIMITED_SETTINGS),
        {"convention": "aima", "table": 200_000, "positions": 20_000, "moves": "promising"},
    ),
    "variable": PlayerKind(_LIMITED_SETTINGS, {"convention": DEFAULT.id, "depth": 4, "count": "moves"}),
    "dynamic": PlayerKind(("swing", "extra", *_LIMITED_SETTINGS), {"convention": DEFAULT.id, "depth": 4, "swing": 1}),
}
"""The kinds of players.

"search" is known in lectures as SearchingPlayer, "limit" as LimitingPlayer and "prune" as PruningPlayer. These players
count only plies with a choice and use values from 0 to 1. "variable" searches deeper where there are few moves, and
"dynamic" searches deeper where estimates change by much.
"""

Conventions = Callable[[str], Convention]
"""Returns the convention with the given name."""


class PlayerSpec(NamedTuple):
    """A player specification: the kind, all settings with their values, and the text it was parsed from."""

    kind: str
    settings: Mapping[str, Any]
    text: str

    def player(self, game_class: type[Game], seed: str) -> Player:
        """Return the player for a game. `seed` determines the player's random choices.

        This method must not be called for the kind "human". Raises InputError if the game does not have the heuristic.
        """
        if self.kind == "random":
            return RandomPlayer(seed)
        settings = self.settings
        search_settings = SearchSettings(
            settings["convention"],
            self._scoring_of_positions(game_class, seed),
            self._transposition_table(),
            symmetric=settings.get("symmetric", False),
            promising=settings.get("moves") == "promising",
        )
        depth_unit, swing = settings.get("count", "plies"), settings.get("swing")
        horizon = Horizon(settings.get("depth"), depth_unit, swing, settings.get("extra", 2))
        if self.kind == "deepen":
            seconds = settings.get("seconds")
            return DeepeningPlayer(search_settings, horizon, seconds=seconds, most=settings.get("positions"))
        return SearchingPlayer(search_settings, horizon)

    def _transposition_table(self) -> TranspositionTable | None:
        size = self.settings.get("table")
        without_horizon = self.kind != "deepen" and self.settings.get("depth") is None
        return TranspositionTable(size, without_horizon=without_horizon) if size else None

    @property
    def is_deterministic(self) -> bool:
        """Whether the player always chooses the same move in the same position, regardless of the seed."""
        return self.kind not in ("random", "human") and self.settings.get("heuristic") != "random"

    def _scoring_of_positions(self, game_class: type[Game], seed: str) -> Scoring:
        """Return the scoring for a game. The default heuristic is the first heuristic of the game, or random."""
        if self.kind == "search":
            heuristic = "none"
        else:
            heuristic = self.settings.get("heuristic") or next(iter(game_class.heuristics), "random")
        if self.settings["convention"].perspective != "unit":
            return scoring_for(game_class, heuristic, seed)
        scoring = scoring_for(game_class, heuristic, seed, UNIT_OUTCOMES)
        if scoring.heuristic is None or scoring.share:
            return scoring
        return scoring._replace(heuristic=squash_heuristic(scoring.heuristic), share=True)


def read_player(text: str, conventions: Conventions = CONVENTIONS.__getitem__) -> PlayerSpec:
    """Parse a player specification.

    Raises InputError with the position of each unknown name or invalid value, and any error that `conventions` raises.

    >>> read_player("prune:depth=9").settings["depth"]
    9
    """
    kind_text, colon, _ = text.partition(":")
    kind = kind_text.strip().lower()
    if kind not in PLAYER_KINDS:
        facts = {
            "text": kind_text,
            "nearest": nearest(kind_text, tuple(PLAYER_KINDS)),
            "known": ", ".join(PLAYER_KINDS),
        }
        raise InputError((Problem("player-unknown", Span(0, max(1, len(kind_text))), facts, text=text),))
    player_kind = PLAYER_KINDS[kind]
    given, problems = _given_settings(text, kind, len(kind_text) + len(colon))
    settings = {**player_kind.defaults, **given}
    if "swing" in settings and "table" in settings:
        problems.append(Problem("player-swing-table", Span(0, len(text)), text=text))
    if problems:
        raise InputError(tuple(problems))
    if {"seconds", "depth"} & given.keys() and "positions" not in given:
        settings.pop("positions", None)
    if "convention" in settings:
        convention = conventions(settings["convention"])
        settings["convention"] = convention.override(cut="never") if player_kind.without_cuts else convention
    return PlayerSpec(kind, settings, text)


def _given_settings(text: str, kind: str, start: int) -> tuple[dict[str, Any], list[Problem]]:
    """Return the settings that begin at offset `start` of the text, and the problems with invalid settings."""
    known = PLAYER_KINDS[kind].settings
    given: dict[str, Any] = {}
    problems: list[Problem] = []
    for part in text[start:].split(",") if text[start:].strip() else ():
        name, _, value = part.partition("=")
        name, value = name.strip().lower(), value.strip()
        span = Span(start, start + max(1, len(part)))
        start += len(part) + 1
        facts: dict[str, object] = {"text": name}
        if name not in known:
            facts |= {"kind": kind, "nearest": nearest(name, known), "known": ", ".join(known)}
            problems.append(Problem("player-setting-unknown", span, facts, text=text))
        elif name in given:
            problems.append(Problem("player-setting-twice", span, facts, text=text))
        else:
            try:
                given[name] = _read_setting(name, value)
            except ValueError:
                facts = {
                    "name": name,
                    "text": value,
                    "known": ", ".join(_WORDS.get(name, ())),
                    "most": MAX_SETTINGS.get(name),
                }
                problems.append(Problem("player-setting-value", span, facts, text=text))
    return given, problems


MAX_SETTINGS: Mapping[str, int] = {
    "depth": 1_000,
    "extra": 1_000,
    "table": 5_000_000,
    "positions": MAX_POSITIONS,
    "seconds": 3_600,
    "swing": 10**9,
}
"""Maximum values of settings. A table of the maximum size needs two gigabytes of memory."""


_WORDS: Mapping[str, tuple[str, ...]] = {
    "depth": ("all",),
    "count": DEPTH_UNITS,
    "moves": ("fixed", "promising"),
    "symmetric": ("yes", "no"),
}
"""The words that settings accept."""


def _read_setting(name: str, value: str) -> Any:
    """Parse the value of a setting. Raises ValueError if it is invalid."""
    if value in _WORDS.get(name, ()):
        return {"all": None, "yes": True, "no": False}.get(value, value)
    if name in ("swing", "seconds"):
        number = read_number(value)
        if 0 < number <= MAX_SETTINGS[name]:
            return float(Fraction(number)) if name == "seconds" else number
    elif name in MAX_SETTINGS:
        if value.isascii() and value.isdigit() and len(value) < 10 and 0 < int(value) <= MAX_SETTINGS[name]:
            return int(value)
    elif value and name not in _WORDS:
        return value
    raise ValueError(value)
