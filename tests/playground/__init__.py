"""Tests of docs/playground."""
