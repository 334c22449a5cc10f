"""Captions of pictures, to be explained by the regions that a `CaptionTransformer` was shown."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from cinescribe.errors import ModelError
from cinescribe.explain.attribution.attention_capture import AttentionSeen
from cinescribe.explain.attribution.rollout import Looks
from cinescribe.explain.attribution.token_text import log_probs_of_words, spelt_tokens
from cinescribe.features.regions.region_batch import RegionBatch
from cinescribe.language.tokens.vocabulary import Tokens
from cinescribe.models.transformer import CaptionTransformer


@dataclass(frozen=True)
class RegionCaption:
    """One caption; `explain.attribution.Explained`, and `explain.rollout.Attended`.

    Args:
        model: in evaluation mode.
        visual: rows of the picture's regions, (R, D).
        boxes: where they lie, as fractions of the picture, (R, 4).
        tokens: the start and the caption's tokens, without an end, (1 + L,).
        words: the caption's words, L.
    """

    model: CaptionTransformer
    visual: Tensor
    boxes: Tensor
    tokens: Tensor
    words: tuple[str, ...]

    def scores(self, visual: Tensor) -> Tensor:
        """The log-probability of each word, had the regions looked like `visual` (n, R, D), (n, L)."""
        words = self.tokens.expand(len(visual), -1)
        logits = self.model.word_logits(self.model.hidden(words[:, :-1], self.model.memory(self._shown(visual))))
        return log_probs_of_words(logits, words[:, 1:])

    @torch.no_grad()
    def looks(self) -> Looks:
        """Its attention, heads averaged; that to memory slots is left out, as they hold nothing of the picture."""
        seen = AttentionSeen()
        with seen:
            self.scores(self.visual[None])
        sizes, n_regions = self.model.sizes, len(self.visual)
        encoder, decoder = seen.weights[: sizes.n_encoder_layers], seen.weights[sizes.n_encoder_layers :]
        return Looks(
            encoder=tuple(weights[0, :, :n_regions] for weights in encoder),
            reading=tuple(weights[0] for weights in decoder[::2]),
            looking=tuple(weights for weights in decoder[1::2]),
        )

    def _shown(self, visual: Tensor) -> RegionBatch:
        n, n_regions = visual.shape[:2]
        there = torch.ones(n, n_regions, dtype=torch.bool, device=visual.device)
        return RegionBatch(visual, there, self.boxes.expand(n, -1, -1), self.tokens[1:].expand(n, -1))


def region_captions(
    model: CaptionTransformer, batch: RegionBatch, written: Tensor, *, tokens: Tokens
) -> list[RegionCaption]:
    """The captions that a model wrote of pictures, one a picture, each with its own regions alone.

    Args:
        model: in evaluation mode.
        batch: the pictures.
        written: their captions from start to end, right-padded, (B, L), as `generate.written.Written.words`.
        tokens: the vocabulary.

    Raises:
        ModelError: when the model is in training mode, in which it drops out.
    """
    check_steady(model)
    return [
        _caption(model, regions[there], boxes[there], words, tokens)
        for regions, there, boxes, words in zip(batch.regions, batch.mask, batch.boxes, written, strict=True)
    ]


def check_steady(model: torch.nn.Module) -> None:
    """Refuse a model that drops out.

    Raises:
        ModelError: when it is in training mode.
    """
    if model.training:
        raise ModelError("a model in training mode came to be explained, which drops out at random; call .eval() on it")


def _caption(model: CaptionTransformer, regions: Tensor, boxes: Tensor, words: Tensor, tokens: Tokens) -> RegionCaption:
    said = words[(words != tokens.pad) & (words != tokens.end)]
    return RegionCaption(model, regions, boxes, said, spelt_tokens(said[1:].tolist(), tokens))
