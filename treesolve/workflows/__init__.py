"""Workflows with several steps: grading a class, printing sheets, reviewing answers, exporting to other systems."""
