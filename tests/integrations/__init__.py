"""Tests of treesolve.integrations."""
