"""Hostile inputs that are bred: those that reach new code are kept, and mutated further.

    pip install atheris
    python -m tests.guided_fuzz READER [FOLDER] [-max_total_time=60] [-runs=100000]

breeds inputs for a reader of `tests/support/readers.py`, from what `tests/corpus` keeps for it; new ones go to the
folder. It ends at the first surprise, and writes the input down beside it. Atheris is no dependency of the tests.
"""

import sys

import atheris

with atheris.instrument_imports(include=["treesolve"]):
    from tests.support.readers import CORPUS, Surprise, corpus, oddity_of_reader


def main() -> None:
    """Breed inputs until the time is up, or one is a surprise."""
    name, *options = sys.argv[1:]
    for content in corpus(name):  # what is loaded once has no part in the time of an input
        oddity_of_reader(name, content)

    def check(content: bytes) -> None:
        found = oddity_of_reader(name, content)
        if found:
            raise Surprise(found)

    atheris.Setup([sys.argv[0], "-max_len=2048", "-timeout=10", *options, str(CORPUS / name)], check)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
