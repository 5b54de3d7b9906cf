"""That leaves have limits because of which chance nodes are cut, as a sentence for those who solve a tree by hand."""

from treesolve.model.convention import Convention
from treesolve.model.tree import Tree
from treesolve.pages.environment import number_text, words
from treesolve.search.solution import cuts_chance


def chance_limits(tree: Tree, convention: Convention, language: str = "en") -> str:
    """The limits and the rule; empty where no chance node of the tree is cut."""
    if tree.bounds is None or not cuts_chance(tree, convention):
        return ""
    low, high = (number_text(limit, language) for limit in tree.bounds)
    facts = {"rule": convention.chance, "low": low, "high": high}
    return str(words(language, "sheet.jinja").chance_limits(facts))
