"""Ranks the answers to the questions of a file, with a trained model; and a baseline, the most frequent answers."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import nn

from cinescribe.corpus.core.corpus import read_corpus
from cinescribe.errors import CorpusError, ModelError
from cinescribe.features.clip_sets.set_reader import SetReader
from cinescribe.features.store.film_store import FeatureStore
from cinescribe.generate.commonsense.commonsense_reader import CommonsenseReader, window_of
from cinescribe.generate.questions.likelihood_answers import likelihood_answers
from cinescribe.generate.questions.question_reader import AskedClip, QuestionReader, by_clip, normalised_answer
from cinescribe.generate.questions.ranked_answers import N_RANKED, RankedAnswers
from cinescribe.language.tokens.vocabulary import Vocabulary
from cinescribe.language.vectors.sentence_vectors import sentence_vectors
from cinescribe.models.checkpoint import Checkpoint, read_checkpoint
from cinescribe.models.commonsense.answerer import Answerer
from cinescribe.models.commonsense.network import CommonsenseNetwork
from cinescribe.question_schema import Question
from cinescribe.schema import Clip
from cinescribe.store import read_records

_BATCH = 32  # clips


@dataclass(frozen=True)
class AnsweredQuestions:
    """The answers to the questions of a file.

    Attributes:
        ranked: clip by clip.
        n_unknown: questions without a true answer that the model knows: misses, whatever it answers. None of a model
            that writes its answers.
    """

    ranked: tuple[RankedAnswers, ...]
    n_unknown: int


def answer_questions(
    checkpoint: str | Path,
    questions: str | Path,
    corpus: str | Path | None = None,
    *,
    n: int = N_RANKED,
    device: str = "cpu",
) -> AnsweredQuestions:
    """Return the answers of a trained model to the questions of a file.

    A model that writes what clips imply answers by how likely it finds phrases; see `likelihood_answers`.

    Args:
        checkpoint: the folder of a model that answers questions, or of one that writes what clips imply.
        questions: the file, as `corpus_questions` makes it.
        corpus: the corpus of their clips; may be left out for a model that reads only questions.
        n: how many answers to rank.
        device: where torch computes.

    Raises:
        ModelError: when the model is missing, damaged or of another kind, or needs a corpus.
        CorpusError: when there is no question, one lacks an id, or its clip is not in the corpus; as
            `likelihood_answers`.
        RecordError, FeatureError: when the file, the corpus or its features cannot be read.
    """
    checkpoint, questions = Path(checkpoint), Path(questions)
    corpus = None if corpus is None else Path(corpus)
    trained = read_checkpoint(checkpoint, device=device)
    model = trained.model
    if not isinstance(model, Answerer | CommonsenseNetwork):
        raise ModelError(
            f"{str(checkpoint)!r} is a {trained.card.model}, which answers no questions; name a model that was trained "
            "by a recipe of `recipes/v2c`"
        )
    sees = isinstance(model, CommonsenseNetwork) or model.sizes.reads_video or model.sizes.reads_captions
    if corpus is None and sees:
        raise ModelError(f"{str(checkpoint)!r} reads the clips that questions are about; name their corpus (`corpus`)")
    asked = _asked(questions, None if corpus is None else _clips(corpus))
    if isinstance(model, CommonsenseNetwork):
        return AnsweredQuestions(tuple(_by_likelihood(trained, model, asked, corpus, n=n)), 0)
    reader = _reader(trained, model, corpus)
    every = [question for one in asked for question in one.questions]
    return AnsweredQuestions(tuple(rank_answers(model, reader, asked, n=n)), n_unknown(every, reader.tokens))


@torch.inference_mode()
def rank_answers(
    model: nn.Module, reader: QuestionReader, asked: Sequence[AskedClip], *, n: int = N_RANKED
) -> Iterator[RankedAnswers]:
    """Yield the answers to questions, best first; equal ones by number."""
    device = next(model.parameters()).device
    words = reader.tokens.words
    for first in range(0, len(asked), _BATCH):
        part = asked[first : first + _BATCH]
        logits = model(reader.batch(part).to(device)).answers.float().cpu()
        best = logits.argsort(dim=-1, descending=True, stable=True)[:, :n].tolist()
        questions = [question for one in part for question in one.questions]
        for question, row in zip(questions, best, strict=True):
            yield RankedAnswers(str(question.id), tuple(words[column] for column in row))


def n_unknown(questions: Iterable[Question], tokens: Vocabulary) -> int:
    """Return how many questions have no true answer in a vocabulary of answers."""
    known = set(tokens.words)
    return sum(not known & {normalised_answer(answer) for answer in one.answers} for one in questions)


def majority_answers(
    training: Iterable[Question], questions: Iterable[Question], *, n: int = N_RANKED
) -> list[RankedAnswers]:
    """Return the most frequent answers of each question's kind: a baseline that reads nothing else.

    Args:
        training: questions whose answers are counted; of equally frequent ones, the first in the alphabet is better.
        questions: to answer.
        n: how many answers to rank.
    """
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    every: Counter[str] = Counter()
    for question in training:
        answers = [normalised_answer(answer) for answer in question.answers]
        counts[question.kind].update(answers)
        every.update(answers)
    ranked = {kind: tuple(sorted(own, key=lambda one: (-own[one], one))[:n]) for kind, own in counts.items()}
    fallback = tuple(sorted(every, key=lambda one: (-every[one], one))[:n])  # of a kind that training lacks
    return [RankedAnswers(str(question.id), ranked.get(question.kind, fallback)) for question in questions]


def _asked(path: Path, clips: Mapping[str, Clip] | None) -> list[AskedClip]:
    questions = list(read_records(path, Question))
    if not questions:
        raise CorpusError(f"{str(path)!r} has no question; make some with `corpus questions`")
    for question in questions:
        if question.id is None:
            raise CorpusError(f"{str(path)!r} has a question without `id`: {question.text!r}; give each an id")
        if clips is not None and question.clip not in clips:
            raise CorpusError(
                f"{str(path)!r} asks about the clip {question.clip!r}, which is not in the corpus; name its corpus"
            )
    return by_clip(questions, clips)


def _clips(corpus: Path) -> dict[str, Clip]:
    return {clip.id: clip for clip in read_corpus(corpus).clips}


def _by_likelihood(
    trained: Checkpoint, model: CommonsenseNetwork, asked: Sequence[AskedClip], corpus: Path | None, *, n: int
) -> Iterator[RankedAnswers]:
    assert corpus is not None
    store, card = FeatureStore(corpus / trained.card.features), trained.card
    reader = CommonsenseReader(
        store.features_without_faces, trained.tokens, sizes=card.sets, window=window_of(card.window)
    )
    return likelihood_answers(model, reader, asked, n=n)


def _reader(trained: Checkpoint, model: Answerer, corpus: Path | None) -> QuestionReader:
    tokens = trained.tokens
    if not isinstance(tokens, Vocabulary):
        raise ModelError(
            f"{str(trained.folder)!r} has word pieces for answers; get the checkpoint again from its source"
        )
    sets = None
    if corpus is not None and model.sizes.reads_video:
        store = FeatureStore(Path(corpus) / trained.card.features)
        sets = SetReader(store.features_without_faces, tokens, sizes=trained.card.sets)
    return QuestionReader(sentence_vectors(), tokens, model.sizes.kinds, sets=sets)
