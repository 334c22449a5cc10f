import os
import struct
import tracemalloc
import zlib

import numpy as np
import PIL.Image
import pytest
from PIL import ExifTags

from cinescribe.errors import OutputError, RecordError
from cinescribe.media.film.image_files import picture_size, read_picture, write_picture

RAMP = np.stack(np.broadcast_arrays(np.arange(40)[:, None] * 5, np.arange(60)[None] * 4, 90), -1).astype(np.uint8)


def test_picture_is_read_back_as_written(tmp_path):
    write_picture(tmp_path / "new" / "a.png", RAMP)
    assert (read_picture(tmp_path / "new" / "a.png") == RAMP).all()
    write_picture(tmp_path / "a.jpg", RAMP)
    found = read_picture(tmp_path / "a.jpg")
    assert found.dtype == np.uint8
    assert np.abs(found.astype(int) - RAMP).mean() < 3
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.jpg", "new"]


def test_the_exif_orientation_is_applied(tmp_path):
    turned = PIL.Image.fromarray(RAMP)
    exif = turned.getexif()
    exif[0x0112] = 6  # to be turned by a quarter clockwise
    turned.save(tmp_path / "a.png", exif=exif)
    assert (read_picture(tmp_path / "a.png") == np.rot90(RAMP, -1)).all()


@pytest.mark.parametrize("mode", ["L", "RGBA", "P", "CMYK"])
def test_other_kinds_of_colour_become_red_green_and_blue(tmp_path, mode):
    PIL.Image.fromarray(RAMP).convert(mode).save(tmp_path / "a.tiff")
    assert read_picture(tmp_path / "a.tiff").shape == (40, 60, 3)


def test_a_missing_picture_is_named(tmp_path):
    with pytest.raises(RecordError, match=r"nothing.jpg' cannot be read \(No such file.*\)"):
        read_picture(tmp_path / "nothing.jpg")


@pytest.mark.parametrize("suffix", ["jpg", "png"])
def test_a_picture_cut_short_is_named(tmp_path, suffix):
    path = tmp_path / f"a.{suffix}"
    write_picture(path, np.random.default_rng(0).integers(0, 256, (64, 64, 3), np.uint8))
    path.write_bytes(path.read_bytes()[:1500])
    with pytest.raises(
        RecordError, match=rf"a.{suffix}' is not a picture, or a damaged one .*put an intact picture there"
    ):
        read_picture(path)


def test_text_file_is_not_a_picture(tmp_path):
    (tmp_path / "a.jpg").write_text("not at all")
    with pytest.raises(RecordError, match="is not a picture, or a damaged one"):
        read_picture(tmp_path / "a.jpg")


def test_a_picture_cannot_be_written_below_a_file(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match="cannot be written"):
        write_picture(tmp_path / "file" / "a.png", RAMP)


@pytest.mark.parametrize("orientation", [1, 3, 6, 8])
def test_the_size_of_a_picture_is_that_of_the_read_array(tmp_path, orientation):
    exif = PIL.Image.Exif()
    exif[ExifTags.Base.Orientation] = orientation
    PIL.Image.fromarray(np.zeros((8, 24, 3), np.uint8)).save(tmp_path / "a.jpg", exif=exif)
    height, width, _ = read_picture(tmp_path / "a.jpg").shape
    assert picture_size(tmp_path / "a.jpg") == (width, height)
    assert (width, height) == ((8, 24) if orientation > 4 else (24, 8))


def test_a_size_of_no_picture_is_refused(tmp_path):
    with pytest.raises(RecordError, match=r"'.*a.jpg' cannot be read \(No such file.*\)"):
        picture_size(tmp_path / "a.jpg")


@pytest.mark.parametrize("side", [9_000, 12_000, 20_000])
def test_oversized_picture_is_refused_before_decoding(tmp_path, side):
    small = np.zeros((1, 1), np.uint8)
    PIL.Image.fromarray(small).save(tmp_path / "a.png")
    whole = (tmp_path / "a.png").read_bytes()
    header = b"IHDR" + struct.pack(">II", side, side) + whole[24:29]
    (tmp_path / "a.png").write_bytes(whole[:12] + header + struct.pack(">I", zlib.crc32(header)) + whole[33:])
    for read in (read_picture, picture_size):
        with pytest.raises(RecordError, match=r"(?s)a.png' .*pixels"):
            read(tmp_path / "a.png")


def test_postscript_is_refused(tmp_path):
    PIL.Image.fromarray(RAMP).save(tmp_path / "a.eps")
    (tmp_path / "a.eps").rename(tmp_path / "a.png")
    with pytest.raises(RecordError, match="is not a picture, or a damaged one"):
        read_picture(tmp_path / "a.png")


def test_pipe_is_refused(tmp_path):
    os.mkfifo(tmp_path / "a.png")
    with pytest.raises(RecordError, match="is a pipe; name a regular file"):
        read_picture(tmp_path / "a.png")


def test_a_damaged_offset_in_a_tiff_is_named(tmp_path):
    path = tmp_path / "p.tiff"
    PIL.Image.new("RGB", (8, 8)).save(path)
    data = path.read_bytes()
    offset = data.index(struct.pack("<HHI", 273, 4, 1))  # the entry that says where the pixels are
    path.write_bytes(data[: offset + 2] + struct.pack("<H", 11) + data[offset + 4 :])  # now it is a float
    with pytest.raises(RecordError, match=r"p\.tiff' is not a picture, or a damaged one"):
        read_picture(path)


def test_no_more_is_read_than_the_file_has(tmp_path):
    path = tmp_path / "p.png"
    PIL.Image.new("RGB", (8, 8)).save(path)
    data = path.read_bytes()
    at = data.index(b"IDAT") - 4
    huge = (2**31 - 1).to_bytes(4, "big") + b"tEXt"
    path.write_bytes(data[:at] + huge + data[at:])
    tracemalloc.start()
    with pytest.raises(RecordError, match="is not a picture, or a damaged one"):
        read_picture(path)
    assert tracemalloc.get_traced_memory()[1] < 1 << 24
    tracemalloc.stop()
