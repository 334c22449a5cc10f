import numpy as np
import pytest

from cinescribe.errors import ModelError
from cinescribe.media.film.probe import probe
from cinescribe.media.sound.mono import mono_track
from cinescribe.media.transcription.pocketsphinx_transcriber import PocketsphinxTranscriber
from cinescribe.media.transcription.transcriber import TRANSCRIBER_RATE_HZ, HeardWord, Transcription
from cinescribe.timing import Span
from tests.shared import shared


@pytest.fixture(scope="module")
def asr():
    return PocketsphinxTranscriber()


@pytest.mark.slow
def test_read_speech_is_mostly_recognised_with_its_times(asr):
    track = mono_track(probe(shared("data/audio/libri-1088-134315-0000.wav")), rate_hz=TRANSCRIBER_RATE_HZ)
    words = asr.transcribe(
        track.part(round(2.8 * TRANSCRIBER_RATE_HZ), round(2.4 * TRANSCRIBER_RATE_HZ)), language="en-GB"
    ).words
    text = " ".join(word.text for word in words)
    assert "i have the greatest admiration in the world for" in text
    edges = [edge for word in words for edge in (word.span.start, word.span.end)]
    assert edges == sorted(edges)
    assert 0 <= edges[0] < edges[-1] <= 2.4
    assert all(0 <= word.confidence <= 1 for word in words)
    assert len({word.confidence for word in words}) > 1


@pytest.mark.slow
def test_earlier_sound_does_not_change_the_transcription(asr):
    track = mono_track(probe(shared("data/audio/LJ002-0020.wav")), rate_hz=TRANSCRIBER_RATE_HZ)
    sound = track.part(0, TRANSCRIBER_RATE_HZ)
    first = asr.transcribe(sound)
    asr.transcribe(sound[: TRANSCRIBER_RATE_HZ // 2])
    assert asr.transcribe(sound) == first


def test_silence_has_no_words(asr):
    assert asr.transcribe(np.zeros(TRANSCRIBER_RATE_HZ, np.float32)) == Transcription()
    assert asr.transcribe(np.zeros(0, np.float32)) == Transcription()


def test_a_word_survives_its_dict():
    word = HeardWord(Span(0.5, 1.0), "hello", 0.25)
    assert HeardWord.from_dict(word.to_dict()) == word


def test_another_language_is_refused(asr):
    with pytest.raises(ModelError, match="pocketsphinx knows English only, and 'de' is spoken; name another"):
        asr.transcribe(np.zeros(TRANSCRIBER_RATE_HZ, np.float32), language="de")


def test_a_broken_wheel_is_reported(monkeypatch):
    def broken(**_):
        raise RuntimeError("no acoustic model")

    monkeypatch.setattr("cinescribe.media.transcription.pocketsphinx_transcriber.pocketsphinx.Decoder", broken)
    with pytest.raises(ModelError, match=r"cannot be read \(no acoustic model\); install pocketsphinx again"):
        PocketsphinxTranscriber()
