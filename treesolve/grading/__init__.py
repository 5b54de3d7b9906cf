"""Grading: answer keys, marks, diagnoses, rubrics, rosters, and the results of a class."""
