"""Transcribes a film's speech, piece by piece, only where the voice detector hears speech."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from cinescribe.media.sound.mono import MonoTrack
from cinescribe.media.transcription.quiet_cuts import quiet_pieces
from cinescribe.media.transcription.transcriber import HeardWord, Transcriber, Transcription
from cinescribe.record import Record
from cinescribe.schema import Speech
from cinescribe.timing import Seconds, Span, joined

LONGEST_PASSAGE: Seconds = 28.0  # of a piece: a Whisper hears half a minute at once
_MARGIN: Seconds = 0.2  # around a piece, where the detector may have missed a consonant
_REST: Seconds = 2.0  # a shorter rest in speech stays inside a piece, since its context helps
_ASKED = 3  # of the longest pieces that say which language is spoken
# Transcribers write "Thank you." for music. So only pieces with certain speech are transcribed; a piece without
# speech is detected by Whisper's own limit; and words far from certain speech need high confidence.
_SILENT, _SILENT_WORDS = 0.6, 0.37  # probability of no speech; mean confidence of the words (e^-1)
_SURE, _NEAR = 0.8, 1.0  # confidence of a word that is farther from certain speech than this, in seconds
_WORD, _LONG_WORD = 0.08, 4.0  # seconds that a word takes at least, and with the pauses that it is given
_HEARD: Seconds = 0.3  # of certain speech in a piece, from which it is heard


@dataclass(frozen=True)
class PieceWords(Record):
    """What was heard in a piece of a film, on the film's clock.

    Args:
        span: the piece.
        heard: its words.
        given: the language that the transcriber was given, as a BCP 47 tag; None to find it out.
    """

    span: Span
    heard: Transcription
    given: str | None = None


Known: TypeAlias = Callable[[Span, str | None], PieceWords | None]
"""Returns what an earlier, interrupted run heard in a piece with a given language."""


def speech_pieces(detected: Sequence[Speech], sound: MonoTrack) -> tuple[Span, ...]:
    """Return the pieces of a film's sound that have speech, each short enough for a transcriber.

    Args:
        detected: all speech that the voice detector found.
        sound: of the film.
    """
    whole = Span(0.0, sound.duration)
    padded = (part.span.padded(_MARGIN).within(whole) for part in detected)
    pieces: list[Span] = []
    for span in joined(span for span in padded if span is not None):
        for piece in _short_enough(span, sound):
            last = pieces[-1] if pieces else None
            if last is not None and piece.start - last.end < _REST and piece.end - last.start <= LONGEST_PASSAGE:
                pieces[-1] = Span(last.start, piece.end)
            else:
                pieces.append(piece)
    return tuple(pieces)


def transcribe_film(
    sound: MonoTrack,
    transcriber: Transcriber,
    *,
    detected: Sequence[Speech],
    certain: Sequence[Speech],
    known: Known = lambda span, language: None,
    keep: Callable[[PieceWords], None] = lambda piece: None,
    progress: Callable[[float], None] = lambda share: None,
) -> Transcription:
    """Return the words of a film, on its clock, and the language that most of its speech is in.

    A few long pieces are heard first, to learn the language; then all others. Words of pieces without apparent
    speech are left out. Words begin and end where certain speech does.

    Args:
        sound: of the film, at the rate of transcribers.
        transcriber: writes the words.
        detected: all speech that the voice detector found.
        certain: its certain speech; pieces without any are not heard.
        known: finds what an earlier run kept.
        keep: called with each piece that was heard.
        progress: called with the share that is done.

    Raises:
        ModelError: when the transcriber fails; what it heard before was kept.
    """
    spoken = [part.span for part in certain]
    pieces = [piece for piece in speech_pieces(detected, sound) if _has_speech(piece, spoken)]
    heard: dict[Span, PieceWords] = {}

    def hear(piece: Span, language: str | None) -> None:
        found = known(piece, language)
        if found is None:
            found = PieceWords(piece, _transcribed(sound, piece, transcriber, language), language)
            keep(found)
        heard[piece] = found
        progress(len(heard) / len(pieces))

    longest = sorted(pieces, key=lambda piece: -piece.duration)[:_ASKED]
    for piece in longest:
        hear(piece, None)
    language = _most_spoken(heard.values())
    for piece in pieces:
        if piece not in heard or heard[piece].heard.language != language:
            hear(piece, language)
    words = [word for piece in pieces for word in believed_words(heard[piece], spoken)]
    return Transcription(tuple(words), language)


def believed_words(piece: PieceWords, certain: Sequence[Span]) -> Iterator[HeardWord]:
    """Yield the words of a piece, trimmed to certain speech; none if it has no apparent speech.

    Args:
        piece: the transcribed piece.
        certain: spans of certain speech.
    """
    words, silence = piece.heard.words, piece.heard.no_speech
    if not words:
        return
    inside = [part for span in certain if (part := span.within(piece.span))]
    confidence = float(np.mean([word.confidence for word in words]))
    if silence is not None and silence > _SILENT and confidence < _SILENT_WORDS:
        return
    near = joined(part.padded(_NEAR) for part in inside)
    heard = [word for word in words if word.confidence >= _SURE or any(one.overlap(word.span) > 0 for one in near)]
    yield from within_speech(heard, inside)


def _has_speech(piece: Span, certain: Sequence[Span]) -> bool:
    return sum(piece.overlap(span) for span in certain) >= _HEARD


def within_speech(words: Sequence[HeardWord], certain: Sequence[Span]) -> list[HeardWord]:
    """Return the words, with starts and ends moved to certain speech.

    Transcribers give a pause to a word beside it, mostly to the one after it: a word that spans a pause is what follows
    the pause, and what comes before it belongs to the word before.

    Args:
        words: in order.
        certain: spans of certain speech, in order.
    """
    out: list[HeardWord] = []
    for word in words:
        parts = [part for one in certain if (part := one.within(word.span))]
        if len(parts) > 1 and parts[-1].duration >= _WORD and not _is_phrase(word):
            if out and parts[0].start <= out[-1].span.end + _WORD:
                out[-1] = replace(out[-1], span=Span(out[-1].span.start, parts[-2].end))
            parts = parts[-1:]
        out.append(replace(word, span=Span(parts[0].start, parts[-1].end)) if parts else word)
    return out


def _is_phrase(word: HeardWord) -> bool:
    """Whether a transcriber gave several words as one, between which there may be pauses."""
    return " " in word.text or word.span.duration > _LONG_WORD


def _transcribed(sound: MonoTrack, piece: Span, transcriber: Transcriber, language: str | None) -> Transcription:
    first = round(piece.start * sound.rate_hz)
    samples = sound.part(first, round(piece.end * sound.rate_hz) - first)
    heard = transcriber.transcribe(samples, language=language)
    start = first / sound.rate_hz
    return heard.replace(words=tuple(word.replace(span=word.span.shifted(start)) for word in heard.words))


def _most_spoken(pieces: Iterable[PieceWords]) -> str | None:
    """The language with the most words; None if no piece says one."""
    words = Counter[str]()
    for piece in pieces:
        if piece.heard.language is not None:
            words[piece.heard.language] += len(piece.heard.words)
    return next((language for language, _ in words.most_common(1)), None)


def _short_enough(span: Span, sound: MonoTrack) -> Iterator[Span]:
    """The span, cut where it is quiet if it is too long."""
    first = round(span.start * sound.rate_hz)
    samples = sound.part(first, round(span.end * sound.rate_hz) - first)
    for start, end in quiet_pieces(samples, longest=LONGEST_PASSAGE):
        yield Span((first + start) / sound.rate_hz, (first + end) / sound.rate_hz)
