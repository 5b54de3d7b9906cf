"""Sentences that say all of one part and nothing else are read; those that say something else wait for a person.

Vocabulary

    sentence    a line of right_sentences.txt or other_sentences.txt below the part that it is about; names in braces
                stand for what is right of a tree: `{pruned_and}` for `L5 and L6`
"""

from pathlib import Path

import pytest

from tests.answers.test_wrong_facts import judged


def _facts(pruned: str, worth: str, order: str, best: str, values: str) -> dict[str, str]:
    """What the names in braces stand for."""
    pairs = [pair.split("=") for pair in values.split()]
    forms = {"": "{}={}", "_and": "{} = {}", "_und": "{} = {}", "_is": "{} is {}", "_has": "{} has {}"}
    facts = {f"values{name}": _joined([form.format(*pair) for pair in pairs], name) for name, form in forms.items()}
    facts["values_wert"] = _joined([f"{name} den Wert {value}" for name, value in pairs], "_und")
    for kind, told in {"pruned": pruned, "worth": worth, "order": order}.items():
        facts |= {f"{kind}{name}": _joined(told.split(), name) for name in ("", "_and", "_und")}
    return facts | {
        "best": best,
        "root": pairs[0][0],
        "value": dict(pairs)[best],
        "count": str(len(worth.split())),
    }


def _joined(things: list[str], name: str) -> str:
    """A list with commas, or with the word for `and` before its last item."""
    word = {"": ",", "_und": " und"}.get(name, " and")
    return f"{', '.join(things[:-1])}{word} {things[-1]}"


FACTS = {
    "T1": _facts("L5 L6", "4 6", "L1 L2 L3 L4 L7 L8 L9", "B", "A=3 B=3 C=2 D=2"),
    "T2": _facts("L4 L6 G", "4 9 2 0", "L1 L2 L3 L5 L7 L8", "B", "A=6 B=6 C=2 D=6 E=7 F=3 G=2 H=3 I=1"),
    "T3": _facts("b2 c3 c4", "8 1 3", "a1 a2 a3 b1 c1 c2", "A", "S=6 A=6 B=4 C=1"),
}


def sentences(name: str) -> list[tuple[str, str, str]]:
    """The tree, the part and the text of each sentence of a file: one tree after the other."""
    found: list[tuple[str, str, str]] = []
    part = ""
    for line in (Path(__file__).parent / name).read_text("utf-8").splitlines():
        part = line.removeprefix("# ") if line.startswith("# ") else part
        if not line.startswith("# "):
            tree = [*FACTS][len(found) % len(FACTS)]
            found.append((tree, part, line.replace("\\n", "\n").format(**FACTS[tree])))
    return found


@pytest.mark.parametrize(("tree", "part", "text"), sentences("right_sentences.txt"))
def test_a_right_sentence_is_worth_all_points(tree: str, part: str, text: str):
    """It is read in full."""
    found = judged(tree, text)[0].parts[part]

    assert found.points == found.of


@pytest.mark.parametrize(("tree", "part", "text"), sentences("other_sentences.txt"))
def test_a_sentence_that_says_something_else_waits(tree: str, part: str, text: str):
    """It has the same words, and a negation, a condition, another player or another way in it."""
    assert part in judged(tree, text)[0].pending
