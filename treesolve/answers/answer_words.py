"""The words of answers, as grammars/answer_words.toml has them: keys of parts, sentences, what is passed over.

Vocabulary

    key         the words that say which part a line is about: `values`, `nicht besucht`
    beside      words that may stand in a key and say nothing by themselves
    sentence    an expression for a whole sentence that answers a part
    preamble    what may stand before a sentence: `also`, `at B:`, `because 5 >= 3,`
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from treesolve.answers.needed_words import WordIndex
from treesolve.answers.number_words import NUMBER
from treesolve.model.resources import resource

_UMLAUTS = str.maketrans({
    "ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "α": "alpha", "β": "beta",
    "é": "e", "è": "e", "ê": "e", "à": "a", "â": "a", "û": "u", "î": "i", "ç": "c", "œ": "oe",
})  # fmt: skip
_ELIDED = re.compile(r"\b[ld]['’](?=\w\w)")
_BETWEEN = re.compile(r"[\s\-_/.,'’()]+")
_PLACEHOLDERS = {
    "nodes": r"(?P<nodes>\S.*?)",
    "more": r"(?P<more>\S.*?)",
    "pairs": r"(?P<pairs>\S.*?)",
    "choice": r"(?P<choice>\S.*?)",
    "node": r"(?P<node>\S(?:.{0,60}?\S)??)",
    "number": rf"(?P<numbers>{NUMBER})",
    "numbers": rf"(?P<numbers>{NUMBER}(?:(?:,| and| und| et|;|, and)[ \t]+{NUMBER})*)",
    "root": r"(?P<root>\S+)",
    "passed": r"\S+",
    "behind": r"(?P<nodes>(?:after|nach)\s\S.*?)",
    "amount": r"(?P<amount>\w+)",
    "here": r"(?P<here>[^\s,:]+)",
    "above": r"(?P<above>[^\s,:]+)",
}
"""What stands for a node and the like in a sentence."""
_OPENS = "{SO}"
_THEREFORE = re.compile(
    r"\A\W*(?:so[ \t]+)?also[ \t]+(?=\w+(?:,[ \t]*\w+)*(?:,|[ \t]+(?:and|und))[ \t]*\w+\W*\Z)", re.IGNORECASE
)
"""`also L9 und L10` says again what `G` has said: the German word adds nothing."""


class Sentence(NamedTuple):
    """An expression for a sentence, and the part it answers; "nothing" is that nothing is pruned.

    Where it opens, a preamble may stand before it. A remark speaks of the part and does not answer it.
    """

    part: str
    expression: str
    opens: bool
    is_remark: bool

    @property
    def pattern(self) -> re.Pattern[str]:
        """The expression, compiled when a text has the words for it."""
        return _compiled(self.expression)


@cache
def words_of_answers() -> Mapping[str, Any]:
    """What stands in the file."""
    return tomllib.loads((resource("grammars") / "answer_words.toml").read_text("utf-8"))


def folded_words(text: str) -> str:
    """A text as keys are compared: in small letters, without umlauts, accents and marks, with single blanks.

    >>> folded_words("Alpha/Beta-Fenster der Blätter")
    'alpha beta fenster der blaetter'
    """
    return _BETWEEN.sub(" ", _ELIDED.sub("", text.casefold()).translate(_UMLAUTS)).strip()


@cache
def keys() -> Mapping[str, str]:
    """The part of each key."""
    return {key: part for part, group in words_of_answers()["keys"].items() for key in group}


@cache
def beside(part: str) -> frozenset[str]:
    """The words that may stand beside a key of a part."""
    found = words_of_answers()["beside"]
    return frozenset([*found["any"], *found.get(part, ())])


@cache
def sentences() -> tuple[Sentence, ...]:
    """All sentences, in the order of the file, and then the remarks."""
    found = words_of_answers()
    return tuple(
        Sentence(
            part, _expression_of_sentence(text.removeprefix(_OPENS), found["words"]), _OPENS in text, kind == "remarks"
        )
        for kind in ("sentences", "remarks")
        for part, group in found[kind].items()
        for text in group
    )


@cache
def _index_of_sentences() -> WordIndex[int]:
    return WordIndex(dict(enumerate(one.expression for one in sentences())))


def possible_sentences(text: str) -> Iterator[Sentence]:
    """The sentences of which a text has a word that they need, in their order."""
    return (sentences()[number] for number in sorted(_index_of_sentences().possible(text)))


@cache
def preamble() -> tuple[tuple[re.Pattern[str], ...], ...]:
    """The parts of a preamble in groups: one of each stands in it at most, in this order."""
    found = words_of_answers()
    return tuple(
        tuple(_compiled(_expression_of_sentence(part, found["words"])) for part in group)
        for group in found["preamble"]["parts"]
    )


@cache
def word_pattern(kind: str, form: str) -> re.Pattern[str]:
    """An expression in which the expressions of a table, such as `unvalued`, stand by their names."""
    found = words_of_answers()
    words = {**{name: "|".join(group) for name, group in found[kind].items()}, **found["words"]}
    return _compiled(_expression_of_sentence(form, words))


def _expression_of_sentence(text: str, words: Mapping[str, str]) -> str:
    """The expression for a sentence as it stands in the file."""
    for name, expression in {**words, **_PLACEHOLDERS}.items():
        text = text.replace(f"{{{name}}}", expression)
    return _with_typed_umlauts(_with_any_blanks(text))


@cache
def _compiled(expression: str) -> re.Pattern[str]:
    return re.compile(expression, re.IGNORECASE)


def _with_typed_umlauts(text: str) -> str:
    """Umlauts as they are typed without a key for them, too, outside of brackets."""
    return re.sub(r"\[[^\]]*\]|[äöüß]", lambda found: _TYPED.get(found[0], found[0]), text)


def _with_any_blanks(text: str) -> str:
    """Any blanks for each single one outside of brackets, or none where it has a question mark."""
    return re.sub(r"\[[^\]]*\]|\\ | \?| ", lambda found: _BLANKS.get(found[0], found[0]), text)


_TYPED = {umlaut: f"(?:{umlaut}|{typed})" for umlaut, typed in (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ß", "ss"))}
_BLANKS = {" ": r"[ \t\n]+", " ?": r"[ \t\n]*"}


@cache
def pattern_of_passed_lines() -> re.Pattern[str]:
    """Lines that are no answer to anything."""
    return re.compile("|".join(f"(?:{line})" for line in words_of_answers()["passed"]["lines"]), re.IGNORECASE)


@cache
def passed(kind: str) -> re.Pattern[str]:
    """A `label` before what answers a task, a `question` that is repeated, or a `reason` at the end of a sentence."""
    return re.compile(words_of_answers()["passed"][kind], re.IGNORECASE | re.DOTALL)


@cache
def root_words() -> frozenset[str]:
    """What the root is called in every tree."""
    return frozenset(words_of_answers()["passed"]["root"])


@cache
def word_list(kind: str) -> frozenset[str]:
    """Words about nodes, by what they say: `others`, `all`, `asides` ..."""
    return frozenset(words_of_answers()["nodes"][kind])


@cache
def doubt_words(kind: str) -> str:
    """The expression for what says something else than the claims around it, of one kind."""
    return "|".join(words_of_answers()["doubts"][kind])


@cache
def expression(kind: str) -> re.Pattern[str]:
    """The same, compiled."""
    return re.compile(doubt_words(kind), re.IGNORECASE)


@cache
def _index_of_doubts() -> WordIndex[str]:
    return WordIndex({kind: doubt_words(kind) for kind in words_of_answers()["doubts"]})


def possible_doubts(text: str) -> frozenset[str]:
    """The kinds of doubts for which a text has a word that they need."""
    return _index_of_doubts().possible(text)


def says(text: str, kind: str) -> bool:
    """Whether one of the words of a kind stands in a text."""
    return bool(expression(kind).search(text))


def is_taking_back(text: str) -> bool:
    """Whether a remark takes back what it stands behind, or adds to it: such a remark is not passed over.

    >>> is_taking_back("(no, it is L8)"), is_taking_back("(alpha cut)")
    (True, False)
    """
    said = _THEREFORE.sub("", passed("bound").sub("", text))
    return not word_list("retractions").isdisjoint(re.findall(r"\w+", said.casefold()))


@cache
def words_in_turn(kind: str) -> tuple[re.Pattern[str], ...]:
    """The expressions of `places` and `amounts`, in turn."""
    return tuple(re.compile(word, re.IGNORECASE) for word in words_of_answers()["nodes"][kind])


@cache
def clause_words() -> Mapping[str, frozenset[str]]:
    """The words of clauses, by what they say."""
    found = words_of_answers()["clauses"]
    return {kind: frozenset(map(folded_words, group)) for kind, group in found.items()}


@cache
def cell_words(kind: str) -> frozenset[str]:
    """What `yes` and `no` are in the cells of a table."""
    return frozenset(word.casefold() for word in words_of_answers()["cells"][kind])


def amount_meant(word: str) -> int | None:
    """How many a word says there are; None where it says something else.

    >>> amount_meant("2"), amount_meant("drei"), amount_meant("these")
    (2, 3, None)
    """
    if word.isdecimal():
        return int(word)
    return next((number for number, one in enumerate(words_in_turn("amounts"), 2) if one.fullmatch(word)), None)


@cache
def latex() -> Mapping[str, str]:
    """What commands of LaTeX stand for."""
    found = words_of_answers()["latex"]
    return {**dict.fromkeys(found["silent"], ""), **{name: sign for name, sign in found.items() if name != "silent"}}
