import importlib
from itertools import pairwise

import pytest

from cinescribe.backlot.films.shoot import Shoot
from cinescribe.backlot.plan.truth import Metaphor
from cinescribe.corpus.checks.check_corpus import check_corpus
from cinescribe.corpus.core.corpus import CorpusFilm, read_corpus
from cinescribe.corpus.datasets.backlot import SIZES, SPLIT_SEEDS, build_backlot, gather_backlot
from cinescribe.errors import CorpusError, OutputError
from cinescribe.store import write_records
from tests.corpus.truths import shot

backlot = importlib.import_module("cinescribe.corpus.datasets.backlot")


@pytest.fixture
def studio(monkeypatch):
    """A studio that writes down what it is asked to shoot, and leaves films that were never shot."""
    asked = []

    def shoot(folder, *, films, seed, size, hard, adverts, height, progress):
        asked.append((folder.name, films, seed, size.n_clips, hard, adverts, height))
        folder.mkdir(parents=True, exist_ok=True)
        truths = [shot(folder, f"short-{seed}-{k}", seed=seed + k) for k in range(films)]
        write_records(folder / "truth.jsonl", truths)
        return Shoot((), folder / "truth.jsonl")

    monkeypatch.setattr(backlot, "shoot", shoot)
    return asked


def test_a_corpus_holds_the_tellings_of_each_film(tmp_path):
    for split, seed in (("train", 1), ("val", 2)):
        (tmp_path / split).mkdir()
        shot(tmp_path / split, f"small-{seed}-000", seed=seed)
    corpus = gather_backlot(tmp_path, {"train": tmp_path / "train", "val": tmp_path / "val"})
    assert corpus.films == (
        CorpusFilm("small-1-000", "train", "train/small-1-000.mp4", 4.0),
        CorpusFilm("small-2-000", "val", "val/small-2-000.mp4", 4.0),
    )
    assert [(one.id, one.text, one.people, one.paraphrases) for one in corpus.clips[:2]] == [
        ("small-1-000_c001", "P3 waves.", ("P3",), ("P3 lifts a hand.",)),
        ("small-1-000_c002", "P1 hugs P3.", ("P1", "P3"), ()),
    ]
    assert check_corpus(tmp_path) == read_corpus(tmp_path) == corpus


def test_films_may_lie_in_the_corpus_itself_and_adverts_stay_out(tmp_path):
    shot(tmp_path, "small-1-000", seed=1)
    shot(tmp_path, "advert-1-000", seed=2, metaphor=Metaphor("a", "b", "c", "d"))
    assert [film.path for film in gather_backlot(tmp_path, {"test": tmp_path}).films] == ["small-1-000.mp4"]


def test_films_outside_the_corpus_are_an_error(tmp_path):
    (tmp_path / "films").mkdir()
    shot(tmp_path / "films", "small-1-000", seed=1)
    with pytest.raises(CorpusError, match=r"films' lie outside the corpus '.*corpus'; write it to a folder above them"):
        gather_backlot(tmp_path / "corpus", {"train": tmp_path / "films"})


def test_a_folder_without_finished_films_is_named(tmp_path):
    with pytest.raises(CorpusError, match="holds no film that Backlot finished; shoot some with `backlot shoot`"):
        gather_backlot(tmp_path, {"train": tmp_path})


def test_a_film_is_in_one_split_whatever_its_name(tmp_path):
    for split, name in (("train", "a"), ("val", "b")):
        (tmp_path / split).mkdir()
        shot(tmp_path / split, name, seed=7)
    with pytest.raises(CorpusError, match=r"film 'b' of 'val' is 'a' of 'train' again \(seed 7\); shoot them from"):
        gather_backlot(tmp_path, {split: tmp_path / split for split in ("train", "val")})


def test_the_sizes_are_those_promised():
    assert all(size.name == name for name, size in SIZES.items())
    assert {name: dict(size.films) | {"clips": size.film.n_clips} for name, size in SIZES.items()} == {
        "tiny": {"train": 4, "val": 2, "clips": 5},
        "small": {"train": 100, "val": 40, "test": 80, "clips": 10},
        "full": {"train": 1000, "val": 100, "test": 100, "clips": 10},
    }


def test_each_split_is_shot_from_its_own_seed(studio, tmp_path):
    corpus = build_backlot(tmp_path, size=SIZES["tiny"], seed=3, hard=True, height=90)
    assert studio == [
        ("train", 4, 31_000, 5, False, 0, 90),
        ("val", 2, 33_000, 5, False, 0, 90),
        ("hard", 2, 34_000, 5, True, 0, 90),
    ]
    assert {split: len(corpus.films_of(split)) for split in ("train", "val", "hard")} == {
        "train": 4,
        "val": 2,
        "hard": 2,
    }
    assert corpus.card.name == "backlot-tiny-3"
    assert check_corpus(tmp_path) == corpus


def test_seeds_of_corpora_and_splits_never_meet():
    most = max(max(size.n_hard, *size.films.values()) for size in SIZES.values())
    seeds = sorted([*SPLIT_SEEDS.values(), backlot.SEEDS_APART])
    assert min(later - seed for seed, later in pairwise(seeds)) >= most


def test_a_height_that_cannot_be_filmed_is_named(tmp_path):
    with pytest.raises(OutputError, match="height came as 91"):
        build_backlot(tmp_path, size=SIZES["tiny"], height=91)
