import numpy as np
import pytest

from cinescribe.errors import ModelError
from cinescribe.media.sound.mono import MonoTrack
from cinescribe.media.transcription.film_transcription import (
    LONGEST_PASSAGE,
    PieceWords,
    believed_words,
    speech_pieces,
    transcribe_film,
    within_speech,
)
from cinescribe.media.transcription.transcriber import TRANSCRIBER_RATE_HZ, HeardWord, Transcription
from cinescribe.schema import Speech
from cinescribe.timing import Span


def track(seconds):
    sound = MonoTrack(TRANSCRIBER_RATE_HZ)
    sound.append(np.random.default_rng(0).normal(0, 0.1, round(seconds * TRANSCRIBER_RATE_HZ)).astype(np.float32))
    return sound


def speech(*spans):
    return [Speech(Span(*span), "vad") for span in spans]


def word(start, end, text="word", confidence=0.9):
    return HeardWord(Span(start, end), text, confidence)


class Ear:
    """Hears one word at half a second of each sound, in the language that it is given, else in those of a list."""

    name = "ear"

    def __init__(self, *languages, no_speech=0.0, confidence=0.9):
        self.languages = list(languages)
        self.asked = []
        self._no_speech, self._confidence = no_speech, confidence

    def transcribe(self, samples, *, language=None):
        self.asked.append((len(samples) / TRANSCRIBER_RATE_HZ, language))
        heard = language or (self.languages.pop(0) if self.languages else "en")
        words = (word(0.5, 1.0, f"n{len(self.asked)}", self._confidence),)
        return Transcription(words, heard, self._no_speech)


def test_pieces_cover_detected_speech():
    pieces = speech_pieces(speech((10, 12), (13, 15), (40, 41)), track(60))
    assert pieces == (Span(9.8, 15.2), Span(39.8, 41.2))
    assert speech_pieces([], track(60)) == ()


def test_a_piece_is_short_enough_for_a_transcriber():
    pieces = speech_pieces(speech((0, 70), (71, 80)), track(90))
    assert all(piece.duration <= LONGEST_PASSAGE for piece in pieces)
    assert pieces[0].start == 0
    assert pieces[-1].end == pytest.approx(80.2)


def test_words_are_on_the_films_clock():
    ear = Ear()
    spoken = speech((10, 12), (40, 42))
    found = transcribe_film(track(60), ear, detected=spoken, certain=spoken)
    assert [one.span.start for one in found.words] == [pytest.approx(10.3), pytest.approx(40.3)]
    assert found.language == "en"


def test_film_without_speech_is_not_transcribed():
    ear = Ear()
    assert transcribe_film(track(30), ear, detected=[], certain=[]) == Transcription()
    assert ear.asked == []


def test_piece_without_certain_speech_is_not_transcribed():
    ear = Ear()
    found = transcribe_film(track(60), ear, detected=speech((10, 12), (40, 42)), certain=speech((40.5, 41), (10, 10.2)))
    assert len(ear.asked) == 1
    assert [one.span.start for one in found.words] == [pytest.approx(40.5)]


def test_all_pieces_are_heard_in_the_language_of_most():
    ear = Ear("de", "en", "de")
    spoken = speech((0, 5), (10, 15), (20, 25), (30, 32))
    found = transcribe_film(track(40), ear, detected=spoken, certain=spoken)
    assert found.language == "de"
    assert [language for _, language in ear.asked] == [None, None, None, "de", "de"]
    assert len(found.words) == 4


def test_earlier_transcription_is_reused():
    spoken = speech((0, 5), (10, 15), (20, 25), (30, 32))
    kept: list[PieceWords] = []

    class Tired(Ear):
        def transcribe(self, samples, *, language=None):
            if len(self.asked) == 3:
                raise ModelError("the server is away")
            return super().transcribe(samples, language=language)

    with pytest.raises(ModelError, match="the server is away"):
        transcribe_film(track(40), Tired(), detected=spoken, certain=spoken, keep=kept.append)
    assert len(kept) == 3
    known = {(piece.span, piece.given): piece for piece in kept}
    ear = Ear()
    shares: list[float] = []
    found = transcribe_film(
        track(40),
        ear,
        detected=spoken,
        certain=spoken,
        known=lambda span, language: known.get((span, language)),
        progress=shares.append,
    )
    assert len(ear.asked) == 1
    assert len(found.words) == 4
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


@pytest.mark.parametrize(
    ("certain", "no_speech", "confidence", "n_words"),
    [
        ((0, 5), 0.1, 0.5, 1),  # somebody certainly speaks
        ((0, 5), 0.9, 0.3, 0),  # Whisper's own rule
        ((0, 5), 0.9, 0.7, 1),
        ((4, 5), 0.1, 0.5, 0),  # music: "Thank you."
        ((4, 5), 0.1, 0.9, 1),  # faint, but sure
        ((2.5, 5), 0.1, 0.5, 1),  # a soft beginning
        ((0, 5), None, 0.3, 1),
    ],
)
def test_words_outside_detected_speech_are_dropped(certain, no_speech, confidence, n_words):
    piece = PieceWords(Span(0, 5), Transcription((word(1, 2, confidence=confidence),), "en", no_speech))
    assert len(list(believed_words(piece, [Span(*certain)]))) == n_words


def test_a_word_is_trimmed_to_speech():
    assert within_speech([word(1.0, 3.0)], [Span(1.5, 2.5)]) == [word(1.5, 2.5)]
    assert within_speech([word(1.0, 3.0)], []) == [word(1.0, 3.0)]


def test_a_word_that_spans_a_pause_follows_it():
    before, after = word(1.0, 1.4, "words"), word(1.4, 3.3, "and")
    assert within_speech([before, after], [Span(0.5, 1.9), Span(3.0, 5.0)]) == [
        word(1.0, 1.9, "words"),
        word(3.0, 3.3, "and"),
    ]


def test_a_phrase_may_span_pauses():
    phrase = word(1.0, 3.3, "words and more")
    assert within_speech([phrase], [Span(0.5, 1.9), Span(3.0, 5.0)]) == [phrase]


def test_a_piece_survives_its_dict():
    piece = PieceWords(Span(0, 5), Transcription((word(1, 2),), "en", 0.5), "en")
    assert PieceWords.from_dict(piece.to_dict()) == piece
