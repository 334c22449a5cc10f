import gzip
import random

import pytest

from cinescribe.errors import ScoreError
from cinescribe.metrics.identity.fitb_files import read_people, read_sets


@pytest.fixture
def file(tmp_path):
    def write(text, name="people.csv"):
        (tmp_path / name).write_text(text)
        return tmp_path / name

    return write


@pytest.mark.parametrize(
    ("written", "people"),
    [
        ("_", ()),
        ("P2", ("P2",)),
        ("P2,P1", ("P2", "P1")),
        ("[a]", ("a",)),
        ("[3009_PERSON13],[3009_PERSON7]", ("3009_PERSON13", "3009_PERSON7")),
        ("[25, 26]", ("25", "26")),
        ("[25], [26]", ("25", "26")),
        (" P1 , P1 ", ("P1", "P1")),
        ("P4,[3009_PERSON10]", ("P4", "[3009_PERSON10]")),
    ],
)
def test_ids_are_read_in_all_formats(file, written, people):
    assert read_people(file(f"clip\t{written}\n"))["clip"].people == people


@pytest.mark.parametrize(
    ("lines", "people"),
    [
        (("P4,[9_A]", "[9_A]"), (("P4", "[9_A]"), ("[9_A]",))),
        (("[9_A]", "P1"), (("[9_A]",), ("P1",))),
        (("[9_A]", "[9_B],[9_A]", "_"), (("9_A",), ("9_B", "9_A"), ())),
        (("[25, 26]", "[25]"), (("25", "26"), ("25",))),
        (("[25, 26]", "[25]", "26"), (("25", "26"), ("25",), ("26",))),
    ],
)
def test_a_person_has_one_id_in_all_lines(file, lines, people):
    found = read_people(file("".join(f"c{n}\t{line}\n" for n, line in enumerate(lines))))
    assert tuple(blanks.people for blanks in found.values()) == people


def test_mixed_lines_have_the_same_people_as_for_the_official_evaluator(file):
    """It takes what stands between the commas of each line."""
    rng = random.Random(5)
    for _ in range(200):
        lines = [",".join(rng.choices(("P1", "P2", "[P1]", "[9_A]", "9_A"), k=rng.randint(1, 3))) for _ in range(4)]
        text = "".join(f"c{n}\t{line}\n" for n, line in enumerate(lines))
        ours = [id for blanks in read_people(file(text)).values() for id in blanks.people]
        official = [id for line in lines for id in line.split(",")]
        assert [ours.index(id) for id in ours] == [official.index(id) for id in official]


def test_blanks_know_their_lines(file):
    path = file("a\tP1\r\n\nb\t_\r\n")
    found = read_people(path)
    assert list(found) == ["a", "b"]
    assert found["b"].location == f"{path}, line 3"


def test_gzipped_files_are_read_with_any_suffix(tmp_path):
    (tmp_path / "people.gz").write_bytes(gzip.compress(b"a\t[1]\n"))
    (tmp_path / "people.csv").write_bytes(gzip.compress(b"a\t[1]\n"))
    assert read_people(tmp_path / "people.gz")["a"].people == read_people(tmp_path / "people.csv")["a"].people == ("1",)


def test_sets_are_lines_of_clips(file):
    assert read_sets(file("a\tb\nc\n")) == [("a", "b"), ("c",)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a\n", r"people\.csv, line 1 has 1 columns; expected a clip, a tab and the ids"),
        ("a\tP1\tP2\n", r"line 1 has 3 columns"),
        ("a\tP1\nb\tP1\na\tP2\n", r"line 3 has the clip 'a' for the second time"),
        ("a\t[1],2]\n", r"line 1, clip 'a', has the ids '\[1\],2\]'; expected \[a\],\[b\]"),
        ("a\t[1\n", r"has the ids '\[1'"),
        ("a\t1]\n", r"has the ids '1\]'"),
        ("a\t[]\n", r"has the ids '\[\]'"),
        ("a\t\n", r"has the ids ''"),
        ("a\tP1,,P2\n", r"has the ids 'P1,,P2'"),
        ("a\tP1,_\n", r"has the ids 'P1,_'"),
        ("a\t[[1]]\n", r"has the ids '\[\[1\]\]'"),
        (" \n", r"people\.csv' is empty; there is nothing to score"),
    ],
)
def test_malformed_lines_are_named(file, text, words):
    with pytest.raises(ScoreError, match=words):
        read_people(file(text))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a\tb\na\t\tb\n", r"sets\.csv, line 2 has an empty name; expected the clips of a set"),
        ("a\tb\ta\n", r"line 1 has one clip twice; expected the distinct clips"),
    ],
)
def test_malformed_sets_are_named(file, text, words):
    with pytest.raises(ScoreError, match=words):
        read_sets(file(text, "sets.csv"))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, r"cannot be read \(No such file or directory\); name an existing file"),
        (b"a\tP1\xff\n", r"is not UTF-8 text \(byte 4\); save it as UTF-8"),
        (gzip.compress(b"a\tP1\n", mtime=0)[:-9], r"is no whole gzip file .*; compress it again"),
    ],
)
def test_unreadable_files_are_errors_with_a_reason(tmp_path, content, words):
    if content is not None:
        (tmp_path / "file").write_bytes(content)
    with pytest.raises(ScoreError, match=words):
        read_people(tmp_path / "file")
