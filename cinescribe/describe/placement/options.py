"""The moments at which a draft may be spoken, or heard while the film waits, and what each is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from cinescribe.describe.placement.drafts import PlacementDraft
from cinescribe.describe.placement.wordings import Durations, Wording, rounded_up
from cinescribe.export.tracks.cue_time_limits import BREATH, LATEST
from cinescribe.schema import Gap
from cinescribe.timing import Seconds, Span

_TAIL = 0.2  # share of a cue that may be heard after the cut to the next scene
LATE = 0.5  # worth of what is heard in its scene after what it describes, to that of what is heard with it
BEYOND = -1.0  # the same of what is heard in another scene
HURRIED = 2.0  # less worth for each share by which the voice is faster than usual; as in the choice of sentences
SHORTER = 0.4  # less worth for the share of words that a wording leaves out: the action comes first, and stays
HELD = 0.5  # worth of a cue for which the film waits
INTERRUPTING = 0.25  # worth of one for which it waits in the middle of a speech

Quietest = Callable[[Span], Seconds | None]


@dataclass(frozen=True)
class Option:
    """One way for a draft to be heard.

    Args:
        wording: the words.
        span: when, on the film's clock.
        gain: what it is worth.
        rate: speed of the voice.
        pause: seconds for which the film waits at the end of `span`; 0 in a gap.
    """

    wording: Wording
    span: Span
    gain: float
    rate: float = 1.0
    pause: Seconds = 0.0

    @property
    def free_from(self) -> Seconds:
        """When the next cue may begin."""
        return self.span.end if self.pause else self.span.end + BREATH


def spoken_options(
    draft: PlacementDraft, gaps: Sequence[Gap], free_from: Seconds, durations: Durations
) -> Iterator[Option]:
    """Yield the ways to speak a draft in a gap, in each as early as it can be.

    None begins before what it describes, ends after the picture contradicts it, or is heard for more than `_TAIL` in
    another scene.

    Args:
        draft: the draft to place.
        gaps: where, in order.
        free_from: when the cue before it leaves room.
        durations: of the voice.
    """
    for gap in gaps:
        start = rounded_up(max(gap.span.start, draft.about.start, free_from))
        if start >= min(gap.span.end, draft.scene_end) or start > draft.about.end + LATEST:
            continue
        for wording in draft.wordings:
            for rate in wording.rates:
                span = Span(start, round(start + durations.expected(wording, rate), 3))
                if span.end <= min(gap.span.end, wording.until, latest_end(draft, span.duration)):
                    yield Option(wording, span, _gain(draft, wording, span, rate), rate)


def latest_end(draft: PlacementDraft, duration: Seconds) -> Seconds:
    """Return when a cue of some length must end, because the scene does."""
    return draft.scene_end + _TAIL * duration


def held_option(
    draft: PlacementDraft, spoken: Sequence[Span], free_from: Seconds, durations: Durations, quietest: Quietest
) -> Option | None:
    """Return the way to say a draft while the film waits; None where its picture is not seen without speech.

    The introduction of a new person may interrupt a speech.

    Args:
        draft: the draft to place.
        spoken: spans of speech and of manual cues.
        free_from: when the cue before it leaves room.
        durations: of the voice.
        quietest: gives the quietest moment of a span.
    """
    earliest = max(draft.about.start, free_from)
    latest = min(draft.until, draft.about.end + LATEST)
    at, worth = _silence(earliest, spoken), HELD
    if not _is_in_time(draft, at, latest):
        span = Span(earliest, max(earliest, min(latest, draft.about.end)))
        found = quietest(span) if draft.introduces else None
        if found is None or not _is_in_time(draft, found, latest):
            return None
        at, worth = found, INTERRUPTING
    wording = draft.wordings[0]
    fit = 1.0 if at < draft.about.end or at == draft.about.start else LATE
    return Option(wording, Span(at, at), draft.worth * worth * fit, pause=durations.measured(wording.text))


def _is_in_time(draft: PlacementDraft, at: Seconds, latest: Seconds) -> bool:
    return at <= latest and (at < draft.scene_end or at == draft.about.start)


def _gain(draft: PlacementDraft, wording: Wording, span: Span, rate: float) -> float:
    quality = 1 - SHORTER * (1 - wording.share) - HURRIED * (rate - 1)
    return draft.worth * quality * _fit(span, draft)


def _fit(span: Span, draft: PlacementDraft) -> float:
    """How well the picture fits while a cue is heard: 1 if it is what the cue describes all the time."""
    own = span.overlap(draft.about)
    beyond = max(span.end - draft.scene_end, 0.0)
    return (own + LATE * (span.duration - own - beyond) + BEYOND * beyond) / max(span.duration, 1e-3)


def _silence(earliest: Seconds, spoken: Sequence[Span]) -> Seconds:
    """The first moment from `earliest` on without speech."""
    ends = sorted(span.end for span in spoken if span.end > earliest)
    return next(at for at in (earliest, *ends) if not any(span.start < at < span.end for span in spoken))
