"""Parsing of students' submissions from all supported file formats into Answer, using grammars/answer.lark."""
