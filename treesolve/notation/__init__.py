"""Parsers and writers for what people write as text: trees, conventions, numbers, TOML files.

Lark parses trees according to `grammars/tree.lark`. Importing the package loads no module, so that formatting a number
does not load a parser.
"""
