from dataclasses import replace

import numpy as np
import pytest

from cinescribe.backlot.plan.plan import Overheard
from cinescribe.backlot.plan.scenes import scenes
from cinescribe.backlot.plot.screenplay import plan_film
from cinescribe.backlot.sound.ambience import ambience
from cinescribe.backlot.sound.film_sound import EDGE, film_sound, music_spans
from cinescribe.backlot.sound.samples import SOUND_RATE_HZ
from cinescribe.backlot.sound.voices import voiced_lines, with_voiced_lines
from cinescribe.timing import Span
from tests.backlot.dummies import level_db, plan, take


@pytest.fixture(scope="module")
def film():
    planned = plan_film(4, n_clips=6)
    lines = voiced_lines(planned)
    return with_voiced_lines(planned, lines), lines


@pytest.mark.slow
def test_lines_sound_exactly_when_their_spans_say(film):
    planned, lines = film
    assert len(lines) >= 2
    quiet = film_sound(planned, ())
    heard = np.flatnonzero(np.abs(film_sound(planned, lines) - quiet) > 1e-4) / SOUND_RATE_HZ
    inside = np.zeros(len(heard), bool)
    for one in lines:
        span = one.line.span
        mine = (heard >= span.start - 1e-6) & (heard < span.end + 1e-6)
        assert heard[mine].min() - span.start < 0.01
        assert span.end - heard[mine].max() < 0.02
        inside |= mine
    assert inside.all()


@pytest.mark.slow
def test_the_film_sounds_from_end_to_end_without_clipping(film):
    planned, lines = film
    sound = film_sound(planned, lines)
    assert len(sound) == round(planned.duration * SOUND_RATE_HZ)
    assert np.abs(sound).max() < 0.98
    assert all(level_db(piece) > -75 for piece in np.array_split(sound, 20))


def test_a_bar_always_has_music_over_its_whole_scene():
    scene = [take(0, 4), take(4, 9, clip="c002", grey=101)]
    bar = plan(*(replace(one, place="bar") for one in scene))
    assert music_spans(bar) == (Span(0, 9),)
    music = film_sound(bar, ()) - ambience(
        "bar", night=False, n_samples=9 * SOUND_RATE_HZ, rng=np.random.default_rng((100, 1))
    )
    assert all(level_db(piece) > -45 for piece in np.array_split(music, 9))


def test_next_place_is_heard_within_a_dissolve_and_not_before_a_cut():
    def ends_with(place, **opening):
        following = replace(take(4, 8, clip="c002", grey=101), place=place, **opening)
        return film_sound(plan(replace(take(0, 4), place="office"), following), ())

    def differ_from(**opening):
        return np.flatnonzero(ends_with("park", **opening) != ends_with("beach", **opening))[0] / SOUND_RATE_HZ

    assert differ_from(transition="dissolve", blend=1.0) == pytest.approx(3.5, abs=0.01)
    assert differ_from() == pytest.approx(4 - EDGE / 2, abs=0.005)


def test_an_overheard_scene_sounds_as_if_it_were_seen():
    seen = replace(take(0, 4, action="run"), place="beach", night=True)
    shown = take(0, 4, action="read", thing="book")
    heard = replace(shown, overheard=Overheard("run", "beach", night=True))
    np.testing.assert_array_equal(film_sound(plan(heard), ()), film_sound(plan(seen), ()))
    assert not np.array_equal(film_sound(plan(shown), ()), film_sound(plan(seen), ()))
    in_bar = replace(shown, overheard=Overheard("dance", "bar", night=True))
    assert music_spans(plan(in_bar)) == (Span(0, 4),)
    later = replace(shown, span=Span(4, 8), action_span=Span(4, 8), clip="c002")
    assert [scene.span for scene in scenes(plan(in_bar, later))] == [Span(0, 4), Span(4, 8)]
