"""Changes of bytes, for files of every format."""

from __future__ import annotations

from random import Random

from fuzz.mutations.tokens import ANY_MARKS

_EDGES = (0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 2**63 - 1, 2**64 - 1)
MOST = 200_000  # bytes of a repeated part


def flip_bits(rng: Random, data: bytes, _: bytes) -> bytes:
    """Flip one to eight bits."""
    changed = bytearray(data)
    for _n in range(rng.choice((1, 1, 2, 4, 8)) if data else 0):
        changed[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def set_number(rng: Random, data: bytes, _: bytes) -> bytes:
    """Put the largest, the smallest or another extreme whole number of 1 to 8 bytes somewhere."""
    width = rng.choice((1, 2, 4, 4, 8))
    number = rng.choice([edge for edge in _EDGES if edge < 1 << 8 * width])
    at = rng.randrange(max(len(data) - width, 0) + 1)
    return data[:at] + number.to_bytes(width, rng.choice(("little", "big"))) + data[at + width :]


def delete(rng: Random, data: bytes, _: bytes) -> bytes:
    """Leave out up to 100 bytes."""
    at = rng.randrange(len(data) + 1)
    return data[:at] + data[at + rng.choice((1, 2, 5, 20, 100)) :]


def truncate(rng: Random, data: bytes, _: bytes) -> bytes:
    """Cut off the end, or now and then the start."""
    at = rng.randrange(len(data) + 1)
    return data[:at] if rng.random() < 0.8 else data[at:]


def splice(rng: Random, data: bytes, other: bytes) -> bytes:
    """Put a part of another file into this one, or the end of the other behind the start of this one."""
    at, start = rng.randrange(len(data) + 1), rng.randrange(len(other) + 1)
    if rng.random() < 0.5:
        return data[:at] + other[start:]
    return data[:at] + other[start : start + rng.choice((5, 20, 100, 1000))] + data[at:]


def swap(rng: Random, data: bytes, _: bytes) -> bytes:
    """Exchange two parts that follow each other."""
    a, b, c = sorted(rng.randrange(len(data) + 1) for _n in range(3))
    return data[:a] + data[b:c] + data[a:b] + data[c:]


def repeat(rng: Random, data: bytes, _: bytes) -> bytes:
    """Repeat a part: a few times, or until it fills 20 or 200 kB, which finds readers slower than linear."""
    at = rng.randrange(len(data) + 1)
    part = data[at : at + rng.choice((1, 2, 4, 8, 16, 40, 100))]
    if not part:
        return data
    return data[:at] + part * times(rng, len(part)) + data[at:]


def times(rng: Random, size: int) -> int:
    """Return how often a part of a size is repeated: mostly a few times, seldom until it fills 20 or 200 kB."""
    few = rng.choice((1, 1, 1, 2, 2, 3, 8, 30, 100))
    return rng.choice((few, few, few, few, few, few, max(1, MOST // 10 // size), rng.choice((few, MOST // size))))


def insert_mark(rng: Random, data: bytes, _: bytes) -> bytes:
    """Insert a byte or character that is special somewhere."""
    at = rng.randrange(len(data) + 1)
    return data[:at] + rng.choice(ANY_MARKS) + data[at:]


BYTE_CHANGES = (flip_bits, set_number, delete, truncate, splice, swap, repeat, insert_mark)
