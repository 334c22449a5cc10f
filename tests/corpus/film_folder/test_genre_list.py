import pytest

from cinescribe.corpus.film_folder.genre_list import read_genres
from cinescribe.errors import CorpusError


def test_genres_by_film(tmp_path):
    path = tmp_path / "genres.tsv"
    path.write_text("film\tgenres\na\tdrama, war\n\nb\tcomedy\n")
    assert read_genres(path) == {"a": ("drama", "war"), "b": ("comedy",)}
    assert read_genres(tmp_path / "none.tsv") == {}


@pytest.mark.parametrize("line", ["a", "a\t", "\tdrama", "a\t , "])
def test_a_malformed_line_is_named(tmp_path, line):
    (tmp_path / "genres.tsv").write_text(f"film\tgenres\n{line}\n")
    with pytest.raises(CorpusError, match=r"genres.tsv', line 2, is .*; write a film's id, a tab, and genres"):
        read_genres(tmp_path / "genres.tsv")


def test_a_repeated_film_is_named(tmp_path):
    (tmp_path / "genres.tsv").write_text("a\tdrama\na\twar\n")
    with pytest.raises(CorpusError, match="line 2, names 'a' again; keep one of its lines"):
        read_genres(tmp_path / "genres.tsv")


def test_only_the_first_line_may_be_a_heading(tmp_path):
    (tmp_path / "genres.tsv").write_text("film\tgenres\nfilm\twar\n")
    assert read_genres(tmp_path / "genres.tsv") == {"film": ("war",)}
