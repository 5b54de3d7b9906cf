"""Questions beyond the parts of a search: each kind draws itself from a tree, knows its right answer, and marks itself.

    protocol    what every question can do
    kinds       all kinds by name, and questions from a key file
    line, unknown, reorder, mistake, statements     one kind each

What is said to people about a question, on a sheet or in feedback, stands in treesolve.pages.question. The other
modules serve these.
"""
