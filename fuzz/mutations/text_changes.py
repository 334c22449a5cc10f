"""Changes of text: numbers, words, lines, marks of the format, nesting and encoding."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

from fuzz.mutations.byte_changes import MOST, times
from fuzz.mutations.tokens import ANY_MARKS, NESTS, NUMBERS, TEXTS

_NUMBER = re.compile(rb"-?\d+(?:\.\d+)?")
_WORD = re.compile(rb'"[^"\n]*"|\w+')
_CELL = re.compile(rb"[^,;\t\n]+")
_VALUE = re.compile(rb"(?<==)[^=\n]+")
_ENCODINGS = ("utf-16", "utf-32", "utf-16-le", "latin-1", "cp037", "utf-7")
_HEAD = 60_000  # bytes that are searched for something to change


def odd_number(rng: Random, data: bytes, _: bytes) -> bytes:
    """Replace a number."""
    return _replaced(rng, data, _NUMBER, rng.choice(NUMBERS))


def odd_word(rng: Random, data: bytes, _: bytes) -> bytes:
    """Replace a word or a quoted text."""
    return _replaced(rng, data, _WORD, odd_text(rng, quoted=rng.random() < 0.3))


def odd_cell(rng: Random, data: bytes, _: bytes) -> bytes:
    """Replace a cell of a table."""
    return _replaced(rng, data, _CELL, rng.choice((*NUMBERS, odd_text(rng), b'"', b'"' + b"x" * 140_000 + b'"')))


def odd_value(rng: Random, data: bytes, _: bytes) -> bytes:
    """Replace what follows an equals sign."""
    new = (*NUMBERS, odd_text(rng, quoted=True), b"[]", b"{}", b"[[1]]", b"true", b'["a"]', b"[" * 3000, b"{a=" * 900)
    return _replaced(rng, data, _VALUE, rng.choice(new))


def odd_text(rng: Random, *, quoted: bool = False) -> bytes:
    """Return a text that readers stumble over."""
    text = rng.choice(TEXTS).encode(errors="surrogatepass")
    return b'"' + text + b'"' if quoted else text


def lines(rng: Random, data: bytes, _: bytes) -> bytes:
    """Leave out, repeat, exchange or shuffle lines, or join all to one."""
    parts = data.split(b"\n")
    at, other = rng.randrange(len(parts)), rng.randrange(len(parts))
    kind = rng.randrange(5)
    if kind == 0:
        del parts[at]
    elif kind == 1:
        parts[at:at] = [parts[other]] * times(rng, len(parts[other]) + 1)
    elif kind == 2:
        parts[at], parts[other] = parts[other], parts[at]
    elif kind == 3:
        rng.shuffle(parts)
    return (b" " if kind == 4 else b"\n").join(parts)


def line_ends(rng: Random, data: bytes, _: bytes) -> bytes:
    """End lines in another way."""
    return data.replace(b"\n", rng.choice((b"\r\n", b"\r", b"\xc2\x85", b"\xe2\x80\xa8", b"\x0b", b"\n\n")))


def nest(rng: Random, data: bytes, _: bytes) -> bytes:
    """Insert deep nesting, closed or not."""
    opening, closing = rng.choice(NESTS)
    depth = min(rng.choice((10, 40, 70, 100, 300, 2_000, 20_000)), MOST // len(opening + closing))
    at = rng.randrange(len(data) + 1)
    return data[:at] + opening * depth + (closing * depth if rng.random() < 0.5 else b"") + data[at:]


def encode(rng: Random, data: bytes, _: bytes) -> bytes:
    """Encode a UTF-8 text otherwise, or begin it with the byte-order mark of another encoding."""
    if rng.random() < 0.3:
        return rng.choice((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")) + data
    return data.decode(errors="replace").encode(rng.choice(_ENCODINGS), errors="replace")


def mark(rng: Random, data: bytes, marks: Sequence[bytes]) -> bytes:
    """Insert a mark of the format, once or repeated until it fills up to 200 kB."""
    token = rng.choice(marks or ANY_MARKS)
    at = rng.randrange(len(data) + 1)
    return data[:at] + token * times(rng, len(token)) + data[at:]


def _replaced(rng: Random, data: bytes, pattern: re.Pattern[bytes], new: bytes) -> bytes:
    """Replace one match, or now and then each match."""
    found = list(pattern.finditer(data[:_HEAD]))
    if not found:
        return data
    if rng.random() < 0.03:
        fit = MOST // max(len(new), 1) + 1  # more would be cut off, and take the memory that a reader may take
        return pattern.sub(lambda _: new, data[:_HEAD], count=fit)[:MOST]
    one = rng.choice(found)
    return data[: one.start()] + new + data[one.end() :]


TEXT_CHANGES = (odd_number, odd_number, odd_word, odd_word, lines, line_ends, nest, encode)
