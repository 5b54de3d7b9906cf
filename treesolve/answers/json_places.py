"""Where things stand in a JSON text: looked for only when there is something to say about one of them.

Vocabulary

    path        the keys and the indexes, from 0, that lead to a value; empty for the whole text
    patch       a stretch of a submission's text that was made from the value at a path
"""

import json
import re
from typing import NamedTuple

from treesolve.model.problem import Problem, Span, place_in

Path = tuple[str | int, ...]

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]:,]|[^\s{}\[\]:,"]+')


class Places(NamedTuple):
    """The stretches of all values and of all keys of objects, by path; of a key that stands there twice the last."""

    values: dict[Path, Span]
    keys: dict[Path, Span]


def places(text: str) -> Places:
    """Where each value and each key of a text stands, which must be JSON.

    >>> places('{"A": [5, "x"]}').values["A", 1]
    Span(start=10, end=13)
    """
    found = Places({}, {})
    path: list[str | int | None] = []
    starts: list[int] = []
    for token in _TOKEN.finditer(text):
        word, span = token[0], Span(*token.span())
        if word in ("{", "["):
            starts.append(span.start)
            path.append(None if word == "{" else 0)
        elif word in ("}", "]"):
            path.pop()
            found.values[tuple(path)] = Span(starts.pop(), span.end)  # type: ignore[arg-type]
        elif word == ",":
            path[-1] = path[-1] + 1 if isinstance(path[-1], int) else None
        elif word == ":":
            continue
        elif path and path[-1] is None:
            path[-1] = json.loads(word)
            found.keys[tuple(path)] = span  # type: ignore[arg-type]
        else:
            found.values[tuple(path)] = span  # type: ignore[arg-type]
    return found


class JsonObject(NamedTuple):
    """An object of a JSON file as it stands there: its file, its text, where that begins (from 1), what was made of it.

    `called` names the object itself, such as `answers.json[3]`.
    """

    source: str
    called: str
    text: str
    line: int = 1
    column: int = 1
    patches: tuple[tuple[int, int, Path], ...] = ()

    def problem(self, code: str, path: Path = (), **facts: object) -> Problem:
        """A problem with a key of the object, or with the object as a whole."""
        span = places(self.text).keys.get(path) or Span(0, len(self.text.partition("\n")[0]))
        return self.shown(Problem(code, None, facts), span)

    def placed(self, problem: Problem, span: Span) -> Problem:
        """A problem with the submission's text, at the value that the text was made from there."""
        path = next((path for start, end, path in self.patches if start <= span.start < end), ())
        return self.shown(problem, places(self.text).values[path])._replace(source=self.called)

    def shown(self, problem: Problem, span: Span) -> Problem:
        """The problem at a stretch of the object; lines and columns count from the beginning of the file."""
        above = "\n" * (self.line - 1) + " " * (self.column - 1)
        moved = Span(span.start + len(above), span.end + len(above))
        return problem._replace(source=self.source, text=above + self.text, span=moved)


def object_in(source: str, called: str, text: str, start: int, end: int) -> JsonObject:
    """The object that stands between two offsets of a file's text."""
    return JsonObject(source, called, text[start:end], *place_in(text, start))
