"""Splits of films."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cinescribe.corpus.splits.split_file import ListedFilm, read_split_list
from cinescribe.corpus.splits.splits import (
    LSMDC_FILMS,
    FilmToSplit,
    imbalance,
    same_films,
    split_films,
    update_split_list,
)
from cinescribe.errors import CorpusError

THREE = {"train": 3.0, "val": 1.0, "test": 1.0}
GENRES = ("action", "drama", "comedy", "horror")


def films(n, genres=(), n_clips=10):
    return [FilmToSplit(f"f{k:03d}", n_clips, genres) for k in range(n)]


def skewed(seed, n):
    """Return films with a few genres of very different frequency, and very different lengths."""
    rng = random.Random(seed)
    frequency = zip(GENRES, (0.6, 0.4, 0.1, 0.05), strict=True)
    likely = dict(frequency)
    return [
        FilmToSplit(
            f"f{k:03d}", int(rng.lognormvariate(5, 1)) + 1, tuple(g for g in GENRES if rng.random() < likely[g])
        )
        for k in range(n)
    ]


some_films = st.integers(0, 40).flatmap(
    lambda n: st.lists(
        st.tuples(st.integers(0, 900), st.sets(st.sampled_from(GENRES)), st.booleans()), min_size=n, max_size=n
    )
)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(some_films, st.integers(0, 3), st.randoms(use_true_random=False))
def test_the_order_of_films_does_not_matter(drawn, seed, draw):
    whole = [FilmToSplit(f"f{k}", n, tuple(g), is_script_only=s) for k, (n, g, s) in enumerate(drawn)]
    splits = split_films(whole, shares=THREE, seed=seed)
    assert set(splits) == {film.id for film in whole}
    assert set(splits.values()) <= set(THREE)
    assert all(splits[film.id] == "train" for film in whole if film.is_script_only)
    draw.shuffle(whole)
    assert split_films(whole, shares=THREE, seed=seed) == splits


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), st.integers(20, 60))
def test_splits_are_more_balanced_than_random_ones(seed, n):
    whole = skewed(seed, n)
    splits = split_films(whole, shares=THREE)
    drawn = list(splits.values())
    by_chance = []
    for k in range(20):
        random.Random(k).shuffle(drawn)
        by_chance.append(imbalance(whole, dict(zip(splits, drawn, strict=True)), shares=THREE))
    assert imbalance(whole, splits, shares=THREE) < 0.75 * sum(by_chance) / len(by_chance)


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(some_films, st.integers(0, 40), st.integers(0, 3))
def test_adding_films_keeps_existing_splits(drawn, first, seed):
    whole = [FilmToSplit(f"f{k}", n, tuple(g), is_script_only=s) for k, (n, g, s) in enumerate(drawn)]
    old = split_films(whole[:first], shares=THREE, seed=seed)
    listed = [ListedFilm(id, split) for id, split in old.items()]
    new = split_films(whole, shares=THREE, seed=seed + 1, listed=listed)
    assert old.items() <= new.items()


def test_numbers_of_films_are_met_exactly():
    splits = split_films(skewed(1, 202), shares=LSMDC_FILMS)
    assert Counter(splits.values()) == {"train": 153, "val": 12, "test": 17, "blind": 20}


def test_genres_and_lengths_are_balanced():
    whole = [FilmToSplit(f"{genre}{n}{k}", n, (genre,)) for genre in ("war", "love") for n in (100, 10) for k in "ab"]
    splits = split_films(whole, shares={"train": 1, "val": 1})
    for split in ("train", "val"):
        films_in_split = [film for film in whole if splits[film.id] == split]
        assert Counter((film.genres, film.n_clips) for film in films_in_split) == {
            (("war",), 100): 1,
            (("war",), 10): 1,
            (("love",), 100): 1,
            (("love",), 10): 1,
        }
    assert imbalance(whole, splits, shares={"train": 1, "val": 1}) == pytest.approx(0)


def test_imbalance_is_the_chi_square_computed_by_hand():
    whole = [FilmToSplit("a", 30, ("war",)), FilmToSplit("b", 10)]
    # Films 1 and 1 of 1 and 1; clips 1.5 and .5 mean films of 1 and 1: 2 * .25 / 1; war 1 and 0 of .5 and .5: 2 * .5.
    assert imbalance(whole, {"a": "x", "b": "y"}, shares={"x": 1, "y": 1}) == pytest.approx(0.5 + 1.0)


def test_every_split_gets_a_film_before_any_gets_two():
    shares = {"train": 8, "val": 1, "test": 1}
    assert [Counter(split_films(films(n), shares=shares).values()) for n in (1, 2, 3, 4)] == [
        {"train": 1},
        {"train": 1, "val": 1},
        {"train": 1, "val": 1, "test": 1},
        {"train": 2, "val": 1, "test": 1},
    ]


def test_another_seed_gives_other_splits():
    whole = films(20)
    assert split_films(whole, seed=1) != split_films(whole, seed=2)


def test_aliases_of_a_film_share_a_split_and_count_once():
    whole = [
        FilmToSplit("a", 5, keys=("digest 1",)),
        FilmToSplit("b", 5, keys=("heat (1995)", "digest 1")),
        FilmToSplit("c", 5, keys=("heat (1995)",)),
        FilmToSplit("d", 5, keys=("c",)),
        FilmToSplit("e", 5),
    ]
    for seed in range(4):
        splits = split_films(whole, shares={"train": 1, "val": 1}, seed=seed)
        assert len({splits[id] for id in "abcd"}) == 1
        assert splits["e"] != splits["a"]


def test_films_may_be_the_same_through_others():
    assert same_films([{"a"}, {"b"}, {"c", "a"}, {"b", "c"}, {"d"}]) == [[0, 1, 2, 3], [4]]
    assert same_films([]) == []


def test_a_film_with_a_script_and_a_description_may_be_in_test():
    scripts = [FilmToSplit(f"s{k}", 5, is_script_only=True) for k in range(8)]
    both = [FilmToSplit("m", 5, keys=("movie",)), FilmToSplit("m script", 5, keys=("movie",), is_script_only=True)]
    splits = split_films([*scripts, *both], shares={"train": 1, "val": 1})
    assert splits["m"] == splits["m script"] == "val"
    assert {splits[film.id] for film in scripts} == {"train"}
    free = split_films(scripts, shares={"train": 1, "val": 1}, script_only=None)
    assert Counter(free.values()) == {"train": 4, "val": 4}


def test_a_film_in_a_split_without_a_share_stays_and_does_not_count():
    listed = [ListedFilm("f000", "left out"), ListedFilm("f001", "left out")]
    splits = split_films(films(6), shares={"train": 1, "val": 1}, listed=listed)
    assert Counter(splits.values()) == {"left out": 2, "train": 2, "val": 2}
    assert imbalance(films(6), splits, shares={"train": 1, "val": 1}) == pytest.approx(0)


def test_a_listed_film_is_recognised_by_its_key_under_another_id():
    listed = [ListedFilm("old name", "blind", ("digest 7",))]
    assert split_films([FilmToSplit("new name", keys=("digest 7",))], listed=listed) == {"new name": "blind"}


def test_the_list_on_disk_keeps_edits(tmp_path):
    path = tmp_path / "splits.tsv"
    first = update_split_list(films(10), path, shares=THREE)
    assert {film.id: film.split for film in read_split_list(path)} == first
    edited = path.read_text().replace(f"f003\t{first['f003']}", "f003\tblind")
    path.write_text(edited)
    again = update_split_list([*films(12)[1:], FilmToSplit("copy", keys=("digest 1",))], path, shares=THREE, seed=5)
    assert again["f003"] == "blind"
    assert all(again[id] == split for id, split in first.items() if id not in ("f000", "f003"))
    listed = {film.id: film for film in read_split_list(path)}
    assert listed["f000"].split == first["f000"]  # it is not among the films this time, and keeps its line
    assert listed["copy"].keys == ("digest 1",)
    assert update_split_list([FilmToSplit("renamed", keys=("digest 1",))], path)["renamed"] == again["copy"]
    update_split_list([FilmToSplit("copy", keys=("digest 2",))], path)
    assert {film.id: film.keys for film in read_split_list(path)}["copy"] == ("digest 1", "digest 2")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"shares": {"train": 1, "val": 0}}, r"split 'val' was given the share 0; give it a number above 0, or leave"),
        ({"shares": {"train": float("inf")}}, r"split 'train' was given the share inf"),
        ({"shares": {}}, r"shares are given for the splits none; expected one or more among them"),
        ({"shares": {"a": 1, "b": 1}}, r"shares are given for the splits a, b; expected 'train' among them"),
        (
            {"listed": [ListedFilm("f000", "train"), ListedFilm("x", "val", ("f000",))]},
            r"films 'f000' and 'x' are one, but are listed in 'train' and 'val'; list both in one split",
        ),
    ],
)
def test_impossible_shares_and_lists_are_refused(arguments, words):
    with pytest.raises(CorpusError, match=words):
        split_films(films(3), **arguments)


def test_a_repeated_id_is_refused():
    with pytest.raises(CorpusError, match="2 films are called 'f000'; give each its own id"):
        split_films([*films(2), *films(1)])
