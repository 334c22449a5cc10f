"""Places captions in gaps: each becomes a cue that is spoken, dropped or extended.

Wordings are tried in this order: the caption itself; its shorter wordings; the shortest one up to a fifth faster; that
one with sentences dropped from its end, each logged as a dropped cue of its own; and, if allowed, an extended cue,
which the film waits. A cue is never cut mid-sentence, and nothing disappears silently.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cinescribe.media.voice.voice import Voice
from cinescribe.schema import Caption, Clip, Cue, Gap, Speech
from cinescribe.timing import Seconds, Span

FASTEST = 1.2  # times the voice's normal speed
EARLY: Seconds = 1.0  # a cue may start this long before what it describes
LATE: Seconds = 4.0  # a cue may start this long after the end of its clip
BREATH: Seconds = 0.4  # silence between two cues in one gap
_PER_SECOND = 1000  # cue times are whole milliseconds, the resolution of the export formats
_SENTENCE = re.compile(r"(?<=[.!?])\s+")


@dataclass(frozen=True)
class _Fit:
    """A wording that fits a gap.

    Args:
        text: what is spoken.
        span: when.
        rate: of the voice.
        dropped: the sentences left out.
    """

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
    """Place `captions` in `gaps`; return all cues by time, dropped ones included.

    Args:
        captions: one per clip, in film order; an empty text makes no cue.
        clips: the clips, in film order. The start of its clip gives a cue its id.
        gaps: where a cue may be spoken.
        voice: speaks each wording to measure its duration.
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
        cue = _unplaced(caption, clip)
        fit = _fitted(caption, _free_spans(about, gaps, free_from), voice)
        if fit is not None:
            cues += _placed(cue, caption, fit)
            free_from = fit.span.end + BREATH
        elif extended:
            cues.append(_extended(cue, _hold_at(about.start, spoken, free_from), voice))
            free_from = cues[-1].span.end
        else:
            cues.append(_dropped(cue, about.start, "no gap near its clip has room for a sentence"))
    return tuple(sorted(cues, key=lambda cue: cue.span.start))


def _about(caption: Caption, clip: Clip) -> Span:
    """The part of the clip that the caption describes: from its first evidence to the end."""
    # Evidence for single words is optional, so it must not move a cue.
    measured = [evidence.time for evidence in caption.evidence if evidence.word is None]
    first = min(measured, default=clip.span.start)
    return Span(min(max(first, clip.span.start), clip.span.end), clip.span.end)


def _free_spans(about: Span, gaps: Sequence[Gap], free_from: Seconds) -> list[Span]:
    """The spans in which the cue may be spoken, the one that starts closest to `about` first."""
    spans = []
    for gap in gaps:
        start = max(gap.span.start, about.start - EARLY, free_from)
        if gap.span.has(about.start):
            start = max(start, about.start)
        start = _rounded_up(start)
        if start < gap.span.end and start <= about.end + LATE:
            spans.append(Span(start, gap.span.end))
    return sorted(spans, key=lambda span: abs(span.start - about.start))


def _fitted(caption: Caption, spans: Sequence[Span], voice: Voice) -> _Fit | None:
    for text, rates, dropped in _ladder(caption):
        for span in spans:
            fit = _spoken_in(span, text, rates, dropped, voice)
            if fit is not None:
                return fit
    return None


def _ladder(caption: Caption) -> Iterator[tuple[str, tuple[float, ...], tuple[str, ...]]]:
    """Yield each wording to try, the highest rates allowed for it, and the sentences it drops."""
    wordings = (caption.text, *caption.shorter)
    for text in wordings:
        yield text, (1.0,), ()
    kept = sentences(wordings[-1])
    for n in range(len(kept), 0, -1):
        yield " ".join(kept[:n]), (1.0, FASTEST), tuple(kept[n:])


def _spoken_in(free: Span, text: str, rates: tuple[float, ...], dropped: tuple[str, ...], voice: Voice) -> _Fit | None:
    for limit in rates:
        rate = 1.0 if limit == 1.0 else _rate_for(free.duration, text, limit, voice)
        if rate is None:
            continue
        end = round(free.start + _duration(voice, text, rate), 3)
        if end <= free.end:
            return _Fit(text, Span(free.start, end), rate, dropped)
    return None


def _rate_for(longest: Seconds, text: str, limit: float, voice: Voice) -> float | None:
    """The slowest rate, in steps of a twentieth, that fits `longest`; None when even `limit` is too slow."""
    steps = [1.0 + 0.05 * n for n in range(1, round((limit - 1.0) / 0.05) + 1)]
    return next((round(rate, 2) for rate in steps if _duration(voice, text, rate) <= longest), None)


def _duration(voice: Voice, text: str, rate: float) -> Seconds:
    return _rounded_up(voice.say(text, rate=rate).duration)


def _rounded_up(time: Seconds) -> Seconds:
    return math.ceil(time * _PER_SECOND) / _PER_SECOND


def _unplaced(caption: Caption, clip: Clip) -> Cue:
    """The caption as a cue at the start of its clip.

    Its id is that moment in milliseconds: it stays when the film is described again with other names or other words.
    """
    at = clip.span.start
    name = f"c{round(at * _PER_SECOND)}"
    return Cue(Span(at, at), caption.text, caption.people, evidence=caption.evidence, by=caption.by, id=name)


def _placed(cue: Cue, caption: Caption, fit: _Fit) -> list[Cue]:
    reasons = []
    if fit.text != caption.text:
        reasons.append("said shorter to fit the gap" if not fit.dropped else "only what the gap has room for")
    if fit.rate > 1.0:
        reasons.append(f"said {fit.rate:.0%} as fast to fit the gap")
    spoken = cue.replace(span=fit.span, text=fit.text, rate=fit.rate, reason="; ".join(reasons) or None)
    rest = [cue.replace(text=text, id=f"{cue.id}-{n}") for n, text in enumerate(fit.dropped, 2)]
    return [spoken, *(_dropped(each, fit.span.end, "the gap has no room for this sentence") for each in rest)]


def _dropped(cue: Cue, at: Seconds, reason: str) -> Cue:
    return cue.replace(span=Span(at, at), status="dropped", reason=reason)


def _hold_at(about: Seconds, speech: Sequence[Span], free_from: Seconds) -> Seconds:
    """The moment nearest to `about` at which nobody is speaking."""
    moments = [about, *(edge for span in speech for edge in (span.start, span.end))]
    quiet = [at for at in moments if at >= free_from and not any(span.start < at < span.end for span in speech)]
    return min(quiet, key=lambda at: abs(at - about), default=free_from)


def _extended(cue: Cue, at: Seconds, voice: Voice) -> Cue:
    reason = "no gap near its clip has room; the film waits"
    return cue.replace(span=Span(at, at), status="extended", pause=_duration(voice, cue.text, 1.0), reason=reason)
