"""Nothing is lost in silence: what stands in a text like a leaf is in the tree, or the text is refused."""

import random
import re
from collections import Counter
from fractions import Fraction
from functools import cache

import pytest

from tests.support.effort import seeds
from tests.support.foreign import examples
from treesolve.model.problem import InputError
from treesolve.notation.reader import read, reading
from treesolve.notation.writer import write_line
from treesolve.pages.problem import problem_sentence

READ = [example for example in examples() if example.tree]
_NUMBER = re.compile(r"(?<![\w.])[+\-−]?[0-9]+(?:\.[0-9]+)?(?!\w)")
_WORD = re.compile(r"[^\W\d_]+")


def _lost(text: str) -> Counter[Fraction]:
    """The numbers of a text that are not those of its leaves, their signs apart. Raises InputError."""
    tree = read(text)
    found = Counter(abs(Fraction(number.replace("−", "-"))) for number in _NUMBER.findall(text))
    values = [tree.values[leaf] for leaf in tree.leaves]
    found.subtract(abs(Fraction(value)) for value in values if isinstance(value, int | Fraction))
    return +found


def _with_a_slip(text: str, dice: random.Random) -> str:
    """The text with a letter mistyped, a line left out, or two lines joined."""
    change, lines = dice.randrange(3), text.split("\n")
    if change == 0 and (words := list(_WORD.finditer(text))):
        at = dice.randrange(*dice.choice(words).span())
        return text[:at] + dice.choice("abcdefxyzQZ") + text[at + 1 :]
    at = dice.randrange(len(lines))
    if change == 1:
        return "\n".join(lines[:at] + lines[at + 1 :])
    return "\n".join(lines[:at]) + "\n" * bool(at) + "".join(lines[at : at + 2]) + "\n" + "\n".join(lines[at + 2 :])


def test_a_slip_loses_no_leaf_that_still_stands_in_the_text():
    """Each example with one slip is refused, or says so, or has the leaves of its text; comments may swallow a line."""
    known = cache(_lost)
    refused = 0
    for seed in seeds(6000):
        dice = random.Random(seed)
        example = dice.choice(READ)
        text = _with_a_slip(example.text, dice)
        if any(mark in text + example.text for mark in ("#", "//", ";;", "%", "depth:")):
            continue
        try:
            lost = _lost(text) - known(example.text)
        except InputError:
            refused += 1
            continue
        remarks = {remark.code for remark in reading(text).remarks}
        assert not lost or "own-values" in remarks, (seed, text, lost)
    assert refused


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('{"A": ["B", "B"], "B": [1]}', "graph-child-twice"),
        ("digraph { A -> B; A -> B; A -> C; B [label=3]; C [label=5] }", "graph-child-twice"),
        ("root = Node(0)\nroot.left = Node(4)\nroght.right = Node(2)\n", "statement-untold"),
        ("root = Node(0)\nroot.left = Node(4)\nroot.rihgt = Node(2)\n", "statement-untold"),
        ("a = Node('A')\nb = Node('B', parent=a, value=6)\nc = Nody('C', parent=a, value=2)\n", "statement-untold"),
        ("root = Node()\na = Node(1)\nb = Node(2)\nroot.children = [a]\n", "number-left-out"),
        ("root = Node()\na = Node(1)\nroot.children = [a]\nlist = [Node(7)]\n", "number-left-out"),
        ("A\n├── B│   ├── 3\n│   └── 5\n└── 2\n", "lines-joined"),
        ("A\n├── B = 1\n│   ├── 3\n│   └─── 5\n└── 2\n", "lines-joined"),
        ("MAX\n  MIN    4\n    7\n  MIN\n    1\n    8\n", "lines-joined"),
        ("S\n    A\n      6\n      5\n    B\n      2    C\n        9\n", "lines-joined"),
        ("parent,child,value\nA,B,6\nA,C,4\n,2\n", "graph-roots"),
        ('successors: """\nA l B\nA r C\n"""\nevaluation: """\nB 6\nC 4\nD 2\n"""\n', "number-left-out"),
        ('start_state: "A"\nsuccessors: """\nA l B\nQ r C\n"""\nevaluation: """\nB 6\nC 4\n"""\n', "graph-roots"),
        (
            'root <- Node$new("A")\nb <- root$AddChild("B")\nd <- b$AdbChild("D", value = 4)\n'
            'e <- b$AddChild("E", value = 11)\nf <- root$AddChild("F", value = 1)\n',
            "statement-untold",
        ),
        ("- name: A\n  children:\n    - value: 6\n      value: 4\n", "number-left-out"),
    ],
)
def test_what_would_be_lost_is_refused(text: str, code: str):
    """With a sentence in both languages that shows the place."""
    with pytest.raises(InputError) as refused:
        read(text)
    (problem,) = refused.value.problems
    assert problem.code == code
    assert problem.span is not None
    assert problem_sentence(problem, "en") != problem_sentence(problem, "de")


def test_the_tree_that_would_be_read_is_shown():
    """So that whoever meant it can write it."""
    with pytest.raises(InputError) as refused:
        read('{"A": ["B", "B"], "B": [1]}')
    assert "A: (B: (1) B: (1))" in problem_sentence(refused.value.problems[0], "en")


def test_an_edge_may_be_said_from_both_of_its_ends():
    """A child that names its parent, and stands among its children, is one child."""
    text = "a = Node('A')\nb = Node('B', parent=a)\nb.value = 3\na.children.append(b)\n"
    assert len(reading(text).tree.leaves) == 1


@pytest.mark.parametrize("blank", ["", "\t", "  "])
def test_blank_lines_below_bullets_of_several_shapes_are_passed_over(blank: str):
    """As they stand at the end of what was copied from a text program."""
    tree = read(f"•\tMAX\no\tMIN\n▪\t6\n▪\t5\n{blank}\no\tMIN\n▪\t2\n▪\t9\n{blank}")
    assert [tree.values[leaf] for leaf in tree.leaves] == [6, 5, 2, 9]


def test_an_arrow_may_touch_a_number():
    """The leaf behind it stays a leaf."""
    assert write_line(read("S (max)\n => A (min) =>3 | 12\n => B (min) => 2 | 4")) == 'S: ("> A": (3 12) "> B": (2 4))'
