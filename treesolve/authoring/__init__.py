"""Authoring: generated trees, and exercise sheets in variants."""
