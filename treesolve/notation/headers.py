"""Headers: the lines with `key: value` before a tree.

Input has headers if its first line that is neither blank nor a comment begins with a known key, or if a line before the
first bracket begins with `tree:` or `shape:`. Any other input is a bare tree, in which `A:` is the name of a node.
"""

import re
from typing import NamedTuple

from treesolve.model.problem import Problem, Span, nearest

MAX_PROBLEMS = 20
"""Maximum number of problems reported for one input. Input with more problems is probably not meant as a tree."""

MAX_VALUE_LENGTH = 10_000
"""Maximum length of a header value, except in headers with an entry for each level or leaf."""

PUBLISHED = ("values", "value", "pruned", "order")
"""Keys of a published solution. Their values are kept as text here, because they are parsed like students' answers."""

_LEADING = (
    *("title", "source", "convention", "alpha-beta", "levels", "points", "bounds"),
    *("sum", "shape", "leaves", "tree"),
)
"""Keys that mark the first line as a header. Keys of a published solution do not, because they may be node names."""

KEYS = (*_LEADING[:-1], *PUBLISHED, "tree")
"""All header keys in canonical order. The last one, `tree`, precedes the tree itself."""

_LINE = re.compile(r"[^\S\n]*([^\W\d][\w-]*)[ \t]*:[ \t]*([^\n]*)")
_KNOWN = re.compile(rf"[^\S\n]*(?:{'|'.join(_LEADING)})[ \t]*:", re.IGNORECASE)
_TREE_LINE = re.compile(r"^[^\S\n]*(?:tree|shape)[ \t]*:", re.IGNORECASE | re.MULTILINE)
FENCE = re.compile(r"^[ \t]*(?:```|~~~)[^\n]*$", re.MULTILINE)
"""A line that begins or ends a fenced code block."""

_COMMENT = re.compile(r"(?:^|\s)#.*")
_BLANKS_AND_COMMENTS = re.compile(r"(?:\s+|#[^\n]*)*+")
_FREE_TEXT = ("title", "source")
_UNLIMITED = frozenset({"levels", "shape", "leaves", *PUBLISHED})


class Header(NamedTuple):
    """A header line: its key in lower case, its value as written, and the offsets at which these begin."""

    key: str
    value: str
    key_start: int
    start: int

    @property
    def span(self) -> Span:
        """The span of the value, or of the key if the value is empty."""
        if not self.value:
            return Span(self.key_start, self.key_start + len(self.key))
        return Span(self.start, self.start + len(self.value))

    def placed(self, problem: Problem, text: str | None = None) -> Problem:
        """Return a problem in the header value, with its span converted to the whole text.

        A problem that refers to other text, such as a convention file, is not changed.
        """
        if problem.span is None or problem.text != self.value:
            return problem
        span = Span(self.start + problem.span.start, self.start + problem.span.end)
        return problem._replace(span=span, text=text)


class Headers(NamedTuple):
    """The header lines before a tree, their problems, and the offset of the tree (None if there is no tree)."""

    lines: tuple[Header, ...]
    problems: tuple[Problem, ...]
    tree_start: int | None

    def get(self, key: str) -> Header | None:
        """Return the header with this key, or None if it is missing."""
        return next((line for line in self.lines if line.key == key), None)

    @property
    def published(self) -> tuple[Header, ...]:
        """The headers that belong to a published solution."""
        return tuple(line for line in self.lines if line.key in PUBLISHED)


def read_headers(text: str) -> Headers:
    """Return the headers at the beginning of the text. For a bare tree, return no headers and the offset 0."""
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
    """Return the key of the header at this offset, or an empty string if no header line begins there."""
    is_first = not text[text.rfind("\n", 0, start) + 1 : start].strip()
    match = _KNOWN.match(text, start) if is_first else None
    return match[0].rstrip(": \t").lower() if match else ""


def _has_headers(text: str) -> bool:
    first = _BLANKS_AND_COMMENTS.match(text)
    start = text.rfind("\n", 0, first.end() if first else 0) + 1
    if _KNOWN.match(text, start):
        return True
    keyed = _TREE_LINE.search(text)
    return bool(keyed) and not re.search(r"^[^#:\n]*[(\[{]", text[: keyed.start()], re.MULTILINE)  # type: ignore[union-attr]


def _read_header_line(text: str, line: str, offset: int, lines: list[Header], problems: list[Problem]) -> int | None:
    """Parse a line, and append the header to `lines` or an error to `problems`.

    Return the offset of the tree if the tree begins on this line, None otherwise.
    """
    match = _LINE.match(line)
    if not match:
        tree_line = _TREE_LINE.search(text, offset)
        span = Span(offset + len(line) - len(line.lstrip()), offset + len(line.rstrip()))
        if FENCE.fullmatch(line):
            return offset
        problems.append(Problem("not-a-header" if tree_line else "tree-mark-missing", span, {"text": line.strip()}))
        return None if tree_line else offset
    key, value = match[1].lower(), match[2]
    if key == "tree":
        return offset + match.start(2)
    if key not in _FREE_TEXT:
        value = _COMMENT.sub("", value)
    header = Header(key, value.rstrip(), offset + match.start(1), offset + match.start(2))
    problem = _problem_of_header_line(header, lines)
    if problem:
        problems.append(problem)
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
    if len(header.value) > MAX_VALUE_LENGTH and header.key not in _UNLIMITED:
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
