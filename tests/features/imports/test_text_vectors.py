"""Text files of vectors name the line at fault."""

import pytest

from cinescribe.errors import FeatureError
from cinescribe.features.imports.text_vectors import vector_lines, vectors_at, vectors_of


def file(folder, content):
    path = folder / "a.txt"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def test_vectors_of_a_file_are_its_lines(tmp_path):
    assert vectors_of(file(tmp_path, "1,2\n\n3,4\n")).tolist() == [[1, 2], [3, 4]]
    assert vectors_of(file(tmp_path, "1\t2")).tolist() == [[1, 2]]


@pytest.mark.parametrize(
    ("content", "wish"),
    [
        ("1 2\n3\n", r"a.txt' has vectors of \[1, 2\] numbers for one clip"),
        ("", r"a.txt' has vectors of \[\] numbers"),
        ("1 2\nx y\n", "a.txt', line 2: could not convert string to float: 'x'; expected numbers only"),
    ],
)
def test_other_files_of_vectors_are_refused(content, wish, tmp_path):
    with pytest.raises(FeatureError, match=wish):
        vectors_of(file(tmp_path, content))


def test_lines_of_clips_are_found_by_place(tmp_path):
    path = file(tmp_path, "clip x y\na 1 2\n\nb 3 4\na 5 6")
    found = vector_lines(path, path)
    assert found == {"a": [(9, 6), (22, 5)], "b": [(16, 6)]}
    assert vectors_at(path, found["a"]).tolist() == [[1, 2], [5, 6]]


@pytest.mark.parametrize(
    ("content", "wish"),
    [
        ("a 1\nb\n", "a.txt', line 2 is 'b'; expected a clip's name and its numbers"),
        (b"a 1\nb \xff\n", "a.txt', line 2 is not UTF-8; save the file as UTF-8"),
        ("a 1\nb " + "1 " * 20, "line 2 has more than 16 bytes; write one vector per line"),
    ],
)
def test_other_lines_of_clips_are_refused(content, wish, tmp_path, monkeypatch):
    monkeypatch.setattr("cinescribe.features.imports.text_vectors._MAX_LINE", 16)
    path = file(tmp_path, content)
    with pytest.raises(FeatureError, match=wish):
        vector_lines(path, path)


def test_words_in_a_line_of_a_clip_are_refused_when_it_is_read(tmp_path):
    path = file(tmp_path, "a 1 2\nb 3 x\n")
    with pytest.raises(FeatureError, match="at byte 6: could not convert string to float: 'x'"):
        vectors_at(path, vector_lines(path, path)["b"])
