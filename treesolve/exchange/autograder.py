"""An autograder for Gradescope: a zip that installs treesolve without a network and marks one submission at a time.

Gradescope unpacks it as `/autograder/source`, runs `setup.sh` once, and `run_autograder` for each submission.
"""

from collections.abc import Mapping

from treesolve.exchange.wheels import wheels, zipped
from treesolve.grading.exam import Key, key_document
from treesolve.pages.environment import words

_PROGRAMS = frozenset({"setup.sh", "run_autograder"})

_SETUP = """\
#!/bin/sh
root=${AUTOGRADER:-/autograder}
cd "$root/source" || exit 1
for python in python3 python3.11 python3.12 python3.13 python3.14; do
    if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        echo "$python" > python
        exec "$python" -m pip install --quiet --no-index --no-deps --target packages wheels/*.whl
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


def autograder(key: Key, language: str = "en") -> bytes:
    """The zip for a key; what it says is in the language. Raises InputError as `wheels` does."""
    too_old = words(language, "quiz.jinja").python_too_old().replace("'", "’")
    programs = {"setup.sh": _SETUP % too_old, "run_autograder": _RUN % language, "key.json": key_document(key)}
    files: Mapping[str, bytes] = {name: text.encode() for name, text in programs.items()}
    return zipped({**files, **{f"wheels/{wheel.name}": wheel.content for wheel in wheels()}}, _PROGRAMS)
