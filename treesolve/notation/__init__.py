"""Text that people write, to values and back: trees, conventions, numbers; Lark parses trees by grammars/tree.lark.

Nothing is imported here: whoever writes a number need not load a parser.
"""
