from dataclasses import replace

import numpy as np
import pytest

from cinescribe.backlot.samples import RATE_HZ
from cinescribe.backlot.screenplay import plan_film
from cinescribe.backlot.sound import film_sound, music_spans
from cinescribe.backlot.voices import said, with_exact_lines
from cinescribe.timing import Span
from tests.backlot.dummies import level_db, plan, take


@pytest.fixture(scope="module")
def film():
    planned = plan_film(4, n_clips=6)
    lines = said(planned)
    return with_exact_lines(planned, lines), lines


def test_lines_sound_exactly_when_their_spans_say(film):
    planned, lines = film
    assert len(lines) >= 2
    quiet = film_sound(planned, ())
    heard = np.flatnonzero(np.abs(film_sound(planned, lines) - quiet) > 1e-4) / RATE_HZ
    inside = np.zeros(len(heard), bool)
    for one in lines:
        span = one.line.span
        mine = (heard >= span.start - 1e-6) & (heard < span.end + 1e-6)
        assert heard[mine].min() - span.start < 0.01
        assert span.end - heard[mine].max() < 0.02
        inside |= mine
    assert inside.all()


def test_the_film_sounds_from_end_to_end_without_clipping(film):
    planned, lines = film
    sound = film_sound(planned, lines)
    assert len(sound) == round(planned.duration * RATE_HZ)
    assert np.abs(sound).max() < 0.98
    assert all(level_db(piece) > -75 for piece in np.array_split(sound, 20))


def test_a_bar_always_has_music_over_its_whole_scene():
    scene = [take(0, 4), take(4, 9, clip="c002", grey=101)]
    bar = [replace(one, place="bar") for one in scene]
    assert music_spans(plan(*bar)) == (Span(0, 9),)
