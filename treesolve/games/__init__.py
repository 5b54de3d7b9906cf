"""Rules of real games, their positions as text, and positions seen as a tree."""
