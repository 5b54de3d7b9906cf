"""Flags without names among the arguments of nodes, which most often say whether MAX moves: `new Node("A", true)`."""

from itertools import pairwise

from treesolve.model.problem import Span
from treesolve.model.tree import Kind
from treesolve.notation.foreign.refusal import refusal
from treesolve.notation.foreign.sketch import Sketch, nodes
from treesolve.notation.foreign.terms import Group, groups

FLAGS = {"True": Kind.MAX, "true": Kind.MAX, "False": Kind.MIN, "false": Kind.MIN}
"""Who moves, if a flag says whether it is MAX."""


def check_flags(terms: Group, root: Sketch) -> None:
    """Raises InputError where flags without names do not say MAX and MIN by turns, from MAX at the root."""
    flags = [
        each
        for group in groups(terms)
        for before, each in pairwise((group, *group.items))
        if each.sort == "word" and each.text in FLAGS and (before.sort != "mark" or before.text not in "=:")
    ]
    for flag in flags[:1]:
        check_turns(root, flag.text, flag.span)


def check_turns(root: Sketch, flag: str, span: Span) -> None:
    """Raises InputError where kinds that come from flags, the first of which is given, do not go by turns from MAX."""
    below = [(node, child) for node in nodes(root) for child in node.children if child.children]
    if root.kind is not Kind.MAX or not below or any(node.kind is child.kind for node, child in below):
        raise refusal("constructor-flag", span, root, text=flag)
