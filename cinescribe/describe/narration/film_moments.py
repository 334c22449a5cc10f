"""The moments of a film: its pauses, cut at shots, and the frames with faces that show what happens in each."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path

from cinescribe.describe.narration.film_frames import ChosenFrame, FrameChoice, frame_choice, tick, tick_times
from cinescribe.describe.narration.turned_people import LONGEST_TURN, NEAR, KeptFrames, turned_people
from cinescribe.describe.placement.free_gaps import gaps_around
from cinescribe.export.tracks.cue_time_limits import BREATH
from cinescribe.features.clip_sets.frames import frame_times, read_frame
from cinescribe.generate.narration.moments import Moment, NumberedShot, SeenFrame
from cinescribe.schema import Cue, Face, Gap, Shot, Speech
from cinescribe.timing import Seconds, Span

_SHORTEST: Seconds = 1.2  # pause in which a sentence fits (Microsoft ai-audio-descriptions)
_PREFERRED: Seconds = 2.5  # room from which a part of a pause is a moment of its own
_LONGEST: Seconds = 8.0  # room; longer ones are divided, since one sentence cannot describe what happens in them
_CATCH_UP: Seconds = 20.0  # at most this long before the pause: older news is history
_SLIVER: Seconds = 0.25  # of a shot at the edge of a moment, in which nothing happens
_CONTEXT = 2  # shots shown before and after (Shot-by-Shot)


def film_moments(
    gaps: Sequence[Gap], shots: Sequence[Shot], speech: Sequence[Speech], *, read: Sequence[Cue] = ()
) -> tuple[Moment, ...]:
    """Return the moments in which a sentence fits, in order.

    Args:
        gaps: the pauses in the speech.
        shots: the film's shots, in order, without holes.
        speech: with words where they are known.
        read: cues that read text on the screen, as `place` puts them; the moments leave them their time.
    """
    moments: list[Moment] = []
    described_until: Seconds = 0.0
    free = gaps_around(gaps, [cue.span for cue in read if cue.status == "spoken"])
    for part, is_last in (each for gap in free for each in _parts(gap.span, shots)):
        described = Span(max(described_until, part.start - _CATCH_UP), part.end)
        dialogue = tuple(line.text for line in speech if line.text and described.overlap(line.span) > 0)
        room = part if is_last else Span(part.start, part.end - BREATH)
        moments.append(Moment(room, described, _numbered(described, shots), dialogue))
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
    if gap.duration < _SHORTEST:
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
    """Gives the frames of a moment; call it with the moment.

    Args:
        folder: of the frames that the analysis kept.
        faces: of the film, by time, with their persons.
        larger: folder of the frames to show, as `moment_frames` gives it; by default those that the analysis kept.
    """

    folder: Path
    faces: tuple[Face, ...]
    larger: Path | None = None

    def __call__(self, moment: Moment) -> list[SeenFrame]:
        """Return about ten frames of the moment's own shots, and one of each shot around them, in order."""
        return self._seen(moment, self._choice(moment).first)

    def others(self, moment: Moment) -> list[SeenFrame]:
        """Return other frames of the same shots; the same ones where a shot has no others."""
        return self._seen(moment, self._choice(moment).others)

    def _choice(self, moment: Moment) -> FrameChoice:
        times = self._kept.times
        return frame_choice(moment, times, times if self._is_kept else tick_times(moment.shots[-1].span.end))

    @property
    def _is_kept(self) -> bool:
        return self.larger is None or self.larger == self.folder

    @cached_property
    def _kept(self) -> KeptFrames:
        return KeptFrames(self.folder, frame_times(self.folder))

    @cached_property
    def _shown(self) -> dict[int, Seconds]:
        """The time of the frame in each interval of the frames to show."""
        times = frame_times(self.larger or self.folder)
        return {tick(time): time for time in reversed(times)}

    def _seen(self, moment: Moment, chosen: Sequence[ChosenFrame]) -> list[SeenFrame]:
        spans = {shot.number: shot.span for shot in moment.shots}
        times = [(one.shot, self._shown.get(tick(one.time))) for one in chosen]
        return [
            self._frame(time, shot, spans[shot]) for shot, time in times if time is not None and spans[shot].has(time)
        ]

    def _frame(self, time: Seconds, number: int, shot: Span) -> SeenFrame:
        image = read_frame(self.larger or self.folder, time)
        faces = [face for face in self._between(time - LONGEST_TURN, time + LONGEST_TURN) if shot.has(face.time)]
        bodies = turned_people(time, shot, faces, self._kept)
        return SeenFrame(time, image, number, _nearest_faces(time, faces), bodies)

    def _between(self, start: Seconds, end: Seconds) -> tuple[Face, ...]:
        first = bisect_right(self.faces, start, key=lambda face: face.time)
        return self.faces[first : bisect_right(self.faces, end, key=lambda face: face.time)]


def _nearest_faces(time: Seconds, faces: Sequence[Face]) -> tuple[Face, ...]:
    """The nearest face of each person around a frame."""
    here = [face for face in faces if face.person is not None and -NEAR < face.time - time <= NEAR]
    nearest = {face.person: face for face in sorted(here, key=lambda face: -abs(face.time - time))}
    return tuple(nearest.values())
