import pickle
import random
from collections import Counter, OrderedDict, defaultdict
from typing import Any

import pytest

from cinescribe.features.imports import pickle_check
from cinescribe.features.imports.pickle_check import check_pickle

VALUES = {
    "words": [f"word {n}" for n in range(5000)],
    "counts": Counter({str(n): n for n in range(5000)}),
    "numbers": OrderedDict((n, (n, -1.5, None, True, b"bytes", 10**30)) for n in range(2000)),
    "random": random.Random(1).getstate(),
    "default": defaultdict(int, {"a": 1}),
    "set": {frozenset((1, 2)), "b"},
}


@pytest.mark.parametrize("protocol", range(6))
def test_a_pickle_is_checked_to_its_end(protocol):
    data = pickle.dumps(VALUES, protocol)
    assert check_pickle(data) == len(data)
    assert check_pickle(b"12345" + data + b"more", 5) == 5 + len(data)


NESTED = b"\x80\x02]" + b"\x85" * 100 + b"."
HASHES = b"\x80\x02K\x01" + b"".join(b"q%ch%c\x86" % (n, n) for n in range(40)) + b"."
SPOILT = {
    "nested tuples": (NESTED, "its values are nested too deeply"),
    "tuples of tuples": (HASHES, "its values are nested too deeply"),
    "20,000 dicts": (b"\x80\x02" + b"}" * 20_000, "ended before STOP|exhausted before"),
    "a large memo": (b"\x80\x02Nr\xff\xff\xff\x7f.", "it remembers value 2147483647 after 2 operations"),
    "a value from nowhere": (b"\x80\x02h\x01.", "1"),
    "nothing on the stack": (b"\x80\x02\x85.", "pop from empty list"),
    "a cut text": (b"\x80\x02X\xff\xff\xff\x7fabc", "expected 2147483647 bytes"),
    "unknown": (b"{" * 20_000, "opcode b'{' unknown"),
    "empty": (b"", "exhausted before"),
}


@pytest.mark.parametrize("name", SPOILT)
def test_other_pickles_are_refused(name):
    data, words = SPOILT[name]
    with pytest.raises(pickle.UnpicklingError, match=words):
        check_pickle(data)


def test_lists_of_lists_are_counted_after_they_have_grown():
    nested: list[Any] = []
    for _ in range(pickle_check._MAX_DEPTH + 1):
        nested = [nested]
    with pytest.raises(pickle.UnpicklingError, match="nested too deeply"):
        check_pickle(pickle.dumps(nested))


def test_long_pickles_are_refused(monkeypatch):
    monkeypatch.setattr(pickle_check, "MAX_OPERATIONS", 1000)
    with pytest.raises(pickle.UnpicklingError, match="it has too many operations"):
        check_pickle(pickle.dumps(list(range(2000))))
