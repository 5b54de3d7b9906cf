"""The study of cost: how many leaves, or positions, a search looks at, counted and beside what theory says."""
