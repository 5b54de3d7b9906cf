"""Gradescope's export of submissions: a folder for each, and a file that says who has handed it in, often several.

Of that file, which is YAML, just the lines are read that it always has.
"""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from treesolve.exchange.entry import Filing

METADATA = "submission_metadata.yml"

_SUBMISSION = re.compile(r"""["']?(?P<name>[^\s:"'][^:]*?)["']?:\s*""")
_FIELD = re.compile(r"\s+(?P<begins>-\s+)?:?(?P<field>name|sid|email):(?:\s+(?P<said>.*?))?\s*")
_ESCAPE = re.compile(r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))")


class Submitter(NamedTuple):
    """One of those who have handed something in."""

    name: str = ""
    sid: str = ""
    email: str = ""


def submitters(text: str) -> dict[str, tuple[Submitter, ...]]:
    r"""Who has handed in what, by the name of its folder.

    >>> submitters("submission_7:\n  :submitters:\n  - :name: Sample A\n    :sid: '100'\n    :email: a@example.org\n")
    {'submission_7': (Submitter(name='Sample A', sid='100', email='a@example.org'),)}
    """
    found: dict[str, list[Submitter]] = {}
    current: list[Submitter] = []
    for line in text.splitlines():
        begun, field = _SUBMISSION.fullmatch(line), _FIELD.fullmatch(line)
        if begun and not line[0].isspace():
            current = found.setdefault(begun["name"], [])
        elif field:
            if field["begins"] or not current:
                current.append(Submitter())
            current[-1] = current[-1]._replace(**{field["field"]: _unquoted(field["said"] or "")})
    return {name: tuple(told) for name, told in found.items()}


def _unquoted(text: str) -> str:
    """A scalar of YAML on one line."""
    if len(text) > 1 and text[0] == text[-1] == "'":
        return text[1:-1].replace("''", "'")
    if len(text) > 1 and text[0] == text[-1] == '"':
        return _ESCAPE.sub(
            lambda one: chr(int(one[1] or one[2] or one[3], 16)) if one.lastindex != 4 else one[4], text[1:-1]
        )
    return "" if text in ("null", "~") else text


def filings(path: str, known: Mapping[str, tuple[Submitter, ...]]) -> Iterator[Filing]:
    """Whose a file is: everybody's who has handed it in.

    >>> known = {"submission_7": (Submitter("Sample A", "100"), Submitter("Sample B", "101"))}
    >>> [one.key for one in filings("assignment_1_export/submission_7/answer.txt", known)]
    ['100', '101']
    """
    names = path.split("/")
    for place, name in enumerate(names):
        for submitter in known.get(name, known.get(name.rpartition(".")[0], ())):
            key = submitter.sid or submitter.email or submitter.name
            named = re.sub(r"[/\\]", "-", key)
            yield Filing(key, submitter.name or key, "/".join(names[place + 1 :]) or name, f"{name}/{named}-")
