"""Tests that cross rooms: recorded outputs, published cases, whole exams, hostile files, the documentation."""
