"""A part of the described film's sound: only this part is decoded and spoken, at the levels of the whole."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from cinescribe.export.heard_cues import film_time, heard_cues, in_order
from cinescribe.export.holds import Hold, film_holds, with_joined_holds
from cinescribe.media.sound.ducking import ATTACK, RELEASE, SpokenCue
from cinescribe.media.sound.loudness import STEP
from cinescribe.media.sound.mix_excerpt import WholeMix, mix_excerpt
from cinescribe.media.sound.mix_levels import AS_THE_FILM, MixLevels
from cinescribe.media.sound.soundtrack import Pause, Soundtrack, with_pauses
from cinescribe.media.voice.voice import Spoken
from cinescribe.schema import Cue, Script
from cinescribe.timing import Seconds, Span

_SETTLED: Seconds = 0.5  # decoded before and after a part: decoders, filters and the limiter look around them

FilmSound = Callable[[Span], Soundtrack]  # the film's own sound in a span


@dataclass(frozen=True)
class HeardPart:
    """Some cues as they are heard, on a clock of the described film that waits only for them.

    Args:
        voices: the cues that are heard, with their sound, in order.
        waits: when the film waits for them.
        waited: seconds that the film has waited before the first of them, on the clock of the whole described film.
        length: of the described film on this clock.
    """

    voices: tuple[tuple[Cue, SpokenCue], ...]
    waits: tuple[Hold, ...]
    waited: Seconds
    length: Seconds

    def span_of(self, cue_id: str) -> Span | None:
        """Return when a cue is heard."""
        found = next((voice for cue, voice in self.voices if cue.id == cue_id), None)
        return None if found is None else Span(found.start, found.start + found.spoken.duration)


def heard_part(script: Script, near: Span, *, say: Callable[[Cue], Spoken], waited: Seconds) -> HeardPart:
    """Return the cues of a part of a script as they are heard.

    Args:
        script: the part, with the rate at which each cue is heard; also further cues, for which the film waits with
            those of the span.
        near: the span of the film in which cues are spoken.
        say: returns the sound of a cue.
        waited: seconds that the film has waited before the part.

    Raises:
        VoiceError: when a cue cannot be spoken.
    """
    joined = in_order(with_joined_holds(script))
    waits = film_holds(joined)
    voices = sorted(heard_cues(joined, waits), key=lambda pair: pair[1])
    spoken = [(cue, start) for cue, start in voices if cue.span.start <= near.end and cue.span.end >= near.start]
    narrations = tuple((cue, SpokenCue(start, say(cue))) for cue, start in spoken)
    return HeardPart(narrations, waits, waited, script.film.duration + sum(hold.seconds for hold in waits))


def described_sound(
    part: HeardPart, span: Span, *, film: FilmSound, whole: WholeMix, levels: MixLevels = AS_THE_FILM
) -> Soundtrack:
    """Return the described film's sound in a span of the part's clock.

    It equals the same stretch of the whole mix, up to the levels that are expected of it.

    Args:
        part: what is heard there.
        span: the stretch; what lies outside the described film is left out.
        film: returns the film's own sound.
        whole: levels of the whole mix.
        levels: ducking and loudness of the settings.

    Raises:
        FilmError: when the film cannot be read.
    """
    inside = span.within(Span(0.0, part.length)) or Span(0.0, 0.0)
    voices = [voice for _, voice in part.voices if _is_near(voice, inside)]
    starts = [voice.start for voice in voices]
    ends = [voice.start + voice.spoken.duration for voice in voices]
    decoded = _decoded(Span(min([inside.start, *starts]), max([inside.end, *ends])), part)
    track = _with_waits(decoded, part.waits, film)
    local = [SpokenCue(voice.start - decoded.start, voice.spoken) for voice in voices]
    mix = mix_excerpt(track, local, whole, levels=levels)
    first = round((inside.start - decoded.start) * mix.rate_hz)
    return Soundtrack(mix.samples[:, first : first + round(inside.duration * mix.rate_hz)], mix.rate_hz)


def _is_near(voice: SpokenCue, span: Span) -> bool:
    """Whether a voice, or the ducking around it, is heard in a span."""
    return voice.start - ATTACK < span.end and voice.start + voice.spoken.duration + RELEASE > span.start


def _decoded(span: Span, part: HeardPart) -> Span:
    """What is decoded for a span: it begins while the film runs."""
    start = _on_step(span.start - _SETTLED, part.waited)
    for begin, hold in reversed(_begins(part.waits)):
        if begin < start < begin + hold.seconds:
            start = _on_step(begin - _SETTLED, part.waited)
    return Span(start, min(part.length, span.end + _SETTLED))


def _on_step(time: Seconds, waited: Seconds) -> Seconds:
    """The last time at which a step of the whole film's loudness begins, so that each cue is ducked as there."""
    return max(0.0, math.floor((time + waited) / STEP) * STEP - waited)


def _with_waits(decoded: Span, waits: Sequence[Hold], film: FilmSound) -> Soundtrack:
    """The film's sound with its pauses, from the start of a span of the described film to its end or later."""
    start, end = film_time(decoded.start, waits), film_time(decoded.end, waits)
    track = film(Span(start, end))
    pauses = [
        Pause(hold.at - start, hold.seconds)
        for begin, hold in _begins(waits)
        if begin >= decoded.start and hold.at <= end
    ]
    return with_pauses(track, pauses) if pauses else track


def _begins(waits: Sequence[Hold]) -> list[tuple[Seconds, Hold]]:
    """Each hold with its begin on the clock of the described film."""
    waited = accumulate((hold.seconds for hold in waits), initial=0.0)
    return [(hold.at + before, hold) for hold, before in zip(waits, waited, strict=False)]
