"""How tasks stand on the pages of a printed sheet, read from its PDF.

Vocabulary

    leaf        a page, or a column where pages lie on their side
    torn        of a task: it goes on upon a further leaf
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from pypdfium2 import PdfDocument

_HEADING = re.compile(r"(?:Task|Aufgabe) (\d+)\b")

_TOP, _FOOT = 50, 68
"""What running heads and feet take of a page, in points."""


def leaves(pdf: Path | str) -> Iterator[list[str]]:
    """The lines on each leaf, without what stands at the head and at the foot of every page."""
    document = PdfDocument(pdf)
    try:
        for page in document:
            width, height = page.get_size()
            edges = [0.0, width / 2, width] if width > height else [0.0, width]
            for left, right in pairwise(edges):
                text = page.get_textpage().get_text_bounded(left, _FOOT, right, height - _TOP)
                yield [line.strip() for line in text.splitlines() if line.strip()]
    finally:
        document.close()


def torn(pdf: Path | str) -> list[str]:
    """The tasks that are torn, each as often as it goes on."""
    found: list[str] = []
    task = ""
    for lines in leaves(pdf):
        if task and lines and not _HEADING.match(lines[0]):
            found.append(task)
        for line in lines:
            heading = _HEADING.match(line)
            task = heading[1] if heading else task
    return found
