"""Training runs on Backlot's adverts: what each recipe wrote about the test adverts, and which of it is true."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path

import torch

from cinescribe.backlot.adverts.concepts import PRODUCTS, SECONDARIES, SYNONYMS
from cinescribe.corpus.core.corpus import CLIPS, STILLS
from cinescribe.corpus.datasets.sidecar_annotations import AnnotatedCorpus, read_annotated
from cinescribe.generate.caption_corpus import caption_corpus
from cinescribe.input_files import digest
from cinescribe.layers.precision import computes_in_bfloat16
from cinescribe.metrics.embedding.metaphor import Metaphor, metaphor
from cinescribe.schema import Clip
from cinescribe.store import write_text
from cinescribe.train.recipes.recipe import read_recipe
from cinescribe.train.recipes.video_recipe import VideoRecipe
from cinescribe.train.run import train_model

# Each row's recipe, and the recipe of the projection that it begins with. Projections have two layers or one.
MAP, SYN_MAP = "git-llava-pretraining", "git-llava-syn-pretraining"
TWO_LAYERS, ONE_LAYER = "llava-pretraining", "valley-pretraining"
STAGE_1: Mapping[str, str | None] = {
    "git-llava": MAP, "git-llava-x": MAP, "git-llava-np": None, "git-llava-no-video": MAP,
    "git-llava-one-frame": MAP, "git-llava-x2": MAP, "git-llava-x6": MAP,
    "git-llava-syn": SYN_MAP, "git-llava-x-syn": SYN_MAP, "git": None,
    "video-llava": TWO_LAYERS, "llava": TWO_LAYERS, "valley": ONE_LAYER, "video-chatgpt": ONE_LAYER,
}  # fmt: skip
_STAGE_1_SEED = 1  # one projection for all seeds: each costs more than a row
PARTS = ("primary", "secondary", "property")


@dataclass(frozen=True)
class Run:
    """What one recipe wrote with one seed.

    Args:
        recipe, seed: what was trained.
        captions: of all test clips, by id.
        epochs: that stage 2 trained.
        cpu_seconds: of the process that finished it: of stage 2 and of writing. The first run with a way of looking
            at videos looks at all of them.
        precision: in which it trained: `float32`, or `bfloat16` where its products were computed in that.
        data: digests of the settings of the recipe and of its stage 1, and of the captions that they train on.
    """

    recipe: str
    seed: int
    captions: dict[str, str]
    epochs: int
    cpu_seconds: float
    precision: str
    data: dict[str, str]


@dataclass(frozen=True)
class Runs:
    """Runs on one corpus of adverts.

    Args:
        corpus: its folder.
        stills: by recipe of stage 1, the folder of a corpus of stills; rows of other recipes cannot be trained.
        training: the folder of training runs.
        finished: the folder of what finished runs wrote, a file each.
        recipes: the folder of recipes.
    """

    corpus: Path
    stills: Mapping[str, Path]
    training: Path
    finished: Path
    recipes: Path

    @property
    def rows(self) -> tuple[str, ...]:
        """The recipes that can be trained."""
        return tuple(row for row, stage_1 in STAGE_1.items() if stage_1 is None or stage_1 in self.stills)

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
        """The metaphor of each test advert that has one, as `part_of` names its parts."""
        captions = {one.clip: one.caption for one in self.annotated.metaphors}
        return {clip: _metaphor(captions[clip]) for clip in self.clips if clip in captions}

    @property
    def references(self) -> dict[str, list[str]]:
        """The captions of each test advert that has a metaphor."""
        return {id: [self.clips[id].text or "", *self.clips[id].paraphrases] for id in self.truths}

    def run(self, recipe: str, seed: int) -> Run | None:
        """Return a finished run, if there is one of this recipe as it is now, on this corpus."""
        path = self._file(recipe, seed)
        if not path.is_file():
            return None
        found = Run(**json.loads(path.read_text(encoding="utf-8")))
        return found if found.data == self.data(recipe) else None

    def runs(self, recipe: str, seeds: Sequence[int]) -> list[Run]:
        """Return the finished runs of a recipe."""
        return [run for seed in seeds if (run := self.run(recipe, seed)) is not None]

    def train(self, recipe: str, seed: int) -> Run:
        """Train a recipe, after stage 1 if it begins with that, and write about the test clips.

        A killed run goes on.
        """
        changes, stage_1 = [f"seed={seed}"], STAGE_1[recipe]
        if stage_1 is not None:
            changes.append(f"init_checkpoint={self._pretrained(stage_1)}")
        start, folder = time.process_time(), self._folder(recipe, seed)
        folder.parent.mkdir(parents=True, exist_ok=True)
        device = "cuda" if torch.cuda.is_available() else "cpu"
        settings = read_recipe(self.recipes / f"{recipe}.toml", changes=tuple(changes))
        assert isinstance(settings, VideoRecipe)  # as all of these are
        result = train_model(settings, self.corpus, folder, device=device)
        written = caption_corpus(result.checkpoints["captions"], self.corpus, split="test")
        in_bf16 = settings.training.mixed_precision and computes_in_bfloat16(torch.device(device))
        log = (folder / "log.jsonl").read_text(encoding="utf-8").splitlines()
        run = Run(
            recipe,
            seed,
            {one.caption.clip: one.caption.text for one in written},
            epochs=json.loads(log[-1])["epoch"],
            cpu_seconds=time.process_time() - start,
            precision="bfloat16" if in_bf16 else "float32",
            data=self.data(recipe),
        )
        write_text(self._file(recipe, seed), json.dumps(asdict(run), indent=1) + "\n")
        return run

    def said(self, run: Run, part: str) -> dict[str, str | None]:
        """Return of each advert with a metaphor what its caption names, as `part_of` does."""
        return {clip: part_of(run.captions[clip], part) for clip in self.truths}

    def right(self, run: Run, part: str) -> dict[str, bool]:
        """Return of each advert with a metaphor whether a caption has the true part, in any of its wordings."""
        return {clip: named == getattr(self.truths[clip], part) for clip, named in self.said(run, part).items()}

    def false_metaphors(self, run: Run) -> dict[str, bool]:
        """Return of each plain advert whether its caption is a metaphor."""
        return {clip: metaphor(run.captions[clip]) is not None for clip in self.clips if clip not in self.truths}

    def _pretrained(self, stage_1: str) -> Path:
        folder = self._folder(stage_1, _STAGE_1_SEED)
        folder.parent.mkdir(parents=True, exist_ok=True)
        recipe = read_recipe(self.recipes / f"{stage_1}.toml", changes=(f"seed={_STAGE_1_SEED}",))
        return train_model(recipe, self.stills[stage_1], folder).checkpoints["captions"]

    def _folder(self, recipe: str, seed: int) -> Path:
        return self.training / recipe / f"seed{seed}"

    def data(self, recipe: str) -> dict[str, str]:
        """Return the digests of the settings of a recipe and of its stage 1, and of what they train on."""
        digests = {"recipe": self._settings_digest(recipe), CLIPS: digest(self.corpus / CLIPS)}
        stage_1 = STAGE_1[recipe]
        if stage_1 is not None:
            stills = digest(self.stills[stage_1] / STILLS)
            digests |= {"stage 1": self._settings_digest(stage_1), STILLS: stills}
        return digests

    def _settings_digest(self, recipe: str) -> str:
        settings = json.dumps(read_recipe(self.recipes / f"{recipe}.toml").to_dict(), sort_keys=True)
        return sha256(settings.encode()).hexdigest()

    def _file(self, recipe: str, seed: int) -> Path:
        return self.finished / f"{recipe}-{seed}.json"


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


def _metaphor(caption: str) -> Metaphor:
    parts = {part: part_of(caption, part) or "" for part in PARTS}
    return Metaphor(**parts)


@cache
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
