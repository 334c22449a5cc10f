import numpy as np
import pytest

from cinescribe.backlot.plot.screenplay import plan_film
from cinescribe.backlot.sound.film_sound import film_sound
from cinescribe.backlot.sound.narration import PADDING, narrated_sound, narration_of_clips
from cinescribe.backlot.sound.samples import SOUND_RATE_HZ
from cinescribe.backlot.sound.voices import voiced_lines, with_voiced_lines
from tests.backlot.dummies import line, plan, take

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def film():
    planned = plan_film(6, n_clips=8)
    lines = voiced_lines(planned)
    planned = with_voiced_lines(planned, lines)
    return planned, film_sound(planned, lines), narration_of_clips(planned)


def test_narration_keeps_clear_of_dialogue_and_of_other_clips(film):
    planned, _, narration = film
    assert len(narration) >= 6
    clips = {take.clip: take for take in planned.takes}
    for one in narration:
        span = one.narration.span
        assert all(span.overlap(line.span.padded(PADDING - 0.001)) == 0 for line in planned.lines)
        assert span.start > clips[one.narration.clip].span.start - 7
        own = [take.span for take in planned.takes if take.clip == one.narration.clip]
        assert own[0].start < span.start < span.end < own[-1].end


def test_people_are_called_by_name(film):
    planned, _, narration = film
    names = {member.name for member in planned.cast}
    for one in narration:
        assert names & set(one.narration.text.replace("'s", "").replace(".", "").replace(",", "").split())


def test_the_described_sound_is_the_film_lowered_under_the_voice(film):
    _, sound, narration = film
    mixed = narrated_sound(sound, narration)
    assert len(mixed) == len(sound)
    voice = np.zeros_like(sound)
    for one in narration:
        start = round(one.narration.span.start * SOUND_RATE_HZ)
        voice[start : start + len(one.samples)] = one.samples
    under = mixed - voice
    speaking = np.zeros(len(sound), bool)
    near = np.zeros(len(sound), bool)
    for one in narration:
        start, end = (round(time * SOUND_RATE_HZ) for time in (one.narration.span.start, one.narration.span.end))
        speaking[start:end] = True
        near[max(0, start - SOUND_RATE_HZ // 4 - 480) : end + SOUND_RATE_HZ // 2] = True
    assert np.allclose(under[speaking], sound[speaking] * 10 ** (-9 / 20), atol=1e-3)
    assert np.allclose(under[~near], sound[~near], atol=1e-6)


def test_a_clip_without_room_is_not_narrated():
    full = plan(take(0, 4), lines=[line(0.7, 3.4)])
    assert narration_of_clips(full) == ()


def test_a_short_pause_gets_the_shortest_caption():
    long = narration_of_clips(plan(take(0, 7)))
    short = narration_of_clips(plan(take(0, 7), lines=[line(1.7, 6.9)]))
    assert short[0].narration.text == "Anna waves."
    assert len(long[0].narration.text) > len(short[0].narration.text)
