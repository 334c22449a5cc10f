"""Runs of the approaches: a recipe trained with a seed, its captions of the test clips, and their scores.

One file per run, so that hours of training can be interrupted.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path

from cinescribe.corpus.core.blanks import captions_with_someone
from cinescribe.corpus.core.corpus import captioned_clips, read_corpus
from cinescribe.generate.caption_corpus import caption_corpus
from cinescribe.metrics.core.score import Score
from cinescribe.metrics.scoring.score_captions import score_captions
from cinescribe.metrics.scoring.sources import Sources
from cinescribe.models.fitted.fitted_table import FITTED
from cinescribe.store import write_text
from cinescribe.train.recipes.recipe import read_recipe
from cinescribe.train.run import train_model

METRICS = ("BLEU-1", "BLEU-2", "BLEU-3", "BLEU-4", "METEOR", "ROUGE-L", "CIDEr")


@dataclass(frozen=True)
class Run:
    """The captions of one recipe with one seed.

    Args:
        recipe, seed: what was trained.
        captions: by clip.
        cpu_seconds: of training and captioning.
    """

    recipe: str
    seed: int
    captions: dict[str, str]
    cpu_seconds: float


@dataclass(frozen=True)
class Runs:
    """Runs on one corpus.

    Args:
        corpus: its folder, with features.
        results: the folder of runs.
        recipes: the folder of recipes.
        sources: further inputs of metrics.
        split: the split that is captioned; no checkpoint was selected on it.
    """

    corpus: Path
    results: Path
    recipes: Path
    sources: Sources
    split: str = "test"

    @cached_property
    def references(self) -> dict[str, tuple[str, ...]]:
        """The captions of each clip of the split, with `someone` for people."""
        return {clip.id: captions_with_someone(clip) for clip in captioned_clips(read_corpus(self.corpus), self.split)}

    @cached_property
    def training(self) -> frozenset[str]:
        """The training captions, with `someone` for people."""
        clips = captioned_clips(read_corpus(self.corpus), "train")
        return frozenset(text for clip in clips for text in captions_with_someone(clip))

    @cached_property
    def unseen(self) -> frozenset[str]:
        """The clips of the split whose first caption is no training caption."""
        return frozenset(clip for clip, texts in self.references.items() if texts[0] not in self.training)

    def seeds(self, recipe: str, seeds: Sequence[int]) -> Sequence[int]:
        """Return the seeds that make a difference: one for a model that is fitted without chance."""
        return seeds[:1] if self.path(recipe).is_file() and read_recipe(self.path(recipe)).model in FITTED else seeds

    def path(self, recipe: str) -> Path:
        """Return the path of a recipe."""
        return self.recipes / f"{recipe}.toml"

    def run(self, recipe: str, seed: int) -> Run | None:
        """Return a finished run; None if there is none."""
        path = self.results / recipe / f"seed{seed}.json"
        return Run(**json.loads(path.read_text(encoding="utf-8"))) if path.exists() else None

    def finished(self, recipe: str, seeds: Sequence[int]) -> list[Run]:
        """Return the finished runs of a recipe."""
        return [run for seed in self.seeds(recipe, seeds) if (run := self.run(recipe, seed)) is not None]

    def train(self, recipe: str, seed: int) -> Run:
        """Train a recipe, caption the test clips, and write the run."""
        start, folder = time.process_time(), self.results / recipe / f"seed{seed}"
        folder.parent.mkdir(parents=True, exist_ok=True)
        is_fitted = read_recipe(self.path(recipe)).model in FITTED
        changes = () if is_fitted else (f"seed={seed}",)
        trained = train_model(read_recipe(self.path(recipe), changes=changes), self.corpus, folder)
        captions = {
            item.caption.clip: item.caption.text
            for item in caption_corpus(trained.checkpoint, self.corpus, split=self.split)
        }
        run = Run(recipe, seed, captions, time.process_time() - start)
        write_text(folder.with_suffix(".json"), json.dumps(asdict(run), indent=1) + "\n")
        return run

    def scores(
        self,
        captions: Mapping[str, str],
        *,
        references: int = 5,
        unseen: bool = False,
        metrics: Sequence[str] = METRICS,
    ) -> dict[str, Score]:
        """Return the scores of captions by metric.

        Args:
            captions: by clip.
            references: how many references count, the first ones.
            unseen: only clips whose first caption is no training caption.
            metrics: their names.
        """
        wanted = {
            clip: texts[:references]
            for clip, texts in self.references.items()
            if clip in captions and not (unseen and clip not in self.unseen)
        }
        chosen = {clip: captions[clip] for clip in wanted}
        found = score_captions(chosen, wanted, metrics=metrics, sources=self.sources, allow_empty=True)
        return {score.name: score for score in found}
