"""Whether a reading of a Backlot film is true, in whatever words: by the wording of its stories that is nearest."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cinescribe.backlot.plan.truth import FilmTruth, StoryMoment
from cinescribe.generate.narration.choice import Vectors
from cinescribe.generate.readings.reading import Reading, ReadingKind
from cinescribe.timing import Span

ACTS = "acts "  # before a word for a temperament: traits are worded as acts


class StoryTruth:
    """Judges readings of some motivated films.

    A text is true of a moment of a film if, of all wordings that the stories of these films have for that kind, the
    nearest by sentence vectors is one of what that moment implies. Whom a reading names is not judged: in a film
    without a cast file, people have no names.

    Args:
        films: their truth.
        vectors: of sentences.
    """

    def __init__(self, films: Sequence[FilmTruth], vectors: Vectors) -> None:
        self._vectors = vectors
        moments = [moment for film in films for moment in film.moments]
        kinds: tuple[ReadingKind, ...] = ("why", "effect", "trait")
        self._known = {kind: sorted({text for moment in moments for text in implied(moment, kind)}) for kind in kinds}
        self._rows = {kind: vectors.vectors(texts) for kind, texts in self._known.items() if texts}

    def is_true(self, reading: Reading, text: str, film: FilmTruth, abouts: Sequence[Span]) -> bool:
        """Return whether a text is true where a reading is.

        Args:
            reading: whose kind and moments count.
            text: its own text, or its alternative.
            film: the film.
            abouts: what each moment of its narration is about.
        """
        numbers = reading.moments if reading.kind == "trait" else reading.moments[:1]
        true = {
            phrase
            for moment in film.moments
            if any(is_done(film, moment, abouts[n]) for n in numbers)
            for phrase in implied(moment, reading.kind)
        }
        return bool(self._known[reading.kind]) and self._nearest(text, reading.kind) in true

    def _nearest(self, text: str, kind: ReadingKind) -> str:
        if text in self._known[kind]:
            return text
        return self._known[kind][int(np.argmax(self._rows[kind] @ self._vectors.vectors([text])[0]))]


def implied(moment: StoryMoment, kind: str) -> tuple[str, ...]:
    """Return the wordings of what a moment implies, of a kind of reading; traits as acts."""
    if kind == "trait":
        return tuple(f"{ACTS}{one}" for one in moment.attributes)
    return moment.intentions if kind == "why" else moment.effects


def is_done(film: FilmTruth, moment: StoryMoment, span: Span) -> bool:
    """Return whether one of the two actions of a moment is done meanwhile."""
    clips = [clip for clip in film.clips if clip.id in (moment.first, moment.following)]
    return any(clip.action_span.overlap(span) > 0 for clip in clips)
