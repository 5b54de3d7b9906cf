"""Rendering of results: pages in each language, and JSON documents.

All wording comes from `templates/<language>`; these modules only supply the facts. Templates receive names and numbers
as text, with numbers in the view of the player to move.
"""
