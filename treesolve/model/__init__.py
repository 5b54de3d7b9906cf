"""The values everybody speaks of: numbers, trees, conventions, perspectives, problems, answers."""
