"""The descriptions of one film in order, each beside its reference, with the people of the film."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from cinescribe.errors import ScoreError
from cinescribe.language.names.names import NamedPerson
from cinescribe.metrics.core.pairs import Pairs

Casts: TypeAlias = Mapping[str, Sequence[NamedPerson]]  # by film; one under the empty name is that of every film


@dataclass(frozen=True)
class DescribedFilm:
    """The description of one film.

    Attributes:
        name: of the film; empty where items do not say of which film they are.
        ids: the items, in the film's order.
        candidates: the description of each.
        references: the reference of each.
    """

    name: str
    ids: tuple[str, ...]
    candidates: tuple[str, ...]
    references: tuple[str, ...]


def described_films(pairs: Pairs, films: Mapping[str, str] | None = None, *, metric: str) -> list[DescribedFilm]:
    """Return the films of captions, each with its items in the captions' order.

    Args:
        pairs: the captions; each has one reference.
        films: the film of each item; by default all are of one film.
        metric: which needs them, for errors.

    Raises:
        ScoreError: when an item has several references, or no film where films are given.
    """
    places: dict[str, list[int]] = {}
    for at, (key, texts) in enumerate(zip(pairs.ids, pairs.references, strict=True)):
        if len(texts) != 1:
            raise ScoreError(
                f"item {key!r} has {len(texts)} references; {metric} reads a film's description in order, so give one"
            )
        if films is not None and key not in films:
            raise ScoreError(f"item {key!r} has no film; give the film of every item (`films`), or of none")
        places.setdefault("" if films is None else films[key], []).append(at)
    return [
        DescribedFilm(
            name,
            tuple(pairs.ids[at] for at in own),
            tuple(pairs.candidates[at] for at in own),
            tuple(pairs.references[at][0] for at in own),
        )
        for name, own in places.items()
    ]


def cast_of(film: DescribedFilm, casts: Casts) -> Sequence[NamedPerson]:
    """Return the people of a film.

    Raises:
        ScoreError: when the film has no cast.
    """
    if film.name in casts:
        return casts[film.name]
    if "" in casts:
        return casts[""]
    raise ScoreError(f"the film {film.name!r} has no cast; give the cast of every film (`casts`)")
