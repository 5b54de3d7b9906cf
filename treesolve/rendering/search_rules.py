"""How to search: the rules that one tree needs under one convention, as sentences for those who solve it by hand."""

from treesolve.drawing.shape import SHAPES
from treesolve.model.convention import Convention
from treesolve.model.kind import Kind
from treesolve.model.number import INFINITY
from treesolve.model.tree import Tree
from treesolve.rendering.inline import Pictured
from treesolve.rendering.template_environment import number_text, window_text, words


def rules(
    tree: Tree, convention: Convention, language: str = "en", *, for_max: bool = False, is_played: bool = False
) -> str:
    """How the convention searches the tree, in whole sentences; of what the tree does not have they say nothing.

    With `for_max` MAX's values are asked for, whatever the convention writes; where the search `is_played`, those that
    it writes and no others.
    """
    if tree.has_payoffs:
        told = {"shallow": convention.cuts, "in_a_row": _has_consecutive_moves(tree)}
        return words(language, "maxn.jinja").rules(told)
    is_limited = convention.cuts_chance(tree)
    facts = {
        **convention._asdict(),
        "perspective": "minimax" if for_max else convention.perspective,
        "is_played": is_played,
        "has_chance": Kind.CHANCE in tree.kinds,
        "is_limited": is_limited,
        "widest": window_text(*convention.widest, language),
        "in_a_row": _has_consecutive_moves(tree),
        "chooses": tree.kinds[0] in (Kind.MAX, Kind.MIN),
        "hands_up": convention.returns if _depends_on_returned_bound(convention) else "value",
        "has_impossible": is_limited and any(not weight for weight in tree.weights.values()),
    }
    return words(language, "sheet.jinja").convention(facts)


def _has_consecutive_moves(tree: Tree) -> bool:
    """Whether a player moves twice in a row somewhere."""
    below = ((tree.kinds[node], tree.kinds[child]) for node in range(len(tree)) for child in tree.children[node])
    return any(above is kind and kind is not Kind.CHANCE for above, kind in below)


def _depends_on_returned_bound(convention: Convention) -> bool:
    """Whether somebody who hands up the best value found answers otherwise than one who hands up a bound."""
    return convention.cut == ">" or (convention.cuts and convention.window != convention.widest)


def legend(tree: Tree, shapes: str, language: str = "en") -> Pictured:
    """Which nodes are whose, by the outlines of a key of SHAPES; in trees of text, by what stands beside them."""
    if tree.has_payoffs:
        said = words(language, "maxn.jinja").players()
        return Pictured(said, said)
    say, chance = words(language, "sheet.jinja"), SHAPES[shapes][Kind.CHANCE] if Kind.CHANCE in tree.kinds else ""
    facts = ({"shapes": shown, "chance": chance} for shown in (shapes, "lines"))
    return Pictured(*(say.players(fact) for fact in facts))


def remarks(tree: Tree, convention: Convention, language: str = "en") -> list[str]:
    """What has to be known about one tree under the convention: the start window, the limits of its leaves."""
    told = []
    if convention.cuts and convention.window != (-INFINITY, INFINITY):
        facts = {"window": window_text(*convention.window, language)}
        told.append(words(language, "sheet.jinja").start_window(facts))
    if tree.has_payoffs and convention.cuts and tree.bounds is not None:
        facts = {"least": number_text(tree.bounds[0], language), "total": number_text(tree.total or 0, language)}
        told.append(words(language, "maxn.jinja").limits(facts))
    limited = chance_limits(tree, convention, language)
    return [*told, limited] if limited else told


def chance_limits(tree: Tree, convention: Convention, language: str = "en") -> str:
    """Return the limits as a sentence; empty where no chance node of the tree is cut."""
    if tree.bounds is None or not convention.cuts_chance(tree):
        return ""
    low, high = (number_text(limit, language) for limit in tree.bounds)
    return words(language, "sheet.jinja").chance_limits({"low": low, "high": high})
