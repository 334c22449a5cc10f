"""Time in TTML: values of time expressions, and active intervals of elements.

Source: TTML2 section 12.3.1 (time expressions), as DAPT narrows it: media time, parallel containers, no wall clock.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Self

from cinescribe.errors import SubtitleError
from cinescribe.export.dapt.dapt_xml import TTP, Element
from cinescribe.timing import Seconds

# Longer numbers are no times, and would overflow.
_CLOCK = re.compile(r"(\d{2,9}):([0-5]\d):([0-5]\d|60)(?:(\.\d{1,18})|:(\d{2,9})(?:\.(\d{1,9}))?)?")
_OFFSET = re.compile(r"(\d{1,18}(?:\.\d{1,18})?)(h|ms|m|s|f|t)")
_WHOLE = re.compile(r"0*[1-9]\d{0,8}")
_SECONDS = {"h": Fraction(3600), "m": Fraction(60), "s": Fraction(1), "ms": Fraction(1, 1000)}


@dataclass(frozen=True)
class Rates:
    """Frame and tick rates of a document.

    Args:
        frame_hz: frames per second, including the multiplier; None if the document does not give it.
        sub_frames: sub-frames per frame.
        tick_hz: ticks per second; None if the document does not give it.
    """

    frame_hz: Fraction | None = None
    sub_frames: Fraction = Fraction(1)
    tick_hz: Fraction | None = None

    @classmethod
    def of(cls, root: Element) -> Self:
        """Return the rates that a document's root gives.

        Raises:
            SubtitleError: when one of them is not a positive number.
        """
        frame = _whole(root, "frameRate")
        return cls(
            None if frame is None else frame * _multiplier(root),
            _whole(root, "subFrameRate") or Fraction(1),
            _whole(root, "tickRate"),
        )


@dataclass(frozen=True)
class ActiveInterval:
    """The active interval of an element in film seconds, half open; `end` is infinite if nothing ends it."""

    begin: Seconds = 0.0
    end: Seconds = float("inf")

    def child(self, element: Element, rates: Rates) -> ActiveInterval:
        """Return the active interval of a child of the element with this interval.

        Raises:
            SubtitleError: when a time expression cannot be read.
        """
        begin, end, dur = (_maybe(element.get(name), rates) for name in ("begin", "end", "dur"))
        starts = self.begin + (begin or 0.0)
        ends = [self.end]
        if end is not None:
            ends.append(self.begin + end)
        if dur is not None:
            ends.append(starts + dur)
        return ActiveInterval(starts, max(starts, min(ends)))


def seconds(expression: str, rates: Rates) -> Seconds:
    """Return a time expression in seconds.

    Raises:
        SubtitleError: when it is no time expression, or counts frames or ticks whose rate is not given.
    """
    if found := _CLOCK.fullmatch(expression):
        hours, minutes, whole, fraction, frames, sub = found.groups()
        time = 3600 * int(hours) + 60 * int(minutes) + int(whole) + Fraction(f"0{fraction}" if fraction else 0)
        if frames is not None:
            time += _frames(int(frames) + int(sub or 0) / rates.sub_frames, expression, rates)
        return float(time)
    if found := _OFFSET.fullmatch(expression):
        count, metric = Fraction(found[1]), found[2]
        if metric == "t":
            return float(count / _required(rates.tick_hz, expression, "ttp:tickRate"))
        if metric == "f":
            return float(count / _required(rates.frame_hz, expression, "ttp:frameRate"))
        return float(count * _SECONDS[metric])
    raise SubtitleError(f"invalid time {expression!r}; expected 'hh:mm:ss.sss', 'hh:mm:ss:ff' or '1.5s'")


def _frames(count: Fraction, expression: str, rates: Rates) -> Fraction:
    rate = _required(rates.frame_hz, expression, "ttp:frameRate")
    # The frame rate as counted: 30 for 29.97, where frame 29 is valid.
    if count >= -(-rate // 1):
        raise SubtitleError(f"{expression!r} counts frame {float(count):g} where a second has {float(rate):g}")
    return count / rate


def _required(rate: Fraction | None, expression: str, name: str) -> Fraction:
    if rate is None:
        raise SubtitleError(f"{expression!r} needs {name}, which <tt> does not give")
    return rate


def _maybe(expression: str | None, rates: Rates) -> Seconds | None:
    return None if expression is None else seconds(expression, rates)


def _whole(root: Element, name: str) -> Fraction | None:
    value = root.get(f"{{{TTP}}}{name}")
    if value is None:
        return None
    if not _WHOLE.fullmatch(value):
        raise SubtitleError(f"ttp:{name} is {value!r}; expected a positive whole number")
    return Fraction(int(value))


def _multiplier(root: Element) -> Fraction:
    value = root.get(f"{{{TTP}}}frameRateMultiplier", "1 1")
    parts = value.split()
    if len(parts) != 2 or not all(_WHOLE.fullmatch(part) for part in parts):
        raise SubtitleError(f"ttp:frameRateMultiplier is {value!r}; expected two positive whole numbers")
    return Fraction(int(parts[0]), int(parts[1]))
