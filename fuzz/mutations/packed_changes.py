"""Changes inside packed files, after which lengths and checksums still agree: safetensors, zip, gzip, PNG."""

from __future__ import annotations

import gzip
import io
import struct
import zipfile
import zlib
from random import Random

from fuzz.mutations.byte_changes import BYTE_CHANGES
from fuzz.mutations.tree_changes import json_value

_SIGNATURE = 8  # bytes before the first chunk of a PNG
_SIDES = (0, 1, 2, 255, 4000, 20_000, 65_535, 65_536, 2**31 - 1, 2**31, 2**32 - 1)  # pixels
_DATE = (1980, 1, 1, 0, 0, 0)


def safetensors_header(rng: Random, data: bytes, other: bytes) -> bytes:
    """Change a value in the header of a safetensors file, and its length to fit."""
    length = int.from_bytes(data[:8], "little")
    header = json_value(rng, data[8 : 8 + length], other)
    header += b" " * (-len(header) % 8)
    return len(header).to_bytes(8, "little") + header + data[8 + length :]


def zip_member(rng: Random, data: bytes, other: bytes) -> bytes:
    """Change, leave out or rename a file in a zip file, such as one of `torch.save`."""
    packed = io.BytesIO()
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as opened:
            members = [(info.filename, opened.read(info)) for info in opened.infolist()]
        at = rng.randrange(len(members))
        name, content = members[at]
        members[at] = (name, rng.choice(BYTE_CHANGES)(rng, content, content))
        with zipfile.ZipFile(packed, "w") as opened:
            for name, content in members:
                opened.writestr(zipfile.ZipInfo(name, _DATE), content)
    except (zipfile.BadZipFile, ValueError, EOFError, NotImplementedError, RuntimeError, zlib.error):
        return data
    return packed.getvalue()


def gzip_content(rng: Random, data: bytes, other: bytes) -> bytes:
    """Change what is inside a gzip file, or pack a great many zeros."""
    try:
        content = gzip.decompress(data)
    except (OSError, EOFError, zlib.error):
        return data
    changed = bytes(20_000_000) if rng.random() < 0.003 else rng.choice(BYTE_CHANGES)(rng, content, content)
    return gzip.compress(changed, 1, mtime=0)


def png_size(rng: Random, data: bytes, _: bytes) -> bytes:
    """Give a PNG another width, height, depth or colour type, with the checksum that belongs to it."""
    if len(data) < _SIGNATURE + 21:
        return data
    width, height, *rest = struct.unpack(">IIBBBBB", data[_SIGNATURE + 8 : _SIGNATURE + 21])
    if rng.random() < 0.8:
        width, height = (rng.choice((side, rng.choice(_SIDES))) for side in (width, height))
    else:
        rest[rng.randrange(5)] = rng.randrange(20)
    chunk = b"IHDR" + struct.pack(">IIBBBBB", width, height, *rest)
    return data[: _SIGNATURE + 4] + chunk + zlib.crc32(chunk).to_bytes(4, "big") + data[_SIGNATURE + 25 :]
