"""Importers for other tree notations: one module for each notation, which recognizes it by unambiguous signs.

An importer has a constant `NAME` and the functions `recognizes(text)` and `read(text)`, which returns a `ParsedNode`.
If the notation can also be exported, the module has a function such as `write(tree)`. This file imports nothing, so
that no importer needs to be loaded for text in our own notation.
"""
