"""Captions by models of `transformers`, to be explained by the pixels they were shown: GIT, BLIP, encoder-decoders.

Their activations are no ReLUs, so Guided backpropagation refuses them; the other methods by gradients, and occlusion,
explain them. Attributions of pixels are added up over boxes by `grounded.on_regions`.

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
from cinescribe.explain.attribution.token_text import log_probs_of_words
from cinescribe.features.encoders.hub_frames import Whole
from cinescribe.features.regions.regions import cell_boxes
from cinescribe.media.film.frame_scaling import Image
from cinescribe.models.hub.captioner import HubCaptioner
from cinescribe.models.hub.inputs import PlainViewer
from cinescribe.schema import Box

_MOST_TOKENS = 60  # of a caption
_TOKENS_AS = {"git": "input_ids", "blip": "input_ids", "vision-encoder-decoder": "decoder_input_ids"}


@dataclass(frozen=True)
class HubCaption:
    """One caption; `explain.attribution.Explained`.

    Args:
        model: the model of `transformers`, in evaluation mode.
        visual: the picture as the model takes it, cut into cells, (R, 3 p p).
        size: (h, w).
        boxes: where the cells lie in the picture itself, as fractions, (R, 4).
        tokens: the caption's, from the start on, without an end, (1 + T,).
        pieces: which tokens spell each word, (T, L).
        words: L.
    """

    model: Any
    visual: Tensor
    size: tuple[int, int]
    boxes: NDArray[np.float32]
    tokens: Tensor
    pieces: Tensor
    words: tuple[str, ...]

    def scores(self, visual: Tensor) -> Tensor:
        """The log-probability of each word, the sum over its tokens, had `visual` (n, R, 3 p p) been seen, (n, L)."""
        tokens = self.tokens.expand(len(visual), -1)
        named = {_TOKENS_AS[self.model.config.model_type]: tokens[:, :-1]}
        logits = self.model(pixel_values=joined_cells(visual, self.size), **named).logits
        own = logits[:, -(tokens.shape[1] - 1) :]  # GIT's picture stands before its words
        return log_probs_of_words(own, tokens[:, 1:]) @ self.pieces


def hub_caption(captioner: HubCaptioner, image: Image, *, cell: int = 1) -> HubCaption:
    """What a model writes of a picture, the likeliest token by token.

    Args:
        captioner: of a model that describes pictures unasked, one at a time.
        image: the picture, (H, W, 3).
        cell: side of the cells in pixels of the model's input, which it must divide; 1 explains pixel by pixel, more
            makes occlusion affordable.

    Raises:
        ModelError: when the model is of another kind, or the cells do not fit its input.
    """
    viewer, model = captioner.viewer, captioner.model
    kind = model.config.model_type
    if kind not in _TOKENS_AS or not isinstance(viewer, PlainViewer) or viewer.is_video:
        raise ModelError(
            f"{captioner.name} is a {kind!r} that takes prompts or films; one of {', '.join(_TOKENS_AS)} that "
            "describes single pictures can be explained"
        )
    pixels = viewer.inputs(image[None], "")["pixel_values"].to(model.device)
    high, wide = pixels.shape[-2:]
    if cell < 1 or high % cell or wide % cell:
        raise ModelError(f"cells of {cell} pixels came, but the model's input is {wide} by {high}; take a divisor")
    tokens = _written(model, pixels)
    words, pieces = _words(captioner.tokenizer, tokens[1:].tolist())
    cells = cell_boxes(high // cell, wide // cell)
    return HubCaption(
        model=model,
        visual=cut_cells(pixels, cell)[0],
        size=(high, wide),
        boxes=_in_picture(np.array(cells, np.float32), _kept(viewer.prepare, image)),
        tokens=tokens,
        pieces=pieces.to(pixels),
        words=words,
    )


def cut_cells(pixels: Tensor, cell: int) -> Tensor:
    """Pictures (n, 3, h, w) as cells, (n, R, 3 p p)."""
    n, colours, high, wide = pixels.shape
    cut = pixels.reshape(n, colours, high // cell, cell, wide // cell, cell)
    return cut.permute(0, 2, 4, 1, 3, 5).reshape(n, -1, colours * cell * cell)


def joined_cells(cells: Tensor, size: tuple[int, int]) -> Tensor:
    """Cells (n, R, 3 p p) as pictures of some size, (n, 3, h, w)."""
    (high, wide), (n, n_cells, _) = size, cells.shape
    cell = round((high * wide / n_cells) ** 0.5)
    cut = cells.view(n, high // cell, wide // cell, 3, cell, cell)
    return cut.permute(0, 3, 1, 4, 2, 5).reshape(n, 3, high, wide)


@torch.no_grad()
def _written(model: Any, pixels: Tensor) -> Tensor:
    """The tokens that a model writes, from the start on, without an end, (1 + T,)."""
    found: Tensor = model.generate(pixel_values=pixels, max_new_tokens=_MOST_TOKENS, do_sample=False, num_beams=1)[0]
    ends = np.atleast_1d(np.array(model.generation_config.eos_token_id, np.float64))
    is_end = torch.from_numpy(np.isin(found[1:].cpu().numpy(), ends))
    return found[: 1 + int(is_end.int().argmax())] if bool(is_end.any()) else found


def _words(tokenizer: Any, tokens: list[int]) -> tuple[tuple[str, ...], Tensor]:
    """The words that tokens spell, and which tokens spell each, (T, L); tokens that are special spell none."""
    spelt = [tokenizer.decode(tokens[: n + 1], skip_special_tokens=True).split() for n in range(len(tokens))]
    words = tuple(spelt[-1]) if spelt else ()
    pieces = torch.zeros(len(tokens), len(words))
    for number, (token, so_far) in enumerate(zip(tokens, spelt, strict=True)):
        if so_far and token not in tokenizer.all_special_ids:
            pieces[number, min(len(so_far), len(words)) - 1] = 1
    return words, pieces


def _kept(prepare: Any, image: Image) -> Box:
    """The part of a picture that a model is shown: what is cut from its middle, or all of it."""
    if not isinstance(prepare, Whole) or prepare.crop is None:
        return (0.0, 0.0, 1.0, 1.0)
    high, wide = image.shape[:2]
    if prepare.size is not None:
        high, wide = prepare.size
    elif prepare.shortest is not None:
        high, wide = (round(side * prepare.shortest / min(high, wide)) for side in (high, wide))
    share_high, share_wide = (want / have for want, have in zip(prepare.crop, (high, wide), strict=True))
    return ((1 - share_wide) / 2, (1 - share_high) / 2, (1 + share_wide) / 2, (1 + share_high) / 2)


def _in_picture(cells: NDArray[np.float32], kept: Box) -> NDArray[np.float32]:
    """Boxes in a part of a picture as boxes in the picture; what was added around it lies outside."""
    x0, y0, x1, y1 = kept
    scale, origin = np.array([x1 - x0, y1 - y0] * 2), np.array([x0, y0] * 2)
    found: NDArray[np.float32] = (cells * scale + origin).astype(np.float32)
    return found
