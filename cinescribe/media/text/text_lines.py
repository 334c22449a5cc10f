"""Turns followed lines into lines of text, and drops noise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from cinescribe.media.text.line_track import LineTrack, PixelBox
from cinescribe.media.text.line_voting import AGREE, is_fragment, is_plausible, voted
from cinescribe.media.text.overlay_evidence import NO_EVIDENCE, OverlayEvidence
from cinescribe.media.text.scripts import LATIN, OTHER_SCRIPTS, in_script, looks_like, script_of
from cinescribe.media.text.text_similarity import similarity, squeezed
from cinescribe.schema import Box
from cinescribe.timing import Seconds, Span

# Set by hand on w3c_perspective and the tuned half of `results/screen_text.json`.
PAUSE: Seconds = 1.5  # a line that is read again at its place after no more than this never left
SAME_PLACE = 0.5  # least share of the smaller box that two views of one line have in common
LONGER = 1.1  # a line with this many times the letters of its other view is the whole of it
_MOVED: Seconds = 0.75  # the same for a line that moves too fast to be followed
MIN_MOVED = 5  # letters of such a line
_FURTHEST = 0.3  # share of the picture that it moves at most
_PLAIN = 0.015  # share of a plain picture's cells that hold edges, beside the text


@dataclass(frozen=True)
class TextLine:
    """A line of text.

    Args:
        span: when it is in view.
        text: what it says.
        score: mean probability of its letters.
        first, last: where it is when it appears and before it vanishes.
        is_plain: whether the picture around it shows hardly anything else.
        is_overlaid: whether it appeared or vanished while the rest of the picture stayed the same.
        is_fragment: whether it is too short for writing on its own, as `&` between two names.
        overlay: evidence of whether it is laid over the film.
        was_cut: whether it went out of view by a cut.
    """

    span: Span
    text: str
    score: float
    first: Box
    last: Box
    is_plain: bool = False
    is_overlaid: bool = False
    is_fragment: bool = False
    overlay: OverlayEvidence = NO_EVIDENCE
    was_cut: bool = False

    @property
    def height(self) -> float:
        """Height of the line as a share of the picture's."""
        return self.first[3] - self.first[1]

    def box_at(self, time: Seconds) -> Box:
        """Where the line is at a time, if it moves evenly."""
        share = min(1.0, max(0.0, (time - self.span.start) / max(self.span.duration, 0.01)))
        left, top, right, bottom = (a + share * (b - a) for a, b in zip(self.first, self.last, strict=True))
        return left, top, right, bottom


def text_lines(tracks: Iterable[LineTrack], *, size: tuple[int, int], duration: Seconds) -> list[TextLine]:
    """Return the lines that are read with certainty, by start.

    Args:
        tracks: followed lines.
        size: width and height of the pictures of their boxes, in pixels.
        duration: of the film.
    """
    lines = []
    for track in sorted(tracks, key=lambda track: track.first):
        reading, n_agreeing = voted([reading for _, reading in track.readings])
        is_whole = is_plausible(reading, n_agreeing=n_agreeing)
        if is_whole or is_fragment(reading, n_agreeing=n_agreeing):
            boxes = [_share(box, size) for box in (track.boxes[0], track.boxes[-1])]
            lines.append(
                TextLine(
                    _span(track, duration),
                    " ".join(reading.text.split()),
                    reading.score,
                    first=boxes[0],
                    last=boxes[1],
                    is_plain=track.clutter <= _PLAIN,
                    is_overlaid=track.is_overlaid,
                    is_fragment=not is_whole,
                    overlay=track.overlay,
                    was_cut=track.was_cut,
                )
            )
    return _joined(lines)


def in_scripts_of_film(lines: Sequence[TextLine]) -> list[TextLine]:
    """Return lines of which those whose letters look the same in two scripts are in the script of most others.

    Of `MOCT` in a film whose other signs are Russian, a voice can say nothing.
    """
    scripts = Counter(
        script_of(line.text) for line in lines if not any(looks_like(line.text, s) for s in OTHER_SCRIPTS)
    )
    most = max(OTHER_SCRIPTS, key=lambda script: scripts[script])
    if scripts[most] <= scripts[LATIN]:
        return [*lines]
    return [replace(line, text=in_script(line.text, most)) if looks_like(line.text, most) else line for line in lines]


def _span(track: LineTrack, duration: Seconds) -> Span:
    """From the middle between the last picture without the line and the first with it, and likewise at the end."""
    start = track.first if track.before is None else (track.before + track.first) / 2
    end = duration if track.after is None else (track.last + track.after) / 2
    return Span(min(start, duration), max(min(end, duration), min(start, duration)))


def _share(box: PixelBox, size: tuple[int, int]) -> Box:
    left, top, right, bottom = (
        min(1.0, max(0.0, side / whole)) for side, whole in zip(box, (*size, *size), strict=True)
    )
    return left, top, right, bottom


def _joined(lines: Sequence[TextLine]) -> list[TextLine]:
    """Join lines that were lost for a moment, for example behind a passer-by."""
    out: list[TextLine] = []
    for line in lines:
        old = next((n for n, each in enumerate(out) if _is_continued(each, line)), None)
        if old is None:
            out.append(line)
            continue
        out[old] = _one_line(out[old], line)
    return sorted(out, key=lambda line: (line.span.start, line.first[1]))


def _one_line(one: TextLine, other: TextLine) -> TextLine:
    """The line that is seen as one and goes on as the other: the longer text, else the one read better."""
    letters = [len(squeezed(line.text)) for line in (one, other)]
    best = max(one, other, key=lambda line: line.score)
    if max(letters) > LONGER * min(letters):
        best = one if letters[0] > letters[1] else other
    return replace(
        best,
        span=Span(one.span.start, max(one.span.end, other.span.end)),
        first=one.first,
        last=max(one, other, key=lambda line: line.span.end).last,
        is_overlaid=one.is_overlaid or other.is_overlaid,
        is_fragment=one.is_fragment and other.is_fragment,
        overlay=one.overlay + other.overlay + OverlayEvidence(n_cuts=int(one.was_cut)),
        was_cut=other.was_cut,
    )


def _is_continued(one: TextLine, other: TextLine) -> bool:
    """Whether a line goes on as another: in the same place after a pause, or at once in another place."""
    pause = other.span.start - one.span.end
    if pause <= 0 and _is_part(one, other):
        return True
    if pause > PAUSE or similarity(one.text, other.text) < AGREE:
        return False
    height = max(one.height, other.height)
    if pause < 0:
        middle = (other.span.start + min(one.span.end, other.span.end)) / 2
        boxes = one.box_at(middle), other.box_at(middle)
    else:
        boxes = one.last, other.first
    moved = max(abs(a - b) for a, b in zip(*boxes, strict=True))
    is_sliding = abs(pause) <= _MOVED and moved <= _FURTHEST and min(len(one.text), len(other.text)) >= MIN_MOVED
    return moved <= height or is_sliding


def _is_part(one: TextLine, other: TextLine) -> bool:
    """Whether one of two lines in one place begins or ends as the other does: letters were added or hidden."""
    short, long = sorted((squeezed(line.text) for line in (one, other)), key=len)
    is_cut = similarity(short, long[: len(short)]) >= AGREE or similarity(short, long[-len(short) :]) >= AGREE
    return is_cut and share_in_common(one.box_at(other.span.start), other.first) >= SAME_PLACE


def share_in_common(one: Box, other: Box) -> float:
    """The common part of two boxes, as a share of the smaller one."""
    width, height = min(one[2], other[2]) - max(one[0], other[0]), min(one[3], other[3]) - max(one[1], other[1])
    smaller = min((box[2] - box[0]) * (box[3] - box[1]) for box in (one, other))
    return width * height / smaller if min(width, height, smaller) > 0 else 0.0
