"""Finds the shots of a film, joined by hard cuts, dissolves or fades.

Comparing tiny pictures proposes cuts and blends. That is cheap and misses almost none, but flashes, fast motion and
passing cars are among them. TransNet V2 then sees each proposal with a second of film around it, in full contrast, and
decides.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from cinescribe.errors import FilmError
from cinescribe.media.film.frame_scaling import Image, PictureFormat, yuv_planes
from cinescribe.media.film.read import read_through
from cinescribe.media.shots.dissolves import WINDOWS, Blend, blends, non_overlapping
from cinescribe.media.shots.frame_signature import Bars, Floats, signatures
from cinescribe.media.shots.hard_cuts import STEPS_AROUND, cut_scores
from cinescribe.media.shots.transnet import (
    CERTAIN,
    HEIGHT,
    WIDTH,
    Transitions,
    TransNet,
    load_transnet,
    transitions,
    with_full_range,
)
from cinescribe.schema import Film, Shot, Transition
from cinescribe.timing import Seconds, Span

SHOT_RATE_HZ = 30.0  # maximum number of pictures analysed per second
SIZE = (96, 54)  # their width and height
CHUNK = 600  # pictures analysed at once, plus those that the next chunk needs again
_OVERLAP = round(WINDOWS[-1] * SHOT_RATE_HZ) + STEPS_AROUND + 1
# Minimum score of a proposed cut. Of the 48 hard cuts that the network finds by itself, seeing all of nine clips, each
# scores .77 or more, with the pictures as they are and with a quarter of their contrast.
PROPOSED = 0.5
_APART = 6  # pictures between two proposals, of which the better one is kept
# Minimum probability of a cut. The network has its best F1 on two films held back from us at .3 to .5.
CUT_PROBABILITY = 0.3
# Pictures on each side of a proposal that the network sees. With 12 its decisions at .3 are those for whole films in
# 97 % of the proposals. Where it is in doubt it looks again, with 50 on each side, which is all that it can use.
AROUND, FURTHER = 12, 50
DOUBTFUL = (0.1, 0.5)  # the decisions that differ lie between
NEAREST = 3  # pictures from a proposed cut in which the network's middle of the transition may lie
_SHORTEST: Seconds = 0.25  # between two cuts
_NEAR: Seconds = 0.1  # a cut this close to a blend is part of it
LONGEST_PLAIN: Seconds = 5.0  # longest black between two shots; a longer one is a shot


def shots(film: Film, *, progress: Callable[[Seconds], None] | None = None) -> tuple[Shot, ...]:
    """Return the shots of a film in order, without gaps, from 0 to its duration.

    Args:
        film: the film.
        progress: called regularly with the second that was reached.

    Raises:
        FilmError: when the film has no pictures, or `read_through` refuses it.

    Example:
        >>> [shot.transition for shot in shots(probe("film.mp4"))]  # doctest: +SKIP
        ['cut', 'cut', 'dissolve', 'cut']
    """
    if film.track("video") is None:
        raise FilmError(f"{film.path!r} has no pictures, so it has no shots; name a film with a picture")
    finder = ShotFinder()
    read_through(film, pictures=[finder], progress=progress)
    return finder.shots(film.duration)


@dataclass(frozen=True)
class _Join:
    """A transition between two shots; the `span` of a cut has no length."""

    transition: Transition
    span: Span


class ShotFinder:
    """A picture sink that finds shots; it keeps at most twenty seconds of tiny pictures.

    Args:
        net: decides about proposals; by default TransNet V2.

    Raises:
        ModelError: when the network cannot be loaded.
    """

    def __init__(self, net: TransNet | None = None) -> None:
        self._bars = Bars()
        self._times: list[Seconds] = []
        self._pictures: list[Image] = []
        self._net = net or load_transnet()
        self._cuts: dict[Seconds, float] = {}  # probability of each proposed cut
        self._blends: dict[Blend, float] = {}  # mean probability that a picture of a proposed blend is mixed
        self._is_fresh = False  # whether there are pictures after the last chunk

    @property
    def wants(self) -> PictureFormat:
        """Small pictures in colour."""
        return PictureFormat("yuv420p", rate_hz=SHOT_RATE_HZ, width=SIZE[0], height=SIZE[1])

    @property
    def tools(self) -> tuple[object, ...]:
        """What is no state of the search: the network."""
        return (self._net,)

    def take(self, time: Seconds, image: Image) -> None:
        """Analyse the next picture."""
        self._bars.add(yuv_planes(image)[0])
        self._times.append(time)
        self._pictures.append(image)
        self._is_fresh = True
        if len(self._times) == CHUNK + _OVERLAP:
            self._analyse(is_last=False)
            del self._times[:CHUNK], self._pictures[:CHUNK]

    def shots(self, duration: Seconds) -> tuple[Shot, ...]:
        """Return the shots, from 0 to `duration`, after the last picture; none if there were no pictures."""
        if not self._times:
            return ()
        if self._is_fresh:
            self._analyse(is_last=True)
        mixed = non_overlapping(blend for blend, inside in self._blends.items() if inside >= CERTAIN)
        cuts = [_Join("cut", Span(time, time)) for time in self._best_cuts(mixed)]
        joins = _merge_fades(sorted([*cuts, *map(_join, mixed)], key=lambda join: join.span), mixed)
        joins = [join for join in joins if 0 < join.span.middle < duration]
        edges = [0.0, *(join.span.middle for join in joins), duration]
        opened = [_Join("cut", Span(0, 0)), *joins]
        return tuple(
            Shot(Span(start, end), join.transition, join.span if join.span.duration else None)
            for join, start, end in zip(opened, edges[:-1], edges[1:], strict=True)
        )

    def _analyse(self, *, is_last: bool) -> None:
        """Find cuts and blends; cuts near the end of the pictures are left to the next time, unless `is_last`."""
        times = np.array(self._times)
        chunk = signatures(self._pictures, self._bars.crop())
        scores = cut_scores(chunk)
        end = len(times) - (0 if is_last else FURTHER)
        for n in peaks(scores):
            if n < end and self._times[n] not in self._cuts:  # not seen at the end of the pictures before
                self._cuts[self._times[n]] = self._cut_probability(n)
        for blend in blends(times, chunk):
            start, after = np.searchsorted(times, [blend.span.start, blend.span.end]).tolist()
            found = self._transitions(start - AROUND, after + AROUND)
            self._blends[blend] = float(found.inside[AROUND : max(after - start, 1) + AROUND].mean())
        self._is_fresh = False

    def _cut_probability(self, n: int) -> float:
        """Return how likely a cut before the n-th of the current pictures is."""
        probability = 0.0
        for around in (AROUND, FURTHER):
            found = self._transitions(n - around, n + around)
            probability = float(found.middle[around - NEAREST : around + NEAREST].max())
            if not DOUBTFUL[0] <= probability < DOUBTFUL[1]:
                break
        return probability

    def _transitions(self, start: int, end: int) -> Transitions:
        """Return what the network finds in the current pictures from `start` to `end`.

        Beyond the ends, the first and last picture are repeated, as the authors do.
        """
        near = np.arange(start, end).clip(0, len(self._pictures) - 1)
        seen = np.stack([shot_thumbnail(self._pictures[n]) for n in near.tolist()])
        return transitions(self._net, with_full_range(seen))

    def _best_cuts(self, mixed: Sequence[Blend]) -> list[Seconds]:
        """Return the times of cuts outside blends, only the best of those close together."""
        best: list[Seconds] = []
        likely = [(probability, time) for time, probability in self._cuts.items() if probability >= CUT_PROBABILITY]
        for _, time in sorted(likely, key=lambda cut: (-cut[0], cut[1])):
            in_blend = any(blend.span.start - _NEAR <= time <= blend.span.end + _NEAR for blend in mixed)
            if not in_blend and all(abs(time - other) > _SHORTEST for other in best):
                best.append(time)
        return sorted(best)


def peaks(scores: Floats, *, at_least: float = PROPOSED) -> list[int]:
    """Return where proposals are: the pictures with the highest score of their surroundings."""
    proposed = np.flatnonzero(scores >= at_least).tolist()
    return [n for n in proposed if scores[n] == scores[max(0, n - _APART) : n + _APART + 1].max()]


def shot_thumbnail(picture: Image) -> Image:
    """Return a `yuv420p` picture as the network wants it: RGB, (27, 48, 3)."""
    rgb = cv2.cvtColor(picture, cv2.COLOR_YUV2RGB_I420)
    return np.asarray(cv2.resize(rgb, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA), np.uint8)


def _join(blend: Blend) -> _Join:
    return _Join("fade" if blend.from_plain or blend.to_plain else "dissolve", blend.span)


def _merge_fades(joins: Sequence[_Join], mixed: Sequence[Blend]) -> list[_Join]:
    """Merge the parts of fades: the fade out, the plain picture and the fade in, or a cut in place of one of these.

    A fade in at the start of a film, or a fade out at its end, is no transition between shots.
    """
    outs = {blend.span for blend in mixed if blend.to_plain}
    ins = {blend.span for blend in mixed if blend.from_plain and not blend.to_plain}
    whole: list[_Join] = []
    is_plain = False  # whether the last transition leads to a plain picture
    for join in joins:
        last = whole[-1] if whole else None
        # A fade in comes from the plain picture to which the transition before led, even if it was not detected so.
        is_other_half = is_plain or (join.span in ins and last is not None and last.transition != "fade")
        if last is not None and is_other_half and join.span.start - last.span.end <= LONGEST_PLAIN:
            whole[-1] = _Join("fade", Span(last.span.start, join.span.end))
        elif whole or join.span not in ins:
            whole.append(join)
        is_plain = join.span in outs
    return whole[:-1] if is_plain else whole
