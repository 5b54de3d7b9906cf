"""How a course system files what students hand in: whose a file is, by its path."""

from typing import NamedTuple


class Filing(NamedTuple):
    """Whose a file is.

    `key` is by what the system knows who handed it in, `name` how it writes them, `file` the path that the student gave
    the file. What goes back to the student begins with `returned`. Of several attempts at the same `file`, or of all
    where `replaces_all`, the last one counts.
    """

    key: str
    name: str
    file: str
    returned: str
    is_late: bool = False
    attempt: int = 0
    replaces_all: bool = False
