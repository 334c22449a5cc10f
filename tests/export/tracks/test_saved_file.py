from pathlib import Path

import pytest

from cinescribe.errors import SubtitleError
from cinescribe.export.tracks import saved_file
from cinescribe.export.tracks.saved_file import read_saved

WORDS = "She says:\n\u201cNo \u2013 it\u2019s late\u2026\u201d"


def read(tmp_path: Path, data: bytes) -> str:
    (tmp_path / "in.txt").write_bytes(data)
    return read_saved(tmp_path / "in.txt")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252", "cp1250", "cp1251"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_words_are_read_as_programs_save_them(tmp_path: Path, encoding: str, end: str) -> None:
    assert read(tmp_path, WORDS.replace("\n", end).encode(encoding)) == WORDS


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (
            "Größe".encode("cp1252"),
            r"in\.txt' is not UTF-8 text \(byte 2\); save it as UTF-8, in a spreadsheet as 'CSV",
        ),
        (b"PK\x03\x04\x00\x00", r"is no text file; save it as plain text"),
        (b"\xff\xfea", r"is not UTF-8 text"),
    ],
)
def test_undecodable_file_is_refused(tmp_path: Path, data: bytes, words: str) -> None:
    with pytest.raises(SubtitleError, match=words):
        read(tmp_path, data)


def test_a_missing_and_a_huge_file_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SubtitleError, match=r"none\.txt' cannot be read \(No such file or directory\)"):
        read_saved(tmp_path / "none.txt")
    monkeypatch.setattr(saved_file, "MAX_SAVED_BYTES", 1 << 20)
    with pytest.raises(SubtitleError, match=r"has more than the 1,048,576 bytes"):
        read(tmp_path, b" " * ((1 << 20) + 1))
