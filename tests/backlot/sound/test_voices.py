from dataclasses import replace
from itertools import pairwise

import numpy as np
import pyloudnorm
import pytest

from cinescribe.backlot.plot.screenplay import plan_film
from cinescribe.backlot.sound.samples import SOUND_RATE_HZ
from cinescribe.backlot.sound.voices import N_SPEAKERS, SPEAKERS, narrator, sound_of, voice_of, voiced_lines
from cinescribe.media.voice.voice import Spoken
from tests.backlot.dummies import level_db, line, plan, take


@pytest.fixture(scope="module")
def film():
    planned = plan_film(4, n_clips=6)
    lines = voiced_lines(planned)
    return planned, lines


def test_speech_gets_its_level_and_rate():
    tone = np.sin(np.arange(22050) / 10).astype(np.float32) * 0.01
    sound = sound_of(Spoken(tone, 22050), level_db=-22)
    assert len(sound) == SOUND_RATE_HZ
    assert level_db(sound) == pytest.approx(-22, abs=0.01)


def test_lines_begin_when_planned_and_never_meet(film):
    planned, lines = film
    for one, other in pairwise(lines):
        assert one.line.span.end + 0.25 < other.line.span.start
    for before, after in zip(planned.lines, lines, strict=True):
        assert after.line.span.start == pytest.approx(before.span.start, abs=1 / SOUND_RATE_HZ)
        assert after.line.span.duration <= before.span.duration + 0.1


def test_a_line_too_long_for_its_time_is_spoken_faster():
    long = "I have been looking for the umbrella all day long."
    slow, fast = (voiced_lines(plan(take(0, 8), lines=[line(1, end, long)]))[0].line.span for end in (7, 3))
    assert fast.duration < 0.8 * slow.duration
    assert fast.duration < 2.2


def test_dialogue_is_about_minus_23_lufs(film):
    _, lines = film
    speech = np.concatenate([one.samples for one in lines]).astype(np.float64)
    assert pyloudnorm.Meter(SOUND_RATE_HZ).integrated_loudness(speech) == pytest.approx(-23, abs=1.5)


@pytest.mark.slow
def test_speakers_have_audible_and_distinct_voices():
    planned = plan(take(0, 200))
    member = planned.cast[0]
    heard = {narrator().say("Hello there.").samples.tobytes()}
    for gender in SPEAKERS:
        for seed in range(N_SPEAKERS):
            with voice_of(replace(member, gender=gender, voice_seed=seed)) as voice:
                heard.add(voice.say("Hello there.").samples.tobytes())
    assert len(heard) == 2 * N_SPEAKERS + 1
