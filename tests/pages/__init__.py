"""Tests of treesolve.pages."""
