import gzip
import os
import socket
import tracemalloc
from pathlib import Path

import pytest

from cinescribe.errors import RecordError
from cinescribe.input_files import decoded, digest, numbered_lines, open_input, read_bytes, read_text


def test_text_is_read_without_byte_order_mark_and_with_line_feeds(tmp_path):
    (tmp_path / "a.txt").write_bytes("\ufeffeins\r\nzwei\rdrei\n".encode())
    assert read_text(tmp_path / "a.txt") == "eins\nzwei\ndrei\n"


def test_gzipped_text_is_unpacked_under_any_name(tmp_path):
    (tmp_path / "a.txt").write_bytes(gzip.compress(b"one\n") + gzip.compress(b"two\n"))
    assert read_text(tmp_path / "a.txt") == "one\ntwo\n"


def test_a_damaged_gzip_file_is_refused(tmp_path):
    (tmp_path / "a.gz").write_bytes(gzip.compress(b"one\n" * 100)[:-12])
    with pytest.raises(RecordError, match="no whole gzip file"):
        read_text(tmp_path / "a.gz")


@pytest.mark.parametrize("read", [read_bytes, digest])
def test_a_pipe_is_refused_without_waiting_for_a_writer(tmp_path, read):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(RecordError, match="is a pipe; name a regular file"):
        read(tmp_path / "pipe")


def test_folders_devices_and_sockets_are_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # the path of a socket has at most 107 bytes
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("socket")
        with pytest.raises(RecordError, match="cannot be read"):
            read_bytes(tmp_path / "socket")
    with pytest.raises(RecordError, match="is a device; name a regular file"):
        read_bytes(Path("/dev/zero"))
    with pytest.raises(RecordError, match=r"cannot be read .Is a directory."):
        read_bytes(tmp_path)


@pytest.mark.parametrize("name", ["missing", "n" * 300, "a\0b"])
def test_a_file_that_is_not_there_is_named(tmp_path, name):
    with pytest.raises(RecordError, match="name an existing file"), open_input(tmp_path / name):
        pass


def test_a_file_over_the_ceiling_is_refused(tmp_path):
    (tmp_path / "a.txt").write_bytes(b"a" * 11)
    assert read_bytes(tmp_path / "a.txt", max_bytes=11) == b"a" * 11
    with pytest.raises(RecordError, match="more than the 10 bytes that such a file may have"):
        read_bytes(tmp_path / "a.txt", max_bytes=10)


def test_a_gzip_bomb_is_unpacked_only_up_to_the_ceiling(tmp_path):
    (tmp_path / "a.gz").write_bytes(gzip.compress(b"a" * 10_000_000))
    with pytest.raises(RecordError, match="more than the 100,000 bytes"):
        read_bytes(tmp_path / "a.gz", max_bytes=100_000)


def test_bytes_that_are_not_utf8_are_refused(tmp_path):
    with pytest.raises(RecordError, match=r"not UTF-8 text .byte 2."):
        decoded(b"ab\xff", tmp_path / "a.txt")


def test_only_a_line_feed_ends_a_line():
    assert list(numbered_lines("a\u2028b\n\n c")) == [(1, "a\u2028b"), (3, " c")]


def test_memory_follows_the_size_of_a_gzip_file_not_the_limit(tmp_path):
    (tmp_path / "a.gz").write_bytes(gzip.compress(b"one\n"))
    tracemalloc.start()
    try:
        assert read_bytes(tmp_path / "a.gz", max_bytes=1 << 30) == b"one\n"
        assert tracemalloc.get_traced_memory()[1] < 1 << 23
    finally:
        tracemalloc.stop()
