"""Finds the texts in the pictures of a film: searches where they may be, follows and reads them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import cached_property
from typing import Any

import cv2
import numpy as np

from cinescribe.errors import FilmError
from cinescribe.media.film.frame_scaling import Image, PictureFormat, yuv_planes
from cinescribe.media.film.read import read_through
from cinescribe.media.text.line_track import LineTrack, PixelBox, hull, pixels, start_track
from cinescribe.media.text.overlay_evidence import (
    MAX_SLICES,
    OverlayEvidence,
    PictureChange,
    line_slices,
    picture_change,
)
from cinescribe.media.text.scene_views import SceneViews
from cinescribe.media.text.script_recogniser import LATIN_ONLY, ScriptReaders, ScriptRecogniser
from cinescribe.media.text.stroke_cells import SearchSchedule, clutter
from cinescribe.media.text.text_cards import text_cards
from cinescribe.media.text.text_lines import in_scripts_of_film, text_lines
from cinescribe.media.text.text_networks import Reading, TextDetector, straightened
from cinescribe.media.text.text_similarity import squeezed
from cinescribe.schema import Film, ScreenText
from cinescribe.timing import Seconds, Span

# Set by hand on w3c_perspective, popeye and the tuned half of `results/screen_text.json`.
_RATE_HZ = 2.0  # pictures per second; starts and ends are known to half of the distance between two
_WIDTH = 1280  # of the pictures that are read, at most
SEARCH_PIXELS = 640 * 360  # of the pictures in which the detector searches: twice as many found no more of them
SMALL_WIDTH = 480  # of the pictures in which edges are compared and lines followed
HISTORY = 12  # small pictures kept, to find the start of a text
_SAME_PLACE = 0.5  # least share of the smaller box that two views of one line have in common
# A line found this much longer or higher has got letters, or has come further into the picture. Set on a clip of a
# computer screen, outside the reference data, on which words are typed.
GROWN = 1.12
AS_SURE = 0.05  # by which the score of its reading may then be lower, if that is longer
# Widths at which a line is read at different times. Writing reads the same, textures do not, also in a still shot;
# tight words part when they are stretched.
_STRETCHES = 1.0, 1.2, 0.9
_SURE = 0.98  # score at which two readings suffice
MAYBE = 0.5  # least score of a line that is followed


def screen_texts(
    film: Film,
    *,
    readers: ScriptReaders = LATIN_ONLY,
    progress: Callable[[Seconds], None] | None = None,
) -> tuple[ScreenText, ...]:
    """Return the texts that can be read in the pictures of a film, by start.

    Args:
        film: the film.
        readers: of other scripts than Latin, from `script_readers`.
        progress: called regularly with the second that was reached.

    Raises:
        FilmError: when the film has no pictures, or `read_through` refuses it.
        ModelError: when the models of rapidocr are not installed and something looks like text.

    Example:
        >>> [text.text for text in screen_texts(probe("film.mp4")) if text.kind == "title"]  # doctest: +SKIP
        ['The General']
    """
    if film.track("video") is None:
        raise FilmError(f"{film.path!r} has no pictures, so it has no on-screen text; name a film with a picture")
    finder = TextFinder(readers)
    read_through(film, pictures=[finder], progress=progress)
    return finder.texts(film.duration)


class TextFinder:
    """A picture sink that finds on-screen text. The networks are loaded when something first looks like text.

    Args:
        readers: of other scripts than Latin.
    """

    def __init__(self, readers: ScriptReaders = LATIN_ONLY) -> None:
        self._readers = readers
        self._schedule = SearchSchedule()
        self._history: deque[tuple[Seconds, Image]] = deque(maxlen=HISTORY)
        self._active: list[LineTrack] = []
        self._done: list[LineTrack] = []
        self._views = SceneViews()
        self._size: tuple[int, int] | None = None  # width and height of the small pictures

    @property
    def wants(self) -> PictureFormat:
        """Pictures two times a second, in colour for the networks; the brightness is used as it is."""
        return PictureFormat("yuv420p", rate_hz=_RATE_HZ, width=_WIDTH)

    @cached_property
    def _detector(self) -> TextDetector:
        return TextDetector()

    @cached_property
    def _recogniser(self) -> ScriptRecogniser:
        return ScriptRecogniser(self._readers)

    @property
    def tools(self) -> tuple[object, ...]:
        """What it uses and does not change, for checkpoints."""
        return (self._readers,)

    def __getstate__(self) -> dict[str, Any]:
        """The state of the search, without the networks, which are loaded again."""
        networks = ("_detector", "_recogniser")
        return {name: value for name, value in vars(self).items() if name not in networks}

    def take(self, time: Seconds, image: Image) -> None:
        """Analyse the next picture."""
        luma, _, _ = yuv_planes(image)
        width = min(SMALL_WIDTH, luma.shape[1])
        self._size = (width, max(1, round(luma.shape[0] * width / luma.shape[1])))
        small = np.asarray(cv2.resize(luma, self._size, interpolation=cv2.INTER_AREA), np.uint8)
        self._views.take(time, small)
        before = self._history[0][1] if self._active and self._history else small
        change = picture_change(before, small) if self._active else PictureChange()
        for track in self._active:
            track.follow(time, small, change)
        self._done += [track for track in self._active if track.is_gone]
        self._active = [track for track in self._active if not track.is_gone]
        picture: Image | None = None
        if self._schedule.is_due(time, small):
            picture = _colours(image)
            self._search(time, picture, small)
        self._read_again(time, image, picture)
        self._look_through(luma)
        self._history.appendleft((time, small))

    def texts(self, duration: Seconds) -> tuple[ScreenText, ...]:
        """Return the texts by start, after the last picture of a film of `duration` seconds."""
        if self._size is None:
            return ()
        tracks = [*self._done, *self._active]
        for track in tracks:
            n = self._views.n_showing(track.view, pixels(track.box, self._size), Span(track.first, track.last))
            track.overlay += OverlayEvidence(n_elsewhere=n)
        lines = in_scripts_of_film(text_lines(tracks, size=self._size, duration=duration))
        return text_cards(lines, duration=duration)

    def _search(self, time: Seconds, picture: Image, small: Image) -> None:
        """Find and read lines that are not followed yet."""
        scale = small.shape[1] / picture.shape[1]
        has_text = False
        quads = self._detector.lines(picture, max_pixels=SEARCH_PIXELS)
        beside = clutter(small, [hull(quad * scale) for quad in quads])
        for quad in quads:
            place = hull(quad * scale)
            known = [track for track in self._active if not track.n_misses and _is_same_place(track.box, place)]
            if any(not _is_larger(place, track.box) for track in known):
                has_text = True
                continue
            reading = self._recogniser.read(picture, quad)
            if reading.score < MAYBE or (known and not _is_better(reading, known[0])):
                has_text |= bool(known)
                continue
            has_text = True
            track = known[0] if known else start_track(time, np.asarray(quad * scale, np.float32), small)
            if known:
                track.widen(np.asarray(quad * scale, np.float32), small)
            else:
                track.clutter = beside
                track.look_back(self._history, small)
                self._active.append(track)
            track.readings.append((time, reading))
        self._schedule.searched(time, has_text=has_text)

    def _read_again(self, time: Seconds, image: Image, picture: Image | None) -> None:
        """Read lines in view again, so that readings at different times can be compared."""
        for track in self._active:
            if track.n_misses or track.readings[-1][0] == time or _is_read(track):
                continue
            picture = _colours(image) if picture is None else picture
            quad = np.asarray(track.quad * (picture.shape[1] / (self._size or (1, 1))[0]), np.float32)
            stretch = _STRETCHES[len(track.readings)]
            track.readings.append((time, self._recogniser.read(picture, quad, stretch=stretch)))

    def _look_through(self, luma: Image) -> None:
        """Measure how much of what lies behind shows through the lines in view."""
        for track in self._active:
            if not track.n_misses and len(track.overlay.slices) < MAX_SLICES:
                quad = np.asarray(track.quad * (luma.shape[1] / (self._size or (1, 1))[0]), np.float32)
                track.overlay += OverlayEvidence(slices=line_slices(straightened(luma, quad)))


def _is_read(track: LineTrack) -> bool:
    readings = [reading for _, reading in track.readings]
    is_sure = len(readings) > 1 and readings[-1].text == readings[-2].text and readings[-1].score >= _SURE
    return is_sure or len(readings) >= len(_STRETCHES)


def _colours(image: Image) -> Image:
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_YUV2BGR_I420), np.uint8)


def _is_better(reading: Reading, track: LineTrack) -> bool:
    """Whether a larger view of a line improves on the last reading; fading and neighbours spoil it."""
    best = max((old for _, old in track.readings), key=lambda old: old.score)
    is_longer = len(squeezed(reading.text)) > len(squeezed(best.text))
    return reading.score > best.score - (AS_SURE if is_longer else 0.0)


def _is_larger(one: PixelBox, other: PixelBox) -> bool:
    sides, others = ((box[2] - box[0], box[3] - box[1]) for box in (one, other))
    return sides[0] > GROWN * others[0] or sides[1] > GROWN * others[1]


def _is_same_place(one: PixelBox, other: PixelBox) -> bool:
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    smaller = min((box[2] - box[0]) * (box[3] - box[1]) for box in (one, other))
    return width > 0 and height > 0 and width * height >= _SAME_PLACE * smaller
