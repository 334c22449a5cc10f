import pytest

from cinescribe.describe.folder_film import check_film, set_aside
from cinescribe.errors import OutputError
from cinescribe.schema import Film, Script
from cinescribe.store import write_record

FILM = Film("/films/a.mp4", 60.0, digest="aa")


@pytest.fixture
def folder(tmp_path):
    write_record(tmp_path / "script.json", Script(FILM))
    return tmp_path


def test_an_empty_folder_takes_any_film(tmp_path):
    assert check_film(tmp_path, FILM) is None


@pytest.mark.parametrize("film", [FILM, FILM.replace(path="/elsewhere/b.mp4")])
def test_the_same_file_is_the_same_film_under_any_name(folder, film):
    assert check_film(folder, film) is None


def test_another_version_of_the_film_is_told(folder):
    assert check_film(folder, FILM.replace(digest="bb", duration=60.4)) == (
        "the file of a.mp4 has changed since it was described; check the edited cues"
    )


@pytest.mark.parametrize("other", [{"path": "/films/b.mp4"}, {"duration": 61.5}])
def test_another_film_is_refused(folder, other):
    with pytest.raises(
        OutputError, match=r"holds the description of a\.mp4 \(00:01:00\.000\), and .* came; name another"
    ):
        check_film(folder, FILM.replace(digest="bb", **other))


def test_an_older_folder_without_digest_is_known_by_its_length(tmp_path):
    write_record(tmp_path / "script.json", Script(FILM.replace(digest=None)))
    assert check_film(tmp_path, FILM) is None
    with pytest.raises(OutputError):
        check_film(tmp_path, FILM.replace(duration=30.0))


def test_starting_over_keeps_everything_aside(folder):
    (folder / "edits.jsonl").write_text("", encoding="utf-8")
    set_aside(folder)
    write_record(folder / "script.json", Script(FILM))
    set_aside(folder)
    assert sorted(path.name for path in folder.iterdir()) == ["before-1", "before-2"]
    assert sorted(path.name for path in (folder / "before-1").iterdir()) == ["edits.jsonl", "script.json"]
    set_aside(folder)
    set_aside(folder / "missing")
    assert not (folder / "before-3").exists()


def test_a_folder_that_cannot_be_cleared_is_said(folder, monkeypatch):
    def refuse(self, target):
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr("pathlib.Path.rename", refuse)
    with pytest.raises(OutputError, match=r"cannot be cleared .*Read-only file system.*; name another folder"):
        set_aside(folder)
