"""Reads clips with questions about them into batches of models that answer them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from cinescribe.errors import FeatureError
from cinescribe.features.clip_sets.question_batch import QuestionBatch
from cinescribe.features.clip_sets.set_reader import SetReader
from cinescribe.language.tokens.vocabulary import Vocabulary
from cinescribe.metrics.identity.person_ids import normalise_ids
from cinescribe.question_schema import Question
from cinescribe.schema import Clip, ClipSet


class TextVectors(Protocol):
    """Anything that gives vectors of texts, such as `SentenceVectors`."""

    def vectors(self, texts: Sequence[str]) -> NDArray[np.float64]:
        """Return the vector of each text, (texts, D)."""


@dataclass(frozen=True)
class AskedClip:
    """A clip with questions about it.

    Args:
        clip: the clip; None for models that read only questions.
        questions: about it.
    """

    clip: Clip | None
    questions: tuple[Question, ...]


class QuestionReader:
    """Reads questions about clips.

    Args:
        vectors: sentence vectors of questions and captions; people are numbered by first mention.
        answers: the vocabulary, whose words are answers.
        kinds: of questions; others are unknown.
        sets: reads clips; None where the model sees none.

    Raises:
        FeatureError: when clips are read in sets of several.
    """

    def __init__(
        self, vectors: TextVectors, answers: Vocabulary, kinds: Sequence[str], *, sets: SetReader | None = None
    ) -> None:
        if sets is not None and sets.sizes.n_clips != 1:
            raise FeatureError(
                f"the sets have {sets.sizes.n_clips} clips, but questions are about single clips; read sets of one "
                "clip (`n_clips` 1)"
            )
        self.tokens, self.sets = answers, sets
        self._vectors = vectors
        self._column = {answer: column for column, answer in enumerate(answers.words)}
        self._kinds = {kind: number for number, kind in enumerate(kinds)}

    def batch(self, asked: Sequence[AskedClip]) -> QuestionBatch:
        """Return clips with their questions as one batch.

        Raises:
            FeatureError: when features of a clip are missing.
        """
        questions = [question for one in asked for question in one.questions]
        captions = [(one.clip.text if one.clip else None) or "" for one in asked]
        return QuestionBatch(
            video=None if self.sets is None else self.sets.batch([ClipSet((_bare(one.clip),)) for one in asked]),
            items=torch.tensor([n for n, one in enumerate(asked) for _ in one.questions]),
            questions=self._encoded([question.text for question in questions]),
            captions=self._encoded(captions),
            answers=self._answers(questions),
            kinds=torch.tensor([self._kinds.get(question.kind, -1) for question in questions]),
        )

    def _encoded(self, texts: Sequence[str]) -> Tensor:
        return torch.from_numpy(self._vectors.vectors([normalise_ids(text) for text in texts])).float()

    def _answers(self, questions: Sequence[Question]) -> Tensor:
        found = torch.zeros(len(questions), max(1, len(self._column)))
        for row, question in enumerate(questions):
            for answer in question.answers:
                if (column := self._column.get(normalised_answer(answer))) is not None:
                    found[row, column] = 1
        return found


def normalised_answer(answer: str) -> str:
    """Return an answer as answers are compared: in lower case, with single spaces."""
    return " ".join(answer.lower().split())


def by_clip(questions: Iterable[Question], clips: Mapping[str, Clip] | None = None) -> list[AskedClip]:
    """Return questions with their clips, in order.

    Args:
        questions: in any order.
        clips: by id; questions about others are left out. None for models that read only questions.
    """
    found: dict[str, list[Question]] = {}
    for question in questions:
        if clips is None or question.clip in clips:
            found.setdefault(question.clip, []).append(question)
    return [AskedClip(clips[clip] if clips is not None else None, tuple(own)) for clip, own in found.items()]


def _bare(clip: Clip | None) -> Clip:
    if clip is None:
        raise FeatureError("the questions have no clips, which the model reads; name the corpus of their clips")
    return clip.replace(text=None, people=(), paraphrases=())
