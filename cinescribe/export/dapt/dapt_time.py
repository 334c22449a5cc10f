"""Time in TTML: what a time expression means, and when an element is active.

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

# Numbers longer than these are no times, and would overflow.
_CLOCK = re.compile(r"(\d{2,9}):([0-5]\d):([0-5]\d|60)(?:(\.\d{1,18})|:(\d{2,9})(?:\.(\d{1,9}))?)?")
_OFFSET = re.compile(r"(\d{1,18}(?:\.\d{1,18})?)(h|ms|m|s|f|t)")
_WHOLE = re.compile(r"0*[1-9]\d{0,8}")
_SECONDS = {"h": Fraction(3600), "m": Fraction(60), "s": Fraction(1), "ms": Fraction(1, 1000)}


@dataclass(frozen=True)
class Rates:
    """What frames and ticks of a document last.

    Args:
        frame_hz: frames a second, multiplier included; None when the document does not say.
        sub_frames: sub-frames a frame.
        tick_hz: ticks a second; None when the document does not say.
    """

    frame_hz: Fraction | None = None
    sub_frames: Fraction = Fraction(1)
    tick_hz: Fraction | None = None

    @classmethod
    def of(cls, root: Element) -> Self:
        """The rates that a document's root names.

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
class Active:
    """When an element is active: film seconds, half open; `end` is infinite where nothing ends it."""

    begin: Seconds = 0.0
    end: Seconds = float("inf")

    def of(self, element: Element, rates: Rates) -> Active:
        """When a child of the element active at this time is active itself.

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
        return Active(starts, max(starts, min(ends)))


def seconds(expression: str, rates: Rates) -> Seconds:
    """The seconds that a time expression means.

    Raises:
        SubtitleError: when it is none, or counts frames or ticks whose rate is not given.
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
            return float(count / _given(rates.tick_hz, expression, "ttp:tickRate"))
        if metric == "f":
            return float(count / _given(rates.frame_hz, expression, "ttp:frameRate"))
        return float(count * _SECONDS[metric])
    raise SubtitleError(f"{expression!r} came as a time; 'hh:mm:ss.sss', 'hh:mm:ss:ff' or '1.5s' is wanted")


def _frames(count: Fraction, expression: str, rates: Rates) -> Fraction:
    rate = _given(rates.frame_hz, expression, "ttp:frameRate")
    # The frame rate as counted, 30 for 29.97: a time code of 29 frames is good there.
    if count >= -(-rate // 1):
        raise SubtitleError(f"{expression!r} counts frame {float(count):g} where a second has {float(rate):g}")
    return count / rate


def _given(rate: Fraction | None, expression: str, name: str) -> Fraction:
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
        raise SubtitleError(f"ttp:{name} came as {value!r}; a positive whole number is wanted")
    return Fraction(int(value))


def _multiplier(root: Element) -> Fraction:
    value = root.get(f"{{{TTP}}}frameRateMultiplier", "1 1")
    parts = value.split()
    if len(parts) != 2 or not all(_WHOLE.fullmatch(part) for part in parts):
        raise SubtitleError(f"ttp:frameRateMultiplier came as {value!r}; two positive whole numbers are wanted")
    return Fraction(int(parts[0]), int(parts[1]))
