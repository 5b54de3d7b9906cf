"""ILIAS's exercise: a folder for each student, which is called after them; folders of teams around these."""

import re
from collections.abc import Collection

from treesolve.exchange.entry import Filing

SYSTEM = "ILIAS"

_FOLDER = re.compile(r"(?:.*/)?(?P<returned>(?P<last>[^_/]+)_(?P<first>[^_/]+)_[^/]+_(?P<key>\d+)/)(?P<file>.+)")


def filing(path: str) -> Filing | None:
    """Whose a file is; None where ILIAS has not filed it.

    >>> filing("Abgaben/Ä_Sample_saempel_317/answer.txt")[:3]
    ('317', 'Sample Ä', 'answer.txt')
    """
    found = _FOLDER.fullmatch(path)
    if found is None:
        return None
    return Filing(found["key"], f"{found['first']} {found['last']}", found["file"], found["returned"])


def is_coincidence(found: Collection[Filing]) -> bool:
    """Whether a folder only looks as if it were a student's, like Sheet_3_WS_2025: everything lies in it."""
    return len({one.key for one in found}) == 1 < len(found)
