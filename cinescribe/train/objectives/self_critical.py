"""Self-critical training: captions of the model that score above the mean of their image become more likely.

Beam search gives k captions w of each picture. With r their CIDEr-D and b the mean of the k, the gradient is
-(1/k) Σ (r(w) - b) ∇ log p(w) (*Explaining transformer-based image captioning models*, eq. 10; Rennie et al. 2017;
Cornia et al. 2020). The usual code keeps the gradients of every step of the beam; here beam search keeps none, and one
teacher-forced pass over its captions gives the same log-probabilities with their gradients.

Legend: `B` pictures, `K` captions of a picture, `L` tokens of a caption.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from cinescribe.features.regions.region_batch import RegionBatch
from cinescribe.generate.beam import Search, beam_search
from cinescribe.generate.logit_constraints import still_limits
from cinescribe.language.tokens.tokenize import tokenize
from cinescribe.language.tokens.vocabulary import Vocabulary
from cinescribe.metrics.overlap.cider_reward import CiderReward
from cinescribe.train.objectives.image_batch import ImageBatch, ImageCaptionModel


@dataclass(frozen=True)
class CaptionReward:
    """CIDEr-D of captions given as tokens, equal to `metrics.cider` of their text; see `from_references`.

    Args:
        scorer: holds the references of all images and the document frequencies of their n-grams.
        metric_words: by token, the ids of the scorer's words in it: one for most tokens, none for punctuation.
    """

    scorer: CiderReward
    metric_words: tuple[tuple[int, ...], ...]

    @classmethod
    def from_references(cls, references: Sequence[Sequence[str]], tokens: Vocabulary) -> CaptionReward:
        """Return the reward of captions of images with these references.

        Raises:
            ScoreError: when an image has no reference, or one without words.
        """
        ids: dict[str, int] = {}

        def word_ids(texts: Sequence[str]) -> list[list[int]]:
            return [[ids.setdefault(word, len(ids)) for word in words] for words in tokenize(texts)]

        scorer = CiderReward.of([word_ids(texts) for texts in references])
        metric_words = word_ids([tokens.decode([token]) for token in range(len(tokens))])
        return cls(scorer, tuple(map(tuple, metric_words)))

    def __call__(self, words: Tensor, stills: Tensor) -> Tensor:
        """Return the reward of each caption, (B, K), for words (B, K, L) and image indices (B,)."""
        rows = [[word for token in row for word in self.metric_words[token]] for row in words.flatten(0, 1).tolist()]
        lengths = np.array([len(row) for row in rows])
        padded = np.zeros((len(rows), max(lengths.max(initial=0), 1)), np.int64)
        padded[np.arange(padded.shape[1]) < lengths[:, None]] = [word for row in rows for word in row]
        items = stills.repeat_interleave(words.shape[1]).cpu().numpy()
        rewards = self.scorer.reward(padded, items, lengths=lengths)
        return torch.from_numpy(rewards).to(words.device, torch.float32).view(words.shape[:2])


@dataclass(frozen=True)
class SelfCriticalObjective:
    """REINFORCE on the captions of beam search, with their mean reward as baseline.

    Dropout is off in beam search and in the pass that computes gradients: both must use the same model.

    Args:
        tokens: the vocabulary.
        reward: the reward of captions.
        longest: maximum tokens of a caption, with start and end.
        n_beams: captions of an image, k.
    """

    tokens: Vocabulary
    reward: CaptionReward
    longest: int
    n_beams: int = 5
    name = "caption"
    weight = 1.0

    def count(self, batch: ImageBatch) -> Tensor:
        """Return the number of images in a batch, ()."""
        return torch.tensor(len(batch.stills), device=batch.stills.device)

    def loss(self, model: Any, batch: ImageBatch) -> Tensor:
        """Return minus the mean reward of each image, summed over images, (), with the gradient of eq. 10."""
        with evaluation_mode(model):
            words, is_caption = self._sample(model, batch.pictures)
            rewards = self.reward(words, batch.stills)
            log_probs = caption_log_probs(model, batch.pictures, words, tokens=self.tokens)
        n_captions = is_caption.sum(1, keepdim=True)
        baseline = (rewards * is_caption).sum(1, keepdim=True) / n_captions
        shares = is_caption / n_captions
        surrogate = ((rewards - baseline) * shares * log_probs).sum()
        # The second term has no gradient; it sets the value of the loss to minus the mean reward.
        return -surrogate + (surrogate - (rewards * shares).sum()).detach()

    def _sample(self, model: Any, pictures: RegionBatch) -> tuple[Tensor, Tensor]:
        """The captions of beam search, (B, K, L), and a mask, (B, K): a picture may have fewer than K captions."""
        beams = beam_search(
            model,
            pictures,
            tokens=self.tokens,
            longest=self.longest,
            search=Search(self.n_beams),
            limits=still_limits(self.tokens),
        )
        return beams.words, beams.scores > -float("inf")


def caption_log_probs(model: ImageCaptionModel, pictures: RegionBatch, words: Tensor, *, tokens: Vocabulary) -> Tensor:
    """Return the log-probability of each caption, (B, K), of words (B, K, L), with gradients, in one pass."""
    rows = words.flatten(0, 1)
    targets = rows[:, 1:] != tokens.pad
    hidden = model.hidden(rows[:, :-1], model.memory(pictures))[targets]
    logits = model.word_logits(hidden).float()
    log_probs = logits.gather(1, rows[:, 1:][targets][:, None])[:, 0] - logits.logsumexp(1)
    return log_probs.new_zeros(targets.shape).masked_scatter(targets, log_probs).sum(1).view(words.shape[:2])


@contextmanager
def evaluation_mode(model: nn.Module) -> Iterator[None]:
    """Put the model into evaluation mode for a `with` block."""
    was_training = model.training
    model.eval()
    try:
        yield
    finally:
        model.train(was_training)
