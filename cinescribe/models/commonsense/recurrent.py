"""Recurrent baselines of *Video2Commonsense*: S2VT, attention over frames and words, and GRUs that read only text."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence

from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.language.tokens.vocabulary import Vocabulary
from cinescribe.layers.classifier import Classifier
from cinescribe.layers.lstm import Lstm, LstmState
from cinescribe.models.commonsense.network import (
    CaptioningNetwork,
    CaptionReading,
    CommonsenseNetwork,
    CommonsenseSizes,
    PhraseState,
    PhraseWords,
)
from cinescribe.models.commonsense.two_decoders import TwoDecoders
from cinescribe.models.commonsense.video_encoder import EncodedVideo, VideoEncoder
from cinescribe.schema import ASPECTS


class S2vtCommonsense(CaptioningNetwork):
    """S2VT (Venugopalan et al. 2015): LSTMs on top of each other read frames, then write the caption, then a phrase.

    Args:
        sizes: its sizes; the LSTM has two layers, as the paper's; heads and `ff_width` are not used.
    """

    def __init__(self, sizes: CommonsenseSizes) -> None:
        super().__init__()
        self.sizes = sizes
        self.video = VideoEncoder(sizes, n_layers=2)
        self.words = nn.Embedding(sizes.n_words, sizes.width)
        self.phrase_words = PhraseWords(sizes.n_words, sizes.width)
        self.text = Lstm(sizes.width, sizes.width, n_layers=2)
        self.dropout = nn.Dropout(sizes.dropout)
        self.classifier = Classifier(sizes.width, sizes.n_words)

    def memory(self, video: SetBatch) -> LstmState:
        """Return the state after the frames of each clip; errors as `VideoEncoder`."""
        encoded: EncodedVideo = self.video(video)
        return encoded.end

    def start_caption(self, memory: LstmState) -> LstmState:
        """Return the state before the first word of a caption."""
        return memory

    def step_caption(self, tokens: Tensor, state: LstmState) -> tuple[Tensor, LstmState]:
        """Take one token a row, (R,); gives the logits of the next, (R, V), and the state after it."""
        hidden, state = self.text(self.dropout(self.words(tokens[:, None])), state)
        return self.caption_logits(hidden[:, 0]), state

    def read_caption(self, captions: Tensor, memory: LstmState) -> CaptionReading:
        """Read whole captions; phrases then follow behind their ends."""
        embedded = self.dropout(self.words(captions))
        packed = pack_padded_sequence(
            embedded, (captions != Vocabulary.pad).sum(1).cpu(), batch_first=True, enforce_sorted=False
        )
        outputs, (hidden, cell) = self.text.cells(packed, (memory.hidden, memory.cell))
        padded, _ = nn.utils.rnn.pad_packed_sequence(outputs, batch_first=True, total_length=captions.shape[1])
        return CaptionReading(padded, LstmState(hidden, cell))

    def caption_logits(self, hidden: Tensor) -> Tensor:
        """Outputs (..., D) to logits of a caption's next word, (..., V)."""
        logits: Tensor = self.classifier(self.dropout(hidden))
        return logits

    def read_phrases(self, words: Tensor, state: PhraseState) -> tuple[Tensor, PhraseState]:
        """Read the next words (R, S) of phrases."""
        hidden, inner = self.text(self.dropout(self.phrase_words(words, state)), state.inner)
        return hidden, state.after(inner)

    def phrase_logits(self, hidden: Tensor) -> Tensor:
        """Outputs (..., D) to logits of a phrase's next word, (..., V)."""
        return self.caption_logits(hidden)


@dataclass(frozen=True)
class AttentiveState:
    """The state of an attentive LSTM: what it attends to, (R, M, D), its keys and mask (R, M), and the LSTM's own."""

    memory: Tensor
    keys: Tensor
    mask: Tensor
    lstm: LstmState

    def select(self, rows: Tensor) -> AttentiveState:
        """Return some rows, by number, (R',); a row may come several times."""
        return AttentiveState(self.memory[rows], self.keys[rows], self.mask[rows], self.lstm.select(rows))


class AttentiveLstm(nn.Module):
    """An LSTM that attends to a memory before each word (Gao et al. 2017; Bahdanau's attention).

    Args:
        sizes: of the model.
    """

    def __init__(self, sizes: CommonsenseSizes) -> None:
        super().__init__()
        width = sizes.width
        self.lstm = Lstm(2 * width, width)
        self.query = nn.Linear(width, width, bias=False)
        self.key = nn.Linear(width, width)
        self.relevance = nn.Linear(width, 1, bias=False)
        self.first_hidden, self.first_cell = nn.Linear(width, width), nn.Linear(width, width)
        self.out = nn.Linear(3 * width, width)
        self.dropout = nn.Dropout(sizes.dropout)
        self.classifier = Classifier(width, sizes.n_words)

    def start(self, memory: Tensor, mask: Tensor) -> AttentiveState:
        """Return the state before the first word, for a memory (B, M, D) of which `mask` (B, M) keeps columns."""
        mean = (memory * mask[..., None]).sum(1) / mask.sum(1, keepdim=True).clamp(min=1)
        lstm = LstmState(self.first_hidden(mean).tanh()[None], self.first_cell(mean)[None])
        return AttentiveState(memory, self.key(memory), mask, lstm)

    def forward(self, embedded: Tensor, state: AttentiveState) -> tuple[Tensor, AttentiveState]:
        """Read embedded words (R, S, D) one after the other; gives the output after each and the state."""
        outputs = []
        for word in self.dropout(embedded).unbind(1):
            scores = self.relevance((self.query(state.lstm.output)[:, None] + state.keys).tanh())[..., 0]
            weights = scores.masked_fill(~state.mask, torch.finfo(scores.dtype).min).softmax(1)
            seen = (weights[:, None] @ state.memory)[:, 0]
            hidden, lstm = self.lstm(torch.cat([word, seen], 1)[:, None], state.lstm)
            outputs.append(self.out(torch.cat([hidden[:, 0], seen, word], 1)).tanh())
            state = AttentiveState(state.memory, state.keys, state.mask, lstm)
        return torch.stack(outputs, 1), state

    def logits(self, hidden: Tensor) -> Tensor:
        """Outputs (..., D) to logits of the next word, (..., V)."""
        logits: Tensor = self.classifier(self.dropout(hidden))
        return logits


class AttentionEncDec(TwoDecoders):
    """The attentive encoder-decoder: as the V2C-Transformer, with attentive LSTMs in place of its decoders.

    Args:
        sizes: its sizes; heads and `ff_width` are not used.
    """

    def __init__(self, sizes: CommonsenseSizes) -> None:
        super().__init__(sizes, lambda: AttentiveLstm(sizes))


@dataclass(frozen=True)
class GruState:
    """The states of the GRUs of all aspects, (n, R, D); only that of a row's own aspect goes on."""

    hidden: Tensor

    def select(self, rows: Tensor) -> GruState:
        """Return some rows, by number, (R',); a row may come several times."""
        return GruState(self.hidden[:, rows])


class TextOnlyGru(CommonsenseNetwork):
    """A GRU encoder and a GRU decoder for each aspect, which see only the caption; ATOMIC's nine relations have nine.

    It writes no captions.

    Args:
        sizes: its sizes; heads and `ff_width` are not used.
    """

    def __init__(self, sizes: CommonsenseSizes) -> None:
        super().__init__()
        self.sizes = sizes
        self.words = nn.Embedding(sizes.n_words, sizes.width)
        self.phrase_words = PhraseWords(sizes.n_words, sizes.width)
        self.encoders = nn.ModuleList(nn.GRU(sizes.width, sizes.width, batch_first=True) for _ in ASPECTS)
        self.decoders = nn.ModuleList(nn.GRU(sizes.width, sizes.width, batch_first=True) for _ in ASPECTS)
        self.dropout = nn.Dropout(sizes.dropout)
        self.classifier = Classifier(sizes.width, sizes.n_words)

    def memory(self, video: SetBatch) -> None:
        """Keep nothing of a clip."""
        return

    def after_caption(self, captions: Tensor, memory: None) -> GruState:
        """Return the states after whole captions (B, L), read once for each aspect."""
        n_words = (captions != Vocabulary.pad).sum(1).cpu()
        embedded = self.dropout(self.words(captions))
        packed = pack_padded_sequence(embedded, n_words, batch_first=True, enforce_sorted=False)
        return GruState(torch.cat([encoder(packed)[1] for encoder in self.encoders]))

    def read_phrases(self, words: Tensor, state: PhraseState) -> tuple[Tensor, PhraseState]:
        """Read the next words (R, S) of phrases, each by the decoder of its aspect."""
        embedded = self.dropout(self.phrase_words(words, state))
        outputs, after = embedded.new_empty(embedded.shape), state.inner.hidden.clone()
        for aspect, decoder in enumerate(self.decoders):
            rows = (state.aspects == aspect).nonzero()[:, 0]
            if len(rows):
                before = state.inner.hidden[aspect : aspect + 1, rows].contiguous()
                outputs[rows], after[aspect : aspect + 1, rows] = decoder(embedded[rows], before)
        return outputs, state.after(GruState(after))

    def phrase_logits(self, hidden: Tensor) -> Tensor:
        """Outputs (..., D) to logits of a phrase's next word, (..., V)."""
        logits: Tensor = self.classifier(self.dropout(hidden))
        return logits
