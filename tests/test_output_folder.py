import errno
import json
import os
import re
import subprocess
import sys

import pytest

from cinescribe.errors import OutputError
from cinescribe.output_folder import (
    MARKER,
    FolderMarker,
    claim_files,
    claim_folder,
    files_in,
    first_line_holds_keys,
    holds_keys,
    holds_record,
    holds_records,
    list_files,
    read_marker,
    refuse_links,
    remove_files,
    split_files,
)
from cinescribe.schema import Person
from cinescribe.store import write_record, write_records


def never(_):
    return False


def always(_):
    return True


def claim(folder, kind="corpus", **options):
    return claim_folder(folder, kind, **{"is_older": never} | options)


@pytest.mark.parametrize("name", ["missing", "missing/deeper", "."])
def test_a_new_or_empty_folder_is_marked_once(tmp_path, name):
    assert not claim(tmp_path / name)
    marker = (tmp_path / name / MARKER).read_bytes()
    assert not claim(tmp_path / name)
    assert (tmp_path / name / MARKER).read_bytes() == marker
    assert json.loads(marker) == {"kinds": ["corpus"], "version": 1}


@pytest.mark.parametrize("name", [".DS_Store", "..cinescribe.77.part.json", "cast.toml"])
def test_some_files_are_no_reason_to_refuse_a_folder(tmp_path, name):
    (tmp_path / name).write_text("mine")
    claim(tmp_path, prepared=["cast.toml"])
    assert (tmp_path / name).read_text() == "mine"


def test_any_other_file_is(tmp_path):
    (tmp_path / "notes").mkdir()
    with pytest.raises(OutputError, match=r"holds 'notes', which is no part of a corpus by Cinescribe; name a new or"):
        claim(tmp_path)
    assert os.listdir(tmp_path) == ["notes"]


def test_a_folder_for_another_purpose_is_refused(tmp_path):
    claim(tmp_path, "description")
    (tmp_path / "script.json").write_text("{}")
    with pytest.raises(OutputError, match=r"holds 'script.json', which is no part of a corpus"):
        claim(tmp_path)


def test_folder_of_an_older_version_is_claimed(tmp_path):
    (tmp_path / "clips.jsonl").write_text("")
    assert claim(tmp_path, is_older=always)
    assert not claim(tmp_path, is_older=always)


def test_partial_files_of_killed_processes_are_removed(tmp_path):
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    claim(tmp_path)
    (tmp_path / "train").mkdir()
    kept = (f".film.{os.getpid()}.part.mp4", ".film.part.mp4", "film.7.part.mp4", ".7.part", ".film.1.part.mp4")
    for name in (*kept, f".film.{gone.pid}.part.mp4", f"train/.state.{gone.pid}.part", f".a.b.{10**30}.part.jsonl"):
        (tmp_path / name).write_bytes(b"half")
    claim(tmp_path)
    assert {path.name for path in tmp_path.rglob("*") if path.is_file()} == {MARKER, *kept}


def test_partial_file_of_another_running_process_is_kept(tmp_path, monkeypatch):
    claim(tmp_path)
    (tmp_path / ".film.123456.part.mp4").write_bytes(b"half")
    monkeypatch.setattr(os, "kill", refuse)
    claim(tmp_path)
    assert (tmp_path / ".film.123456.part.mp4").exists()


def test_undeletable_partial_file_is_reported(tmp_path, monkeypatch):
    claim(tmp_path)
    (tmp_path / f".film.{10**30}.part.mp4").write_bytes(b"half")
    monkeypatch.setattr(type(tmp_path), "unlink", refuse)
    with pytest.raises(OutputError, match=r"part\.mp4' cannot be removed \(Operation not permitted\); remove it"):
        claim(tmp_path)


def refuse(*_, **__):
    raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))


def test_file_is_refused_as_a_folder(tmp_path):
    (tmp_path / "film.mp4").write_text("mine")
    with pytest.raises(OutputError, match=r"film.mp4' cannot be used \(Not a directory\); name a new or empty folder"):
        claim(tmp_path / "film.mp4")


def test_the_folder_may_be_a_link_and_its_parts_may_not(tmp_path):
    (tmp_path / "disk").mkdir()
    (tmp_path / "run").symlink_to(tmp_path / "disk")
    claim(tmp_path / "run")
    (tmp_path / "disk" / "features").symlink_to(tmp_path)
    with pytest.raises(OutputError, match=r"features' is a link, and nothing is written through links"):
        claim(tmp_path / "run", parts=["films", "features"])
    refuse_links(tmp_path / "run", ["films"])


def test_files_may_be_written_beside_foreign_files(tmp_path):
    (tmp_path / "film.mp4").write_text("mine")
    claim_files(tmp_path, ["clips.jsonl"], kind="corpus", is_older=never)
    (tmp_path / "clips.jsonl").write_text("ours")
    claim_files(tmp_path, ["clips.jsonl"], kind="corpus", is_older=never)


@pytest.mark.parametrize("make", [lambda path: path.write_text("mine"), lambda path: path.symlink_to("nowhere")])
def test_a_file_that_is_there_is_not_overwritten(tmp_path, make):
    make(tmp_path / "clips.jsonl")
    with pytest.raises(OutputError, match=r"clips.jsonl' is there already, and Cinescribe did not write it .* corpus;"):
        claim_files(tmp_path, ["films.jsonl", "clips.jsonl"], kind="corpus", is_older=never)
    claim_files(tmp_path, ["clips.jsonl"], kind="corpus", is_older=always)


def test_a_folder_may_have_two_purposes(tmp_path):
    claim(tmp_path, "set of Backlot films")
    claim_files(tmp_path, ["clips.jsonl"], kind="corpus", is_older=never)
    assert read_marker(tmp_path) == FolderMarker(("set of Backlot films", "corpus"))
    claim(tmp_path, "set of Backlot films")


@pytest.mark.parametrize("text", ["mine", '{"kinds": ["stage"], "files": ["../mine"]}', '{"files": []}', "\xff"])
def test_a_damaged_marker_is_refused(tmp_path, text):
    (tmp_path / MARKER).write_text(text, encoding="latin-1")
    for use in (claim, read_marker, split_files):
        with pytest.raises(OutputError, match=r"marks folders of Cinescribe; remove it, or name another folder"):
            use(tmp_path)


@pytest.fixture
def listed(tmp_path):
    """A folder with two files of ours, one of somebody else, and a link to a folder with a file of ours in the list."""
    folder = tmp_path / "listed"
    for name in ("a.json", "frames/1.jpg", "frames/mine.jpg", "../outside/2.jpg"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name)
    (folder / "linked").symlink_to(tmp_path / "outside")
    list_files(folder, "stage", ["a.json", "frames/1.jpg", "linked/2.jpg"])
    return folder


def test_only_listed_files_are_removed(listed):
    assert set(files_in(listed)) == {"a.json", "frames/1.jpg", "frames/mine.jpg", "linked"}
    ours, others = split_files(listed)
    assert (sorted(ours), others) == (["a.json", "frames/1.jpg"], ["frames/mine.jpg", "linked"])
    remove_files(listed, ours)
    assert set(files_in(listed)) == {"frames/mine.jpg", "linked"}
    assert (listed / "linked" / "2.jpg").is_file()


def test_an_empty_folder_is_removed(listed, tmp_path):
    (listed / "linked").unlink()
    (listed / "frames" / "mine.jpg").unlink()
    remove_files(listed, split_files(listed)[0])
    assert not listed.exists()
    remove_files(listed, [])
    assert list(files_in(listed)) == []


def test_ownership_follows_from_file_names_without_a_list(tmp_path):
    for name in ("1.jpg", "mine.jpg"):
        (tmp_path / name).write_text("")
    frames = re.compile(r"\d\.jpg")
    assert split_files(tmp_path, unlisted=frames) == ([], ["1.jpg", "mine.jpg"])  # no marker: nothing is ours
    list_files(tmp_path, "stage", ())
    assert split_files(tmp_path, unlisted=frames) == (["1.jpg"], ["mine.jpg"])
    list_files(tmp_path, "stage", ["mine.jpg"])
    assert split_files(tmp_path, unlisted=frames) == (["mine.jpg"], ["1.jpg"])


def test_undeletable_file_is_reported(tmp_path):
    (tmp_path / "folder").mkdir()
    with pytest.raises(OutputError, match=r"cannot be removed \(Is a directory\); name a writable folder"):
        remove_files(tmp_path, ["folder"])


def test_signs_of_older_versions(tmp_path):
    write_record(tmp_path / "one.json", Person("p1", "P1"))
    write_records(tmp_path / "list.jsonl", [Person("p1", "P1"), Person("p2", "P2")])
    write_records(tmp_path / "none.jsonl", [])
    (tmp_path / "broken.json").write_text("{")
    (tmp_path / "number.json").write_text("7")
    assert holds_record(tmp_path / "one.json", Person)
    assert holds_records(tmp_path / "list.jsonl", Person)
    assert holds_keys(tmp_path / "one.json", "id", "label")
    assert first_line_holds_keys(tmp_path / "list.jsonl", "id", "label")
    assert not holds_keys(tmp_path / "one.json", "id", "missing")
    assert not holds_records(tmp_path / "none.jsonl", Person)
    for name in ("missing.json", "broken.json", "number.json"):
        assert not holds_record(tmp_path / name, Person)
        assert not holds_records(tmp_path / name, Person)
        assert not holds_keys(tmp_path / name, "id")
        assert not first_line_holds_keys(tmp_path / name, "id")
