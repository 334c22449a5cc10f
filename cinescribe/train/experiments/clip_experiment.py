"""A training run on clip sets: what a recipe and a corpus of films make together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from torch import nn

from cinescribe.corpus.core.corpus import CLIPS, FILMS, Corpus
from cinescribe.errors import CorpusError
from cinescribe.features.clip_sets.blank_embedding_cache import KeptBlanks
from cinescribe.features.clip_sets.blank_text import encoded_blanks
from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.features.clip_sets.set_reader import SetReader
from cinescribe.features.store.film_store import MANIFEST, FeatureStore
from cinescribe.language.tokens.vocabulary import Vocabulary
from cinescribe.language.tokens.word_pieces import WordPieces, read_word_pieces
from cinescribe.language.vectors.encoders import encoder_folder
from cinescribe.language.vectors.hub_files import to_stderr
from cinescribe.models.checkpoint import CheckpointCard, read_checkpoint, write_checkpoint
from cinescribe.models.model_table import FACE_TOKENS, MODELS, data_sizes
from cinescribe.schema import ClipSet
from cinescribe.store import digest
from cinescribe.train.data.feature_dropout import with_drops
from cinescribe.train.data.sampling import drawn_sets, judged_sets
from cinescribe.train.experiments.evaluate import evaluate_captions, evaluate_filling
from cinescribe.train.experiments.warm_start import start_digest, started
from cinescribe.train.loop import Lessons
from cinescribe.train.objectives.clip_objectives import groups_of
from cinescribe.train.objectives.losses import Group
from cinescribe.train.recipes.recipe import Recipe

LEAST_JUDGED = 2  # sets by which captions can be judged
_TASKS = {"caption": "captions", "fill": "fill"}  # what each pass of a batch teaches


@dataclass(frozen=True)
class SetRoom:
    """What a recipe and a corpus make together."""

    recipe: Recipe
    corpus: Corpus
    tokens: Vocabulary | WordPieces
    reader: SetReader
    store: FeatureStore
    blanks: KeptBlanks | None

    def lessons(self, folder: Path) -> Lessons[ClipSet]:
        """What the run learns; its best weights go into a folder."""
        return Lessons(self._groups, self.epoch, self.batch, self.judge, partial(self.keep, folder), self.best)

    @property
    def best(self) -> dict[str, str]:
        """By task, the score that says which weights are best; captions first."""
        judging = self.recipe.judging
        names = {"captions": f"captions/{judging.best_captions}", "fill": f"fill/{judging.best_fill}"}
        taught = {_TASKS[each.name] for group in self._groups for each in group}
        return {task: name for task, name in names.items() if task in taught}

    def epoch(self, number: int) -> Sequence[ClipSet]:
        """The training sets of an epoch that have no more tokens than the model reads."""
        drawing, recipe = self.recipe.drawing, self.recipe
        films = self.corpus.clips_by_film(drawing.split)
        sets = drawn_sets(films, drawing, n_clips=recipe.sets.n_clips, seed=recipe.seed, epoch=number)
        return [clip_set for clip_set in sets if self.reader.fits(clip_set)]

    def batch(self, sets: Sequence[ClipSet], seed: int) -> SetBatch:
        """Sets as they are learnt from: some frames and faces are left out by lot."""
        drawing = self.recipe.drawing
        read = self.reader.batch(sets)
        return with_drops(read, frames=drawing.frames_dropped, faces=drawing.faces_dropped, seed=seed)

    def judged(self) -> list[ClipSet]:
        """The sets that models are judged by."""
        return judged_sets(self.corpus.clips_by_film(self.recipe.judging.split), n_clips=self.recipe.sets.n_clips)

    def model(self) -> nn.Module:
        """The recipe's model with its first weights, drawn by lot or those of the checkpoint it starts from."""
        kind, batch = MODELS[self.recipe.model], self.reader.batch(self.judged()[:1])
        sizes = kind.sizes_for(self.recipe.sizes, data_sizes(batch, self.tokens, self.recipe.sets))
        model: nn.Module = started(kind.build(sizes), self.recipe.start, tokens=self.tokens)
        return model

    def judge(self, model: nn.Module) -> dict[str, float]:
        """The scores by which weights are kept; blank vectors computed until now are kept too."""
        if self.blanks is not None:
            self.blanks.keep()
        return self.scores(model, tasks=tuple(self.best), metrics=(self.recipe.judging.best_captions,))

    @cached_property
    def _groups(self) -> tuple[Group, ...]:
        return groups_of(self.tokens, self.recipe.weights)

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
            data=_digests(self.corpus.folder, self.recipe),
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


def set_room(recipe: Recipe, corpus: Corpus, *, fetch: bool) -> SetRoom:
    """The room of a run on clip sets.

    Args:
        recipe: what to follow.
        corpus: a corpus of films.
        fetch: consent to fetch from the hub what the recipe names.

    Raises:
        CorpusError, RecordError, FeatureError: when corpus or features are not what the recipe needs.
        ModelError: when the encoder of blanks is not here.
    """
    tokens = _vocabulary(recipe, corpus, fetch=fetch)
    features = corpus.folder / recipe.inputs.features
    blanks = _blanks(recipe.inputs.text, features, fetch=fetch) if recipe.inputs.text else None
    store = FeatureStore(features)
    faces = FACE_TOKENS[recipe.inputs.face_tokens]
    reader = SetReader(store.features, tokens, sizes=recipe.sets, blank_text=blanks, face_tokens=faces)
    room = SetRoom(recipe, corpus, tokens, reader, store, blanks)
    _check_judged(room)
    return room


def _check_judged(room: SetRoom) -> None:
    """CIDEr weighs words by how many of the judged sets have them: of a single one it says nothing."""
    split, n_sets = room.recipe.judging.split, len(room.judged())
    if "captions" in room.best and n_sets < LEAST_JUDGED:
        raise CorpusError(
            f"the split {split!r} makes {n_sets} set of {room.recipe.sets.n_clips} clips, but captions are judged by "
            f"CIDEr over {LEAST_JUDGED} or more; give it more films, in splits.tsv or by corpus build --shares"
        )


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


def _digests(corpus: Path, recipe: Recipe) -> dict[str, Any]:
    paths = (corpus / FILMS, corpus / CLIPS, corpus / recipe.inputs.features / MANIFEST)
    return {path.relative_to(corpus).as_posix(): digest(path) for path in paths} | start_digest(recipe.start)
