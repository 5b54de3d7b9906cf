"""The words that make nodes, in several languages, and the terms of texts in which they stand.

Vocabulary

    constructor the word that makes a node
"""

from itertools import zip_longest

from treesolve.model.tree import Kind
from treesolve.notation.foreign.terms import Group, Term, groups, read_terms

LEAVES = (
    *("leaf", "terminal", "leafnode", "terminalnode", "blatt", "tip"),
    *("hoja", "feuille", "folha", "foglia", "blad", "liść", "lisc"),
)
_NODES = (
    *("node", "tree", "treenode", "branch", "inner", "innernode", "internal", "gamenode", "gametree", "state", "bin"),
    *("internalnode", "knoten", "baum", "fork", "rose", "minimaxnode", "anynode", "nodemixin", "decision"),
    *("nodo", "arbol", "árbol", "noeud", "nœud", "arbre", "arvore", "árvore", "albero", "knoop", "boom"),
    *("węzeł", "wezel"),
)
KINDS = {f"{kind.value}{word}": kind for kind in (Kind.MAX, Kind.MIN, Kind.CHANCE) for word in ("", "node")}
KINDS |= {"maximizer": Kind.MAX, "minimizer": Kind.MIN}
CONSTRUCTORS = frozenset((*LEAVES, *_NODES, *KINDS))
"""The words that make nodes, in small letters."""
WRAPPERS = ("tree", "gametree", "baum")
"""Words around a tree whose root has a kind of its own."""


def word(item: Term) -> str:
    """A word as constructors are looked up: without the module before its dot, in small letters."""
    return item.text.rpartition(".")[2].lower() if item.sort == "word" else ""


def is_constructor(item: Term) -> bool:
    """Whether a word makes a node: a usual one, or one that ends as those do, with a capital."""
    name = word(item)
    return name in CONSTRUCTORS or (item.text[:1].isupper() and name.endswith(("node", "tree")))


def constructor_terms(text: str) -> Group | None:
    """The terms of a text, in which a kind that is given to a constructor is no constructor, but a text."""
    terms = read_terms(text)
    return terms and _with_kinds_given(terms)


def _with_kinds_given(group: Group) -> Group:
    items: list[Term] = []
    for place, item in enumerate(group.items):
        if isinstance(item, Group):
            items.append(_with_kinds_given(item))
            continue
        before = group.items[place - 1] if place else None
        behind = group.items[place + 1] if place + 1 < len(group.items) else None
        alone = behind is None or (behind.sort == "mark" and behind.text in ",;=")
        given = before is not None and is_constructor(before) and word(before) not in KINDS
        is_kind = word(item) in KINDS and (alone or given)
        items.append(item._replace(sort="text", text=word(item)) if is_kind else item)
    return group._replace(items=tuple(items))


def behind_all(terms: Group) -> bool:
    """Whether no constructor stands alone."""
    for group in groups(terms):
        for one, other in zip_longest(group.items, group.items[1:]):
            alone = other is None or (other.sort == "mark" and other.text in ",;:=")
            if is_constructor(one) and len(one.text) > 1 and alone:
                return False
    return True
