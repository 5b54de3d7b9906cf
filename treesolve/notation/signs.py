"""Whether a text that our grammar reads may mean something else: the first look, which most trees need alone."""

import re

from treesolve.model.tree import Tree
from treesolve.notation.mover_names import has_names_of_movers

_WORD_FIRST = re.compile(r"[\[({]\s*[\[({]?\s*(?:[^\W\d]|[\"'])")
"""A word that opens the outermost bracket, or the first one in it."""

_UNUSUAL = re.compile(r"[\[{,;./]")
"""What stands in a text that may mean something else, but for words."""


def has_signs_of_other_meaning(text: str, tree: Tree) -> bool:
    """Whether a text that our grammar reads as this tree may mean something else."""
    start = tree.offsets[0]
    if "#" in text and _comments_tell_kinds(text, tree):
        return True
    begins_with_word, is_unusual = _WORD_FIRST.match(text, start), _UNUSUAL.search(text, start)
    names_movers = has_names_of_movers(tree.given_names.values())
    if not (begins_with_word or is_unusual or names_movers):
        return False
    from treesolve.notation.unusual_signs import has_other_words, has_unusual_signs, is_unclear

    return bool(
        (begins_with_word and has_other_words(text, tree))
        or (names_movers and is_unclear(text, tree))
        or (is_unusual and has_unusual_signs(text, tree))
    )


def _comments_tell_kinds(text: str, tree: Tree) -> bool:
    from treesolve.notation.comment_signs import has_telling_comment

    if not has_telling_comment(text):
        return False
    from treesolve.notation.foreign.asides import tells_kinds

    return tells_kinds(text, tree)
