"""Tree text to Tree and back; the notation itself is described in docs/notation.md.

    number      one number, both ways
    reader      a whole text to a tree
    writer      a tree to text, and text to tidy text

The other modules serve these three. Nothing is imported here: whoever writes a number need not load a parser.
"""
