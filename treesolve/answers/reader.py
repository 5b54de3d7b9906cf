"""The text of an answer to claims, and from these to Answer: the steps, one after the other.

plain text -> lines -> sentences -> the key of each -> claims -> settled -> Answer
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from treesolve.answers.answer_lines import lines, sentences_of
from treesolve.answers.asides import asides_in, without
from treesolve.answers.averages import text_with_averages
from treesolve.answers.choice_claims import MOVE
from treesolve.answers.claim import BY_NAME, Claim, Finding, Loose, Open, Reading, Unread, unread
from treesolve.answers.doubts import doubted
from treesolve.answers.free_texts import Texts, texts_in
from treesolve.answers.identity import Identity, identity, without_head, without_identity
from treesolve.answers.named_text import text_with_nodes_named
from treesolve.answers.node_words import Nodes
from treesolve.answers.plain_text import plain
from treesolve.answers.section import Section
from treesolve.answers.settle import Settled, settled
from treesolve.answers.stretches import read_aside, read_stretch
from treesolve.answers.table_claims import tables_in
from treesolve.answers.unread_files import without_unread_files
from treesolve.model.answer import Answer
from treesolve.model.number import Number
from treesolve.model.problem import UNPRINTABLE, Problem, Span

__all__ = ["MOST_PROBLEMS", "Identity", "identity", "read_answer", "reading_of"]

_BESIDE = re.compile(r"\(|\w,|\b(?:with|mit|avec)\b", re.IGNORECASE)
"""Between a choice and its value."""

MOST_PROBLEMS = 20
"""So many mistakes in one answer are told: the rest is likely noise."""


def read_answer(text: str, nodes: Nodes, source: str = "-", student: str = "") -> tuple[Answer, tuple[Problem, ...]]:
    """The answer a text gives about a tree, and what could not be read of it.

    `student` is whose answer it is if the text does not say. Never raises: what makes no sense becomes a problem at its
    place in the text, named by `source`; the part it may belong to is among the answer's `pending`.

    >>> from treesolve.notation.reader import read
    >>> answer, problems = read_answer("values: A=5 B=x; pruned: L4", Nodes(read("((6 5) (2 9))")))
    >>> answer.values, answer.pruned, answer.pending, problems[0].code
    ({0: 5}, (6,), frozenset({'values'}), 'answer-bad-number')
    """
    reading = reading_of(text, nodes, source, student)
    return reading.answer, reading.problems


def reading_of(text: str, nodes: Nodes, source: str = "-", student: str = "") -> Reading:
    """All that a text was read as: the answer, the claims it is made of, and every stretch that is none.

    >>> from treesolve.notation.reader import read
    >>> reading = reading_of("Nicht besucht wird L4.", Nodes(read("((6 5) (2 9))")))
    >>> [(claim.part, claim.node, claim.how) for claim in reading.claims]
    [('pruned', 6, 'by name')]
    """
    if nodes.stand_ins is None:
        return _reading_of_text(text, nodes, source, student)
    coded = nodes.stand_ins.text(text, nodes)
    return coded.decoded(_reading_of_text(coded.text, nodes, source, student), text, source)


def _reading_of_text(text: str, nodes: Nodes, source: str, student: str) -> Reading:
    reading, said = _reading_of_anybody(without_head(text), nodes), identity(text)
    answer = reading.answer._replace(student=said.student or student, exercise=said.exercise, variant=said.variant)
    unread = tuple(one._replace(problem=one.problem._replace(source=source, text=text)) for one in reading.unread)
    problems = tuple(one.problem for one in unread[:MOST_PROBLEMS])
    return reading._replace(answer=answer, problems=problems, unread=unread)


@lru_cache(maxsize=64)
def _reading_of_anybody(text: str, nodes: Nodes) -> Reading:
    """What a text was read as, whoever wrote it: many hand in the same, and it is read again for each decision."""
    blanked, identified = without_identity(text)
    blanked, files = without_unread_files(blanked)
    flat, comments = plain(blanked)
    texts, rest = texts_in(flat, text, nodes)
    findings = [
        *identified,
        *files,
        *_control_characters(text),
        *texts.repeated,
        *_findings_with_lists_joined(_chosen(_findings_in_text(rest, nodes))),
    ]
    found = doubted(settled(findings, nodes), _with_line(rest, flat, texts, nodes), comments, nodes)
    return Reading(_answer_of_findings(found, texts), (), found.claims, found.unread, found.passed)


def _with_line(rest: str, flat: str, texts: Texts, nodes: Nodes) -> str:
    """The text with the line of play that nobody asks for, and its key."""
    told, start = ("", 0) if "line" in nodes.asked else texts.found.get("line", ("", 0))
    key = flat.rfind("\n", 0, start) + 1
    return rest[:key] + flat[key:start] + told + rest[start + len(told) :]


def _control_characters(text: str) -> Iterator[Finding]:
    """Characters that a terminal would obey."""
    found = (one for one in UNPRINTABLE.finditer(text) if one[0] != "\r")
    for _, one in zip(range(MOST_PROBLEMS), found, strict=False):
        yield unread("", "answer-control-character", *one.span())


# Claims


def _findings_in_text(text: str, nodes: Nodes) -> Iterator[Finding]:
    """Everything that is said in a plain text, line by line."""
    tables, text = tables_in(text_with_nodes_named(text_with_averages(text, nodes), nodes), nodes)
    yield from tables
    section = Section()
    for line in lines(text):
        section = Section() if line.is_task or line.is_first else section
        before, found, parts = section, list[Finding](), frozenset[str]()
        asides = asides_in(text, line.span, nodes)
        spoken = without(text, asides)
        for sentence in sentences_of(spoken, *line.span):
            new, section = read_stretch(spoken, sentence, section, nodes)
            found += [one._replace(others=one.others | parts) if isinstance(one, Unread) else one for one in new]
            parts |= _parts_of_findings(new)
        is_labelled = line.is_task or bool(text[text.rfind("\n", 0, line.span.start) + 1 : line.span.start].strip())
        found = [_maybe_chosen(found[0], text, line.span, nodes)] if is_labelled and len(found) == 1 else found
        found = [one._replace(is_task=line.is_task) if isinstance(one, Loose) else one for one in found]
        parts = _parts_of_findings(found)
        yield from found
        for aside in asides:
            yield from read_aside(text, aside, parts, nodes)
        named = {
            one.part for one in found if isinstance(one, Open) or (isinstance(one, Claim) and one.node is not None)
        }
        if section is not before and section.part in named and text[line.span.end - 1] not in ",;-→>":
            section = section._replace(is_listed=section.part in ("pruned", "order"))


def _maybe_chosen(found: Finding, text: str, line: Span, nodes: Nodes) -> Finding:
    """All that answers a task; `d) B (3)`, `B with value 3` may be a choice, `d) to B` may be one, too."""
    move = MOVE.fullmatch(text, *line)
    if move and isinstance(found, Unread | Loose) and nodes.named(move["root"] or "root") == (0,):
        chosen = [node for node in nodes.named(move["choice"]) if node in nodes.choices]
        return Loose((Claim("best", chosen[0], None, line, BY_NAME),), line) if len(chosen) == 1 else found
    if not isinstance(found, Claim) or found.part != "values" or found.node not in nodes.choices:
        return found
    return Loose((found,), found.span) if _BESIDE.search(text, *found.span) else found


def _chosen(findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings with what may be a choice with its value as one where the node has the same value elsewhere."""
    found = [*findings]
    given = {(one.node, one.value) for one in found if isinstance(one, Claim) and one.part == "values"}
    for one in found:
        claim = one.nodes[0] if isinstance(one, Loose) else None
        if not isinstance(one, Loose) or not isinstance(claim, Claim) or claim.part != "values":
            yield one
        elif (claim.node, claim.value) in given:
            yield one._replace(nodes=(claim._replace(part="best", value=None),))
        else:
            yield claim


def _findings_with_lists_joined(findings: Iterable[Finding]) -> list[Finding]:
    """The findings with lists that stand below the letter of a task as one, whatever number of lines they have."""
    found: list[Finding] = []
    for one in findings:
        last = found[-1] if found else None
        if isinstance(one, Loose) and isinstance(last, Loose) and last.is_task and not one.is_task:
            found[-1] = last._replace(nodes=last.nodes + one.nodes, span=Span(last.span.start, one.span.end))
        else:
            found.append(one)
    return found


def _parts_of_findings(found: Sequence[Finding]) -> frozenset[str]:
    """The parts that something was read of."""
    return frozenset(one.part for one in found if isinstance(one, Claim | Open))


# The answer


def _answer_of_findings(found: Settled, texts: Texts) -> Answer:
    """What was read, whoever wrote it. A part in which nothing could be read is None."""
    pruned = tuple(dict.fromkeys(claim.node for claim in found.of("pruned") if claim.node is not None))
    values: dict[int, Number] = {claim.node: claim.value for claim in found.of("values")}  # type: ignore[misc]
    windows: dict[int, tuple[Number, Number]] = {claim.node: claim.value for claim in found.of("windows")}  # type: ignore[misc]
    pending = found.pending(texts.found)
    best, value = ([] if part in pending else found.of(part) for part in ("best", "value"))
    is_none = bool(found.of("pruned")) and "pruned" not in pending
    return Answer(
        "",
        values or None,
        windows or None,
        pruned if pruned or is_none else None,
        tuple(claim.node for claim in found.of("order") if claim.node is not None) or None,
        best[0].node if best else None,
        value[0].value if value else None,  # type: ignore[arg-type]
        pending,
        texts.found,
    )
