"""Films shared out to splits: balanced by genre and by number of clips, and no film in two of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

from cinescribe.corpus.splits.balance import balance_columns, chi_square, exchanged, normal, seats
from cinescribe.corpus.splits.split_file import ListedFilm, read_split_list, write_split_list
from cinescribe.errors import CorpusError

SHARES: Mapping[str, float] = {"train": 0.8, "val": 0.1, "test": 0.1}
LSMDC_FILMS: Mapping[str, float] = {"train": 153, "val": 12, "test": 17, "blind": 20}  # films in LSMDC's splits
TRAIN = "train"  # the split that one learns from


@dataclass(frozen=True)
class FilmToSplit:
    """What sharing out a film depends on.

    Args:
        id: its id.
        n_clips: how many clips it has.
        genres: of it, any number.
        keys: what it is known by besides its id, in any words: the digest of its file, `title (year)`. Films that
            share a key, or of which one has the other's id as a key, are one film.
        is_script_only: whether all that is told of it comes from its script, and nothing from an audio description.
    """

    id: str
    n_clips: int = 0
    genres: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    is_script_only: bool = False


@dataclass(frozen=True)
class _Film:
    """A film under all its ids."""

    ids: tuple[str, ...]
    n_clips: int
    genres: tuple[str, ...]
    split: str | None  # that it must have


def split_films(
    films: Iterable[FilmToSplit],
    *,
    shares: Mapping[str, float] = SHARES,
    seed: int = 0,
    listed: Iterable[ListedFilm] = (),
    script_only: str | None = TRAIN,
) -> dict[str, str]:
    """The split of each film, by id: as many films in each as its share asks, each with like genres and lengths.

    Listed films stay where they are. Of new ones, splits without a film get one each; every further one falls to the
    split that is farthest behind its share. Which film goes where is chosen by exchanging pairs until the chi-square
    of `imbalance` gets no smaller. The order in which films come does not matter.

    Args:
        films: to be shared out.
        shares: what each split gets, in any unit; numbers of films that add up to all there are will be met exactly.
        seed: another seed, another of the good ways to share them out.
        listed: films that have their split, here or not; they are recognised by id or key.
        script_only: the split of new films that are told by scripts alone, since their sentences were written before
            the film was shot (LSMDC keeps them out of validation and test); None where they are like others.

    Raises:
        CorpusError: when a share is none, an id comes twice, or films that are one are listed in two splits.

    Example:
        >>> split_films([FilmToSplit("a", n_clips=9), FilmToSplit("b", n_clips=7)], shares={"train": 1, "val": 1})
        {'a': 'train', 'b': 'val'}
    """
    _check_shares(shares, script_only)
    whole = _whole_films(films, listed, script_only)
    places = _places(whole, shares, seed)
    return {id: split for film, split in zip(whole, places, strict=True) for id in film.ids}


def imbalance(
    films: Iterable[FilmToSplit], splits: Mapping[str, str], *, shares: Mapping[str, float] = SHARES
) -> float:
    """How far splits are from having their shares: the chi-square over films, clips, and films of each genre.

    Args:
        films: those that were shared out.
        splits: the split of each, by id; films of splits without a share are left aside.
        shares: what each split should have of everything.
    """
    _check_shares(shares, None)
    whole = [film for film in _whole_films(films, (), None) if splits[film.ids[0]] in shares]
    placed = np.array([list(shares).index(splits[film.ids[0]]) for film in whole], int)
    columns = balance_columns([film.n_clips for film in whole], [film.genres for film in whole])
    return chi_square(columns, placed, normal(shares))


def kept_splits(
    films: Iterable[FilmToSplit],
    path: Path,
    *,
    shares: Mapping[str, float] = SHARES,
    seed: int = 0,
    script_only: str | None = TRAIN,
) -> dict[str, str]:
    """The split of each film, by id, by a list on disk that people may edit: what it says holds, new films are added.

    Films of the list that did not come keep their lines, so that they find their split when they return.

    Args:
        films: to be shared out.
        path: the list (`splits.tsv`); made where it is missing.
        shares, seed, script_only: as of `split_films`.

    Raises:
        CorpusError: as `split_films` and `read_split_list` do.
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
    """Which of these are one film, as lists of their places: those that share a name, straight or by others between.

    Args:
        names: what each is known by.
    """
    group_of: dict[str, list[int]] = {}
    groups: list[list[int]] = []
    for at, known in enumerate(names):
        found = {id(group): group for name in known if (group := group_of.get(name)) is not None}
        joined = sorted([at, *(place for group in found.values() for place in group)])
        groups = [group for group in groups if id(group) not in found] + [joined]
        group_of |= {name: joined for place in joined for name in names[place]}
    return groups


def _whole_films(films: Iterable[FilmToSplit], listed: Iterable[ListedFilm], script_only: str | None) -> list[_Film]:
    """The films that came, each under all its ids, and where the list or their scripts put them."""
    came, old = sorted(films, key=lambda film: film.id), tuple(listed)
    for one, other in pairwise(came):
        if one.id == other.id:
            raise CorpusError(f"2 films are called {one.id!r}; give each its own id")
    groups = same_films([*({film.id, *film.keys} for film in came), *({film.id, *film.keys} for film in old)])
    found = []
    for group in groups:
        held = [came[at] for at in group if at < len(came)]
        split = _listed_split([old[at - len(came)] for at in group if at >= len(came)])
        if split is None and all(film.is_script_only for film in held):
            split = script_only
        if held:
            found.append(_joined(held, split))
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


def _places(films: Sequence[_Film], shares: Mapping[str, float], seed: int) -> list[str]:
    """The split of each film. Those in a split that has no share count for no balance."""
    names = list(shares)
    counted = [at for at, film in enumerate(films) if film.split is None or film.split in shares]
    held = [films[at] for at in counted]
    is_free = np.array([film.split is None for film in held], bool)
    taken = [sum(film.split == name for film in held) for name in names]
    placed = np.array([-1 if film.split is None else names.index(film.split) for film in held], int)
    # The seats in a random order, so that films that are alike fall anywhere.
    placed[is_free] = np.random.default_rng(seed).permutation(seats(normal(shares), taken, int(is_free.sum())))
    columns = balance_columns([film.n_clips for film in held], [film.genres for film in held])
    placed = exchanged(columns, placed, is_free=is_free, shares=normal(shares))
    chosen = {at: names[place] for at, place in zip(counted, placed, strict=True)}
    return [chosen.get(at) or str(film.split) for at, film in enumerate(films)]


def _check_shares(shares: Mapping[str, float], script_only: str | None) -> None:
    for name, share in shares.items():
        if not 0 < share < float("inf"):
            raise CorpusError(
                f"split {name!r} was given the share {share!r}; give it a number above 0, or leave it out"
            )
    if not shares or (script_only is not None and script_only not in shares):
        there = ", ".join(shares) or "none"
        wanted = repr(script_only) if shares else "one or more"
        raise CorpusError(f"shares came for the splits {there}; wanted {wanted} among them")
