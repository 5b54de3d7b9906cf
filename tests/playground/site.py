"""The built playground, in the folder given by TREESOLVE_PLAYGROUND.

python docs/playground/build.py -o /tmp/site
TREESOLVE_PLAYGROUND=/tmp/site python -m pytest tests/playground
"""

import gzip
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from subprocess import PIPE
from threading import Thread
from typing import Any

import pytest

from tests.support.places import ROOT

SOURCES = ROOT / "docs" / "playground"
NAMED = "TREESOLVE_PLAYGROUND"


def built_site() -> Path:
    """Return the folder of the built playground; skip the test if none is given."""
    if NAMED not in os.environ:
        pytest.skip(f"no built playground: make one with docs/playground/build.py, and name it in {NAMED}")
    return Path(os.environ[NAMED]).resolve()


def page_folder(site: Path) -> Path:
    """Return the folder of the page's files."""
    return next(site.glob("page-*"))


class Answering:
    """A process that answers playground requests, one per line."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def __call__(self, request: str) -> dict[str, Any]:
        """Return the answer to a JSON request."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(f"{request}\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


@contextmanager
def answering(*command: str | Path) -> Iterator[Answering]:
    """Yield a running process with a command line."""
    with subprocess.Popen(command, stdin=PIPE, stdout=PIPE, text=True, encoding="utf-8", cwd=ROOT) as process:
        yield Answering(process)


@contextmanager
def this_python() -> Iterator[Answering]:
    """Yield a process of this Python; commands change the exit handling of their process."""
    with answering(sys.executable, "-m", "tests.playground.answers") as found:
        yield found


class Packing(SimpleHTTPRequestHandler):
    """Handler that serves files like static hosts, compressed and with a cache lifetime of ten minutes."""

    protocol_version = "HTTP/1.1"
    extensions_map = {".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm"} | {
        ending: SimpleHTTPRequestHandler.extensions_map.get(ending, kind)
        for ending, kind in {
            ".html": "text/html",
            ".css": "text/css",
            ".svg": "image/svg+xml",
            ".json": "application/json",
        }.items()
    }

    def do_GET(self) -> None:
        """Send a file, and count the bytes."""
        if self.server.is_away:  # type: ignore[attr-defined]
            self.close_connection = True
            return
        path = Path(self.translate_path(self.path))
        file = path / "index.html" if path.is_dir() else path
        if not file.is_file():
            self.send_error(404)
            return
        content, is_packed = _packed(file, file.stat().st_mtime_ns)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(file))
        self.send_header("Cache-Control", "max-age=600")
        if is_packed:
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)
        self.server.sent += len(content)  # type: ignore[attr-defined]

    def log_message(self, *_told: Any) -> None:
        """Log nothing."""


@cache
def _packed(file: Path, _changed: int) -> tuple[bytes, bool]:
    content = file.read_bytes()
    return (content, False) if file.suffix in (".gz", ".zip") else (gzip.compress(content), True)


@contextmanager
def served(site: Path) -> Iterator[ThreadingHTTPServer]:
    """Yield a local server of the folder; `sent` counts bytes, and with `is_away` it does not respond."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Packing, directory=str(site))) as server:
        server.sent, server.is_away = 0, False  # type: ignore[attr-defined]
        Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()
