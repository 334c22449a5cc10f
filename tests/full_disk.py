"""A disk that is full for this process: no file may grow beyond some bytes."""

import resource
import signal
import sys
from contextlib import contextmanager


@contextmanager
def small_disk(room=20_000):
    """Limit files to some bytes, as on a full disk; a long log of the tests counts too."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    writes_none, sys.dont_write_bytecode = sys.dont_write_bytecode, True  # Python would leave half of it, for good
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, before[1]))
    try:
        yield
    finally:
        sys.dont_write_bytecode = writes_none
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
