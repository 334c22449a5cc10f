from dataclasses import replace

import numpy as np
import pytest
import torch

from benchmarks.encoders import train_appearance as module
from benchmarks.encoders.train_appearance import (
    RECIPE,
    LooksWindow,
    fitted_odds,
    looks_loss,
    looks_windows,
    measured,
    pair_odds,
    train_appearance,
)
from cinescribe.errors import CorpusError
from cinescribe.features.clip_sets.film_people import NO_TRACK, FilmPeople
from cinescribe.features.clothing.appearance import LOOK_HEIGHT, LOOK_WIDTH
from cinescribe.features.encoders.appearance_net import AppearanceNet, AppearanceSizes, log_odds
from cinescribe.schema import Clip
from cinescribe.timing import Span
from cinescribe.train.data.face_truth import FaceTruth

pytestmark = pytest.mark.usefixtures("one_thread")

SHORT = replace(RECIPE, n_steps=60, batch=4, warm=5)


def window(seed, *, n=12):
    """People in clothes of their own, every one seen in turn; the third is a stranger."""
    rng = np.random.default_rng(seed)
    who = np.arange(n) % 3
    colours = rng.integers(0, 255, (3, 2, 3))[who]
    looks = np.repeat(colours, LOOK_HEIGHT // 2, 1)[:, :, None] * np.ones((1, 1, LOOK_WIDTH, 1))
    noisy = np.asarray(np.clip(looks + rng.normal(0, 6, looks.shape), 0, 255), np.uint8)
    kinds = np.where(who[:, None] == 2, [[0.1, 0.1, 0.8]], [[0.7, 0.2, 0.1]]).astype(np.float32)
    is_face = (who == 0) & (np.arange(n) < 6)
    units = np.where(is_face, -2 - who, np.arange(n) % 6)
    return LooksWindow(
        noisy, np.full((n, 3), 90, np.uint8), np.arange(n) * 2.0, np.where(who == 2, -1, who), units, is_face, kinds
    )


def test_pairs_are_apart_and_not_both_strangers():
    net = AppearanceNet(AppearanceSizes())
    net.even.data.fill_(2.0)
    some = replace(window(0, n=6), times=np.array([0, 0.5, 9, 20, 20, 30.0]))
    vectors = torch.zeros(6, 32)
    odds, same = pair_odds(net, vectors, some)
    # Of 15 pairs two are of one moment, (0, 1) and (3, 4), and one is of two strangers, (2, 5).
    assert odds.tolist() == pytest.approx([2.0 - 1e-3] * 12)
    assert same.sum() == 2  # (0, 3) and (1, 4)
    assert looks_loss(net, vectors, some).item() == pytest.approx(
        torch.nn.functional.binary_cross_entropy_with_logits(odds, same).item()
    )
    alone = LooksWindow(**{name: values[:1] for name, values in vars(some).items()})
    assert looks_loss(net, vectors[:1], alone) == 0


@pytest.mark.slow
def test_network_learns_to_recognise_people():
    net = train_appearance([window(seed) for seed in range(40)], SHORT)
    found = measured(net, [window(seed) for seed in range(100, 110)])
    assert found["recall"] > 0.9
    assert found["precision"] > 0.8
    base, per_distance, per_strangeness = net.odds.tolist()
    assert base > 0 > per_distance
    assert per_strangeness < 0
    assert log_odds(net, 0.0, 0.0) == pytest.approx(base)
    again = train_appearance([window(seed) for seed in range(40)], SHORT)
    assert torch.equal(net.last.weight, again.last.weight)


def test_odds_are_of_groups_that_are_in_no_picture_together():
    torch.manual_seed(0)
    net = AppearanceNet(AppearanceSizes()).eval()
    apart = list(module._group_pairs(net, window(0)))
    assert any(same for _, same in apart)
    assert all(0 <= strange <= 1 for (_, strange), _ in apart)
    together = replace(window(0), times=np.zeros(12))
    assert list(module._group_pairs(net, together)) == []
    faces_alone = replace(window(0), is_face=np.ones(12, bool))
    assert list(module._group_pairs(net, faces_alone)) == []
    assert fitted_odds(net, [window(seed) for seed in range(5)]).shape == (3,)


class Corpus:
    """A corpus of one film of six clips, each two seconds long, in place of those on disk."""

    def __init__(self, clip):
        self.clips = [clip(n) for n in range(6)]

    def clips_by_film(self, split):
        assert split == "train"
        return {"f": self.clips}


@pytest.fixture
def corpus(monkeypatch):
    n = 12
    rows = np.zeros((n, 2), np.float32)
    people = FilmPeople(
        np.arange(n, dtype=float), np.zeros((n, 4), np.float32), np.ones(n, np.float32), rows, rows,
        np.arange(n) % 2 == 0, np.zeros((n, 3), np.float32), np.zeros((n, 3), np.float32),
        np.where(np.arange(n) % 2 == 0, NO_TRACK, 7),
    )  # fmt: skip
    looks = np.ones((n, LOOK_HEIGHT, LOOK_WIDTH, 3), np.uint8)
    looks[3] = 0  # not known
    who = ("P2", "P1", "P2", "P1", "", None, "P1", "P1", "P1", "P1", "P1", "P1")
    state = {"truth": FaceTruth(who, np.zeros(n, np.int64))}

    class Truths:
        def __init__(self, *_):
            self.of_film = lambda _: state["truth"]

    class Store:
        def __init__(self, *_):
            self.features = lambda _: None

    made = Corpus(lambda n: Clip(f"c{n}", "f", Span(2 * n, 2 * n + 2), text="x"))
    monkeypatch.setattr(module, "read_corpus", lambda _: made)
    monkeypatch.setattr(module, "FaceTruths", Truths)
    monkeypatch.setattr(module, "FeatureStore", Store)
    monkeypatch.setattr(module, "people_of_features", lambda _: people)
    monkeypatch.setattr(module, "film_appearance", lambda _: (looks, np.zeros((n, 3), np.uint8)))
    return state


def test_windows_contain_only_identified_people(corpus, tmp_path):
    first, second = looks_windows(tmp_path, "train")
    assert first.times.tolist() == [0, 1, 2, 4, 6, 7, 8, 9]  # of five clips, without the look and the truth not known
    assert first.who.tolist() == [1, 0, 1, -1, 0, 0, 0, 0]
    assert first.units.tolist() == [-3, 7, -3, -1, -2, 7, -2, 7]  # P1's faces, tracks, strangers
    assert second.times.tolist() == [2, 4, 6, 7, 8, 9, 10, 11]


def test_films_without_truth_are_refused(corpus, tmp_path):
    corpus["truth"] = None
    with pytest.raises(CorpusError, match="film 'f' comes without truth about its people; train on films of Backlot"):
        list(looks_windows(tmp_path, "train"))
