"""Grading: answer keys, marks, diagnoses, rubrics, rosters, and the results of classes."""
