"""Where the narrator speaks in a described sound track, by comparison with the film's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from cinescribe.corpus.narration.narration_segments import decided
from cinescribe.errors import CorpusError
from cinescribe.media.described.residual import band_powers, loudness, transfer, usual_gain
from cinescribe.media.described.residual_voice import steady_gain, write_voice
from cinescribe.media.described.sound_alignment import SoundAlignment, aligned_film, sound_alignment
from cinescribe.media.film.probe import probe
from cinescribe.media.sound.mono import MonoTrack, mono_track
from cinescribe.progress import Progress
from cinescribe.record import Record
from cinescribe.timing import Seconds, Span

RATE_HZ = 16_000

_LEAST_SHARE = 0.25  # of the windows on a common line; a wrong pair has hardly any, a right one most
_SHORTEST: Seconds = 5.0  # below which a common line through windows of 2 s says nothing
_SILENT = 1e-4  # peak below which a track is silent


@dataclass(frozen=True)
class Jump(Record):
    """A place at which the two tracks are of different cuts of the film.

    Args:
        at: second of the described track.
        inserted: seconds that the described track has there and the film has not.
        missing: seconds of the film that it leaves out.
    """

    at: Seconds
    inserted: Seconds = 0.0
    missing: Seconds = 0.0


@dataclass(frozen=True)
class Alignment(Record):
    """How a described track stands to its film's own: up to the first jump, `described = offset + (1 + drift) * film`.

    Args:
        offset: second of the described track at which the film starts.
        drift: how much longer a second of the film lasts there; .001 is one second in a thousand.
        gain: how loud the film is there where nobody narrates, as a factor.
        correlation: of the levels of both tracks, where the film was found.
        matched: share of 2 s windows that agree on offset and drift to a millisecond.
        jumps: where the described track is of another cut.
    """

    offset: Seconds
    drift: float
    gain: float
    correlation: float
    matched: float
    jumps: tuple[Jump, ...] = ()

    def film_time(self, time: Seconds) -> Seconds:
        """The film's second at a second of the described track; in what is inserted, the second before it."""
        later = self.offset
        for jump in self.jumps:
            if time >= jump.at:
                later += min(jump.inserted, time - jump.at)
            if time >= jump.at + jump.inserted:
                later -= jump.missing * (1 + self.drift)
        return (time - later) / (1 + self.drift)


@dataclass(frozen=True)
class NarrationSegment(Record):
    """A stretch of narration on the described track's clock, and how sure it is, 0 to 1."""

    span: Span
    confidence: float


@dataclass(frozen=True)
class DescriptionAudio(Record):
    """Where a narrator speaks, and how the described track stands to the film's own."""

    alignment: Alignment
    segments: tuple[NarrationSegment, ...] = ()


def segment_ad(
    original: Path,
    described: Path,
    *,
    narrator: Path | None = None,
    centre: bool = False,
    progress: Progress | None = None,
) -> DescriptionAudio:
    """Where the narrator speaks in a described sound track.

    Args:
        original: the film with its own sound, in any container.
        described: the same film with description, or its sound alone.
        narrator: a WAV file to write: the narrator's voice alone, on the described track's clock.
        centre: compare only what stands in the middle of stereo sound, as voices do (M-VAD, Torabi et al. 2015).
        progress: told a stage and the share of it that is done.

    Raises:
        FilmError: when a file has no sound track or cannot be read.
        CorpusError: when a track is silent, or the two are not of one film.
        OutputError: when the temporary folder has no room, or the WAV file cannot be written.
    """
    film_sound = _sound(original, "original", centre=centre, progress=progress)
    described_sound = _sound(described, "described", centre=centre, progress=progress)
    found = sound_alignment(film_sound, described_sound)
    _check(found, original, described)
    film = aligned_film(film_sound, found)
    factor = transfer(film, described_sound)
    powers = band_powers(
        film, described_sound, factor, progress=_telling(progress, "narration", described_sound.duration)
    )
    decision = decided(powers, within=_shared(found, film_sound.duration))
    if narrator is not None:
        spans = [one.span for one in decision.narration]
        write_voice(narrator, film, described_sound, factor=factor, gain=steady_gain(powers), spans=spans)
    segments = tuple(NarrationSegment(one.span, one.confidence) for one in decision.narration)
    return DescriptionAudio(
        _alignment(found, decision.other, gain=loudness(factor) * usual_gain(powers.gain())), segments
    )


def _shared(found: SoundAlignment, film_duration: Seconds) -> list[Span]:
    """The stretches of the described track that have the film's sound beside them."""
    spans = []
    for piece in found.pieces:
        film = Span(piece.offset, piece.offset + film_duration * found.speed)
        if (inside := piece.span.within(film)) is not None:
            spans.append(inside)
    return spans


def _alignment(found: SoundAlignment, other: Sequence[Span], *, gain: float) -> Alignment:
    jumps = [Jump(span.start, span.duration, span.duration / found.speed) for span in other]
    for before, after in pairwise(found.pieces):
        inserted = after.span.start - before.span.end
        missing = inserted - (after.offset - before.offset)
        jumps.append(Jump(before.span.end, inserted, max(missing, 0.0) / found.speed))
    first = found.pieces[0]
    return Alignment(first.offset, found.speed - 1, gain, found.likeness, found.share, tuple(sorted(jumps, key=_at)))


def _at(jump: Jump) -> Seconds:
    return jump.at


def _sound(path: Path, stage: str, *, centre: bool, progress: Progress | None) -> MonoTrack:
    film = probe(path)
    track = mono_track(film, rate_hz=RATE_HZ, centre=centre, progress=_telling(progress, stage, film.duration))
    if track.peak < _SILENT:
        raise CorpusError(f"the sound track of {str(path)!r} is silent; name the file that has the {stage} sound")
    if track.duration < _SHORTEST:
        raise CorpusError(
            f"the sound track of {str(path)!r} lasts {track.duration:.2f} s; at least {_SHORTEST:.0f} s are wanted to "
            f"compare; name the file that has the {stage} sound"
        )
    return track


def _telling(progress: Progress | None, stage: str, duration: Seconds) -> Callable[[Seconds], None] | None:
    """Seconds told as the share of a stage that is done."""
    return None if progress is None else lambda reached: progress(stage, reached / duration)


def _check(found: SoundAlignment, original: Path, described: Path) -> None:
    if found.share < _LEAST_SHARE:
        raise CorpusError(
            f"the sound of {str(original)!r} is not found in {str(described)!r}: best correlation "
            f"{found.likeness:.2f} at offset {found.pieces[0].offset:.2f} s, but only {found.share:.0%} of the windows "
            "agree on it; name the original and the described track of one film, in the same cut"
        )
