"""Self-critical training: a model's own captions, made likelier where they are better than its others of a picture.

For each picture a beam gives k captions w; with r their CIDEr-D and b the mean of the k, the gradient is
-(1/k) Σ (r(w) - b) ∇ log p(w) (*Explaining transformer-based image captioning models*, eq. 10; Rennie et al. 2017;
Cornia et al. 2020). The usual code keeps the gradients of every step of the beam; here the beam runs without, and one
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
from cinescribe.train.objectives.image_batch import PictureWriter, StillBatch


@dataclass(frozen=True)
class CaptionReward:
    """CIDEr-D of captions in tokens, as `metrics.cider` gives it for their text; made by `CaptionReward.of`.

    Args:
        scorer: knows the references of all stills, and how many of them use each n-gram.
        spoken: the words, by the scorer's numbers, that each token is in the metric's ears; most are one, marks none.
    """

    scorer: CiderReward
    spoken: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, references: Sequence[Sequence[str]], tokens: Vocabulary) -> CaptionReward:
        """The reward of captions of some stills, whose references these are.

        Raises:
            ScoreError: when a still has no reference, or one without words.
        """
        numbers: dict[str, int] = {}

        def numbered(texts: Sequence[str]) -> list[list[int]]:
            return [[numbers.setdefault(word, len(numbers)) for word in words] for words in tokenize(texts)]

        scorer = CiderReward.of([numbered(texts) for texts in references])
        spoken = numbered([tokens.decode([token]) for token in range(len(tokens))])
        return cls(scorer, tuple(map(tuple, spoken)))

    def __call__(self, words: Tensor, stills: Tensor) -> Tensor:
        """The reward of each caption, (B, K), of words (B, K, L) about stills (B,)."""
        rows = [[word for token in row for word in self.spoken[token]] for row in words.flatten(0, 1).tolist()]
        lengths = np.array([len(row) for row in rows])
        padded = np.zeros((len(rows), max(lengths.max(initial=0), 1)), np.int64)
        padded[np.arange(padded.shape[1]) < lengths[:, None]] = [word for row in rows for word in row]
        items = stills.repeat_interleave(words.shape[1]).cpu().numpy()
        rewards = self.scorer.reward(padded, items, lengths=lengths)
        return torch.from_numpy(rewards).to(words.device, torch.float32).view(words.shape[:2])


@dataclass(frozen=True)
class SelfCriticalPass:
    """A beam's captions of each still, with what they earn beside each other.

    Nothing drops out, neither in the search nor in the pass that is differentiated: else the captions would not be
    those of the model whose log-probabilities they move.

    Args:
        tokens: the vocabulary.
        reward: of captions.
        longest: tokens of a caption at most, start and end included.
        n_beams: captions of a still, k.
    """

    tokens: Vocabulary
    reward: CaptionReward
    longest: int
    n_beams: int = 5
    name = "caption"
    weight = 1.0

    def count(self, batch: StillBatch) -> Tensor:
        """How many stills a batch has, ()."""
        return torch.tensor(len(batch.stills), device=batch.stills.device)

    def loss(self, model: Any, batch: StillBatch) -> Tensor:
        """Minus the mean reward of each still's captions, summed over stills, (), with the gradient of eq. 10."""
        with at_rest(model):
            words, there = self._written(model, batch.pictures)
            rewards = self.reward(words, batch.stills)
            log_probs = caption_log_probs(model, batch.pictures, words, tokens=self.tokens)
        n_there = there.sum(1, keepdim=True)
        baseline = (rewards * there).sum(1, keepdim=True) / n_there
        shares = there / n_there
        gained = ((rewards - baseline) * shares * log_probs).sum()
        # The second term has no gradient, and gives the loss the value whose gradient the first one estimates.
        return -gained + (gained - (rewards * shares).sum()).detach()

    def _written(self, model: Any, pictures: RegionBatch) -> tuple[Tensor, Tensor]:
        """The captions of a beam, (B, K, L), and which of them it found, (B, K): a picture may have fewer than K."""
        beams = beam_search(
            model,
            pictures,
            tokens=self.tokens,
            longest=self.longest,
            search=Search(self.n_beams),
            limits=still_limits(self.tokens),
        )
        return beams.words, beams.scores > -float("inf")


def caption_log_probs(model: PictureWriter, pictures: RegionBatch, words: Tensor, *, tokens: Vocabulary) -> Tensor:
    """Log-probability of each caption, (B, K), of words (B, K, L), in one pass that can be differentiated."""
    rows = words.flatten(0, 1)
    targets = rows[:, 1:] != tokens.pad
    hidden = model.hidden(rows[:, :-1], model.memory(pictures))[targets]
    logits = model.word_logits(hidden).float()
    of_words = logits.gather(1, rows[:, 1:][targets][:, None])[:, 0] - logits.logsumexp(1)
    return of_words.new_zeros(targets.shape).masked_scatter(targets, of_words).sum(1).view(words.shape[:2])


@contextmanager
def at_rest(model: nn.Module) -> Iterator[None]:
    """The model with its dropout off, and then as it was."""
    was_training = model.training
    model.eval()
    try:
        yield
    finally:
        model.train(was_training)
