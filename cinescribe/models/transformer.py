"""Captioners of pictures: one family of Transformers over regions, plain, with memory slots, and meshed.

*Explaining transformer-based image captioning models: An empirical analysis*, AI Communications 2022; equations are
its. Transformer: Vaswani et al. 2017. SMArT: Cornia et al., ICRA 2020. M²: Cornia et al., CVPR 2020.
Where the paper is silent, the published code of M² is followed, so that its weights can be loaded (`models.m2_names`):

- Regions go through a linear map, a ReLU, dropout and a layer normalisation; where they lie in the picture is not told.
- Words are looked up at deviation 1 and added to their position; the first word stands at place 1 of the sinusoids.
- What is found at each level is added to the word and normalised before the gates; their sum is divided by the root
  of the number of levels.
- Slots: see `MemorySlots`; 40 of them.

Of its own it has dropout inside attention, as `torch.nn.Transformer`, and a bias on the classifier of words.

Legend: `B` pictures, `M` regions, `L` tokens of a caption, `R` rows being read, `n` levels of the encoder that the
decoder looks at, `D` width, `V` vocabulary.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from cinescribe.errors import FeatureError, ModelError
from cinescribe.features.regions.region_batch import RegionBatch
from cinescribe.language.tokens.vocabulary import SPECIAL, Tokens
from cinescribe.layers.blocks import BlockSizes
from cinescribe.layers.classifier import Classifier
from cinescribe.layers.multi_level_decoder import LevelDecoder, LevelReading
from cinescribe.layers.positions import SinusoidalPositions
from cinescribe.layers.stacks import Encoder

N_SLOTS = 40  # of SMArT's and M²'s encoders
_COUNTED = (
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
    """The sizes of a captioner of pictures; by default the plain Transformer's.

    Args:
        n_words: tokens of the vocabulary, V.
        first_person, n_people: the run of person tokens, which captions of pictures do not use.
        region_width: width of a region's row: 2048 of detectors, 768 of a ViT's grid.
        n_tokens: tokens of a caption at most, start and end included.
        n_encoder_layers, n_decoder_layers: blocks.
        width: of every token, D.
        n_heads: attention heads.
        ff_width: inner width of feed-forward parts, d_f.
        dropout: share left out in training.
        n_memory: memory slots of each encoder block, n_m; 0 for none.
        meshed: words look at all levels of the encoder, not at the last alone.

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

    def __post_init__(self) -> None:
        for name, least in {**dict.fromkeys(_COUNTED, 1), "n_memory": 0}.items():
            if getattr(self, name) < least:
                raise ModelError(f"{name} came as {getattr(self, name)}; {least} or more is wanted")
        if not 0 <= self.dropout < 1:
            raise ModelError(f"dropout came as {self.dropout}; a share from 0 up to 1 is wanted")
        if self.width % (2 * self.n_heads):
            raise ModelError(
                f"a width of {self.width} cannot be shared by {self.n_heads} heads and by sines and cosines; "
                "make it a multiple of twice the heads"
            )

    @classmethod
    def for_tokens(cls, tokens: Tokens) -> TransformerSizes:
        """The plain Transformer's sizes for a vocabulary."""
        return cls(len(tokens), tokens.first_person, tokens.n_people)

    @property
    def n_levels(self) -> int:
        """Levels of the encoder that words look at, n."""
        return self.n_encoder_layers if self.meshed else 1

    @property
    def blocks(self) -> BlockSizes:
        """The sizes of one encoder block; a decoder block has no slots."""
        return BlockSizes(self.width, self.n_heads, self.ff_width, self.dropout, n_slots=self.n_memory)


@dataclass(frozen=True)
class RegionMemory:
    """What words look at.

    Args:
        levels: the regions as the encoder's blocks leave them, (n, B, M, D); the last block's last.
        mask: which regions are there, (B, M).
    """

    levels: Tensor
    mask: Tensor

    def __len__(self) -> int:
        return len(self.mask)


class RegionTokens(nn.Module):
    """Rows of regions as tokens of the encoder."""

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
            FeatureError: when rows are of another width than the model's.
        """
        if regions.shape[-1] != self.region_width:
            raise FeatureError(
                f"regions of {regions.shape[-1]} numbers came, but the model reads rows of "
                f"{self.region_width}; extract features as for its training"
            )
        tokens: Tensor = self.norm(self.dropout(self.relu(self.narrower(regions))))
        return tokens


class CaptionTransformer(nn.Module):
    """Encoder of regions, decoder and classifier of words.

    It is a `generate.step.Step`. With dropout off, reading token by token or at once is the same.

    Args:
        sizes: how large it is.
    """

    def __init__(self, sizes: TransformerSizes) -> None:
        super().__init__()
        self.sizes = sizes
        self.inputs = RegionTokens(sizes)
        self.encoder = Encoder(sizes.blocks, n_layers=sizes.n_encoder_layers)
        self.words = nn.Embedding(sizes.n_words, sizes.width)
        self.positions = SinusoidalPositions(sizes.n_tokens, sizes.width, first=1)
        self.decoder = LevelDecoder(sizes.blocks, n_layers=sizes.n_decoder_layers, n_levels=sizes.n_levels)
        self.classifier = Classifier(sizes.width, sizes.n_words)

    def memory(self, batch: RegionBatch) -> RegionMemory:
        """What words look at in each picture.

        Raises:
            FeatureError: when rows of regions are of another width than the model's.
        """
        levels = self.encoder.levels(self.inputs(batch.regions), batch.mask)
        return RegionMemory(levels[-self.sizes.n_levels :], batch.mask)

    def hidden(self, words: Tensor, memory: RegionMemory) -> Tensor:
        """What the decoder makes of words (R, L) with all before them, (R, L, D).

        A picture may have several rows, side by side, and all pictures as many. Columns of padding behind a row's last
        word mean nothing.

        Raises:
            ModelError: when there are more tokens than the model reads, or tokens beyond its vocabulary.
        """
        n_rows = len(words) // max(len(memory), 1)
        pictures = torch.arange(len(memory), device=words.device).repeat_interleave(n_rows)
        out, _ = self._read(words, self.start_from(memory).select(pictures))
        return out

    def word_logits(self, hidden: Tensor) -> Tensor:
        """Logits over words, (..., D) to (..., V)."""
        logits: Tensor = self.classifier(hidden)
        return logits

    def start(self, batch: RegionBatch) -> LevelReading:
        """Nothing read yet: a row for each picture."""
        return self.start_from(self.memory(batch))

    def start_from(self, memory: RegionMemory) -> LevelReading:
        """Nothing read yet, before a memory: a row for each of its pictures."""
        return self.decoder.start(memory.levels, memory.mask)

    def step(self, tokens: Tensor, state: LevelReading) -> tuple[Tensor, LevelReading]:
        """Read one token a row, (R,); gives the logits of the next, (R, V), and the state after it.

        Raises:
            ModelError: as `hidden`.
        """
        hidden, state = self._read(tokens[:, None], state)
        return self.word_logits(hidden[:, 0]), state

    def select(self, state: LevelReading, rows: Tensor) -> LevelReading:
        """The state of some rows, by number, (R',); a row may come several times."""
        return state.select(rows)

    def _read(self, words: Tensor, state: LevelReading) -> tuple[Tensor, LevelReading]:
        """The decoder's output for the next words (R, S), (R, S, D), and the state after them."""
        self._check_words(words)
        places = torch.arange(state.n_read, state.n_read + words.shape[1], device=words.device)
        out, state = self.decoder(self.words(words) + self.positions(places), state)
        return out, state

    def _check_words(self, words: Tensor) -> None:
        if words.numel() and int(words.max()) >= self.sizes.n_words:
            raise ModelError(
                f"token {int(words.max())} came, but the model's vocabulary has {self.sizes.n_words}; "
                "read captions with the vocabulary the model was trained with"
            )


def transformer(sizes: TransformerSizes) -> CaptionTransformer:
    """The plain Transformer: 3 + 3 layers as `sizes` has them, no slots, the last level alone."""
    return CaptionTransformer(dataclasses.replace(sizes, n_memory=0, meshed=False))


def smart(sizes: TransformerSizes) -> CaptionTransformer:
    """SMArT: 2 + 2 layers, an encoder with memory slots, the last level alone."""
    n_memory = sizes.n_memory or N_SLOTS
    return CaptionTransformer(
        dataclasses.replace(sizes, n_encoder_layers=2, n_decoder_layers=2, n_memory=n_memory, meshed=False)
    )


def meshed_memory(sizes: TransformerSizes) -> CaptionTransformer:
    """M²: 3 + 3 layers as `sizes` has them, an encoder with memory slots, words that look at all its levels."""
    return CaptionTransformer(dataclasses.replace(sizes, n_memory=sizes.n_memory or N_SLOTS, meshed=True))
