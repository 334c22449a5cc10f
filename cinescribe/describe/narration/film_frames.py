"""The frames that a narration shows: which of those that the analysis kept, and larger ones of the same moments."""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cinescribe.describe.analyse import FRAMES
from cinescribe.describe.stages import Stages
from cinescribe.errors import FilmError
from cinescribe.features.clip_sets.frames import FRAME_HZ, FrameWriter, frame_times, write_frame
from cinescribe.generate.narration.moments import Moment
from cinescribe.media.film.frame_scaling import Image, PictureFormat
from cinescribe.media.film.read import read_through
from cinescribe.schema import Film, Stream
from cinescribe.store import write_text
from cinescribe.timing import Seconds, Span

LARGEST_SIDE = 3840  # pixels; frames of a folder are read up to this size
_STAGE = "larger frames"
_BEGUN = "checkpoint"  # a file; where it is, an interrupted pass goes on
_N_FRAMES = 10  # of the shots that are described
_TICK_HZ = 2 * FRAME_HZ  # frames of a second view may lie between those that the analysis kept
_TICK_MS = round(1000 / _TICK_HZ)
_EARLY_MS = 1  # by which rounded time stamps may be early, as in `FrameSampler`
_BACK: Seconds = 15.0  # to seek back to go on: an index may count from the time at which a frame is decoded


@dataclass(frozen=True)
class ChosenFrame:
    """A frame to show: the number of its shot, as in `Moment.shots`, and its time."""

    shot: int
    time: Seconds


@dataclass(frozen=True)
class FrameChoice:
    """The frames of two views of a moment, each in order. They share frames only where a shot has no others.

    Args:
        first: about ten of the moment's own shots, and one of each shot around them.
        others: as many, where there are as many others.
    """

    first: tuple[ChosenFrame, ...]
    others: tuple[ChosenFrame, ...]


def frame_choice(moment: Moment, kept: Sequence[Seconds], possible: Sequence[Seconds]) -> FrameChoice:
    """Return which frames of a moment to show.

    Args:
        moment: the moment.
        kept: times of the frames from which the first view is chosen, in order.
        possible: times of those from which the second view is chosen, in order; one that falls together with a frame
            of the first view is left out.
    """
    own = [shot.span.within(moment.described) for shot in moment.own_shots]
    total = sum(span.duration for span in own if span is not None) or 1.0
    first: list[ChosenFrame] = []
    others: list[ChosenFrame] = []
    for shot in moment.shots:
        span = shot.span if shot.is_context else shot.span.within(moment.described)
        if span is None:
            continue
        n = 1 if shot.is_context else max(1, round(_N_FRAMES * span.duration / total))
        shown = _evenly(_inside(kept, span), n)
        taken = {tick(time) for time in shown}
        free = [time for time in _inside(possible, span) if tick(time) not in taken]
        first += [ChosenFrame(shot.number, time) for time in shown]
        others += [ChosenFrame(shot.number, time) for time in _evenly(free, len(shown)) or shown]
    return FrameChoice(tuple(first), tuple(others))


def tick(time: Seconds) -> int:
    """Return the number of the interval of a second pass that a frame is in; of each it keeps at most the first."""
    return (round(time * 1000) + _EARLY_MS) // _TICK_MS


def tick_times(until: Seconds) -> tuple[Seconds, ...]:
    """Return when each interval up to the end of a film begins."""
    return tuple(n * _TICK_MS / 1000 for n in range(tick(until)))


def moment_frames(
    film: Film,
    moments: Sequence[Moment],
    kept: Path,
    *,
    side: int,
    stages: Stages,
    key: Mapping[str, Any],
    progress: Callable[[Seconds], None],
    stage: str = _STAGE,
) -> Path:
    """Return a folder with the frames of two views of all moments in a larger size; the film is read once for it.

    If the kept frames have the requested size, or the film's, it is their folder.

    Args:
        film: the film, read again.
        moments: whose frames are shown.
        kept: folder of the frames that the analysis kept.
        side: wanted length of the longer side, in pixels. Frames are never larger than the film, or `LARGEST_SIDE`.
        stages: of the folder of the description; an interrupted pass goes on.
        key: what the film is.
        progress: called regularly with the second that was reached.
        stage: its name; moments that are shown for another purpose have their own.

    Raises:
        FilmError: when the film cannot be read.
        OutputError: when the folder cannot be written.
        RecordError: when the folder of kept frames is missing.
    """
    stream = film.track("video")
    if stream is None:
        raise FilmError(f"{film.path!r} has no pictures; name a film")
    width = _width(stream, side)
    if not moments or width <= FrameWriter.wants.size(stream)[0]:
        return kept
    times = frame_times(kept)
    choices = [frame_choice(moment, times, tick_times(film.duration)) for moment in moments]
    wanted = sorted({tick(one.time) for choice in choices for one in (*choice.first, *choice.others)})

    def work(folder: Path) -> None:
        frames = folder / FRAMES
        frames.mkdir(exist_ok=True)
        write_text(folder / _BEGUN, "")
        done = frame_times(frames)
        rest = Span(max(done[-1] - _BACK, 0.0), film.duration) if done else None
        sink = _WantedFrames(frames, width, wanted=frozenset(wanted) - {tick(time) for time in done})
        read_through(film, pictures=(sink,), within=rest, progress=progress)
        (folder / _BEGUN).unlink()

    chosen = hashlib.sha256(repr(wanted).encode()).hexdigest()
    done = stages.run(stage, {**key, "ticks": chosen, "width": width}, work, checkpoint=_BEGUN)
    return done / FRAMES


class _WantedFrames:
    """A `PictureSink` that keeps the first picture of each wanted interval."""

    def __init__(self, folder: Path, width: int, *, wanted: frozenset[int]) -> None:
        self.wants = PictureFormat("rgb24", rate_hz=_TICK_HZ, width=width)
        self._folder = folder
        self._wanted = set(wanted)

    def take(self, time: Seconds, image: Image) -> None:
        """Write the picture of `time`, RGB (H, W, 3), if it is requested."""
        if tick(time) in self._wanted:
            self._wanted.remove(tick(time))
            write_frame(self._folder, time, image)


def _width(stream: Stream, side: int) -> int:
    """The even width at which the longer side of a film's pictures is as wanted, at most the film's own."""
    width, height = stream.width or 2, stream.height or 2
    longest = max(width, height)
    return max(2, round(width * min(side, LARGEST_SIDE, longest) / longest / 2) * 2)


def _inside(times: Sequence[Seconds], span: Span) -> Sequence[Seconds]:
    """The times in a span; all are of whole milliseconds, as names of frames are."""
    return times[bisect_left(times, round(span.start, 3)) : bisect_left(times, round(span.end, 3))]


def _evenly(times: Sequence[Seconds], at_most: int) -> list[Seconds]:
    """The middles of equal parts of some times."""
    n = min(at_most, len(times))
    return [times[int((k + 0.5) * len(times) / n)] for k in range(n)]
