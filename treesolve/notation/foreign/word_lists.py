"""Words that people write in trees, from `words.toml`, whatever their case and the marks between their pieces.

Vocabulary

    folded      a word in lower case without blanks, hyphens and underscores
    role        what a field says of its node: its name, move, value, kind, weight
"""

from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from treesolve.model.tree import Kind

KINDS = {"max": Kind.MAX, "min": Kind.MIN, "chance": Kind.CHANCE, "leaf": Kind.LEAF}


@cache
def word_lists() -> dict[str, dict[str, Any]]:
    """The file: the words of each section by what they say."""
    import tomllib

    return tomllib.loads((files(__package__) / "words.toml").read_text(encoding="utf-8"))


@cache
def meanings(section: str) -> dict[str, str]:
    """What each folded word of a section says.

    >>> meanings("fields")["utility"]
    'value'
    """
    return {word: meaning for meaning, listed in word_lists()[section].items() for word in listed}


@lru_cache(maxsize=10_000)
def folded(word: str) -> str:
    """A word as the lists have it.

    >>> folded("is_Maximizing-Player")
    'ismaximizingplayer'
    """
    return "".join(word.lower().translate(_MARKS).split())


_MARKS = str.maketrans("-_", "  ")


def kind_called(word: str) -> Kind | None:
    """The kind that a word says, LEAF for those of leaves; None for any other.

    >>> kind_called("Erwartungswert"), kind_called("A")
    (<Kind.CHANCE: 'chance'>, None)
    """
    return KINDS.get(meanings("kinds").get(folded(word), ""))


def truth(value: Any) -> bool | None:
    """Whether a value says yes or no; None where it says neither."""
    return {"true": True, "false": False}.get(meanings("truth").get(folded(str(value)), ""))


def is_nothing(value: Any) -> bool:
    """Whether a value is one of those that programs have for none."""
    return value is None or (isinstance(value, str) and meanings("truth").get(folded(value)) == "nothing")


def is_plural(name: str) -> bool:
    """Whether what a program gives this name is most likely more than one tree, or none.

    >>> is_plural("trees"), is_plural("game_tree")
    (True, False)
    """
    word = folded(name)
    return (word.endswith("s") and not word.endswith("ss")) or word in meanings("assigned")
