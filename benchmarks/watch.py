"""Run a command and print its wall-clock and processor seconds, peak memory in MiB, and stdout as JSON.

    python benchmarks/watch.py python -c pass

This is a separate, small program, because the measured peak memory includes that of the parent process.
"""

import json
import resource
import subprocess
import sys
import time


def main() -> None:
    """Run the command given as arguments."""
    begin = time.perf_counter()
    run = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE, text=True, check=True)
    seconds = time.perf_counter() - begin
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    mebibytes = used.ru_maxrss / 2 ** (20 if sys.platform == "darwin" else 10)
    facts = {"seconds": seconds, "processor": used.ru_utime + used.ru_stime, "mebibytes": mebibytes}
    print(json.dumps({**facts, "printed": run.stdout}))


if __name__ == "__main__":
    main()
