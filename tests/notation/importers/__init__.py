"""Tests of the importers for other notations."""
