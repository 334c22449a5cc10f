"""Splits of films: balanced by genre and number of clips, and no film in two splits."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

from cinescribe.corpus.splits.balance import apportion, balance_columns, chi_square, normalised, swap_to_balance
from cinescribe.corpus.splits.split_file import ListedFilm, read_split_list, write_split_list
from cinescribe.errors import CorpusError

_SHARES: Mapping[str, float] = {"train": 0.8, "val": 0.1, "test": 0.1}
LSMDC_FILMS: Mapping[str, float] = {
    "train": 153,
    "val": 12,
    "test": 17,
    "blind": 20,
}  # number of films in LSMDC's splits
TRAIN = "train"  # the training split


@dataclass(frozen=True)
class FilmToSplit:
    """A film with the properties that decide its split.

    Args:
        id: unique.
        n_clips: number of clips.
        genres: any number of them.
        keys: other names of the film in any form: the digest of its file, `title (year)`. Films are the same film if
            they share a key, or if one has the other's id as a key.
        is_script_only: whether all its captions come from its screenplay and none from an audio description.
    """

    id: str
    n_clips: int = 0
    genres: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    is_script_only: bool = False


@dataclass(frozen=True)
class _Film:
    """A film with all its ids."""

    ids: tuple[str, ...]
    n_clips: int
    genres: tuple[str, ...]
    split: str | None  # the split it must have, if any


def split_films(
    films: Iterable[FilmToSplit],
    *,
    shares: Mapping[str, float] = _SHARES,
    seed: int = 0,
    listed: Iterable[ListedFilm] = (),
    script_only: str | None = TRAIN,
) -> dict[str, str]:
    """Return the split of each film, by id: each split has its share of films, with similar genres and lengths.

    Listed films keep their split. Splits without a film get one new film each; each further one goes to the split
    that is farthest behind its share. Pairs of films are then swapped until the chi-square of `imbalance` gets no
    smaller. The order of the films does not matter.

    Args:
        films: to split.
        shares: of the splits, in any unit; numbers of films that sum to all films are met exactly.
        seed: chooses among the equally good splits.
        listed: films with a fixed split; they are recognised by id or key and need not be among `films`.
        script_only: the split of new films that have only a screenplay, since their sentences were written before the
            film was shot (LSMDC keeps them out of validation and test); None to treat them like the others.

    Raises:
        CorpusError: when a share is not positive, an id is there twice, or one film is listed in two splits.

    Example:
        >>> split_films([FilmToSplit("a", n_clips=9), FilmToSplit("b", n_clips=7)], shares={"train": 1, "val": 1})
        {'a': 'train', 'b': 'val'}
    """
    _check_shares(shares, script_only)
    whole = _whole_films(films, listed, script_only)
    chosen = _assigned(whole, shares, seed)
    return {id: split for film, split in zip(whole, chosen, strict=True) for id in film.ids}


def imbalance(
    films: Iterable[FilmToSplit], splits: Mapping[str, str], *, shares: Mapping[str, float] = _SHARES
) -> float:
    """Return how far splits are from their shares: the chi-square over films, clips, and films of each genre.

    Args:
        films: that were split.
        splits: the split of each, by id; films in splits without a share are ignored.
        shares: the wanted share of each split.
    """
    _check_shares(shares, None)
    whole = [film for film in _whole_films(films, (), None) if splits[film.ids[0]] in shares]
    placed = np.array([list(shares).index(splits[film.ids[0]]) for film in whole], int)
    columns = balance_columns([film.n_clips for film in whole], [film.genres for film in whole])
    return chi_square(columns, placed, normalised(shares))


def update_split_list(
    films: Iterable[FilmToSplit],
    path: Path,
    *,
    shares: Mapping[str, float] = _SHARES,
    seed: int = 0,
    script_only: str | None = TRAIN,
) -> dict[str, str]:
    """Return the split of each film, by id, and add new films to a list on disk that people may edit.

    The list overrides everything else. Listed films that are not among `films` keep their lines, for when they return.

    Args:
        films: to split.
        path: the list (`splits.tsv`); created if missing.
        shares: as of `split_films`.
        seed: as of `split_films`.
        script_only: as of `split_films`.

    Raises:
        CorpusError: as `split_films` and `read_split_list` do.
        RecordError: when the list cannot be read.
        OutputError: when the list cannot be written.
    """
    films, old = tuple(films), read_split_list(path)
    splits = split_films(films, shares=shares, seed=seed, listed=old, script_only=script_only)
    keys = {film.id: film.keys for film in old}
    now = [
        ListedFilm(film.id, splits[film.id], tuple(dict.fromkeys((*keys.get(film.id, ()), *film.keys))))
        for film in films
    ]
    write_split_list(path, [*now, *(film for film in old if film.id not in splits)])
    return splits


def same_films(names: Sequence[Collection[str]]) -> list[list[int]]:
    """Return the groups of entries that are one film, as indices: those that share a name, directly or through others.

    Args:
        names: the names of each entry.
    """
    group_of: dict[str, int] = {}  # by name, the last entry of its group
    groups: dict[int, list[int]] = {}
    for last, own_names in enumerate(names):
        joined = {group_of[name] for name in own_names if name in group_of}
        groups[last] = sorted([last, *(entry for group in joined for entry in groups.pop(group))])
        group_of |= {name: last for entry in groups[last] for name in names[entry]}
    return list(groups.values())


def _whole_films(films: Iterable[FilmToSplit], listed: Iterable[ListedFilm], script_only: str | None) -> list[_Film]:
    """Return the films, each with all its ids and the split that the list or its script requires."""
    new, old = sorted(films, key=lambda film: film.id), tuple(listed)
    for one, other in pairwise(new):
        if one.id == other.id:
            raise CorpusError(f"2 films are called {one.id!r}; give each its own id")
    groups = same_films([*({film.id, *film.keys} for film in new), *({film.id, *film.keys} for film in old)])
    found = []
    for group in groups:
        members = [new[k] for k in group if k < len(new)]
        split = _listed_split([old[k - len(new)] for k in group if k >= len(new)])
        if split is None and all(film.is_script_only for film in members):
            split = script_only
        if members:
            found.append(_joined(members, split))
    return sorted(found, key=lambda film: film.ids)


def _listed_split(listed: Sequence[ListedFilm]) -> str | None:
    for one, other in pairwise(listed):
        if one.split != other.split:
            raise CorpusError(
                f"films {one.id!r} and {other.id!r} are one, but are listed in {one.split!r} and {other.split!r}; "
                "list both in one split"
            )
    return listed[0].split if listed else None


def _joined(films: Sequence[FilmToSplit], split: str | None) -> _Film:
    genres = dict.fromkeys(genre for film in films for genre in film.genres)
    return _Film(tuple(film.id for film in films), sum(film.n_clips for film in films), tuple(genres), split)


def _assigned(films: Sequence[_Film], shares: Mapping[str, float], seed: int) -> list[str]:
    """Return the split of each film; films in a split without a share are left out of the balance."""
    names = list(shares)
    places = [k for k, film in enumerate(films) if film.split is None or film.split in shares]
    balanced = [films[k] for k in places]
    is_free = np.array([film.split is None for film in balanced], bool)
    taken = [sum(film.split == name for film in balanced) for name in names]
    placed = np.array([-1 if film.split is None else names.index(film.split) for film in balanced], int)
    # In random order, so that similar films may go to any split.
    placed[is_free] = np.random.default_rng(seed).permutation(apportion(normalised(shares), taken, int(is_free.sum())))
    columns = balance_columns([film.n_clips for film in balanced], [film.genres for film in balanced])
    placed = swap_to_balance(columns, placed, is_free=is_free, shares=normalised(shares))
    chosen = {k: names[split] for k, split in zip(places, placed, strict=True)}
    return [chosen.get(k) or str(film.split) for k, film in enumerate(films)]


def _check_shares(shares: Mapping[str, float], script_only: str | None) -> None:
    for name, share in shares.items():
        if not 0 < share < float("inf"):
            raise CorpusError(
                f"split {name!r} was given the share {share!r}; give it a number above 0, or leave it out"
            )
    if not shares or (script_only is not None and script_only not in shares):
        names = ", ".join(shares) or "none"
        wanted = repr(script_only) if shares else "one or more"
        raise CorpusError(f"shares are given for the splits {names}; expected {wanted} among them")
