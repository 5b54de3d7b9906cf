"""Import and export of other systems' files, one module per format: submissions in, grades and quizzes out."""
