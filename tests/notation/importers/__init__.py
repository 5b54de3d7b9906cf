"""The readers of other notations."""
