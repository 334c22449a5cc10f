"""Transcribes the narration of a described sound track by speech recognition, on the film's clock."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from cinescribe.corpus.core.sentences import FilmSentence
from cinescribe.corpus.narration.described_track import segment_ad
from cinescribe.corpus.narration.narration_segments import NarrationSegment
from cinescribe.corpus.narration.transcripts import FilmTime, film_span, is_closed, number_sentences, unchanged_time
from cinescribe.media.film.probe import probe
from cinescribe.media.sound.mono import MonoTrack, mono_track
from cinescribe.media.transcription.transcriber import TRANSCRIBER_RATE_HZ, HeardWord, Transcriber
from cinescribe.progress import Progress
from cinescribe.timing import Seconds, Span

_PAUSE: Seconds = 0.6  # between words, ends a sentence if the recogniser writes no punctuation
_MARGIN: Seconds = 0.2  # added before and after a segment, whose ends may cut a consonant


def transcribe_narration(
    original: Path, described: Path, *, asr: Transcriber, language: str = "en", progress: Progress | None = None
) -> tuple[FilmSentence, ...]:
    """Return the narrator's sentences in a described sound track, with ids from `d0001`.

    Args:
        original: film with its own sound.
        described: the same film with audio description, or only that sound.
        asr: speech recogniser.
        language: that the narrator speaks, as a BCP 47 tag.
        progress: called with a stage and the share of it that is done.

    Raises:
        FilmError: if a file has no sound track or cannot be read.
        CorpusError: if the two belong to different films.
    """
    with tempfile.TemporaryDirectory(prefix="cinescribe-") as folder:
        narrator = Path(folder) / "narrator.wav"
        found = segment_ad(original, described, narrator=narrator, progress=progress)
        if not found.segments:
            return ()
        voice = mono_track(probe(narrator), rate_hz=TRANSCRIBER_RATE_HZ)
    film_time = found.alignment.film_time
    return transcribe_segments(voice, found.segments, asr, language=language, film_time=film_time, progress=progress)


def transcribe_segments(
    voice: MonoTrack,
    segments: Sequence[NarrationSegment],
    asr: Transcriber,
    *,
    language: str = "en",
    film_time: FilmTime = unchanged_time,
    progress: Progress | None = None,
) -> tuple[FilmSentence, ...]:
    """Return the sentences of each segment of narration, split at punctuation or pauses.

    Args:
        voice: the narrator's track at `TRANSCRIBER_RATE_HZ`.
        segments: segments of narration; their confidence becomes the sentences' score.
        asr: speech recogniser.
        language: that the narrator speaks, as a BCP 47 tag.
        film_time: converts a time of the track to the film's clock.
        progress: called with a stage and the share of it that is done.
    """
    found: list[FilmSentence] = []
    for at, segment in enumerate(segments, 1):
        for span, text in _sentences(_words(voice, segment.span, asr, language)):
            found.append(FilmSentence("", "description", film_span(span, film_time), text, segment.confidence))
        if progress is not None:
            progress("recognition", at / len(segments))
    return number_sentences(found)


def _words(voice: MonoTrack, span: Span, asr: Transcriber, language: str) -> list[HeardWord]:
    """Recognise the words of a segment, on the track's clock."""
    padded = span.padded(_MARGIN)
    first, last = (round(max(time, 0.0) * voice.rate_hz) for time in (padded.start, padded.end))
    words = asr.transcribe(voice.part(first, last - first), language=language).words
    return [word.replace(span=word.span.shifted(first / voice.rate_hz)) for word in words if word.text.strip()]


def _sentences(words: Sequence[HeardWord]) -> Iterator[tuple[Span, str]]:
    """Yield the sentences of a segment: by punctuation if the recogniser writes any, else by pauses."""
    has_marks = any(is_closed(word.text) for word in words)
    group: list[HeardWord] = []
    for word in words:
        if group and (is_closed(group[-1].text) if has_marks else word.span.start - group[-1].span.end >= _PAUSE):
            yield _sentence(group)
            group = []
        group.append(word)
    if group:
        yield _sentence(group)


def _sentence(words: Sequence[HeardWord]) -> tuple[Span, str]:
    text = " ".join(word.text.strip() for word in words)
    return Span(words[0].span.start, words[-1].span.end), text if is_closed(text) else f"{text}."
