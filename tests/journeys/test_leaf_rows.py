"""Leaves without a tree: what is said of them, from outside."""

import pytest

import treesolve as ts


@pytest.mark.parametrize(
    ("text", "said", "unsaid"),
    [
        ("Leaf values (left to right): 3, 5, 6, 9", ["((3 5) (6 9))", "“shape: 2 2”", "“leaves: 3 5 6 9”"], "levels:"),
        ("Terminal nodes: 3 12 8 2 4 6 14 5 2", ["“shape: 3 3”", "“leaves: 3 12 8 2 4 6 14 5 2”"], "complete"),
        ("MIN moves first.\nLeaf values: 3, 5, 6, 9", ["“shape:”", "“leaves:”", "“levels:”"], "(3 5 6 9)"),
        ("Leaf values: 3, 5, 6, 9 and 7", ["“shape:”", "“leaves:”"], "(3 5 6 9)"),
    ],
)
def test_leaves_without_a_tree_are_answered_with_the_headers_for_them(text: str, said: list[str], unsaid: str):
    """The lines that are offered have all that the text says, or are not offered; the headers are named always."""
    with pytest.raises(ts.InputError) as refused:
        ts.read(text)
    sentence = str(refused.value)
    assert all(words in sentence for words in said)
    assert unsaid not in sentence
