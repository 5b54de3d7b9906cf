"""How many words the documentation has: nobody reads what is too long.

    python -m tests.docs_words      every page with its words, and all of them together

Pages that are made from the program and the chapters on the lectures' texts are not counted: there one looks things up.
"""

from tests.docs_examples import DOCS
from tests.docs_examples import pages as all_pages

MOST = 27_300
"""No more words than these are allowed."""

MOST_OF_PAGE = {"index.md": 350, "de/index.md": 350, "tutorial.md": 1100, "de/tutorial.md": 1100, "why.md": 600}
"""The pages that everybody begins with, each with the words it may have."""

MADE = "This page is made from the program by "
"""So begins what a page says of itself that nobody writes by hand."""


def words(text: str) -> int:
    """The words of a text, those of its commands and of what they print among them."""
    return len(text.split())


def counted() -> dict[str, int]:
    """The pages that are counted, by their names below docs, each with its words."""
    pages = [page for page in all_pages() if DOCS in page.parents and page.parent != DOCS / "lectures"]
    texts = {str(page.relative_to(DOCS)): page.read_text("utf-8") for page in pages}
    return {name: words(text) for name, text in texts.items() if MADE not in text}


def main() -> None:
    """Print the pages, the longest first."""
    found = counted()
    for name in sorted(found, key=found.__getitem__, reverse=True):
        print(f"{found[name]:6} {name}")
    print(f"{sum(found.values()):6} of at most {MOST}")


if __name__ == "__main__":
    main()
