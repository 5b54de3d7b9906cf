"""Solutions, comparisons, lectures and problems as pages people read, in the words of their language.

Everything a person reads comes from `templates/<language>`; these modules only say what there is to tell. The
templates get names and numbers as text, numbers in the view of the player who writes them.

Vocabulary

    words       the macros of a language for single words and sentences
    page        what one template needs, ready to be printed
    form        "text" for a terminal, "markdown"
    row         one line of a table, as texts
"""
