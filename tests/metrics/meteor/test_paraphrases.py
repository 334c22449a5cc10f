import gzip
import importlib
from pathlib import Path

import numpy as np
import pytest

from cinescribe.errors import ScoreError
from cinescribe.input_files import digest
from cinescribe.metrics.meteor.paraphrases import MAX_PHRASE_WORDS, phrase_hashes, read_paraphrases
from tests.metrics.paraphrase_tables import written

PAIRS = (("a couple of", "two"), ("two", "a couple of"), ("caf\u00e9", "coffee house"))


def hashes_of(text):
    """Hashes by [first word, number of words - 1]."""
    words = text.split()
    letters = np.frombuffer("".join(words).encode(), np.uint8)
    bounds = np.cumsum([0, *(len(word.encode()) for word in words)])
    return phrase_hashes(np.arange(len(words), dtype=np.int32), np.array([0, len(words)]), letters, bounds)


def fnv(text):
    """FNV-1a with 64 bits, as its authors define it."""
    value = 0xCBF29CE484222325
    for letter in text.encode():
        value = (value ^ letter) * 0x100000001B3 % 2**64
    return value


def entries_of(table):
    return np.concatenate(list(table.entries())).tolist()


def test_entries_are_hashed_in_order(tmp_path):
    table = read_paraphrases(written(tmp_path / "table.gz", *PAIRS))
    assert entries_of(table) == [[fnv(phrase), fnv(other)] for phrase, other in PAIRS]


def test_texts_are_hashed_like_the_table():
    found = hashes_of("two men a caf\u00e9")
    assert found.shape == (4, MAX_PHRASE_WORDS)
    assert found[0, 0] == fnv("two")
    assert found[1, 2] == fnv("men a caf\u00e9")
    assert found[0, 3] == fnv("two men a caf\u00e9")
    assert found[3, 1:].tolist() == [0] * (MAX_PHRASE_WORDS - 1)


def test_phrases_end_with_their_text():
    letters, bounds = np.frombuffer(b"ab", np.uint8), np.array([0, 1, 2])
    found = phrase_hashes(np.array([0, 1, 0], dtype=np.int32), np.array([0, 2, 2, 3]), letters, bounds)
    assert found[1, 1] == 0
    assert found[0, 1] == fnv("a b")
    assert found[2, 0] == fnv("a")


def test_a_packed_copy_has_the_same_entries_and_is_written_once(tmp_path):
    path = written(tmp_path / "table.gz", *PAIRS)
    plain = read_paraphrases(path)
    packed = read_paraphrases(path, packed=tmp_path / "kept")
    assert entries_of(packed) == entries_of(plain)
    assert packed.digest == plain.digest == digest(path)[:8]
    assert packed.packed is not None
    modified = packed.packed.stat().st_mtime_ns
    again = read_paraphrases(str(path), packed=str(tmp_path / "kept"))
    assert again.packed == packed.packed
    assert packed.packed.stat().st_mtime_ns == modified


def test_entries_across_block_boundaries_are_complete(tmp_path, monkeypatch):
    pairs = [(f"phrase {n}", f"other {n}" * (n % 7)) for n in range(300)]
    path = written(tmp_path / "table.gz", *pairs)
    wanted = entries_of(read_paraphrases(path))
    assert wanted == [[fnv(phrase), fnv(other)] for phrase, other in pairs]
    monkeypatch.setattr(importlib.import_module("cinescribe.metrics.meteor.paraphrases"), "_BLOCK", 17)
    monkeypatch.setattr(importlib.import_module("cinescribe.metrics.meteor.paraphrases"), "_BATCH", 7)
    assert entries_of(read_paraphrases(path)) == wanted
    assert entries_of(read_paraphrases(path, packed=tmp_path)) == wanted


def test_empty_lines_stay_inside_the_entries(tmp_path):
    path = tmp_path / "empty.gz"
    path.write_bytes(gzip.compress(b"\n\n\n" * 1000))
    assert sum(map(len, read_paraphrases(path).entries())) == 1000


def test_a_missing_table_is_an_error():
    with pytest.raises(
        ScoreError, match=r"there is no paraphrase table 'nowhere\.gz'; give METEOR's paraphrase-en\.gz"
    ):
        read_paraphrases(Path("nowhere.gz"))


def test_a_file_that_is_not_gzipped_is_an_error(tmp_path):
    (tmp_path / "table.gz").write_text("0.5\na\nb\n")
    table = read_paraphrases(tmp_path / "table.gz")
    with pytest.raises(ScoreError, match=r"table\.gz' cannot be read \(.*\); fetch it again"):
        entries_of(table)


def test_a_truncated_table_is_an_error(tmp_path):
    path = written(tmp_path / "table.gz", *PAIRS)
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(ScoreError, match=r"table\.gz' is cut off; fetch it again"):
        read_paraphrases(path, packed=tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["table.gz"]


def test_a_file_with_an_incomplete_entry_is_an_error(tmp_path):
    with gzip.open(tmp_path / "table.gz", "wt") as opened:
        opened.write("0.5\na dog\na hound\n0.3\na cat\n")
    table = read_paraphrases(tmp_path / "table.gz")
    with pytest.raises(
        ScoreError, match=r"ends inside an entry, with b'0\.3\\na cat\\n'; expected entries of three lines"
    ):
        entries_of(table)


def test_a_broken_copy_is_an_error(tmp_path):
    table = read_paraphrases(written(tmp_path / "table.gz", *PAIRS), packed=tmp_path)
    assert table.packed is not None
    table.packed.write_bytes(table.packed.read_bytes()[:-9])
    with pytest.raises(ScoreError, match=r"the packed paraphrase table .*\.npy' is broken \(.*\); delete it"):
        entries_of(table)
    for entries in (np.zeros((4, 3), np.uint64), np.zeros((4, 2)), np.zeros(4, np.uint64), np.array([None])):
        with open(table.packed, "wb") as opened:
            np.save(opened, entries)
        with pytest.raises(ScoreError, match=r"is broken \((it holds \w+ of shape|.*object|.*pickle).*\); delete it"):
            entries_of(table)
