"""Moodle's assignment: names of folders and files in a zip of submissions, to the number of the participant.

Names can be equal, and blanks stand for what students have in theirs: only the number is a key. What goes back has to
lie where the file lay that came from there, or Moodle passes it over without a word.
"""

import re

from treesolve.exchange.entry import Filing

SYSTEM = "Moodle"

_NAMED = re.compile(
    r"(?P<name>[^/]*)_(?P<key>\d+)_assignsubmission_(?P<kind>[a-z]+)(?:(?P<before>_?/|_)(?P<file>.+)|(?=\.\w+$))"
)


def filing(path: str) -> Filing | None:
    """Whose a file is; None where Moodle has not filed it.

    >>> found = filing("Sample Twin_13_assignsubmission_file/src/answer.txt")
    >>> found.key, found.name, found.file, found.returned
    ('13', 'Sample Twin', 'src/answer.txt', 'Sample Twin_13_assignsubmission_file/')
    """
    found = _NAMED.search(path)
    if found is None:
        return None
    name = found["name"].replace("_", " ").strip()
    returned = f"{name}_{found['key']}_assignsubmission_file{found['before'] or '/'}"
    return Filing(found["key"], name, found["file"] or path.rpartition("/")[2], returned)
