"""Streams and columns that a text names, such as `actions+clip[147:162]`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import FeatureError

_STREAM = re.compile(r"([a-z]+)(?:\[(\d{1,7}):(\d{0,7})\])?")
_SEPARATOR = "+"


@dataclass(frozen=True)
class StreamColumns:
    """Some columns of a stream.

    Args:
        stream: its name.
        start: the first column.
        stop: the first column behind them; None for all columns from `start`.
    """

    stream: str
    start: int = 0
    stop: int | None = None

    def range_in(self, width: int) -> range:
        """Return the columns in a stream of some width.

        Raises:
            FeatureError: when the stream has no such columns.
        """
        stop = width if self.stop is None else self.stop
        if not 0 <= self.start < stop <= width:
            end = "the end" if self.stop is None else self.stop
            raise FeatureError(
                f"columns {self.start} to {end} of {self.stream!r} are read, which has {width}; name others"
            )
        return range(self.start, stop)


def stream_columns(text: str) -> tuple[StreamColumns, ...]:
    """Return the streams and columns that a text names.

    Examples:
        >>> stream_columns("actions+clip[7604:]")
        (StreamColumns(stream='actions', start=0, stop=None), StreamColumns(stream='clip', start=7604, stop=None))

    Raises:
        FeatureError: when it names none.
    """
    found = []
    for part in text.split(_SEPARATOR):
        match = _STREAM.fullmatch(part.strip())
        if match is None:
            raise FeatureError(f"{text!r} names no streams; write such as actions, clip+actions or clip[147:162]")
        name, start, stop = match.groups()
        found.append(StreamColumns(name, int(start or 0), int(stop) if stop else None))
    return tuple(found)


def columns_of(text: str, widths: Mapping[str, int]) -> NDArray[np.intp]:
    """Return the columns that a text names in vectors that join streams of some widths, in the order of `widths`.

    Raises:
        FeatureError: when it names none, or a stream or columns that are not there.
    """
    starts = dict(zip(widths, np.cumsum([0, *widths.values()]).tolist(), strict=False))
    parts = []
    for one in stream_columns(text):
        if one.stream not in widths:
            raise FeatureError(f"{text!r} names the stream {one.stream!r}; choose from {', '.join(widths)}")
        parts.append(starts[one.stream] + np.array(one.range_in(widths[one.stream])))
    return np.concatenate(parts)
