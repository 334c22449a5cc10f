"""Frames of clips at given moments, decoded from their film."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from cinescribe.errors import FilmError
from cinescribe.media.film.frame_scaling import Image, PictureFormat
from cinescribe.media.film.probe import probe
from cinescribe.media.film.read import read_through
from cinescribe.timing import Seconds, Span

_WIDTH = 480  # pixels, as the frames that films are described by


class _Moments:
    """A `PictureSink` that keeps the picture on screen at each of some moments, in order."""

    wants = PictureFormat(layout="rgb24", width=_WIDTH)

    def __init__(self, moments: Sequence[Seconds]) -> None:
        self._order = sorted(range(len(moments)), key=moments.__getitem__)
        self._moments = moments
        self._n_done = 0
        self._shown: tuple[Seconds, Image] | None = None
        self.kept: dict[int, tuple[Seconds, Image]] = {}  # by the moment's index

    def take(self, time: Seconds, image: Image) -> None:
        """Take the next picture, (H, W, 3) RGB: the one before was on screen until now."""
        self._keep(time)
        self._shown = time, image

    def end(self) -> None:
        """Keep the last picture for the moments that are left."""
        self._keep(float("inf"))

    def _keep(self, until: Seconds) -> None:
        while self._n_done < len(self._order) and self._moments[self._order[self._n_done]] < until:
            if self._shown is None:
                return  # before the first picture
            self.kept[self._order[self._n_done]] = self._shown
            self._n_done += 1


def sampled_frames(film: Path, spans: Sequence[Span], *, n_frames: int) -> list[tuple[Image, int]]:
    """Return frames of spans of a film: those on screen in the middles of `n_frames` equal parts of each span.

    Six frames of a video are so two each from its start, middle and end, in order of time (GIT-LLaVA, section 5.2).

    Args:
        film: the film's file.
        spans: parts of it.
        n_frames: frames of each.

    Returns:
        For each span its frames, (n_frames, H, W, 3) RGB, and how many of them differ: a short one repeats some.

    Raises:
        FilmError: when the film cannot be decoded, or has no pictures.
    """
    moments = [span.start + (k + 0.5) / n_frames * (span.end - span.start) for span in spans for k in range(n_frames)]
    sink = _Moments(moments)
    read_through(probe(film), pictures=[sink])
    sink.end()
    if len(sink.kept) < len(moments):
        raise FilmError(f"{str(film)!r} has no pictures; expected a film with a video stream")
    shown = [[sink.kept[n * n_frames + k] for k in range(n_frames)] for n in range(len(spans))]
    return [(np.stack([image for _, image in some]), len({time for time, _ in some})) for some in shown]
