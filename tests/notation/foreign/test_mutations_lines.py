"""Foreign texts with mistakes in them: a tree whose leaves all stand in the text, or a refusal; never anything else."""

import random
import re

from tests.support.effort import seeds
from tests.support.foreign import examples
from treesolve.model.number import Unknown
from treesolve.model.problem import InputError
from treesolve.notation.foreign.label import number
from treesolve.notation.reader import read

TEXTS = [example.text for example in examples() if example.form]
_PIECES = [*"()[]{}\"':;,=|-<>/\\\n\t", "->", "  "]
_PIECES += ["3", "-7", "x", "MAX", "min", "├── ", "&", "#", "%", "*", "0.5", "A", "B", "inf", "\u00a0", "é"]
_NUMBER = re.compile(r"[+\-−–]?[ \t]*(?:[0-9_]+(?:[.,/][ \t]*[0-9]+)?|∞|inf)", re.IGNORECASE)


def _mutated(seed: int) -> str:
    """One of the texts after some changes."""
    dice = random.Random(seed)
    text = dice.choice(TEXTS)
    for _ in range(dice.randint(1, 4)):
        at, other = dice.randrange(len(text) + 1), dice.randrange(len(text) + 1)
        change = dice.randrange(5)
        if change == 0:
            text = text[:at] + dice.choice(_PIECES) + text[at:]
        elif change == 1:
            text = text[:at] + text[at + dice.randint(1, 6) :]
        elif change == 2:
            text = text[:at] + text[at : at + 20] + text[at:]
        elif change == 3:
            lines = text.split("\n")
            dice.shuffle(lines)
            text = "\n".join(lines)
        else:
            text = text[:at] + dice.choice(TEXTS)[other : other + 15] + text[at:]
    return text


def _numbers(text: str) -> set[object]:
    """All numbers that stand in a text, with either sign, in either way of writing decimals."""
    found: set[object] = set()
    for words in (*_NUMBER.findall(text), *re.findall(r"[0-9]+[.,][0-9]+", text)):
        plain = re.sub(r"[\s_+\-−–]", "", words)
        for each in (plain, plain.replace(",", "."), *re.split("[.,/]", plain)):
            value = number(each)
            found |= set() if value is None else {value, -value}
    return found


def test_a_text_with_mistakes_is_a_tree_of_its_own_leaves_or_is_refused():
    """No other error comes out, and no leaf that nobody wrote."""
    read_so_far = 0
    for seed in seeds(10_000):
        text = _mutated(seed)
        try:
            tree = read(text)
        except InputError as error:
            assert error.problems
            continue
        read_so_far += 1
        known = _numbers(text)
        for leaf in tree.leaves:
            value = tree.values[leaf]
            stands = value.letter in text if isinstance(value, Unknown) else value in known
            assert stands, (seed, text, value)
    assert read_so_far
