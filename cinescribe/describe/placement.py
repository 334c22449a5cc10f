"""Where each caption is spoken: a cue in a gap, by the ladder of shorter, faster, dropped, extended.

The ladder, in order: the caption's own wording; its shorter wordings; the shortest one up to a fifth faster; the same
with sentences dropped from its end, each drop logged as a cue of its own; and, where the describer allows it, an
extended cue that holds the film. A cue is never cut mid-sentence and nothing disappears silently.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cinescribe.media.voice.voice import Voice
from cinescribe.schema import Caption, Clip, Cue, Gap, Speech
from cinescribe.timing import Seconds, Span

FASTEST = 1.2  # of the voice's normal speed
EARLY: Seconds = 1.0  # a cue may begin this long before what it is about
LATE: Seconds = 4.0  # ... and this long after its clip is over
BREATH: Seconds = 0.4  # silence between two cues in one gap
_PER_SECOND = 1000  # cues stand on whole milliseconds, since that is what files carry
_SENTENCE = re.compile(r"(?<=[.!?])\s+")


@dataclass(frozen=True)
class _Fit:
    text: str
    span: Span
    rate: float
    dropped: tuple[str, ...]


def sentences(text: str) -> list[str]:
    """The whole sentences of a caption, in order."""
    return [part for part in _SENTENCE.split(text.strip()) if part]


def place(
    captions: Sequence[Caption],
    clips: Sequence[Clip],
    gaps: Sequence[Gap],
    *,
    voice: Voice,
    speech: Sequence[Speech] = (),
    extended: bool = False,
) -> tuple[Cue, ...]:
    """The cues that tell `captions` in `gaps`, dropped ones included, by time.

    Args:
        captions: one a clip, in film order; an empty text makes no cue.
        clips: the clips, in film order.
        gaps: where there is room to speak.
        voice: speaks each wording to learn how long it takes.
        speech: what an extended cue must not interrupt.
        extended: whether the film may wait for the voice where nothing fits.
    """
    spoken = [part.span for part in speech]
    cues: list[Cue] = []
    free_from: Seconds = 0.0
    for caption, clip in zip(captions, clips, strict=True):
        if not caption.text:
            continue
        about = _about(caption, clip)
        fit = _fitted(caption, _rooms(about, gaps, free_from), voice)
        if fit is not None:
            cues += _told(caption, fit)
            free_from = fit.span.end + BREATH
        elif extended:
            cue = _extended(caption, _hold_at(about.start, spoken, free_from), voice)
            cues.append(cue)
            free_from = cue.span.end
        else:
            cues.append(_dropped(caption, about.start, caption.text, "no gap near its clip has room for a sentence"))
    return tuple(sorted(cues, key=lambda cue: cue.span.start))


def _about(caption: Caption, clip: Clip) -> Span:
    """What the caption is about: its clip, from the first thing that was measured for it."""
    # What led to single words is looked into on request alone, and that must not move a cue.
    measured = [evidence.time for evidence in caption.evidence if evidence.word is None]
    first = min(measured, default=clip.span.start)
    return Span(min(max(first, clip.span.start), clip.span.end), clip.span.end)


def _rooms(about: Span, gaps: Sequence[Gap], free_from: Seconds) -> list[Span]:
    """Free stretches that may hold the cue, the one in which it can begin closest to what it is about first."""
    rooms = []
    for gap in gaps:
        start = max(gap.span.start, about.start - EARLY, free_from)
        if gap.span.has(about.start):
            start = max(start, about.start)
        start = _rounded_up(start)
        if start < gap.span.end and start <= about.end + LATE:
            rooms.append(Span(start, gap.span.end))
    return sorted(rooms, key=lambda room: abs(room.start - about.start))


def _fitted(caption: Caption, rooms: Sequence[Span], voice: Voice) -> _Fit | None:
    for text, rates, dropped in _ladder(caption):
        for room in rooms:
            fit = _spoken_in(room, text, rates, dropped, voice)
            if fit is not None:
                return fit
    return None


def _ladder(caption: Caption) -> Iterator[tuple[str, tuple[float, ...], tuple[str, ...]]]:
    """Each rung: wording, the fastest rate allowed on it, and the sentences given up."""
    wordings = (caption.text, *caption.shorter)
    for text in wordings:
        yield text, (1.0,), ()
    kept = sentences(wordings[-1])
    for n in range(len(kept), 0, -1):
        yield " ".join(kept[:n]), (1.0, FASTEST), tuple(kept[n:])


def _spoken_in(room: Span, text: str, rates: tuple[float, ...], dropped: tuple[str, ...], voice: Voice) -> _Fit | None:
    for limit in rates:
        rate = 1.0 if limit == 1.0 else _rate_for(room.duration, text, limit, voice)
        if rate is None:
            continue
        end = round(room.start + _duration(voice, text, rate), 3)
        if end <= room.end:
            return _Fit(text, Span(room.start, end), rate, dropped)
    return None


def _rate_for(room: Seconds, text: str, limit: float, voice: Voice) -> float | None:
    """The slowest rate, in steps of a twentieth, that fits `room`; None when even `limit` does not."""
    steps = [1.0 + 0.05 * n for n in range(1, round((limit - 1.0) / 0.05) + 1)]
    return next((round(rate, 2) for rate in steps if _duration(voice, text, rate) <= room), None)


def _duration(voice: Voice, text: str, rate: float) -> Seconds:
    return _rounded_up(voice.say(text, rate=rate).duration)


def _rounded_up(time: Seconds) -> Seconds:
    return math.ceil(time * _PER_SECOND) / _PER_SECOND


def _told(caption: Caption, fit: _Fit) -> list[Cue]:
    reasons = []
    if fit.text != caption.text:
        reasons.append("said shorter to fit the gap" if not fit.dropped else "only what the gap has room for")
    if fit.rate > 1.0:
        reasons.append(f"said {fit.rate:.0%} as fast to fit the gap")
    cue = Cue(
        fit.span,
        fit.text,
        people=caption.people,
        evidence=caption.evidence,
        by=caption.by,
        rate=fit.rate,
        reason="; ".join(reasons) or None,
    )
    return [
        cue,
        *(_dropped(caption, fit.span.end, text, "the gap has no room for this sentence") for text in fit.dropped),
    ]


def _dropped(caption: Caption, at: Seconds, text: str, reason: str) -> Cue:
    return Cue(
        Span(at, at),
        text,
        people=caption.people,
        evidence=caption.evidence,
        status="dropped",
        by=caption.by,
        reason=reason,
    )


def _hold_at(about: Seconds, speech: Sequence[Span], free_from: Seconds) -> Seconds:
    """The moment nearest to what the cue is about at which nobody is in the middle of a speech."""
    moments = [about, *(edge for span in speech for edge in (span.start, span.end))]
    quiet = [at for at in moments if at >= free_from and not any(span.start < at < span.end for span in speech)]
    return min(quiet, key=lambda at: abs(at - about), default=free_from)


def _extended(caption: Caption, at: Seconds, voice: Voice) -> Cue:
    return Cue(
        Span(at, at),
        caption.text,
        people=caption.people,
        evidence=caption.evidence,
        status="extended",
        by=caption.by,
        pause=_duration(voice, caption.text, 1.0),
        reason="no gap near its clip has room; the film waits",
    )
