"""Files that are complete or untouched, and folders to hold them."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from treesolve.model.problem import InputError, Problem, os_error_facts

try:
    import fcntl
except ImportError:
    HAS_LOCKS = False
else:
    HAS_LOCKS = True
"""Whether the system has locks; Windows has none like these."""


def make_folder(path: str) -> Path:
    """Return the folder, made where there is none yet. Raises InputError where that cannot be done."""
    with report_os_errors(path):
        Path(path).mkdir(parents=True, exist_ok=True)
    return Path(path)


def check_question_count(path: str | Path | None, content: str | bytes, mark: str) -> None:
    """Raise InputError if a file has more questions than `content`; `mark` is what each of them begins with."""
    before = Path(path).read_bytes().count(mark.encode()) if path and Path(path).is_file() else 0
    count = content.count(mark) if isinstance(content, str) else 0
    if before > count:
        raise InputError((Problem("fewer-questions", None, {"before": before, "count": count}, str(path)),))


@contextmanager
def atomic_write(path: str, mode: str = "", *, durable: bool = False) -> Iterator[Any]:
    """The file of that name, to be written as text or, with the mode "b", as bytes; it appears when all is written.

    What is written goes to a part beside it, which takes its place at the end, if there is anything in it. A part that
    a killed run has left is taken over. If `durable`, the file is on disk when the block has ended. Raises InputError
    where that cannot be done, and while another run writes it.
    """
    open_options: dict[str, Any] = {"mode": f"w{mode}"} | ({} if mode else {"encoding": "utf-8", "newline": "\n"})
    given_path = Path(path)
    if path.endswith(("/", os.sep)) and not given_path.is_dir():
        example = f"{path}new.{'pdf' if mode else 'html'}"
        raise InputError((Problem("file-without-name", None, {"example": example}, path),))
    if path.endswith(("/", os.sep)) or (
        given_path.exists() and not given_path.is_file()
    ):  # a pipe need have no other name
        with report_os_errors(path), open(path, **open_options) as file:  # noqa: PTH123 - a Path drops the slash of a folder
            yield file
        return
    target = Path(os.path.realpath(path))
    part = target.with_name(f".{target.name}.part")
    with report_os_errors(path), _locked_part(part):
        with part.open(**open_options) as file:
            yield file
            if durable:
                file.flush()
                os.fsync(file.fileno())
        if part.stat().st_size:
            part.chmod(_permissions_for(target))
            part.replace(target)
            if durable:
                _sync_folder(target.parent)
        else:
            part.unlink()


def _sync_folder(folder: Path) -> None:
    """Write the entries of a folder to disk; Windows cannot open a folder, and needs no such call."""
    if os.name != "posix":
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


@contextmanager
def report_os_errors(path: str) -> Iterator[None]:
    """Whatever the system says against writing a file becomes a problem with that file."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise InputError((Problem("unwritable", None, os_error_facts(error), path),)) from None


@contextmanager
def _locked_part(part: Path) -> Iterator[None]:
    """Keep a part for ourselves until it has taken its target's place, and take it away where it does not.

    Raises OSError where another run writes it. Windows has no such locks, and lets nobody move a file that is open.
    """
    lock: int | None = None
    try:
        lock = _open_lock(part)
        _acquire_lock(lock, part)
        yield
    except BaseException:
        with suppress(OSError):
            lock = _open_lock(part) if lock is None else lock  # stopped before it was noted
            _acquire_lock(lock, part)
            part.unlink()
        raise
    finally:
        if lock is not None:
            os.close(lock)


def _open_lock(part: Path) -> int | None:
    """Return a part, to be locked; None where there are no locks. Raises OSError where it is a link."""
    return os.open(part, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600) if HAS_LOCKS else None


def _acquire_lock(lock: int | None, part: Path) -> None:
    """Keep others from a part, as far as the system can. Raises OSError where it is somebody else's."""
    if lock is None:
        return
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except OSError:
        pass
    found = os.fstat(lock)
    # It has taken its target's place meanwhile, or is another file, too.
    if found.st_nlink != 1 or not os.path.samestat(found, part.lstat()):
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))


def _permissions_for(target: Path) -> int:
    """Return the permissions of the file that is replaced, or those a new file would have."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
