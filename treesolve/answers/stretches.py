"""What a stretch of text says: by its keys, its sentences, its section, its form, or piece by piece.

Vocabulary

    stretch     a line, a sentence, or a part of one
"""

import re

from treesolve.answers.answer_lines import Keyed, colon_keys, first_keys, trimmed
from treesolve.answers.answer_words import clause_words, folded_words, is_taking_back, passed
from treesolve.answers.asides import is_no_answer, names_several, without_reason
from treesolve.answers.claim import Claim, Finding, Loose, Open, Passed, Remark, Unread, unread
from treesolve.answers.clause_claims import announced_part, claims_of_clause
from treesolve.answers.explanations import explanation_in
from treesolve.answers.left_unread import LABEL, LONGEST_SENTENCE, is_content, is_prose, left_unread
from treesolve.answers.node_claims import nodes_in
from treesolve.answers.node_words import Nodes
from treesolve.answers.number_claims import values_within
from treesolve.answers.part_words import parts_spoken_of
from treesolve.answers.section import Section, by_part, is_whole
from treesolve.answers.sentence_claims import claims_of_sentence
from treesolve.answers.weak_signs import parts_between_weak_signs
from treesolve.model.answer import PARTS
from treesolve.model.problem import Span

_GOES_ON = re.compile(r"\W*(?:and|und|also|auch|sowie|außerdem|plus|as well|then|dann|at|in|bei|beim)\b", re.IGNORECASE)
"""What is said of the nodes before is said of these, too."""

_LONGEST_PIECE = 10
"""So many weak signs may be within a sentence."""


_LINE_END = re.compile(r"[ \t.!]*(?:\n|\Z)")
_WORD_BEFORE = re.compile(r"\b(?!(?:and|und|so|thus|hence|therefore|daher|also|somit)\b)\w+\)?\s\Z", re.IGNORECASE)
_WHERE = re.compile(r"\b(?:at|bei|in|an)\s*$", re.IGNORECASE)
_NO_VALUES = re.compile(
    r"alpha|beta|α|β|wrong|false|falsch|\bnot\b|nicht|depth|tiefe|level|ebene|step|schritt|if\b|wenn", re.I
)
"""What is said of nodes with such words are no values."""

_ALIASES = re.compile(r"(?:[\s,;>→-]*\w+[ \t]*\([^()=:]*\))+")
"""`L4 (9), L1 (6)`: leaves that are named, and no values."""

_Split = tuple[Span, list[Finding]]
_Read = tuple[list[Finding], Section]


def read_stretch(text: str, stretch: Span, section: Section, nodes: Nodes) -> _Read:
    """What a stretch says, and the section that goes on behind it."""
    start, end = stretch
    if passed("question").fullmatch(text, start, end):
        return [Passed(stretch)], Section(_part_asked_for(text[start:end]))
    asked = passed("question").match(text, start, end)
    if asked and asked[0][-1] == ":" and (part := _part_asked_for(asked[0])):
        return _read_behind_key(text, trimmed(text, asked.end(), end), Section(part), nodes)
    if (part := announced_part(text, stretch)) and not colon_keys(text, start, end):
        return [Passed(stretch)], Section(part)
    keys = colon_keys(text, start, end)
    if keys and end - start <= LONGEST_SENTENCE and (found := claims_of_sentence(text, stretch, nodes)):
        return found, _section_after(Section(keys[-1].part if keys[-1].part in PARTS else None), found)
    if keys:
        return _read_by_keys_or_sentence(text, stretch, keys, section, nodes)
    if end - start > LONGEST_SENTENCE:
        return _read_partly(text, stretch, section, nodes)
    sure = _read_in_full(text, stretch, section, nodes)
    if sure is not None:
        return sure
    apart = _read_sentences_apart(text, stretch, section, nodes)
    return apart if apart is not None else _read_partly(text, stretch, section, nodes)


def _part_asked_for(question: str) -> str | None:
    """The one part that a question is about; what is not visited is pruned."""
    parts, words = parts_spoken_of(question), {*re.findall(r"\w+", folded_words(question))}
    if parts == {"order"} and words & clause_words()["not"]:
        return None if words & clause_words()["turn"] else "pruned"
    return next(iter(parts)) if len(parts) == 1 else None


def _read_by_keys_or_sentence(text: str, stretch: Span, keys: list[Keyed], section: Section, nodes: Nodes) -> _Read:
    """By its keys, unless it is a sentence that has one in it: `B is visited: 3, 12, 8`."""
    read, begin = _read_keys_in_turn(text, stretch.start, keys, section, nodes), keys[0].label.start
    is_subject = any(isinstance(one, Loose) for one in read[0]) and text[:begin].rstrip(" \t")[-1:].isalnum()
    if (is_whole(read[0]) and not is_subject) or stretch.end - stretch.start > LONGEST_SENTENCE:
        return read
    if said := claims_of_clause(text, stretch, nodes):
        return said, Section()
    apart = _read_sentences_apart(text, stretch, Section(), nodes) if begin > stretch.start else None
    return apart or (_read_partly(text, stretch, Section(), nodes) if is_subject else read)


def _read_keys_in_turn(text: str, start: int, keys: list[Keyed], section: Section, nodes: Nodes) -> _Read:
    """What stands before the first key, and then behind each."""
    found: list[Finding] = []
    before = trimmed(text, start, keys[0].label.start)
    if any(letter.isalnum() for letter in text[slice(*before)]):
        found, section = read_stretch(text, before, section, nodes)
        about = frozenset({keys[0].part} & {*PARTS})
        found = [one._replace(others=one.others | about) if isinstance(one, Unread) else one for one in found]
    for key in keys:
        if key.part not in PARTS:
            found.append(unread("", "answer-own-line", *key.label, text=text[slice(*key.label)]))
            section = Section()
            continue
        section = Section(key.part, key.is_misspelt, bool(_WHERE.search(text[slice(*key.label)])))
        behind = trimmed(text, key.start, key.end)
        if behind.start < behind.end:
            new, section = _read_behind_key(text, behind, section, nodes)
            found += new
    return found, section


def _read_behind_key(text: str, stretch: Span, section: Section, nodes: Nodes) -> _Read:
    """What stands behind a key: of its part, but a reason at its end is passed over."""
    assert section.part is not None
    stretch, aside = _without_reason(text, stretch, nodes)
    found = by_part(section, text, stretch, nodes)
    if section.part == "windows" and not any(isinstance(one, Claim) for one in found):
        other = read_stretch(text, stretch, Section(), nodes)
        is_list = any(isinstance(one, Claim | Open) and one.part in ("pruned", "order") for one in other[0])
        found = other[0] if is_list and is_whole(other[0]) else found
    if not is_whole(found):
        apart = _read_sentences_apart(text, stretch, section, nodes)
        is_torn = apart is not None and section.part == "order" and any(_is_claim_of_value(one) for one in apart[0])
        said = claims_of_sentence(text, stretch, nodes) or (apart[0] if apart is not None and not is_torn else [])
        has_claims = any(isinstance(one, Claim | Open) for one in said)
        is_other = any(isinstance(one, Passed) or getattr(one, "part", "") == "windows" for one in said)
        said = said if has_claims and not is_other else []
        is_about = next((one.part for one in said if isinstance(one, Claim | Open)), "") == section.part
        found = said if is_about or (said and not any(isinstance(one, Claim) for one in found)) else found
    return [*found, *aside], _section_after(section, found)


def _is_claim_of_value(found: Finding) -> bool:
    return isinstance(found, Claim) and found.part == "values"


def _without_reason(text: str, stretch: Span, nodes: Nodes) -> _Split:
    """A stretch without the reason at its end, and the values of nodes that this gives."""
    short, aside = without_reason(text, stretch, nodes)
    return short, [*aside, *(value for one in aside for value in values_within(text, *one.span, nodes))]


def _section_after(section: Section, found: list[Finding]) -> Section:
    """What goes on behind a line: of one answer nothing more is to come."""
    is_done = section.part in ("best", "value") and any(isinstance(one, Claim) for one in found)
    return Section() if is_done else section


def _read_in_full(text: str, stretch: Span, section: Section, nodes: Nodes) -> _Read | None:
    """A stretch that can be read in full: by a sentence, a key without a colon, its section, its form."""
    short, aside = _without_reason(text, stretch, nodes)
    if short.start == short.end:
        return aside, section
    found = claims_of_sentence(text, short, nodes)
    if found is not None:
        return [*found, *aside], section
    found = by_part(section, text, short, nodes) if section.part else []
    claims = [one for one in found if isinstance(one, Claim | Open)]
    is_choice = len(claims) == 1 and isinstance(claims[0], Claim) and claims[0].node in nodes.choices
    is_new = section.is_listed and (len(claims) > 1 or (is_choice and section.part == "order"))
    is_new = is_new or (section.part == "values" and not claims and bool(_ALIASES.fullmatch(text, *short)))
    if found and is_whole(found) and not is_new:
        return [*found, *aside], _section_after(section, found)
    remark: _Read | None = None
    for part in ("values", "windows"):
        found = by_part(Section(part), text, short, nodes)
        if found and is_whole(found):
            remark = [*found, *aside], Section(part)
            if any(isinstance(one, Claim) for one in found):
                return remark
    if said := claims_of_clause(text, short, nodes):
        return [*said, *aside], section
    key = _key_without_colon(text, short, nodes)
    if key is not None:
        begun = Section(key.part, key.is_misspelt, bool(_WHERE.search(text[slice(*key.label)])))
        found = by_part(begun, text, trimmed(text, key.start, key.end), nodes) if key.start < key.end else []
        return [*found, *aside], _section_after(begun, found)
    if told := explanation_in(text, stretch, nodes):
        return told, section
    listed = nodes_in("order", text, *short, nodes)
    mentions = tuple(one for one in listed if isinstance(one, Claim | Open))
    if mentions and len(mentions) == len(listed) and {one.part for one in mentions} == {"pruned"}:
        return [*mentions, *aside], section
    if mentions and len(mentions) == len(listed):
        return [Loose(mentions, short), *aside], section
    if remark is not None:
        return remark
    if is_no_answer(text, stretch, nodes):
        return [Passed(stretch)], section
    return _read_values_behind(text, short, nodes)


def _read_values_behind(text: str, stretch: Span, nodes: Nodes) -> _Read | None:
    """Values behind a colon whose key nobody knows: there can be nothing else, if there are two or more."""
    label = LABEL.match(text, *stretch)
    if label is None or nodes.named(label[1]) or _NO_VALUES.search(label[1]):
        return None
    found = by_part(Section("values"), text, Span(label.end(), stretch.end), nodes)
    claims = [one for one in found if isinstance(one, Claim)]
    is_sure = len(claims) > 1 and is_whole(found) and parts_spoken_of(label[1]) <= {"values", "value"}
    return (found, Section()) if is_sure else None


def _key_without_colon(text: str, stretch: Span, nodes: Nodes) -> Keyed | None:
    """A key with another sign, alone, or with just a blank behind it if what follows can be read in full."""
    for key in first_keys(text, *stretch):
        label = text[slice(*key.label)]
        has_names = not nodes.names.keys().isdisjoint(re.split(r"[=\s]+", label))
        if key.part in PARTS and not nodes.named(label) and not has_names:
            behind = trimmed(text, key.start, key.end)
            begun = Section(key.part, False, bool(_WHERE.search(label)))
            found = by_part(begun, text, behind, nodes) if behind.start < behind.end else []
            if text[key.label.end : key.start].strip() or behind.start == behind.end or (found and is_whole(found)):
                return key
    return None


def _read_sentences_apart(text: str, stretch: Span, section: Section, nodes: Nodes) -> _Read | None:
    """A stretch of several sentences with weak signs between them, each of which can be read in full."""
    parts = parts_between_weak_signs(text, stretch)
    if len(parts) < 2:
        return None
    found = _pieces_of_stretch(text, parts, min(len(parts) - 1, _LONGEST_PIECE), section, nodes, set())
    return (found, section) if found is not None else None


def _pieces_of_stretch(
    text: str, parts: list[tuple[int, int]], most: int, section: Section, nodes: Nodes, dead: set[tuple[int, Section]]
) -> list[Finding] | None:
    """What sentences say that are made of `most` parts of a stretch, the longest first; `dead` ends cannot be read."""
    if not parts:
        return []
    start = parts[0][0]
    if (start, section) in dead:
        return None
    for count in range(min(len(parts), most), 0, -1):
        piece = trimmed(text, start, parts[count - 1][1])
        read = _read_piece(text, piece, section, nodes) if piece.start < piece.end else ([], section)
        if (
            read
            and text[parts[count - 1][1] : piece.end + 1] == ":"
            and all(isinstance(one, Passed) for one in read[0])
        ):
            continue
        following = _section_continued(text, read[0], parts[count - 1 : count + 1]) or section if read else section
        rest = _pieces_of_stretch(text, parts[count:], _LONGEST_PIECE, following, nodes, dead) if read else None
        if read and rest is not None:
            return [*read[0], *rest]
    dead.add((start, section))
    return None


def _section_continued(text: str, found: list[Finding], parts: list[tuple[int, int]]) -> Section | None:
    """The section of what follows on nodes that are pruned: `L4 is pruned, and also L6`."""
    said = {one.part for one in found if isinstance(one, Claim | Open)}
    if said != {"pruned"} or len(parts) < 2 or not _GOES_ON.match(text, parts[0][1], parts[1][1]):
        return None
    return Section("pruned")


def _read_piece(text: str, piece: Span, section: Section, nodes: Nodes) -> _Read | None:
    """A piece of a stretch, if it can be read in full."""
    found = _read_in_full(text, piece, section, nodes)
    is_last = bool(_LINE_END.match(text, piece.end) and _WORD_BEFORE.search(text, piece.start - 20, piece.start))
    if found is not None and not found[0] and found[1].part in PARTS and not is_last:
        return [Remark(frozenset({found[1].part}), piece, text[slice(*piece)])], section
    is_sure = found is not None and bool(found[0]) and not any(isinstance(one, Unread | Loose) for one in found[0])
    return found if is_sure else None


def _read_partly(text: str, stretch: Span, section: Section, nodes: Nodes) -> _Read:
    """A stretch of which at least something is not read."""
    label = LABEL.match(text, *stretch)
    is_other = label is not None and not nodes.named(label[1])
    found = by_part(section, text, stretch, nodes) if section.part and not is_other else []
    is_about_else = is_prose(found)
    is_read = any(isinstance(one, Claim | Open) for one in found)
    if found and not is_about_else and (is_read or is_content(text, stretch, nodes)):
        return [one._replace(anywhere=True) if isinstance(one, Unread) else one for one in found], section
    new = left_unread(text, stretch, nodes)
    if is_about_else and not new.others and section.part:
        new = new._replace(others=frozenset({section.part}))
    return [new], Section() if ":" in text[slice(*stretch)] else section


def read_aside(text: str, stretch: Span, parts: frozenset[str], nodes: Nodes) -> list[Finding]:
    """What an aside says, behind something that was read of these parts."""
    told = text[slice(*stretch)]
    if is_taking_back(told):
        found = left_unread(text, stretch, nodes)
        return [found._replace(part=found.part or next(iter(sorted(parts)), None), others=found.others | parts)]
    read = _read_piece(text, trimmed(text, *stretch), Section(), nodes)
    if read is not None:
        return read[0]
    spoken = parts_spoken_of(told)
    spoken |= frozenset({"pruned", "order"} if not parts and names_several(told, nodes) else ())
    return [Remark(spoken, stretch, told)] if spoken else [Passed(stretch)]
