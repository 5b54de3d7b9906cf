"""What students hand in, from any file to Answer; the grammar is grammars/answer.lark."""
