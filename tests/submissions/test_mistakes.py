"""Unread lines are reported with their location and an example of a valid line."""

import re

import pytest

from tests.support.places import ROOT
from treesolve.model.answer import PARTS
from treesolve.notation.reader import read
from treesolve.rendering.problem_sentence import problem_report, problem_sentence
from treesolve.submissions.answer_reader import read_answer
from treesolve.submissions.node_names import NodeNames

SMALL = NodeNames(read("((6 5) (2 9))"))

MISTAKES = [
    ("we thought about L4", "answer-unread", "we"),
    ("values: A=5 B", "answer-unread", ""),
    ("values: 5", "answer-unread", "5"),
    ("values: Q=5", "answer-unread", "Q"),
    ("values: A=[3, 5]", "answer-unread", "A=[3, 5"),
    ("windows: B=[3, 5", "answer-unread", ""),
    ("pruned: L4, perhaps", "answer-unread", "perhaps"),
    ("best: Q", "answer-unread", "Q"),
    ("values: A=5 student: 3", "answer-unread", "student"),
    ("see IMG_2044.jpg", "answer-elsewhere", "see IMG_2044.jpg"),
    ("best: B\n[unread file: x.jpg of 4711]", "answer-in-file", "[unread file: x.jpg of 4711]"),
    ("best: B\n[unread row: 7;B;C of 7]", "answer-row-cells", "[unread row: 7;B;C of 7]"),
    ("line: B L2\nline: C L4", "answer-key-twice", "line:"),
    ("student: 3\nMatrikel: 4", "answer-key-twice", "Matrikel"),
    ("order: 6 17 2", "answer-unknown-node", "17"),
    ("pruned: L4=8", "answer-two-nodes", "8"),
    ("order: L1 (5)", "answer-two-nodes", "5"),
    (f"values: A={'9' * 1001}", "answer-number-too-long", "9" * 1001),
    ("windows: B=[5, 3]", "answer-bad-window", "B=[5, 3"),
    ("values: L1=7", "answer-leaf-value", "L1=7"),
    ("windows: L1=[3, 5]", "answer-leaf-window", "L1=[3, 5"),
    ("values: A=5 A=6", "answer-twice", "A=6"),
    ("windows: B=[3, 5] B=[3, 6]", "answer-twice", "B=[3, 6"),
    ("pruned: none\npruned: L4", "answer-none-and-more", "none"),
    ("values: A≤5", "answer-other-bound", "A≤5"),
    ("pruned: C, L4", "answer-ambiguous", "C"),
    ("order: 6 B", "answer-inner-in-order", "B"),
    ("order: 6 5 6", "answer-order-twice", "6"),
    ("best: L1", "answer-not-a-child", "L1"),
    ("best: B C", "answer-one-only", "C"),
    ("best: B\nbest: C", "answer-one-only", "C"),
    ("values: B=5\nbest: B=9", "answer-other-value", "9"),
    ("best: B \u202e", "answer-control-character", "\u202e"),
    ("student: 4\u202e11", "answer-control-character", "\u202e"),
    ("pruned: " + "L4 " * 20_000, "answer-too-long", "p"),
]


@pytest.mark.parametrize(
    ("text", "code", "at"), MISTAKES, ids=[f"{code}-{number}" for number, (_, code, _) in enumerate(MISTAKES)]
)
def test_a_mistake_is_reported_with_its_location(text: str, code: str, at: str):
    """It is reported first, with the exact span, as a sentence in both languages."""
    text = f"# an answer\n{text}"
    answer, problems = read_answer(text, SMALL, "4711.txt")

    assert (code, at) in [(one.code, text[slice(*one.span)].strip()) for one in problems if one.span]
    for language in ("en", "de"):
        assert problem_report(problems[0], language).startswith("4711.txt:")
    assert answer.has_unread or answer.pending


def test_every_mistake_has_an_example():
    """Each message about answers occurs in a test above."""
    sources = (ROOT / "treesolve" / "submissions").glob("*.py")
    codes = {code for path in sources for code in re.findall(r'"(answer-[a-z-]+)"', path.read_text("utf-8"))}

    assert codes | {"answer-number-too-long"} == {code for _, code, _ in MISTAKES}


ASKED_FORMS = {"en": r"“(\w[\w ]*: [^”]+)”", "de": r"„(\w[\w ]*: [^“]+)“"}
TREES = {
    "small": SMALL,
    "odd names": NodeNames(read('("left side": (6 5) "right side": ("last one": 2))')),
    "payoffs": NodeNames(read("((<1, 2, 6> <4, 2, 3>) <3, 5, 2>)", payoffs=True)),
}


@pytest.mark.parametrize("about", ["values", "windows", "pruned", "order", "best", "value", ""])
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("tree", TREES)
def test_the_suggested_line_is_valid(about: str, language: str, tree: str):
    """The suggested line, with names of the actual tree, is valid."""
    nodes = TREES[tree]
    (problem,) = read_answer(f"{about or 'foo'}: so und so L1", nodes)[1]
    shown = re.findall(ASKED_FORMS[language], problem_sentence(problem, language))

    assert shown
    for form in shown if about != "windows" or tree != "payoffs" else ():
        answer, problems = read_answer(form, nodes)
        assert not problems, form
        parts = [part for part in PARTS if answer.answered(part)]
        assert parts == [about] if about else parts
