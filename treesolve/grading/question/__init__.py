"""Further kinds of questions. Each can be drawn for a tree, give the right answer, and mark students' answers."""
