"""Programs in processes of their own."""

import signal


def interruptible() -> None:
    """Let SIGINT end the process that begins here, also where the tests ignore it: in the background of a shell."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
