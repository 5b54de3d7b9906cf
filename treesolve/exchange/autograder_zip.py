"""An autograder for Gradescope: a zip that installs treesolve without a network and marks one submission at a time.

Gradescope unpacks it as `/autograder/source`, runs `setup.sh` once, and `run_autograder` for each submission. What is
installed is pure Python, and lies unpacked beside these: an image need not have pip.
"""

import io
import json
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from treesolve.exchange.packages import packages
from treesolve.grading.exam import Key, key_document
from treesolve.grading.rubric import Rubric
from treesolve.pages.environment import words
from treesolve.pages.json.grades_document import rubric_json

_PROGRAMS = frozenset({"setup.sh", "run_autograder"})

_SETUP = """\
#!/bin/sh
root=${AUTOGRADER:-/autograder}
cd "$root/source" || exit 1
for python in python3 python3.11 python3.12 python3.13 python3.14; do
    if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        command -v "$python" > python
        exec "$python" -m compileall -q packages
    fi
done
echo '%s' >&2
exit 1
"""

_RUN = """\
#!/bin/sh
root=${AUTOGRADER:-/autograder}
cd "$root/source" || exit 1
PYTHONPATH="$root/source/packages" exec "$(cat python)" -m treesolve.runs.autograder "$root" %s
"""


def autograder(key: Key, rubric: Rubric, language: str = "en") -> bytes:
    """The zip that marks by a key and a rubric, and speaks a language. Raises InputError as `packages` does."""
    too_old = words(language, "quiz.jinja").python_too_old().replace("'", "’")
    texts = {
        "setup.sh": _SETUP % too_old,
        "run_autograder": _RUN % language,
        "key.json": key_document(key._replace(full_names={})),  # nobody there needs them
        "rubric.json": json.dumps(rubric_json(rubric), indent=1) + "\n",
    }
    files = {name: text.encode() for name, text in texts.items()}
    return _zipped({**files, **{f"packages/{path}": content for path, content in packages().items()}})


def _zipped(files: dict[str, bytes]) -> bytes:
    """A zip of the files, the same for the same files."""
    written = io.BytesIO()
    with ZipFile(written, "w") as archive:
        for path, content in files.items():
            entry = ZipInfo(path)
            entry.external_attr = (0o100755 if path in _PROGRAMS else 0o100644) << 16
            archive.writestr(entry, content, ZIP_DEFLATED)
    return written.getvalue()
