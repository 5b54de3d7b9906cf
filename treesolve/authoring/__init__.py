"""Authoring: generate random trees, and create exercise sheets with a different variant for each student."""
