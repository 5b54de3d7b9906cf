"""Further kinds of questions; each can draw itself from a tree, state the right answer, and mark answers."""
