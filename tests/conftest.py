"""What tests of several rooms ask for by name."""

import gc
import hashlib
import importlib
import os
from collections import Counter

# A million objects of libraries and tests stay to the end: the collector need not go through them again and again.
gc.disable()

import hypothesis  # noqa: E402, F401  # it asks the collector for referrers, and frozen objects have none
import pytest  # noqa: E402

# Tests ask no server that happens to run on this machine; a test that wants one names its port.
os.environ["CINESCRIBE_LOCAL_PORTS"] = ""


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    """Of two processes of the gate, one collects from the end: in a fresh clone each compiles half of the files."""
    report = yield
    if os.environ.get("PYTEST_XDIST_WORKER") == "gw1" and isinstance(collector, pytest.Directory):
        report.result.reverse()
    return report


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """A process of the gate gets the tests of a whole folder: what they compile, load and draw is made in one process.

    Of files side by side in two processes, each would compile the same functions at the same time.
    """
    scheduler = importlib.import_module("xdist.scheduler").LoadFileScheduling(config, log)
    scheduler._split_scope = lambda nodeid: nodeid.partition("::")[0].rpartition("/")[0]
    return scheduler


def pytest_collection_modifyitems(items):
    """Folders with the most slow tests come first: at the end, no process is left with a long one while others idle.

    All processes sort in the same order.
    """
    slow = Counter(item.path.parent for item in items if item.get_closest_marker("slow"))
    items.sort(key=lambda item: (-slow[item.path.parent], item.path.parent, item.path))


def pytest_collection_finish():
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)  # at each collection Hypothesis looks at the clock, in every test after its first
    gc.enable()


@pytest.fixture(scope="module")
def one_thread():
    """Torch on one thread: tiny networks take longer to share out than to run."""
    import torch  # noqa: PLC0415  # the process that hands out the tests needs none

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


@pytest.fixture(scope="session")
def known_transitions():
    """The network that finds cuts looks once at the same pictures: many tests describe the same small film."""
    shots = importlib.import_module("cinescribe.media.shots.shots")
    find, found = shots.transitions, {}

    def transitions(net, pictures):
        key = id(net), pictures.shape, hashlib.sha256(pictures.tobytes()).digest()
        if key not in found:
            found[key] = find(net, pictures)
        return found[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shots, "transitions", transitions)
        yield


@pytest.fixture
def cheap_passwords(monkeypatch):
    """Passwords of studies that are checked in a fraction of a millisecond, not in 50."""
    argon2 = pytest.importorskip("argon2", reason="pip install cinescribe[studies]")
    profiles = pytest.importorskip("argon2.profiles", reason="pip install cinescribe[studies]")
    hasher = argon2.PasswordHasher.from_parameters(profiles.CHEAPEST)
    monkeypatch.setattr(importlib.import_module("cinescribe.study.people.log_in"), "PASSWORDS", hasher)
