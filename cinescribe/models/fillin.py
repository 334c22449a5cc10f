"""Fill-In (Park, Darrell and Rohrbach 2020), the baseline of MICap: who is meant by each blank of a captionset.

Blanks are the text vectors of a bidirectional encoder. Each looks at the face clusters of its own clip, never at
another's, and the people are told one blank after the other. What MICap says of it is built as said; where it is
silent: a cluster carries the mean of the action rows of its faces' segments, one attention head looks, a learned
vector stands for nobody seen, and each step reads the blank before it with the person that was told for it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import torch
from torch import Tensor, nn
from torch.nn import functional

from cinescribe.errors import ModelError
from cinescribe.features.set_batch import SetBatch

UNTOLD = -1  # the label of a blank whose person is not known


@dataclass(frozen=True)
class FillInSizes:
    """The sizes of a Fill-In model.

    Args:
        first_person: the first person token of the vocabulary.
        n_people: person labels, |P|.
        n_clips, n_segments: clips of a set, parts of a clip.
        n_clusters: numbers of face clusters in one clip.
        n_blanks: blanks of a set that can be told apart by place.
        d_text, d_face, d_action: widths of blank vectors, faces and action rows.
        d_model, n_heads, n_layers: of the encoder over blanks and of the decoder over people.
        dropout: share of activations left out in training.
        sees_faces: False for the text-only model.
    """

    first_person: int
    n_people: int = 11
    n_clips: int = 5
    n_segments: int = 5
    n_clusters: int = 64
    n_blanks: int = 120
    d_text: int = 1536
    d_face: int = 512
    d_action: int = 1024
    d_model: int = 512
    n_heads: int = 8
    n_layers: int = 2
    dropout: float = 0.1
    sees_faces: bool = True


@dataclass(frozen=True)
class ClipClusters:
    """Face clusters, each within one clip; G is how many different ones the batch has.

    Args:
        rows: the mean of each cluster's faces, then of their segments' action rows, (B, G, Df + Da).
        clips: the clip that each is in, (G,).
        mask: whether the set has it, (B, G).
    """

    rows: Tensor
    clips: Tensor
    mask: Tensor


def clip_clusters(batch: SetBatch, *, n_clusters: int) -> ClipClusters:
    """Faces pooled by clip and cluster: faces of one number in two clips are two clusters.

    Faces without a cluster are left out: their mean would be of several people.
    """
    place = batch.face_clip * (n_clusters + 1) + batch.face_cluster.clamp(max=n_clusters)
    there = batch.face_mask & (batch.face_cluster > 0)
    known = torch.unique(place[there])  # (G,)
    weights = ((place[..., None] == known) & there[..., None]).float()  # (B, F, G)
    counts = weights.sum(dim=1)
    rows = torch.cat([batch.faces, _actions_of_faces(batch)], dim=-1)
    means = weights.transpose(1, 2) @ rows / counts.clamp(min=1)[..., None]
    return ClipClusters(means, known // (n_clusters + 1), counts > 0)


def _actions_of_faces(batch: SetBatch) -> Tensor:
    """The action row of each face's segment, zero where that has none, (B, F, Da)."""
    rows = (batch.actions * batch.action_mask[..., None]).flatten(1, 2)
    place = batch.face_clip * batch.actions.shape[2] + batch.face_segment
    return rows.gather(1, place[..., None].expand(-1, -1, rows.shape[-1]))


class ClipSight(nn.Module):
    """What each blank sees: attention over the face clusters of its own clip, and over nobody."""

    def __init__(self, sizes: FillInSizes) -> None:
        super().__init__()
        width = sizes.d_face + sizes.d_action
        self.n_clusters = sizes.n_clusters
        self.query = nn.Linear(sizes.d_model, sizes.d_model)
        self.key = nn.Linear(width, sizes.d_model)
        self.value = nn.Linear(width, sizes.d_model)
        self.nobody = nn.Parameter(torch.randn(2, sizes.d_model) / math.sqrt(sizes.d_model))  # its key and value

    def forward(self, blanks: Tensor, batch: SetBatch) -> Tensor:
        """What blanks (B, K, D) see, (B, K, D)."""
        clusters = clip_clusters(batch, n_clusters=self.n_clusters)
        n_sets, n_blanks, _ = blanks.shape
        nobody = self.nobody[:, None, None].expand(-1, n_sets, -1, -1)
        keys = torch.cat([nobody[0], self.key(clusters.rows)], dim=1)
        values = torch.cat([nobody[1], self.value(clusters.rows)], dim=1)
        own_clip = batch.blank_clip[..., None] == clusters.clips  # (B, K, G)
        always = own_clip.new_ones(n_sets, n_blanks, 1)
        seen = torch.cat([always, own_clip & clusters.mask[:, None]], dim=-1)
        return functional.scaled_dot_product_attention(self.query(blanks), keys, values, attn_mask=seen)


class FillIn(nn.Module):
    """Blanks and what they see, encoded together; people told one after the other."""

    def __init__(self, sizes: FillInSizes) -> None:
        super().__init__()
        self.sizes = sizes
        self.blank = nn.Linear(sizes.d_text, sizes.d_model)
        self.clip = nn.Embedding(sizes.n_clips, sizes.d_model)
        self.place = nn.Embedding(sizes.n_blanks, sizes.d_model)
        self.sight = ClipSight(sizes) if sizes.sees_faces else None
        self.encoder = nn.ModuleList(_layer(sizes) for _ in range(sizes.n_layers))
        self.told = nn.Embedding(sizes.n_people + 1, sizes.d_model)  # the last: nobody told yet
        self.before = nn.Linear(sizes.d_model, sizes.d_model)
        self.decoder = nn.ModuleList(_layer(sizes) for _ in range(sizes.n_layers))
        self.norm = nn.LayerNorm(sizes.d_model)
        self.person = nn.Linear(sizes.d_model, sizes.n_people)

    def forward(self, batch: SetBatch, labels: Tensor) -> Tensor:
        """The logits of each blank's person, (B, K, P), given the people of the blanks before it.

        Args:
            batch: the sets; their words are not read.
            labels: the people, 0 on, (B, K); `UNTOLD` counts as nobody told.

        Raises:
            ModelError: for a set of more blanks than the model has places.
        """
        return self.told_next(self.encoded(batch), batch.blank_mask, labels)

    @torch.no_grad()
    def fill(self, batch: SetBatch) -> Tensor:
        """The likeliest person of each blank, 0 on, each told before the next, (B, K); `UNTOLD` beside the mask."""
        encoded = self.encoded(batch)
        labels = torch.full_like(batch.blank_clip, UNTOLD)
        for k in range(labels.shape[1]):
            found = self.told_next(encoded, batch.blank_mask, labels)[:, k].argmax(dim=-1)
            labels = labels.index_copy(1, torch.tensor([k], device=labels.device), found[:, None])
        return labels.masked_fill(~batch.blank_mask, UNTOLD)

    def encoded(self, batch: SetBatch) -> Tensor:
        """The blanks, each with what it sees and what the others say, (B, K, D)."""
        n_blanks = batch.blanks.shape[1]
        if n_blanks > self.sizes.n_blanks:
            raise ModelError(
                f"a set of {n_blanks} blanks came, but this model tells {self.sizes.n_blanks} places apart; "
                "cut the captions into smaller sets, or make a model with more places"
            )
        places = torch.arange(n_blanks, device=batch.blanks.device)
        hidden = self.blank(batch.blanks) + self.clip(batch.blank_clip) + self.place(places)
        if self.sight is not None:
            hidden = hidden + self.sight(hidden, batch)
        return _through(self.encoder, hidden, _seen(batch.blank_mask, n_blanks, causal=False))

    def told_next(self, encoded: Tensor, mask: Tensor, labels: Tensor) -> Tensor:
        """The logits of each blank's person, (B, K, P), from encoded blanks and the people before."""
        known = labels.masked_fill(labels == UNTOLD, self.sizes.n_people)
        pairs = self.before(encoded + self.told(known))
        start = self.told.weight[-1].expand(len(encoded), 1, -1)
        hidden = encoded + torch.cat([start, pairs], dim=1)[:, : encoded.shape[1]]
        hidden = _through(self.decoder, hidden, _seen(mask, encoded.shape[1], causal=True))
        logits: Tensor = self.person(self.norm(hidden))
        return logits


def fillin(sizes: FillInSizes) -> FillIn:
    """Fill-In as it was published: blanks that look at their clip's faces."""
    return FillIn(replace(sizes, sees_faces=True))


def fillin_text_only(sizes: FillInSizes) -> FillIn:
    """Fill-In that knows the captions alone."""
    return FillIn(replace(sizes, sees_faces=False))


def person_labels(batch: SetBatch, *, first_person: int, n_people: int) -> Tensor:
    """The person of each blank, 0 on, (B, K); `UNTOLD` where the words do not tell one, or were cut off before.

    Raises:
        ModelError: when a set's words name more people than it has blanks.
    """
    place = batch.is_blank.cumsum(dim=1) - 1
    n_blanks = batch.blanks.shape[1]
    more = torch.nonzero(place.amax(dim=1) >= batch.blank_mask.sum(dim=1)) if place.numel() else place.new_empty(0)
    if len(more):
        row = int(more[0])
        raise ModelError(
            f"set {row} of the batch names people at {int(place[row].max()) + 1} places but has "
            f"{int(batch.blank_mask[row].sum())} blank vectors; read words and blanks from one text"
        )
    labels = torch.full((len(batch), n_blanks), UNTOLD, device=place.device)
    people = batch.words - first_person
    known = batch.is_blank & (people >= 0) & (people < n_people)
    rows, columns = torch.nonzero(known, as_tuple=True)
    return labels.index_put((rows, place[rows, columns]), people[rows, columns])


def fillin_loss(model: FillIn, batch: SetBatch) -> Tensor:
    """Mean cross-entropy of the people of all blanks whose person is known; 0 where none is."""
    labels = person_labels(batch, first_person=model.sizes.first_person, n_people=model.sizes.n_people)
    logits = model(batch, labels)
    total = functional.cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=UNTOLD, reduction="sum")
    return total / (labels != UNTOLD).sum().clamp(min=1)


def _layer(sizes: FillInSizes) -> nn.TransformerEncoderLayer:
    return nn.TransformerEncoderLayer(
        sizes.d_model, sizes.n_heads, 4 * sizes.d_model, sizes.dropout, batch_first=True, norm_first=True
    )


def _seen(mask: Tensor, n_blanks: int, *, causal: bool) -> Tensor:
    """Which blanks each blank may look at, (B, K, K); always at itself, so that no row is empty."""
    itself = torch.eye(n_blanks, dtype=torch.bool, device=mask.device)
    seen = mask[:, None].expand(-1, n_blanks, -1)
    return (seen.tril() if causal else seen) | itself


def _through(layers: nn.ModuleList, hidden: Tensor, seen: Tensor) -> Tensor:
    for layer in layers:
        n_heads = layer.self_attn.num_heads  # type: ignore[union-attr]
        hidden = layer(hidden, src_mask=~seen.repeat_interleave(n_heads, dim=0))  # type: ignore[arg-type]
    return hidden
