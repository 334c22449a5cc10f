from itertools import pairwise

import numpy as np
import pytest

from cinescribe.media.transcription.quiet_cuts import quiet_pieces
from cinescribe.media.transcription.transcriber import TRANSCRIBER_RATE_HZ


def noise(seconds):
    return np.random.default_rng(0).normal(0, 0.1, round(seconds * TRANSCRIBER_RATE_HZ)).astype(np.float32)


def test_short_sound_is_one_piece():
    assert quiet_pieces(noise(3.0), longest=4.0) == [(0, 3 * TRANSCRIBER_RATE_HZ)]
    assert quiet_pieces(noise(4.0), longest=4.0) == [(0, 4 * TRANSCRIBER_RATE_HZ)]
    assert quiet_pieces(noise(0.0), longest=4.0) == []


def test_long_sound_is_cut_where_it_is_quiet():
    sound = noise(9.0)
    for at in (3.2, 6.4):
        sound[round(at * TRANSCRIBER_RATE_HZ) : round((at + 0.3) * TRANSCRIBER_RATE_HZ)] = 0.0
    pieces = quiet_pieces(sound, longest=4.0)
    cuts = [after / TRANSCRIBER_RATE_HZ for _, after in pieces[:-1]]
    assert cuts == [pytest.approx(3.35, abs=0.1), pytest.approx(6.55, abs=0.1)]


@pytest.mark.parametrize("longest", [0.3, 1.0, 2.5])
def test_pieces_cover_the_sound_within_the_length_limit(longest):
    sound = noise(7.3)
    pieces = quiet_pieces(sound, longest=longest)
    assert pieces[0][0] == 0
    assert pieces[-1][1] == len(sound)
    assert all(one[1] == other[0] for one, other in pairwise(pieces))
    assert all(0 < after - first <= longest * TRANSCRIBER_RATE_HZ for first, after in pieces)
