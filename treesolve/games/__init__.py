"""Games: rules, positions as trees, players and matches."""
