"""The list of splits on disk."""

import pytest

from cinescribe.corpus.splits.split_file import ListedFilm, read_split_list, write_split_list
from cinescribe.errors import CorpusError, OutputError, RecordError

FILMS = (ListedFilm("b", "test"), ListedFilm("z", "train"), ListedFilm("a film", "train", ("ab12", "Heat (1995)")))


def test_a_list_is_read_back_sorted_by_split_and_id(tmp_path):
    write_split_list(tmp_path / "splits.tsv", FILMS)
    assert (tmp_path / "splits.tsv").read_text() == (
        "film\tsplit\tknown by\nb\ttest\t\na film\ttrain\tab12 | Heat (1995)\nz\ttrain\t\n"
    )
    assert read_split_list(tmp_path / "splits.tsv") == (FILMS[0], FILMS[2], FILMS[1])


def test_a_missing_list_is_empty(tmp_path):
    assert read_split_list(tmp_path / "splits.tsv") == ()


def test_a_list_written_by_hand_is_read(tmp_path):
    (tmp_path / "splits.tsv").write_text('\ufefffilm\tsplit\r\n"a" film\t blind \r\n\r\nb\ttrain\tk1|k2\r\n')
    assert read_split_list(tmp_path / "splits.tsv") == (
        ListedFilm('"a" film', "blind"),
        ListedFilm("b", "train", ("k1", "k2")),
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("film\tsplit\na train\n", r"line 2, is 'a train'; expected a film, a tab and its split"),
        ("a\t\n", r"line 1, is 'a\\t'; expected a film"),
        ("a\ttrain\tk\tx\n", r"line 1, is .*; expected a film"),
        ("a\ttrain\nb\ttrain\na\tval\n", r"line 3, gives film 'a' a split again; keep one of its lines"),
    ],
)
def test_a_malformed_line_is_named(tmp_path, text, words):
    (tmp_path / "splits.tsv").write_text(text)
    with pytest.raises(CorpusError, match=words):
        read_split_list(tmp_path / "splits.tsv")


def test_an_unreadable_list_is_named(tmp_path):
    (tmp_path / "splits.tsv").write_bytes(b"\xff\xfe")
    with pytest.raises(RecordError, match="is not UTF-8 text"):
        read_split_list(tmp_path / "splits.tsv")


def test_a_tab_in_an_id_is_refused(tmp_path):
    with pytest.raises(
        OutputError, match=r"splits\.tsv' cannot hold the line of 'a\\tb', since 'a\\tb' has a tab or a"
    ):
        write_split_list(tmp_path / "splits.tsv", [ListedFilm("a\tb", "train")])
    assert not (tmp_path / "splits.tsv").exists()
