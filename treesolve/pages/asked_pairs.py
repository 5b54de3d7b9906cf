"""The words for alpha and beta, by the moment at which they are asked for."""

from collections.abc import Callable
from typing import Any

from treesolve.model.asked_moment import ENTRY, parted
from treesolve.model.convention import Convention
from treesolve.pages.environment import shortened


def asking(say: Any, ask: Callable[[str], str], part: str, convention: Convention) -> str:
    """What asks for a part: by its usual words, or where alpha and beta are asked for at another moment by those."""
    if part != "windows" or convention.alpha_beta == ENTRY:
        return ask(part)
    asked: str = say.ask_pairs(*shown_moment(convention))
    return asked.strip()


def heading_of_pairs(say: Any, convention: Convention) -> str:
    """What stands above a column of pairs."""
    told: str = say.window() if convention.alpha_beta == ENTRY else say.pairs(*shown_moment(convention))
    return told


def shown_moment(convention: Convention) -> tuple[str, str]:
    """The name of the moment, and of the leaf it is after, as short as in a picture."""
    name, leaf = parted(convention.alpha_beta)
    return name, shortened(leaf)
