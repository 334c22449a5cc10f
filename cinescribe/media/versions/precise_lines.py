"""The precise offset and speed of a shared piece, by its sound: to a millisecond."""

from __future__ import annotations

from dataclasses import replace

from cinescribe.media.described.sound_alignment import lags_of
from cinescribe.media.sound.mono import MonoTrack
from cinescribe.media.sound.retimed_track import retimed
from cinescribe.media.versions.common_lines import Line
from cinescribe.media.versions.piece_limits import Piece
from cinescribe.timing import Seconds

_AGREED = 0.5  # share of the windows that must be on the line of the sound
_LONG: Seconds = 60.0  # of a piece, from which its speed is measured


def precise(piece: Piece, old: MonoTrack, new: MonoTrack) -> Piece:
    """Return a piece on the line of its sound; as it is, if the sounds are the same in time only, as after a new mix.

    Args:
        piece: with a line that is right to a tenth of a second.
        old: the sound of the old version.
        new: that of the new one, at the same sample rate.
    """
    line = piece.line
    found = lags_of(retimed(old, ratio=line.speed, offset=line.offset * old.rate_hz), new, piece.new)
    slope = found.slope()[0] if piece.new.duration >= _LONG else 0.0
    level = found.level(slope)
    if not len(found.times) or found.n_on_line(slope, level) < _AGREED * len(found.times):
        return piece
    return replace(piece, line=Line(line.speed * (1 + slope), line.offset * (1 + slope) + level))
