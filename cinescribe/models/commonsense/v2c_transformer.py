"""The V2C-Transformer: a video encoder, a decoder of captions, and a decoder of commonsense that attends to both.

Equations 1 to 4 of the paper. One decoder writes all three aspects. The queries of its cross-attention are the outputs
of the block before; keys and values are [v, s]: the encoded frames and the last hidden states of the caption decoder,
through which gradients flow. In completion the caption is given, in generation the decoder wrote it.
"""

from __future__ import annotations

from cinescribe.models.commonsense.frame_encoder import FrameEncoder, FrameEncoderSizes
from cinescribe.models.commonsense.network import CommonsenseSizes
from cinescribe.models.commonsense.text_decoder import TextDecoder
from cinescribe.models.commonsense.two_decoders import TwoDecoders


class V2cTransformer(TwoDecoders):
    """The V2C-Transformer.

    Args:
        sizes: its sizes.
    """

    def __init__(self, sizes: CommonsenseSizes) -> None:
        super().__init__(sizes, lambda: TextDecoder(sizes, n_positions=sizes.n_tokens))  # D_CAP and D_CMS


class V2cSelfAttention(TwoDecoders):
    """The V2C-Transformer with self-attention over frames in place of the paper's LSTM: a row of our own.

    Args:
        sizes: its sizes.
    """

    def __init__(self, sizes: FrameEncoderSizes) -> None:
        super().__init__(sizes, lambda: TextDecoder(sizes, n_positions=sizes.n_tokens), video=FrameEncoder(sizes))
