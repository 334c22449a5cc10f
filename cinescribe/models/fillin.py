"""Fill-In (Park, Darrell and Rohrbach 2020), the baseline of MICap: predicts the person at each blank of a captionset.

Blanks are the text vectors of a bidirectional encoder. Each attends to the face clusters of its own clip only, and
people are predicted one blank after the other. It is built as MICap describes it. Where MICap is silent: a cluster
carries the action features of its segment, the attention has one head, a learned vector means "no visible
person", blocks are pre-norm, and each step reads the previous blank together with its person.

Read sets with the face clusters of each clip as face tokens, `features.clip_sets.set_faces.clip_clusters`.

Legend: `B` sets, `R` rows being decoded, `K` blanks of a set, `F` faces of a set, `n` words decoded at once, `D` width,
`P` people.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from cinescribe.errors import ModelError
from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.language.tokens.vocabulary import N_PEOPLE
from cinescribe.layers.blocks import BlockSizes, EncoderBlock
from cinescribe.layers.masks import leading
from cinescribe.models.size_limits import check_sizes

_POSITIVE = ("n_people", "n_clips", "n_tokens", "width", "n_heads", "ff_width", "n_layers")


@dataclass(frozen=True)
class FillInSizes:
    """The sizes of a Fill-In model.

    Args:
        first_person: the first person token of the vocabulary.
        n_people: person tokens, |P|.
        n_clips: clips of a set at most.
        n_tokens: tokens, and so blanks, of a captionset at most.
        d_text, d_face, d_action: widths of blank vectors, face and action features.
        width, n_heads, ff_width: of encoder and decoder blocks.
        n_layers: blocks of the encoder over blanks, and of the decoder over people.
        dropout: share dropped in training.
        sees_faces: False for the text-only model.

    Raises:
        ModelError: when a size is out of range.
    """

    first_person: int
    n_people: int = N_PEOPLE
    n_clips: int = 5
    n_tokens: int = 120
    d_text: int = 1536
    d_face: int = 512
    d_action: int = 1024
    width: int = 512
    n_heads: int = 8
    ff_width: int = 2048
    n_layers: int = 2
    dropout: float = 0.1
    sees_faces: bool = True

    def __post_init__(self) -> None:
        check_sizes(self, positive=_POSITIVE)

    @property
    def blocks(self) -> BlockSizes:
        """The sizes of one block."""
        return BlockSizes(self.width, self.n_heads, self.ff_width, self.dropout, pre_norm=True)


@dataclass(frozen=True)
class _EncodedBlanks:
    """The encoded blanks of sets, (B, K, D), with their mask, (B, K)."""

    blanks: Tensor
    mask: Tensor


@dataclass(frozen=True)
class FillInState:
    """The decoding state, as a value.

    Args:
        memory: the encoded blanks, a row for each captionset.
        people: the people of the first `n_filled` blanks, from 0, (R, K); later columns have no meaning.
        n_filled: how many blanks have a person, (R,).
    """

    memory: _EncodedBlanks
    people: Tensor
    n_filled: Tensor


class ClipFaceAttention(nn.Module):
    """Attention of each blank over the faces of its own clip and over "no visible person"."""

    def __init__(self, sizes: FillInSizes) -> None:
        super().__init__()
        width = sizes.d_face + sizes.d_action
        self.query = nn.Linear(sizes.width, sizes.width)
        self.key = nn.Linear(width, sizes.width)
        self.value = nn.Linear(width, sizes.width)
        # The key and the value of nobody.
        self.nobody = nn.Parameter(nn.init.normal_(torch.empty(2, sizes.width), std=sizes.width**-0.5))

    def forward(self, blanks: Tensor, batch: SetBatch) -> Tensor:
        """Blanks (B, K, D) to what they attend to, (B, K, D)."""
        faces = torch.cat([batch.faces, _actions_of_faces(batch)], dim=-1)
        nobody = self.nobody[:, None, None].expand(-1, len(blanks), -1, -1)
        keys = torch.cat([nobody[0], self.key(faces)], dim=1)
        values = torch.cat([nobody[1], self.value(faces)], dim=1)
        own = (batch.blank_clip[..., None] == batch.face_clip[:, None]) & batch.face_mask[:, None]  # (B, K, F)
        mask = torch.cat([own.new_ones(*own.shape[:2], 1), own], dim=-1)
        return F.scaled_dot_product_attention(self.query(blanks), keys, values, attn_mask=mask)


class FillIn(nn.Module):
    """The Fill-In model: an encoder over blanks and a decoder that predicts people one after the other.

    It is a `generate.step.Filler`. Of the words it reads, it uses only the people: each belongs to the next blank.

    Args:
        sizes: its sizes.
    """

    def __init__(self, sizes: FillInSizes) -> None:
        super().__init__()
        self.sizes = sizes
        self.blank = nn.Linear(sizes.d_text, sizes.width)
        self.clip = nn.Embedding(sizes.n_clips, sizes.width)
        self.place = nn.Embedding(sizes.n_tokens, sizes.width)
        self.sight = ClipFaceAttention(sizes) if sizes.sees_faces else None
        self.encoder = nn.ModuleList(EncoderBlock(sizes.blocks) for _ in range(sizes.n_layers))
        # Checkpoints hold these weights by these names: the people so far, and the start before the first blank.
        self.told = nn.Embedding(sizes.n_people, sizes.width)
        self.nobody_told = nn.Parameter(torch.randn(sizes.width))
        self.before = nn.Linear(sizes.width, sizes.width)
        self.decoder = nn.ModuleList(EncoderBlock(sizes.blocks) for _ in range(sizes.n_layers))
        self.norm = nn.LayerNorm(sizes.width)
        self.person = nn.Linear(sizes.width, sizes.n_people)

    def memory(self, batch: SetBatch, *, blanks: bool) -> _EncodedBlanks:
        """Return the encoded blanks of each set.

        Raises:
            ModelError: without `blanks`, or when a set has more of them than the model has positions.
        """
        if not blanks:
            raise ModelError("Fill-In was asked to write captions, but only fills in; train it on blanks ('fill')")
        n_blanks = batch.blanks.shape[1]
        if n_blanks > self.sizes.n_tokens:
            raise ModelError(
                f"the set has {n_blanks} blanks, but this model has {self.sizes.n_tokens} positions; "
                "cut the captions into smaller sets, or build a model with more `n_tokens`"
            )
        positions = torch.arange(n_blanks, device=batch.blanks.device)
        hidden = self.blank(batch.blanks) + self.clip(batch.blank_clip) + self.place(positions)
        if self.sight is not None:
            hidden = hidden + self.sight(hidden, batch)
        mask = batch.blank_mask[:, None, None]
        for block in self.encoder:
            hidden = block(hidden, mask)
        return _EncodedBlanks(hidden, batch.blank_mask)

    def hidden(self, words: Tensor, memory: _EncodedBlanks) -> Tensor:
        """Return the hidden state after each word (B, L), for the person at the next blank, (B, L, D)."""
        lengths = torch.full_like(words[:, 0], words.shape[1])
        return self.read(words, lengths, _start_state(memory))[0]

    def person_logits(self, hidden: Tensor) -> Tensor:
        """Hidden states (..., D) to logits of the people, (..., P)."""
        logits: Tensor = self.person(self.norm(hidden))
        return logits

    def start_filling(self, batch: SetBatch) -> FillInState:
        """Return the state before the first word, a row for each set; errors as `memory`."""
        return _start_state(self.memory(batch, blanks=True))

    def read(self, words: Tensor, n_words: Tensor, state: FillInState) -> tuple[Tensor, FillInState]:
        """Decode several words a row at once.

        Args:
            words: the next words of each row, padded on the right, (R, n).
            n_words: how many of them count, (R,).
            state: the state before them.

        Returns:
            The hidden state after each word for the person at the next blank, (R, n, D), without meaning where a row
            has no word or no blank is left; and the state after each row's last word.

        Raises:
            ModelError: when a row has more people than blanks.
        """
        numbers = words - self.sizes.first_person
        is_person = (numbers >= 0) & (numbers < self.sizes.n_people) & leading(n_words, words.shape[1])
        n_filled = state.n_filled[:, None] + is_person.cumsum(dim=1)  # after each word, (R, n)
        _check_filled(n_filled, state.memory)
        rows, columns = torch.nonzero(is_person, as_tuple=True)
        people = state.people.index_put((rows, n_filled[rows, columns] - 1), numbers[rows, columns])
        decoded = self._decoded(state.memory, people)  # (R, K, D)
        next_blank = n_filled.clamp(max=max(decoded.shape[1] - 1, 0))[..., None].expand(-1, -1, self.sizes.width)
        hidden = (
            decoded.gather(1, next_blank) if decoded.shape[1] else decoded.new_zeros(*words.shape, self.sizes.width)
        )
        return hidden, FillInState(state.memory, people, n_filled[:, -1])

    def select(self, state: FillInState, rows: Tensor) -> FillInState:
        """Return the state of some rows, by number, (R',); a row may come several times."""
        memory = _EncodedBlanks(state.memory.blanks[rows], state.memory.mask[rows])
        return FillInState(memory, state.people[rows], state.n_filled[rows])

    def _decoded(self, memory: _EncodedBlanks, people: Tensor) -> Tensor:
        """Return the hidden state of each blank, (R, K, D), given the people (R, K) of the blanks before it."""
        pairs = self.before(memory.blanks + self.told(people))
        start = self.nobody_told.expand(len(pairs), 1, -1)
        hidden = memory.blanks + torch.cat([start, pairs], dim=1)[:, :-1]
        n_blanks = hidden.shape[1]
        earlier = torch.ones(n_blanks, n_blanks, dtype=torch.bool, device=hidden.device).tril()
        for block in self.decoder:
            hidden = block(hidden, earlier)
        return hidden


def _start_state(memory: _EncodedBlanks) -> FillInState:
    """Return the state before the first word."""
    people = torch.zeros_like(memory.mask, dtype=torch.long)
    return FillInState(memory, people, people.sum(dim=1))


def _check_filled(n_filled: Tensor, memory: _EncodedBlanks) -> None:
    n_blanks = memory.mask.sum(dim=1)
    more = torch.nonzero(n_filled[:, -1] > n_blanks)
    if len(more):
        row = int(more[0])
        raise ModelError(
            f"captionset {row} of the batch names {int(n_filled[row, -1])} people but has {int(n_blanks[row])} blank "
            "vectors; read words and blanks from one text"
        )


def _actions_of_faces(batch: SetBatch) -> Tensor:
    """Return the action features of each face's segment, zero where it has none, (B, F, Da)."""
    actions = (batch.actions * batch.action_mask[..., None]).flatten(1, 2)
    place = batch.face_clip * batch.actions.shape[2] + batch.face_segment
    return actions.gather(1, place[..., None].expand(-1, -1, actions.shape[-1]))
