"""Canvas: names of files in a zip of submissions.

A file that was handed in again has a number behind its name; the last one counts.
"""

import re
from collections.abc import Collection

from treesolve.exchange.entry import Filing

SYSTEM = "Canvas"

_NAMED = re.compile(
    r"(?:.*/)?(?P<returned>(?P<name>[^_/]+)(?P<late>_LATE)?_(?P<key>\d+)_(?P<submission>\d+)_)"
    r"(?P<base>[^/]+?)(?:-(?P<attempt>\d{1,3}))?(?P<ending>\.\w+)?"
)


def filing(path: str) -> Filing | None:
    """Whose a file is; None where Canvas has not filed it.

    >>> filing("samplea_LATE_340934_208490284_Work-2.txt")[:6]
    ('340934', 'samplea', 'Work.txt', 'samplea_LATE_340934_208490284_', True, 2)
    """
    found = _NAMED.fullmatch(path)
    if found is None:
        return None
    file, attempt = found["base"] + (found["ending"] or ""), int(found["attempt"] or 0)
    return Filing(found["key"], found["name"], file, found["returned"], bool(found["late"]), attempt)


def is_coincidence(found: Collection[Filing]) -> bool:
    """Whether files only look as if Canvas had filed them, like WS_2025_11_a.txt: nobody has two submissions there."""
    return len({one.key for one in found}) < len({one.returned.replace("_LATE_", "_") for one in found})
