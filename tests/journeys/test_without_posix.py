"""What only Unix has is not needed: the same commands work where none of it is there."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.places import ROOT

PRELUDE = """
import json, os, signal, sys
for module, names in {
    os: ("getuid", "geteuid", "fork", "O_NOFOLLOW", "O_NONBLOCK", "mkfifo", "fchmod", "sched_getaffinity"),
    signal: ("SIGHUP", "SIGALRM", "SIGUSR1", "setitimer", "alarm", "pthread_sigmask", "ITIMER_REAL"),
}.items():
    for name in names:
        if hasattr(module, name):
            delattr(module, name)
for name in ("fcntl", "termios", "pwd", "grp", "resource"):
    sys.modules[name] = None
from treesolve.__main__ import main
codes = []
for words in json.load(open("lines.json", encoding="utf-8")):
    sys.argv[1:] = words.split()
    try: main()
    except SystemExit as end: codes.append(end.code)
print(codes, file=sys.stderr)
"""
"""A process for which nothing of Unix is there, which runs lines one after the other."""

LINES = [
    *("new", "format exam.tree", "solve exam.tree -o x.html -o x.pdf", "solve --example two-answers -c all --quiet"),
    *("draw exam.tree --solved -o pictures/", "sheet exam.toml -o exam.pdf"),
    "sheet --shape 2x2 --variants 2 --seed 1 --jobs 1 -o many",
    "grade exam-key.json exam-answer.txt --rubric rubric.toml -o x.json --report report",
    *("practice exam.tree -o practice.html", "convert exam.tree -o quiz.xml"),
    "generate 3x3 --want pruned=2 --seed 1 --count 2 -o trees",
]
"""Commands that write files, lock and journal."""


@pytest.mark.long
def test_commands_work_without_what_only_unix_has(tmp_path: Path):
    """Locks, signals, users and flags of files are missing, and all is written; no part is left."""
    (tmp_path / "lines.json").write_text(json.dumps(LINES), "utf-8")
    done = subprocess.run(
        [sys.executable, "-X", "utf8=0", "-c", PRELUDE], cwd=tmp_path, capture_output=True, text=True, check=False,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "LC_ALL": "C"},
    )  # fmt: skip

    assert done.stderr.endswith(f"{[0] * len(LINES)}\n"), done.stderr
    assert not [path for path in tmp_path.rglob("*") if path.name.endswith((".part", ".journal"))]
    assert (tmp_path / "pictures" / "exam.svg").is_file()
