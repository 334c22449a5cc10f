"""A recording becomes a cue's voice: what was said is all there, the silence around it is not, and it is levelled."""

import wave

import numpy as np
import pyloudnorm
import pytest

from cinescribe.errors import VoiceError
from cinescribe.media.film.probe import probe
from cinescribe.media.sound.recording import MOST_BYTES, check_take, prepare_recording, read_recording
from cinescribe.media.sound.soundtrack import Soundtrack
from cinescribe.media.sound.write import write_wav
from tests.dummies import write_film
from tests.media.sounds import noise, speech_samples
from tests.shared import shared

RATE = 48000


def take(*, before=0.7, after=0.4, loud=0.3, room=0.0005):
    """A spoken sentence in the noise of a room, and the length of the sentence."""
    said = speech_samples(rate_hz=RATE)
    around = [np.zeros(round(seconds * RATE), np.float32) for seconds in (before, after)]
    whole = np.concatenate([around[0], said * loud, around[1]])
    return whole + noise(len(whole) / RATE + 0.01, rate_hz=RATE, loud=room)[0, : len(whole)], len(said) / RATE


def written(path, samples, n_channels=1):
    write_wav(path, Soundtrack(np.repeat(samples[None], n_channels, axis=0), RATE))
    return path


def samples_of(path):
    with wave.open(str(path)) as opened:
        assert (opened.getnchannels(), opened.getframerate()) == (1, RATE)
        return np.frombuffer(opened.readframes(opened.getnframes()), "<i2").astype(np.float32) / 32768


@pytest.mark.parametrize("room", [0.0, 0.0005, 0.003])
def test_silence_is_trimmed_and_the_voice_is_not(tmp_path, room):
    samples, said = take(room=room)
    seconds = prepare_recording(written(tmp_path / "take.wav", samples), tmp_path / "out" / "c12.wav")
    assert said - 0.05 <= seconds <= said + 0.1
    assert len(samples_of(tmp_path / "out" / "c12.wav")) / RATE == pytest.approx(seconds, abs=1e-3)


@pytest.mark.slow
@pytest.mark.parametrize("loud", [0.02, 0.9])
def test_recording_has_the_loudness_of_narration(tmp_path, loud):
    samples, _ = take(loud=loud, room=0.0)
    prepare_recording(written(tmp_path / "take.wav", samples, n_channels=2), tmp_path / "c12.wav")
    out = samples_of(tmp_path / "c12.wav")
    assert pyloudnorm.Meter(RATE).integrated_loudness(out) == pytest.approx(-23, abs=0.3)
    assert np.abs(out).max() <= 10 ** (-4 / 20)


@pytest.mark.slow
def test_any_file_with_sound_is_read(tmp_path):
    for name in ("data/audio/jfk.flac", "data/video/friday/friday.mp4"):
        film = probe(shared(name))
        seconds = prepare_recording(shared(name), tmp_path / "take.wav")
        assert film.duration - 2.5 < seconds <= film.duration + 0.1


def test_a_recording_is_read_as_it_is(tmp_path):
    samples, _ = take()
    spoken = read_recording(written(tmp_path / "take.wav", samples))
    assert spoken.rate_hz == RATE
    assert np.abs(spoken.samples - samples).max() < 1e-3


def test_files_that_hold_no_voice(tmp_path):
    with pytest.raises(VoiceError, match=r"no voice can be read from .*gone\.wav' \(.*\)"):
        read_recording(tmp_path / "gone.wav")
    (tmp_path / "text.wav").write_text("no sound")
    with pytest.raises(VoiceError, match=r"no voice can be read from .*text\.wav'"):
        read_recording(tmp_path / "text.wav")
    with pytest.raises(VoiceError, match=r"two\.mp4' has pictures but no sound; name a file with a voice"):
        read_recording(write_film(tmp_path / "two.mp4", sound=False))
    with pytest.raises(VoiceError, match=r"quiet\.wav' is silent; record it again"):
        prepare_recording(written(tmp_path / "quiet.wav", np.zeros(RATE, np.float32)), tmp_path / "out.wav")
    click = np.zeros(RATE, np.float32)
    click[RATE // 2] = 0.5
    with pytest.raises(VoiceError, match=r"click\.wav' holds only a click of 0\.01 s; record the voice again"):
        prepare_recording(written(tmp_path / "click.wav", click), tmp_path / "out.wav")
    assert not (tmp_path / "out.wav").exists()


def test_a_recording_of_more_than_a_minute(tmp_path):
    long = written(tmp_path / "long.wav", noise(61, rate_hz=RATE)[0])
    with pytest.raises(VoiceError, match=r"long\.wav' lasts 61\.0 s; expected one cue's recording, at most 60 s"):
        prepare_recording(long, tmp_path / "out.wav")


def test_speech_without_surrounding_silence_is_kept_whole(tmp_path):
    samples, said = take(before=0.0, after=0.0, room=0.0)
    assert prepare_recording(written(tmp_path / "take.wav", samples), tmp_path / "out.wav") >= said - 0.05


def test_an_empty_take(tmp_path):
    with pytest.raises(VoiceError, match=r"empty\.wav'"):
        prepare_recording(written(tmp_path / "empty.wav", np.zeros(0, np.float32)), tmp_path / "out.wav")


def test_take_is_checked_before_decoding(tmp_path, monkeypatch):
    monkeypatch.setattr("cinescribe.media.sound.recording.mono_track", None)
    check_take(written(tmp_path / "take.wav", take()[0]))
    with pytest.raises(VoiceError, match="has pictures; send a sound file"):
        check_take(write_film(tmp_path / "film.mp4", seconds=1.0))
    with pytest.raises(VoiceError, match=r"lasts 61\.0 s; expected one cue's recording, at most 60 s"):
        check_take(written(tmp_path / "long.wav", np.zeros(61 * RATE, np.float32)))
    (tmp_path / "big.wav").write_bytes(b"")
    with (tmp_path / "big.wav").open("r+b") as file:
        file.truncate(MOST_BYTES + 1_000_000)
    with pytest.raises(VoiceError, match="has 25 MB; at most 24 MB are taken: record one cue only"):
        check_take(tmp_path / "big.wav")
    (tmp_path / "text.wav").write_text("no sound")
    with pytest.raises(VoiceError, match="no voice can be read"):
        check_take(tmp_path / "text.wav")
