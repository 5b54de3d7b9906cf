"""Questions beyond the parts of a search: each draws itself from a tree, knows its right answer, marks itself."""
