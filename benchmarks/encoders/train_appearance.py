"""Trains the network of looks on a corpus of Backlot films with extracted faces and figures.

    python -m benchmarks.encoders.train_appearance --corpus CORPUS -o FOLDER

It learns which two small pictures show one person of the cast, among people of some clips in a row, never captions.
"""

from __future__ import annotations

import argparse
import logging
from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import asdict, dataclass
from itertools import combinations
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from benchmarks.encoders.train_encoders import EncoderRecipe, fit_encoder
from cinescribe.corpus.core.corpus import read_corpus
from cinescribe.errors import CorpusError
from cinescribe.features.clip_sets.film_people import film_appearance, people_of_features
from cinescribe.features.encoders.appearance_net import AppearanceNet, AppearanceSizes, appearance_vectors
from cinescribe.features.encoders.encoder_weights import write_encoder
from cinescribe.features.store.film_store import FeatureStore
from cinescribe.train.data.face_truth import FaceTruths

_log = logging.getLogger(__name__)

RECIPE = EncoderRecipe(n_films=400, n_steps=2000, batch=8, rate=2e-3, warm=100, decay=0.01)
_N_CLIPS = 5  # in a row, from which people are compared
_MOST = 40  # rows of a window
_APART = 1.0  # seconds between two rows that are compared; nearer ones are of one moment
_STRANGERS = -1  # the unit of all faces of strangers, who are not told apart
_SPREAD = 3.0  # of the weights of a fit before anything is seen
_SHIFT = 0.04  # greatest change of brightness in training


@dataclass(frozen=True)
class LooksWindow:
    """People of some clips in a row.

    Args:
        looks, lights: as in `FaceFeatures`.
        times: seconds, (n,).
        who: numbers of members of the cast; -1 for a stranger, (n,).
        units: numbers of what is known to be one person: tracks of figures, from 0, and faces of a member; or
            `_STRANGERS`, (n,).
        is_face: whether a face was found, (n,).
        kinds: as in `FilmPeople`, (n, 3).
    """

    looks: NDArray[np.uint8]
    lights: NDArray[np.uint8]
    times: NDArray[np.float64]
    who: NDArray[np.int64]
    units: NDArray[np.int64]
    is_face: NDArray[np.bool_]
    kinds: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.who)


def looks_windows(corpus: Path, split: str) -> Iterator[LooksWindow]:
    """Yield the windows of `_N_CLIPS` clips of a split's films, whose people are known.

    Raises:
        CorpusError: when a film comes without truth.
        FeatureError: when features are missing.
    """
    read, store = read_corpus(corpus), FeatureStore(corpus / "features")
    truths = FaceTruths(read, store.features)
    for film, clips in read.clips_by_film(split).items():
        truth, people = truths.of_film(film), people_of_features(store.features(film))
        if truth is None:
            raise CorpusError(f"film {film!r} comes without truth about its people; train on films of Backlot")
        ids = sorted({one for one in truth.who if one})
        who = np.array([-2 if one is None else -1 if not one else ids.index(one) for one in truth.who], np.int64)
        looks, lights = film_appearance(store.features(film))
        known = (who > -2) & looks.any((1, 2, 3))
        units = np.where(people.has_face, np.where(who < 0, _STRANGERS, -2 - who), people.tracks)
        for first in range(0, max(len(clips) - _N_CLIPS, 0) + 1):
            span = clips[first].span.start, clips[min(first + _N_CLIPS, len(clips)) - 1].span.end
            rows = np.flatnonzero(known & (people.times >= span[0]) & (people.times < span[1]))
            if len(rows) > 1:
                yield LooksWindow(
                    looks[rows],
                    lights[rows],
                    people.times[rows],
                    who[rows],
                    units[rows],
                    people.has_face[rows],
                    people.kinds[rows],
                )


def train_appearance(
    windows: Sequence[LooksWindow], recipe: EncoderRecipe, *, start: AppearanceNet | None = None
) -> AppearanceNet:
    """Return a network of looks.

    Args:
        windows: the training data; `recipe.batch` of them make a step.
        recipe: the settings.
        start: a network to train further; None for a new one.
    """
    torch.manual_seed(recipe.seed)
    net, rng = deepcopy(start) if start else AppearanceNet(AppearanceSizes()), np.random.default_rng(recipe.seed)

    def loss(_: int) -> Tensor:
        chosen = [_some(windows[n], rng) for n in rng.choice(len(windows), recipe.batch)]
        looks, lights = (np.concatenate([getattr(one, name) for one in chosen]) for name in ("looks", "lights"))
        vectors = net(*_varied(looks, lights, rng)).split([len(one) for one in chosen])
        losses = [looks_loss(net, rows, one) for rows, one in zip(vectors, chosen, strict=True)]
        return torch.stack(losses).mean()

    fit_encoder(net, loss, recipe)
    net.odds.copy_(torch.from_numpy(fitted_odds(net, windows[::_N_CLIPS])))
    return net


def fitted_odds(net: AppearanceNet, windows: Iterable[LooksWindow]) -> NDArray[np.float32]:
    """Return the log-odds that two groups of rows are one member of the cast, see `AppearanceNet`, (3,).

    Logistic regression on pairs of a track and another one, or the faces of a person, that are in no picture together.
    """
    rows, same = zip(*(pair for window in windows for pair in _group_pairs(net, window)), strict=True)
    known, wanted = torch.tensor([(1.0, *row) for row in rows]), torch.tensor(same).float()
    weights = torch.zeros(3, requires_grad=True)
    optimizer = torch.optim.LBFGS([weights], max_iter=200, line_search_fn="strong_wolfe")

    def loss() -> Tensor:
        optimizer.zero_grad()
        entropy = functional.binary_cross_entropy_with_logits(known @ weights, wanted, reduction="sum")
        value = entropy + weights[1:].square().sum() / (2 * _SPREAD**2)
        value.backward()
        return value

    optimizer.step(loss)
    return weights.detach().numpy()


def _group_pairs(net: AppearanceNet, window: LooksWindow) -> Iterator[tuple[tuple[float, float], bool]]:
    """Yield distance and strangeness of pairs of groups, as in `log_odds`, and whether they are one person."""
    vectors = appearance_vectors(net, window.looks, window.lights)
    groups = [np.flatnonzero(window.units == unit) for unit in np.unique(window.units) if unit != _STRANGERS]
    means = [vectors[rows].mean(0) for rows in groups]
    kinds = [window.kinds[rows].sum(0) for rows in groups]
    strange = [float(one[-1] / max(one.sum(), 1e-6)) for one in kinds]
    who = [int(np.bincount(window.who[rows] + 1).argmax()) - 1 for rows in groups]
    for one, other in combinations(range(len(groups)), 2):
        both = window.is_face[groups[one]].all() and window.is_face[groups[other]].all()
        if not both and not set(window.times[groups[one]]) & set(window.times[groups[other]]):
            distance = float(np.linalg.norm(means[one] - means[other]))
            yield (distance, max(strange[one], strange[other])), who[one] == who[other] >= 0


def looks_loss(net: AppearanceNet, vectors: Tensor, window: LooksWindow) -> Tensor:
    """Return the cross-entropy of whether two rows of a window are one person, over pairs that are apart, ()."""
    odds, same = pair_odds(net, vectors, window)
    return functional.binary_cross_entropy_with_logits(odds, same) if len(odds) else vectors.sum() * 0


def pair_odds(net: AppearanceNet, vectors: Tensor, window: LooksWindow) -> tuple[Tensor, Tensor]:
    """Return the log-odds of pairs of rows that are apart, not both of strangers, and the truth, (p,) each."""
    one, other = np.triu_indices(len(window), 1)
    kept = np.abs(window.times[one] - window.times[other]) > _APART
    kept &= (window.who[one] >= 0) | (window.who[other] >= 0)
    one, other = one[kept], other[kept]
    distances = (vectors[one] - vectors[other]).square().sum(1).add(1e-6).sqrt()
    return net.even - distances, torch.from_numpy(window.who[one] == window.who[other]).float()


def _some(window: LooksWindow, rng: np.random.Generator) -> LooksWindow:
    rows = np.sort(rng.permutation(len(window))[:_MOST])
    return LooksWindow(**{name: values[rows] for name, values in vars(window).items()})


def _varied(looks: NDArray[np.uint8], lights: NDArray[np.uint8], rng: np.random.Generator) -> tuple[Tensor, Tensor]:
    """Return looks and lights as floats; looks are mirrored, moved by a pixel and changed in brightness at random."""
    pictures = torch.from_numpy(looks.transpose(0, 3, 1, 2).copy()).float() / 255
    flips = torch.from_numpy(rng.random(len(looks)) < 0.5)
    pictures = torch.where(flips[:, None, None, None], pictures.flip(3), pictures)
    down, across = (int(one) for one in rng.integers(-1, 2, 2))
    pictures = pictures.roll((down, across), (2, 3))
    change = torch.from_numpy(rng.uniform(-_SHIFT, _SHIFT, (len(looks), 1, 1, 1))).float()
    return pictures + change, torch.from_numpy(lights.copy()).float() / 255 + change[:, :, 0, 0]


def measured(net: AppearanceNet, windows: Sequence[LooksWindow]) -> dict[str, float]:
    """Return the share of pairs of one person that are found, and of those found that are right."""
    net.eval()
    found = right = every = 0
    with torch.inference_mode():
        for window in windows:
            looks = torch.from_numpy(window.looks.transpose(0, 3, 1, 2).copy()).float() / 255
            odds, same = pair_odds(net, net(looks, torch.from_numpy(window.lights.copy()).float() / 255), window)
            found, right = found + int((odds > 0).sum()), right + int(((odds > 0) & (same > 0)).sum())
            every += int(same.sum())
    return {"recall": right / max(every, 1), "precision": right / max(found, 1)}


def _main() -> None:
    """Train the network, write it, and log what it knows of the validation films."""
    parser = argparse.ArgumentParser(description="train the network of looks on a corpus of Backlot films")
    parser.add_argument("--corpus", type=Path, required=True, help="with clip, actions, faces and figures extracted")
    parser.add_argument("-o", "--out", type=Path, required=True, help="folder to write appearance/ into")
    args = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    torch.set_num_threads(1)
    net = train_appearance(list(looks_windows(args.corpus, "train")), RECIPE)
    write_encoder(args.out / "appearance", net, asdict(RECIPE))
    for name, value in measured(net, list(looks_windows(args.corpus, "val"))).items():
        _log.info("%s of pairs of one person: %.3f", name, value)


if __name__ == "__main__":
    _main()
