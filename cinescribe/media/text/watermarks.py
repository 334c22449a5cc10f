"""Finds watermarks: names of channels and agencies, banners and running lines that are laid over a film."""

from __future__ import annotations

from collections.abc import Sequence

from cinescribe.media.text.line_voting import AGREE
from cinescribe.media.text.overlay_evidence import OverlayEvidence
from cinescribe.media.text.text_lines import PAUSE, SAME_PLACE, TextLine, share_in_common
from cinescribe.media.text.text_similarity import similarity, squeezed
from cinescribe.schema import Box
from cinescribe.timing import Seconds

# Set on scenedetect/testvideo and the first half of `results/watermarks.json`.
_MARGIN = 0.2  # share of the picture's width and height at its edges, where watermarks are
SMALL = 0.12  # height of a watermark's line at most, as a share of the picture's
CONSTANT, THROUGHOUT, HALF = 0.8, 0.95, 0.5  # shares of the film
_MIN_FILM: Seconds = 10.0  # in a shorter film few lines come and go, so that being constant says little
SEEN_THROUGH = 0.25  # of what lies behind that shows through letters; opaque ones reach .05, those of 60 % have .36
MIN_CUTS = 2  # that a line outlasts: a title may outlast one
_MIN_PART = 4  # letters of a part of a watermark
LONG_NAME, LONG_PART = 9, 7  # letters of a name that is known by a part of it, or misread, and of the part
MISREAD = 0.88  # similarity of such a name and its reading: of ten letters one may be wrong
CUT_OFF = 0.005  # share of the picture's width within which a line reaches its edge
# Agencies and archives whose previews are marked, and programs that mark what they make; without spaces, small letters.
OWNERS = (
    "shutterstock", "gettyimages", "istock", "istockphoto", "adobestock", "alamy", "dreamstime", "depositphotos",
    "pond5", "storyblocks", "videohive", "envato", "envatoelements", "freepik", "123rf", "bigstock", "fotolia",
    "videvo", "motionelements", "artgrid", "artlist", "vecteezy", "britishpathe", "criticalpast", "periscopefilm",
    "periscopefilm.com", "aparchive", "screenocean", "footagefarm", "huntleyfilmarchives", "kinolibrary",
    "nbcuniversalarchives", "bandicam", "www.bandicam.com", "unregisteredhypercam2", "kinemaster",
    "madewithkinemaster", "vivavideo", "inshot", "filmora", "capcut", "powerdirector", "videoshow", "tiktok",
)  # fmt: skip


def watermarks(lines: Sequence[TextLine], *, duration: Seconds) -> list[list[TextLine]]:
    """Return the watermarks of a film of so many seconds, each as the lines in which it was found."""
    groups = [group for group in _groups(lines) if _is_watermark(group, duration)]
    return [*groups, *_running([line for line in lines if not any(line in group for group in groups)])]


def is_owner(text: str) -> bool:
    """Whether a text is the name of an agency or a program that marks films, or a part of it that was read."""
    words = squeezed(text).strip("©®™.-|")
    if words in OWNERS:
        return True
    long = [owner for owner in OWNERS if len(owner) >= LONG_NAME and len(words) >= LONG_PART]
    return any(words in owner or similarity(words, owner) >= MISREAD for owner in long)


def _groups(lines: Sequence[TextLine]) -> list[list[TextLine]]:
    """Lines that say the same, wherever they are: marks jump from corner to corner."""
    groups: list[list[TextLine]] = []
    for line in lines:
        near = [group for group in groups if any(_is_same(line, other) for other in group)]
        groups = [group for group in groups if group not in near]
        groups.append([*(other for group in near for other in group), line])
    return groups


def _is_same(one: TextLine, other: TextLine) -> bool:
    if similarity(one.text, other.text) >= AGREE:
        return True
    short, long = sorted((squeezed(one.text), squeezed(other.text)), key=len)
    return len(short) >= _MIN_PART and short in long and share_in_common(one.first, other.first) >= SAME_PLACE


def _is_watermark(group: Sequence[TextLine], duration: Seconds) -> bool:
    overlay = sum((line.overlay for line in group), OverlayEvidence())
    if any(is_owner(line.text) for line in group):
        return True
    if overlay.is_in_scene:
        return False
    share = _shown(group) / duration
    is_marginal = all(_is_marginal(line.first) and line.height <= SMALL for line in group)
    outlasts = overlay.n_elsewhere > 0 or (overlay.n_cuts >= MIN_CUTS and share >= HALF)
    if overlay.see_through >= SEEN_THROUGH and (share >= CONSTANT or (is_marginal and (share >= HALF or outlasts))):
        return True
    if overlay.n_cuts >= MIN_CUTS and share >= CONSTANT:  # however large, and wherever: no title stays so long
        return True
    if not is_marginal:
        return False
    is_constant = share >= CONSTANT and duration >= _MIN_FILM
    is_fixed = share >= THROUGHOUT and (overlay.n_still > 1 or all(_is_in_corner(line.first) for line in group))
    return outlasts or is_constant or is_fixed


def _shown(group: Sequence[TextLine]) -> Seconds:
    """Seconds in which any line of a group is in view."""
    shown, end = 0.0, 0.0
    for span in sorted(line.span for line in group):
        shown += max(0.0, span.end - max(span.start, end))
        end = max(end, span.end)
    return shown


def _running(lines: Sequence[TextLine]) -> list[list[TextLine]]:
    """Lines that run along the upper or lower edge, read in parts that the picture's sides cut off."""
    rows: list[list[TextLine]] = []
    for line in lines:
        if not (_is_cut_off(line.first) and _is_marginal_row(line.first)):
            continue
        row = next((row for row in rows if _is_next(row[-1], line)), None)
        if row is None:
            rows.append([line])
        else:
            row.append(line)
    return [row for row in rows if len(row) > 1 or row[0].overlay.n_own > 1]


def _is_next(one: TextLine, other: TextLine) -> bool:
    size = max(one.height, other.height)
    is_row = abs(one.first[1] - other.first[1]) <= size and abs(one.first[3] - other.first[3]) <= size
    return is_row and other.span.start - one.span.end <= PAUSE and similarity(one.text, other.text) < AGREE


def _is_cut_off(box: Box) -> bool:
    return box[0] <= CUT_OFF or box[2] >= 1 - CUT_OFF


def _is_marginal(box: Box) -> bool:
    return _is_marginal_row(box) or box[2] <= _MARGIN or box[0] >= 1 - _MARGIN


def _is_marginal_row(box: Box) -> bool:
    return box[3] <= _MARGIN or box[1] >= 1 - _MARGIN


def _is_in_corner(box: Box) -> bool:
    """Whether a box lies in a corner: at the upper or lower edge, and to one side of the middle."""
    return _is_marginal_row(box) and (box[2] <= 0.5 or box[0] >= 0.5)
