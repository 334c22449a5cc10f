"""The commonsense models in tiny, and made-up clips with captions and phrases."""

import dataclasses
from typing import Any

import torch

from cinescribe.features.clip_sets.commonsense_batch import CommonsenseBatch
from cinescribe.models.commonsense.frame_encoder import FrameEncoderSizes
from cinescribe.models.commonsense.network import CommonsenseSizes
from cinescribe.models.commonsense.recurrent import (
    AttentionEncDec,
    S2vtCommonsense,
    TextOnlyGru,
)
from cinescribe.models.commonsense.single_decoder import (
    DenseCaptioner,
    TextOnlyTransformer,
)
from cinescribe.models.commonsense.v2c_transformer import V2cSelfAttention, V2cTransformer
from tests.models.sequence.clips import clips
from tests.models.set_dummies import D_ACTION, D_FRAME, VOCABULARY

WIDTH, N_LAYERS, N_HEADS, FF_WIDTH = 8, 2, 2, 12
SIZES: dict[str, Any] = {
    "n_words": len(VOCABULARY), "first_person": VOCABULARY.first_person, "n_people": VOCABULARY.n_people,
    "frame_width": D_FRAME, "action_width": D_ACTION, "n_tokens": 9, "width": WIDTH,
    "n_layers": N_LAYERS, "n_heads": N_HEADS, "ff_width": FF_WIDTH, "dropout": 0.0,
}  # fmt: skip
EVERY: dict[Any, Any] = {
    V2cTransformer: CommonsenseSizes,
    V2cSelfAttention: FrameEncoderSizes,
    AttentionEncDec: CommonsenseSizes,
    S2vtCommonsense: CommonsenseSizes,
    DenseCaptioner: FrameEncoderSizes,
    TextOnlyTransformer: CommonsenseSizes,
    TextOnlyGru: CommonsenseSizes,
}


def build(kind, **changes):
    torch.manual_seed(0)
    return kind(EVERY[kind](**{**SIZES, **changes})).eval()


def batch(*, seed=0):
    """Five clips with captions of 3 to 7 tokens, and phrases of 3 to 6 of all aspects but one of the second clip."""
    video = clips(seed=seed)
    generator = torch.Generator().manual_seed(seed)
    items = torch.tensor([0, 0, 0, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4])
    aspects = torch.tensor([0, 1, 2, 0, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2])
    return CommonsenseBatch(
        video=dataclasses.replace(video, words=video.words[:, :0], is_blank=video.is_blank[:, :0]),
        captions=_texts(torch.tensor([3, 7, 5, 4, 6]), generator),
        items=items,
        aspects=aspects,
        phrases=_texts(torch.arange(len(items)) % 4 + 3, generator),
    )


def _texts(lengths, generator):
    tokens = VOCABULARY
    first = tokens.first_person
    words = torch.randint(first, len(tokens), (len(lengths), int(lengths.max())), generator=generator)
    words[:, 0] = tokens.start
    words[torch.arange(len(lengths)), lengths - 1] = tokens.end
    return words.masked_fill(torch.arange(words.shape[1]) >= lengths[:, None], tokens.pad)
