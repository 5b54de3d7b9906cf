"""Forms of trees in other notations, from outside: what is said of them beside the tree."""

import pytest

import treesolve as ts
from tests.cli.test_commands import run
from treesolve.notation.reader import read_with_remarks
from treesolve.notation.writer import format_tree_line


@pytest.mark.parametrize(
    ("text", "said", "unsaid"),
    [
        ("Leaf values (left to right): 3, 5, 6, 9", ["((3 5) (6 9))", "“shape: 2 2”", "“leaves: 3 5 6 9”"], "levels:"),
        ("3,5;4;2;9\n", ["((3.5 4) (2 9))", "“leaves: 3.5 4 2 9”"], "(3 5 4 2 9)"),
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


@pytest.mark.parametrize(
    ("text", "tree", "title"),
    [
        ("```\ntitle: T\nlevels: MIN MAX\ntree: ((3 5) (2 9))\n```", "MIN ((3 5) (2 9))", "T"),
        ("The tree:\n```\nlevels: MIN MAX\ntree: A -> B 4\nB -> 3 5\n```\n", "A: MIN (B: (3 5) 4)", None),
        ("MIN moves first.\n~~~\nlevels: MIN MAX\ntree: ((3 5) (2 9))\n~~~\n", "MIN ((3 5) (2 9))", None),
        ("```tree\nshape: 2 2\nleaves: 3 5 2 9\n```", "((3 5) (2 9))", None),
        ("title: T\ntree:\n```\nA -> B 4\nB -> 3 5\n```", "A: (B: (3 5) 4)", "T"),
        ("title: T\n```\ntree: ((3 5) (2 9))\n```", "((3 5) (2 9))", "T"),
    ],
)
def test_headers_are_read_within_a_block_of_code_and_above_it(text: str, tree: str, title: str | None):
    """What they say of the tree counts as it does without the block."""
    found = read_with_remarks(text)
    assert (format_tree_line(found.tree), found.tree.title) == (tree, title)
    assert "tidied-fence" in {remark.code for remark in found.remarks}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("```\n((3 5) (2 9))\n```\nand\n```\nMIN ((3 5) (2 9))\n```", "2 blocks of code, and 2 of them hold a tree"),
        ("```sh\npip install treesolve\n```\n```\n((3 5) (2 9))\n```", "2 blocks of code; a file holds one tree"),
        ("MIN moves first.\n```\ntitle: T\ntree: ((3 5) (2 9))\n```", "perhaps ((3 5) (2 9)), or MIN ((3 5) (2 9))"),
        ("```\ntitle: T\ntree: MIN ((3 5) (2 9)\n```", "is never closed"),
    ],
)
def test_blocks_of_code_are_refused_with_the_reason(text: str, said: str):
    """Whatever is wrong is said of the whole text, at its place there."""
    with pytest.raises(ts.InputError) as refused:
        ts.read(text)
    assert said in str(refused.value)
    assert all(problem.text == text for problem in refused.value.problems)


@pytest.mark.parametrize(
    ("bound", "said"),
    [("≤ 2", ""), ("<= 1", "The text says ≤ 1 for B"), (">= 2", ""), ("≥ 3", "The text says ≥ 3 for B")],
)
def test_wrong_bounds_at_inner_nodes_are_reported(bound: str, said: str):
    """As wrong values are; right ones are not."""
    result = run("solve", "-", stdin=f"A\n  B ({bound})\n    2\n    5\n  C = 4\n    4\n    8\n")
    assert said in result.stderr
    assert ("The text says" in result.stderr) is bool(said)


@pytest.mark.parametrize(
    ("payoffs", "said"),
    [
        (((3, 7), (6, 4)), "add up to 10 everywhere. The values of the tree are the payoffs of player 1."),
        (((3, -3), (6, -6)), ""),
        (((3, 7), (6, 5)), "do not have the same sum everywhere"),
    ],
)
def test_games_of_two_with_a_constant_sum_are_read(payoffs: tuple[tuple[int, int], ...], said: str):
    """With a remark on whose payoffs the values are, unless the sum is 0; other games are refused."""
    ends = "".join(f't "" {place} "" {{ {one} {other} }}\n' for place, (one, other) in enumerate(payoffs, 1))
    game = f'EFG 2 R "x" {{ "1" "2" }}\np "" 1 1 "" {{ "l" "r" }} 0\n{ends}'
    result = run("solve", "-", stdin=game)
    assert said in result.stderr
    assert ("player 1" in result.stderr) is said.endswith("player 1.")
    assert ("A=6" in result.stdout) is ("do not" not in said)


@pytest.mark.parametrize(
    ("text", "decimals", "separators"),
    [
        ("A -> B, C\nB -> @\nC = 2", "3.5", "3, 5"),
        ("A: B, C\nB: @ 4\nC: 2 9", "3.5", "3 5"),
        ("A -> B, C\nB -> @, 4\nC -> 2, 9", "3.5", "3, 5"),
        ("A\n  B: @\n  C: 2", "3.5", "3, 5"),
        ("A\n  @\n  4", "3.5", ""),
        ('digraph { A -> B; A -> C; B [label="@"]; C [label=4] }', "3.5", ""),
        ("\\begin{forest} [A [{@}] [2]] \\end{forest}", "3.5", ""),
    ],
)
def test_decimal_commas_are_asked_about_with_what_to_write(text: str, decimals: str, separators: str):
    """What is offered can be put in the place of the number, and is read."""
    with pytest.raises(ts.InputError) as refused:
        ts.read(text.replace("@", "3,5"))
    problem = refused.value.problems[0]
    assert (problem.code, problem.facts["decimals"], problem.facts["separators"]) == (
        "decimal-commas",
        decimals,
        separators,
    )
    values = [[leaf.value for leaf in ts.read(text.replace("@", one)).leaves] for one in (decimals, separators) if one]
    assert all(7 / 2 in one for one in values[:1])
    assert all({3, 5} <= set(one) for one in values[1:])


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("A ((3 5) (2 9))", "A: ((3 5) (2 9))"),
        ("Root MIN ((3 5) (2 9))", "Root: MIN ((3 5) (2 9))"),
        ("MIN A (MAX B (3 5) MAX C (2 9))", "A: MIN (B: (3 5) C: (2 9))"),
    ],
)
def test_names_without_colons_are_refused_with_the_line_that_has_them(text: str, line: str):
    """It has the names and the kinds."""
    with pytest.raises(ts.InputError, match="colon") as refused:
        ts.read(text)
    assert line in str(refused.value)
    assert format_tree_line(read_with_remarks(line).tree) == line
