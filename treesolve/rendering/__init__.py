"""Rendering of results as pages in each language, and as JSON documents.

The templates in `templates/<language>` contain all wording; these modules only supply the facts. Templates receive
names and numbers as text. These numbers are in the view of the player to move.
"""
