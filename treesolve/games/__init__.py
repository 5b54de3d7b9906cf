"""Rules of real games, their positions as trees, and those who play them."""
