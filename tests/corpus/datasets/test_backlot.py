import importlib
from itertools import pairwise

import pytest

from cinescribe.backlot.films.shoot import SIZES, Shoot
from cinescribe.corpus.checks.check_corpus import check_corpus
from cinescribe.corpus.core.corpus import CorpusFilm, read_corpus
from cinescribe.corpus.datasets.backlot import build_backlot
from cinescribe.corpus.datasets.backlot_sizes import FILM_CORPUS_SIZES, BacklotSize, first_seed
from cinescribe.errors import OutputError
from cinescribe.store import write_records
from tests.corpus.truths import shot

backlot = importlib.import_module("cinescribe.corpus.datasets.backlot")


@pytest.fixture
def studio(monkeypatch):
    """A studio that records what it is asked to shoot, and writes films that were never shot."""
    asked = []

    def shoot(folder, *, films, seed, size, hard, height, progress):
        asked.append((folder.name, films, seed, size.n_clips, hard, height))
        folder.mkdir(parents=True, exist_ok=True)
        truths = [shot(folder, f"short-{seed}-{k}", seed=seed + k) for k in range(films)]
        write_records(folder / "truth.jsonl", truths)
        return Shoot((), folder / "truth.jsonl")

    monkeypatch.setattr(backlot, "shoot", shoot)
    return asked


def test_a_corpus_has_the_captions_of_each_film(studio, tmp_path):
    size = BacklotSize("two", SIZES["tiny"], {"train": 1, "val": 1})
    corpus = build_backlot(tmp_path, size=size)
    assert corpus.films == (
        CorpusFilm("short-1000-0", "train", "train/short-1000-0.mp4", 4.0),
        CorpusFilm("short-3000-0", "val", "val/short-3000-0.mp4", 4.0),
    )
    assert [(clip.id, clip.text, clip.people, clip.paraphrases) for clip in corpus.clips[:2]] == [
        ("short-1000-0_c001", "P3 waves.", ("P3",), ("P3 lifts a hand.",)),
        ("short-1000-0_c002", "P1 hugs P3.", ("P1", "P3"), ()),
    ]
    assert check_corpus(tmp_path) == read_corpus(tmp_path) == corpus


def test_sizes_are_as_documented():
    assert all(size.name == name for name, size in FILM_CORPUS_SIZES.items())
    assert {name: dict(size.parts) | {"clips": size.length.n_clips} for name, size in FILM_CORPUS_SIZES.items()} == {
        "tiny": {"train": 4, "val": 2, "hard": 2, "clips": 5},
        "small": {"train": 100, "val": 40, "test": 80, "hard": 30, "clips": 10},
        "medium": {"train": 400, "val": 40, "hard": 30, "clips": 10},
        "mixed": {"train": 280, "val": 30, "train-hard": 120, "val-hard": 20, "hard": 30, "clips": 10},
        "fresh": {"test": 40, "hard": 40, "clips": 10},
        "full": {"train": 1000, "val": 100, "test": 100, "hard": 100, "clips": 10},
    }


def test_each_split_is_shot_from_its_own_seed(studio, tmp_path):
    corpus = build_backlot(tmp_path, size=FILM_CORPUS_SIZES["tiny"], seed=3, hard=True, height=90)
    assert studio == [
        ("train", 4, 31_000, 5, False, 90),
        ("val", 2, 33_000, 5, False, 90),
        ("hard", 2, 34_000, 5, True, 90),
    ]
    assert {split: len(corpus.films_of(split)) for split in ("train", "val", "hard")} == {
        "train": 4,
        "val": 2,
        "hard": 2,
    }
    assert corpus.card.name == "backlot-tiny-3"
    assert corpus.card.is_drawn
    assert check_corpus(tmp_path) == corpus


def test_splits_may_have_hard_films(studio, tmp_path):
    size = BacklotSize("hard", SIZES["tiny"], {"train": 2, "val": 1, "train-hard": 1})
    corpus = build_backlot(tmp_path, size=size)
    assert studio == [
        ("train", 2, 1_000, 5, False, 180),
        ("val", 1, 3_000, 5, False, 180),
        ("train-hard", 1, 5_000, 5, True, 180),
    ]
    assert [film.path for film in corpus.films_of("train")] == [
        "train/short-1000-0.mp4",
        "train/short-1000-1.mp4",
        "train-hard/short-5000-0.mp4",
    ]


def test_corpora_and_parts_share_no_seed():
    sizes = FILM_CORPUS_SIZES.values()
    seeds = sorted({first_seed("backlot", part) for size in sizes for part in size.parts})
    next_corpus = first_seed("backlot", "train", 1) - first_seed("backlot", "train")
    most = max(n for size in sizes for n in size.parts.values())
    assert min(later - seed for seed, later in pairwise([*seeds, next_corpus])) >= most


def test_an_impossible_height_is_refused(tmp_path):
    with pytest.raises(OutputError, match="`height` is 91"):
        build_backlot(tmp_path, size=FILM_CORPUS_SIZES["tiny"], height=91)
