"""Which films are meant, and which folder each gets."""

from pathlib import Path

import pytest

from cinescribe.corpus.film_folder.film_folder import FilmFiles
from cinescribe.describe.films.film_list import PLAN, is_one_film, listed_films, planned_films
from cinescribe.errors import CorpusError, RecordError

AUTO = ("auto",)


@pytest.fixture
def archive(tmp_path):
    for name in ("a/one.mp4", "a/one.srt", "a/two.mkv", "b/one.mp4", "b/notes.pdf"):
        path = tmp_path / "archive" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    return tmp_path / "archive"


def names(films):
    return [film.film.parent.name + "/" + film.film.name for film in films]


def test_folders_lists_patterns_and_files_name_films_each_once(archive):
    films = archive.parent / "films.txt"
    films.write_text("# the archive\n\narchive/b/one.mp4\n  archive/a \n")
    assert names(listed_films([films])) == ["b/one.mp4", "a/one.mp4", "a/two.mkv"]
    assert names(listed_films([archive / "a", archive / "a" / "one.mp4"])) == ["a/one.mp4", "a/two.mkv"]
    assert names(listed_films([f"{archive}/**/*"])) == ["a/one.mp4", "a/two.mkv", "b/one.mp4"]
    assert names(listed_films([archive / "missing.mp4"])) == ["archive/missing.mp4"]  # its own fault, later


def test_films_of_a_folder_bring_the_subtitles_beside_them(archive):
    assert [film.subtitles and film.subtitles.name for film in listed_films([archive / "a"])] == ["one.srt", None]
    assert listed_films([archive / "a" / "one.mp4"])[0].subtitles is None


def test_a_file_with_the_marks_of_a_pattern_in_its_name_is_a_file(tmp_path):
    path = tmp_path / "film [1999].mp4"
    path.touch()
    assert is_one_film([path])
    assert listed_films([path]) == [FilmFiles("film [1999]", path)]


def test_one_film_is_told_from_many(archive):
    assert is_one_film(["film.mp4"])
    assert not any(map(is_one_film, ([archive], ["films.txt"], ["*.mp4"], ["a.mp4", "b.mp4"], [])))


def test_no_films_are_refused(archive):
    with pytest.raises(CorpusError, match="no films given"):
        listed_films([])
    with pytest.raises(CorpusError, match=r"no film matches .*\.pdf"):
        listed_films([f"{archive}/**/*.pdf"])
    with pytest.raises(RecordError, match=r"none\.txt"):
        listed_films([archive / "none.txt"])


def planned(folder, *paths, captioners=AUTO):
    films = [FilmFiles(Path(path).stem, Path(path)) for path in paths]
    return [(one.folder, one.captioner) for one in planned_films(films, folder, captioners)]


def test_films_of_one_name_get_folders_of_their_own_and_keep_them(tmp_path):
    assert planned(tmp_path, "/b/one.mp4") == [("one.ad", "auto")]
    assert planned(tmp_path, "/a/one.mp4", "/a/One.mp4", "/b/one.mp4") == [
        ("one-2.ad", "auto"),
        ("One-3.ad", "auto"),
        ("one.ad", "auto"),
    ]
    assert planned(tmp_path, "/a/one.mp4") == [("one-2.ad", "auto")]


def test_films_are_shared_out_among_servers_and_stay_there(tmp_path):
    servers = ("server:http://a#m", "server:http://b#m")
    first = planned(tmp_path, "1", "2", "3", captioners=servers)
    assert [who for _, who in first] == [servers[0], servers[1], servers[0]]
    assert planned(tmp_path, "4", "2", captioners=servers) == [("4.ad", servers[1]), ("2.ad", servers[1])]
    assert planned(tmp_path, "1", captioners=servers[1:]) == [("1.ad", servers[1])]  # the other is no longer named


def test_a_damaged_plan_is_refused(tmp_path):
    (tmp_path / PLAN).write_text("{}\n")
    with pytest.raises(RecordError, match=PLAN):
        planned(tmp_path, "1")
