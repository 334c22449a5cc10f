"""Films shared out to splits."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cinescribe.corpus.splits.split_file import ListedFilm, read_split_list
from cinescribe.corpus.splits.splits import LSMDC_FILMS, FilmToSplit, imbalance, kept_splits, same_films, split_films
from cinescribe.errors import CorpusError

THREE = {"train": 3.0, "val": 1.0, "test": 1.0}
GENRES = ("action", "drama", "comedy", "horror")


def films(n, genres=(), n_clips=10):
    return [FilmToSplit(f"f{k:03d}", n_clips, genres) for k in range(n)]


def skewed(seed, n):
    """Films of a few genres of very different frequency and of very different lengths."""
    draw = random.Random(seed)
    frequency = zip(GENRES, (0.6, 0.4, 0.1, 0.05), strict=True)
    likely = dict(frequency)
    return [
        FilmToSplit(
            f"f{k:03d}", int(draw.lognormvariate(5, 1)) + 1, tuple(g for g in GENRES if draw.random() < likely[g])
        )
        for k in range(n)
    ]


some_films = st.integers(0, 40).flatmap(
    lambda n: st.lists(
        st.tuples(st.integers(0, 900), st.sets(st.sampled_from(GENRES)), st.booleans()), min_size=n, max_size=n
    )
)


@settings(max_examples=60, deadline=None)
@given(some_films, st.integers(0, 3), st.randoms(use_true_random=False))
def test_every_film_once_whatever_their_order(drawn, seed, draw):
    held = [FilmToSplit(f"f{k}", n, tuple(g), is_script_only=s) for k, (n, g, s) in enumerate(drawn)]
    splits = split_films(held, shares=THREE, seed=seed)
    assert set(splits) == {film.id for film in held}
    assert set(splits.values()) <= set(THREE)
    assert all(splits[film.id] == "train" for film in held if film.is_script_only)
    draw.shuffle(held)
    assert split_films(held, shares=THREE, seed=seed) == splits


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), st.integers(20, 60))
def test_balance_is_better_than_by_chance(seed, n):
    held = skewed(seed, n)
    splits = split_films(held, shares=THREE)
    drawn = list(splits.values())
    by_chance = []
    for k in range(20):
        random.Random(k).shuffle(drawn)
        by_chance.append(imbalance(held, dict(zip(splits, drawn, strict=True)), shares=THREE))
    assert imbalance(held, splits, shares=THREE) < 0.75 * sum(by_chance) / len(by_chance)


@settings(max_examples=40, deadline=None)
@given(some_films, st.integers(0, 40), st.integers(0, 3))
def test_splits_never_move_when_films_are_added(drawn, first, seed):
    held = [FilmToSplit(f"f{k}", n, tuple(g), is_script_only=s) for k, (n, g, s) in enumerate(drawn)]
    old = split_films(held[:first], shares=THREE, seed=seed)
    listed = [ListedFilm(id, split) for id, split in old.items()]
    new = split_films(held, shares=THREE, seed=seed + 1, listed=listed)
    assert old.items() <= new.items()


def test_numbers_of_films_are_met_exactly():
    splits = split_films(skewed(1, 202), shares=LSMDC_FILMS)
    assert Counter(splits.values()) == {"train": 153, "val": 12, "test": 17, "blind": 20}


def test_genres_and_lengths_are_shared_out_evenly():
    held = [FilmToSplit(f"{genre}{n}{k}", n, (genre,)) for genre in ("war", "love") for n in (100, 10) for k in "ab"]
    splits = split_films(held, shares={"train": 1, "val": 1})
    for half in ("train", "val"):
        there = [film for film in held if splits[film.id] == half]
        assert Counter((film.genres, film.n_clips) for film in there) == {
            (("war",), 100): 1,
            (("war",), 10): 1,
            (("love",), 100): 1,
            (("love",), 10): 1,
        }
    assert imbalance(held, splits, shares={"train": 1, "val": 1}) == pytest.approx(0)


def test_imbalance_is_the_chi_square_counted_by_hand():
    held = [FilmToSplit("a", 30, ("war",)), FilmToSplit("b", 10)]
    # Films 1 and 1 of 1 and 1; clips 1.5 and .5 mean films of 1 and 1: 2 * .25 / 1; war 1 and 0 of .5 and .5: 2 * .5.
    assert imbalance(held, {"a": "x", "b": "y"}, shares={"x": 1, "y": 1}) == pytest.approx(0.5 + 1.0)


def test_few_films_fill_each_split_before_any_has_two():
    shares = {"train": 8, "val": 1, "test": 1}
    assert [Counter(split_films(films(n), shares=shares).values()) for n in (1, 2, 3, 4)] == [
        {"train": 1},
        {"train": 1, "val": 1},
        {"train": 1, "val": 1, "test": 1},
        {"train": 2, "val": 1, "test": 1},
    ]


def test_another_seed_shares_out_otherwise():
    held = films(20)
    assert split_films(held, seed=1) != split_films(held, seed=2)


def test_one_film_under_two_names_is_in_one_split_and_counts_once():
    held = [
        FilmToSplit("a", 5, keys=("digest 1",)),
        FilmToSplit("b", 5, keys=("heat (1995)", "digest 1")),
        FilmToSplit("c", 5, keys=("heat (1995)",)),
        FilmToSplit("d", 5, keys=("c",)),
        FilmToSplit("e", 5),
    ]
    for seed in range(4):
        splits = split_films(held, shares={"train": 1, "val": 1}, seed=seed)
        assert len({splits[id] for id in "abcd"}) == 1
        assert splits["e"] != splits["a"]


def test_films_are_one_by_others_between_them():
    assert same_films([{"a"}, {"b"}, {"c", "a"}, {"b", "c"}, {"d"}]) == [[0, 1, 2, 3], [4]]
    assert same_films([]) == []


def test_a_film_with_a_description_besides_its_script_may_be_tested_on():
    scripts = [FilmToSplit(f"s{k}", 5, is_script_only=True) for k in range(8)]
    both = [FilmToSplit("m", 5, keys=("movie",)), FilmToSplit("m script", 5, keys=("movie",), is_script_only=True)]
    splits = split_films([*scripts, *both], shares={"train": 1, "val": 1})
    assert splits["m"] == splits["m script"] == "val"
    assert {splits[film.id] for film in scripts} == {"train"}
    free = split_films(scripts, shares={"train": 1, "val": 1}, script_only=None)
    assert Counter(free.values()) == {"train": 4, "val": 4}


def test_a_film_in_a_split_without_a_share_stays_and_counts_for_no_balance():
    listed = [ListedFilm("f000", "left out"), ListedFilm("f001", "left out")]
    splits = split_films(films(6), shares={"train": 1, "val": 1}, listed=listed)
    assert Counter(splits.values()) == {"left out": 2, "train": 2, "val": 2}
    assert imbalance(films(6), splits, shares={"train": 1, "val": 1}) == pytest.approx(0)


def test_a_listed_film_is_recognised_by_its_key_under_another_id():
    listed = [ListedFilm("old name", "blind", ("digest 7",))]
    assert split_films([FilmToSplit("new name", keys=("digest 7",))], listed=listed) == {"new name": "blind"}


def test_the_list_on_disk_holds_whatever_is_edited(tmp_path):
    path = tmp_path / "splits.tsv"
    first = kept_splits(films(10), path, shares=THREE)
    assert {film.id: film.split for film in read_split_list(path)} == first
    edited = path.read_text().replace(f"f003\t{first['f003']}", "f003\tblind")
    path.write_text(edited)
    again = kept_splits([*films(12)[1:], FilmToSplit("copy", keys=("digest 1",))], path, shares=THREE, seed=5)
    assert again["f003"] == "blind"
    assert all(again[id] == split for id, split in first.items() if id not in ("f000", "f003"))
    listed = {film.id: film for film in read_split_list(path)}
    assert listed["f000"].split == first["f000"]  # it did not come this time, and keeps its line
    assert listed["copy"].keys == ("digest 1",)
    assert kept_splits([FilmToSplit("renamed", keys=("digest 1",))], path)["renamed"] == again["copy"]
    kept_splits([FilmToSplit("copy", keys=("digest 2",))], path)
    assert {film.id: film.keys for film in read_split_list(path)}["copy"] == ("digest 1", "digest 2")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"shares": {"train": 1, "val": 0}}, r"split 'val' was given the share 0; give it a number above 0, or leave"),
        ({"shares": {"train": float("inf")}}, r"split 'train' was given the share inf"),
        ({"shares": {}}, r"shares came for the splits none; wanted one or more among them"),
        ({"shares": {"a": 1, "b": 1}}, r"shares came for the splits a, b; wanted 'train' among them"),
        (
            {"listed": [ListedFilm("f000", "train"), ListedFilm("x", "val", ("f000",))]},
            r"films 'f000' and 'x' are one, but are listed in 'train' and 'val'; list both in one split",
        ),
    ],
)
def test_what_cannot_be_shared_out_is_named(arguments, words):
    with pytest.raises(CorpusError, match=words):
        split_films(films(3), **arguments)


def test_an_id_that_comes_twice_is_named():
    with pytest.raises(CorpusError, match="2 films are called 'f000'; give each its own id"):
        split_films([*films(2), *films(1)])
