"""Debian's Firefox, spoken to in its own protocol (Marionette): what is tested there is that pages work at all.

apt-get install firefox-esr
"""

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.support.browser import NEEDED

PREFERENCES = {
    "marionette.port": 0,
    "ui.prefersReducedMotion": 1,
    "network.proxy.type": 1,
    "network.proxy.http_port": 9,
}
"""A free port, no animations, and a proxy that is not there: no page comes to the network."""

PATIENCE = 60
"""So many seconds Firefox may take to start."""


class Firefox:
    """A running Firefox with one window."""

    def __init__(self, port: int) -> None:
        self.line = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self.heard = b""
        self.number = 0
        self._message()
        self.command("WebDriver:NewSession")

    def command(self, name: str, **message: Any) -> Any:
        """What a command of the protocol comes to. Raises RuntimeError with what went wrong."""
        self.number += 1
        sent = json.dumps([0, self.number, name, message]).encode()
        self.line.sendall(str(len(sent)).encode() + b":" + sent)
        _, _, error, result = self._message()
        if error:
            raise RuntimeError(error["message"])
        return result

    def _message(self) -> Any:
        while b":" not in self.heard:
            self.heard += self.line.recv(4096)
        length, _, rest = self.heard.partition(b":")
        while len(rest) < int(length):
            rest += self.line.recv(65536)
        self.heard = rest[int(length) :]
        return json.loads(rest[: int(length)])

    def open(self, address: str) -> None:
        """Open a page."""
        self.command("WebDriver:Navigate", url=address)

    def run(self, script: str) -> Any:
        """What a script returns in the page."""
        return self.command("WebDriver:ExecuteScript", script=script, args=[])["value"]

    def wait(self, script: str) -> None:
        """Wait until a script returns something."""
        end = time.monotonic() + PATIENCE
        while not self.run(script):
            assert time.monotonic() < end, script
            time.sleep(0.02)


@pytest.fixture(scope="session")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    """Firefox; the test is skipped where it is not installed, or fails where a browser must be there."""
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if program is None:
        if os.environ.get(NEEDED):
            pytest.fail(f"{NEEDED} is set, but no Firefox is installed")
        pytest.skip("no Firefox is installed")
    profile = tmp_path_factory.mktemp("firefox")
    message = "".join(f'user_pref("{name}", {value});\n' for name, value in PREFERENCES.items())
    (profile / "user.js").write_text(message, "utf-8")
    command = [program, "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
        try:
            firefox = Firefox(_port(profile))
            yield firefox
            firefox.line.close()
        finally:
            running.terminate()


def _port(profile: Path) -> int:
    """Return the port that Firefox has written into its profile."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with suppress(OSError, ValueError):
            return int((profile / "MarionetteActivePort").read_text("utf-8"))
        time.sleep(0.1)
    raise AssertionError("Firefox does not answer")
