"""Tests that cross rooms: golden files, published cases, whole exams, hostile files, the documentation."""
