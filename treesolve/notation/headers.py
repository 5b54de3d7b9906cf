"""The `key: value` lines before a tree.

A text has headers when its first line that says anything begins with a known key, or when some line before any
bracket begins with `tree:` or `shape:`. Everything else is a bare tree, in which `A:` names a node.
"""

import re
from typing import NamedTuple

from treesolve.model.problem import Problem, Span, nearest

MAX_PROBLEMS = 20
"""After so many mistakes in one text the reader gives up: the rest is likely noise."""

MAX_VALUE_LENGTH = 10_000
"""So many characters a header may have, but for those that say something of each level or leaf."""

PUBLISHED = ("values", "value", "pruned", "order")
"""The keys of a solution that somebody published: it is text here, which readers of answers read."""

_LEADING = (
    *("title", "source", "convention", "alpha-beta", "levels", "points", "bounds"),
    *("sum", "shape", "leaves", "tree"),
)
"""The keys with which a text may begin; those of a solution may as well be names of nodes."""

KEYS = (*_LEADING[:-1], *PUBLISHED, "tree")
"""All header keys, in the order in which they are usually written; `tree` comes last and holds the tree."""

_LINE = re.compile(r"[^\S\n]*([^\W\d][\w-]*)[ \t]*:[ \t]*([^\n]*)")
_KNOWN = re.compile(rf"[^\S\n]*(?:{'|'.join(_LEADING)})[ \t]*:", re.IGNORECASE)
_TREE_LINE = re.compile(r"^[^\S\n]*(?:tree|shape)[ \t]*:", re.IGNORECASE | re.MULTILINE)
FENCE = re.compile(r"^[ \t]*(?:```|~~~)[^\n]*$", re.MULTILINE)
"""The line above or below a block of code."""

_COMMENT = re.compile(r"(?:^|\s)#.*")
_NOTHING = re.compile(r"(?:\s+|#[^\n]*)*+")
_FREE_TEXT = ("title", "source")
_AS_LONG_AS_THE_TREE = frozenset({"levels", "shape", "leaves", *PUBLISHED})


class Header(NamedTuple):
    """One header line: the key in lower case, the value as written, and where key and value begin."""

    key: str
    value: str
    key_start: int
    start: int

    @property
    def span(self) -> Span:
        """Where the value stands; the key, where there is no value."""
        if not self.value:
            return Span(self.key_start, self.key_start + len(self.key))
        return Span(self.start, self.start + len(self.value))

    def placed(self, problem: Problem, text: str | None = None) -> Problem:
        """Return a problem with a place in the value, at its place in the whole text; one of another text as it is."""
        if problem.span is None or problem.text != self.value:
            return problem
        span = Span(self.start + problem.span.start, self.start + problem.span.end)
        return problem._replace(span=span, text=text)


class Headers(NamedTuple):
    """The header lines of a text, what is wrong with them, and where the tree begins (None: nowhere)."""

    lines: tuple[Header, ...]
    problems: tuple[Problem, ...]
    tree_start: int | None

    def get(self, key: str) -> Header | None:
        """Return the line with that key."""
        return next((line for line in self.lines if line.key == key), None)

    @property
    def published(self) -> tuple[Header, ...]:
        """The lines of a solution that somebody published."""
        return tuple(line for line in self.lines if line.key in PUBLISHED)


def read_headers(text: str) -> Headers:
    """Return the headers at the beginning of a text; a bare tree has none and begins at 0."""
    if not _has_headers(text):
        return Headers((), (), 0)
    lines: list[Header] = []
    problems: list[Problem] = []
    offset, tree_start = 0, None
    while offset < len(text) and tree_start is None and len(problems) < MAX_PROBLEMS:
        end = text.find("\n", offset) % (len(text) + 1)
        line = text[offset:end]
        if line.strip() and not line.lstrip().startswith("#"):
            tree_start = _read_header_line(text, line, offset, lines, problems)
        offset = end + 1
    if len(problems) < MAX_PROBLEMS:
        problems += _problems_of_header_lines(lines, tree_start, len(text.rstrip()))
    return Headers(tuple(lines), tuple(problems), tree_start)


def header_at(text: str, start: int) -> str:
    """Return the key of the header with which a line begins there; empty where none does."""
    is_first = not text[text.rfind("\n", 0, start) + 1 : start].strip()
    found = _KNOWN.match(text, start) if is_first else None
    return found[0].rstrip(": \t").lower() if found else ""


def _has_headers(text: str) -> bool:
    first = _NOTHING.match(text)
    start = text.rfind("\n", 0, first.end() if first else 0) + 1
    if _KNOWN.match(text, start):
        return True
    keyed = _TREE_LINE.search(text)
    return bool(keyed) and not re.search(r"^[^#:\n]*[(\[{]", text[: keyed.start()], re.MULTILINE)  # type: ignore[union-attr]


def _read_header_line(text: str, line: str, offset: int, lines: list[Header], problems: list[Problem]) -> int | None:
    """Note one header line; the offset of the tree if it begins here."""
    found = _LINE.match(line)
    if not found:
        marked = _TREE_LINE.search(text, offset)
        span = Span(offset + len(line) - len(line.lstrip()), offset + len(line.rstrip()))
        if FENCE.fullmatch(line):
            return offset
        problems.append(Problem("not-a-header" if marked else "tree-mark-missing", span, {"text": line.strip()}))
        return None if marked else offset
    key, value = found[1].lower(), found[2]
    if key == "tree":
        return offset + found.start(2)
    if key not in _FREE_TEXT:
        value = _COMMENT.sub("", value)
    header = Header(key, value.rstrip(), offset + found.start(1), offset + found.start(2))
    fault = _problem_of_header_line(header, lines)
    if fault:
        problems.append(fault)
    else:
        lines.append(header)
    return None


def _problem_of_header_line(header: Header, earlier: list[Header]) -> Problem | None:
    key_span = Span(header.key_start, header.key_start + len(header.key))
    if header.key not in KEYS:
        facts = {"key": header.key, "nearest": nearest(header.key, KEYS), "known": ", ".join(KEYS)}
        return Problem("unknown-header", key_span, facts)
    if any(line.key == header.key for line in earlier):
        return Problem("duplicate-header", key_span, {"key": header.key})
    if not header.value:
        return Problem("empty-header", key_span, {"key": header.key})
    if len(header.value) > MAX_VALUE_LENGTH and header.key not in _AS_LONG_AS_THE_TREE:
        return Problem("header-too-long", key_span, {"key": header.key, "most": MAX_VALUE_LENGTH})
    return None


def _problems_of_header_lines(lines: list[Header], tree_start: int | None, length: int) -> list[Problem]:
    keys = {line.key: line for line in lines}
    problems = []
    if tree_start is None and not {"shape", "leaves"} & keys.keys():
        problems.append(Problem("tree-missing", Span(length, length)))
    if tree_start is not None and "shape" in keys:
        problems.append(Problem("shape-and-tree", keys["shape"].span))
    for one, other in (("shape", "leaves"), ("leaves", "shape")):
        if one in keys and other not in keys:
            problems.append(Problem(f"{one}-without-{other}", keys[one].span))
    return problems
