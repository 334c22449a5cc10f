"""A disk that is full for this process: no file may grow beyond some bytes."""

import resource
import signal
from contextlib import contextmanager


@contextmanager
def small_disk(room=20_000):
    """Limit files to some bytes, as on a full disk; a long log of the tests counts too."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
