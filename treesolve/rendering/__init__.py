"""What people and machines read: pages in the words of each language, and JSON documents.

Everything a person reads comes from `templates/<language>`; these modules only say what there is to tell. The
templates get names and numbers as text, numbers in the view of the player who writes them.
"""
