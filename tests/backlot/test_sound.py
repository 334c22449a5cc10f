from dataclasses import replace
from itertools import pairwise

import numpy as np
import pyloudnorm
import pytest

from cinescribe.backlot.ambience import bed, foley, music
from cinescribe.backlot.plan import PLACES, SHARED_ACTIONS, SOLO_ACTIONS
from cinescribe.backlot.screenplay import plan_film
from cinescribe.backlot.sound import film_sound, music_spans
from cinescribe.backlot.voices import RATE_HZ, said, sound_of, with_exact_lines
from cinescribe.media.voice import Spoken
from cinescribe.timing import Span
from tests.backlot.dummies import line, plan, take


def level_db(samples):
    return 20 * np.log10(np.sqrt(np.mean(np.square(samples, dtype=np.float64))))


@pytest.fixture(scope="module")
def film():
    planned = plan_film(4, n_clips=6)
    lines = said(planned)
    return with_exact_lines(planned, lines), lines


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("night", [False, True])
def test_places_sound_soft_and_always_alike(place, night):
    sound = [bed(place, night=night, n_samples=5 * RATE_HZ, rng=np.random.default_rng(3)) for _ in range(2)]
    assert np.array_equal(*sound)
    assert -62 < level_db(sound[0]) < -35


def test_places_sound_different():
    sounds = [bed(place, night=False, n_samples=RATE_HZ, rng=np.random.default_rng(3)) for place in PLACES]
    shapes = np.array([np.log(np.abs(np.fft.rfft(one))[:8000].reshape(20, -1).mean(1) + 1e-6) for one in sounds])
    shapes -= shapes.mean(1, keepdims=True)
    apart = np.abs(shapes[:, None] - shapes[None]).mean(-1) + np.eye(len(PLACES))
    assert apart.min() > 0.05


def test_music_stands_over_the_place_and_under_the_dialogue():
    assert -42 < level_db(music(5 * RATE_HZ, rng=np.random.default_rng(0))) < -28


def test_what_makes_a_noise_is_heard_and_what_does_not_is_silent():
    rng = np.random.default_rng(1)
    loud = {action for action in SOLO_ACTIONS + SHARED_ACTIONS if foley(action, duration=2.0, rng=rng).any()}
    assert {"clap", "fall", "run", "open door"} <= loud
    assert not {"wave", "read", "point"} & loud


def test_speech_gets_its_level_and_rate():
    tone = np.sin(np.arange(22050) / 10).astype(np.float32) * 0.01
    sound = sound_of(Spoken(tone, 22050), level_db=-22)
    assert len(sound) == RATE_HZ
    assert level_db(sound) == pytest.approx(-22, abs=0.01)


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


def test_lines_begin_when_planned_and_never_meet(film):
    _, lines = film
    for one, other in pairwise(lines):
        assert one.line.span.end + 0.25 < other.line.span.start
    for before, after in zip(plan_film(4, n_clips=6).lines, lines, strict=True):
        assert after.line.span.start == pytest.approx(before.span.start, abs=1 / RATE_HZ)
        assert after.line.span.duration <= before.span.duration + 0.1


def test_a_line_too_long_for_its_time_is_spoken_faster():
    long = "I have been looking for the umbrella all day long."
    slow, fast = (said(plan(take(0, 8), lines=[line(1, end, long)]))[0].line.span for end in (7, 3))
    assert fast.duration < 0.8 * slow.duration
    assert fast.duration < 2.2


def test_dialogue_is_about_minus_23_lufs(film):
    _, lines = film
    speech = np.concatenate([one.samples for one in lines]).astype(np.float64)
    assert pyloudnorm.Meter(RATE_HZ).integrated_loudness(speech) == pytest.approx(-23, abs=1.5)


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
