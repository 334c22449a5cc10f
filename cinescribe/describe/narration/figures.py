"""Metaphors of a film, on its cues: what the pictures of a stretch of film mean together; never spoken."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Protocol

from cinescribe.describe.analyse import Analysis
from cinescribe.describe.captioner_selection import leaves_out
from cinescribe.describe.stages import Stages
from cinescribe.record import Record
from cinescribe.schema import Cue, Film, Shot
from cinescribe.store import read_records, write_records
from cinescribe.timing import Seconds, Span

LONGEST_STRETCH: Seconds = 120.0  # of a stretch: the paper's videos are under two minutes


class FigureWriter(Protocol):
    """A model that says what a stretch of film means."""

    @property
    def name(self) -> str:
        """Who writes, with the digest of the weights."""

    @property
    def drawn_films_only(self) -> bool:
        """Whether it was trained on drawn films only."""

    def figures(self, film: Path, spans: Sequence[Span]) -> list[str | None]:
        """Return the metaphor of each stretch, None where it sees none.

        Raises:
            FilmError: when the film cannot be read.
        """


@dataclass(frozen=True)
class FigureOfSpeech(Record):
    """What a stretch of film means.

    Args:
        span: the stretch.
        text: as `the drink is as refreshing as the sea`.
    """

    span: Span
    text: str


def film_figures(
    film: Film,
    analysis: Analysis,
    writer: FigureWriter | None,
    stages: Stages,
    *,
    key: Mapping[str, Any],
    announce: Callable[[str], None],
) -> list[FigureOfSpeech]:
    """Return the metaphors of a film; none without a writer, or if the film is unlike those the writer learnt from.

    Args:
        film: the film.
        analysis: its measurements.
        writer: finds the metaphors, if any.
        stages: keeps them.
        key: what the film's measurements depend on.
        announce: is called if there will be none.
    """
    if writer is None:
        return []
    if writer.drawn_films_only and leaves_out(analysis.clip, announce, consequence="no metaphors"):
        stages.note("no figures", by=writer.name)
        return []
    spans = stretches(analysis.shots)

    def work(folder: Path) -> None:
        found = zip(spans, writer.figures(Path(film.path), spans), strict=True)
        write_records(
            folder / "figures.jsonl", [FigureOfSpeech(span, text) for span, text in found if text is not None]
        )

    wanted = {**key, "by": writer.name, "spans": [(span.start, span.end) for span in spans]}
    return list(read_records(stages.run("figures", wanted, work) / "figures.jsonl", FigureOfSpeech))


def stretches(shots: Sequence[Shot]) -> list[Span]:
    """Divide a film into stretches of whole shots, each as long as may be; a longer shot is divided evenly."""
    bounds = [shots[0].span.start]
    for shot in shots:
        n_parts = int(-(-shot.span.duration // LONGEST_STRETCH))
        bounds += [shot.span.start + shot.span.duration * part / n_parts for part in range(1, n_parts + 1)]
    out, start = [], bounds[0]
    for end, following in pairwise([*bounds[1:], float("inf")]):
        if following - start > LONGEST_STRETCH:
            out.append(Span(start, end))
            start = end
    return out


def with_figures(
    cues: Sequence[Cue], figures: Sequence[FigureOfSpeech], announce: Callable[[str], None]
) -> tuple[Cue, ...]:
    """Return the cues, each metaphor on the last cue that begins in its stretch: by then everything was seen.

    It is the last one that is not dropped, where there is one. Cues edited by hand stay as they are.

    Args:
        cues: in the order of time.
        figures: of the film.
        announce: is called for a stretch without a matching cue.
    """
    by_place: dict[int, str] = {}
    for figure in figures:
        own = [n for n, cue in enumerate(cues) if figure.span.start <= cue.span.start < figure.span.end]
        free = [n for n in own if not cues[n].hand_made]
        free = [n for n in free if cues[n].status != "dropped"] or free
        if free:
            by_place[free[-1]] = figure.text
        else:
            announce(f"no cue to note this with, {figure.span.start:.0f} to {figure.span.end:.0f} s: {figure.text}")
    return tuple(cue.replace(figure=by_place[n]) if n in by_place else cue for n, cue in enumerate(cues))
