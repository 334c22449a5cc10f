"""What is told of Backlot's clips with the scene graphs that come with it, so that references need no parser."""

from __future__ import annotations

from collections.abc import Sequence

from cinescribe.backlot.films.shoot import truth_path
from cinescribe.backlot.plan.phrases import Telling
from cinescribe.backlot.plan.truth import FilmTruth
from cinescribe.corpus.core.corpus import Corpus
from cinescribe.corpus.datasets.backlot import clip_id
from cinescribe.errors import CorpusError
from cinescribe.metrics.identity.person_ids import person_ids
from cinescribe.store import read_record


def tellings_of(corpus: Corpus, split: str) -> dict[str, tuple[Telling, ...]]:
    """The tellings of each clip of a split, by the clip's id: telling k is what `localised` chooses by k.

    Raises:
        CorpusError: when there is no such split, or a film has no file.
        RecordError: when the truth about a film cannot be read; Backlot writes it beside the film.
    """
    told: dict[str, tuple[Telling, ...]] = {}
    for film in corpus.films_of(split):
        if film.path is None:
            raise CorpusError(f"film {film.id!r} has no file; truth is read beside the films that Backlot shot")
        truth = read_record(truth_path((corpus.folder / film.path).parent, film.id), FilmTruth)
        told |= {clip_id(film.id, clip.id): clip.captions for clip in truth.clips}
    return told


def told_tuples(tellings: Sequence[Telling]) -> tuple[tuple[str, ...], ...]:
    """The scene graph of a captionset as SPICE writes it, for `ispice_of_tuples`; people by first mention in the set.

    Object; object, attribute or verb; subject, object, relation.

    Args:
        tellings: one for each clip of the set, people as they are numbered through the film.
    """
    mentioned = dict.fromkeys(who.lower() for telling in tellings for who in person_ids(telling.text))
    numbers = {who: f"p{n}" for n, who in enumerate(mentioned, 1)}
    facts = [tuple(numbers.get(part, part) for part in fact) for telling in tellings for fact in telling.tuples]
    things = dict.fromkeys([*numbers.values(), *(part for fact in facts for part in (fact[0], *fact[2:]))])
    return (*((thing,) for thing in things), *dict.fromkeys(map(_as_spice, facts)))


def _as_spice(fact: tuple[str, ...]) -> tuple[str, ...]:
    """Backlot has the relation in the middle, SPICE at the end."""
    return fact if len(fact) == 2 else (fact[0], fact[2], fact[1])
