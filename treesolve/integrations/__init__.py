"""Import of submissions from other systems, and export of grades and quizzes to them; one module per file format."""
