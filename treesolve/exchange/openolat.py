"""OpenOlat's task: a folder for each student, and in it numbered ones for what was handed in and handed in again."""

import re

from treesolve.exchange.entry import Filing

SYSTEM = "OpenOlat"

_FOLDER = re.compile(
    r"(?:.*/)?(?P<name>[^/]+)/(?P<step>\d{1,3})_(?:submissions?|abgaben?|revisions?)(?:_\d+)?/(?P<file>.+)",
    re.IGNORECASE,
)


def filing(path: str) -> Filing | None:
    """Whose a file is; None where it is nothing that was handed in to OpenOlat.

    >>> filing("Blatt 3/saempel/2_submissions/answer.txt")[:3]
    ('saempel', 'saempel', 'answer.txt')
    """
    found = _FOLDER.fullmatch(path)
    if found is None:
        return None
    name = found["name"]
    return Filing(name, name, found["file"], f"{name}/", attempt=int(found["step"]), replaces_all=True)
