"""Tests of treesolve.drawing."""
