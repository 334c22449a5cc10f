from pathlib import Path

import pytest

from cinescribe.describe.folder_film import check_film, claim_description, set_aside
from cinescribe.errors import OutputError, RecordError
from cinescribe.output_folder import MARKER
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
def test_film_is_recognised_by_content_under_any_name(folder, film):
    assert check_film(folder, film) is None


def test_changed_film_file_is_reported(folder):
    assert check_film(folder, FILM.replace(digest="bb", duration=60.4)) == (
        "the file of a.mp4 has changed since it was described; check the edited cues"
    )


@pytest.mark.parametrize("other", [{"path": "/films/b.mp4"}, {"path": "/b/a.mp4"}, {"duration": 61.5}])
def test_another_film_is_refused(folder, other):
    with pytest.raises(
        OutputError, match=r"holds the description of /films/a\.mp4 \(00:01:00\.000\), not of .*; name another"
    ):
        check_film(folder, FILM.replace(digest="bb", **other))


def test_older_folder_without_digest_is_recognised_by_length(tmp_path):
    write_record(tmp_path / "script.json", Script(FILM.replace(digest=None)))
    assert check_film(tmp_path, FILM) is None
    with pytest.raises(OutputError):
        check_film(tmp_path, FILM.replace(duration=30.0))


def test_folder_with_foreign_files_is_refused(tmp_path):
    (tmp_path / "script.json").write_text("{}")
    with pytest.raises(
        OutputError, match=r"holds 'script.json', which is no part of a description by Cinescribe; name"
    ):
        claim_description(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["script.json"]


@pytest.mark.parametrize("name", ["evidence", "features", "portraits"])
def test_a_part_that_is_a_link_is_refused(folder, tmp_path_factory, name):
    (folder / name).symlink_to(tmp_path_factory.mktemp("mine"))
    with pytest.raises(OutputError, match=rf"{name}' is a link"):
        claim_description(folder)


@pytest.mark.parametrize("names", [[], ["cast.toml", "settings.toml"]])
def test_a_new_folder_is_marked(tmp_path, names):
    for name in names:
        (tmp_path / name).write_text("")
    claim_description(tmp_path)
    claim_description(tmp_path)
    assert (tmp_path / MARKER).is_file()


@pytest.mark.parametrize(
    "name", ["script.json", "draft.json", "features/watch/key.json", "features/.watch.part/key.json"]
)
def test_the_folder_of_an_older_version_is_marked(tmp_path, name):
    (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    if name.endswith("key.json"):
        (tmp_path / name).write_text('{"film": "aa", "cinescribe": "0.2.0"}')
    else:
        write_record(tmp_path / name, Script(FILM))
    (tmp_path / "evidence").mkdir()
    (tmp_path / "evidence" / "000001000.jpg").write_text("")
    claim_description(tmp_path)
    assert (tmp_path / MARKER).is_file()
    assert (tmp_path / "evidence" / MARKER).is_file()
    assert name.endswith("t.json") or (tmp_path / name).with_name(MARKER).is_file()


def test_starting_over_keeps_everything_aside(folder):
    (folder / "edits.jsonl").write_text("", encoding="utf-8")
    claim_description(folder)
    set_aside(folder)
    write_record(folder / "script.json", Script(FILM))
    set_aside(folder)
    assert sorted(path.name for path in folder.iterdir()) == [MARKER, ".edits.lock", "before-1", "before-2"]
    assert sorted(path.name for path in (folder / "before-1").iterdir()) == ["edits.jsonl", "script.json"]
    set_aside(folder)
    assert not (folder / "before-3").exists()


def test_unclearable_folder_is_reported(folder, monkeypatch):
    def refuse(self, target):
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr("pathlib.Path.rename", refuse)
    with pytest.raises(OutputError, match=r"cannot be cleared .*Read-only file system.*; name another folder"):
        set_aside(folder)


def test_the_seal_of_a_journal_is_set_aside_before_it(folder, monkeypatch):
    for name in ("edits.jsonl", ".edits.seal", "a.txt"):
        (folder / name).write_text("", encoding="utf-8")
    moved, rename = [], Path.rename

    def noted(path, target):
        moved.append(path.name)
        rename(path, target)

    monkeypatch.setattr(Path, "rename", noted)
    set_aside(folder)
    assert moved[0] == ".edits.seal"
    assert sorted(moved) == [".edits.seal", "a.txt", "edits.jsonl", "script.json"]


def test_a_folder_with_a_damaged_journal_is_refused_before_the_work(folder):
    (folder / "edits.jsonl").write_text("\n", encoding="utf-8")
    with pytest.raises(RecordError, match=r"edits\.jsonl, line 1 is empty: edit 1 is lost"):
        check_film(folder, FILM)
