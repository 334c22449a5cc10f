"""Aligns the sound of a film with another track of the same film, to a fraction of a sample."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from scipy.fft import irfft, next_fast_len, rfft
from scipy.stats import theilslopes

from cinescribe.media.described.piece_boundaries import boundary
from cinescribe.media.film.resample import Samples
from cinescribe.media.sound.envelope import WindowMatches, envelope, match_windows
from cinescribe.media.sound.mono import MonoTrack
from cinescribe.media.sound.retimed_track import Reader, retimed
from cinescribe.timing import Seconds, Span

MATCH = 0.3  # correlation of envelopes over 10 s that chance rarely reaches
SURE_MATCH = 0.45  # never reached by chance
_NEAR: Seconds = 0.001  # largest distance of a window on the common line

_STEP: Seconds = 0.06  # a larger change of the offset is a cut
_MIN_RUN = 3  # windows at one offset: two overlapping ones may err together
_UNSURE: Seconds = 30.0  # around the middle between the windows of two pieces, where the boundary is searched
_WINDOW: Seconds = 2.0  # in which the lag is measured to a fraction of a sample
_REACH: Seconds = 0.1  # range of lags: far more than `_NEAR`, so that few windows are on a line by chance
_N_PASSES = 3  # each refines the line of the last
_MAX_WINDOWS = 400  # spread over the film
_WHITENED = 0.7  # exponent of spectral whitening, which narrows the peak (1 in GCC-PHAT)
_SURE = 2.0  # minimum ratio of the peak to the next one
_QUIET = 1e-4  # RMS; softer windows are skipped
_MIN_LINE = 3  # windows needed to measure a slope
_NEAREST: Seconds = 0.0002  # windows this close to the line always count for its slope
_PEAK = 40  # samples at both sides that belong to a peak
_MAX_SLOPE = 0.005  # a larger slope within a piece is an error


@dataclass(frozen=True)
class _Piece:
    """A span of the described track in which the film is uncut.

    Args:
        span: on the clock of the described track; sound between two pieces is not from the film.
        offset: described second at which the film would begin if it were uncut before.
    """

    span: Span
    offset: Seconds


@dataclass(frozen=True)
class SoundAlignment:
    """Alignment of two tracks of a film.

    Args:
        speed: described seconds per second of the film.
        pieces: in order; only one, unless the tracks are from different cuts of the film.
        similarity: mean correlation of the envelopes of matching windows.
        share: share of the measured windows that lie on the line of their piece.
    """

    speed: float
    pieces: tuple[_Piece, ...]
    similarity: float
    share: float


def sound_alignment(film: MonoTrack, described: MonoTrack) -> SoundAlignment:
    """Align the sound of a film with a described track.

    First, envelopes of windows of 10 s are matched at the usual speeds; then lags of windows of 2 s are measured by
    whitened cross-correlation, and a line is fitted to them.

    Args:
        film: sound of the film.
        described: the described track, at the same sample rate.

    Returns:
        The alignment; if the tracks do not match, its `share` is near 0.
    """
    rough = _rough(match_windows(envelope(film), envelope(described)), described.duration)
    return _with_boundaries(film, described, _refined(film, described, rough))


def piece_reader(film: MonoTrack, alignment: SoundAlignment, piece: _Piece) -> Reader:
    """Return a reader of the film on the clock of the described track, as aligned in one piece."""
    return retimed(film, ratio=alignment.speed, offset=piece.offset * film.rate_hz)


def aligned_film(film: MonoTrack, alignment: SoundAlignment) -> Reader:
    """Return a reader of the film on the clock of the described track, with all pieces."""
    readers = [piece_reader(film, alignment, piece) for piece in alignment.pieces]
    # Between two pieces, where no film is, the later piece is read.
    edges = [round(piece.span.end * film.rate_hz) for piece in alignment.pieces[:-1]]

    def read(first: int, n_samples: int) -> Samples:
        inner = [edge for edge in edges if first < edge < first + n_samples]
        starts, ends = [first, *inner], [*inner, first + n_samples]
        parts = [
            readers[bisect_right(edges, start)](start, end - start) for start, end in zip(starts, ends, strict=True)
        ]
        return np.concatenate(parts)

    return read


def _rough(windows: WindowMatches, duration: Seconds) -> SoundAlignment:
    """Return the alignment by windows of 10 s, to about a hundredth of a second."""
    runs = _runs(windows)
    if not runs:
        piece = _Piece(Span(0.0, duration), windows.whole)
        return SoundAlignment(windows.speed, (piece,), float(windows.similarity.max()), 0.0)
    points = [Lags(windows.times[run], windows.offsets[run], np.ones(len(run), bool)) for run in runs]
    slope = _common_slope(points)
    inner = [(windows.times[a[-1]] + windows.times[b[0]]) / 2 for a, b in pairwise(runs)]
    edges = [0.0, *(float(time) for time in inner), duration]
    pieces = tuple(_Piece(Span(*edge), one.level(slope)) for edge, one in zip(pairwise(edges), points, strict=True))
    similarity = float(np.mean(windows.similarity[np.concatenate(runs)]))
    return SoundAlignment(windows.speed * (1 + slope), pieces, similarity, 0.0)


def _runs(windows: WindowMatches) -> list[list[int]]:
    """Return runs of windows at nearly the same offset, by number, without chance matches.

    A short run of sure matches counts only at the start and end of the track; elsewhere it may be repeated music.
    """
    runs = _joined_runs([[n] for n in np.flatnonzero(windows.similarity >= MATCH).tolist()], windows)
    ends = [run for run in (*runs[:1], *runs[-1:]) if windows.similarity[run].max() >= SURE_MATCH]
    return _joined_runs([run for run in runs if len(run) >= _MIN_RUN or run in ends], windows)


def _joined_runs(runs: list[list[int]], windows: WindowMatches) -> list[list[int]]:
    """Join consecutive runs at the same offset."""
    joined: list[list[int]] = []
    for run in runs:
        if joined and abs(windows.offsets[run[0]] - windows.offsets[joined[-1][-1]]) < _STEP:
            joined[-1].extend(run)
        else:
            joined.append(list(run))
    return joined


def _refined(film: MonoTrack, described: MonoTrack, rough: SoundAlignment) -> SoundAlignment:
    alignment = rough
    for _ in range(_N_PASSES):
        found = [lags_of(piece_reader(film, alignment, piece), described, piece.span) for piece in alignment.pieces]
        slope = _common_slope(found)
        levels = [lags.level(slope) for lags in found]
        pieces = tuple(
            _Piece(piece.span, piece.offset * (1 + slope) + level)
            for piece, level in zip(alignment.pieces, levels, strict=True)
        )
        n_on_line = sum(lags.n_on_line(slope, level) for lags, level in zip(found, levels, strict=True))
        n_measured = sum(len(lags.times) for lags in found)
        share = n_on_line / n_measured if n_measured else 0.0
        alignment = replace(alignment, speed=alignment.speed * (1 + slope), pieces=pieces, share=share)
    return alignment


def _with_boundaries(film: MonoTrack, described: MonoTrack, found: SoundAlignment) -> SoundAlignment:
    """Return the alignment with exact boundaries of its pieces."""
    pieces, rate_hz = list(found.pieces), described.rate_hz
    for n, (before, after) in enumerate(pairwise(found.pieces)):
        inserted = max(after.offset - before.offset, 0.0)
        reach = _UNSURE + inserted
        first = round(max(before.span.end - reach, before.span.start) * rate_hz)
        last = round(min(after.span.start + reach, after.span.end) * rate_hz)
        earlier, later = piece_reader(film, found, before), piece_reader(film, found, after)
        sound = described.part(first, last - first)
        end = boundary(earlier, later, sound, first=first, rate_hz=rate_hz, inserted=inserted)
        pieces[n] = _Piece(Span(pieces[n].span.start, end), before.offset)
        pieces[n + 1] = _Piece(Span(min(end + inserted, after.span.end), after.span.end), after.offset)
    return replace(found, pieces=tuple(pieces))


@dataclass(frozen=True)
class Lags:
    """Delays of windows of a piece: their times, lags and whether they are reliable, (n,) each."""

    times: NDArray[np.float64]
    lags: NDArray[np.float64]
    reliable: NDArray[np.bool_]

    def slope(self) -> tuple[float, float]:
        """Return the slope of the line through the reliable lags, and its weight."""
        times, lags = self.times[self.reliable], self.lags[self.reliable]
        if len(times) < _MIN_LINE:
            return 0.0, 0.0
        slope, level, _, _ = theilslopes(lags, times)
        residuals = np.abs(lags - slope * times - level)
        near = residuals <= max(3 * float(np.median(residuals)), _NEAREST)
        if near.sum() >= _MIN_LINE:
            slope = np.polyfit(times[near] - times[near].mean(), lags[near], 1)[0]
        weight = float(near.sum() * np.ptp(times) ** 2)
        return (float(slope), weight) if abs(slope) < _MAX_SLOPE else (0.0, 0.0)

    def level(self, slope: float) -> float:
        """Return the level of a line with a given slope."""
        chosen = self.reliable if self.reliable.any() else np.ones_like(self.reliable)
        rest = (self.lags - slope * self.times)[chosen]
        return float(np.median(rest)) if len(rest) else 0.0

    def n_on_line(self, slope: float, level: float) -> int:
        """Return the number of windows on the line."""
        return int(np.sum(np.abs(self.lags - slope * self.times - level) < _NEAR))


def _common_slope(found: list[Lags]) -> float:
    slopes = [lags.slope() for lags in found]
    total = sum(weight for _, weight in slopes)
    return sum(slope * weight for slope, weight in slopes) / total if total else 0.0


def lags_of(film: Reader, described: MonoTrack, span: Span) -> Lags:
    """Return by how much a described track lags behind the film in windows of a span of the track."""
    rate_hz = described.rate_hz
    length, margin = round(_WINDOW * rate_hz), round(_REACH * rate_hz)
    first, last = round(span.start * rate_hz), round(span.end * rate_hz) - length
    step = max(length // 2, (last - first) // _MAX_WINDOWS)
    out = []
    for start in range(first, max(last, first) + 1, step):
        expected = film(start, length)
        actual = described.part(start - margin, length + 2 * margin)
        if min(_power(expected), _power(actual)) > _QUIET**2:
            lag, height = _lag(expected, actual)
            out.append(((start + length / 2) / rate_hz, (lag - margin) / rate_hz, height))
    times, lags, heights = np.array(out, np.float64).reshape(-1, 3).T
    return Lags(times, lags, heights >= _SURE)


def _power(samples: Samples) -> float:
    return float(np.mean(np.square(samples)))


def _lag(expected: Samples, actual: Samples) -> tuple[float, float]:
    """Return the lag of `expected` in `actual` in fractional samples, and the ratio of its peak to the next one."""
    n_lags = len(actual) - len(expected) + 1
    size = next_fast_len(len(actual), real=True)
    cross = rfft(actual, size) * rfft(expected, size).conj()
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
