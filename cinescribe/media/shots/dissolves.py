"""Detects dissolves and fades: spans in which pictures are mixtures of the one before and the one after.

In a dissolve from A to B each picture is (1 - a) A + a B while a rises from 0 to 1. So for pictures A and B at some
distance, those between are projected onto the line from A to B: in a dissolve they lie on it, in order and without a
jump. With a moving camera or person they lie off the line, a cut jumps along it, and a change of light keeps the
shapes, so that A and B are similar. A fade is a dissolve from or to a plain picture.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from cinescribe.media.shots.frame_signature import Floats, Signatures
from cinescribe.media.shots.picture_comparison import PictureComparison
from cinescribe.timing import Seconds, Span

WINDOWS: tuple[Seconds, ...] = (0.17, 0.3, 0.5, 0.8, 1.2, 1.7, 2.3)  # distances from A to B
N_BETWEEN = 8  # pictures compared between A and B
MIN_FRAMES = 3  # from A to B
OFF_LINE = 0.2  # maximum mean squared distance from the line A-B, relative to its squared length
_MIN_SCORE = 0.35  # dissimilarity of A and B, less penalties
SAME_SHAPES = 0.75  # correlation of A and B from which only the light changes
_MAX_JUMP = 0.6  # share of the way from A to B between two compared pictures; a larger one is a cut ...
MAX_JUMP_NEXT = 0.45  # ... and between a picture and the next
_UNEVEN = 0.03  # tolerated deviation from a linear mix, as a share of the way
BACK = 0.1  # share of the way by which noise may lead back
FAINT = 3.0  # levels of mean difference between A and B that count as noise
SHORTEST_DISSOLVE: Seconds = 0.25  # cuts of converted films have a mixed frame or two
_NEAR = 2  # pictures before A and after B among which a plain one is searched
_RAMP = (0.1, 0.9)  # part of the way on which the speed of the mix is measured


@dataclass(frozen=True)
class Blend:
    """A dissolve or fade from picture A to picture B.

    Args:
        span: from the last picture that shows only A to the first that shows only B.
        score: dissimilarity of A and B, less the distance of the pictures between from their line.
        from_plain: A is plain: a fade in.
        to_plain: B is plain: a fade out.
    """

    span: Span
    score: float
    from_plain: bool
    to_plain: bool


def blends(times: NDArray[np.float64], signatures: Signatures) -> list[Blend]:
    """Return the dissolves and fades in consecutive pictures, in order and without overlap.

    Args:
        times: times of the pictures in seconds, (T,).
        signatures: their signatures.
    """
    if len(times) <= MIN_FRAMES:
        return []
    step = float(np.median(np.diff(times)))
    lengths = sorted({max(MIN_FRAMES, round(window / step)) for window in WINDOWS})
    products, compare = _Products(signatures.blends, lengths[-1]), PictureComparison(signatures)
    found = [blend for length in lengths for blend in _blends_of_length(length, times, signatures, products, compare)]
    return non_overlapping(found)


def non_overlapping(found: Iterable[Blend]) -> list[Blend]:
    """Return the best of overlapping blends, in order."""
    best: list[Blend] = []
    for blend in sorted(found, key=lambda blend: -blend.score):
        if all(blend.span.overlap(other.span) <= 0 for other in best):
            best.append(blend)
    return sorted(best, key=lambda blend: blend.span)


class _Products:
    """Scalar products of near pictures: all distances and projections follow from them.

    Args:
        vectors: vectors of the pictures, (T, F).
        reach: largest distance, in pictures.
    """

    BLOCK = 128  # pictures multiplied at once

    def __init__(self, vectors: Floats, reach: int) -> None:
        self.n, self.n_values = vectors.shape
        centred = np.zeros((self.n + self.BLOCK + reach, self.n_values), np.float32)
        centred[: self.n] = vectors - vectors.mean(axis=0)  # small numbers lose less precision in differences
        self._band = np.empty((self.n, reach + 1), np.float32)  # row t, column k: picture t times picture t + k
        for first in range(0, self.n, self.BLOCK):
            block = centred[first : first + self.BLOCK] @ centred[first : first + self.BLOCK + reach].T
            down, right = block.strides
            diagonals = as_strided(block, (self.BLOCK, reach + 1), (down + right, right), writeable=False)
            self._band[first : first + self.BLOCK] = diagonals[: self.n - first]

    def at(self, offset: int, other: int, n: int) -> Floats:
        """Return the products of the pictures t + offset and t + other, for t in 0..n, (n,)."""
        low, high = sorted((offset, other))
        return self._band[low : low + n, high - low]

    def progress(self, offset: int, length: int) -> tuple[Floats, Floats, Floats]:
        """Project the pictures at t + offset onto the line from A = t to B = t + length.

        Returns:
            Their share of the way (0 to 1), squared distance from the line, and its squared length, (n,) each.
        """
        n = self.n - length
        aa, bb, ab = self.at(0, 0, n), self.at(length, length, n), self.at(0, length, n)
        ff, fa, fb = self.at(offset, offset, n), self.at(offset, 0, n), self.at(offset, length, n)
        line = np.maximum(aa + bb - 2 * ab, 1)
        share = (fb - fa - ab + aa) / line
        return share, ff - 2 * fa + aa - share**2 * line, line

    def shares(self, start: int, length: int) -> Floats:
        """Return the share of the way of each picture of one window, from its first to its last, (length + 1,)."""
        steps = np.arange(length + 1)
        climb = self._band[start + steps, length - steps] - self._band[start, steps]
        return np.asarray((climb - climb[0]) / (climb[-1] - climb[0]))


def _blends_of_length(
    length: int, times: NDArray[np.float64], signatures: Signatures, products: _Products, compare: PictureComparison
) -> Iterator[Blend]:
    """Yield the blends between pictures A and B at distance `length`."""
    starts, off_line = _on_a_line(products, length)
    scores = compare.from_level(_MIN_SCORE, starts, starts + length) - 2 * off_line
    starts, scores = starts[scores >= _MIN_SCORE], scores[scores >= _MIN_SCORE]
    is_other = compare.correlation(starts, starts + length) < SAME_SHAPES
    for start, score in zip(starts[is_other], scores[is_other], strict=True):
        mixed = _mixed(times[start : start + length + 1], products.shares(int(start), length))
        if mixed is None:
            continue
        span, uneven = mixed
        net_score = float(score) - 2 * max(0.0, uneven - _UNEVEN)
        from_plain = bool(signatures.plain[max(0, start - _NEAR) : start + 1].any())
        to_plain = bool(signatures.plain[start + length : start + length + 1 + _NEAR].any())
        is_long = from_plain or to_plain or span.duration >= SHORTEST_DISSOLVE
        if net_score >= _MIN_SCORE and is_long:
            yield Blend(span, net_score, from_plain, to_plain)


def _on_a_line(products: _Products, length: int) -> tuple[NDArray[np.intp], Floats]:
    """Return starts of windows whose pictures lie on the line of the ends, and their mean distance from it."""
    n = products.n - length
    if n <= 0:
        return np.empty(0, np.intp), np.empty(0, np.float32)
    offsets = np.unique(np.linspace(0, length, N_BETWEEN + 2).round().astype(int)[1:-1])
    ways = [products.progress(int(offset), length) for offset in offsets]
    line = ways[0][2]
    off_line = np.mean([off for _, off, _ in ways], axis=0) / line
    shares = np.stack([np.zeros(n), *(share for share, _, _ in ways), np.ones(n)])
    steps = np.diff(shares, axis=0)
    good = (off_line <= OFF_LINE) & (steps.min(axis=0) >= -BACK) & (steps.max(axis=0) <= _MAX_JUMP)
    good &= line >= FAINT**2 * products.n_values
    starts = np.flatnonzero(good)
    return starts, off_line[starts]


def _mixed(times: NDArray[np.float64], shares: Floats) -> tuple[Span, float] | None:
    """Return the mixed span and its deviation from a linear mix; None if the mix jumps or does not rise.

    Its ends are where the mix would reach A and B at its speed in the middle.
    """
    inside = (shares > _RAMP[0]) & (shares < _RAMP[1])
    if np.abs(np.diff(shares)).max() > MAX_JUMP_NEXT or np.count_nonzero(inside) < 2:
        return None
    middle, half = times[inside].mean(), shares[inside].mean()
    speed = np.dot(times[inside] - middle, shares[inside]) / np.sum((times[inside] - middle) ** 2)
    if speed <= 0:
        return None
    span = Span(float(max(times[0], middle - half / speed)), float(min(times[-1], middle + (1 - half) / speed)))
    even = np.clip((times - span.start) / span.duration, 0, 1)
    return span, float(np.sqrt(np.mean((shares - even) ** 2)))
