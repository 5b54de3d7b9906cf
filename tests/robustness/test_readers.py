"""No reader is brought down: what once did it is kept, and more of its kind is drawn; long runs are in `tests.fuzz`."""

from hashlib import sha256
from itertools import islice

import pytest

from tests.fuzz import mutated, reader_surprise
from tests.support.effort import cases, seeded
from tests.support.readers import CORPUS, corpus, reader_inputs, readers

MAX_BYTES = 300_000
"""So much all that is kept has at most."""

LONG = 16_000
"""So many signs a long word has."""

LONG_WORDS = (
    *(("any-notation", "x = [1, 2, {}]\n", "("), ("any-notation", "x = [1, 2, {}]\n", "- ")),
    *(("any-notation", "a{}a\n", "[1"), ("any-notation", "f {} = 3\n", "[]")),
    *(("any-notation", "values: A=5 {} B=3\n", " "), ("any-notation", "{}[[1, 2], [3, 4]", " ")),
    *(("any-notation", "{}digraph {{ A -> B; A -> 3 }}", "\t"), ("any-notation", "A: B C\n{}B: 3 4", " ")),
    *(("any-notation", "((6 5) (2 9)){}7", " "), ("any-notation", "[1, 2, 3]{}x", " ")),
    *(("any-notation", "foo{}bar 3", " "), ("any-notation", "Tree{} 1: (1 2)", " "), ("answer", "((6 5) {})", "ab_")),
    *(("answer", "leaves = {}", "3, "), ("answer", "leaves = 3, {}", "3,")),
    *(("answer", "order a1 | H | MIN | 3 |{}", " |"), ("answer", "order_und{}", "rder_und")),
    *(("answer", "values: A=5 {}", "L5, "), ("answer", "pruned L5,{}", "\t"), ("answer", "pruned {}L5", "\t")),
    *(("answer", "pruned: L4 ({}6)", " "), ("answer", "A = max({}3)", "\t"), ("answer", "C is{}2", " ")),
)
"""A reader, a text, what its long word is made of: each was gone through once for each of its signs, or for ever."""


@pytest.mark.parametrize("name", readers())
def test_what_is_kept_is_read_or_refused(name: str):
    """Each reader has something, and none of it is a surprise any more."""
    assert [*(CORPUS / name).glob("*")]
    assert not [(content, found) for content in corpus(name) if (found := reader_surprise(name, content))]


@pytest.mark.parametrize(("name", "text", "unit"), LONG_WORDS)
def test_long_words_are_read_in_time(name: str, text: str, unit: str):
    """Whatever they are made of."""
    content = text.format(unit * (LONG // len(unit))).encode()

    assert reader_surprise(name, content) is None


def test_what_is_kept_is_small_and_there_once():
    """Nothing lies where no reader is; names are digests, so that nothing is kept twice."""
    paths = [path for path in CORPUS.rglob("*") if path.is_file()]

    assert {path.parent.name for path in paths} == set(readers())
    assert all(path.name == sha256(path.read_bytes()).hexdigest()[:12] for path in paths)
    assert sum(path.stat().st_size for path in paths) < MAX_BYTES


def test_mutations_of_what_is_kept_are_read_or_refused():
    """Each reader has its turn."""
    tried = islice(reader_inputs(mutated, seeded("readers")), cases(20_000))

    assert not [(name, content, found) for name, content in tried if (found := reader_surprise(name, content))]
