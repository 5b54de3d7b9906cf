"""Runs a command and prints, as JSON, its seconds, those on processors, its peak memory in MiB and what it printed.

    python benchmarks/watch.py python -c pass

A program of its own, because a process is charged with the memory of the one it was started from: this one is small.
"""

import json
import resource
import subprocess
import sys
import time


def main() -> None:
    """Run the command in the arguments."""
    begin = time.perf_counter()
    run = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE, text=True, check=True)
    seconds = time.perf_counter() - begin
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    mebibytes = used.ru_maxrss / 2 ** (20 if sys.platform == "darwin" else 10)
    facts = {"seconds": seconds, "processor": used.ru_utime + used.ru_stime, "mebibytes": mebibytes}
    print(json.dumps({**facts, "printed": run.stdout}))


if __name__ == "__main__":
    main()
