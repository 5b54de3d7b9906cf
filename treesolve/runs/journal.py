"""The journal of a run, beside what it writes: a run that was interrupted goes on when it is started again."""

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from treesolve.model.atomic_file import sentence_for
from treesolve.pages.own_templates import own_digest
from treesolve.runs.checkpoint import Journal


@contextmanager
def journal_beside(target: Path, *depends_on: str) -> Iterator[Journal]:
    """The journal beside a file, until that is complete; what it holds depends on `depends_on` and on own templates.

    It is kept where the work ends with an error. Raises InputError where there can be none.
    """
    fingerprint = sha256("\0".join((*depends_on, own_digest())).encode("utf-8", "surrogatepass")).hexdigest()
    with sentence_for(str(target)):
        journal = Journal(target.with_name(f".{target.name}.journal"), fingerprint)
    finished = False
    try:
        yield journal
        finished = True
    finally:
        journal.close(finished=finished)
