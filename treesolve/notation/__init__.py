"""Parsers and writers for what people write as text: trees, conventions, numbers, TOML files.

Lark parses trees according to `grammars/tree.lark`. This file imports nothing, so that formatting a number does not
load a parser.
"""
