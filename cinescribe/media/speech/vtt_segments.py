"""WebVTT that was joined from the segments of a stream (HLS): where each begins, and how its clock is shifted.

Each segment has a header. X-TIMESTAMP-MAP in it says which time of the pictures (MPEG-2, 90 kHz, 33 bits) a time of the
cues is: RFC 8216, 3.5. The clock of the first segment is that of the film.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress

from cinescribe.errors import RecordError
from cinescribe.timing import Seconds, from_clock

SIGNATURE = "WEBVTT"
_HEADER = re.compile(rf"\ufeff?{SIGNATURE}(?:[ \t].*)?")
_MAP = "X-TIMESTAMP-MAP="
_TICKS = 90_000  # a second
_WRAP = 1 << 33  # ticks after which MPEG-2 counts from 0 again


def segment_shifts(lines: Sequence[str]) -> dict[int, Seconds]:
    """Return by how much the cues of each segment are shifted, by the index of the line of its header.

    A segment without a readable map is not shifted.

    Args:
        lines: of a WebVTT file; the first is a header.
    """
    maps = {row: _map_below(lines, row) for row in range(len(lines)) if _is_header(lines, row)}
    first = maps.get(0)
    return {row: 0.0 if first is None or own is None else _shift(first, own) for row, own in maps.items()}


def _is_header(lines: Sequence[str], row: int) -> bool:
    """Whether a segment begins in a line; in the middle of a text, the signature is a word."""
    if not _HEADER.fullmatch(lines[row]):
        return False
    below = lines[row + 1] if row + 1 < len(lines) else ""
    return row == 0 or not lines[row - 1].strip() or below.startswith(_MAP)


def _map_below(lines: Sequence[str], header: int) -> tuple[int, Seconds] | None:
    """The ticks and the time of the cues that are the same moment; None if the header has none."""
    for line in lines[header + 1 : header + 4]:  # some writers put it below an empty line or other fields
        if line.startswith(_MAP):
            fields = dict(field.strip().partition(":")[::2] for field in line.removeprefix(_MAP).split(","))
            with suppress(KeyError, ValueError, RecordError):  # a map that cannot be read says nothing
                return int(fields["MPEGTS"]) % _WRAP, from_clock(fields["LOCAL"])
    return None


def _shift(first: tuple[int, Seconds], own: tuple[int, Seconds]) -> Seconds:
    ticks = (own[0] - first[0] + _WRAP // 2) % _WRAP - _WRAP // 2
    return ticks / _TICKS - (own[1] - first[1])
