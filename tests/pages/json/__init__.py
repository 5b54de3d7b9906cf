"""Tests of treesolve.pages.json."""
