"""Image captioning Transformers over region features: plain, with memory slots (SMArT), and meshed (M²).

*Explaining transformer-based image captioning models: An empirical analysis*, AI Communications 2022; equation
numbers are its. Transformer: Vaswani et al. 2017. SMArT: Cornia et al., ICRA 2020. M²: Cornia et al., CVPR 2020.
Where the paper is silent, the published code of M² is followed, so that its weights can be loaded (see `models.m2`):

- Regions go through a linear layer, a ReLU, dropout and layer normalisation; their boxes are not used.
- Word embeddings are initialised at deviation 1 and added to position embeddings; the first word has position 1.
- The cross-attention of each level is added to the word and normalised before the gates; the sum is divided by the
  root of the number of levels.
- Slots: see `MemorySlots`; 40 of them.

Beyond both, it has dropout inside attention, as `torch.nn.Transformer`, and a bias on the classifier of words.

Legend: `B` pictures, `M` regions, `L` tokens of a caption, `R` rows being decoded, `n` levels of the encoder that the
decoder attends to, `D` width, `V` vocabulary.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from cinescribe.errors import FeatureError, ModelError
from cinescribe.features.regions.region_batch import RegionBatch
from cinescribe.language.tokens.vocabulary import SPECIAL, Tokens
from cinescribe.layers.blocks import BlockSizes
from cinescribe.layers.classifier import Classifier
from cinescribe.layers.multi_level_decoder import MultiLevelDecoder, MultiLevelDecoderState
from cinescribe.layers.positions import SinusoidalPositions, StoredPositions
from cinescribe.layers.stacks import Encoder
from cinescribe.models.size_limits import check_sizes, check_tokens

N_SLOTS = 40  # memory slots of SMArT and M²
_POSITIVE = (
    "n_words",
    "region_width",
    "n_tokens",
    "n_encoder_layers",
    "n_decoder_layers",
    "width",
    "n_heads",
    "ff_width",
)


@dataclass(frozen=True)
class TransformerSizes:
    """The sizes of an image captioning Transformer; by default the plain one's.

    Args:
        n_words: tokens of the vocabulary, V.
        first_person, n_people: the person tokens, which image captions do not use.
        region_width: width of a region's features: 2048 for detectors, 768 for a ViT's grid.
        n_tokens: tokens of a caption at most, start and end included.
        n_encoder_layers, n_decoder_layers: blocks.
        width: of every token, D.
        n_heads: attention heads.
        ff_width: inner width of feed-forward parts, d_f.
        dropout: share dropped in training.
        n_memory: memory slots of each encoder block, n_m; 0 for none.
        meshed: whether words attend to all levels of the encoder, instead of the last.
        n_padded: regions to which every picture is padded with zeros that count as regions, as in the published M²; 0:
            only regions of the picture count.
        stored_positions: whether the vectors of positions come with the weights, instead of sinusoids.

    Raises:
        ModelError: when the sizes do not fit each other.
    """

    n_words: int
    first_person: int = len(SPECIAL)
    n_people: int = 0
    region_width: int = 2048
    n_tokens: int = 54
    n_encoder_layers: int = 3
    n_decoder_layers: int = 3
    width: int = 512
    n_heads: int = 8
    ff_width: int = 2048
    dropout: float = 0.1
    n_memory: int = 0
    meshed: bool = False
    n_padded: int = 0
    stored_positions: bool = False

    def __post_init__(self) -> None:
        check_sizes(self, positive=_POSITIVE)
        if self.width % (2 * self.n_heads):
            raise ModelError(
                f"a width of {self.width} cannot be divided among {self.n_heads} heads and sine-cosine pairs; "
                "make it a multiple of twice the heads"
            )

    @classmethod
    def for_tokens(cls, tokens: Tokens) -> TransformerSizes:
        """Return the plain Transformer's sizes for a vocabulary."""
        return cls(len(tokens), tokens.first_person, tokens.n_people)

    @property
    def n_levels(self) -> int:
        """Number of encoder levels that words attend to, n."""
        return self.n_encoder_layers if self.meshed else 1

    @property
    def blocks(self) -> BlockSizes:
        """The sizes of one encoder block; a decoder block has no slots."""
        return BlockSizes(self.width, self.n_heads, self.ff_width, self.dropout, n_slots=self.n_memory)


@dataclass(frozen=True)
class RegionMemory:
    """The encoded regions that words attend to.

    Args:
        levels: the outputs of the encoder's blocks, (n, B, M, D), the last block's last.
        mask: which columns are regions, (B, M).
    """

    levels: Tensor
    mask: Tensor

    def __len__(self) -> int:
        return len(self.mask)


class RegionTokens(nn.Module):
    """Region features projected to the width of the encoder.

    Args:
        sizes: sizes of the model.
    """

    def __init__(self, sizes: TransformerSizes) -> None:
        super().__init__()
        self.region_width = sizes.region_width
        self.narrower = nn.Linear(sizes.region_width, sizes.width)
        self.relu = nn.ReLU()
        self.dropout = nn.Dropout(sizes.dropout)
        self.norm = nn.LayerNorm(sizes.width)

    def forward(self, regions: Tensor) -> Tensor:
        """(B, M, Dr) to (B, M, D).

        Raises:
            FeatureError: when features have another width than the model's.
        """
        if regions.shape[-1] != self.region_width:
            raise FeatureError(
                f"the regions have width {regions.shape[-1]}, but the model takes "
                f"{self.region_width}; extract features as for its training"
            )
        tokens: Tensor = self.norm(self.dropout(self.relu(self.narrower(regions))))
        return tokens


class CaptionTransformer(nn.Module):
    """An encoder of regions, a decoder and a classifier of words.

    It is a `generate.step.Step`. With dropout off, decoding token by token or at once gives the same.

    Args:
        sizes: its sizes.
    """

    def __init__(self, sizes: TransformerSizes) -> None:
        super().__init__()
        self.sizes = sizes
        self.inputs = RegionTokens(sizes)
        self.encoder = Encoder(sizes.blocks, n_layers=sizes.n_encoder_layers)
        self.words = nn.Embedding(sizes.n_words, sizes.width)
        self.positions = (
            StoredPositions(sizes.n_tokens, sizes.width)
            if sizes.stored_positions
            else SinusoidalPositions(sizes.n_tokens, sizes.width, first=1)
        )
        self.decoder = MultiLevelDecoder(sizes.blocks, n_layers=sizes.n_decoder_layers, n_levels=sizes.n_levels)
        self.classifier = Classifier(sizes.width, sizes.n_words)

    def memory(self, batch: RegionBatch) -> RegionMemory:
        """Return the encoded regions of each picture.

        Raises:
            FeatureError: when regions have another width than the model's.
        """
        regions, mask = self._padded(batch) if self.sizes.n_padded else (batch.regions, batch.mask)
        levels = self.encoder.levels(self.inputs(regions), mask)
        return RegionMemory(levels[-self.sizes.n_levels :], mask)

    def _padded(self, batch: RegionBatch) -> tuple[Tensor, Tensor]:
        """The regions of pictures with rows of zeros behind them, all of which count."""
        regions = batch.regions * batch.mask[..., None]
        regions = functional.pad(regions, (0, 0, 0, max(self.sizes.n_padded - regions.shape[1], 0)))
        return regions, regions.new_ones(regions.shape[:2], dtype=torch.bool)

    def hidden(self, words: Tensor, memory: RegionMemory) -> Tensor:
        """Return the decoder's output for words (R, L), (R, L, D).

        Pictures may have several rows, side by side, each picture as many. Columns of padding behind a row's last word
        have no meaning.

        Raises:
            ModelError: when there are more tokens than the model takes, or tokens beyond its vocabulary.
        """
        n_rows = len(words) // max(len(memory), 1)
        pictures = torch.arange(len(memory), device=words.device).repeat_interleave(n_rows)
        out, _ = self._decoded(words, self.start_from(memory).select(pictures))
        return out

    def word_logits(self, hidden: Tensor) -> Tensor:
        """Logits over words, (..., D) to (..., V)."""
        logits: Tensor = self.classifier(hidden)
        return logits

    def start(self, batch: RegionBatch) -> MultiLevelDecoderState:
        """Return the state before the first token: a row for each picture."""
        return self.start_from(self.memory(batch))

    def start_from(self, memory: RegionMemory) -> MultiLevelDecoderState:
        """Return the state before the first token for a memory: a row for each of its pictures."""
        return self.decoder.start(memory.levels, memory.mask)

    def step(self, tokens: Tensor, state: MultiLevelDecoderState) -> tuple[Tensor, MultiLevelDecoderState]:
        """Take one token a row, (R,); gives the logits of the next, (R, V), and the state after it.

        Raises:
            ModelError: as `hidden`.
        """
        hidden, state = self._decoded(tokens[:, None], state)
        return self.word_logits(hidden[:, 0]), state

    def select(self, state: MultiLevelDecoderState, rows: Tensor) -> MultiLevelDecoderState:
        """Return the state of some rows, by number, (R',); a row may come several times."""
        return state.select(rows)

    def _decoded(self, words: Tensor, state: MultiLevelDecoderState) -> tuple[Tensor, MultiLevelDecoderState]:
        """Return the decoder's output for the next words (R, S), (R, S, D), and the state after them."""
        check_tokens(words, self.sizes.n_words)
        positions = torch.arange(state.n_read, state.n_read + words.shape[1], device=words.device)
        out, state = self.decoder(self.words(words) + self.positions(positions), state)
        return out, state


def transformer(sizes: TransformerSizes) -> CaptionTransformer:
    """Return the plain Transformer: the layers of `sizes`, 3 + 3 by default; no slots; only the last level."""
    return CaptionTransformer(dataclasses.replace(sizes, n_memory=0, meshed=False))


def smart(sizes: TransformerSizes) -> CaptionTransformer:
    """Return SMArT: 2 + 2 layers; an encoder with memory slots; only the last level."""
    n_memory = sizes.n_memory or N_SLOTS
    return CaptionTransformer(
        dataclasses.replace(sizes, n_encoder_layers=2, n_decoder_layers=2, n_memory=n_memory, meshed=False)
    )


def meshed_memory(sizes: TransformerSizes) -> CaptionTransformer:
    """Return M²: the layers of `sizes`, 3 + 3 by default; an encoder with memory slots; all its levels."""
    return CaptionTransformer(dataclasses.replace(sizes, n_memory=sizes.n_memory or N_SLOTS, meshed=True))
