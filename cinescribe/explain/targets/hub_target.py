"""Explainable captions of models of `transformers` that read pixels: GIT, BLIP and encoder-decoders.

These models have no ReLU, so Guided backpropagation refuses them; occlusion and the other gradient methods work.
`caption_grounding.sum_over_regions` sums attributions of pixels over boxes.

Legend: `h`, `w` the height and width of the model's input, `p` the side of a cell in pixels, `R` = (h / p) (w / p)
cells, row by row, `T` tokens, `L` words, `n` versions of the picture.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from cinescribe.errors import ModelError
from cinescribe.explain.attribution.token_text import word_log_probs
from cinescribe.features.encoders.hub_frames import Whole
from cinescribe.features.regions.regions import cell_boxes
from cinescribe.media.film.frame_scaling import Image
from cinescribe.models.hub.captioner import HubCaptioner
from cinescribe.models.hub.inputs import PlainViewer
from cinescribe.schema import Box

_MAX_TOKENS = 60  # of a caption
_TOKEN_ARGUMENT = {"git": "input_ids", "blip": "input_ids", "vision-encoder-decoder": "decoder_input_ids"}


@dataclass(frozen=True)
class HubCaption:
    """One caption, an `ExplainableCaption`.

    Args:
        model: the model of `transformers`, in evaluation mode.
        visual: the model's input, cut into cells, (R, 3 p p).
        size: (h, w).
        boxes: of the cells, as fractions of the original picture, (R, 4).
        tokens: the start token and the caption's tokens, without an end, (1 + T,).
        pieces: 1 where a token belongs to a word, (T, L).
        words: of the caption, L.
    """

    model: Any
    visual: Tensor
    size: tuple[int, int]
    boxes: NDArray[np.float32]
    tokens: Tensor
    pieces: Tensor
    words: tuple[str, ...]

    def scores(self, visual: Tensor) -> Tensor:
        """Return the log-probability of each word, summed over its tokens, for `visual` (n, R, 3 p p), (n, L)."""
        tokens = self.tokens.expand(len(visual), -1)
        named = {_TOKEN_ARGUMENT[self.model.config.model_type]: tokens[:, :-1]}
        logits = self.model(pixel_values=joined_cells(visual, self.size), **named).logits
        own = logits[:, -(tokens.shape[1] - 1) :]  # GIT has the picture before its words
        return word_log_probs(own, tokens[:, 1:]) @ self.pieces


def hub_caption(captioner: HubCaptioner, image: Image, *, cell: int = 1) -> HubCaption:
    """Caption a picture by greedy decoding, ready to be explained.

    Args:
        captioner: of a model that reads single pictures and needs no prompt.
        image: the picture, (H, W, 3).
        cell: side of the cells, in pixels of the model's input, which it must divide; 1 explains single pixels, larger
            cells make occlusion affordable.

    Raises:
        ModelError: when the model is of another kind, or the cells do not divide its input.
    """
    viewer, model = captioner.viewer, captioner.model
    kind = model.config.model_type
    if kind not in _TOKEN_ARGUMENT or not isinstance(viewer, PlainViewer) or viewer.is_video:
        raise ModelError(
            f"{captioner.name} is a {kind!r} that takes prompts or films, which cannot be explained; give one of "
            f"{', '.join(_TOKEN_ARGUMENT)} that captions single pictures"
        )
    pixels = viewer.inputs(image[None])["pixel_values"].to(model.device)
    high, wide = pixels.shape[-2:]
    if cell < 1 or high % cell or wide % cell:
        raise ModelError(f"`cell` is {cell} pixels, but the model's input is {wide} by {high}; give a divisor")
    tokens = _written(model, pixels)
    words, pieces = _words(captioner.tokenizer, tokens[1:].tolist())
    cells = cell_boxes(high // cell, wide // cell)
    return HubCaption(
        model=model,
        visual=cut_cells(pixels, cell)[0],
        size=(high, wide),
        boxes=_in_picture(np.array(cells, np.float32), _visible_box(viewer.prepare, image)),
        tokens=tokens,
        pieces=pieces.to(pixels),
        words=words,
    )


def cut_cells(pixels: Tensor, cell: int) -> Tensor:
    """Cut pictures (n, 3, h, w) into cells, (n, R, 3 p p)."""
    n, colours, high, wide = pixels.shape
    cut = pixels.reshape(n, colours, high // cell, cell, wide // cell, cell)
    return cut.permute(0, 2, 4, 1, 3, 5).reshape(n, -1, colours * cell * cell)


def joined_cells(cells: Tensor, size: tuple[int, int]) -> Tensor:
    """Join cells (n, R, 3 p p) into pictures of a size, (n, 3, h, w)."""
    (high, wide), (n, n_cells, _) = size, cells.shape
    cell = round((high * wide / n_cells) ** 0.5)
    cut = cells.view(n, high // cell, wide // cell, 3, cell, cell)
    return cut.permute(0, 3, 1, 4, 2, 5).reshape(n, 3, high, wide)


@torch.no_grad()
def _written(model: Any, pixels: Tensor) -> Tensor:
    """Return the start token and the tokens that a model writes, without an end, (1 + T,)."""
    tokens: Tensor = model.generate(pixel_values=pixels, max_new_tokens=_MAX_TOKENS, do_sample=False, num_beams=1)[0]
    ends = np.atleast_1d(np.array(model.generation_config.eos_token_id, np.float64))
    is_end = torch.from_numpy(np.isin(tokens[1:].cpu().numpy(), ends))
    return tokens[: 1 + int(is_end.int().argmax())] if bool(is_end.any()) else tokens


def _words(tokenizer: Any, tokens: list[int]) -> tuple[tuple[str, ...], Tensor]:
    """Return the words of tokens, and which tokens belong to each word, (T, L); special tokens belong to none."""
    prefixes = [tokenizer.decode(tokens[: n + 1], skip_special_tokens=True).split() for n in range(len(tokens))]
    words = tuple(prefixes[-1]) if prefixes else ()
    pieces = torch.zeros(len(tokens), len(words))
    for number, (token, prefix) in enumerate(zip(tokens, prefixes, strict=True)):
        if prefix and token not in tokenizer.all_special_ids:
            pieces[number, min(len(prefix), len(words)) - 1] = 1
    return words, pieces


def _visible_box(prepare: Any, image: Image) -> Box:
    """Return the part of a picture that a model is shown: the centre crop, or all of it."""
    if not isinstance(prepare, Whole) or prepare.crop is None:
        return (0.0, 0.0, 1.0, 1.0)
    high, wide = image.shape[:2]
    if prepare.size is not None:
        high, wide = prepare.size
    elif prepare.shortest is not None:
        high, wide = (round(side * prepare.shortest / min(high, wide)) for side in (high, wide))
    share_high, share_wide = (crop / side for crop, side in zip(prepare.crop, (high, wide), strict=True))
    return ((1 - share_wide) / 2, (1 - share_high) / 2, (1 + share_wide) / 2, (1 + share_high) / 2)


def _in_picture(cells: NDArray[np.float32], part: Box) -> NDArray[np.float32]:
    """Return boxes in a part of a picture as boxes in the whole picture; padding lies outside."""
    x0, y0, x1, y1 = part
    scale, origin = np.array([x1 - x0, y1 - y0] * 2), np.array([x0, y0] * 2)
    boxes: NDArray[np.float32] = (cells * scale + origin).astype(np.float32)
    return boxes
