"""Places captions in gaps: each becomes a cue that is spoken, dropped or extended.

Wordings are tried in this order: the caption itself; its shorter wordings; the shortest one up to a fifth faster; that
one with sentences dropped from its end, each logged as a dropped cue of its own; and, if allowed, an extended cue,
which the film waits. A cue is never cut mid-sentence, and nothing disappears silently.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count

from cinescribe.media.voice.voice import Voice
from cinescribe.schema import Caption, Clip, Cue, Gap, Speech
from cinescribe.timing import Seconds, Span

FASTEST = 1.2  # times the voice's normal speed
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
    hand_made: Sequence[Cue] = (),
    edited: Collection[str] = (),
) -> tuple[Cue, ...]:
    """Place `captions` in `gaps`; return all cues by time, dropped ones included.

    A cue never starts before what it describes, nor ends after the moment at which the picture contradicts it.

    Args:
        captions: what to say, in any order; an empty text makes no cue.
        clips: the clips that captions without a span of their own describe.
        gaps: where a cue may be spoken.
        voice: speaks each wording to measure its duration.
        speech: what an extended cue must not interrupt.
        extended: whether the film may wait for the voice where nothing fits.
        hand_made: cues that stay where they are, and are not returned; others are placed around them.
        edited: ids of cues whose draft is not heard, because somebody changed or removed them; they take no room.
    """
    heard = [cue for cue in hand_made if cue.status != "dropped"]
    spoken = [part.span for part in speech] + [cue.span for cue in heard]
    around = gaps_around(gaps, [cue.span for cue in heard])
    clip_spans = {clip.id: clip.span for clip in clips}
    drafts = [(_about(caption, clip_spans), caption) for caption in captions if caption.text]
    cues: list[Cue] = []
    free_from: Seconds = 0.0
    for about, caption in sorted(drafts, key=lambda draft: draft[0].start):
        begin = clip_spans[caption.clip].start if caption.span is None else about.start
        cue = _unplaced(caption, begin, taken={cue.id for cue in cues})
        is_heard = cue.id not in edited
        room = _free_spans(about, around, free_from) if is_heard else _free_spans(about, gaps, 0.0)
        fit = _fitted(caption, room, voice)
        hold = _hold_at(max(about.start, free_from), spoken) if extended else None
        if fit is not None:
            cues += _placed(cue, caption, fit)
            free_from = fit.span.end + BREATH if is_heard else free_from
        elif hold is not None and hold <= min(_last_moment(caption), about.end + LATE):
            cues.append(_extended(cue, hold, voice))
            free_from = cues[-1].span.end if is_heard else free_from
        else:
            cues.append(_dropped(cue, about.start, "no gap near its clip has room for a sentence"))
    return tuple(sorted(cues, key=lambda cue: cue.span.start))


def gaps_around(gaps: Sequence[Gap], taken: Sequence[Span]) -> list[Gap]:
    """Return the parts of gaps that keep a breath's distance from spans that are taken."""
    free = [gap.span for gap in gaps]
    for span in taken:
        start, end = span.start - BREATH, span.end + BREATH
        before = [Span(part.start, min(part.end, start)) for part in free if part.start < start]
        after = [Span(max(part.start, end), part.end) for part in free if part.end > end]
        free = sorted({*before, *after})
    return [Gap(span) for span in free]


def _about(caption: Caption, clip_spans: Mapping[str, Span]) -> Span:
    """The part of the film that the caption describes: its own span, or from its first evidence to its clip's end."""
    if caption.span is not None:
        return caption.span
    span = clip_spans[caption.clip]
    # Evidence for single words is optional, so it must not move a cue.
    measured = [evidence.time for evidence in caption.evidence if evidence.word is None]
    return Span(min(max(min(measured, default=span.start), span.start), span.end), span.end)


def _last_moment(caption: Caption) -> Seconds:
    """The moment by which the caption must have been spoken."""
    return max(caption.until, default=math.inf)


def _free_spans(about: Span, gaps: Sequence[Gap], free_from: Seconds) -> list[Span]:
    """The spans in which the cue may be spoken, in order."""
    starts = [_rounded_up(max(gap.span.start, about.start, free_from)) for gap in gaps]
    return [
        Span(start, gap.span.end)
        for start, gap in zip(starts, gaps, strict=True)
        if start < gap.span.end and start <= about.end + LATE
    ]


def _fitted(caption: Caption, spans: Sequence[Span], voice: Voice) -> _Fit | None:
    for text, rates, dropped, until in _ladder(caption):
        for span in spans:
            if span.start < until:
                fit = _spoken_in(Span(span.start, min(span.end, until)), text, rates, dropped, voice)
                if fit is not None:
                    return fit
    return None


def _ladder(caption: Caption) -> Iterator[tuple[str, tuple[float, ...], tuple[str, ...], Seconds]]:
    """Yield each wording to try, the highest rates allowed for it, the sentences it drops, and when it must end."""
    wordings = (caption.text, *caption.shorter)
    untils = caption.until or (math.inf,) * len(wordings)
    for text, until in zip(wordings, untils, strict=True):
        yield text, (1.0,), (), until
    kept = sentences(wordings[-1])
    for n in range(len(kept), 0, -1):
        yield " ".join(kept[:n]), (1.0, FASTEST), tuple(kept[n:]), untils[-1]


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


def _unplaced(caption: Caption, begin: Seconds, *, taken: Collection[str]) -> Cue:
    """The caption as a cue at the start of its clip, or of its own span.

    Its id is that moment in milliseconds: it stays when the film is described again with other names or other words.
    """
    name = f"c{round(begin * _PER_SECOND)}"
    name = next(each for each in chain([name], (f"{name}.{n}" for n in count(2))) if each not in taken)
    cue = Cue(Span(begin, begin), caption.text, caption.people, evidence=caption.evidence, by=caption.by, id=name)
    return cue.replace(
        notes=caption.notes, shorter=caption.shorter, why=caption.why, effect=caption.effect, trait=caption.trait
    )


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


def _hold_at(earliest: Seconds, speech: Sequence[Span]) -> Seconds:
    """The first moment from `earliest` on at which nobody is speaking."""
    ends = sorted(span.end for span in speech if span.end > earliest)
    return next(at for at in (earliest, *ends) if not any(span.start < at < span.end for span in speech))


def _extended(cue: Cue, at: Seconds, voice: Voice) -> Cue:
    reason = "no gap near its clip has room; the film waits"
    return cue.replace(span=Span(at, at), status="extended", pause=_duration(voice, cue.text, 1.0), reason=reason)
