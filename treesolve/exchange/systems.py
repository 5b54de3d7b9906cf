"""From which course system an archive or a folder comes, and whose each of its files is."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from treesolve.exchange import canvas, gradescope_export, ilias, moodle_assignment, openolat
from treesolve.exchange.entry import Entry, Filing

HANDED_BACK = {
    moodle_assignment.SYSTEM: ("--worksheet", "--feedback-zip"),
    canvas.SYSTEM: ("--worksheet",),
    **{one.SYSTEM: () for one in (gradescope_export, ilias, openolat)},
}
"""The systems whose submissions are read, each with the options that write what it takes back."""

MOST_METADATA = 16 << 20
"""So many bytes of what Gradescope says of the students are read."""


class Filed(NamedTuple):
    """The files of a system, each with whose it is, and the others, which are nobody's."""

    system: str
    files: tuple[tuple[Filing, Entry], ...]
    others: tuple[Entry, ...]


def recognised(entries: Sequence[Entry]) -> Filed | None:
    """The files by student; None where no system is known by their names.

    A name that only Moodle or OpenOlat give is enough; names as of Canvas and ILIAS can be coincidence, unless all are,
    and go together.
    """
    in_folders = [one for one in entries if "/" in one.path]
    return (
        _of_gradescope(entries)
        or _filed(moodle_assignment.SYSTEM, moodle_assignment.filing, entries)
        or _filed(openolat.SYSTEM, openolat.filing, entries)
        or _filed(canvas.SYSTEM, canvas.filing, entries, canvas.is_coincidence)
        or _filed(ilias.SYSTEM, ilias.filing, in_folders, ilias.is_coincidence)
    )


def _filed(
    system: str,
    filing: Callable[[str], Filing | None],
    entries: Sequence[Entry],
    is_coincidence: Callable[[Sequence[Filing]], bool] | None = None,
) -> Filed | None:
    found = [(filing(one.path), one) for one in entries]
    files = tuple((told, one) for told, one in found if told)
    if not files or (is_coincidence and (len(files) < len(found) or is_coincidence([told for told, _ in files]))):
        return None
    return Filed(system, files, tuple(one for told, one in found if told is None))


def _of_gradescope(entries: Sequence[Entry]) -> Filed | None:
    metadata = next((one for one in entries if one.path.rpartition("/")[2] == gradescope_export.METADATA), None)
    if metadata is None:
        return None
    known = gradescope_export.submitters(metadata.read(MOST_METADATA).decode("utf-8", "replace"))
    pairs = [(one, tuple(gradescope_export.filings(one.path, known))) for one in entries if one is not metadata]
    files = tuple((filing, one) for one, told in pairs for filing in told)
    return Filed(gradescope_export.SYSTEM, files, tuple(one for one, told in pairs if not told))
