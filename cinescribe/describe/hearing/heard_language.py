"""The language that is spoken in a film whose file names none, by a few excerpts of its sound."""

from __future__ import annotations

from collections import Counter

import numpy as np

from cinescribe.media.film.read import read_through
from cinescribe.media.film.resample import Samples, Sound
from cinescribe.media.transcription.transcriber import TRANSCRIBER_RATE_HZ, Transcriber, Transcription
from cinescribe.schema import Film
from cinescribe.timing import Seconds, Span

_EXCERPT: Seconds = 28.0
_PLACES = (0.5, 0.3, 0.7, 0.1, 0.9, 0.2, 0.8, 0.4, 0.6)  # shares of the film at which excerpts begin, in turn
_ENOUGH = 30  # words in one language, from which no more excerpts are heard
_FEWEST, _SURE, _SILENT = 5, 0.5, 0.6  # words, their mean confidence, probability of no speech


def heard_language(film: Film, transcriber: Transcriber) -> str | None:
    """Return the language that is spoken in a film, as BCP 47 tag; None if there is no apparent speech.

    Excerpts are heard until there are words enough. Music has few words, of which a transcriber is not sure.

    Args:
        film: the film, with the sound that is used.
        transcriber: hears the excerpts.

    Raises:
        FilmError: when the sound cannot be read.
        ModelError: when the transcriber fails.
    """
    words = Counter[str]()
    for span in _excerpts(film):
        heard = transcriber.transcribe(_sound(film, span))
        if heard.language is not None and _is_speech(heard):
            words[heard.language] += len(heard.words)
        if words and max(words.values()) >= _ENOUGH:
            break
    return next((language for language, _ in words.most_common(1)), None)


def _excerpts(film: Film) -> list[Span]:
    if film.track("audio") is None:
        return []
    if film.duration <= _EXCERPT:
        return [Span(0.0, film.duration)]
    last = film.duration - _EXCERPT
    return list(dict.fromkeys(Span(share * last, share * last + _EXCERPT) for share in _PLACES))


def _is_speech(heard: Transcription) -> bool:
    if len(heard.words) < _FEWEST or (heard.no_speech is not None and heard.no_speech > _SILENT):
        return False
    return float(np.mean([word.confidence for word in heard.words])) >= _SURE


def _sound(film: Film, span: Span) -> Samples:
    sink = _Excerpt()
    read_through(film, sounds=(sink,), within=span)
    return np.concatenate([*sink.parts, np.zeros(0, np.float32)])


class _Excerpt:
    """A sound sink that keeps mono sound at the rate of transcribers."""

    def __init__(self) -> None:
        self.parts: list[Samples] = []

    @property
    def wants(self) -> Sound:
        return Sound(TRANSCRIBER_RATE_HZ, 1)

    def take(self, start: Seconds, samples: Samples) -> None:
        self.parts.append(samples[0])
