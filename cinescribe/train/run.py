"""A training run from recipe and corpus to checkpoints: everything is put together here, and computed elsewhere."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import torch
from torch import nn

from cinescribe.corpus.corpus import CLIPS, FILMS, Corpus, read_corpus
from cinescribe.features.blank_text import encoded_blanks
from cinescribe.features.film_store import MANIFEST, FeatureStore
from cinescribe.features.kept_blanks import KeptBlanks
from cinescribe.features.set_reader import SetReader
from cinescribe.language.encoders import encoder_folder
from cinescribe.language.hub_files import to_stderr
from cinescribe.language.vocabulary import Vocabulary
from cinescribe.language.word_pieces import WordPieces, read_word_pieces
from cinescribe.models.checkpoint import CheckpointCard, read_checkpoint, write_checkpoint
from cinescribe.models.table import FACE_TOKENS, MODELS, data_sizes
from cinescribe.schema import ClipSet
from cinescribe.store import digest, write_text
from cinescribe.train.drawing import drawn_sets, judged_sets
from cinescribe.train.evaluate import evaluate_captions, evaluate_filling
from cinescribe.train.loop import Lessons, Progress, learn
from cinescribe.train.objectives import OBJECTIVES
from cinescribe.train.recipe import Inputs, Recipe
from cinescribe.train.workers import workers

SCORES = "scores.json"
_TASKS = {"caption": "captions", "fill": "fill"}  # what each pass of a batch teaches


@dataclass(frozen=True)
class Trained:
    """What a run left.

    Args:
        checkpoints: by task, `captions` and `fill`, the folder of the weights that were best at it.
        scores: by task and metric, as `fill/class`, each of its own task's checkpoint.
    """

    checkpoints: dict[str, Path]
    scores: dict[str, float]

    @property
    def checkpoint(self) -> Path:
        """The folder of the weights that write best, or fill in best where none write."""
        return next(iter(self.checkpoints.values()))


def train_model(
    recipe: Recipe,
    corpus: Path,
    folder: Path,
    *,
    device: str | None = None,
    fetch: bool = False,
    progress: Progress = lambda stage, share: None,
) -> Trained:
    """Train a model on a corpus, from where the folder's run was, and judge its best weights.

    Args:
        recipe: what to follow.
        corpus: a folder with clips, captions and features.
        folder: where the checkpoints, the logs and the state of the run go.
        device: where torch computes; a GPU where there is one.
        fetch: consent to fetch from the hub the encoder that the recipe names.
        progress: told what is being done and how much of it is.

    Raises:
        CorpusError, RecordError, FeatureError: when corpus or features are not what the recipe needs.
        ModelError: when the encoder of blanks is not here.
        TrainError: as `loop.learn`.
    """
    folder = Path(folder)
    with workers() as team:
        room = _room(recipe, read_corpus(corpus), fetch=fetch)
        torch.manual_seed(recipe.seed)
        model = room.model().to(device or ("cuda" if torch.cuda.is_available() else "cpu"))
        lessons = Lessons(room.epoch, room.reader.batch, room.judge, partial(room.keep, folder), room.best)
        learn(model, room.tokens, recipe=recipe, lessons=lessons, folder=folder, workers=team, progress=progress)
        if team.writes and not (folder / SCORES).exists():
            progress("scoring", 0.0)
            write_text(folder / SCORES, json.dumps(room.final_scores(folder), indent=1) + "\n")
        team.wait()
    return Trained({task: folder / task for task in room.best}, json.loads((folder / SCORES).read_text()))


@dataclass(frozen=True)
class _Room:
    """What a recipe and a corpus make together."""

    recipe: Recipe
    corpus: Corpus
    tokens: Vocabulary | WordPieces
    reader: SetReader
    store: FeatureStore
    blanks: KeptBlanks | None

    @property
    def best(self) -> dict[str, str]:
        """By task, the score that says which weights are best; captions first."""
        judging = self.recipe.judging
        names = {"captions": f"captions/{judging.best_captions}", "fill": f"fill/{judging.best_fill}"}
        taught = {_TASKS[each.name] for group in OBJECTIVES[self.recipe.weights.objective] for each in group}
        return {task: name for task, name in names.items() if task in taught}

    def epoch(self, number: int) -> Sequence[ClipSet]:
        """The training sets of an epoch that have no more tokens than the model reads."""
        drawing, recipe = self.recipe.drawing, self.recipe
        films = self.corpus.clips_by_film(drawing.split)
        sets = drawn_sets(films, drawing, n_clips=recipe.sets.n_clips, seed=recipe.seed, epoch=number)
        return [clip_set for clip_set in sets if self.reader.fits(clip_set)]

    def judged(self) -> list[ClipSet]:
        """The sets that models are judged by."""
        return judged_sets(self.corpus.clips_by_film(self.recipe.judging.split), n_clips=self.recipe.sets.n_clips)

    def model(self) -> nn.Module:
        """The recipe's model with its first weights."""
        kind = MODELS[self.recipe.model]
        batch = self.reader.batch(self.judged()[:1])
        return kind.build(kind.sizes_for(self.recipe.sizes, data_sizes(batch, self.tokens, self.recipe.sets)))

    def judge(self, model: nn.Module) -> dict[str, float]:
        """The scores by which weights are kept; blank vectors computed until now are kept too."""
        if self.blanks is not None:
            self.blanks.keep()
        return self.scores(model, tasks=tuple(self.best), metrics=(self.recipe.judging.best_captions,))

    def scores(self, model: nn.Module, *, tasks: Sequence[str], metrics: Sequence[str]) -> dict[str, float]:
        """Scores of some tasks over the whole split."""
        sets, found = self.judged(), dict[str, float]()
        if "fill" in tasks:
            filling = evaluate_filling(model, self.reader, sets)
            found |= {f"fill/{name}": value for name, value in filling.to_dict().items()}
        if "captions" in tasks:
            captions = evaluate_captions(model, self.reader, sets, metrics=metrics)
            found |= {f"captions/{name}": score.value for name, score in captions.items()}
        return found

    def keep(self, folder: Path, task: str, model: nn.Module, scores: Mapping[str, float]) -> None:
        """Write the weights that are the best at a task."""
        card = CheckpointCard(
            model=self.recipe.model,
            sets=self.recipe.sets,
            features=self.recipe.inputs.features,
            text=self.recipe.inputs.text,
            face_tokens=self.recipe.inputs.face_tokens,
            extractors=_extractors(self.store),
            recipe=self.recipe.to_dict(),
            scores=dict(scores),
            data=_digests(self.corpus.folder, self.recipe.inputs),
            seed=self.recipe.seed,
        )
        write_checkpoint(folder / task, model, tokens=self.tokens, card=card, half=self.recipe.half)

    def final_scores(self, folder: Path) -> dict[str, float]:
        """All scores of the best weights of each task, which their cards are told too."""
        found: dict[str, float] = {}
        for task in self.best:
            model = read_checkpoint(folder / task).model
            found |= (scores := self.scores(model, tasks=(task,), metrics=self.recipe.judging.metrics))
            self.keep(folder, task, model, scores)
        return found


def _room(recipe: Recipe, corpus: Corpus, *, fetch: bool) -> _Room:
    tokens = _vocabulary(recipe, corpus, fetch=fetch)
    features = corpus.folder / recipe.inputs.features
    blanks = _blanks(recipe.inputs.text, features, fetch=fetch) if recipe.inputs.text else None
    store = FeatureStore(features)
    faces = FACE_TOKENS[recipe.inputs.face_tokens]
    reader = SetReader(store.features, tokens, sizes=recipe.sets, blank_text=blanks, face_tokens=faces)
    return _Room(recipe, corpus, tokens, reader, store, blanks)


def _blanks(encoder: str, features: Path, *, fetch: bool) -> KeptBlanks:
    encoded = encoded_blanks(encoder, fetch=fetch)
    return KeptBlanks(encoded, path=features / f"{Path(encoded.name).name}.blanks.safetensors")


def _vocabulary(recipe: Recipe, corpus: Corpus, *, fetch: bool) -> Vocabulary | WordPieces:
    inputs = recipe.inputs
    if inputs.pieces:
        folder = encoder_folder(inputs.pieces, fetch=fetch, announce=to_stderr)
        return read_word_pieces(folder / "vocab.txt", n_people=inputs.n_people)
    clips = [clip for told in corpus.clips_by_film(recipe.drawing.split).values() for clip in told]
    texts = [text for clip in clips for text in (clip.text, *clip.paraphrases) if text is not None]
    return Vocabulary.of_texts(texts, fewest=inputs.fewest, n_people=inputs.n_people)


def _extractors(store: FeatureStore) -> dict[str, Any]:
    """By stream, what its shards were made by."""
    made = sorted({(shard.stream, f"{shard.made.extractor} {shard.made.version}") for shard in store.shards()})
    return {stream: ", ".join(name for of, name in made if of == stream) for stream, _ in made}


def _digests(corpus: Path, inputs: Inputs) -> dict[str, Any]:
    paths = (corpus / FILMS, corpus / CLIPS, corpus / inputs.features / MANIFEST)
    return {path.relative_to(corpus).as_posix(): digest(path) for path in paths}
