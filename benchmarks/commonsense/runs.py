"""Runs of commonsense models: a recipe trained with a seed, and what it writes about the test clips.

One file per run, so that hours of training can be interrupted.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path

import torch

from cinescribe.backlot.plan.truth import FilmTruth, StoryMoment
from cinescribe.corpus.datasets.backlot import corpus_clip_id
from cinescribe.corpus.datasets.sidecar_annotations import Commonsense, read_annotated
from cinescribe.features.store.film_store import FeatureStore
from cinescribe.generate.commonsense.commonsense_reader import CommonsenseItem, CommonsenseReader
from cinescribe.generate.commonsense.corpus_commonsense import read_commonsense_checkpoint
from cinescribe.generate.commonsense.write_commonsense import WrittenCommonsense, write_commonsense
from cinescribe.models.checkpoint import Checkpoint
from cinescribe.models.commonsense.network import CaptioningNetwork
from cinescribe.schema import ASPECTS, Clip
from cinescribe.store import read_records, write_text
from cinescribe.train.recipes.recipe import read_recipe
from cinescribe.train.run import train_model


@dataclass(frozen=True)
class Run:
    """What one recipe wrote with one seed.

    Args:
        recipe, seed: what was trained.
        completions, generations: by clip and aspect, from the first caption or from its own; no generations of a model
            that writes no captions.
        captions: its own.
        perplexity: of the references by aspect, given the first caption.
        epochs: that it trained.
        cpu_seconds: of training and writing.
    """

    recipe: str
    seed: int
    completions: dict[str, dict[str, str]]
    generations: dict[str, dict[str, str]]
    captions: dict[str, str]
    perplexity: dict[str, float]
    epochs: int
    cpu_seconds: float


@dataclass(frozen=True)
class Runs:
    """Runs on one Backlot corpus of motivated stories.

    Args:
        corpus: its folder, with features.
        results: the folder of runs.
        recipes: the folder of recipes.
        split: of which is written; no checkpoint was selected on it.
    """

    corpus: Path
    results: Path
    recipes: Path
    split: str = "test"

    @cached_property
    def annotated(self) -> dict[str, tuple[Clip, Commonsense]]:
        """The clips of the split, each with its first caption and the phrases of that."""
        whole = read_annotated(self.corpus)
        clips = {clip.id: clip for film in whole.corpus.clips_by_film(self.split).values() for clip in film}
        first = {record.clip: record for record in reversed(whole.commonsense)}
        return {name: (clip, first[name]) for name, clip in clips.items()}

    @cached_property
    def moments(self) -> dict[str, StoryMoment]:
        """The truth of each clip."""
        truths = read_records(self.corpus / self.split / "truth.jsonl", FilmTruth)
        return {corpus_clip_id(truth.id, moment.first): moment for truth in truths for moment in truth.moments}

    def true_phrases(self, clip: str) -> dict[str, tuple[str, ...]]:
        """Return every true wording for a clip, by aspect."""
        return self.moments[clip].phrases

    def finished(self, recipe: str, seeds: Sequence[int]) -> list[Run]:
        """Return the finished runs of a recipe."""
        return [run for seed in seeds if (run := self.run(recipe, seed)) is not None]

    def run(self, recipe: str, seed: int) -> Run | None:
        """Return a finished run; None if there is none."""
        path = self.results / recipe / f"seed{seed}.json"
        return Run(**json.loads(path.read_text(encoding="utf-8"))) if path.exists() else None

    def train(self, recipe: str, seed: int) -> Run:
        """Train a recipe, write about the test clips, and write the run."""
        start, folder = time.process_time(), self.results / recipe / f"seed{seed}"
        folder.parent.mkdir(parents=True, exist_ok=True)
        result = train_model(
            read_recipe(self.recipes / f"{recipe}.toml", changes=(f"seed={seed}",)), self.corpus, folder
        )
        trained = read_commonsense_checkpoint(result.checkpoint)
        store = FeatureStore(self.corpus / trained.card.features)
        reader = CommonsenseReader(store.features_without_faces, trained.tokens, sizes=trained.card.sets)
        clips = self.annotated.values()
        given = list(
            write_commonsense(trained.model, reader, [CommonsenseItem(clip, one.caption) for clip, one in clips])
        )
        own = (
            list(write_commonsense(trained.model, reader, [CommonsenseItem(clip, None) for clip, _ in clips]))
            if isinstance(trained.model, CaptioningNetwork)
            else []
        )
        log = (folder / "log.jsonl").read_text(encoding="utf-8").splitlines()
        run = Run(
            recipe,
            seed,
            completions=_first_phrases(given),
            generations=_first_phrases(own),
            captions={one.clip: one.caption for one in own},
            perplexity=self.perplexity(trained, reader),
            epochs=json.loads(log[-1])["epoch"],
            cpu_seconds=time.process_time() - start,
        )
        write_text(folder.with_suffix(".json"), json.dumps(asdict(run), indent=1) + "\n")
        return run

    @torch.no_grad()
    def perplexity(self, trained: Checkpoint, reader: CommonsenseReader) -> dict[str, float]:
        """Return the perplexity of the references by aspect, given the first captions."""
        losses, counts = dict.fromkeys(ASPECTS, 0.0), dict.fromkeys(ASPECTS, 0)
        for clip, record in self.annotated.values():
            for n in range(max(map(len, record.phrases.values()))):
                phrases = {aspect: own[n] for aspect, own in record.phrases.items() if n < len(own)}
                batch = reader.batch([CommonsenseItem(clip, record.caption, phrases)])
                log_probs = trained.model(batch).phrases.log_softmax(-1)
                words = batch.phrases[:, 1:]
                found = log_probs.gather(2, words[..., None])[..., 0].masked_fill(words == trained.tokens.pad, 0).sum(1)
                for row, aspect in enumerate(phrases):
                    losses[aspect] -= float(found[row])
                    counts[aspect] += int((words[row] != trained.tokens.pad).sum())
        return {aspect: math.exp(losses[aspect] / counts[aspect]) for aspect in ASPECTS}


def _first_phrases(written: Sequence[WrittenCommonsense]) -> dict[str, dict[str, str]]:
    return {one.clip: {aspect: getattr(one, aspect)[0].text for aspect in ASPECTS} for one in written}
