"""Recognition of course systems by the file names in an archive or folder, and assignment of files to students.

- Moodle: Names can be ambiguous, so only the participant number is used as a key. Feedback files must have the path
  that the submission had, because Moodle silently ignores other files.
- Canvas: The name of a resubmitted file ends with a number, and the file with the highest number counts.
- ILIAS: Each student has a folder whose name contains the student's name. It can be inside the folder of a team.
- OpenOlat: Each student has a folder that contains numbered folders for submissions and resubmissions.
- Gradescope: Each submission has a folder, and a YAML file lists its submitters, who are often several. Only these
  lists are parsed, and only if each of their lines is a field whose text has the same meaning in all versions of YAML.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from treesolve.integrations.archive_entry import ArchiveEntry, SubmittedFileInfo
from treesolve.model.problem import Problem, Span

MOODLE, CANVAS, GRADESCOPE, ILIAS, OPENOLAT = "Moodle", "Canvas", "Gradescope", "ILIAS", "OpenOlat"

EXPORT_OPTIONS = {
    MOODLE: ("--worksheet", "--feedback-zip"),
    CANVAS: ("--worksheet",),
    **dict.fromkeys((GRADESCOPE, ILIAS, OPENOLAT), ()),
}
"""The supported course systems, each with the options that write files that this system can import."""

MAX_METADATA = 16 << 20
"""Maximum number of bytes read from Gradescope's metadata."""


class RecognizedFiles(NamedTuple):
    """The files from a recognized course system.

    `files` are pairs of a file and the information about its student; a file of a group has one pair per member.
    `others` are files that belong to no student. `problems` are problems with the system's metadata.
    """

    system: str
    files: tuple[tuple[SubmittedFileInfo, ArchiveEntry], ...]
    others: tuple[ArchiveEntry, ...]
    problems: tuple[Problem, ...] = ()


def recognize_files(entries: Sequence[ArchiveEntry]) -> RecognizedFiles | None:
    """Assign the files to students; return None if no course system is recognized.

    A single file name in the format of Moodle or OpenOlat is sufficient to recognize the system. File names in the
    format of Canvas or ILIAS can be a coincidence, so all names must have this format and be consistent.
    """
    in_folders = [one for one in entries if "/" in one.path]
    return (
        _recognize_gradescope(entries)
        or _recognize_by_path(MOODLE, parse_moodle_path, entries)
        or _recognize_by_path(OPENOLAT, parse_openolat_path, entries)
        or _recognize_by_path(CANVAS, parse_canvas_path, entries, _is_coincidence_for_canvas)
        or _recognize_by_path(ILIAS, parse_ilias_path, in_folders, _is_coincidence_for_ilias)
    )


def _recognize_by_path(
    system: str,
    filing: Callable[[str], SubmittedFileInfo | None],
    entries: Sequence[ArchiveEntry],
    is_coincidence: Callable[[Sequence[SubmittedFileInfo]], bool] | None = None,
) -> RecognizedFiles | None:
    found = [(filing(one.path), one) for one in entries]
    files = tuple((info, one) for info, one in found if info)
    if not files or (is_coincidence and (len(files) < len(found) or is_coincidence([info for info, _ in files]))):
        return None
    return RecognizedFiles(system, files, tuple(one for info, one in found if info is None))


def _recognize_gradescope(entries: Sequence[ArchiveEntry]) -> RecognizedFiles | None:
    metadata = next((one for one in entries if one.path.rpartition("/")[2] == METADATA), None)
    if metadata is None:
        return None
    text = metadata.read(MAX_METADATA).decode("utf-8", "replace")
    known = submitters(text)
    pairs = [(one, tuple(parse_gradescope_path(one.path, known))) for one in entries if one is not metadata]
    files = tuple((filing, one) for one, info in pairs for filing in info)
    others = tuple(one for one, info in pairs if not info)
    return RecognizedFiles(GRADESCOPE, files, others, tuple(_problems_in_metadata(metadata, text, others)))


def _problems_in_metadata(metadata: ArchiveEntry, text: str, others: Sequence[ArchiveEntry]) -> Iterator[Problem]:
    """Yield one problem if there are submissions whose submitters cannot be read.

    The problem contains the names of all these submissions and is located at the first of them.
    """
    root = metadata.path.removesuffix(METADATA)
    names = list(dict.fromkeys(one.path.removeprefix(root).split("/")[0] for one in others if "/" in one.path))
    for name in names[:1]:
        found = re.search(rf"(?m)^[\"']?{re.escape(name)}[\"']?:", text)
        facts = {"names": names, "is_listed": found is not None}
        yield Problem("gradescope-submitters", found and Span(*found.span()), facts, metadata.source, text)


_MOODLE = re.compile(
    r"(?P<name>[^/]*)_(?P<key>\d+)_assignsubmission_(?P<kind>[a-z]+)(?:(?P<before>_?/|_)(?P<file>.+)|(?=\.\w+$))"
)
_CANVAS = re.compile(
    r"(?:.*/)?(?P<returned>(?P<name>[^_/]+)(?P<late>_LATE)?_(?P<key>\d+)_(?P<submission>\d+)_)"
    r"(?P<base>[^/]+?)(?:-(?P<attempt>\d{1,3}))?(?P<ending>\.\w+)?"
)
_ILIAS = re.compile(r"(?:.*/)?(?P<returned>(?P<last>[^_/]+)_(?P<first>[^_/]+)_[^/]+_(?P<key>\d+)/)(?P<file>.+)")
_OPENOLAT = re.compile(
    r"(?:.*/)?(?P<name>[^/]+)/(?P<step>\d{1,3})_(?:submissions?|abgaben?|revisions?)(?:_\d+)?/(?P<file>.+)",
    re.IGNORECASE,
)


def parse_moodle_path(path: str) -> SubmittedFileInfo | None:
    """Parse the path of a submitted file; return None if the path is not in Moodle's format.

    >>> found = parse_moodle_path("Sample Twin_13_assignsubmission_file/src/answer.txt")
    >>> found.key, found.name, found.file, found.feedback_prefix
    ('13', 'Sample Twin', 'src/answer.txt', 'Sample Twin_13_assignsubmission_file/')
    """
    found = _MOODLE.search(path)
    if found is None:
        return None
    name = found["name"].replace("_", " ").strip()
    feedback_prefix = f"{name}_{found['key']}_assignsubmission_file{found['before'] or '/'}"
    return SubmittedFileInfo(found["key"], name, found["file"] or path.rpartition("/")[2], feedback_prefix)


def parse_canvas_path(path: str) -> SubmittedFileInfo | None:
    """Parse the path of a submitted file; return None if the path is not in Canvas's format.

    >>> parse_canvas_path("samplea_LATE_340934_208490284_Work-2.txt")[:6]
    ('340934', 'samplea', 'Work.txt', 'samplea_LATE_340934_208490284_', True, 2)
    """
    found = _CANVAS.fullmatch(path)
    if found is None:
        return None
    file, attempt = found["base"] + (found["ending"] or ""), int(found["attempt"] or 0)
    return SubmittedFileInfo(found["key"], found["name"], file, found["returned"], bool(found["late"]), attempt)


def _is_coincidence_for_canvas(found: Collection[SubmittedFileInfo]) -> bool:
    """Return whether file names such as WS_2025_11_a.txt have the format of Canvas only by coincidence.

    This is the case if a student would have several submissions, because Canvas has one submission per student.
    """
    return len({one.key for one in found}) < len({one.feedback_prefix.replace("_LATE_", "_") for one in found})


def parse_ilias_path(path: str) -> SubmittedFileInfo | None:
    """Parse the path of a submitted file; return None if the path is not in the format of ILIAS.

    >>> parse_ilias_path("Abgaben/Ä_Sample_saempel_317/answer.txt")[:3]
    ('317', 'Sample Ä', 'answer.txt')
    """
    found = _ILIAS.fullmatch(path)
    if found is None:
        return None
    return SubmittedFileInfo(found["key"], f"{found['first']} {found['last']}", found["file"], found["returned"])


def _is_coincidence_for_ilias(found: Collection[SubmittedFileInfo]) -> bool:
    """Return whether a folder name such as Sheet_3_WS_2025 has the format of ILIAS only by coincidence.

    This is assumed if this one folder contains all files and there are several.
    """
    return len({one.key for one in found}) == 1 < len(found)


def parse_openolat_path(path: str) -> SubmittedFileInfo | None:
    """Parse the path of a submitted file; return None if the path is not in OpenOlat's format.

    >>> parse_openolat_path("Blatt 3/saempel/2_submissions/answer.txt")[:3]
    ('saempel', 'saempel', 'answer.txt')
    """
    found = _OPENOLAT.fullmatch(path)
    if found is None:
        return None
    name = found["name"]
    return SubmittedFileInfo(name, name, found["file"], f"{name}/", attempt=int(found["step"]), replaces_all=True)


# Gradescope

METADATA = "submission_metadata.yml"

_SUBMISSION = re.compile(r"""["']?(?P<name>[^\s:"'][^:]*?)["']?:\s*""")
_SUBMITTERS = r"(?m)^%s:?submitters: *\n((?:%s(?:- |  ).*(?:\n|\Z))+)"
_FIELD = re.compile(r"(?P<column> *(?P<begins>- +)?):?(?P<field>\w+):(?: +(?P<value>.*?))? *")
_ESCAPE = re.compile(r"\\(?:x([\dA-Fa-f]{2})|u(?![Dd][89A-Fa-f])([\dA-Fa-f]{4})|U(000[\dA-Fa-f]{5})|([\"\\/]))")
_SINGLE_QUOTED, _DOUBLE_QUOTED = re.compile(r"'((?:[^']|'')*)'"), re.compile(rf'"((?:[^"\\]|{_ESCAPE.pattern})*)"')
_PLAIN_SCALAR = re.compile(
    r"0|[1-9]\d*|0\d*[89]\d*|(?!0[xbo])\d+[^\W\d_]\w*|[\w.+-]+@[\w.-]+|[^\W\d_](?:(?!: | #|\t).)*(?<!:)"
)
"""Unquoted scalars that all versions of YAML read as the same string; `_YAML_KEYWORDS` are exceptions."""

_YAML_KEYWORDS = frozenset(("null", "true", "false", "yes", "no", "on", "off", "y", "n"))


class Submitter(NamedTuple):
    """A student who made a submission, alone or in a group."""

    name: str = ""
    sid: str = ""
    email: str = ""


def submitters(text: str) -> dict[str, tuple[Submitter, ...]]:
    r"""Return the submitters of each submission in Gradescope's metadata, by the name of the submission's folder.

    >>> submitters("submission_7:\n  :submitters:\n  - :name: Sample A\n    :sid: '100'\n    :email: a@example.org\n")
    {'submission_7': (Submitter(name='Sample A', sid='100', email='a@example.org'),)}
    """
    found = dict[str, tuple[Submitter, ...]]()
    for entry in re.split(r"(?m)^(?=\S)", text.replace("\r\n", "\n")):
        head, _, rest = entry.partition("\n")
        indent = rest[: len(rest) - len(rest.lstrip(" "))]
        named, listed = _SUBMISSION.fullmatch(head), re.search(_SUBMITTERS % (indent, indent), rest)
        if named and indent and listed and (read := _submitters_in(listed[1].splitlines())):
            found[named["name"]] = read
    return found


def _submitters_in(lines: list[str]) -> tuple[Submitter, ...]:
    """Return the submitters that the lines of a YAML list contain; empty if any line is not a field or is ambiguous."""
    fields = [field for line in lines if (field := _FIELD.fullmatch(line))]
    texts = [_scalar(field["value"] or "") for field in fields]
    are_clear = len(fields) == len(lines) and None not in texts and len({len(one["column"]) for one in fields}) == 1
    found = list[Submitter]()
    for field, scalar in zip(fields, texts, strict=True) if are_clear and fields[0]["begins"] else ():
        if field["begins"]:
            found.append(Submitter())
        if field["field"] in Submitter._fields:
            found[-1] = found[-1]._replace(**{field["field"]: scalar or ""})
    return tuple(found)


def _scalar(text: str) -> str | None:
    """Return the string that a one-line YAML scalar represents; None if this is not certain.

    It is uncertain if the scalar may have another type, may continue on the next line, or was not valid UTF-8.
    """
    if "\N{REPLACEMENT CHARACTER}" in text:
        return None
    if text.lower() in ("", "~", "null"):
        return ""
    if quoted := _SINGLE_QUOTED.fullmatch(text):
        return quoted[1].replace("''", "'")
    if quoted := _DOUBLE_QUOTED.fullmatch(text):
        return _ESCAPE.sub(lambda one: one[4] or chr(int(one[1] or one[2] or one[3], 16)), quoted[1])
    return text if _PLAIN_SCALAR.fullmatch(text) and text.lower() not in _YAML_KEYWORDS else None


def parse_gradescope_path(path: str, known: Mapping[str, tuple[Submitter, ...]]) -> Iterator[SubmittedFileInfo]:
    """Parse the path of a submitted file, and yield one result for each student who submitted the file.

    >>> known = {"submission_7": (Submitter("Sample A", "100"), Submitter("Sample B", "101"))}
    >>> [one.key for one in parse_gradescope_path("assignment_1_export/submission_7/answer.txt", known)]
    ['100', '101']
    """
    names = path.split("/")
    for index, name in enumerate(names):
        for submitter in known.get(name, known.get(name.rpartition(".")[0], ())):
            key = submitter.sid or submitter.email or submitter.name
            named = re.sub(r"[/\\]", "-", key)
            yield SubmittedFileInfo(
                key, submitter.name or key, "/".join(names[index + 1 :]) or name, f"{name}/{named}-"
            )
