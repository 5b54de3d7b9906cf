"""Basic values: numbers, trees, conventions, perspectives, problems and answers."""
