"""Labels and captions of Backlot's films from their plans; nothing is drawn.

A clip's labels are its truth: somebody, the action, the thing or person it is done with, and the place. Scores of
classifiers are simulated: 1 for the label that a network sees and 0 for the others, with noise. For a share of the
clips the network sees another label, as ours do: 7 % of the actions, 10 % of the things.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from cinescribe.backlot.films.continuity import filmed_clips
from cinescribe.backlot.plan.truth import FilmedClip
from cinescribe.backlot.plot.screenplay import plan_film
from cinescribe.corpus.core.blanks import captions_with_someone
from cinescribe.corpus.datasets.backlot_sizes import FILM_CORPUS_SIZES, first_seed
from cinescribe.models.translation.labels import NONE, Labels, LabelSets, label_numbers
from cinescribe.schema import Clip

ERRORS = (0.0, 0.07, 0.10, 0.05)  # by role
NOISE = 0.15  # standard deviation of a score


@dataclass(frozen=True)
class LabelledClips:
    """Clips of a split.

    Args:
        labels: true labels of each.
        captions: of each, the reference first; people are `someone`.
    """

    labels: list[Labels]
    captions: list[tuple[str, ...]]


def labelled_clips(split: str, *, n_films: int | None = None) -> LabelledClips:
    """Return the clips of a split of Backlot's corpus `small`."""
    size = FILM_CORPUS_SIZES["small"]
    labels: list[Labels] = []
    captions: list[tuple[str, ...]] = []
    for k in range(size.parts[split] if n_films is None else n_films):
        seed = random.Random(f"{first_seed('backlot', split)}/film/{k}").getrandbits(31)
        for filmed in filmed_clips(plan_film(seed, n_clips=size.length.n_clips)):
            text, *others = (caption.text for caption in filmed.captions)
            clip = Clip(filmed.id, str(k), filmed.span, text, filmed.people, tuple(others))
            labels.append(_labels(filmed))
            captions.append(captions_with_someone(clip))
    return LabelledClips(labels, captions)


def _labels(filmed: FilmedClip) -> Labels:
    return "someone", filmed.action, "someone" if filmed.partner else filmed.thing or NONE, filmed.place


def simulated_scores(labels: list[Labels], sets: LabelSets, *, seed: int) -> NDArray[np.float64]:
    """Return scores of simulated classifiers, (n, L)."""
    rng = np.random.default_rng(seed)
    numbers = label_numbers(labels, sets)
    offsets = [0, *accumulate(map(len, sets))]  # where the labels of each role begin, and their number
    scores = rng.normal(0, NOISE, (len(labels), offsets[-1]))
    for role, error in enumerate(ERRORS):
        seen = numbers[:, role].copy()
        wrong = rng.random(len(labels)) < error
        seen[wrong] = rng.integers(len(sets[role]), size=wrong.sum())
        scores[np.arange(len(labels)), offsets[role] + seen] += 1
    return scores
