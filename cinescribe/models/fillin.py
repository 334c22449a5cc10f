"""Fill-In (Park, Darrell and Rohrbach 2020), the baseline of MICap: who is meant by each blank of a captionset.

Blanks are the text vectors of a bidirectional encoder. Each looks at the face clusters of its own clip, never at
another's, and people are told one blank after the other. What MICap says of it is built as said; where it is silent:
a cluster carries the action row of its segment, one attention head looks, a learned vector stands for nobody in sight,
blocks are normalised first, and each step reads the blank before it with the person told for that.

Sets are to be read with face tokens of one clip's clusters, `features.set_faces.clip_clusters`.

Legend: `B` sets, `R` rows being read, `K` blanks of a set, `F` faces of a set, `n` words read at once, `D` width, `P`
people.
"""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from cinescribe.errors import ModelError
from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.language.tokens.vocabulary import N_PEOPLE
from cinescribe.layers.blocks import BlockSizes, EncoderBlock
from cinescribe.layers.masks import leading


@dataclass(frozen=True)
class FillInSizes:
    """The sizes of a Fill-In model.

    Args:
        first_person: the first person token of the vocabulary.
        n_people: person tokens, |P|.
        n_clips: clips of a set at most.
        n_tokens: tokens of a captionset, and so blanks, at most.
        d_text, d_face, d_action: widths of blank vectors, faces and action rows.
        width, n_heads, ff_width: of encoder and decoder blocks.
        n_layers: blocks of the encoder over blanks, and of the decoder over people.
        dropout: share left out in training.
        sees_faces: False for the text-only model.
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

    @property
    def blocks(self) -> BlockSizes:
        """The sizes of one block."""
        return BlockSizes(self.width, self.n_heads, self.ff_width, self.dropout, pre_norm=True)


@dataclass(frozen=True)
class EncodedBlanks:
    """The blanks of sets, each with what it sees and what the others say, (B, K, D); `mask` (B, K)."""

    blanks: Tensor
    mask: Tensor


@dataclass(frozen=True)
class FillInState:
    """What was read, as a value.

    Args:
        memory: the encoded blanks, a row for each captionset.
        told: the people of the blanks read, 0 on, (R, K); what follows them means nothing.
        n_told: how many blanks were read, (R,).
    """

    memory: EncodedBlanks
    told: Tensor
    n_told: Tensor


class ClipSight(nn.Module):
    """What each blank sees: attention over the face tokens of its own clip, and over nobody."""

    def __init__(self, sizes: FillInSizes) -> None:
        super().__init__()
        seen = sizes.d_face + sizes.d_action
        self.query = nn.Linear(sizes.width, sizes.width)
        self.key = nn.Linear(seen, sizes.width)
        self.value = nn.Linear(seen, sizes.width)
        self.nobody = nn.Parameter(torch.randn(2, sizes.width) / math.sqrt(sizes.width))  # its key and value

    def forward(self, blanks: Tensor, batch: SetBatch) -> Tensor:
        """What blanks (B, K, D) see, (B, K, D)."""
        faces = torch.cat([batch.faces, _actions_of_faces(batch)], dim=-1)
        nobody = self.nobody[:, None, None].expand(-1, len(blanks), -1, -1)
        keys = torch.cat([nobody[0], self.key(faces)], dim=1)
        values = torch.cat([nobody[1], self.value(faces)], dim=1)
        own = (batch.blank_clip[..., None] == batch.face_clip[:, None]) & batch.face_mask[:, None]  # (B, K, F)
        seen = torch.cat([own.new_ones(*own.shape[:2], 1), own], dim=-1)
        return F.scaled_dot_product_attention(self.query(blanks), keys, values, attn_mask=seen)


class FillIn(nn.Module):
    """Blanks and what they see, encoded together; people told one after the other.

    It is a `generate.step.Filler`. Of the words it reads, it looks at people alone: each is the next blank's.
    """

    def __init__(self, sizes: FillInSizes) -> None:
        super().__init__()
        self.sizes = sizes
        self.blank = nn.Linear(sizes.d_text, sizes.width)
        self.clip = nn.Embedding(sizes.n_clips, sizes.width)
        self.place = nn.Embedding(sizes.n_tokens, sizes.width)
        self.sight = ClipSight(sizes) if sizes.sees_faces else None
        self.encoder = nn.ModuleList(EncoderBlock(sizes.blocks) for _ in range(sizes.n_layers))
        self.told = nn.Embedding(sizes.n_people, sizes.width)
        self.nobody_told = nn.Parameter(torch.randn(sizes.width))  # stands before the first blank
        self.before = nn.Linear(sizes.width, sizes.width)
        self.decoder = nn.ModuleList(EncoderBlock(sizes.blocks) for _ in range(sizes.n_layers))
        self.norm = nn.LayerNorm(sizes.width)
        self.person = nn.Linear(sizes.width, sizes.n_people)

    def memory(self, batch: SetBatch, *, blanks: bool) -> EncodedBlanks:
        """The encoded blanks of each set.

        Raises:
            ModelError: when blanks are not asked for, or a set has more of them than the model has places.
        """
        if not blanks:
            raise ModelError("Fill-In was asked to write captions, but only fills in; train it on blanks ('fill')")
        n_blanks = batch.blanks.shape[1]
        if n_blanks > self.sizes.n_tokens:
            raise ModelError(
                f"a set of {n_blanks} blanks came, but this model tells {self.sizes.n_tokens} places apart; "
                "cut the captions into smaller sets, or make a model of more tokens"
            )
        places = torch.arange(n_blanks, device=batch.blanks.device)
        hidden = self.blank(batch.blanks) + self.clip(batch.blank_clip) + self.place(places)
        if self.sight is not None:
            hidden = hidden + self.sight(hidden, batch)
        seen = batch.blank_mask[:, None, None]
        for block in self.encoder:
            hidden = block(hidden, seen)
        return EncodedBlanks(hidden, batch.blank_mask)

    def hidden(self, words: Tensor, memory: EncodedBlanks) -> Tensor:
        """What is known, after each word (B, L), of the person at the next blank, (B, L, D)."""
        lengths = torch.full_like(words[:, 0], words.shape[1])
        return self.read(words, lengths, _unread(memory))[0]

    def person_logits(self, hidden: Tensor) -> Tensor:
        """Logits of the people, (..., P), from what is known before them, (..., D)."""
        logits: Tensor = self.person(self.norm(hidden))
        return logits

    def start_filling(self, batch: SetBatch) -> FillInState:
        """The state before the first word, a row for each set; errors as `memory`."""
        return _unread(self.memory(batch, blanks=True))

    def read(self, words: Tensor, n_words: Tensor, state: FillInState) -> tuple[Tensor, FillInState]:
        """Read the first `n_words` (R,) of each row of words, (R, n).

        Returns:
            What is known after each word of the person at the next blank, (R, n, D), anything where a row has no word
            or no blank is left; and the state after the rows' last words.

        Raises:
            ModelError: when a row tells more people than it has blanks.
        """
        people = words - self.sizes.first_person
        is_told = (people >= 0) & (people < self.sizes.n_people) & leading(n_words, words.shape[1])
        n_told = state.n_told[:, None] + is_told.cumsum(dim=1)  # after each word, (R, n)
        _check_told(n_told, state.memory)
        rows, columns = torch.nonzero(is_told, as_tuple=True)
        told = state.told.index_put((rows, n_told[rows, columns] - 1), people[rows, columns])
        known = self._known(state.memory, told)  # (R, K, D)
        next_blank = n_told.clamp(max=max(known.shape[1] - 1, 0))[..., None].expand(-1, -1, self.sizes.width)
        hidden = known.gather(1, next_blank) if known.shape[1] else known.new_zeros(*words.shape, self.sizes.width)
        return hidden, FillInState(state.memory, told, n_told[:, -1])

    def select(self, state: FillInState, rows: Tensor) -> FillInState:
        """The state of some rows, by number, (R',); a row may come several times."""
        memory = EncodedBlanks(state.memory.blanks[rows], state.memory.mask[rows])
        return FillInState(memory, state.told[rows], state.n_told[rows])

    def _known(self, memory: EncodedBlanks, told: Tensor) -> Tensor:
        """What is known of each blank's person from those told before it, (R, K, D); `told` (R, K)."""
        pairs = self.before(memory.blanks + self.told(told))
        start = self.nobody_told.expand(len(pairs), 1, -1)
        hidden = memory.blanks + torch.cat([start, pairs], dim=1)[:, :-1]
        n_blanks = hidden.shape[1]
        earlier = torch.ones(n_blanks, n_blanks, dtype=torch.bool, device=hidden.device).tril()
        for block in self.decoder:
            hidden = block(hidden, earlier)
        return hidden


def fillin(sizes: FillInSizes) -> FillIn:
    """Fill-In as it was published: blanks that look at their clip's faces."""
    return FillIn(dataclasses.replace(sizes, sees_faces=True))


def fillin_text_only(sizes: FillInSizes) -> FillIn:
    """Fill-In that knows the captions alone."""
    return FillIn(dataclasses.replace(sizes, sees_faces=False))


def _unread(memory: EncodedBlanks) -> FillInState:
    """Nothing read yet."""
    nobody = torch.zeros_like(memory.mask, dtype=torch.long)
    return FillInState(memory, nobody, nobody.sum(dim=1))


def _check_told(n_told: Tensor, memory: EncodedBlanks) -> None:
    n_blanks = memory.mask.sum(dim=1)
    more = torch.nonzero(n_told[:, -1] > n_blanks)
    if len(more):
        row = int(more[0])
        raise ModelError(
            f"captionset {row} of the batch tells {int(n_told[row, -1])} people but has {int(n_blanks[row])} blank "
            "vectors; read words and blanks from one text"
        )


def _actions_of_faces(batch: SetBatch) -> Tensor:
    """The action row of each face's segment, zero where that has none, (B, F, Da)."""
    rows = (batch.actions * batch.action_mask[..., None]).flatten(1, 2)
    place = batch.face_clip * batch.actions.shape[2] + batch.face_segment
    return rows.gather(1, place[..., None].expand(-1, -1, rows.shape[-1]))
