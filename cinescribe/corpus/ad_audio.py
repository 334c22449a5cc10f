"""Where the narrator speaks in a described sound track, by comparison with the film's own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from cinescribe.corpus.ad_segments import narration
from cinescribe.errors import CorpusError
from cinescribe.media.mono import MonoTrack, mono_track
from cinescribe.media.probe import probe
from cinescribe.media.residual import band_powers, transfer
from cinescribe.media.sound_alignment import SoundAlignment, aligned_film, sound_alignment
from cinescribe.record import Record
from cinescribe.timing import Seconds, Span

RATE_HZ = 16_000

_LEAST_SHARE = 0.25  # of the windows on a common line; a wrong pair has hardly any, a right one most
_SILENT = 1e-4  # peak below which a track is silent


@dataclass(frozen=True)
class Alignment(Record):
    """How a described track stands to its film's own: `described = offset + (1 + drift) * film`.

    Args:
        offset: second of the described track at which the film starts.
        drift: how much longer a second of the film lasts there; .001 is one second in a thousand.
        correlation: of the levels of both tracks, where the film was found.
        matched: share of 2 s windows that agree on offset and drift to a millisecond.
    """

    offset: Seconds
    drift: float
    correlation: float
    matched: float

    def film_time(self, time: Seconds) -> Seconds:
        """The film's second at a second of the described track."""
        return (time - self.offset) / (1 + self.drift)


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
    progress: Callable[[str, float], None] | None = None,
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
    powers = band_powers(film, described_sound, transfer(film, described_sound))
    segments = tuple(NarrationSegment(one.span, one.confidence) for one in narration(powers))
    alignment = Alignment(found.pieces[0].offset, found.speed - 1, found.likeness, found.share)
    return DescriptionAudio(alignment, segments)


def _sound(path: Path, stage: str, *, centre: bool, progress: Callable[[str, float], None] | None) -> MonoTrack:
    film = probe(path)

    def tell(reached: Seconds) -> None:
        if progress is not None:
            progress(stage, reached / max(film.duration, 1.0))

    track = mono_track(film, rate_hz=RATE_HZ, centre=centre, progress=tell)
    if track.peak < _SILENT:
        raise CorpusError(f"the sound track of {str(path)!r} is silent; name the file that has the {stage} sound")
    return track


def _check(found: SoundAlignment, original: Path, described: Path) -> None:
    if found.share < _LEAST_SHARE:
        raise CorpusError(
            f"the sound of {str(original)!r} is not found in {str(described)!r}: best correlation "
            f"{found.likeness:.2f} at offset {found.pieces[0].offset:.2f} s, but only {found.share:.0%} of the windows "
            "agree on it; name the original and the described track of one film, in the same cut"
        )
