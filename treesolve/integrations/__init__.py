"""Import and export of other systems' files, one module per format: submissions from there, grades and quizzes to
there.
"""
