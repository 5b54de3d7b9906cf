"""Names of nodes that may say who decides there, if not MAX or MIN: chance, or one of several players."""

CHANCES = frozenset(
    (
        *("zufall", "zufallsknoten", "random", "nature", "natur", "dice", "würfel", "coin", "münze", "lottery"),
        *("expectation", "average", "avg", "expecti", "expectimax", "expectiminimax", "expectiminmax"),
    )
)
"""How people call nodes at which chance decides, or the search that has such nodes."""

PLAYER_WORDS = ("P", "Player ", "player ", "Player", "player", "Spieler ")
"""What stands before the number of a player."""

PLAYER_NAMES = frozenset(f"{word}{number}" for word in PLAYER_WORDS for number in range(1, 10))
"""How people call nodes after the players who move there."""


def is_name_of_mover(name: str) -> bool:
    """Whether a node that is called so may be one at which chance decides, or one of several players."""
    return name in PLAYER_NAMES or name.casefold() in CHANCES
