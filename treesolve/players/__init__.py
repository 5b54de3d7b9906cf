"""The players of the lectures: each looks at a position and chooses a move."""
