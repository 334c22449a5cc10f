import numpy as np
import pytest

from cinescribe.describe.hearing.heard_language import heard_language
from cinescribe.media.film.probe import probe
from cinescribe.media.transcription.transcriber import TRANSCRIBER_RATE_HZ, HeardWord, Transcription
from cinescribe.timing import Span
from tests.dummies import write_film


class Ear:
    """Hears some words in each excerpt, in the languages of a list."""

    name = "ear"

    def __init__(self, *answers, n_words=10, confidence=0.9, no_speech=0.1):
        self.answers, self.lengths = list(answers), []
        self._n_words, self._confidence, self._no_speech = n_words, confidence, no_speech

    def transcribe(self, samples, *, language=None):
        assert language is None
        self.lengths.append(len(samples) / TRANSCRIBER_RATE_HZ)
        words = (HeardWord(Span(0, 1), "word", self._confidence),) * self._n_words
        return Transcription(words, self.answers.pop(0) if self.answers else None, self._no_speech)


@pytest.fixture(scope="module")
def film(tmp_path_factory):
    return probe(write_film(tmp_path_factory.mktemp("film") / "long.mp4", seconds=60.0, rate=2))


@pytest.fixture(scope="module")
def short(tmp_path_factory):
    return probe(write_film(tmp_path_factory.mktemp("film") / "short.mp4", seconds=4.0))


def test_the_language_of_most_words_counts(film):
    ear = Ear("en", "de", "de", "de")
    assert heard_language(film, ear) == "de"
    assert len(ear.lengths) == 4  # thirty words are enough
    assert all(length == pytest.approx(28.0, abs=1.0) for length in ear.lengths)


def test_a_short_film_is_heard_whole(short):
    ear = Ear("fr")
    assert heard_language(short, ear) == "fr"
    assert ear.lengths == [pytest.approx(4.0, abs=0.2)]


@pytest.mark.parametrize("doubt", [{"n_words": 2}, {"confidence": 0.3}, {"no_speech": 0.9}])
def test_music_has_no_language(film, doubt):
    ear = Ear(*["en"] * 9, **doubt)
    assert heard_language(film, ear) is None
    assert len(ear.lengths) == 9


def test_film_without_sound_has_no_detected_language(tmp_path):
    assert heard_language(probe(write_film(tmp_path / "f.mp4", sound=False)), Ear("de")) is None


def test_the_excerpts_hold_the_sound_of_the_film(tmp_path):
    t = np.arange(40 * 16000) / 16000
    samples = (0.5 * np.sin(2 * np.pi * 300 * t)).astype(np.float32)
    film = probe(write_film(tmp_path / "f.mp4", seconds=40.0, samples=samples, rate=2))
    levels = []

    class Meter(Ear):
        def transcribe(self, samples, *, language=None):
            levels.append(float(np.sqrt(np.mean(samples**2))))
            return super().transcribe(samples, language=language)

    heard_language(film, Meter("de", n_words=40))
    assert levels == [pytest.approx(0.35, rel=0.1)]
