"""The real packages of Piper and Kokoro, with voices that say a tone."""

import numpy as np
import pytest

from cinescribe.errors import VoiceError
from cinescribe.media.voice.named_voice import voice_named
from tests.media.voice.tiny_voices import write_kokoro, write_piper

TEXT = "Night falls."


def no_announcement(line):
    raise AssertionError(line)


@pytest.fixture(scope="module")
def piper(tmp_path_factory):
    pytest.importorskip("piper")
    model = write_piper(tmp_path_factory.mktemp("piper"))
    with voice_named(f"piper:{model}", announce=no_announcement) as voice:
        yield voice


@pytest.fixture(scope="module")
def kokoro(tmp_path_factory):
    pytest.importorskip("kokoro_onnx")
    folder = write_kokoro(tmp_path_factory.mktemp("kokoro"), af_tone=0.2, bf_tone=0.4)
    with voice_named(f"kokoro:{folder}/af_tone", announce=no_announcement) as voice:
        yield voice


@pytest.mark.slow
def test_piper_speaks_as_long_as_its_model_says(piper):
    spoken = piper.say(TEXT)
    # Twelve letters, a padding after each, and three marks of beginning and end.
    assert (spoken.rate_hz, spoken.duration) == (22050, pytest.approx((2 * len(TEXT) + 3) * 0.08, abs=0.01))
    assert np.array_equal(piper.say(TEXT).samples, spoken.samples)
    assert piper.say(TEXT, rate=1.25).duration == pytest.approx(spoken.duration / 1.25, abs=0.01)


@pytest.mark.slow
def test_kokoro_speaks_with_the_voice_of_its_name(kokoro):
    spoken = kokoro.say(TEXT)
    assert spoken.rate_hz == 24000
    assert np.abs(spoken.samples).max() == pytest.approx(0.2, abs=0.01)
    assert np.array_equal(kokoro.say(TEXT).samples, spoken.samples)
    assert kokoro.say(TEXT, rate=2.0).duration == pytest.approx(spoken.duration / 2, rel=0.05)


@pytest.mark.slow
def test_kokoro_reads_a_voice_in_a_file_of_its_own(tmp_path):
    pytest.importorskip("kokoro_onnx")
    folder = write_kokoro(tmp_path / "kokoro", bf_tone=0.4)
    (folder / "voices").mkdir()
    np.full((510, 1, 256), 0.3, np.float32).tofile(folder / "voices" / "bm_tone.bin")
    with voice_named(f"kokoro:{folder}/bm_tone", announce=no_announcement) as voice:
        assert np.abs(voice.say(TEXT).samples).max() == pytest.approx(0.3, abs=0.01)


@pytest.mark.slow
def test_a_voice_that_a_folder_lacks(kokoro):
    with pytest.raises(VoiceError, match=r"voices-v1.0.bin' has no voice 'af_nobody'; it has af_tone, bf_tone"):
        voice_named(kokoro.name.replace("af_tone", "af_nobody"), announce=no_announcement)


@pytest.mark.slow
def test_a_damaged_model(tmp_path):
    pytest.importorskip("piper")
    model = write_piper(tmp_path)
    model.write_bytes(model.read_bytes()[:100])
    with pytest.raises(VoiceError, match=r"tone\.onnx' cannot speak 'One\.' \(.+\); fetch or choose another"):
        voice_named(f"piper:{model}", announce=no_announcement)


@pytest.mark.slow
def test_rates_out_of_reach(piper):
    with pytest.raises(VoiceError, match=r"`rate` is 2\.5; piper:.*tone\.onnx can speak at 0\.5 to 2\.0"):
        piper.say(TEXT, rate=2.5)
