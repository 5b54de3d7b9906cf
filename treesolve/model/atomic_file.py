"""Atomic writing of files, and creation of folders."""

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
"""Whether `fcntl` locks are available, which is not the case on Windows."""


def make_folder(path: str) -> Path:
    """Create a folder if it is missing, and return its path. Raises InputError if that fails."""
    with report_os_errors(path):
        Path(path).mkdir(parents=True, exist_ok=True)
    return Path(path)


def check_no_exercises_lost(path: str | Path | None, content: str | bytes, mark: str) -> None:
    """Raise InputError if the file exists and contains more questions than `content`, which would overwrite it.

    `mark` is the text with which each question begins.
    """
    before = Path(path).read_bytes().count(mark.encode()) if path and Path(path).is_file() else 0
    count = content.count(mark) if isinstance(content, str) else 0
    if before > count:
        raise InputError((Problem("fewer-questions", None, {"before": before, "count": count}, str(path)),))


@contextmanager
def atomic_write(path: str, mode: str = "", *, durable: bool = False) -> Iterator[Any]:
    """Open a temporary file that replaces the file at `path` when the block ends.

    The file is opened for text, or for bytes if `mode` is "b". The temporary file is a hidden part file in the same
    folder. If the part file is empty at the end, it is discarded and the target stays unchanged. A part file that an
    interrupted run left behind is reused. If `durable` is true, the data is synced to disk at the end of the block.
    Raises InputError if the file cannot be written or another run is writing it.
    """
    open_options: dict[str, Any] = {"mode": f"w{mode}"} | ({} if mode else {"encoding": "utf-8", "newline": "\n"})
    given_path = Path(path)
    if path.endswith(("/", os.sep)) and not given_path.is_dir():
        example = f"{path}new.{'pdf' if mode else 'html'}"
        raise InputError((Problem("file-without-name", None, {"example": example}, path),))
    if path.endswith(("/", os.sep)) or (given_path.exists() and not given_path.is_file()):  # a pipe cannot be replaced
        with report_os_errors(path), open(path, **open_options) as file:  # noqa: PTH123 - a Path drops the trailing slash
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
    """Sync the entries of a folder to disk, except on Windows, which cannot open folders and does not need this."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def report_os_errors(path: str) -> Iterator[None]:
    """Convert an OSError raised in the block into an InputError for the file at `path`."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise InputError((Problem("unwritable", None, os_error_facts(error), path),)) from None


@contextmanager
def _locked_part(part: Path) -> Iterator[None]:
    """Lock a part file until it has replaced its target, and delete the part file on failure.

    Raises OSError if another run is writing the part file. Windows has no such locks, but does not allow an open file
    to be moved.
    """
    lock: int | None = None
    try:
        lock = _open_lock(part)
        _acquire_lock(lock, part)
        yield
    except BaseException:
        with suppress(OSError):
            lock = _open_lock(part) if lock is None else lock  # interrupted before the assignment
            _acquire_lock(lock, part)
            part.unlink()
        raise
    finally:
        if lock is not None:
            os.close(lock)


def _open_lock(part: Path) -> int | None:
    """Return a descriptor of the part file for locking, or None if the system has no locks.

    Raises OSError if the part file is a symbolic link.
    """
    return os.open(part, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600) if HAS_LOCKS else None


def _acquire_lock(lock: int | None, part: Path) -> None:
    """Lock the part file if the system supports it. Raises OSError if another run holds the lock."""
    if lock is None:
        return
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except OSError:
        pass
    status = os.fstat(lock)
    # Meanwhile the part file may have replaced its target, or the path may refer to another file.
    if status.st_nlink != 1 or not os.path.samestat(status, part.lstat()):
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))


def _permissions_for(target: Path) -> int:
    """Return the permissions of the existing target, or the default permissions of a new file."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
