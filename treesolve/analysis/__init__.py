"""What else is true of a tree: unknown leaves, best orders, counterexamples, misconceptions, right answers."""
