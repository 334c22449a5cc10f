"""What tests of several rooms ask for by name."""

import os

import pytest
import torch

# Tests ask no server that happens to run on this machine; a test that wants one names its port.
os.environ["CINESCRIBE_LOCAL_PORTS"] = ""


@pytest.fixture(scope="module")
def one_thread():
    """Torch on one thread: tiny networks take longer to share out than to run."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)
