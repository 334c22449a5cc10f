"""Synthetic films whose features are one-hot codes of person, action and place."""

from random import Random
from typing import Any

import numpy as np
import torch

from cinescribe.corpus.core.blanks import with_local_ids
from cinescribe.corpus.core.corpus import CorpusCard, CorpusFilm, write_corpus
from cinescribe.features.clip_sets.set_batch import SetSizes
from cinescribe.features.clip_sets.set_reader import SetReader
from cinescribe.features.store.film_shards import Provenance
from cinescribe.features.store.film_store import FeatureStore
from cinescribe.features.timed.timed_features import FaceFeatures, FilmFeatures, TimedFeatures, no_appearance
from cinescribe.language.tokens.vocabulary import Vocabulary
from cinescribe.models.micap.micap import Micap
from cinescribe.models.micap.sizes import MicapSizes
from cinescribe.models.model_table import data_sizes, model_kind
from cinescribe.schema import Clip, ClipSet
from cinescribe.timing import Span
from cinescribe.train.recipes.recipe import recipe_of

ACTIONS = ("waves", "sits", "reads", "runs")
PLACES = ("park", "hall", "shop")
WIDTH = 8  # of features
SECONDS = 2.0  # of a clip
SETS = SetSizes(n_clips=3, n_frames=4, frame_rate_hz=1.0, n_segments=2, n_faces=8, n_clusters=4, n_tokens=40)
SIZES = {"width": 32, "n_heads": 2, "ff_width": 64, "n_encoder_layers": 1, "n_decoder_layers": 1, "dropout": 0.0}


def world(n_films=2, *, n_clips=5, seed=0):
    """Return features and clips, by film."""
    random = Random(f"world {seed}")
    scenes = {
        f"film{number}": [
            (random.randrange(3), random.randrange(len(ACTIONS)), random.randrange(len(PLACES))) for _ in range(n_clips)
        ]
        for number in range(n_films)
    }
    features = {film: _features(content) for film, content in scenes.items()}
    return features, {film: _clips(film, content) for film, content in scenes.items()}


def _features(content):
    eye = np.eye(WIDTH, dtype=np.float32)
    starts = np.arange(len(content), dtype=np.float64) * SECONDS
    people, actions, places = (np.array(column) for column in zip(*content, strict=True))
    frames = TimedFeatures(np.repeat(starts, 2) + np.tile([0.5, 1.5], len(content)), np.repeat(eye[places], 2, axis=0))
    faces = FaceFeatures(
        starts + 1,
        np.full((len(content), 4), 0.5, np.float32),
        np.ones(len(content), np.float32),
        eye[people],
        np.zeros((len(content), 2), np.float32),
        *no_appearance(len(content)),
    )
    return FilmFeatures(frames, TimedFeatures(starts + 1, eye[actions]), faces)


def _clips(film, content):
    return tuple(
        Clip(
            f"{film}_{n}",
            film,
            Span(n * SECONDS, (n + 1) * SECONDS),
            f"P{person + 1} {ACTIONS[action]} in the {PLACES[place]}.",
            (f"P{person + 1}",),
            (f"In the {PLACES[place]}, P{person + 1} {ACTIONS[action]}.",),
        )
        for n, (person, action, place) in enumerate(content)
    )


class FakeBlankText:
    """Text vectors of blanks: the position of the clip in its set and of the blank in its text."""

    width = 4

    def vectors(self, sets):
        return [
            np.array(
                [
                    [place, at, 1.0, len(clip.text) / 10]
                    for place, clip in enumerate(one.clips)
                    if clip.text is not None
                    for at in range(clip.text.count("P") + clip.text.count("[blank]"))
                ],
                np.float32,
            ).reshape(-1, 4)
            for one in sets
        ]


def vocabulary(films):
    return Vocabulary.from_texts(
        text for clips in films.values() for clip in clips for text in (clip.text, *clip.paraphrases)
    )


def all_sets(films):
    """Return all sets of three clips, with people numbered within each set."""
    return [with_local_ids(ClipSet(clips[at : at + 3])) for clips in films.values() for at in range(0, len(clips), 3)]


def reader(features, tokens, *, sizes=SETS):
    return SetReader(features.__getitem__, tokens, sizes=sizes, blank_text=FakeBlankText())


def model(batch, tokens, *, seed=0, **sizes):
    torch.manual_seed(seed)
    fitted = model_kind("micap").sizes_for({**SIZES, **sizes}, data_sizes(batch, tokens, SETS))
    assert isinstance(fitted, MicapSizes)
    return Micap(fitted)


def recipe(**changes):
    """Return a recipe of few steps; `changes` replace keys of sections."""
    values: dict[str, Any] = {
        "name": "test",
        "sizes": dict(SIZES),
        "sets": dict(vars(SETS)),
        "training": {"epochs": 2, "batch_size": 4},
        "optimizer": {"name": "adam", "lr": 3e-3},
        "validation": {"every_n_epochs": 1},
    }
    for name, change in changes.items():
        values[name] = {**values.get(name, {}), **change} if isinstance(change, dict) else change
    return recipe_of(values)


def corpus(folder, *, streams=("clip", "actions", "faces"), **options):
    """Write the world as a corpus with features; its first film is the validation split."""
    features, films = world(**options)
    listed = [CorpusFilm(film, split) for split in ("train", "val") for film in films if _split(film, split)]
    write_corpus(folder, CorpusCard("world", "test", "none"), films=listed, clips=sum(films.values(), ()))
    store = FeatureStore(folder / "features")
    for film, rows in features.items():
        for stream in streams:
            store.write(film, stream, getattr(rows, stream), made=Provenance("world", "1"))
    return folder


def _split(film, split):
    return (film == "film0") == (split == "val")
