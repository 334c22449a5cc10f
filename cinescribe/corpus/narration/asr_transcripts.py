"""What a narrator says whom nobody wrote down: the described track's narration, recognised, on the film's clock."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from cinescribe.corpus.core.sentences import FilmSentence
from cinescribe.corpus.narration.described_track import NarrationSegment, segment_ad
from cinescribe.corpus.narration.transcripts import FilmTime, as_it_is, is_closed, numbered, on_film
from cinescribe.media.film.probe import probe
from cinescribe.media.sound.mono import MonoTrack, mono_track
from cinescribe.media.speech.asr import RATE_HZ, Asr, Heard
from cinescribe.timing import Seconds, Span

PAUSE: Seconds = 0.6  # between two words, that ends a sentence where the recogniser writes no marks
MARGIN: Seconds = 0.2  # heard before and after a stretch, whose edges may cut a consonant


def narrated_sentences(
    original: Path, described: Path, *, asr: Asr, progress: Callable[[str, float], None] | None = None
) -> tuple[FilmSentence, ...]:
    """The sentences that a narrator says in a described sound track, with ids `d0001` on.

    Args:
        original: the film with its own sound.
        described: the same film with description, or its sound alone.
        asr: recognises the words.
        progress: told a stage and the share of it that is done.

    Raises:
        FilmError: when a file has no sound track or cannot be read.
        CorpusError: when the two are not of one film.
    """
    with tempfile.TemporaryDirectory(prefix="cinescribe-") as folder:
        narrator = Path(folder) / "narrator.wav"
        found = segment_ad(original, described, narrator=narrator, progress=progress)
        if not found.segments:
            return ()
        voice = mono_track(probe(narrator), rate_hz=RATE_HZ)
    return recognised(voice, found.segments, asr, film_time=found.alignment.film_time, progress=progress)


def recognised(
    voice: MonoTrack,
    segments: Sequence[NarrationSegment],
    asr: Asr,
    *,
    film_time: FilmTime = as_it_is,
    progress: Callable[[str, float], None] | None = None,
) -> tuple[FilmSentence, ...]:
    """A sentence for each stretch of narration, or several where it has marks or pauses inside.

    Args:
        voice: the narrator's track at `RATE_HZ`.
        segments: where the narrator speaks; their confidence becomes the sentences' score.
        asr: recognises the words.
        film_time: the film's second for a second of the track.
        progress: told a stage and the share of it that is done.
    """
    found: list[FilmSentence] = []
    for at, segment in enumerate(segments, 1):
        for span, text in _sentences(_heard(voice, segment.span, asr)):
            found.append(FilmSentence("", "description", on_film(span, film_time), text, segment.confidence))
        if progress is not None:
            progress("recognition", at / len(segments))
    return numbered(found)


def _heard(voice: MonoTrack, span: Span, asr: Asr) -> list[Heard]:
    """The words of a stretch, on the track's clock."""
    padded = span.padded(MARGIN)
    first, last = (round(max(time, 0.0) * voice.rate_hz) for time in (padded.start, padded.end))
    words = asr.transcribe(voice.part(first, last - first))
    return [word.replace(span=word.span.shifted(first / voice.rate_hz)) for word in words if word.text.strip()]


def _sentences(words: Sequence[Heard]) -> Iterator[tuple[Span, str]]:
    """The sentences of a stretch: by marks where the recogniser writes them, else by pauses."""
    marked = any(is_closed(word.text) for word in words)
    group: list[Heard] = []
    for word in words:
        if group and (is_closed(group[-1].text) if marked else word.span.start - group[-1].span.end >= PAUSE):
            yield _sentence(group)
            group = []
        group.append(word)
    if group:
        yield _sentence(group)


def _sentence(words: Sequence[Heard]) -> tuple[Span, str]:
    text = " ".join(word.text.strip() for word in words)
    return Span(words[0].span.start, words[-1].span.end), text if is_closed(text) else f"{text}."
