"""MICap: one Transformer that fills people into captions and writes captions with people in them.

Raajesh et al., *MICap: A Unified Model for Identity-aware Movie Descriptions*, CVPR 2024; equations are theirs.
Where the paper is silent:

- Blocks are normalised after every sum and have a ReLU inside, as `torch.nn.Transformer`'s are; 8 heads, inner width
  2048, dropout .1, also on the tokens that go into encoder and decoder. `pre_norm` turns the order round.
- Rows of features are brought to mean 0 and deviation 1 before their linear map, so that how large a network's
  features come does not matter. The maps have no bias: E^typ is one.
- Words are looked up at deviation D^-1/2 and multiplied by D^1/2, and E^vid and E^fcl start at deviation 1, so that
  which clip and which face start as loud as what is seen and said; E^typ, E^seg and E^pos start at .3. Where a clip
  must be found to be told of, a toy's loss falls to .33 in 60 steps and .03 in 120; with all of them at 1 to 1.1 and
  .04, with all at .02 to 1.1 and .7.
- A token's clip, for E^vid in the decoder, is the number of separators read up to it, itself included: the separator
  already asks for the first word of the next clip.
- Faces in no cluster have a vector of their own in E^fcl.
- The classifier has a bias. Only the person slice shares its weights.

Legend: `B` sets, `M` columns of a memory, `L` tokens of a captionset, `R` rows being read, `D` width, `V` vocabulary,
`P` people.
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
from cinescribe.layers.stacks import Decoder, Encoder, Reading
from cinescribe.models.micap.memory import QUIET, Memory, MemoryTokens
from cinescribe.models.micap.sizes import ACTION, BLANK, FACE, FRAME, STREAMS, MicapSizes

__all__ = [
    "ACTION",
    "BLANK",
    "FACE",
    "FRAME",
    "STREAMS",
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
    """What a MICap has read, as a value.

    Args:
        reading: how far its decoder is.
        clip: separators read, (R,): the clip that the last token belongs to.
        told: what stressed columns say of each clip, (R, N, C).
    """

    reading: Reading
    clip: Tensor
    told: Tensor


class ShortCut(nn.Module):
    """What is told of a clip in few numbers, let through where a word wants it; not in the paper.

    Attention has to find these numbers among thousands, and learns it from few clips badly.

    Args:
        n_told: numbers, C.
        width: of what they are added to, D.
    """

    def __init__(self, n_told: int, width: int) -> None:
        super().__init__()
        self.way = nn.Linear(n_told, width, bias=False)
        self.gate = nn.Linear(width, width)

    def forward(self, hidden: Tensor, told: Tensor) -> Tensor:
        """What is added to hidden words (R, n, D) by what is told of their clips (R, n, C)."""
        added: Tensor = self.gate(hidden).sigmoid() * self.way(told)
        return added


class Micap(nn.Module):
    """Memory, encoder, decoder and classifier, for filling in (eq. 9 to 11) and for writing (eq. 12 to 15).

    It is a `generate.step.Step`. With dropout off, reading token by token, in runs or at once is the same.

    Args:
        sizes: how large it is.
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
        self.short_cut = ShortCut(sizes.n_told, sizes.width) if sizes.short_cut else None
        nn.init.normal_(self.words.weight, std=sizes.width**-0.5)
        nn.init.normal_(self.positions.vectors.weight, std=QUIET)

    def memory(self, batch: SetBatch, *, blanks: bool) -> Memory:
        """The memory of each set, M (eq. 6); with blanks for filling in, without for writing (§3.2).

        Raises:
            ModelError: when the sets have more clips than the model takes.
            FeatureError: when features are of another width than the model's, or numbered beyond its numbers.
        """
        n_clips = batch.frames.shape[1]
        if n_clips > self.sizes.n_clips:
            raise ModelError(
                f"sets of {n_clips} clips came, but the model takes {self.sizes.n_clips} at most; "
                "cut the film into smaller sets"
            )
        memory: Memory = self.inputs(batch, blanks=blanks)
        return dataclasses.replace(memory, tokens=self.encoder(self.dropout(memory.tokens), memory.mask))

    def hidden(self, words: Tensor, memory: Memory) -> Tensor:
        """What the decoder makes of words (B, L) with all before them, h_{j+1} at column j (eq. 9), (B, L, D).

        Columns of padding behind a row's last word mean nothing.

        Raises:
            ModelError: when there are more tokens than the model reads, or tokens beyond its vocabulary.
        """
        state = self.start_from(memory)
        out, _ = self.decoder(self._embedded(words, state), state.reading)
        return self._with_told(out, words, state)

    def word_logits(self, hidden: Tensor) -> Tensor:
        """Logits over words and people, W^V* h (eq. 14), (..., V).

        Raises:
            ModelError: when the model only fills in.
        """
        if self.classifier is None:
            raise ModelError("words were asked of a model that only fills in people; train one that writes")
        logits: Tensor = self.classifier(hidden)
        return logits

    def person_logits(self, hidden: Tensor) -> Tensor:
        """Logits over people, W^P h (eq. 10), (..., P): a slice of the classifier over words, or an own one."""
        if self.person_head is not None:
            logits: Tensor = self.person_head(hidden)
            return logits
        assert self.classifier is not None  # sizes without either are refused
        first = self.sizes.first_person
        return self.classifier.among(hidden, range(first, first + self.sizes.n_people))

    def cross_attention(self, words: Tensor, memory: Memory) -> Tensor:
        """How much each word (B, L) looks at each column of the memory, (B, L, M): last block, heads averaged (A).

        Row j belongs to the token that is chosen after word j, as `hidden` does.
        """
        state = self.start_from(memory)
        return self.decoder.looks(self._embedded(words, state), state.reading)

    def start(self, batch: SetBatch) -> MicapState:
        """Nothing read yet, for writing: a row for each set."""
        return self.start_from(self.memory(batch, blanks=False))

    def start_filling(self, batch: SetBatch) -> MicapState:
        """Nothing read yet, for filling in: a row for each set, its blanks in the memory."""
        return self.start_from(self.memory(batch, blanks=True))

    def start_from(self, memory: Memory) -> MicapState:
        """Nothing read yet, before a memory: a row for each of its sets."""
        reading = self.decoder.start(memory.tokens, memory.mask)
        clip = torch.zeros(len(memory), dtype=torch.long, device=memory.mask.device)
        return MicapState(reading, clip, memory.told)

    def step(self, tokens: Tensor, state: MicapState) -> tuple[Tensor, MicapState]:
        """Read one token a row, (R,); gives the logits of the next, (R, V), and the state after it.

        Raises:
            ModelError: as `hidden` and `word_logits`.
        """
        hidden, state = self.read(tokens[:, None], torch.ones_like(tokens), state)
        return self.word_logits(hidden[:, 0]), state

    def read(self, words: Tensor, n_words: Tensor, state: MicapState) -> tuple[Tensor, MicapState]:
        """Read several words a row at once.

        Args:
            words: the next words of each row, padded on the right, (R, n).
            n_words: how many of them count, (R,); rows may have none.
            state: what was read before.

        Returns:
            The decoder's output after each word, (R, n, D), without meaning beyond `n_words`; and the state after
            each row's last word.

        Raises:
            ModelError: as `hidden`.
        """
        kept = leading(n_words, words.shape[1])
        hidden, reading = self.decoder(self._embedded(words, state, kept), state.reading, n_words)
        separators = ((words == self.sizes.separator) & kept).sum(1)
        hidden = self._with_told(hidden, words, state)
        return hidden, MicapState(reading, state.clip + separators, state.told)

    def select(self, state: MicapState, rows: Tensor) -> MicapState:
        """The state of some rows, by number, (R',); a row may come several times."""
        return MicapState(state.reading.select(rows), state.clip[rows], state.told[rows])

    def _embedded(self, words: Tensor, state: MicapState, kept: Tensor | None = None) -> Tensor:
        """The decoder's input for words (R, n) after a state, (R, n, D)."""
        self._check_words(words)
        places = state.reading.n_read[:, None] + torch.arange(words.shape[1], device=words.device)
        if kept is not None:
            places = places.where(kept, 0)
        scaled = self.words(words) * self.sizes.width**0.5
        x: Tensor = self.dropout(scaled + self.clips(self._clips(words, state)) + self.positions(places))
        return x

    def _clips(self, words: Tensor, state: MicapState) -> Tensor:
        """The clip that each of words (R, n) after a state belongs to, (R, n)."""
        clips = state.clip[:, None] + (words == self.sizes.separator).cumsum(1)
        return clips.clamp(max=self.sizes.n_clips - 1)

    def _with_told(self, hidden: Tensor, words: Tensor, state: MicapState) -> Tensor:
        """What the decoder made of words (R, n, D), and where there is a short cut, what it adds."""
        if self.short_cut is None:
            return hidden
        clips = self._clips(words, state).clamp(max=state.told.shape[1] - 1)
        told = state.told.take_along_dim(clips[..., None], 1)  # (R, n, C)
        added: Tensor = self.short_cut(hidden, told)
        return hidden + added

    def _check_words(self, words: Tensor) -> None:
        if words.numel() and int(words.max()) >= self.sizes.n_words:
            raise ModelError(
                f"token {int(words.max())} came, but the model's vocabulary has {self.sizes.n_words}; "
                "read captions with the vocabulary the model was trained with"
            )


def micap_joint(sizes: MicapSizes) -> Micap:
    """Fills in and writes with one classifier: the paper's model."""
    return Micap(dataclasses.replace(sizes, writes=True, own_person_head=False))


def micap_fitb(sizes: MicapSizes) -> Micap:
    """Only fills in, with a classifier over people alone (Table 4, `FITB only`)."""
    return Micap(dataclasses.replace(sizes, writes=False, own_person_head=True))


def micap_captions(sizes: MicapSizes) -> Micap:
    """Only writes, and never sees a blank (Table 4, `Full caption only`)."""
    streams = tuple(name for name in sizes.streams if name != STREAMS[BLANK])
    return Micap(dataclasses.replace(sizes, writes=True, own_person_head=False, streams=streams))
