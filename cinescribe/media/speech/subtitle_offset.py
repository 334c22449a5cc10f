"""Puts subtitles that begin at the time code of a broadcast on the clock of the film.

Broadcasters begin programmes at 10:00:00:00 (EBU Tech 3264, time code of the start of the programme) or 01:00:00:00.
"""

from __future__ import annotations

from collections.abc import Sequence

from cinescribe.media.speech.subtitles import Subtitles
from cinescribe.timing import Seconds, Span, clock

_HOUR: Seconds = 3600.0
_LEAD: Seconds = 60.0  # before the programme, with leaders and identifications


def on_film_clock(subtitles: Subtitles, duration: Seconds, *, name: str) -> Subtitles:
    """Return subtitles on the clock of a film, with a remark if they were moved or lie beyond its end.

    They are moved by whole hours if some lie beyond the film's end and, with one offset, all lie inside.

    Args:
        subtitles: of a file.
        duration: of the film.
        name: of the file, for the remark.
    """
    spans = sorted([*(line.span for line in subtitles.speech), *subtitles.sounds])
    n_outside = sum(span.start >= duration for span in spans)
    if not n_outside:
        return subtitles
    offset = _offset(spans, duration)
    if offset is None:
        remark = (
            f"{name!r}: {n_outside} of {len(spans)} subtitles begin after the film's end at {clock(duration)}, "
            f"the last at {clock(spans[-1].start)}; no whole number of hours explains it: give those of this cut, or "
            "shift them"
        )
        return Subtitles(subtitles.speech, subtitles.sounds, (*subtitles.remarks, remark))
    hours = round(-offset / _HOUR)
    remark = (
        f"{name!r}: the subtitles begin at {clock(spans[0].start)}, the time code of a broadcast; all were moved "
        f"{hours} {'hour' if hours == 1 else 'hours'} earlier, where the film has them"
    )
    speech = tuple(
        line.replace(span=span) for line in subtitles.speech if (span := _moved(line.span, offset)) is not None
    )
    sounds = tuple(span for one in subtitles.sounds if (span := _moved(one, offset)) is not None)
    return Subtitles(speech, sounds, (*subtitles.remarks, remark))


def _offset(spans: Sequence[Span], duration: Seconds) -> Seconds | None:
    """The whole hours, negative, that put all spans into the film; None if none do."""
    hours = int(spans[0].start // _HOUR)
    for offset in (-hours * _HOUR, -(hours + 1) * _HOUR):  # a leader begins before the hour
        first, last = spans[0].shifted(offset), max(span.start for span in spans) + offset
        if offset and first.start >= -_LEAD and last < duration:
            return offset
    return None


def _moved(span: Span, offset: Seconds) -> Span | None:
    moved = span.shifted(offset)
    return Span(max(moved.start, 0.0), moved.end) if moved.end > 0 else None
