"""Training experiments on questions about clips."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

from torch import nn

from cinescribe.corpus.core.corpus import CLIPS, FILMS, Corpus
from cinescribe.errors import CorpusError
from cinescribe.features.clip_sets.question_batch import QuestionBatch
from cinescribe.features.clip_sets.set_reader import SetReader
from cinescribe.features.store.film_store import MANIFEST, FeatureStore
from cinescribe.generate.questions.answer_questions import rank_answers
from cinescribe.generate.questions.question_reader import (
    AskedClip,
    QuestionReader,
    TextVectors,
    by_clip,
    normalised_answer,
)
from cinescribe.language.tokens.vocabulary import Vocabulary
from cinescribe.language.vectors.sentence_vectors import sentence_vectors
from cinescribe.metrics.human.qa import Questions, qa
from cinescribe.models.checkpoint import CheckpointCard, read_checkpoint, write_checkpoint
from cinescribe.models.commonsense.answerer import Answerer, AnswererSizes
from cinescribe.models.fields import from_fields
from cinescribe.question_schema import Question
from cinescribe.store import read_records
from cinescribe.train.data.data_digests import data_digests
from cinescribe.train.experiments.warm_start import load_initial_weights, load_video_encoder
from cinescribe.train.objectives.answer_objective import AnswerObjective
from cinescribe.train.objectives.losses import JointObjective
from cinescribe.train.recipes.question_recipe import QuestionRecipe

TASK = "answers"


@dataclass(frozen=True)
class QuestionExperiment:
    """A `fit.Experiment` on questions.

    Args:
        recipe: the settings of the run.
        corpus: the films and clips.
        training, validation: clips with questions; those of training have answers that are learned.
        reader: reads them as batches.
        sizes: of the model.
        store: the features; None for a model that sees none.
    """

    recipe: QuestionRecipe
    corpus: Corpus
    training: tuple[AskedClip, ...]
    validation: tuple[AskedClip, ...]
    reader: QuestionReader
    sizes: AnswererSizes
    store: FeatureStore | None

    @cached_property
    def objectives(self) -> tuple[JointObjective, ...]:
        """One objective: answers, kinds and ranking together."""
        loss = self.recipe.loss
        return ((AnswerObjective(loss.kind_weight, loss.ranking_weight),),)

    @property
    def best_score(self) -> dict[str, str]:
        """By task, the score that selects its best checkpoint."""
        return {TASK: f"{TASK}/{self.recipe.validation.best}"}

    def model(self) -> Answerer:
        """Return the model with random weights, or with those of the recipe's `init_checkpoint`."""
        built, start = Answerer(self.sizes), self.recipe.init_checkpoint
        if start and not isinstance(read_checkpoint(Path(start)).model, Answerer):
            load_video_encoder(built, start)
        else:
            load_initial_weights(built, start, tokens=self.reader.tokens)
        return built

    def epoch(self, number: int) -> list[AskedClip]:
        """Return all training clips, shuffled."""
        items = list(self.training)
        Random(f"{self.recipe.seed} {number}").shuffle(items)
        return items

    def batch(self, items: Sequence[AskedClip], seed: int) -> QuestionBatch:
        """Return items as a training batch; nothing in it is random."""
        return self.reader.batch(items)

    def validate(self, model: nn.Module) -> dict[str, float]:
        """Return precision and recall at k on the validation split: over all questions, by aspect and by kind."""
        predicted = {one.id: one.answers for one in rank_answers(model, self.reader, self.validation)}
        asked = {str(question.id): question for one in self.validation for question in one.questions}
        questions = Questions.of(
            predicted,
            {id: question.answers for id, question in asked.items()},
            kinds={id: question.kind for id, question in asked.items()},
            aspects={id: question.aspect for id, question in asked.items() if question.aspect is not None},
        )
        return {f"{TASK}/{score.name}": score.value for score in qa(questions)}

    def save_best(self, folder: Path, task: str, model: nn.Module, scores: Mapping[str, float]) -> None:
        """Write the checkpoint of a task into the folder of a run."""
        inputs = self.recipe.inputs
        features = [f"{inputs.features}/{MANIFEST}"] if self.store is not None else []
        card = CheckpointCard(
            model=self.recipe.model,
            sets=self.recipe.sets,
            features=inputs.features,
            extractors=self.store.extractors() if self.store else {},
            recipe=self.recipe.to_dict(),
            scores=dict(scores),
            data=data_digests(
                self.corpus.folder,
                (FILMS, CLIPS, inputs.questions, *features),
                init_checkpoint=self.recipe.init_checkpoint,
            ),
            seed=self.recipe.seed,
        )
        write_checkpoint(folder / task, model, tokens=self.reader.tokens, card=card, fp16=self.recipe.fp16)

    def final_scores(self, folder: Path) -> dict[str, float]:
        """Return all scores of the best checkpoint, and add them to its card."""
        model = read_checkpoint(folder / TASK).model
        scores = self.validate(model)
        self.save_best(folder, TASK, model, scores)
        return scores


def build_question_experiment(
    recipe: QuestionRecipe, corpus: Corpus, *, vectors: TextVectors | None = None
) -> QuestionExperiment:
    """Return the experiment of a recipe on the questions of a corpus.

    Args:
        recipe: the settings of the run.
        corpus: the films and clips, with the file of questions in its folder.
        vectors: sentence vectors of questions and captions; all-MiniLM-L6-v2's if None.

    Raises:
        CorpusError: when the corpus lacks a split, or a split has no questions, or questions have no ids.
        RecordError: when the file of questions cannot be read.
        FeatureError: when features are missing, or the recipe reads sets of several clips.
    """
    path = corpus.folder / recipe.inputs.questions
    questions = list(read_records(path, Question))
    training, validation = (
        _asked(corpus, questions, split, path) for split in (recipe.sampling.split, recipe.validation.split)
    )
    tokens = _answers(training, min_count=recipe.inputs.min_count)
    known = set(tokens.words)
    training = tuple(kept for one in training if (kept := _with_answers(one, known)).questions)
    kinds = tuple(sorted({question.kind for one in training for question in one.questions}))
    vectors = vectors or sentence_vectors()
    reads_video = recipe.sizes.get("reads_video", AnswererSizes.reads_video)
    store = FeatureStore(corpus.folder / recipe.inputs.features) if reads_video else None
    sets = SetReader(store.features_without_faces, tokens, sizes=recipe.sets) if store else None
    reader = QuestionReader(vectors, tokens, kinds, sets=sets)
    batch = reader.batch(validation[:1])
    sizes: dict[str, Any] = {
        **recipe.sizes,
        "n_words": len(tokens),
        "first_person": tokens.first_person,
        "n_people": tokens.n_people,
        "sentence_width": batch.questions.shape[-1],
        "kinds": kinds,
    }
    if batch.video is not None:
        sizes |= {"frame_width": batch.video.frames.shape[-1], "action_width": batch.video.actions.shape[-1]}
    built = from_fields(AnswererSizes, sizes, where="sizes")
    return QuestionExperiment(recipe, corpus, training, validation, reader, built, store)


def _asked(corpus: Corpus, questions: Sequence[Question], split: str, path: Path) -> tuple[AskedClip, ...]:
    clips = {clip.id: clip for film in corpus.clips_by_film(split).values() for clip in film}
    asked = tuple(by_clip(questions, clips))
    if not asked:
        raise CorpusError(f"{str(path)!r} has no question about a clip of {split!r}; make questions of that split")
    for question in (question for one in asked for question in one.questions):
        if question.id is None:
            raise CorpusError(f"{str(path)!r} has a question without `id`: {question.text!r}; give each an id")
    return asked


def _answers(asked: Sequence[AskedClip], *, min_count: int) -> Vocabulary:
    """The answers that are frequent enough, the most frequent first."""
    counts = Counter(
        answer for one in asked for question in one.questions for answer in {*map(normalised_answer, question.answers)}
    )
    kept = [answer for answer, n in counts.items() if n >= min_count]
    if not kept:
        raise CorpusError(
            f"no answer comes {min_count} times in the training questions; lower `min_count`, or add questions"
        )
    return Vocabulary(tuple(sorted(kept, key=lambda answer: (-counts[answer], answer))), n_people=1)


def _with_answers(one: AskedClip, known: set[str]) -> AskedClip:
    """A clip with those of its questions of which an answer is learned."""
    kept = [question for question in one.questions if known & {*map(normalised_answer, question.answers)}]
    return AskedClip(one.clip, tuple(kept))
