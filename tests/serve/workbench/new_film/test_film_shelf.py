import pytest

from cinescribe.errors import InputError, OutputError
from cinescribe.serve.workbench.new_film.film_shelf import FilmShelf, form_key, is_described


def files(folder, *names):
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        (folder / name).touch()
    return folder


def names(films):
    return [film.path.name for film in films]


def test_shelf_lists_films_of_named_folders_and_neighbours(tmp_path):
    files(tmp_path / "named", "b.mkv", "a.mp4", "notes.txt", ".hidden.mp4")
    files(tmp_path / "single", "c.mp4", "d.mov")
    files(tmp_path / "open" / "e.ad", "script.json")
    files(tmp_path / "open", "e.webm")
    shelf = FilmShelf([tmp_path / "named", tmp_path / "single" / "c.mp4"])
    assert names(shelf.films([tmp_path / "open" / "e.ad"])) == ["a.mp4", "b.mkv", "c.mp4", "d.mov", "e.webm"]


def test_film_reports_the_state_of_its_description(tmp_path):
    files(tmp_path, "a.mp4", "b.mp4", "c.mp4")
    files(tmp_path / "a.ad", "script.json")
    files(tmp_path / "b.ad", ".cinescribe.json")
    shelf = FilmShelf([tmp_path])
    assert [film.state for film in shelf.films()] == ["described", "begun", "new"]
    assert is_described(tmp_path / "a.ad")
    assert shelf.described() == (tmp_path / "a.ad",)


def test_named_film_gives_access_only_to_its_own_description(tmp_path):
    files(tmp_path, "a.mp4", "b.mp4")
    files(tmp_path / "a.ad", "script.json")
    files(tmp_path / "b.ad", "script.json")
    assert FilmShelf([tmp_path / "a.mp4"]).described() == (tmp_path / "a.ad",)


def test_links_to_other_folders_are_refused(tmp_path):
    files(tmp_path / "elsewhere", "secret.mp4", "secret.srt")
    files(tmp_path / "named", "a.mp4")
    for name in ("secret.mp4", "secret.srt"):
        (tmp_path / "named" / name).symlink_to(tmp_path / "elsewhere" / name)
    (tmp_path / "named" / "again.mp4").symlink_to(tmp_path / "named" / "a.mp4")
    shelf = FilmShelf([tmp_path / "named"])
    assert (names(shelf.films()), shelf.subtitles()) == (["a.mp4"], ())
    with pytest.raises(InputError, match="this film is not on the list"):
        shelf.film(form_key(tmp_path / "elsewhere" / "secret.mp4"))


def test_a_folder_that_became_a_link_is_refused(tmp_path):
    files(tmp_path / "named", "a.mp4")
    (tmp_path / "named" / "a.ad").symlink_to(files(tmp_path / "elsewhere"))
    shelf = FilmShelf([tmp_path / "named"])
    with pytest.raises(OutputError, match="is a link; move it away"):
        shelf.film(shelf.films()[0].key)


def test_subtitles_are_found_by_their_key(tmp_path):
    shelf = FilmShelf([files(tmp_path, "a.mp4", "a.srt", "b.txt")])
    assert [path.name for path in shelf.subtitles()] == ["a.srt"]
    assert shelf.subtitle_file(form_key(tmp_path / "a.srt")) == tmp_path / "a.srt"
    with pytest.raises(InputError, match="this file of subtitles is not on the list"):
        shelf.subtitle_file(form_key(tmp_path / "b.txt"))


def test_missing_film_is_refused(tmp_path):
    with pytest.raises(InputError, match="is not there; name a film"):
        FilmShelf([tmp_path / "gone.mp4"])


def test_missing_folder_has_no_films(tmp_path):
    shelf = FilmShelf([files(tmp_path / "named", "a.mp4")])
    (tmp_path / "named" / "a.mp4").unlink()
    (tmp_path / "named").rmdir()
    assert shelf.films() == ()
