"""Importers for other tree notations: one module per notation, each recognized by unambiguous signs.

An importer has a `NAME`, `recognizes(text)` and `read(text)`, which returns a `ParsedNode`; exporting ones also have
`write(tree)`. This file imports nothing, and no importer is loaded before our own grammar has rejected a text.
"""
