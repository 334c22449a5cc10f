"""The moments of a film: its pauses, cut at shots, and the frames with faces that show what happens in each."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from cinescribe.describe.placement import BREATH
from cinescribe.features.clip_sets.frames import read_frames
from cinescribe.generate.narration.moments import Moment, NumberedShot, SeenFrame
from cinescribe.schema import Face, Gap, Shot, Speech
from cinescribe.timing import Seconds, Span

SHORTEST: Seconds = 1.2  # pause in which something can be said (Microsoft ai-audio-descriptions)
_PREFERRED: Seconds = 2.5  # room from which a part of a pause stands alone
_LONGEST: Seconds = 8.0  # room; longer ones are divided, since one sentence cannot describe what happens in them
_CATCH_UP: Seconds = 20.0  # at most this long before the pause: older news is history
_SLIVER: Seconds = 0.25  # of a shot at the edge of a moment, in which nothing happens
_CONTEXT = 2  # shots shown before and after (Shot-by-Shot)
_FRAMES = 10  # of the shots that are described
_NEAR: Seconds = 0.5  # from a frame to a face that is drawn into it


def film_moments(gaps: Sequence[Gap], shots: Sequence[Shot], speech: Sequence[Speech]) -> tuple[Moment, ...]:
    """Return the moments in which something can be said, in order.

    Args:
        gaps: the pauses in the speech.
        shots: the film's shots, in order, without holes.
        speech: with words where they are known.
    """
    moments: list[Moment] = []
    described_until: Seconds = 0.0
    for part, is_last in (each for gap in gaps for each in _parts(gap.span, shots)):
        described = Span(max(described_until, part.start - _CATCH_UP), part.end)
        said = tuple(line.text for line in speech if line.text and described.overlap(line.span) > 0)
        room = part if is_last else Span(part.start, part.end - BREATH)
        moments.append(Moment(room, described, _numbered(described, shots), said))
        described_until = part.end
    return tuple(moments)


def window_moments(windows: Sequence[Span], shots: Sequence[Shot], speech: Sequence[Speech]) -> tuple[Moment, ...]:
    """Return a moment for each given window: what it shows is described, in a sentence of its length.

    Args:
        windows: in order; they may overlap.
        shots: as for `film_moments`.
        speech: likewise.
    """
    return tuple(
        Moment(
            window,
            window,
            _numbered(window, shots),
            tuple(line.text for line in speech if line.text and window.overlap(line.span) > 0),
        )
        for window in windows
    )


def _parts(gap: Span, shots: Sequence[Shot]) -> list[tuple[Span, bool]]:
    """The parts of a pause, cut where shots change, and whether each is its last."""
    if gap.duration < SHORTEST:
        return []
    edges = [gap.start]
    for cut in (shot.span.start for shot in shots):
        if cut - edges[-1] >= _PREFERRED and gap.end - cut >= _PREFERRED:
            edges.append(cut)
    edges.append(gap.end)
    parts = [part for start, end in pairwise(edges) for part in _divided(Span(start, end))]
    return [(part, n == len(parts)) for n, part in enumerate(parts, 1)]


def _divided(room: Span) -> list[Span]:
    n = max(1, -int(-room.duration // _LONGEST))
    edges = [room.start + room.duration * k / n for k in range(n)] + [room.end]
    return [Span(start, end) for start, end in pairwise(edges)]


def _numbered(described: Span, shots: Sequence[Shot]) -> tuple[NumberedShot, ...]:
    least = min(_SLIVER, described.duration / 2)
    own = [n for n, shot in enumerate(shots) if shot.span.overlap(described) > least]
    if not own:
        return ()
    first, last = max(own[0] - _CONTEXT, 0), min(own[-1] + _CONTEXT, len(shots) - 1)
    return tuple(
        NumberedShot(number, shots[n].span, is_context=not own[0] <= n <= own[-1])
        for number, n in enumerate(range(first, last + 1), 1)
    )


@dataclass(frozen=True)
class FilmFrames:
    """Gives the frames of a moment, from those that the analysis kept; call it with the moment.

    Args:
        folder: of the frames.
        faces: of the film, by time, with their persons.
    """

    folder: Path
    faces: tuple[Face, ...]

    def __call__(self, moment: Moment) -> list[SeenFrame]:
        """Return about ten frames of the moment's own shots, and one of each shot around them, in order."""
        own = [shot.span.within(moment.described) for shot in moment.own_shots]
        total = sum(span.duration for span in own if span is not None) or 1.0
        frames: list[SeenFrame] = []
        for shot in moment.shots:
            span = shot.span if shot.is_context else shot.span.within(moment.described)
            if span is None:
                continue
            n = 1 if shot.is_context else max(1, round(_FRAMES * span.duration / total))
            times, images = read_frames(self.folder, span, at_most=n)
            frames += [
                SeenFrame(time, image, shot.number, self._faces_near(time, shot.span))
                for time, image in zip(times, images, strict=True)
            ]
        return frames

    def _faces_near(self, time: Seconds, shot: Span) -> tuple[Face, ...]:
        """The nearest face of each person around a frame, within its shot."""
        first = bisect_right(self.faces, time - _NEAR, key=lambda face: face.time)
        last = bisect_right(self.faces, time + _NEAR, key=lambda face: face.time)
        here = [face for face in self.faces[first:last] if face.person is not None and shot.has(face.time)]
        nearest = {face.person: face for face in sorted(here, key=lambda face: -abs(face.time - time))}
        return tuple(nearest.values())
