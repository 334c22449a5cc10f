"""A network that points: each blank of a clip set's captions at the face group of its person.

MICap (Raajesh et al., CVPR 2024) chooses a person label for each blank, and finds faces only by attention. This
network goes beyond it. It scores every pair of a blank and a face group, and an off-screen person, and people are
assigned one-to-one within a clip. A label follows from the group, so that one person keeps it. For people whose faces
are not seen, it scores whether two blanks are one person. Each face group has a part in the action of each clip: actor,
partner, bystander, or a stranger whom captions do not mention. Parts are learnt where a corpus has them.

Words, pictures, actions and face groups go through one encoder together, a face group with a token in every clip, also
where its face is not seen. All blanks look the same to it; nothing depends on the
labels of other blanks, so that a captionset is read once.

Legend: `B` sets, `N` clips in a set, `G` face groups, `S` segments in a clip, `L` tokens of a captionset, `K` blanks of
a set, `D` width.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from cinescribe.errors import FeatureError, ModelError
from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.layers.masks import leading
from cinescribe.layers.positions import LearnedPositions
from cinescribe.layers.stacks import Encoder
from cinescribe.layers.stored_names import stored_as
from cinescribe.models.pointer.cells import N_LAYOUT, Cells, cells_of
from cinescribe.models.pointer.matching import NEVER
from cinescribe.models.pointer.sizes import POINTER_ROLES, PointerSizes
from cinescribe.models.size_limits import check_tokens

_WORD, _FRAME, _ACTION, _FACE = range(4)
_PAD = 0  # the id of padding in every vocabulary


@dataclass(frozen=True)
class Pointing:
    """What a pointer says about the blanks of a batch.

    Args:
        columns: the column of each blank among the words, by column, (B, K).
        clips: the clip of each blank, (B, K).
        mask: which blanks there are, (B, K).
        pairs: scores of blanks and face groups, `NEVER` for groups that a set lacks, (B, K, G).
        nobody: scores of off-screen people, (B, K).
        same: scores of two blanks being one person; a new person has 0, (B, K, K).
        parts: logits of the part of each group in each clip, (B, N, G, `POINTER_ROLES`).
        cells: the face groups.
    """

    columns: Tensor
    clips: Tensor
    mask: Tensor
    pairs: Tensor
    nobody: Tensor
    same: Tensor
    parts: Tensor
    cells: Cells


class Pointer(nn.Module):
    """The pointer network; a batch of sets with words to the scores of its blanks.

    Args:
        sizes: its sizes.
    """

    def __init__(self, sizes: PointerSizes) -> None:
        super().__init__()
        self.sizes = sizes
        width = sizes.width
        self.words = nn.Embedding(sizes.n_words, width)
        self.positions = LearnedPositions(sizes.n_tokens, width)
        self.clips = nn.Embedding(sizes.n_clips, width)
        self.segments = nn.Embedding(sizes.n_segments, width)
        self.groups = nn.Embedding(sizes.n_clusters, width)
        self.types = nn.Embedding(4, width)
        self.frames = nn.Linear(sizes.frame_width, width)
        self.actions = nn.Linear(sizes.action_width, width)
        self.face_vectors = nn.Linear(sizes.face_width, width)
        stored_as(self, {"face_vectors": "looks"})
        self.bodies = nn.Linear(sizes.seen_bodies, width) if sizes.seen_bodies else None
        self.layout = nn.Sequential(
            nn.Linear(5 * sizes.n_segments + N_LAYOUT, width), nn.ReLU(), nn.Linear(width, width)
        )
        self.encoder = Encoder(sizes.blocks, n_layers=sizes.n_layers)
        self.dropout = nn.Dropout(sizes.dropout)
        self.part = nn.Linear(width + sizes.seen_bodies, len(POINTER_ROLES))
        self.of_blank = nn.Linear(width, width)
        self.of_cell = nn.Linear(width + len(POINTER_ROLES), width)
        self.of_group = nn.Linear(width, width, bias=False)
        self.score = nn.Linear(width, 1)
        self.part_meant = nn.Linear(width, len(POINTER_ROLES))
        self.query, self.key = (nn.Linear(width, width, bias=False) for _ in range(2))
        self.nobody = nn.Sequential(nn.Linear(width, width), nn.ReLU(), nn.Linear(width, 1))
        self.one, self.other = (nn.Linear(width, width, bias=False) for _ in range(2))
        self.new = nn.Linear(width, 1)
        nn.init.normal_(self.words.weight, std=width**-0.5)
        for table in (self.positions.vectors, self.types, self.segments, self.groups):
            nn.init.normal_(table.weight, std=0.3)

    def forward(self, batch: SetBatch) -> Pointing:
        """Return the scores of a batch with words.

        Raises:
            ModelError: when there are more clips, tokens, groups or words than the model takes.
            FeatureError: when there are no words, or features have another width than the model's.
        """
        self._check(batch)
        cells = self._cells(batch)
        hidden, seen = self.encoded(batch, cells)
        # In 16 bits scores are too coarse: the sum over the right matchings would come out above that over all.
        with torch.autocast(hidden.device.type, enabled=False):
            return self._pointing(batch, cells, hidden.float(), seen.float())

    def _pointing(self, batch: SetBatch, cells: Cells, hidden: Tensor, seen: Tensor) -> Pointing:
        """Scores from the encoder's output for words (B, L, D) and cells (B, N, G, D)."""
        columns, mask = _blanks(batch)
        blanks = hidden.take_along_dim(columns[..., None], 1)  # (B, K, D)
        clips = self._word_clips(batch.words).take_along_dim(columns, 1)
        parts = self.part(torch.cat([seen, cells.bodies[..., : self.sizes.seen_bodies]], -1))
        return Pointing(
            columns,
            clips,
            mask,
            self._pairs(blanks, clips, seen, parts, cells),
            self.nobody(blanks)[..., 0],
            self._same(blanks),
            parts,
            cells,
        )

    def _cells(self, batch: SetBatch) -> Cells:
        if "faces" not in self.sizes.streams:
            batch = dataclasses.replace(batch, face_mask=torch.zeros_like(batch.face_mask))
        cells = cells_of(batch, n_segments=self.sizes.n_segments)
        n_groups = cells.present.shape[2]
        if n_groups > self.sizes.n_clusters:
            raise ModelError(
                f"the sets have {n_groups} face groups, but the model takes {self.sizes.n_clusters}; "
                "read sets with the sizes the model was trained on"
            )
        return cells

    def encoded(self, batch: SetBatch, cells: Cells) -> tuple[Tensor, Tensor]:
        """Return the encoder's output for the words of a batch, (B, L, D), and for its cells, (B, N, G, D)."""
        words = batch.words.masked_fill(batch.is_blank, self.sizes.first_person)
        length = words.shape[1]
        places = torch.arange(length, device=words.device)
        text = self.words(words) * self.sizes.width**0.5 + self.positions(places) + self.types.weight[_WORD]
        text = text + self.clips(self._word_clips(words))
        tokens, masks = [text], [words != _PAD]
        clips = self.clips.weight[: batch.frames.shape[1]]
        if "frames" in self.sizes.streams:
            tokens.append(self.frames(_normed(_mean_frames(batch))) + self.types.weight[_FRAME] + clips)
            masks.append(batch.frame_mask.any(2))
        if "actions" in self.sizes.streams:
            actions = self.actions(_normed(batch.actions)) + self.types.weight[_ACTION] + clips[:, None]
            tokens.append((actions + self.segments.weight[: actions.shape[2]]).flatten(1, 2))
            masks.append(batch.action_mask.flatten(1))
        shape = cells.present.shape
        if shape[2]:
            vectors = cells.face_vectors.where(cells.has_face[..., None], cells.group_vectors[:, None])
            faces = self.face_vectors(_normed(vectors)) + self.layout(cells.layout)
            if self.bodies is not None:
                faces = faces + self.bodies(cells.bodies)
            faces = faces + self.types.weight[_FACE] + clips[:, None] + self.groups.weight[: shape[2]]
            tokens.append(faces.flatten(1, 2))
            masks.append(cells.in_set[:, None].expand(shape).flatten(1))
        out = self.encoder(self.dropout(torch.cat(tokens, 1)), torch.cat(masks, 1))
        seen = out[:, out.shape[1] - shape[1] * shape[2] :].reshape(*shape, out.shape[2])
        return out[:, :length], seen

    def _pairs(self, blanks: Tensor, clips: Tensor, seen: Tensor, parts: Tensor, cells: Cells) -> Tensor:
        """Scores of blanks (B, K, D) of clips (B, K) and groups, (B, K, G)."""
        there = cells.present[..., None]
        means = (seen * there).sum(1) / there.sum(1).clamp(min=1)  # (B, G, D)
        known = torch.cat([seen, parts.softmax(-1) * there], -1)
        rows = clips[..., None, None]
        cell = self.of_cell(known).take_along_dim(rows, 1)  # (B, K, G, D)
        mixed = self.of_blank(blanks)[:, :, None] + cell + self.of_group(means)[:, None]
        keys = self.key(seen).take_along_dim(rows, 1)
        match = (self.query(blanks)[:, :, None] * keys).sum(-1) * self.sizes.width**-0.5
        # The probability that a group has the part that the blank means, as a logarithm.
        meant = self.part_meant(blanks).log_softmax(-1)[:, :, None]  # (B, K, 1, PARTS)
        has = parts.log_softmax(-1).take_along_dim(rows, 1)  # (B, K, G, PARTS)
        scores: Tensor = self.score(mixed.relu())[..., 0] + match + (meant + has).logsumexp(-1)
        return scores.masked_fill(~cells.in_set[:, None], NEVER)

    def _same(self, blanks: Tensor) -> Tensor:
        """Scores of pairs of blanks (B, K, D), (B, K, K); row k is about blank k and those before it."""
        scores: Tensor = self.one(blanks) @ self.other(blanks).transpose(1, 2) * self.sizes.width**-0.5
        scores = scores - self.new(blanks)
        return scores

    def _word_clips(self, words: Tensor) -> Tensor:
        """The clip of each word (B, L): separators before it."""
        is_cut = words == self.sizes.separator
        return (is_cut.cumsum(1) - is_cut.long()).clamp(max=self.sizes.n_clips - 1)

    def _check(self, batch: SetBatch) -> None:
        n_clips, length = batch.frames.shape[1], batch.words.shape[1]
        if not length:
            raise FeatureError("the sets have no captions; a pointer points from the blanks of captions")
        if n_clips > self.sizes.n_clips:
            raise ModelError(
                f"the sets have {n_clips} clips, but the model takes {self.sizes.n_clips} at most; "
                "cut the film into smaller sets"
            )
        check_tokens(batch.words, self.sizes.n_words)
        found = {
            "frames": batch.frames.shape[-1],
            "actions": batch.actions.shape[-1],
            "faces": batch.faces.shape[-1] or self.sizes.face_width,
            "bodies": batch.face_body.shape[-1] or self.sizes.body_width,
        }
        sizes = self.sizes
        wanted = {"frames": sizes.frame_width, "actions": sizes.action_width, "faces": sizes.face_width}
        wanted["bodies"] = sizes.body_width
        for stream in (*sizes.streams, *(["bodies"] if sizes.seen_bodies and "faces" in sizes.streams else ())):
            if found[stream] != wanted[stream]:
                raise FeatureError(
                    f"{stream} have width {found[stream]}, but the model takes {wanted[stream]}; "
                    "extract features with the networks the model was trained on"
                )


def _blanks(batch: SetBatch) -> tuple[Tensor, Tensor]:
    """Return the columns of the blanks of each row, padded with 0, and which there are, (B, K) each."""
    counts = batch.is_blank.sum(1)
    mask = leading(counts, int(counts.max()))
    columns = (~batch.is_blank).byte().argsort(dim=1, stable=True)[:, : mask.shape[1]]
    return columns.masked_fill(~mask, 0), mask


def _mean_frames(batch: SetBatch) -> Tensor:
    """The mean of each clip's frames, (B, N, Ds); 0 without any."""
    kept = batch.frame_mask[..., None]
    return (batch.frames * kept).sum(2) / kept.sum(2).clamp(min=1)


def _normed(features: Tensor) -> Tensor:
    return F.layer_norm(features, features.shape[-1:])
