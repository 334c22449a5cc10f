import os
from pathlib import Path

import pytest

from cinescribe.errors import RecordError
from cinescribe.file_names import MAX_NAME, check_utf8, checked_name, inside, path_inside


@pytest.mark.parametrize("name", ["train", "0001_American_Beauty", "Amélie-2001", "a.b", "x" * MAX_NAME, "console"])
def test_plain_names_may_become_files(name):
    assert checked_name(name, "the split") == name


@pytest.mark.parametrize(
    "name",
    ["", ".", "..", "../../evil", "/etc", "a/b", "a\\b", "C:", ".hidden", "dot.", "nul", "COM1.txt", "a b",
     "a\0b", "é" * 61,
     "a\n", "\ud800"],
)  # fmt: skip
def test_other_names_are_refused(name):
    with pytest.raises(RecordError, match=r"^the split is .*, which becomes a file's name"):
        checked_name(name, "the split")


@pytest.mark.parametrize("name", ["film.mp4", "films/a b/Alien: 2.mp4", "./x", "a..b"])
def test_paths_inside_the_folder_are_accepted(tmp_path, name):
    assert inside(tmp_path, name, "x") == tmp_path / name


@pytest.mark.parametrize(
    "name", ["", ".", "/etc/passwd", "../x", "a/../../x", "C:x", "C:\\x", "a\\b", "a\0b", "n" * 256, "a/" * 3000 + "b"]
)
def test_paths_outside_the_folder_or_empty_are_refused(name):
    with pytest.raises(RecordError, match=r"^film 3 is .*inside the folder, relative and without"):
        path_inside(name, "film 3")


def test_link_out_of_the_folder_is_refused(tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "secret").touch()
    (tmp_path / "data" / "link").symlink_to(tmp_path / "secret")
    (tmp_path / "data" / "near").symlink_to("film")
    assert inside(tmp_path / "data", "near", "x").name == "near"
    with pytest.raises(RecordError, match="a link out of its folder"):
        inside(tmp_path / "data", "link", "x")


def test_a_link_to_itself_is_refused(tmp_path):
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(RecordError, match=r"x is 'loop/film\.mp4', a link to itself; put the file there"):
        inside(tmp_path, "loop/film.mp4", "x")


def test_a_path_may_be_half_as_long_as_linux_allows(tmp_path):
    assert not inside(tmp_path, "a/" * 1000 + "b", "x").exists()
    with pytest.raises(RecordError, match="x is"):
        inside(tmp_path, "a/" * 1024 + "b", "x")


def test_a_path_that_is_not_utf8_is_refused():
    check_utf8(Path("Amélie.mp4"))
    with pytest.raises(RecordError, match="is not UTF-8, so it cannot be written down; rename it"):
        check_utf8(Path(os.fsdecode(b"f\xff.mp4")))
