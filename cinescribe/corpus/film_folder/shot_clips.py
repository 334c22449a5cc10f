"""Clips of a film without a description: its shots, with short ones joined and long ones split."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cinescribe.corpus.film_folder.clip_cutting import SHORTEST_CLIP
from cinescribe.media.shots.shots import shots
from cinescribe.schema import Film
from cinescribe.timing import Seconds, Span

_LONGEST: Seconds = 10.0  # duration of a clip; clips of described films last 4 to 6 s on average


def shot_spans(film: Film) -> tuple[Span, ...]:
    """Return the spans of a film's clips from its shots; none if it has no pictures.

    Raises:
        FilmError: if the film cannot be read to its end.
    """
    if film.track("video") is None:
        return ()
    return join_and_split(shot.span for shot in shots(film))


def join_and_split(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Join consecutive spans shorter than `SHORTEST_CLIP` and split those longer than `_LONGEST` into equal parts.

    A short span joins the one after it; a short last span joins the one before it.
    """
    joined: list[Span] = []
    for span in spans:
        if joined and joined[-1].duration < SHORTEST_CLIP:
            span = Span(joined.pop().start, span.end)  # noqa: PLW2901
        joined.append(span)
    if len(joined) > 1 and joined[-1].duration < SHORTEST_CLIP:
        joined[-2:] = [Span(joined[-2].start, joined[-1].end)]
    return tuple(part for span in joined for part in _parts(span))


def _parts(span: Span) -> Iterator[Span]:
    n_parts = -(-span.duration // _LONGEST) or 1
    edges = [span.start + span.duration * n / n_parts for n in range(int(n_parts))] + [span.end]
    yield from map(Span, edges[:-1], edges[1:])
