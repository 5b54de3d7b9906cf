"""What there is to say of a solution that somebody published: by what it is right, and why by the lecture it is not."""

from collections.abc import Iterator

from treesolve.grading.marks import Mark
from treesolve.grading.published import Published
from treesolve.pages.environment import shown_text, words
from treesolve.pages.reason import Reasons
from treesolve.pages.speaker import MOST_REASONS, in_one_row


def published_sentence(found: Published, language: str = "en") -> str:
    """By which lectures and rules it is right; by which wrong rules it comes about where there is none."""
    misconception = words(language, "grading.jinja").misconception
    facts = {
        "is_right": found.own.is_right,
        "lecture": shown_text(found.own.name),
        "right": [trial.name for trial in found.lectures if trial.is_right],
        "others": [trial.name for trial in found.lectures if not trial.is_right],
        "rules": list(found.rules),
        "misconceptions": list(map(misconception, found.misconceptions)),
    }
    return in_one_row(words(language, "comparison.jinja").published(facts))


def published_reasons(found: Published, language: str = "en") -> Iterator[tuple[str, str]]:
    """Why it is wrong by the lecture, each reason with its part; of several in a part the first, and how many more."""
    reasons = Reasons(found.grader, language, at_length=True, is_published=True)
    for mark in found.report.marks:
        yield from ((mark.part, told) for told in _reasons_of_part(mark, found, reasons))


def _reasons_of_part(mark: Mark, found: Published, reasons: Reasons) -> Iterator[str]:
    makers = reasons.makers(mark, found.report.answer)
    yield from (in_one_row(make()) for make in makers[:MOST_REASONS])
    if len(makers) > MOST_REASONS:
        yield reasons.say.more({"count": len(makers) - MOST_REASONS})
