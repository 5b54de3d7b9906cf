"""Tests of treesolve.submissions."""
