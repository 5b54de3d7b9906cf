"""What an answer was read as, beside what was written, as rows of a table."""

from collections.abc import Iterator

from treesolve.grading.result import ReadAs, ReadClaim
from treesolve.pages.environment import number_text, row_text, shortened, shown_text, words

MOST_SHOWN = 20
"""So much of a part stands in its row; more is left out."""

LONGEST_TEXT = 100
"""So many characters of a stretch are shown."""


def read_rows(read: ReadAs, language: str) -> Iterator[list[str]]:
    """What was not read, each with the part it belongs to, and then a row a part: what was written, what was read."""
    say, practice = words(language, "grading.jinja"), words(language, "practice.jinja")
    for piece in read.unread[:MOST_SHOWN]:
        part = practice.part(piece.part) if piece.part else say.any_part()
        yield [
            part,
            shortened(shown_text(" ".join(piece.text.split())), LONGEST_TEXT),
            say.not_read(),
        ]
    parts: dict[str, list[ReadClaim]] = {}
    for claim in read.claims:
        parts.setdefault(claim.part, []).append(claim)
    for part, claims in parts.items():
        places = {(claim.line, claim.column): " ".join(claim.text.split()) for claim in claims}
        written = places.values() if None not in {line for line, _ in places} else [claim.text for claim in claims]
        told = [_claim_in_words(claim, language) for claim in claims[:MOST_SHOWN]] + ["…"] * (len(claims) > MOST_SHOWN)
        shown = [shown_text(text) for text in list(written)[:MOST_SHOWN]] + ["…"] * (len(written) > MOST_SHOWN)
        yield [practice.part(part), " · ".join(shown), ", ".join(told)]


def _claim_in_words(claim: ReadClaim, language: str) -> str:
    """A claim as the program would write it."""
    name = "" if claim.node is None else shown_text(claim.node)
    if claim.value is None:
        return name or words(language, "grading.jinja").read_nothing()
    tell = row_text if claim.part == "windows" else number_text
    number = tell(claim.value, language)
    return f"{name} = {number}" if name else number
