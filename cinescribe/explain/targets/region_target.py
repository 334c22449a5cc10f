"""Explainable captions of a `CaptionTransformer`, whose parts are the regions of a picture."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from cinescribe.errors import ModelError
from cinescribe.explain.attribution.attention_capture import AttentionRecorder
from cinescribe.explain.attribution.rollout import AttentionWeights
from cinescribe.explain.attribution.token_text import token_words, word_log_probs
from cinescribe.features.regions.region_batch import RegionBatch
from cinescribe.language.tokens.vocabulary import Tokens
from cinescribe.models.transformer import CaptionTransformer


@dataclass(frozen=True)
class RegionCaption:
    """One caption, an `ExplainableCaption` and a `CaptionWithAttention`.

    Args:
        model: in evaluation mode.
        visual: features of the picture's regions, (R, D).
        boxes: of the regions, as fractions of the picture, (R, 4).
        tokens: the start token and the caption's tokens, without an end, (1 + L,).
        words: the caption's words, L.
    """

    model: CaptionTransformer
    visual: Tensor
    boxes: Tensor
    tokens: Tensor
    words: tuple[str, ...]

    def scores(self, visual: Tensor) -> Tensor:
        """Return the log-probability of each word for region features `visual` (n, R, D), (n, L)."""
        words = self.tokens.expand(len(visual), -1)
        logits = self.model.word_logits(self.model.hidden(words[:, :-1], self.model.memory(self._batch(visual))))
        return word_log_probs(logits, words[:, 1:])

    @torch.no_grad()
    def attention_weights(self) -> AttentionWeights:
        """Return the attention weights, averaged over heads, without those of memory slots and padding.

        These show no region.
        """
        recorder = AttentionRecorder()
        with recorder:
            self.scores(self.visual[None])
        sizes, n_regions = self.model.sizes, len(self.visual)
        encoder, decoder = recorder.weights[: sizes.n_encoder_layers], recorder.weights[sizes.n_encoder_layers :]
        return AttentionWeights(
            encoder=tuple(weights[0, :n_regions, :n_regions] for weights in encoder),
            decoder_self=tuple(weights[0] for weights in decoder[::2]),
            decoder_cross=tuple(weights[..., :n_regions] for weights in decoder[1::2]),
        )

    def _batch(self, visual: Tensor) -> RegionBatch:
        n, n_regions = visual.shape[:2]
        mask = torch.ones(n, n_regions, dtype=torch.bool, device=visual.device)
        return RegionBatch(visual, mask, self.boxes.expand(n, -1, -1), self.tokens[1:].expand(n, -1))


def region_captions(
    model: CaptionTransformer, batch: RegionBatch, written: Tensor, *, tokens: Tokens
) -> list[RegionCaption]:
    """Return the captions of a batch of pictures, ready to be explained.

    Args:
        model: in evaluation mode.
        batch: the pictures.
        written: their captions from start to end, right-padded, (B, L).
        tokens: the vocabulary.

    Raises:
        ModelError: when the model is in training mode, where dropout is on.
    """
    check_in_eval_mode(model)
    return [
        _caption(model, regions[mask], boxes[mask], words, tokens)
        for regions, mask, boxes, words in zip(batch.regions, batch.mask, batch.boxes, written, strict=True)
    ]


def check_in_eval_mode(model: torch.nn.Module) -> None:
    """Raise if a model is in training mode, where dropout is on.

    Raises:
        ModelError: when it is.
    """
    if model.training:
        raise ModelError(
            "a model in training mode cannot be explained, because its dropout is random; call .eval() on it"
        )


def _caption(model: CaptionTransformer, regions: Tensor, boxes: Tensor, words: Tensor, tokens: Tokens) -> RegionCaption:
    written = words[(words != tokens.pad) & (words != tokens.end)]
    return RegionCaption(model, regions, boxes, written, token_words(written[1:].tolist(), tokens))
