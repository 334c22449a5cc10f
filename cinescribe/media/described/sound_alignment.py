"""Where a film's sound is in another track of the same film, to a fraction of a sample."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from scipy.fft import irfft, next_fast_len, rfft
from scipy.stats import theilslopes

from cinescribe.media.described.alignment_joints import joint
from cinescribe.media.film.resample import Samples
from cinescribe.media.sound.envelope import Places, envelope, found_places
from cinescribe.media.sound.mono import MonoTrack
from cinescribe.media.sound.retimed_track import Reader, retimed
from cinescribe.timing import Seconds, Span

LIKE = 0.3  # correlation of envelopes from which on 10 s of sound may be the film's: chance hardly gets there
SURELY_LIKE = 0.45  # never reached by chance
NEAR: Seconds = 0.001  # from the common line, for a window to be on it

_STEP: Seconds = 0.06  # by which places may stray before the film has been cut there
_LEAST_RUN = 3  # windows at one offset: two that overlap may err together
_UNSURE: Seconds = 30.0  # around the middle between the windows of two pieces, where the joint is looked for
_WINDOW: Seconds = 2.0  # in which the lag is measured to a fraction of a sample
_REACH: Seconds = 0.1  # lags looked at: far more than `NEAR`, so that chance puts few windows on a line
_N_PASSES = 3  # each on the line of the last
_MOST = 400  # windows measured, spread over the film
_WHITENED = 0.7  # how far the spectrum is made flat, which makes the peak narrow (GCC-PHAT is 1)
_SURE = 2.0  # height of the peak over the next one from which on a lag counts
_QUIET = 1e-4  # root mean square below which a window has nothing to be compared by
_LEAST_LINE = 3  # windows from which on a slope is measured
_NEAREST: Seconds = 0.0002  # from the line within which windows always count for its slope
_PEAK = 40  # samples at both sides that belong to a peak
_STEEPEST = 0.005  # slope in a piece that cannot be a speed, but is a mistake


@dataclass(frozen=True)
class Piece:
    """A stretch of the described track in which the film runs on uncut.

    Args:
        span: on the described track's clock; what is between two pieces is not of the film.
        offset: described second at which the film would begin, were it uncut before.
    """

    span: Span
    offset: Seconds


@dataclass(frozen=True)
class SoundAlignment:
    """How two tracks of a film stand to each other.

    Args:
        speed: described seconds per second of the film.
        pieces: in order; one, unless the tracks are of different cuts of the film.
        likeness: mean correlation of the envelopes where the film was found.
        share: of the windows measured, those that lie on the line of their piece.
    """

    speed: float
    pieces: tuple[Piece, ...]
    likeness: float
    share: float


def sound_alignment(film: MonoTrack, described: MonoTrack) -> SoundAlignment:
    """Where the film's sound is in the described track.

    The levels of windows of 10 s are looked for first, at the usual speeds; then lags of windows of 2 s are measured by
    whitened cross-correlation, and a line is laid through them.

    Args:
        film, described: at the same rate.

    Returns:
        An alignment even where there is none: `share` is then near 0.
    """
    rough = _rough(found_places(envelope(film), envelope(described)), described.duration)
    return _jointed(film, described, _refined(film, described, rough))


def reader_of(film: MonoTrack, alignment: SoundAlignment, piece: Piece) -> Reader:
    """The film's sound on the described track's clock, as it stands in a piece."""
    return retimed(film, ratio=alignment.speed, offset=piece.offset * film.rate_hz)


def aligned_film(film: MonoTrack, alignment: SoundAlignment) -> Reader:
    """The film's sound on the described track's clock, each piece at its place."""
    readers = [reader_of(film, alignment, piece) for piece in alignment.pieces]
    # Between two pieces the later one is read: what is there is not of the film, and nobody should ask for it.
    edges = [round(piece.span.end * film.rate_hz) for piece in alignment.pieces[:-1]]

    def read(first: int, n_samples: int) -> Samples:
        inner = [edge for edge in edges if first < edge < first + n_samples]
        starts, ends = [first, *inner], [*inner, first + n_samples]
        parts = [
            readers[bisect_right(edges, start)](start, end - start) for start, end in zip(starts, ends, strict=True)
        ]
        return np.concatenate(parts)

    return read


def _rough(places: Places, duration: Seconds) -> SoundAlignment:
    """What the windows of 10 s tell, to a hundredth of a second or so."""
    runs = _runs(places)
    if not runs:
        piece = Piece(Span(0.0, duration), places.whole)
        return SoundAlignment(places.speed, (piece,), float(places.likeness.max()), 0.0)
    points = [_Lags(places.times[run], places.offsets[run], np.ones(len(run), bool)) for run in runs]
    slope = _common_slope(points)
    inner = [(places.times[a[-1]] + places.times[b[0]]) / 2 for a, b in pairwise(runs)]
    edges = [0.0, *(float(time) for time in inner), duration]
    pieces = tuple(Piece(Span(*edge), one.level(slope)) for edge, one in zip(pairwise(edges), points, strict=True))
    likeness = float(np.mean(places.likeness[np.concatenate(runs)]))
    return SoundAlignment(places.speed * (1 + slope), pieces, likeness, 0.0)


def _runs(places: Places) -> list[list[int]]:
    """Numbers of windows at nearly the same offset, run by run, without what may be chance.

    A few windows that are surely the film's count at the track's start and end; between others they may be music that
    the film plays twice.
    """
    runs = _parted([[n] for n in np.flatnonzero(places.likeness >= LIKE).tolist()], places)
    ends = [run for run in (*runs[:1], *runs[-1:]) if places.likeness[run].max() >= SURELY_LIKE]
    return _parted([run for run in runs if len(run) >= _LEAST_RUN or run in ends], places)


def _parted(runs: list[list[int]], places: Places) -> list[list[int]]:
    """The runs, those that go on at the offset of the one before made one."""
    out: list[list[int]] = []
    for run in runs:
        if out and abs(places.offsets[run[0]] - places.offsets[out[-1][-1]]) < _STEP:
            out[-1].extend(run)
        else:
            out.append(list(run))
    return out


def _refined(film: MonoTrack, described: MonoTrack, rough: SoundAlignment) -> SoundAlignment:
    alignment = rough
    for _ in range(_N_PASSES):
        found = [_lags(reader_of(film, alignment, piece), described, piece.span) for piece in alignment.pieces]
        slope = _common_slope(found)
        levels = [lags.level(slope) for lags in found]
        pieces = tuple(
            Piece(piece.span, piece.offset * (1 + slope) + level)
            for piece, level in zip(alignment.pieces, levels, strict=True)
        )
        n_on = sum(lags.n_on(slope, level) for lags, level in zip(found, levels, strict=True))
        n_measured = sum(len(lags.times) for lags in found)
        share = n_on / n_measured if n_measured else 0.0
        alignment = replace(alignment, speed=alignment.speed * (1 + slope), pieces=pieces, share=share)
    return alignment


def _jointed(film: MonoTrack, described: MonoTrack, found: SoundAlignment) -> SoundAlignment:
    """The same with each piece ending where the film is cut."""
    pieces, rate_hz = list(found.pieces), described.rate_hz
    for n, (before, after) in enumerate(pairwise(found.pieces)):
        inserted = max(after.offset - before.offset, 0.0)
        reach = _UNSURE + inserted
        first = round(max(before.span.end - reach, before.span.start) * rate_hz)
        last = round(min(after.span.start + reach, after.span.end) * rate_hz)
        earlier, later = reader_of(film, found, before), reader_of(film, found, after)
        heard = described.part(first, last - first)
        end = joint(earlier, later, heard, first=first, rate_hz=rate_hz, inserted=inserted)
        pieces[n] = Piece(Span(pieces[n].span.start, end), before.offset)
        pieces[n + 1] = Piece(Span(min(end + inserted, after.span.end), after.span.end), after.offset)
    return replace(found, pieces=tuple(pieces))


@dataclass(frozen=True)
class _Lags:
    """By how much windows of a piece come later than expected: times, lags and whether they are sure, each (n,)."""

    times: NDArray[np.float64]
    lags: NDArray[np.float64]
    sure: NDArray[np.bool_]

    def slope(self) -> tuple[float, float]:
        """Slope of the line through the sure ones, and how much it counts."""
        times, lags = self.times[self.sure], self.lags[self.sure]
        if len(times) < _LEAST_LINE:
            return 0.0, 0.0
        slope, level, _, _ = theilslopes(lags, times)
        away = np.abs(lags - slope * times - level)
        near = away <= max(3 * float(np.median(away)), _NEAREST)
        if near.sum() >= _LEAST_LINE:
            slope = np.polyfit(times[near] - times[near].mean(), lags[near], 1)[0]
        weight = float(near.sum() * np.ptp(times) ** 2)
        return (float(slope), weight) if abs(slope) < _STEEPEST else (0.0, 0.0)

    def level(self, slope: float) -> float:
        """Where a line of that slope lies."""
        chosen = self.sure if self.sure.any() else np.ones_like(self.sure)
        rest = (self.lags - slope * self.times)[chosen]
        return float(np.median(rest)) if len(rest) else 0.0

    def n_on(self, slope: float, level: float) -> int:
        """How many windows lie on the line."""
        return int(np.sum(np.abs(self.lags - slope * self.times - level) < NEAR))


def _common_slope(found: list[_Lags]) -> float:
    slopes = [lags.slope() for lags in found]
    total = sum(weight for _, weight in slopes)
    return sum(slope * weight for slope, weight in slopes) / total if total else 0.0


def _lags(film: Reader, described: MonoTrack, span: Span) -> _Lags:
    rate_hz = described.rate_hz
    length, margin = round(_WINDOW * rate_hz), round(_REACH * rate_hz)
    first, last = round(span.start * rate_hz), round(span.end * rate_hz) - length
    step = max(length // 2, (last - first) // _MOST)
    out = []
    for start in range(first, max(last, first) + 1, step):
        expected = film(start, length)
        heard = described.part(start - margin, length + 2 * margin)
        if min(_power(expected), _power(heard)) > _QUIET**2:
            lag, height = _lag(expected, heard)
            out.append(((start + length / 2) / rate_hz, (lag - margin) / rate_hz, height))
    times, lags, heights = np.array(out, np.float64).reshape(-1, 3).T
    return _Lags(times, lags, heights >= _SURE)


def _power(samples: Samples) -> float:
    return float(np.mean(np.square(samples)))


def _lag(expected: Samples, heard: Samples) -> tuple[float, float]:
    """Where in `heard` what is expected begins, in samples and parts of them, and how much it stands out there."""
    n_lags = len(heard) - len(expected) + 1
    size = next_fast_len(len(heard), real=True)
    cross = rfft(heard, size) * rfft(expected, size).conj()
    strength = np.abs(cross)
    cross /= strength**_WHITENED + 1e-6 * strength.max() ** _WHITENED + 1e-12
    correlation = irfft(cross, size)
    peak = int(np.argmax(correlation[:n_lags]))
    before, top, after = correlation[peak - 1], correlation[peak], correlation[(peak + 1) % size]
    curve = before - 2 * top + after
    others = np.abs(correlation[:n_lags])
    others[max(peak - _PEAK, 0) : peak + _PEAK + 1] = 0
    part = 0.5 * (before - after) / curve if curve < 0 else 0.0
    return peak + float(part), float(top / (others.max() + 1e-12))
