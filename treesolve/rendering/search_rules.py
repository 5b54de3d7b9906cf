"""The rules of the search that students need for a tree under a convention, as sentences."""

from treesolve.drawing.shape import SHAPES
from treesolve.model.convention import Convention
from treesolve.model.kind import Kind
from treesolve.model.number import INFINITY
from treesolve.model.tree import Tree
from treesolve.rendering.inline_text import Pictured
from treesolve.rendering.template_environment import number_text, window_text, words


def rules(
    tree: Tree, convention: Convention, language: str = "en", *, for_max: bool = False, is_played: bool = False
) -> str:
    """Return sentences on how the convention searches the tree, without rules that the tree does not need.

    With `for_max`, answers are in MAX's view, regardless of the convention's perspective. With `is_played`, they are
    always in the convention's perspective.
    """
    if tree.has_payoffs:
        maxn_facts = {"shallow": convention.cuts, "in_a_row": _has_consecutive_moves(tree)}
        return words(language, "maxn.jinja").rules(maxn_facts)
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
    """Return whether any player moves twice in a row."""
    below = ((tree.kinds[node], tree.kinds[child]) for node in range(len(tree)) for child in tree.children[node])
    return any(above is kind and kind is not Kind.CHANCE for above, kind in below)


def _depends_on_returned_bound(convention: Convention) -> bool:
    """Return whether it matters if a node returns its best value or a bound."""
    return convention.cut == ">" or (convention.cuts and convention.window != convention.widest)


def legend(tree: Tree, shapes: str, language: str = "en") -> Pictured:
    """Return which player owns which nodes, by node outline (a key of SHAPES), or in text output by label."""
    if tree.has_payoffs:
        players = words(language, "maxn.jinja").players()
        return Pictured(players, players)
    say, chance = words(language, "sheet.jinja"), SHAPES[shapes][Kind.CHANCE] if Kind.CHANCE in tree.kinds else ""
    facts = ({"shapes": shown, "chance": chance} for shown in (shapes, "lines"))
    return Pictured(*(say.players(fact) for fact in facts))


def remarks(tree: Tree, convention: Convention, language: str = "en") -> list[str]:
    """Return special facts about a tree under a convention, which are the start window and the limits of the leaves."""
    sentences = []
    if convention.cuts and convention.window != (-INFINITY, INFINITY):
        facts = {"window": window_text(*convention.window, language)}
        sentences.append(words(language, "sheet.jinja").start_window(facts))
    if tree.has_payoffs and convention.cuts and tree.bounds is not None:
        facts = {"least": number_text(tree.bounds[0], language), "total": number_text(tree.total or 0, language)}
        sentences.append(words(language, "maxn.jinja").limits(facts))
    limited = chance_limits(tree, convention, language)
    return [*sentences, limited] if limited else sentences


def chance_limits(tree: Tree, convention: Convention, language: str = "en") -> str:
    """Return the limits of leaves as a sentence, or an empty string if the search cuts no chance node of the tree."""
    if tree.bounds is None or not convention.cuts_chance(tree):
        return ""
    low, high = (number_text(limit, language) for limit in tree.bounds)
    return words(language, "sheet.jinja").chance_limits({"low": low, "high": high})
