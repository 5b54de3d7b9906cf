"""What students hand in, from any file to Answer; how answers are written is described in docs/answers.md.

    files       files and folders to submissions: one answer each, in the text form
    reader      the text form to an answer

The other modules serve these two.
"""
