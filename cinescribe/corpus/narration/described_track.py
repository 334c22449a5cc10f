"""Finds the narration in a described sound track by comparing it with the film's own sound."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from cinescribe.corpus.narration.narration_segments import NarrationSegment, detect_narration
from cinescribe.errors import CorpusError
from cinescribe.media.described.residual import band_powers, transfer_function, transfer_gain, unducked_gain
from cinescribe.media.described.residual_voice import steady_gain, write_voice
from cinescribe.media.described.sound_alignment import SoundAlignment, aligned_film, sound_alignment
from cinescribe.media.film.probe import probe
from cinescribe.media.sound.mono import MonoTrack, mono_track
from cinescribe.progress import Progress
from cinescribe.record import Record
from cinescribe.timing import Seconds, Span

RATE_HZ = 16_000

_MIN_SHARE = 0.25  # of windows that agree on the alignment; a wrong pair has hardly any, a right one most
_MIN_DURATION: Seconds = 5.0  # shorter tracks have too few windows of 2 s to be aligned
_MIN_PEAK = 1e-4  # below it a track is silent


@dataclass(frozen=True)
class Jump(Record):
    """A point where the two tracks belong to different cuts of the film.

    Args:
        at: time on the described track's clock.
        inserted: seconds that only the described track has there.
        missing: seconds of the film that the described track lacks.
    """

    at: Seconds
    inserted: Seconds = 0.0
    missing: Seconds = 0.0


@dataclass(frozen=True)
class Alignment(Record):
    """Alignment of a described track with its film: up to the first jump `described = offset + (1 + drift) * film`.

    Args:
        offset: time of the film's start on the described track's clock.
        drift: relative extra length of the described track; .001 is one second in a thousand.
        gain: factor of the film's loudness in the described track, outside narration.
        correlation: correlation of the levels of both tracks.
        matched: share of 2 s windows that agree on offset and drift to a millisecond.
        jumps: where the described track has another cut.
    """

    offset: Seconds
    drift: float
    gain: float
    correlation: float
    matched: float
    jumps: tuple[Jump, ...] = ()

    def film_time(self, time: Seconds) -> Seconds:
        """Convert a time of the described track to the film's clock, which stops within insertions."""
        delay = self.offset
        for jump in self.jumps:
            if time >= jump.at:
                delay += min(jump.inserted, time - jump.at)
            if time >= jump.at + jump.inserted:
                delay -= jump.missing * (1 + self.drift)
        return (time - delay) / (1 + self.drift)


@dataclass(frozen=True)
class DescriptionAudio(Record):
    """The segments of narration in a described track, and its alignment with the film."""

    alignment: Alignment
    segments: tuple[NarrationSegment, ...] = ()


def segment_ad(
    original: str | Path,
    described: str | Path,
    *,
    narrator: str | Path | None = None,
    centre: bool = False,
    progress: Progress | None = None,
) -> DescriptionAudio:
    """Find the narration in a described sound track.

    Args:
        original: film with its own sound, in any container.
        described: the same film with audio description, or only that sound.
        narrator: WAV file to write with only the narrator's voice, on the described track's clock.
        centre: whether to compare only the centre of stereo sound, where voices are (M-VAD, Torabi et al. 2015).
        progress: called with a stage and the share of it that is done.

    Returns:
        The segments of narration on the described track's clock, and the alignment of the two tracks.

    Raises:
        FilmError: if a file has no sound track or cannot be read.
        CorpusError: if a track is silent or too short, or the two belong to different films.
        OutputError: if the temporary folder is full, or the WAV file cannot be written.
    """
    original, described = Path(original), Path(described)
    narrator = None if narrator is None else Path(narrator)
    film_sound = _sound(original, "original", centre=centre, progress=progress)
    described_sound = _sound(described, "described", centre=centre, progress=progress)
    found = sound_alignment(film_sound, described_sound)
    _check(found, original, described)
    film = aligned_film(film_sound, found)
    factor = transfer_function(film, described_sound)
    powers = band_powers(
        film, described_sound, factor, progress=_stage_progress(progress, "narration", described_sound.duration)
    )
    detected = detect_narration(powers, within=_common_spans(found, film_sound.duration))
    if narrator is not None:
        spans = [one.span for one in detected.narration]
        write_voice(narrator, film, described_sound, factor=factor, gain=steady_gain(powers), spans=spans)
    alignment = _alignment(found, detected.other, gain=transfer_gain(factor) * unducked_gain(powers.gain()))
    return DescriptionAudio(alignment, detected.narration)


def _common_spans(found: SoundAlignment, film_duration: Seconds) -> list[Span]:
    """Return the spans of the described track that have the film's sound."""
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
    return Alignment(first.offset, found.speed - 1, gain, found.similarity, found.share, tuple(sorted(jumps, key=_at)))


def _at(jump: Jump) -> Seconds:
    return jump.at


def _sound(path: Path, stage: str, *, centre: bool, progress: Progress | None) -> MonoTrack:
    film = probe(path)
    track = mono_track(film, rate_hz=RATE_HZ, centre=centre, progress=_stage_progress(progress, stage, film.duration))
    if track.peak < _MIN_PEAK:
        raise CorpusError(f"the sound track of {str(path)!r} is silent; name the file that has the {stage} sound")
    if track.duration < _MIN_DURATION:
        raise CorpusError(
            f"the sound track of {str(path)!r} lasts {track.duration:.2f} s; the comparison needs at least "
            f"{_MIN_DURATION:.0f} s; name the file that has the {stage} sound"
        )
    return track


def _stage_progress(progress: Progress | None, stage: str, duration: Seconds) -> Callable[[Seconds], None] | None:
    """Return a function of seconds that reports the share of a stage that is done."""
    return None if progress is None else lambda reached: progress(stage, reached / duration)


def _check(found: SoundAlignment, original: Path, described: Path) -> None:
    if found.share < _MIN_SHARE:
        raise CorpusError(
            f"the sound of {str(original)!r} is not found in {str(described)!r}: best correlation "
            f"{found.similarity:.2f} at offset {found.pieces[0].offset:.2f} s, but only {found.share:.0%} of the "
            "windows agree on it; name the original and the described track of one film, in the same cut"
        )
