"""Checks of the clips of a corpus: their times, texts and people."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from cinescribe.corpus.core.corpus import CLIPS, FILMS, CorpusFilm
from cinescribe.corpus.core.text_faults import text_faults
from cinescribe.metrics.identity.person_ids import person_ids
from cinescribe.schema import Clip
from cinescribe.timing import Seconds

SLACK: Seconds = 0.05  # by which a clip may end after its film: one or two frames
_ID = re.compile(r"P[1-9]\d*")


def clip_faults(clips: Iterable[Clip], films: Mapping[str, CorpusFilm]) -> Iterator[str]:
    """Yield a message for each fault of the clips, in their order.

    Args:
        clips: all clips of the corpus.
        films: by id.
    """
    films_seen: set[str] = set()
    contents: dict[object, str] = {}
    previous: Clip | None = None
    for clip in clips:
        if previous is None or previous.film != clip.film:
            yield from _film_faults(clip, films, films_seen)
            films_seen.add(clip.film)
        elif previous.span.start > clip.span.start:
            yield f"clip {clip.id!r} comes after {previous.id!r}, but begins before it; put clips in order of time"
        yield from _span_faults(clip, films.get(clip.film))
        yield from _caption_faults(clip)
        yield from _people_faults(clip)
        same = contents.setdefault((clip.film, clip.span, clip.text), clip.id)
        if same != clip.id:
            yield f"clip {clip.id!r} has the times and the text of {same!r}; keep one of them"
        previous = clip


def captions_of(clip: Clip) -> tuple[str, ...]:
    """Return all captions of a clip: its text, if it has one, then its paraphrases."""
    return clip.paraphrases if clip.text is None else (clip.text, *clip.paraphrases)


def _film_faults(clip: Clip, films: Mapping[str, CorpusFilm], films_seen: set[str]) -> Iterator[str]:
    if clip.film not in films:
        yield f"clip {clip.id!r} is of the film {clip.film!r}, but {FILMS} has none; add it, or leave its clips out"
    elif clip.film in films_seen:
        yield f"clip {clip.id!r} is separated from the other clips of {clip.film!r} in {CLIPS}; put them together"


def _span_faults(clip: Clip, film: CorpusFilm | None) -> Iterator[str]:
    if clip.span.start < 0 or clip.span.duration <= 0:
        yield f"clip {clip.id!r} is from {clip.span.start} to {clip.span.end} s; expected one that lasts, from 0 s on"
    if film is not None and film.duration is not None and clip.span.end > film.duration + SLACK:
        yield f"clip {clip.id!r} ends at {clip.span.end:.2f} s, but its film lasts {film.duration:.2f} s; shorten it"


def _caption_faults(clip: Clip) -> Iterator[str]:
    if clip.text is None and clip.paraphrases:
        yield f"clip {clip.id!r} has paraphrases but no text; make the first of them its text"
    for text in captions_of(clip):
        yield from text_faults(f"clip {clip.id!r}", text)


def _people_faults(clip: Clip) -> Iterator[str]:
    mentioned = [person for text in captions_of(clip) for person in person_ids(text)]
    for person in dict.fromkeys((*clip.people, *mentioned)):
        if not _ID.fullmatch(person):
            yield f"clip {clip.id!r} has a person {person!r}; people are P1, P2 and so on"
        elif clip.people and person not in clip.people:
            yield f"clip {clip.id!r} mentions {person}, who is not among its people {', '.join(clip.people)}; add them"
