import numpy as np
import pytest

from cinescribe.backlot.plan.plan import PLACES, SHARED_ACTIONS, SOLO_ACTIONS
from cinescribe.backlot.sound.ambience import ambience, foley, music
from cinescribe.backlot.sound.samples import SOUND_RATE_HZ
from tests.backlot.dummies import level_db


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("night", [False, True])
def test_the_ambience_of_a_place_is_soft_and_always_the_same(place, night):
    sound = [ambience(place, night=night, n_samples=5 * SOUND_RATE_HZ, rng=np.random.default_rng(3)) for _ in range(2)]
    assert np.array_equal(sound[0], sound[1])
    assert -62 < level_db(sound[0]) < -35


def test_places_sound_different():
    sounds = [ambience(place, night=False, n_samples=SOUND_RATE_HZ, rng=np.random.default_rng(3)) for place in PLACES]
    shapes = np.array([np.log(np.abs(np.fft.rfft(one))[:8000].reshape(20, -1).mean(1) + 1e-6) for one in sounds])
    shapes -= shapes.mean(1, keepdims=True)
    distances = np.abs(shapes[:, None] - shapes[None]).mean(-1) + np.eye(len(PLACES))
    assert distances.min() > 0.05


def test_music_is_louder_than_ambience_and_softer_than_dialogue():
    assert -42 < level_db(music(5 * SOUND_RATE_HZ, rng=np.random.default_rng(0))) < -28


def test_loud_actions_make_sound_and_silent_ones_none():
    rng = np.random.default_rng(1)
    loud = {action for action in SOLO_ACTIONS + SHARED_ACTIONS if foley(action, duration=2.0, rng=rng).any()}
    assert {"clap", "fall", "run", "open door"} <= loud
    assert not {"wave", "read", "point"} & loud
