"""Runs of models that answer questions: a recipe trained with a seed, and its answers to the test questions.

One file per run, so that hours of training can be interrupted.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path

from cinescribe.corpus.core.corpus import Corpus, read_corpus
from cinescribe.corpus.questions.corpus_questions import corpus_questions
from cinescribe.generate.questions.answer_questions import majority_answers, rank_answers
from cinescribe.generate.questions.question_reader import by_clip, normalised_answer
from cinescribe.language.vectors.sentence_vectors import SentenceVectors, sentence_vectors
from cinescribe.metrics.core.score import Score
from cinescribe.metrics.human.qa import Questions, qa
from cinescribe.models.checkpoint import read_checkpoint
from cinescribe.question_schema import Question
from cinescribe.store import read_records, write_text
from cinescribe.train.distributed import process_group
from cinescribe.train.experiments.question_experiment import TASK, build_question_experiment
from cinescribe.train.fit import fit
from cinescribe.train.recipes.question_recipe import QuestionRecipe
from cinescribe.train.recipes.recipe import read_recipe

QUESTIONS = "questions.jsonl"


@dataclass(frozen=True)
class AnsweredRun:
    """What one model answered with one seed.

    Args:
        model, seed: what was trained.
        answers: to each question of the test films, best first.
        epochs: that it trained.
        validation: P@1 over all validation questions, of the epoch that was kept.
        cpu_seconds: of training and answering.
    """

    model: str
    seed: int
    answers: dict[str, list[str]]
    epochs: int
    validation: float
    cpu_seconds: float


@dataclass(frozen=True)
class QuestionRuns:
    """Runs on the questions of one corpus.

    Args:
        folder: of the corpus, with features and questions.
        results: the folder of runs.
        recipes: the folder of recipes.
        pretrained: the checkpoint of a V2C-Transformer that pretrained models start from.
        split: whose questions are answered; no checkpoint was selected on it.
    """

    folder: Path
    results: Path
    recipes: Path
    pretrained: Path | None
    split: str = "test"

    @cached_property
    def corpus(self) -> Corpus:
        """The films and clips."""
        return read_corpus(self.folder)

    @cached_property
    def questions(self) -> dict[str, tuple[Question, ...]]:
        """The questions by split."""
        splits = {film.id: film.split for film in self.corpus.films}
        of_clip = {clip.id: splits[clip.film] for clip in self.corpus.clips}
        found: dict[str, list[Question]] = {}
        for question in read_records(self.folder / QUESTIONS, Question):
            found.setdefault(of_clip[question.clip], []).append(question)
        return {split: tuple(own) for split, own in found.items()}

    @cached_property
    def tested(self) -> dict[str, Question]:
        """The questions to answer, by id."""
        return {str(question.id): question for question in self.questions[self.split]}

    @cached_property
    def films(self) -> dict[str, str]:
        """The film of each of them."""
        films = {clip.id: clip.film for clip in self.corpus.clips}
        return {name: films[question.clip] for name, question in self.tested.items()}

    @cached_property
    def unknown(self) -> frozenset[str]:
        """Those of which no true answer is in training."""
        known = {normalised_answer(answer) for one in self.questions["train"] for answer in one.answers}
        return frozenset(
            name for name, one in self.tested.items() if not known & {*map(normalised_answer, one.answers)}
        )

    @cached_property
    def vectors(self) -> SentenceVectors:
        """Sentence vectors, of which all runs share the cache."""
        return sentence_vectors()

    @cached_property
    def majority(self) -> AnsweredRun:
        """The most frequent answers of each kind in training."""
        ranked = majority_answers(self.questions["train"], self.tested.values())
        return AnsweredRun("majority", 0, {one.id: list(one.answers) for one in ranked}, 0, 0, 0)

    def finished(self, model: str, seeds: Sequence[int]) -> list[AnsweredRun]:
        """Return the finished runs of a model; one of the majority's answers, whatever the seeds."""
        if model == self.majority.model:
            return [self.majority]
        return [run for seed in seeds if (run := self.run(model, seed)) is not None]

    def run(self, model: str, seed: int) -> AnsweredRun | None:
        """Return a finished run; None if there is none."""
        path = self.results / model / f"seed{seed}.json"
        return AnsweredRun(**json.loads(path.read_text(encoding="utf-8"))) if path.exists() else None

    def train(self, model: str, recipe: str, seed: int, *, is_pretrained: bool) -> AnsweredRun:
        """Train a recipe, answer the test questions, and write the run."""
        start, folder = time.process_time(), self.results / model / f"seed{seed}"
        folder.mkdir(parents=True, exist_ok=True)
        changes = (f"seed={seed}", *([f"init_checkpoint={self.pretrained}"] if is_pretrained else []))
        read = read_recipe(self.recipes / f"{recipe}.toml", changes=changes)
        assert isinstance(read, QuestionRecipe)
        experiment = build_question_experiment(read, self.corpus, vectors=self.vectors)
        with process_group() as team:
            state = fit(experiment, folder=folder, workers=team)
        best = read_checkpoint(folder / TASK)
        clips = {clip.id: clip for clip in self.corpus.clips}
        ranked = rank_answers(best.model, experiment.reader, by_clip(self.tested.values(), clips))
        run = AnsweredRun(
            model,
            seed,
            answers={one.id: list(one.answers) for one in ranked},
            epochs=state.epoch,
            validation=best.card.scores[experiment.best_score[TASK]],
            cpu_seconds=time.process_time() - start,
        )
        write_text(folder.with_suffix(".json"), json.dumps(asdict(run), indent=1) + "\n")
        return run

    def scores(self, run: AnsweredRun) -> Mapping[str, Score]:
        """Return precision and recall by name, as `qa`."""
        questions = Questions.of(
            {name: run.answers[name] for name in self.tested},
            {name: one.answers for name, one in self.tested.items()},
            kinds={name: one.kind for name, one in self.tested.items()},
            aspects={name: one.aspect for name, one in self.tested.items() if one.aspect is not None},
        )
        return {score.name: score for score in qa(questions)}

    def making(self) -> tuple[int, float]:
        """Return how many questions the corpus has, and the CPU seconds of making them; measured once."""
        path = self.results / "making.json"
        if not path.exists():
            start = time.process_time()
            made = corpus_questions(self.folder)
            write_text(path, json.dumps([len(made.questions), time.process_time() - start]) + "\n")
        n, seconds = json.loads(path.read_text(encoding="utf-8"))
        return int(n), float(seconds)
