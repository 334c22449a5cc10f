"""Aligns two versions of a film: which parts they share, and when each is in both."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from cinescribe.media.sound.envelope import SPEEDS, envelope, match_windows
from cinescribe.media.versions.best_lines import NONE, best_lines, better_limits
from cinescribe.media.versions.common_lines import Line, common_lines, picture_votes, sound_votes
from cinescribe.media.versions.film_signature import PICTURE_HZ, FilmSignature
from cinescribe.media.versions.line_scores import (
    SAME_PICTURE,
    SAME_RHYTHM,
    SHORT_WINDOW,
    Rhythm,
    picture_rhythm,
    picture_scores,
    rhythm_scores,
    with_lag,
)
from cinescribe.media.versions.picture_vectors import Floats, matching_vectors
from cinescribe.media.versions.piece_limits import Piece, bridged, extended, with_cut_limits, without_repeats
from cinescribe.media.versions.precise_lines import precise
from cinescribe.record import Record
from cinescribe.timing import Seconds, Span

_SAME_SPEED = 0.002  # difference of speeds that only a long piece tells
_SAME = 0.25  # score of the same picture, in an encoding as it is usual
_WORSE = 0.1  # than the median of the same pictures, by which a picture may be and still be the same
_N_PASSES = 2  # each measures the lags of the pieces of the last
_SHORTEST: Seconds = 1.0  # of a piece
_UNSURE = 6  # moments, a fifth of a second each, by which a limit may be off where rhythms are compared over a while
_UNLIKE = 0.25  # below what is needed: on average, pictures that are not the same are
_LIKELY = 0.05  # below the best similarity of pictures, at which a line may be the right one
_SOUND_AGREES = 0.5  # share of the moments with the same picture that have the same sound; else it is another track


@dataclass(frozen=True)
class SharedPart(Record):
    """A part of a film that both versions have.

    Args:
        old, new: when it is in each.
        speed: seconds of the new version for a second of the old one.
        pictures, sound: how alike they are, up to 1; None where a version has none, or the sound is another track.
    """

    old: Span
    new: Span
    speed: float = 1.0
    pictures: float | None = None
    sound: float | None = None

    def new_time(self, old: Seconds) -> Seconds:
        """Convert a time."""
        return self.new.start + (old - self.old.start) * self.speed


@dataclass(frozen=True)
class VersionAlignment(Record):
    """What two versions of a film share.

    Args:
        parts: in the order of the new version; no moment of either is in two of them.
        same_sound: whether the shared parts have the same sound; None where a version has none.
    """

    parts: tuple[SharedPart, ...]
    same_sound: bool | None = None

    def new_time(self, old: Seconds) -> Seconds | None:
        """The time of a moment in the new version; None if it is not in it."""
        return next((part.new_time(old) for part in self.parts if part.old.has(old)), None)


def aligned_versions(old: FilmSignature, new: FilmSignature) -> VersionAlignment:
    """Align two versions of a film.

    Args:
        old: the signature of the one.
        new: that of the other.

    Returns:
        The parts that they share; none, if they are two films.
    """
    vectors = matching_vectors(old, new)
    sound = Rhythm(envelope(old.sound), envelope(new.sound)) if old.sound and new.sound else None
    votes = [picture_votes(*vectors)]
    if sound is not None:
        votes.append(sound_votes(match_windows(sound.old, sound.new)))
    lines = common_lines(votes)
    if not lines:
        return VersionAlignment(())
    tracks = _Tracks.of(old, new, vectors, sound)
    scores = tracks.scores(tracks.all_lagged(lines))
    for _ in range(_N_PASSES):
        scores = tracks.scores([*scores.lines, *_lines_of_pieces(_pieces(scores), lines[0].speed, tracks)])
    pieces = [piece for piece in _pieces(scores) if piece.new.duration >= _SHORTEST and tracks.looks_like(piece)]
    pieces = bridged(pieces)
    if scores.heard is not None and old.sound is not None and new.sound is not None:
        pieces = [precise(piece, old.sound, new.sound) for piece in pieces]
    pieces = bridged(pieces)
    alike = {n: tracks.alike(piece.line) for n, piece in enumerate(pieces)}
    pieces = bridged(extended(pieces, alike))
    pieces = without_repeats(with_cut_limits(pieces, old, new))
    parts = tuple(_part(piece, tracks, scores) for piece in pieces if piece.new.duration >= _SHORTEST)
    return VersionAlignment(parts, None if sound is None else scores.heard is not None)


@dataclass(frozen=True)
class _Scores:
    """How well lines explain each moment.

    Args:
        lines: L lines, with the lags of the rhythms.
        total: of everything, (L, T).
        seen: of pictures, (L, T).
        heard: of the sound, (L, T); None where it is another one, or there is none.
        momentary: of everything, each moment without its surroundings, (L, T).
    """

    lines: list[Line]
    total: Floats
    seen: Floats
    heard: Floats | None
    momentary: Floats


def _near_speeds(speed: float) -> list[float]:
    """The usual speeds that short windows do not tell from one."""
    return [other for other in SPEEDS if abs(other - speed) < _SAME_SPEED]


@dataclass(frozen=True)
class _Tracks:
    """What lines are scored by.

    Args:
        vectors: of the pictures of both versions; None where one has none.
        rhythms: of the sound and of the pictures, where both versions have them.
        has_sound: whether the first one is of the sound.
        n_times: number of moments of the new version.
    """

    vectors: tuple[Floats, Floats] | None
    rhythms: tuple[Rhythm, ...]
    has_sound: bool
    n_times: int

    @classmethod
    def of(
        cls, old: FilmSignature, new: FilmSignature, vectors: tuple[Floats, Floats], sound: Rhythm | None
    ) -> _Tracks:
        n_times = max(len(vectors[1]), round(new.film.duration * PICTURE_HZ))
        if not len(vectors[0]) or not len(vectors[1]):
            return cls(None, () if sound is None else (sound,), sound is not None, n_times)
        movement = Rhythm(picture_rhythm(old), picture_rhythm(new))
        return cls(vectors, (movement,) if sound is None else (sound, movement), sound is not None, n_times)

    def lagged(self, line: Line, weights: Floats) -> Line:
        """A line with the lag of the first rhythm that agrees with it somewhere near."""
        found = (with_lag(line, rhythm, weights) for rhythm in self.rhythms)
        return next((one for one in found if one is not None), line)

    def all_lagged(self, lines: list[Line]) -> list[Line]:
        """Lines, each with the lag of the moments that its pictures explain; of all, where there are no pictures."""
        weights = np.ones((len(lines), self.n_times)) if self.vectors is None else self._seen(lines)
        return [self.lagged(line, own) for line, own in zip(lines, weights, strict=True)]

    def _seen(self, lines: list[Line]) -> Floats:
        seen = np.zeros((len(lines), self.n_times), np.float32)
        if self.vectors is not None:
            similar = picture_scores(*self.vectors, lines)
            # How alike the same pictures are depends on encoding and crop: where they are, others must be so too.
            best = similar.max(axis=0)
            usual = float(np.median(best[best > 0])) if (best > 0).any() else 0.0
            level = max(0.0, usual - _WORSE)
            scale = _SAME / (usual - level) if usual > level else 1.0
            seen[:, : len(self.vectors[1])] = np.where(similar == 0, 0, np.minimum((similar - level) * scale, _SAME))
        return seen

    def alike(self, line: Line) -> Floats:
        """How alike the pictures on a line are, less what is needed, (T,)."""
        out = np.zeros(self.n_times, np.float32)
        if self.vectors is not None:
            out[: len(self.vectors[1])] = picture_scores(*self.vectors, [line])[0]
        return out

    def looks_like(self, piece: Piece) -> bool:
        """Whether the pictures of a piece are alike at all, where there are any that say something."""
        alike = self.alike(piece.line)[int(piece.new.start * PICTURE_HZ) : int(piece.new.end * PICTURE_HZ) + 1]
        known = alike[alike != 0]
        return not len(known) or float(known.mean()) > -_UNLIKE

    def scores(self, lines: list[Line]) -> _Scores:
        """How well lines explain each moment."""
        seen = self._seen(lines)
        rhythms = [rhythm_scores(rhythm, lines, self.n_times) for rhythm in self.rhythms]
        heard, used = (rhythms[0] if self.has_sound else None), self.rhythms
        if heard is not None and self.vectors is not None and not _sound_agrees(seen, heard):
            heard, rhythms = None, rhythms[1:]
            used = used[1:]
        momentary = seen + sum(rhythm_scores(one, lines, self.n_times, window=SHORT_WINDOW) for one in used)
        return _Scores(lines, seen + sum(rhythms), seen, heard, momentary)


def _lines_of_pieces(pieces: list[Piece], usual: float, tracks: _Tracks) -> list[Line]:
    """The lines of pieces, each with the lag of its own sound or movement, also at the usual speed."""
    out = []
    for piece in pieces:
        weights = np.zeros(tracks.n_times, np.float32)
        weights[int(piece.new.start * PICTURE_HZ) : int(piece.new.end * PICTURE_HZ)] = 1
        for speed in dict.fromkeys((piece.line.speed, usual, *_near_speeds(piece.line.speed))):
            line = Line(speed, piece.new.middle - speed * piece.old.middle)
            out.append(tracks.lagged(line, weights))
    return out


def _sound_agrees(seen: Floats, heard: Floats) -> bool:
    """Whether moments with the same picture have the same sound."""
    likely = (seen > 0) & (seen > seen.max(axis=0) - _LIKELY)
    best = np.where(likely, heard, -1).max(axis=0)
    known = likely.any(axis=0) & (best != 0)
    return bool(known.any() and (best[known] > 0).mean() >= _SOUND_AGREES)


def _pieces(scores: _Scores) -> list[Piece]:
    lines, total = scores.lines, scores.total
    way = better_limits(best_lines(total), scores.momentary, reach=_UNSURE)
    edges = [0, *(np.flatnonzero(np.diff(way)) + 1).tolist(), len(way)]
    out = []
    for first, last in pairwise(edges):
        if way[first] != NONE:
            score = float(total[way[first], first:last].mean())
            out.append(Piece(lines[way[first]], Span(first / PICTURE_HZ, last / PICTURE_HZ), int(way[first]), score))
    return out


def _part(piece: Piece, tracks: _Tracks, scores: _Scores) -> SharedPart:
    within = slice(int(piece.new.start * PICTURE_HZ), int(piece.new.end * PICTURE_HZ) + 1)
    seen = None if tracks.vectors is None else picture_scores(*tracks.vectors, [piece.line])[0, within]
    return SharedPart(
        piece.old,
        piece.new,
        piece.line.speed,
        None if seen is None else _mean(seen, SAME_PICTURE),
        None if scores.heard is None else _mean(scores.heard[piece.number, within], SAME_RHYTHM),
    )


def _mean(scores: Floats, level: float) -> float | None:
    """The mean likeness of the moments that say something; None if none does."""
    known = scores[scores != 0]
    return round(float(known.mean()) + level, 3) if len(known) else None
