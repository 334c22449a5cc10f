"""Where the shared pieces of two versions begin and end."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from cinescribe.media.versions.common_lines import Line
from cinescribe.media.versions.film_signature import PICTURE_HZ, FilmSignature
from cinescribe.media.versions.picture_vectors import Floats
from cinescribe.timing import Seconds, Span

_UNSURE: Seconds = 0.5  # around a limit, where the cut is looked for
_USUAL_ERROR: Seconds = 0.15  # of a limit on the clock of the kept pictures
_CLEAR = 3.0  # times the usual change of a picture, and ...
_LEAST = 6.0  # levels of luma, from which a change is a cut
_NEAR: Seconds = 0.12  # between two lines that are one
_BRIDGED: Seconds = 2.0  # of something else on one line: a dark moment, or a title in another language
_FURTHER: Seconds = 2.0  # by which a piece may be extended
_TICK: Seconds = 1 / PICTURE_HZ


@dataclass(frozen=True)
class Piece:
    """A stretch of the new version that is on one line.

    Args:
        line: the line.
        new: the stretch.
        number: of the line among all.
        score: how well the line explains it.
    """

    line: Line
    new: Span
    number: int
    score: float

    @property
    def old(self) -> Span:
        """The stretch in the old version."""
        start, end = self.line.old(np.array([self.new.start, self.new.end])).tolist()
        return Span(start, max(start, end))


def extended(pieces: list[Piece], alike: dict[int, Floats]) -> list[Piece]:
    """Return pieces that reach over moments that neither version has elsewhere, as far as their pictures are alike.

    Right after black, or where a scene begins in a poor encoding, pictures are less alike than usual.

    Args:
        pieces: in order.
        alike: for each piece, by its place, how alike the pictures on its line are, less what is needed, (T,).
    """
    out = list(pieces)
    for n, piece in enumerate(pieces):
        before = out[n - 1].new.end if n else 0.0
        after = pieces[n + 1].new.start if n + 1 < len(pieces) else len(alike[n]) / PICTURE_HZ
        start, end = piece.new.start, piece.new.end
        while start - _TICK >= max(before, piece.new.start - _FURTHER) and _is_free(
            piece, start - _TICK, alike[n], out
        ):
            start -= _TICK
        while end + _TICK <= min(after, piece.new.end + _FURTHER) and _is_free(piece, end, alike[n], out):
            end += _TICK
        out[n] = replace(piece, new=Span(start, end))
    return out


def _is_free(piece: Piece, new: Seconds, alike: Floats, others: list[Piece]) -> bool:
    """Whether a moment may be a piece's: its pictures are alike, and no other piece has it in the old version."""
    at = int(round(new * PICTURE_HZ, 3))
    old = float(piece.line.old(np.array([new + _TICK / 2]))[0])
    is_taken = any(other.old.has(old) for other in others if other.new != piece.new)
    return 0 <= at < len(alike) and alike[at] > 0 and not is_taken


def bridged(pieces: list[Piece]) -> list[Piece]:
    """Return pieces of which neighbours on one line are joined, with little between them."""
    out: list[Piece] = []
    for piece in pieces:
        last = out[-1] if out else None
        if last is not None and piece.new.start - last.new.end <= _BRIDGED and _is_one_line(last, piece):
            longer = max(last, piece, key=lambda one: one.new.duration)
            out[-1] = replace(longer, new=Span(last.new.start, piece.new.end), score=max(last.score, piece.score))
        else:
            out.append(piece)
    return out


def _is_one_line(one: Piece, other: Piece) -> bool:
    there = np.array([other.new.start])
    return abs(float((one.line.old(there) - other.line.old(there))[0])) < _NEAR


def with_cut_limits(pieces: list[Piece], old: FilmSignature, new: FilmSignature) -> list[Piece]:
    """Return pieces that begin and end where a cut is, if there is one near, and inside both versions."""
    inside = Span(0.0, new.film.duration)
    limits = sorted({time for piece in pieces for time in (piece.new.start, piece.new.end)})
    moved = {time: _cut_near(time, new) if inside.start < time < inside.end else time for time in limits}
    out = []
    for piece in pieces:
        first, last = (piece.line.offset + piece.line.speed * edge for edge in (0.0, old.film.duration))
        span = Span(moved[piece.new.start], max(moved[piece.new.end], moved[piece.new.start]))
        cut = span.within(Span(max(first, 0.0), max(min(last, inside.end), first, 0.0)))
        if cut is not None:
            out.append(replace(piece, new=cut))
    return out


def without_repeats(pieces: list[Piece]) -> list[Piece]:
    """Return pieces of which no two have the same stretch of the old version: the better one keeps it."""
    out: list[Piece] = []
    for piece in sorted(pieces, key=lambda one: -one.score * one.new.duration):
        left: Span | None = piece.new
        for other in out:
            shared = other.old.overlap(piece.old)
            if left is not None and shared > 0:
                left = _beside(piece, left, other.old)
        if left is not None:
            out.append(replace(piece, new=left))
    return sorted(out, key=lambda one: one.new)


def _beside(piece: Piece, left: Span, taken: Span) -> Span | None:
    """The longer rest of a stretch beside what another piece has of the old version."""
    start, end = (piece.line.offset + piece.line.speed * time for time in (taken.start, taken.end))
    before = Span(left.start, max(min(left.end, start), left.start))
    after = Span(min(max(left.start, end), left.end), left.end)
    best = max(before, after, key=lambda one: one.duration)
    return best if best.duration > 0 else None


def _cut_near(time: Seconds, new: FilmSignature) -> Seconds:
    """The strongest cut of the new version near a time; the time itself if there is none."""
    first, last = np.searchsorted(new.times, [time - _UNSURE, time + _UNSURE])
    near = new.changes[first:last]
    if not len(near):
        return time
    usual = float(np.median(new.changes[max(first - 25, 0) : last + 25]))
    away = (new.times[first:last] - time) / _USUAL_ERROR
    best = int(np.argmax(np.where(near >= max(_CLEAR * usual, _LEAST), near, 0) * np.exp(-(away**2) / 2)))
    return float(new.times[first + best]) if near[best] >= max(_CLEAR * usual, _LEAST) else time
