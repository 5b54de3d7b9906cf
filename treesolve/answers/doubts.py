"""What a text says beside its claims, held against them.

A claim that can be read is no answer yet where the text says something else as well: `3 leaves are pruned: L5, L6`,
`L5, L6 (and L9 too)`, `C ≥ 2` of a MIN node, two lists that differ. What says so is unread, and its part waits.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from treesolve.answers.answer_lines import lines, sentences_of
from treesolve.answers.answer_words import amount_meant, clause_words, expression, folded_words, says, words_in_turn
from treesolve.answers.bounds import wrong_bounds
from treesolve.answers.claim import Claim, Unread, quoted, unread
from treesolve.answers.cut_facts import wrong_searches, wrong_windows
from treesolve.answers.facts import wrong_facts
from treesolve.answers.formulas import wrong_results, wrong_runs
from treesolve.answers.group_facts import wrong_groups
from treesolve.answers.lead_facts import wrong_leads
from treesolve.answers.line_facts import Line, lines_of_play, wrong_lines
from treesolve.answers.list_facts import wrong_lists
from treesolve.answers.node_words import Nodes
from treesolve.answers.part_words import parts_spoken_of
from treesolve.answers.place_facts import wrong_places
from treesolve.answers.relation_facts import wrong_contents
from treesolve.answers.remarks import LISTS, wrong_remarks
from treesolve.answers.said import Said
from treesolve.answers.search_bounds import SearchBounds
from treesolve.answers.settle import Settled
from treesolve.model.problem import Span
from treesolve.model.tree import Kind

_NUMBER_OF = re.compile(
    r"\b(?:anzahl|zahl|number|count|nombre)\b[^:=\n]{0,60}[:=][ \t]*(?P<count>\d{1,4})(?P<leaves>(?!))?(?![\w.])",
    re.IGNORECASE,
)
_IN_KEY = re.compile(r"(?<=\w)[ \t]*\((?P<count>\d{1,4})(?P<leaves>(?!))?\)[ \t]*[:=]")
_NUMBER = re.compile(r"\d")
_AMOUNT = re.compile(r"(?<!\w)\d")
_PLACE = re.compile(r"\b\w++(?![ \t]+(?:lea[fv]|bl[aä]tt))", re.IGNORECASE)
_CLAUSE_END = re.compile(r"[,;()]")
_LONGEST_NO = 20
"""So short is what takes back all that stands beside it: `no`, `worst`."""

_DOTS = re.compile(r"[ \t]*+(?:,[ \t]*+)?(?:(?:and|und)[ \t]*+)?(\.{2,}|…|etc\b\.?|usw\b\.?|and so on|und so weiter)")
_ABOUT_CLAIMS = frozenset({"answer-remark", "answer-twice", "answer-order-twice"})
"""What is unread because it does not agree with what is claimed, on its line most likely."""


def doubted(found: Settled, text: str, comments: Mapping[Span, str], nodes: Nodes) -> Settled:
    """What was settled, with the stretches of a text unread that say something else, in its comments, too."""
    whole = text
    told = {place: comment for place, comment in comments.items() if not says(comment, "example")}
    for (start, end), comment in told.items():
        whole = whole[:start] + comment + whole[end:]
    said = Said(whole, tuple(told), found, nodes)
    bounds, lines_told = SearchBounds(said), lines_of_play(said)
    new = [
        *wrong_bounds(whole, found.claims, nodes),
        *wrong_results(said),
        *_wrong_averages(said),
        *(() if nodes.is_own_view else wrong_runs(said)),
        *wrong_facts(said, bounds),
        *(wrong_searches(said, bounds) if bounds.is_known else ()),
        *(wrong_windows(said, bounds) if bounds.is_known and "windows" not in nodes.asked else ()),
        *(wrong_places(said, bounds) if bounds.is_known else ()),
        *wrong_remarks(said, bounds),
        *wrong_lines(said, lines_told),
        *wrong_contents(said),
        *wrong_leads(said),
        *(() if nodes.is_own_view else wrong_groups(said)),
        *_wrong_sentences(said),
        *wrong_lists(said),
        *_passed_answers(said),
        *_passed_values(said),
        *_passed_lists(said),
    ]
    more = (_unread_with_parts(one, said) for one in (*found.unread, *new) if not _is_about_line(one, said, lines_told))
    return found._replace(unread=tuple(sorted(more, key=lambda one: one.span)))


def _wrong_averages(said: Said) -> Iterator[Unread]:
    """Sums that are not what they are said to be, where nodes are worth averages."""
    if Kind.CHANCE in said.nodes.tree.kinds:
        from treesolve.answers.average_facts import wrong_averages

        yield from wrong_averages(said)


def _passed_answers(said: Said) -> Iterator[Unread]:
    """What was passed over, as a reason, and names nodes of a part that nothing else answers."""
    unanswered = {*LISTS, "best"} - said.by_part.keys()
    for span in said.found.passed if unanswered else ():
        text = said.text[slice(*span)]
        words = set(folded_words(text).split())
        spoken = parts_spoken_of(text) | ({"best"} if words & clause_words()["best"] else set())
        if said.named_in(text) and (parts := unanswered & spoken):
            yield unread(sorted(parts)[0], "answer-no-key", *span, text=quoted(text, 0, len(text)))._replace(
                others=frozenset(parts)
            )


def _passed_values(said: Said) -> Iterator[Unread]:
    """A sentence that names a node for which no value was read, and has a number that no claim has."""
    missing = _nodes_without_value(said)
    for line in lines(said.text) if missing else ():
        for sentence in sentences_of(said.text, *line.span):
            text = said.beside_claims(sentence)
            is_told = any(one.part == "values" and one.span.start in range(*sentence) for one in said.found.unread)
            if not is_told and _AMOUNT.search(text) and missing & (said.named_in(text) | _nodes_placed(text, said)):
                yield unread("values", "answer-no-key", *sentence, text=quoted(said.text, *sentence))


def _passed_lists(said: Said) -> Iterator[Unread]:
    """A line of leaves with their values, where nothing else answers what is pruned, or the order."""
    parts = set(LISTS) - said.by_part.keys()
    starts = {said.line_start(span.start) for span in said.found.passed} if parts else ()
    for line in (Span(start, said.line_end(start)) for start in starts):
        text = said.text[slice(*line)]
        named = said.named_in(text)
        if named and _NUMBER.search(text) and said.nodes.below(named) == named and not said.within(line):
            found = unread(sorted(parts)[0], "answer-no-key", *line, text=quoted(text, 0, len(text)))
            yield found._replace(others=frozenset(parts))


def _nodes_without_value(said: Said) -> set[int]:
    """The inner nodes that are not pruned and are given no value, where others are."""
    inner = {node for node, below in enumerate(said.nodes.tree.children) if below}
    return inner - said.gone - said.valued.keys() if said.valued else set()


def _nodes_placed(text: str, said: Said) -> set[int]:
    """The children of the root that are spoken of by their places: `left child 5`."""
    return {node for word in _PLACE.findall(text) for node in said.nodes.child_at(0, word)}


# What is unread already


def _is_about_line(one: Unread, said: Said, told: list[Line]) -> bool:
    """Whether something unread is the line of play, or a key with it behind it, that nobody asked for."""
    is_key = one.problem.code in ("answer-unknown-key", "answer-own-line")
    place = Span(one.span.end, said.line_end(one.span.end)) if is_key else one.span
    is_line = any(place.start <= line.span.start and line.span.end <= place.end for line in told)
    return is_line and bool(said.of("best")) and (is_key or one.problem.code == "answer-one-only")


def _unread_with_parts(one: Unread, said: Said) -> Unread:
    """Something unread, with the parts that it may be about, too.

    These are what is pruned, where it names such a node; the values, where it has a number for a node; and those that
    can be about the nodes it names, if nothing else says what it is about.
    """
    is_key = one.problem.code == "answer-unknown-key"
    text = said.text[one.span.start : said.line_end(one.span.end) if is_key else one.span.end].strip(" .!")
    parts = set[str]()
    if one.span.end - one.span.start < _LONGEST_NO and says(text, "against"):
        parts |= {claim.part for claim in said.on_line(one.span.start)}
    if one.part in ("values", *LISTS) and not is_key:
        parts |= parts_spoken_of(text) & {*LISTS, *({"best"} - said.by_part.keys())}
    named = said.named_in(text)
    inner = {node for node in named if said.nodes.tree.children[node]}
    parts |= {"values"} if one.part == "windows" and inner - said.valued.keys() else set()
    parts |= {part for part in LISTS if not said.of(part)} if one.part == "windows" and named - inner else set()
    if one.part == "values" and not is_key and named - inner - said.gone - said.listed["order"]:
        parts |= {"pruned"} | {part for part in LISTS if not said.of(part)}
    is_value = one.part is None and is_key and _NUMBER.search(said.text, one.span.end, said.line_end(one.span.end))
    parts |= {"values"} if is_value and _nodes_placed(said.text[slice(*one.span)], said) - said.valued.keys() else set()
    parts |= {"pruned"} if one.part == "value" and named & said.gone else set()
    beside = {claim.part for claim in said.on_line(one.span.start)}
    parts |= {"values"} if one.part == "value" and (beside == {"windows"} or inner) else set()
    parts |= beside if one.problem.code in _ABOUT_CLAIMS and len(beside) == 1 else set()
    is_open = one.part in (None, *LISTS) or (is_key and one.part in ("", "values", "windows"))
    return one._replace(
        others=one.others | parts | (_parts_of_named_nodes(one, text, said, is_key=is_key) if is_open else set())
    )


def _parts_of_named_nodes(one: Unread, text: str, said: Said, *, is_key: bool) -> set[str]:
    """The parts that something unread may be about by the nodes it names."""
    named = said.named_in(text)
    parts = {"pruned"} if named & said.gone else set[str]()
    parts |= {"order"} if len(named & said.listed["order"]) > 1 else set()
    parts |= {"best"} if _is_about_best_move(one, named, text, said) else set()
    if one.part is None and not one.others and not says(text, "bounds"):
        parts |= _parts_about_nodes(named, said)
    elif is_key:
        parts |= _parts_without_nodes(named, said)
    if one.part is None and says(text, "number") and any(said.nodes.tree.children[node] for node in named):
        parts |= {"values"}
    return parts


def _parts_about_nodes(named: set[int], said: Said) -> set[str]:
    """The parts that can be about some nodes: the lists where leaves are among them, if one is empty only that."""
    inner = {node for node in named if said.nodes.tree.children[node]}
    if named - inner:
        return {part for part in LISTS if not said.of(part)} or set(LISTS)
    return ({"values"} if inner - said.gone else set()) | (
        {"best"} if inner & said.nodes.choices - said.gone else set()
    )


def _parts_without_nodes(named: set[int], said: Said) -> set[str]:
    """Those of them in which nothing is said of the nodes."""
    inner = {node for node in named if said.nodes.tree.children[node]}
    parts = {"values"} if inner - said.gone - said.valued.keys() else set()
    is_unlisted = named - inner - said.gone - said.listed["order"]
    return parts | {part for part in LISTS if is_unlisted and not said.of(part)}


def _is_about_best_move(one: Unread, named: set[int], text: str, said: Said) -> bool:
    """Whether something unread is a move where there is none, or speaks against the one on its line."""
    is_move = bool(named & said.nodes.choices)
    if not said.of("best"):
        return is_move and (text in said.nodes.names or one.problem.code == "answer-unknown-key")
    return is_move and any(claim.part == "best" for claim in said.on_line(one.span.start))


# Sentences


def _wrong_sentences(said: Said) -> Iterator[Unread]:
    """Sentences whose nodes are not as many as they say, or not in the order they say."""
    for line in lines(said.text):
        for sentence in sentences_of(said.text, *line.span):
            claims = said.within(sentence)
            yield from _wrong_counts(said, sentence, claims)
            yield from _unfinished_lists(said, sentence, claims)
            pruned = [one for one in claims if one.part == "pruned" and one.node is not None]
            only = expression("only").match(said.text, *sentence)
            if pruned and only and said.leaves(pruned) != said.listed["pruned"]:
                yield unread("pruned", "answer-remark", *only.span(), text=only[0])
            way = expression("forwards" if said.nodes.right_to_left else "backwards").search(said.text, *sentence)
            if way and any(one.part == "order" for one in claims):
                yield unread("order", "answer-remark", *way.span(), text=way[0])


def _unfinished_lists(said: Said, sentence: Span, claims: Sequence[Claim]) -> Iterator[Unread]:
    """A list that ends in dots, or in a word for them."""
    last = next((one for one in reversed(claims) if one.part in LISTS), None)
    dots = _DOTS.match(said.text, last.span.end, sentence.end) if last else None
    if last and dots:
        yield unread(last.part, "answer-remark", *dots.span(1), text=dots[1])


def _wrong_counts(said: Said, sentence: Span, claims: Sequence[Claim]) -> Iterator[Unread]:
    """A number of leaves or nodes that is not the number of those that are named: there, or in all where none are."""
    told = [one for form in (_pattern_of_counts(), _NUMBER_OF, _IN_KEY) for one in form.finditer(said.text, *sentence)]
    if not told:
        return
    listed = [one for one in claims if one.part in LISTS and one.node is not None]
    text = said.text[slice(*sentence)]
    spoken: frozenset[str] = frozenset(one.part for one in listed) | (parts_spoken_of(text) & set(LISTS))
    spoken |= {"pruned"} if not spoken and says(text, "saving") else set()
    if len(spoken) > 1:
        spoken, listed = parts_spoken_of(_clause_around(said.text, told[0].start(), sentence)) & set(LISTS), []
    if len(spoken) != 1:
        return
    (part,) = spoken
    told = [one for one in told if not any(claim.span.start <= one.start() < claim.span.end for claim in listed)]
    named = [one for one in listed or said.of(part) if one.node is not None]
    right = {len(said.leaves(named))} | (set() if told and told[0]["leaves"] else {len({one.node for one in named})})
    counts = [amount_meant(one["count"]) or 0 for one in told]
    if named and told and not right.intersection([*counts, sum(counts)]):
        yield unread(part, "answer-count", *told[0].span(), text=told[0][0], count=len(named))


@cache
def _pattern_of_counts() -> re.Pattern[str]:
    """The expression for how many leaves or nodes there are."""
    amounts = "|".join(one.pattern for one in words_in_turn("amounts"))
    return re.compile(
        rf"(?<![\w.,])(?<!\bof )(?<!\bof the )(?<!\bvon )(?<!\bvon den )(?P<count>\d{{1,4}}|{amounts})[ \t]+"
        r"(?:of[ \t]+\d+[ \t]+|von[ \t]+\d+[ \t]+)?(?:(?!(?:and|und)\b)[a-zäöüß]+[ \t]+){0,2}"
        r"(?:(?P<leaves>lea(?:fs?|ves)|blatt|blätter[n]?|(?:\w+[ -]?)?(?:evaluations?|auswertung(?:en)?))"
        r"|nodes?|knoten)(?!\w)",
        re.IGNORECASE,
    )


def _clause_around(text: str, place: int, sentence: Span) -> str:
    """What stands around a place up to the next commas or brackets."""
    before, behind = (_CLAUSE_END.split(one) for one in (text[sentence.start : place], text[place : sentence.end]))
    return before[-1] + behind[0]
