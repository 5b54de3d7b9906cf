"""The other notations in which people write trees: one module each, told by signs that cannot be mistaken.

Each module has a `NAME`, `recognises(text)` and `read(text)` to a `Part`; `write(tree)` where it can carry a tree.
Nothing is imported here, and nothing of it is loaded before our own notation has failed.
"""
