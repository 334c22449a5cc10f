import os

import pytest

from fuzz.mutations import mutate
from fuzz.mutations.mutate import MAX_BYTES, Odd, damaged
from fuzz.reader import Reader, Seed, seed_file
from fuzz.samples.films import picture
from fuzz.samples.models import torch_files
from fuzz.samples.scripts import SCRIPT_JSON
from fuzz.samples.written import gzipped

FILES = {
    "script.json": SCRIPT_JSON,
    "lines.jsonl": b'{"a": 1}\n{"b": [2, "c"]}\n',
    "r.toml": b'a = 1\n[b]\nc = "d"\n',
    "l.ttml": seed_file("lines.ttml"),
    "l.srt": seed_file("lines.srt"),
    "p.fountain": seed_file("play.fountain"),
    "t.csv": b"a,b\n1,2\n",
    "t.csv.gz": gzipped(b"a,b\n1,2\n"),
    "p.png": picture("png"),
    "m.pth": torch_files()[0],
    "empty.txt": b"",
}


def reader(name):
    return Reader(f"some {name}", os.fspath, lambda: [Seed({name: FILES[name]})], ())


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_every_input_can_be_made_again_and_most_differ(name):
    inputs = [damaged(reader(name), number)[name] for number in range(100)]
    assert inputs == [damaged(reader(name), number)[name] for number in range(100)]
    assert sum(content != FILES[name] for content in inputs) > 50
    assert all(len(content) <= MAX_BYTES for content in inputs if isinstance(content, bytes))


def test_only_the_named_files_are_damaged():
    both = Reader("both", os.fspath, lambda: [Seed({"a.txt": b"a b c", "b.txt": b"d e f"}, ("a.txt",))], ())
    inputs = [damaged(both, number) for number in range(50)]
    assert all(files["b.txt"] == b"d e f" for files in inputs)
    assert any(files["a.txt"] != b"a b c" for files in inputs)


def test_mutated_input_may_be_something_other_than_a_file(monkeypatch):
    monkeypatch.setattr(mutate, "ODD_SHARE", 1.0)
    assert {damaged(reader("empty.txt"), number)["empty.txt"] for number in range(50)} == set(Odd)
