"""The tests of treesolve; they need nothing but the project itself."""
