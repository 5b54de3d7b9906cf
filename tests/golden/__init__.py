"""Golden files: readable outputs of the program, compared on every run of the tests.

`commands.toml` names each output and the commands that produce it. The output `solve/two-plies` is kept in
`solve/two-plies.txt`: exit codes, stdout, stderr and every file that the commands write.
"""
