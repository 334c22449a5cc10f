from pathlib import Path

import pytest

from cinescribe.corpus.film_folder.film_folder import FilmFiles, films_in
from cinescribe.errors import CorpusError


def put(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"")


def test_files_of_a_film_are_found_by_its_name(tmp_path):
    put(tmp_path, "a.mp4", "a.srt", "a.fountain", "a.described.m4a", "a.described.vtt", "a.names.txt", "a.truth.json")
    names = {
        "subtitles": "a.srt",
        "script": "a.fountain",
        "described": "a.described.m4a",
        "transcript": "a.described.vtt",
        "names": "a.names.txt",
    }
    assert films_in(tmp_path) == (
        FilmFiles("a", tmp_path / "a.mp4", **{part: tmp_path / name for part, name in names.items()}),
    )
    assert [path.name for path in films_in(tmp_path)[0].all()] == ["a.mp4", *names.values()]


def test_lone_film_has_no_other_files(tmp_path):
    put(tmp_path, "a.MKV", "b.mp4", "b.extra.srt")
    assert [(film.id, len(film.all())) for film in films_in(tmp_path)] == [("a", 1), ("b", 2)]


def test_endings_may_be_in_capitals_and_names_are_text(tmp_path):
    put(tmp_path, "a.mp4", "a.SRT", "a.Fountain", "a.names.jpg")
    (film,) = films_in(tmp_path)
    assert (film.subtitles, film.script, film.names) == (tmp_path / "a.SRT", tmp_path / "a.Fountain", None)


def test_a_described_film_is_no_separate_film(tmp_path):
    put(tmp_path, "a.mp4", "a.described.mp4")
    assert [(film.id, film.described) for film in films_in(tmp_path)] == [("a", tmp_path / "a.described.mp4")]


def test_a_film_whose_name_extends_another_keeps_its_own_files(tmp_path):
    put(tmp_path, "war.mp4", "war.srt", "war.part 2.mp4", "war.part 2.srt")
    found = {film.id: film for film in films_in(tmp_path)}
    assert found["war.part 2"].subtitles == tmp_path / "war.part 2.srt"
    assert found["war"].subtitles == tmp_path / "war.srt"


def test_english_subtitles_are_preferred(tmp_path):
    put(tmp_path, "a.mp4", "a.de.srt", "a.en.srt", "a.fr.vtt")
    assert films_in(tmp_path)[0].subtitles == tmp_path / "a.en.srt"


def test_films_of_one_name_get_ids_by_their_folders(tmp_path):
    put(tmp_path, "x/film.mp4", "x/film.srt", "y/film.mp4", "z/other.mp4")
    assert [film.id for film in films_in(tmp_path)] == ["x-film-mp4", "y-film-mp4", "other"]
    assert films_in(tmp_path)[1].subtitles is None


def test_an_id_has_no_spaces_at_its_ends(tmp_path):
    put(tmp_path, " a .mp4", " a .srt", " x/b.mp4", "y/b.mp4")
    found = {film.id: film.subtitles for film in films_in(tmp_path)}
    assert found == {"a": tmp_path / " a .srt", "x-b-mp4": None, "y-b-mp4": None}


def test_two_films_with_the_same_id_are_refused(tmp_path):
    put(tmp_path, "a-b/film.mp4", "a/b/film.mp4")
    with pytest.raises(CorpusError, match=r"would both be called 'a-b-film-mp4'; rename one of them"):
        films_in(tmp_path)


def test_features_and_hidden_folders_are_skipped(tmp_path):
    put(tmp_path, "a.mp4", "features/b.mp4", ".trash/c.mp4")
    assert [film.id for film in films_in(tmp_path)] == ["a"]


def test_a_missing_folder_no_film_and_two_files_of_a_kind_are_errors(tmp_path):
    with pytest.raises(CorpusError, match="is not a folder; give one with films in it"):
        films_in(tmp_path / "nowhere")
    put(tmp_path, "readme.txt")
    with pytest.raises(CorpusError, match=r"has no film; put files ending in \.mp4"):
        films_in(tmp_path)
    put(tmp_path, "a.mp4", "a.fountain", "a.fdx")
    with pytest.raises(CorpusError, match=r"'a.mp4' has more than one screenplay: a.fdx and a.fountain; keep one"):
        films_in(tmp_path)
