"""Answers questions about a clip: the QA model of V2C-QA (*Video2Commonsense*, section 5).

The question attends to the video; both, the predicted kind of the question and the caption, if it is read, are fused by
a feed-forward network. All answers of the training questions are classified together, by an answer head as LXMERT's
(Tan & Bansal 2019). Questions and captions are frozen sentence vectors, where the paper embeds words by BERT-base.
Legend: `B` clips, `R` questions, `T` frames, `A` answers, `K` kinds, `D` width.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from cinescribe.errors import FeatureError, ModelError
from cinescribe.features.clip_sets.question_batch import QuestionBatch
from cinescribe.language.tokens.vocabulary import N_PEOPLE
from cinescribe.models.commonsense.network import CommonsenseSizes
from cinescribe.models.commonsense.video_encoder import VideoEncoder
from cinescribe.models.size_limits import check_sizes

_POSITIVE = ("n_words", "frame_width", "action_width", "sentence_width", "width")


@dataclass(frozen=True)
class AnswererSizes:
    """The sizes of a model that answers questions.

    Args:
        n_words, first_person, n_people: of the vocabulary, whose words after the people are whole answers.
        frame_width, action_width: widths of the features.
        sentence_width: of the vectors of questions and captions.
        kinds: of questions, as in `Question.kind`.
        width: D.
        dropout: share dropped in training.
        reads_video: whether it sees the clip.
        reads_captions: whether it reads the clip's caption.

    Raises:
        ModelError: when a size is out of range, or there is no answer or kind.
    """

    n_words: int
    first_person: int
    n_people: int = N_PEOPLE
    frame_width: int = 512
    action_width: int = 1024
    sentence_width: int = 384
    kinds: tuple[str, ...] = ("intention",)
    width: int = 512
    dropout: float = 0.1
    reads_video: bool = True
    reads_captions: bool = False

    def __post_init__(self) -> None:
        check_sizes(self, positive=_POSITIVE)
        if not self.kinds:
            raise ModelError("`kinds` is empty; a model that answers questions needs one kind or more")
        if self.width % 2:
            raise ModelError(f"`width` is {self.width}, which is odd; make it even")

    @property
    def n_answers(self) -> int:
        """The number of answers, A; at least 1."""
        return max(1, self.n_words - self.first_person - self.n_people)

    @property
    def video(self) -> CommonsenseSizes:
        """The sizes of the video encoder."""
        return CommonsenseSizes(
            n_words=self.n_words,
            first_person=self.first_person,
            n_people=self.n_people,
            frame_width=self.frame_width,
            action_width=self.action_width,
            width=self.width,
            n_heads=1,
            dropout=self.dropout,
        )


@dataclass(frozen=True)
class AnswerLogits:
    """Logits of each answer (R, A) and of the kind of each question (R, K)."""

    answers: Tensor
    kinds: Tensor


class Answerer(nn.Module):
    """A model that answers questions.

    Args:
        sizes: its sizes.
    """

    def __init__(self, sizes: AnswererSizes) -> None:
        super().__init__()
        self.sizes = sizes
        width, n_parts = sizes.width, 2 + sizes.reads_video + sizes.reads_captions
        self.question = nn.Sequential(nn.Linear(sizes.sentence_width, width), nn.GELU(), nn.LayerNorm(width))
        self.kind = nn.Linear(width, len(sizes.kinds))
        self.kind_vectors = nn.Parameter(nn.init.normal_(torch.empty(len(sizes.kinds), width), std=width**-0.5))
        if sizes.reads_video:
            self.video = VideoEncoder(sizes.video)
            self.query, self.key = nn.Linear(width, width), nn.Linear(width, width)
        if sizes.reads_captions:
            self.caption = nn.Sequential(nn.Linear(sizes.sentence_width, width), nn.GELU(), nn.LayerNorm(width))
        self.fusion = nn.Sequential(nn.Linear(n_parts * width, width), nn.GELU(), nn.Dropout(sizes.dropout))
        self.answer = nn.Sequential(
            nn.Linear(width, 2 * width), nn.GELU(), nn.LayerNorm(2 * width), nn.Linear(2 * width, sizes.n_answers)
        )

    def forward(self, batch: QuestionBatch) -> AnswerLogits:
        """Return the logits of a batch's questions.

        Raises:
            ModelError: when the model sees video and the batch has none.
            FeatureError: for vectors or features of another width than the model was built for.
        """
        found, wanted = batch.questions.shape[-1], self.sizes.sentence_width
        if found != wanted:
            raise FeatureError(
                f"questions have width {found}, but this model was built for {wanted}; use the sentence vectors that "
                "it was trained on"
            )
        question = self.question(batch.questions)  # (R, D)
        kinds = self.kind(question)
        parts = [question, kinds.softmax(-1) @ self.kind_vectors]  # attention over the kinds
        if self.sizes.reads_video:
            parts.append(self._seen(question, batch))
        if self.sizes.reads_captions:
            parts.append(self.caption(batch.captions)[batch.items])
        return AnswerLogits(self.answer(self.fusion(torch.cat(parts, -1))), kinds)

    def _seen(self, question: Tensor, batch: QuestionBatch) -> Tensor:
        """What each question attends to in its clip, (R, D); zeros for a clip without frames."""
        if batch.video is None:
            raise ModelError("the questions have no video, which the model sees; read the features of their clips")
        encoded = self.video(batch.video)
        mask = encoded.mask[batch.items]  # (R, T)
        scores = (self.key(encoded.frames)[batch.items] @ self.query(question)[..., None])[..., 0]
        scores = (scores * self.sizes.width**-0.5).masked_fill(~mask, torch.finfo(scores.dtype).min)
        weights = scores.softmax(-1) * mask
        seen: Tensor = (weights[:, None] @ encoded.frames[batch.items])[:, 0]
        return seen
