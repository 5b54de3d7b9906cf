"""Lines that a refusal offers, and trees read in spite of a slip: their leaves are those of the text, no others."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

import pytest

from tests.support.effort import seeds
from tests.support.foreign import Example, examples
from treesolve.model.number import Unknown
from treesolve.model.problem import InputError
from treesolve.model.tree import Tree
from treesolve.notation.grammar_reader import read_own
from treesolve.notation.reader import read, reading

LINES = ("instead", "plain", "head", "ours", "complete", "flat")
"""The facts of problems that are trees in our notation."""

SHARED = ("graph-two-parents", "graph-child-twice", "efg-on-the-way", "value-or-children")
"""Codes of trees in which a leaf of the text stands twice, payoffs are added, or numbers are values of inner nodes."""

PIECES = [*"()[]{}\"':;,=|-/\\\n\t &*", "->", "  ", "├── ", "\u00a0"]
_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+|/[0-9]+)?|\.[0-9]+")


def _numbers(text: str) -> Counter[Fraction]:
    """How often each number stands in a text, its sign apart."""
    return Counter(
        Fraction(found) for found in _NUMBER.findall(re.sub("[½¼¾⅓⅔]", " 0 ", text)) if not found.endswith("/0")
    )


def _leaves(tree: Tree) -> Counter[Fraction]:
    values = (tree.values[leaf] for leaf in tree.leaves)
    return Counter(abs(Fraction(value)) for value in values if isinstance(value, int | Fraction))


def _offered(error: InputError) -> Iterator[tuple[str, Tree]]:
    """The code of each problem with the trees that it offers, but those with payoffs."""
    for problem in error.problems:
        for fact in LINES:
            line = problem.facts.get(fact)
            if isinstance(line, str) and re.match(r"[^(\[]*[(\[]", line):
                tree = read_own(line, payoffs=True)
                if not any(isinstance(value, tuple) for value in tree.values):
                    yield problem.code, tree


@pytest.mark.parametrize("example", [each for each in examples() if each.refused], ids=lambda each: each.source)
def test_a_line_that_is_offered_is_read_and_has_numbers_of_the_text(example: Example):
    """Each as often as in the text, at most; nodes that stand below two others apart."""
    with pytest.raises(InputError) as refused:
        read(example.text)
    for code, tree in _offered(refused.value):
        assert not _leaves(tree) - _numbers(example.text) or code in SHARED


def _slipped(text: str, dice: random.Random) -> str:
    """The text after one or two slips that leave its words and numbers alone."""
    for _ in range(dice.randint(1, 2)):
        at = dice.randrange(len(text) + 1)
        change = dice.randrange(3)
        if change == 0 and not text[max(at - 1, 0) : at + 1].isalnum():
            text = text[:at] + dice.choice(PIECES) + text[at:]
        elif change == 1 and not re.search(r"[\w.−-]", text[at : at + 1]):
            text = text[:at] + text[at + 1 :]
        elif change == 2:
            lines = text.split("\n")
            place = dice.randrange(len(lines))
            lines[place] = dice.choice(("  ", "\t", " ", "- ")) + lines[place]
            text = "\n".join(lines)
    return text


def _all_leaves() -> list[tuple[str, Counter[Fraction]]]:
    """The texts whose numbers are all leaves."""
    found = [(each.text, _leaves(read(each.text))) for each in examples() if each.tree is not None]
    plain = [(text, leaves) for text, leaves in found if not re.search("[#%;]", text)]
    return [(text, leaves) for text, leaves in plain if leaves == _numbers(text) and leaves.total() > 1]


def _named(tree: Tree) -> Counter[Fraction]:
    """The numbers in names and letters of a tree, where a slip has joined them."""
    letters = (value.letter for value in tree.values if isinstance(value, Unknown))
    return _numbers(re.sub("[^0-9./]", " ", " ".join((*tree.given_names.values(), *letters))))


def _are_those(leaves: Counter[Fraction], tree: Tree) -> bool:
    """Whether these are the leaves of the tree, but for those that a slip has joined to a name."""
    return not leaves - _leaves(tree) - _named(tree) and not _leaves(tree) - leaves


MOST = 0.002
"""The share of slips that may go unseen: they join or part words, and nobody could see it."""


def test_a_slip_changes_no_leaves_of_what_is_read_or_offered():
    """Brackets, blanks and marks are lost or come in: each leaf stays, or the text is refused without another tree."""
    texts = _all_leaves()
    tried, other = 0, list[tuple[int, str]]()
    for seed in seeds(16_000):
        dice = random.Random(seed)
        text, leaves = dice.choice(texts)
        slipped = _slipped(text, dice)
        if _numbers(slipped) != leaves or any(slipped.count(mark) != text.count(mark) for mark in ("//", "/*", "--")):
            continue
        tried += 1
        try:
            found = [read(slipped)]
        except InputError as error:
            found = [line for code, line in _offered(error) if code not in SHARED]
        else:
            if any(remark.code == "own-values" for remark in reading(slipped).remarks):
                continue
        if not all(_are_those(leaves, tree) for tree in found):
            other.append((seed, slipped))
    assert tried
    assert len(other) <= max(1, MOST * tried), other


def test_lengths_of_edges_may_be_values():
    """The line that is offered takes those of the leaves."""
    with pytest.raises(InputError) as refused:
        read("((D:4,E:6)B:1,(F:1,G:8)C:2)A;")
    (problem,) = refused.value.problems
    assert (problem.code, problem.facts["instead"]) == ("newick-lengths", "A: (B: (D: 4 E: 6) C: (F: 1 G: 8))")
