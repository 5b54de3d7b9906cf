"""Compile the modules used so far; compile.mjs runs this in a Python that has just answered requests.

Compiled modules are larger, so rarely used ones stay sources. Docstrings are omitted.
"""

import gzip
import py_compile
import re
import shutil
import sys
import tarfile
import zipfile
from importlib.util import cache_from_source
from pathlib import Path

HOW = {"optimize": 2, "invalidation_mode": py_compile.PycInvalidationMode.UNCHECKED_HASH}
PACKAGES = Path("/packages")
STANDARD = Path(f"/lib/python{sys.version_info.major}{sys.version_info.minor}.zip")
UNUSED = re.compile(
    "(_pyrepl|doctest|ftplib|imaplib|mailbox|multiprocessing|optparse|pdb|pickletools|poplib|pydoc|smtplib|sqlite3|unittest"
    r"|wsgiref|xmlrpc)\b|encodings/(cp|iso|koi|mac)"
)
"""Standard modules that a page does not need, and legacy encodings."""


def compile_packages() -> None:
    """Compile the imported modules of packages, which are in Python's cache, and write all to /packages.tar.gz."""
    for source in [*PACKAGES.rglob("*.py")]:
        if Path(cache_from_source(str(source))).is_file():
            py_compile.compile(str(source), str(source.with_suffix(".pyc")), **HOW)
            source.unlink()
    for cache in [*PACKAGES.rglob("__pycache__")]:
        shutil.rmtree(cache)
    with gzip.GzipFile("/packages.tar.gz", "wb", mtime=0) as packed, tarfile.open(fileobj=packed, mode="w") as archive:
        for file in sorted(path for path in PACKAGES.rglob("*") if path.is_file()):
            entry = tarfile.TarInfo(str(file.relative_to(PACKAGES)))
            entry.size = file.stat().st_size
            with file.open("rb") as content:
                archive.addfile(entry, content)


def compile_standard_library() -> None:
    """Compile the imported modules of the standard library, which is an archive, and write all to /standard.zip."""
    paths = [str(getattr(module, "__file__", None)) for module in sys.modules.values()]
    used = {path.removeprefix(f"{STANDARD}/") for path in paths if path.startswith(str(STANDARD))}
    with zipfile.ZipFile(STANDARD) as source, zipfile.ZipFile("/standard.zip", "w", zipfile.ZIP_DEFLATED) as target:
        for entry in source.infolist():
            if UNUSED.match(entry.filename):
                continue
            if entry.filename not in used:
                target.writestr(entry, source.read(entry))
                continue
            Path("/source.py").write_bytes(source.read(entry))
            py_compile.compile("/source.py", "/source.pyc", dfile=f"{STANDARD}/{entry.filename}", **HOW)
            target.writestr(
                zipfile.ZipInfo(f"{entry.filename}c"), Path("/source.pyc").read_bytes(), zipfile.ZIP_DEFLATED
            )


compile_packages()
compile_standard_library()
