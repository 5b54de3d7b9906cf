"""What stands right before a list of nodes or a move: `not pruned:`, `worst move:`, `best move for MIN:` of a MAX root.

Vocabulary

    lead        the words between a claim and what was read before it, on its line or alone on the last one above
"""

import re
from collections.abc import Iterator

from treesolve.answers.answer_words import expression, says
from treesolve.answers.claim import Claim, Unread, quoted, unread
from treesolve.answers.part_words import key_meaning
from treesolve.answers.said import Said
from treesolve.model.problem import Span
from treesolve.model.tree import Kind

_LAST_SENTENCE = re.compile(r"(?:[^\n]*[.!;]\s)?(?P<lead>[^\n]*[^\W\d_]{2}[^\n]*)")
_BRACKETS = re.compile(r"\([^()\n]*\)")
_KEY = re.compile(r"[\s*#+-]*([^:=\n]*[^:=\n\s*])[ \t*]*(?:[:=][\s*#+-]*|\n[\s*#+-]*)")
_LONGEST = 300
"""A longer lead is a text about something else."""

_SPOKEN_OF = ("values", "pruned", "order", "best")
_OTHER_PLAYER = {Kind.MAX: "lead_for_min", Kind.MIN: "lead_for_max"}


def wrong_leads(said: Said) -> Iterator[Unread]:
    """Those that say the reverse of what the claim behind them was read as, or speak of the other player's move."""
    player = said.nodes.tree.kinds[0]
    for claim, lead in _leads(said):
        text = _BRACKETS.sub("", said.text[slice(*lead)])
        kinds = [f"lead_against_{claim.part}"] if claim.part in _SPOKEN_OF else []
        kinds += [one for kind, one in _OTHER_PLAYER.items() if claim.part == "best" and kind is player]
        is_other = _is_key_of_other(said, lead, claim) or _is_elsewhere(said, lead, claim)
        if is_other or any(says(text, kind) for kind in kinds):
            yield unread(claim.part, "answer-remark", *lead, text=quoted(said.text, *lead))


def _leads(said: Said) -> Iterator[tuple[Claim, Span]]:
    """The claims with a lead, and the last sentence of it."""
    short = (gap for gap in said.gaps if gap.end - gap.start <= _LONGEST)
    found = ((one, gap) for gap in short if (one := _LAST_SENTENCE.fullmatch(said.text, *gap)))
    last = {claim.span: (claim, one, gap) for one, gap in found if (claim := said.next_after(gap.end))}
    for claim, one, gap in last.values():
        is_beside = claim.span.start <= said.line_end(gap.end)
        is_line = gap == (said.line_start(gap.start), said.line_end(gap.start))
        if (is_beside or is_line) and not said.is_read(Span(gap.end, claim.span.start)):
            yield claim, Span(*one.span("lead"))


def _is_key_of_other(said: Said, lead: Span, claim: Claim) -> bool:
    """Whether it is a key, and of another part."""
    key = _KEY.fullmatch(said.text, lead.start, claim.span.start)
    meaning = key_meaning(key[1]) if key else None
    told = {one.part for one in said.within(Span(claim.span.start, claim.span.start + 1))}
    return meaning in _SPOKEN_OF and told <= {*_SPOKEN_OF} - {meaning}


def _is_elsewhere(said: Said, lead: Span, claim: Claim) -> bool:
    """Whether the best move is said to be that at another node than the root."""
    named = (said.only(one) for one in expression("lead_node").findall(said.text, *lead))
    return claim.part == "best" and any(named)
