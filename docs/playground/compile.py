"""Run by compile.mjs in a Python that has just answered requests: the modules it used become compiled ones.

Compiled modules take more room, so those that hardly anybody needs stay sources. Docstrings are left out.
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
"""Modules of Python that are of no use in a page, and old encodings."""


def compile_packages() -> None:
    """Compile what has been imported, which is what Python has compiled for itself; /packages.tar.gz has it all."""
    for source in [*PACKAGES.rglob("*.py")]:
        if Path(cache_from_source(str(source))).is_file():
            py_compile.compile(str(source), str(source.with_suffix(".pyc")), **HOW)
            source.unlink()
    for cache in [*PACKAGES.rglob("__pycache__")]:
        shutil.rmtree(cache)
    with gzip.GzipFile("/packages.tar.gz", "wb", mtime=0) as packed, tarfile.open(fileobj=packed, mode="w") as made:
        for file in sorted(path for path in PACKAGES.rglob("*") if path.is_file()):
            told = tarfile.TarInfo(str(file.relative_to(PACKAGES)))
            told.size = file.stat().st_size
            with file.open("rb") as content:
                made.addfile(told, content)


def compile_standard_library() -> None:
    """Likewise what has been imported of Python's own modules, which lie in an archive; /standard.zip has them all."""
    paths = [str(getattr(module, "__file__", None)) for module in sys.modules.values()]
    used = {path.removeprefix(f"{STANDARD}/") for path in paths if path.startswith(str(STANDARD))}
    with zipfile.ZipFile(STANDARD) as given, zipfile.ZipFile("/standard.zip", "w", zipfile.ZIP_DEFLATED) as made:
        for entry in given.infolist():
            if UNUSED.match(entry.filename):
                continue
            if entry.filename not in used:
                made.writestr(entry, given.read(entry))
                continue
            Path("/source.py").write_bytes(given.read(entry))
            py_compile.compile("/source.py", "/source.pyc", dfile=f"{STANDARD}/{entry.filename}", **HOW)
            made.writestr(zipfile.ZipInfo(f"{entry.filename}c"), Path("/source.pyc").read_bytes(), zipfile.ZIP_DEFLATED)


compile_packages()
compile_standard_library()
