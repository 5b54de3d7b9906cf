"""The words for alpha and beta, by the moment at which they are asked for."""

from collections.abc import Callable
from typing import Any

from treesolve.model.asked_moment import ENTRY, parted
from treesolve.model.convention import Convention


def asking(say: Any, ask: Callable[[str], str], part: str, convention: Convention) -> str:
    """What asks for a part: by its usual words, or where alpha and beta are asked for at another moment by those."""
    if part != "windows" or convention.alpha_beta == ENTRY:
        return ask(part)
    asked: str = say.ask_pairs(*parted(convention.alpha_beta))
    return asked.strip()


def heading_of_pairs(say: Any, convention: Convention) -> str:
    """What stands above a column of pairs."""
    told: str = say.window() if convention.alpha_beta == ENTRY else say.pairs(*parted(convention.alpha_beta))
    return told
