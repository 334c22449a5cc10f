"""Training runs on Backlot's adverts: what each recipe wrote about the test adverts, and which of it is true."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path

from cinescribe.backlot.adverts.concepts import PRODUCTS, SECONDARIES, SYNONYMS
from cinescribe.corpus.datasets.sidecar_annotations import AnnotatedCorpus, read_annotated
from cinescribe.generate.caption_corpus import caption_corpus
from cinescribe.metrics.embedding.metaphor import Metaphor, metaphor
from cinescribe.schema import Clip
from cinescribe.store import write_text
from cinescribe.train.recipes.recipe import read_recipe
from cinescribe.train.run import train_model

PRETRAINING = "git-llava-pretraining"
PARTS = ("primary", "secondary", "property")


@dataclass(frozen=True)
class Run:
    """What one recipe wrote with one seed.

    Args:
        recipe, seed: what was trained.
        captions: of all test clips, by id.
        epochs: that stage 2 trained.
        cpu_seconds: of stage 2 and of writing.
    """

    recipe: str
    seed: int
    captions: dict[str, str]
    epochs: int
    cpu_seconds: float


@dataclass(frozen=True)
class Runs:
    """Runs on one corpus of adverts.

    Args:
        corpus: its folder.
        stills: the folder of a corpus of stills, of which some have metaphors; for stage 1.
        results: the folder of runs.
        recipes: the folder of recipes.
    """

    corpus: Path
    stills: Path
    results: Path
    recipes: Path

    @cached_property
    def annotated(self) -> AnnotatedCorpus:
        """The corpus with its metaphors."""
        return read_annotated(self.corpus)

    @cached_property
    def clips(self) -> dict[str, Clip]:
        """The clips of the test split, by id."""
        films = self.annotated.corpus.clips_by_film("test").values()
        return {clip.id: clip for clips in films for clip in clips}

    @cached_property
    def truths(self) -> dict[str, Metaphor]:
        """The metaphor of each test advert that has one."""
        found = {one.clip: Metaphor(one.primary, one.property, one.secondary) for one in self.annotated.metaphors}
        return {clip: found[clip] for clip in self.clips if clip in found}

    @property
    def references(self) -> dict[str, list[str]]:
        """The captions of each test advert that has a metaphor."""
        return {id: [self.clips[id].text or "", *self.clips[id].paraphrases] for id in self.truths}

    def run(self, recipe: str, seed: int) -> Run | None:
        """Return a finished run."""
        path = self._folder(recipe, seed).with_suffix(".json")
        return Run(**json.loads(path.read_text(encoding="utf-8"))) if path.is_file() else None

    def finished(self, recipe: str, seeds: Sequence[int]) -> list[Run]:
        """Return the finished runs of a recipe."""
        return [run for seed in seeds if (run := self.run(recipe, seed)) is not None]

    def train(self, recipe: str, seed: int) -> Run:
        """Train a recipe, after stage 1 if it begins with that, and write about the test clips; a killed run goes on."""
        path = self.recipes / f"{recipe}.toml"
        changes = [f"seed={seed}"]
        if "Begins with the map of stage 1" in path.read_text(encoding="utf-8"):
            changes.append(f"init_checkpoint={self._pretrained(seed)}")
        start, folder = time.process_time(), self._folder(recipe, seed)
        folder.parent.mkdir(parents=True, exist_ok=True)
        result = train_model(read_recipe(path, changes=tuple(changes)), self.corpus, folder)
        written = caption_corpus(result.checkpoints["captions"], self.corpus, split="test")
        log = (folder / "log.jsonl").read_text(encoding="utf-8").splitlines()
        run = Run(
            recipe,
            seed,
            {caption.clip: caption.text for caption in written},
            epochs=json.loads(log[-1])["epoch"],
            cpu_seconds=time.process_time() - start,
        )
        write_text(folder.with_suffix(".json"), json.dumps(asdict(run), indent=1) + "\n")
        return run

    def right(self, run: Run, part: str) -> dict[str, bool]:
        """Return of each advert with a metaphor whether a caption has the true part, in any of its wordings."""
        return {clip: part_of(run.captions[clip], part) == getattr(truth, part) for clip, truth in self.truths.items()}

    def false_metaphors(self, run: Run) -> dict[str, bool]:
        """Return of each plain advert whether its caption is a metaphor."""
        return {clip: metaphor(run.captions[clip]) is not None for clip in self.clips if clip not in self.truths}

    def _pretrained(self, seed: int) -> Path:
        folder = self.results / PRETRAINING / f"seed{seed}"
        folder.parent.mkdir(parents=True, exist_ok=True)
        recipe = read_recipe(self.recipes / f"{PRETRAINING}.toml", changes=(f"seed={seed}",))
        return train_model(recipe, self.stills, folder).checkpoints["captions"]

    def _folder(self, recipe: str, seed: int) -> Path:
        return self.results / recipe / f"seed{seed}"


def part_of(caption: str, part: str) -> str | None:
    """Return the concept or property that a caption names, as Backlot calls it, if it is a metaphor.

    Args:
        caption: any text.
        part: one of `PARTS`.
    """
    found = metaphor(caption)
    if found is None:
        return None
    said: str = getattr(found, part).lower()
    return _names()[part].get(said, said)


def _names() -> dict[str, dict[str, str]]:
    """Return, by part, the name that Backlot has for each wording."""
    return {
        "primary": {_bare(wording): one.thing for one in PRODUCTS for wording in one.wordings},
        "secondary": {_bare(wording): one.concept for one in SECONDARIES for wording in one.wordings},
        "property": {synonym: name for name, synonym in SYNONYMS.items()},
    }


def _bare(wording: str) -> str:
    found = metaphor(f"{wording} is as it is as {wording}")
    return wording.lower() if found is None else found.primary.lower()


def all_recipes(folder: Path) -> tuple[str, ...]:
    """Return the recipes of stage 2 in a folder, by name."""
    return tuple(sorted(path.stem for path in folder.glob("*.toml") if path.stem != PRETRAINING))
