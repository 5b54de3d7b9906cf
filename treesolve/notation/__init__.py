"""Parsers and writers for everything that people write as text: trees, conventions, numbers, and TOML files.

Trees are parsed by Lark with the grammar `grammars/tree.lark`. Importing this package does not load any of its modules,
so that code which only formats a number does not load a parser.
"""
