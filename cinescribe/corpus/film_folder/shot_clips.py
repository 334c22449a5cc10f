"""When the clips of a film are that nothing is told of: its shots, the short ones joined and the long ones cut."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cinescribe.corpus.film_folder.clip_cutting import SHORTEST
from cinescribe.media.shots.shots import shots
from cinescribe.schema import Film
from cinescribe.timing import Seconds, Span

LONGEST: Seconds = 10.0  # of a clip; clips of films that are described last 4 to 6 s on average


def shot_spans(film: Film) -> tuple[Span, ...]:
    """The spans of a film's clips without captions, none where it has no pictures.

    Raises:
        FilmError: when the film cannot be read to its end.
    """
    if film.first("video") is None:
        return ()
    return whole_spans(shot.span for shot in shots(film))


def whole_spans(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Consecutive spans, those below `SHORTEST` joined to what follows, or at the end to what comes before; those
    above `LONGEST` cut in equal parts."""
    joined: list[Span] = []
    for span in spans:
        if joined and joined[-1].duration < SHORTEST:
            span = Span(joined.pop().start, span.end)  # noqa: PLW2901
        joined.append(span)
    if len(joined) > 1 and joined[-1].duration < SHORTEST:
        joined[-2:] = [Span(joined[-2].start, joined[-1].end)]
    return tuple(part for span in joined for part in _parts(span))


def _parts(span: Span) -> Iterator[Span]:
    n_parts = -(-span.duration // LONGEST) or 1
    edges = [span.start + span.duration * n / n_parts for n in range(int(n_parts))] + [span.end]
    yield from map(Span, edges[:-1], edges[1:])
