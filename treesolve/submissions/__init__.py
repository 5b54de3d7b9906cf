"""Parsing of students' submissions, from files of any kind to Answer; the grammar is in grammars/answer.lark."""
