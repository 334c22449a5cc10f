"""Sentences become clips: how long each lasts, and what it is called (Rohrbach et al. 2016, sections 3.1 to 3.4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from cinescribe.corpus.core.sentences import FilmSentence, Origin, outside_film
from cinescribe.record import Record
from cinescribe.schema import Clip
from cinescribe.store import read_records, write_records
from cinescribe.timing import Seconds, Span

SENTENCES = "sentences.jsonl"  # in a corpus: what each clip was cut from, and what became none
LAG: Seconds = 2.0  # the narrator may speak 1 to 2 s before what he tells is seen to its end (3.2)
SHORTEST: Seconds = 2.0  # a clip (3.4)


@dataclass(frozen=True)
class ClipSentence(Record):
    """A sentence of a film and the clip that it became; its own span is the clip's precise one, before any padding.

    Args:
        film: id of the film.
        sentence: as it was cut: with names, corrected where somebody corrected it.
        clip: id of the clip; None where the sentence became none, and `sentence.left_out` says why.
    """

    film: str
    sentence: FilmSentence
    clip: str | None = None


@dataclass(frozen=True)
class CutFilm:
    """The clips of a film in order of time, and all its sentences as they came, each with its clip."""

    clips: tuple[Clip, ...]
    sentences: tuple[ClipSentence, ...]


def cut_clips(
    film: str, sentences: Sequence[FilmSentence], *, duration: Seconds, lag: Seconds = LAG, shortest: Seconds = SHORTEST
) -> CutFilm:
    """The clips of a film, one for all sentences of the same origin and time; texts have names, as the sentences have.

    Sentences that are left out become no clip. A clip is called after the place that its first sentence has among all
    of them (`film_0001`), so that leaving one out, or moving it, renames no other.

    Args:
        film: id of the film.
        sentences: all, in the order that made their ids.
        duration: of the film; clips are kept inside it.
        lag: what is added to the end of a description whose time no person set; a script's time is that of what
            happens, and nothing is added.
        shortest: a shorter clip is widened to this on both sides alike.
    """
    told = [sentence.replace(left_out=sentence.left_out or outside_film(sentence, duration)) for sentence in sentences]
    clip_of: dict[int, str] = {}
    clips = []
    for places in _together(told):
        span = clip_span(told[places[0]], Span(0.0, duration), lag=lag, shortest=shortest)
        clips.append(Clip(clip_id(film, places[0]), film, span, " ".join(told[at].text for at in places)))
        clip_of |= dict.fromkeys(places, clips[-1].id)
    return CutFilm(
        tuple(sorted(clips, key=lambda clip: (clip.span, clip.id))),
        tuple(ClipSentence(film, sentence, clip_of.get(at)) for at, sentence in enumerate(told)),
    )


def clip_id(film: str, place: int) -> str:
    """The id of the clip whose first sentence is at `place` among those of its film, from 0."""
    return f"{film}_{place + 1:04d}"


def clip_span(sentence: FilmSentence, film: Span, *, lag: Seconds = LAG, shortest: Seconds = SHORTEST) -> Span:
    """When the clip of a sentence is: padded, widened, and moved or cut so that it lies inside the film."""
    late = lag if sentence.origin == "description" and sentence.score is not None else 0.0
    start, end = max(sentence.span.start, film.start), min(sentence.span.end + late, film.end)
    lacking = max(shortest - (end - start), 0.0)
    start, end = start - lacking / 2, end + lacking / 2
    shift = max(film.start - start, 0.0) - max(end - film.end, 0.0)
    return Span(max(start + shift, film.start), min(end + shift, film.end))


def write_sentences(folder: Path, sentences: Iterable[ClipSentence]) -> None:
    """Write what the clips of a corpus were cut from, beside its clips.

    Raises:
        OutputError: when the folder cannot be written.
    """
    write_records(Path(folder) / SENTENCES, sentences)


def read_sentences(folder: Path) -> tuple[ClipSentence, ...]:
    """What the clips of a corpus were cut from.

    Raises:
        RecordError: when the corpus has no such file, or it is malformed.
    """
    return tuple(read_records(Path(folder) / SENTENCES, ClipSentence))


def _together(sentences: Sequence[FilmSentence]) -> Iterable[list[int]]:
    """The places of the sentences that are kept, those of one origin and time together."""
    kept: dict[tuple[Origin, Span], list[int]] = {}
    for at, sentence in enumerate(sentences):
        if sentence.left_out is None:
            kept.setdefault((sentence.origin, sentence.span), []).append(at)
    return kept.values()
