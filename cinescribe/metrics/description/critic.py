"""CRITIC (AutoAD III, Han et al. 2024): does each description name the people whom its reference names?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cinescribe.language.tokens.parsed_sentence import Parser
from cinescribe.metrics.core.masked_mean import masked_mean_score
from cinescribe.metrics.core.score import Score, metric_signature
from cinescribe.metrics.description.coreference import COREFERENCE, REACH, people_meant
from cinescribe.metrics.description.described_film import Casts, DescribedFilm, cast_of


@dataclass(frozen=True)
class _Items:
    """The people of all items, in order."""

    ids: list[str]
    candidates: list[frozenset[str]]
    references: list[frozenset[str]]


def critic(films: Sequence[DescribedFilm], parser: Parser, *, casts: Casts, source: str = "given") -> Score:
    """Return CRITIC: the overlap (IoU) of the people meant in each description and in its reference.

    Who is meant is found in the whole film's descriptions, and likewise in its references: by the names of the cast,
    and pronouns. The authors resolve pronouns with a network (F-COREF); here a rule does (`people_meant`), which the
    signature says: `coref:names+pronouns|approx:yes`. Items whose reference mentions nobody of the cast are left out,
    as in the authors' code.

    Args:
        films: the descriptions with their references.
        parser: finds sentences and pronouns.
        casts: the people of each film.
        source: where they come from, for the signature.

    Raises:
        ScoreError: when no reference means anybody, or a film has no cast.
        CastError: when two people of a film share a form of their names.
    """
    items = _Items([], [], [])
    for film in films:
        people = cast_of(film, casts)
        items.ids.extend(film.ids)
        items.candidates.extend(people_meant(film.candidates, people, parser))
        items.references.extend(people_meant(film.references, people, parser))
    values = [_overlap(ours, theirs) for ours, theirs in zip(items.candidates, items.references, strict=True)]
    signature = metric_signature(
        "CRITIC",
        coref=COREFERENCE,
        reach=REACH,
        cast=source,
        parser=parser.name,
        approx="yes",
    )
    return masked_mean_score(
        "CRITIC",
        items.ids,
        np.array(values, np.float64),
        mask=np.array([bool(people) for people in items.references], np.bool_),
        wanted="a person of the cast in its reference",
        signature=signature,
    )


def _overlap(candidate: frozenset[str], reference: frozenset[str]) -> float:
    return len(candidate & reference) / max(len(candidate | reference), 1)
