"""An answer held against the model answer, and what becomes of it: marks, reports, exams, classes, changes."""
