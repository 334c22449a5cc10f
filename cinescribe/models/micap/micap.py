"""MICap: one Transformer that fills people into captions and writes captions with people in them.

Raajesh et al., *MICap: A Unified Model for Identity-aware Movie Descriptions*, CVPR 2024; equations are theirs.
Where the paper is silent:

- Blocks are post-norm with a ReLU, as those of `torch.nn.Transformer`; 8 heads, inner width 2048, dropout .1, also on
  the tokens that go into encoder and decoder. `pre_norm` makes them pre-norm.
- Feature vectors are normalised to mean 0 and deviation 1 before their linear projection, so that the scale of a
  network's features does not matter. The projections have no bias: E^typ is one.
- Word embeddings are initialised at deviation D^-1/2 and multiplied by D^1/2; E^vid and E^fcl are initialised at
  deviation 1, so that clip and face numbers have the scale of features and words; E^typ, E^seg and E^pos at .3. On a
  toy task in which words must find their clip, the loss falls to .33 in 60 steps and .03 in 120; with all of them at 1,
  to 1.1 and .04; with all at .02, to 1.1 and .7.
- A token's clip, for E^vid in the decoder, is the number of separators up to it, itself included: the separator
  already predicts the first word of the next clip.
- Faces in no cluster have their own vector in E^fcl.
- The classifier has a bias. Only the person head shares its weights, as a slice.

Legend: `B` sets, `M` columns of a memory, `L` tokens of a captionset, `R` rows being decoded, `D` width,
`V` vocabulary, `P` people.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from cinescribe.errors import ModelError
from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.layers.classifier import Classifier
from cinescribe.layers.masks import leading
from cinescribe.layers.positions import LearnedPositions
from cinescribe.layers.stacks import Decoder, DecoderState, Encoder
from cinescribe.models.micap.memory import SMALL_STD, Memory, MemoryTokens
from cinescribe.models.micap.sizes import ACTION, BLANK, FACE, FRAME, MICAP_STREAMS, MicapSizes
from cinescribe.models.size_limits import check_tokens

__all__ = [
    "ACTION",
    "BLANK",
    "FACE",
    "FRAME",
    "MICAP_STREAMS",
    "Memory",
    "Micap",
    "MicapSizes",
    "MicapState",
    "micap_captions",
    "micap_fitb",
    "micap_joint",
]


@dataclass(frozen=True)
class MicapState:
    """The decoding state of a MICap, as a value.

    Args:
        decoder: the state of its decoder.
        clip: separators so far, (R,): the clip that the last token belongs to.
        skip: the skip features of each clip, (R, N, C).
    """

    decoder: DecoderState
    clip: Tensor
    skip: Tensor


class GatedSkip(nn.Module):
    """Add the skip features of a clip to the words of its caption, through a gate; not in the paper.

    With a few hundred clips, attention cannot learn to locate these few values among thousands.

    Args:
        n_skip: skip features, C.
        width: width of the words, D.
    """

    def __init__(self, n_skip: int, width: int) -> None:
        super().__init__()
        self.way = nn.Linear(n_skip, width, bias=False)
        self.gate = nn.Linear(width, width)

    def forward(self, hidden: Tensor, skip: Tensor) -> Tensor:
        """Hidden words (R, n, D) and the skip features of their clips (R, n, C) to (R, n, D)."""
        out: Tensor = hidden + self.gate(hidden).sigmoid() * self.way(skip)
        return out


class Micap(nn.Module):
    """The MICap model, for filling in (eq. 9 to 11) and for writing captions (eq. 12 to 15).

    It is a `generate.step.Step`. With dropout off, decoding token by token, in runs or at once gives the same.

    Args:
        sizes: its sizes.
    """

    def __init__(self, sizes: MicapSizes) -> None:
        super().__init__()
        self.sizes = sizes
        self.words = nn.Embedding(sizes.n_words, sizes.width)
        self.clips = nn.Embedding(sizes.n_clips, sizes.width)  # E^vid
        self.positions = LearnedPositions(sizes.n_tokens, sizes.width)  # E^pos
        self.inputs = MemoryTokens(sizes, self.clips)
        self.encoder = Encoder(sizes.blocks, n_layers=sizes.n_encoder_layers)
        self.decoder = Decoder(sizes.blocks, n_layers=sizes.n_decoder_layers)
        self.dropout = nn.Dropout(sizes.dropout)
        self.classifier = Classifier(sizes.width, sizes.n_words) if sizes.writes else None  # W^V*
        self.person_head = nn.Linear(sizes.width, sizes.n_people) if sizes.own_person_head else None  # W^P
        # Checkpoints hold the weights of the skip by this name.
        self.short_cut = GatedSkip(sizes.n_skip, sizes.width) if sizes.gated_skip else None
        nn.init.normal_(self.words.weight, std=sizes.width**-0.5)
        nn.init.normal_(self.positions.vectors.weight, std=SMALL_STD)

    def memory(self, batch: SetBatch, *, blanks: bool) -> Memory:
        """Return the memory of each set, M (eq. 6); with blanks for filling in, without for writing (§3.2).

        Raises:
            ModelError: when the sets have more clips than the model takes.
            FeatureError: when features have another width than the model's, or segments or clusters numbers beyond its.
        """
        n_clips = batch.frames.shape[1]
        if n_clips > self.sizes.n_clips:
            raise ModelError(
                f"the sets have {n_clips} clips, but the model takes {self.sizes.n_clips} at most; "
                "cut the film into smaller sets"
            )
        memory: Memory = self.inputs(batch, blanks=blanks)
        return dataclasses.replace(memory, tokens=self.encoder(self.dropout(memory.tokens), memory.mask))

    def hidden(self, words: Tensor, memory: Memory) -> Tensor:
        """Return the decoder's output for words (B, L), h_{j+1} at column j (eq. 9), (B, L, D).

        Columns of padding behind a row's last word have no meaning.

        Raises:
            ModelError: when there are more tokens than the model takes, or tokens beyond its vocabulary.
        """
        state = self.start_from(memory)
        out, _ = self.decoder(self._embedded(words, state), state.decoder)
        return self._with_skip(out, words, state)

    def word_logits(self, hidden: Tensor) -> Tensor:
        """Logits over words and people, W^V* h (eq. 14), (..., V).

        Raises:
            ModelError: when the model only fills in.
        """
        if self.classifier is None:
            raise ModelError("word logits were asked of a model that only fills in people; train one that writes")
        logits: Tensor = self.classifier(hidden)
        return logits

    def person_logits(self, hidden: Tensor) -> Tensor:
        """Logits over people, W^P h (eq. 10), (..., P), from a slice of the classifier over words or from their own."""
        if self.person_head is not None:
            logits: Tensor = self.person_head(hidden)
            return logits
        assert self.classifier is not None  # sizes with neither are refused
        first = self.sizes.first_person
        return self.classifier.output_slice(hidden, range(first, first + self.sizes.n_people))

    def cross_attention(self, words: Tensor, memory: Memory) -> Tensor:
        """Return the weights of each word (B, L) over the memory, (B, L, M): last block, averaged over heads (A).

        Row j belongs to the token that is chosen after word j, as in `hidden`.
        """
        state = self.start_from(memory)
        return self.decoder.attention_weights(self._embedded(words, state), state.decoder)

    def start(self, batch: SetBatch) -> MicapState:
        """Return the state before the first token, for writing: a row for each set."""
        return self.start_from(self.memory(batch, blanks=False))

    def start_filling(self, batch: SetBatch) -> MicapState:
        """Return the state before the first token, for filling in: the memory has the blanks."""
        return self.start_from(self.memory(batch, blanks=True))

    def start_from(self, memory: Memory) -> MicapState:
        """Return the state before the first token for a memory: a row for each of its sets."""
        decoder = self.decoder.start(memory.tokens, memory.mask)
        clip = torch.zeros(len(memory), dtype=torch.long, device=memory.mask.device)
        return MicapState(decoder, clip, memory.skip)

    def step(self, tokens: Tensor, state: MicapState) -> tuple[Tensor, MicapState]:
        """Take one token a row, (R,); gives the logits of the next, (R, V), and the state after it.

        Raises:
            ModelError: as `hidden` and `word_logits`.
        """
        hidden, state = self.read(tokens[:, None], torch.ones_like(tokens), state)
        return self.word_logits(hidden[:, 0]), state

    def read(self, words: Tensor, n_words: Tensor, state: MicapState) -> tuple[Tensor, MicapState]:
        """Decode several words a row at once.

        Args:
            words: the next words of each row, padded on the right, (R, n).
            n_words: how many of them count, (R,); rows may have none.
            state: the state before them.

        Returns:
            The decoder's output after each word, (R, n, D), without meaning beyond `n_words`; and the state after
            each row's last word.

        Raises:
            ModelError: as `hidden`.
        """
        kept = leading(n_words, words.shape[1])
        hidden, decoder = self.decoder(self._embedded(words, state, kept), state.decoder, n_words)
        separators = ((words == self.sizes.separator) & kept).sum(1)
        hidden = self._with_skip(hidden, words, state)
        return hidden, MicapState(decoder, state.clip + separators, state.skip)

    def select(self, state: MicapState, rows: Tensor) -> MicapState:
        """Return the state of some rows, by number, (R',); a row may come several times."""
        return MicapState(state.decoder.select(rows), state.clip[rows], state.skip[rows])

    def _embedded(self, words: Tensor, state: MicapState, kept: Tensor | None = None) -> Tensor:
        """The decoder's input for words (R, n) after a state, (R, n, D)."""
        check_tokens(words, self.sizes.n_words)
        positions = state.decoder.n_read[:, None] + torch.arange(words.shape[1], device=words.device)
        if kept is not None:
            positions = positions.where(kept, 0)
        scaled = self.words(words) * self.sizes.width**0.5
        x: Tensor = self.dropout(scaled + self.clips(self._clips(words, state)) + self.positions(positions))
        return x

    def _clips(self, words: Tensor, state: MicapState) -> Tensor:
        """The clip that each of words (R, n) after a state belongs to, (R, n)."""
        clips = state.clip[:, None] + (words == self.sizes.separator).cumsum(1)
        return clips.clamp(max=self.sizes.n_clips - 1)

    def _with_skip(self, hidden: Tensor, words: Tensor, state: MicapState) -> Tensor:
        """Add the skip features to the decoder's output for words (R, n, D), if the model has a gated skip."""
        if self.short_cut is None:
            return hidden
        clips = self._clips(words, state).clamp(max=state.skip.shape[1] - 1)
        skip = state.skip.take_along_dim(clips[..., None], 1)  # (R, n, C)
        out: Tensor = self.short_cut(hidden, skip)
        return out


def micap_joint(sizes: MicapSizes) -> Micap:
    """Return the paper's model, which fills in and writes with one classifier."""
    return Micap(dataclasses.replace(sizes, writes=True, own_person_head=False))


def micap_fitb(sizes: MicapSizes) -> Micap:
    """Return a model that only fills in, with a classifier over people (Table 4, `FITB only`)."""
    return Micap(dataclasses.replace(sizes, writes=False, own_person_head=True))


def micap_captions(sizes: MicapSizes) -> Micap:
    """Return a model that only writes, without blanks (Table 4, `Full caption only`)."""
    streams = tuple(name for name in sizes.streams if name != MICAP_STREAMS[BLANK])
    return Micap(dataclasses.replace(sizes, writes=True, own_person_head=False, streams=streams))
