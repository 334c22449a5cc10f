"""Synthetic stills whose region features are one-hot codes of what they show."""

from random import Random
from typing import Any

import numpy as np
import torch

from cinescribe.corpus.core.corpus import CorpusCard
from cinescribe.corpus.core.stills import StillSplit, write_stills
from cinescribe.features.regions.picture_regions import PictureRegions
from cinescribe.features.regions.region_reader import RegionReader
from cinescribe.features.regions.region_store import RegionProvenance, RegionStore
from cinescribe.language.tokens.vocabulary import Vocabulary
from cinescribe.models.model_table import model_kind, picture_sizes
from cinescribe.still_schema import Region, Still
from cinescribe.train.recipes.recipe import recipe_of

THINGS = ("dog", "cat", "boat", "lamp", "tree", "chair")
BOXES = ((0.0, 0.0, 0.5, 1.0), (0.5, 0.0, 1.0, 1.0))
WIDTH = 8  # of a region's features
N_TOKENS = 12
SIZES = {"width": 32, "n_heads": 2, "ff_width": 64, "n_encoder_layers": 1, "n_decoder_layers": 1, "dropout": 0.0}


def world(n_stills=12, *, seed=0):
    """Return stills with three captions each, and their regions by id."""
    random, stills = Random(f"stills {seed}"), []
    for number in range(n_stills):
        left, right = random.sample(THINGS, 2)
        captions = (f"A {left} is left of a {right}.", f"There are a {left} and a {right}.", f"A {right} by a {left}.")
        regions = tuple(Region(box, label) for box, label in zip(BOXES, (left, right), strict=True))
        stills.append(Still(f"still{number}", f"still{number}.png", captions, regions))
    return tuple(stills), {still.id: _regions(still) for still in stills}


def _regions(still):
    rows = np.zeros((2, WIDTH), np.float32)
    for place, region in enumerate(still.regions):
        rows[place, THINGS.index(region.label)] = 1
        rows[place, -1] = place
    return PictureRegions(rows, np.array(BOXES, np.float32), tuple(region.label for region in still.regions))


def vocabulary(stills):
    return Vocabulary.from_texts((caption for still in stills for caption in still.captions), n_people=1)


def reader(regions, tokens):
    return RegionReader(regions.__getitem__, tokens, n_tokens=N_TOKENS)


def model(batch, tokens, *, name="smart", seed=0, **sizes):
    torch.manual_seed(seed)
    kind = model_kind(name)
    return kind.build(kind.sizes_for({**SIZES, **sizes}, picture_sizes(batch, tokens, n_tokens=N_TOKENS)))


def recipe(**changes):
    """Return a recipe of few steps; `changes` replace keys of sections."""
    values: dict[str, Any] = {
        "name": "test",
        "model": "smart",
        "sizes": dict(SIZES),
        "pictures": {"n_tokens": N_TOKENS},
        "training": {"epochs": 2, "batch_size": 4},
        "optimizer": {"name": "adam", "lr": 3e-3},
        "validation": {"metrics": ["CIDEr-D", "BLEU-4"]},
    }
    for name, change in changes.items():
        values[name] = {**values.get(name, {}), **change} if isinstance(change, dict) else change
    return recipe_of(values)


def corpus(folder, *, n_stills=12, seed=0):
    """Write the world as a corpus with regions; its last four stills are the validation split."""
    stills, regions = world(n_stills, seed=seed)
    ids = tuple(still.id for still in stills)
    splits = (StillSplit("train", ids[:-4]), StillSplit("val", ids[-4:]))
    made = write_stills(folder, CorpusCard("still world", "test", "none"), stills=stills, splits=splits)
    store = RegionStore(made.features("regions"))
    store.write(regions, made=RegionProvenance("world", "1"), sources=dict.fromkeys(regions, "-"))
    return folder
