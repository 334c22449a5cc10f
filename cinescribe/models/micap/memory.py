"""The captioning memory of MICap: features of all streams as tokens of one width (§3.1.1).

Legend: `B` sets, `N` clips in a set, `T` frames in a clip, `S` segments in a clip, `F` faces in a set, `K` blanks in a
set, `C` columns of a stream, `M` columns of the memory, `D` width.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from cinescribe.errors import FeatureError
from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.layers.masks import leading
from cinescribe.models.micap.sizes import ACTION, BLANK, FACE, FRAME, MICAP_STREAMS, MicapSizes

SMALL_STD = 0.3  # initial deviation of embeddings that must not dominate what they are added to


@dataclass(frozen=True)
class Memory:
    """What the decoder attends to, M (eq. 6): blanks, frames, actions and faces, each stream without its gaps.

    Args:
        tokens: (B, M, D).
        mask: which columns are tokens, (B, M).
        kinds: the stream of each column, by its number in `MICAP_STREAMS`, (M,).
        clips: the clip of the set that each column is of, (B, M).
        places: the position of each column in the batch's stream, clips after each other: a frame at n * T + t, an
            action at n * S + s, a face or blank at its own number, (B, M).
        skip: the skip features of each clip, (B, N, C): maxima over its frames, then means over its actions.
    """

    tokens: Tensor
    mask: Tensor
    kinds: Tensor
    clips: Tensor
    places: Tensor
    skip: Tensor

    def __len__(self) -> int:
        return len(self.tokens)


@dataclass(frozen=True)
class _Part:
    """The part of a memory that comes from one stream; fields as there."""

    tokens: Tensor
    mask: Tensor
    kinds: Tensor
    clips: Tensor
    places: Tensor


@dataclass(frozen=True)
class _Stream:
    """One stream of a batch: features (B, C, W); everything else (B, C), boxes (B, C, 4)."""

    kind: int
    features: Tensor
    mask: Tensor
    clips: Tensor
    segments: Tensor | None = None
    clusters: Tensor | None = None
    boxes: Tensor | None = None


class MemoryTokens(nn.Module):
    """Features projected to one width, with embeddings of type, clip, segment, cluster and box added (eq. 2 to 5).

    Args:
        sizes: the model's.
        clips: E^vid, shared with the decoder.
    """

    def __init__(self, sizes: MicapSizes, clips: nn.Embedding) -> None:
        super().__init__()
        widths = (sizes.text_width, sizes.frame_width, sizes.action_width, sizes.face_width)
        self.maps = nn.ModuleDict(
            {
                name: nn.Linear(width, sizes.width, bias=False)
                for name, width in zip(MICAP_STREAMS, widths, strict=True)
                if name in sizes.streams
            }
        )
        self.types = nn.Embedding(len(MICAP_STREAMS), sizes.width)
        self.clips = clips
        self.skip_columns = {FRAME: sizes.skip_frames, ACTION: sizes.skip_actions}
        self.skip_scale = sizes.skip_scale
        self.feature_norm = sizes.feature_norm
        self.segments = nn.Embedding(sizes.n_segments, sizes.width)
        self.clusters = nn.Embedding(sizes.n_clusters + 1, sizes.width)  # number 0: no cluster
        self.boxes = nn.Linear(4, sizes.width, bias=False)
        for table in (self.types, self.segments):
            nn.init.normal_(table.weight, std=SMALL_STD)

    def forward(self, batch: SetBatch, *, blanks: bool) -> Memory:
        """Return the memory before its encoder; without `blanks`, for captions yet to be written, they are left out.

        Raises:
            FeatureError: when features are of another width than the model's, or numbers of segments or clusters go
                beyond its.
        """
        streams = [
            stream
            for stream in _streams(batch)
            if MICAP_STREAMS[stream.kind] in self.maps and stream.mask.any() and (blanks or stream.kind != BLANK)
        ]
        return self._joined([self._part(stream) for stream in streams], batch)

    def _part(self, stream: _Stream) -> _Part:
        self._check_width(stream)
        stream, places = _packed(stream)
        return _Part(
            tokens=self._tokens(stream),
            mask=stream.mask,
            kinds=torch.full_like(places[0], stream.kind),
            clips=stream.clips,
            places=places,
        )

    def _tokens(self, stream: _Stream) -> Tensor:
        features = self._scaled(stream)
        if self.feature_norm:
            features = F.layer_norm(features, features.shape[-1:])
        tokens: Tensor = self.maps[MICAP_STREAMS[stream.kind]](features) + self.types.weight[stream.kind]
        tokens = tokens + self.clips(stream.clips)
        if stream.segments is not None:
            tokens = tokens + _embedded(self.segments, stream.segments, "segment")
        if stream.clusters is not None:
            tokens = tokens + _embedded(self.clusters, stream.clusters, "cluster")
        if stream.boxes is not None:
            tokens = tokens + self.boxes(stream.boxes)
        return tokens

    def _scaled(self, stream: _Stream) -> Tensor:
        first, last = self.skip_columns.get(stream.kind, (0, 0))
        if first == last:
            return stream.features
        weights = stream.features.new_ones(stream.features.shape[-1])
        weights[first:last] = self.skip_scale
        return stream.features * weights

    def _joined(self, parts: list[_Part], batch: SetBatch) -> Memory:
        """Concatenate the parts; without parts, the memory has no columns."""
        none = torch.zeros(len(batch), 0, dtype=torch.long, device=batch.frames.device)
        no_tokens = self.types.weight.new_zeros(*none.shape, self.types.embedding_dim)
        return Memory(
            tokens=torch.cat([no_tokens, *(part.tokens for part in parts)], 1),
            mask=torch.cat([none.bool(), *(part.mask for part in parts)], 1),
            kinds=torch.cat([none.flatten(), *(part.kinds for part in parts)]),
            clips=torch.cat([none, *(part.clips for part in parts)], 1),
            places=torch.cat([none, *(part.places for part in parts)], 1),
            skip=self._skip(batch),
        )

    def _skip(self, batch: SetBatch) -> Tensor:
        frames = batch.frames[..., slice(*self.skip_columns[FRAME])].masked_fill(
            ~batch.frame_mask[..., None], -torch.inf
        )
        actions = batch.actions[..., slice(*self.skip_columns[ACTION])] * batch.action_mask[..., None]
        n_actions = batch.action_mask.sum(2, keepdim=True).clamp(min=1)
        maxima = frames.amax(2).nan_to_num(neginf=0.0) if frames.shape[2] else frames.sum(2)
        return torch.cat([maxima, actions.sum(2) / n_actions], 2)

    def _check_width(self, stream: _Stream) -> None:
        came, wanted = stream.features.shape[-1], self.maps[MICAP_STREAMS[stream.kind]].in_features
        if came != wanted:
            raise FeatureError(
                f"{MICAP_STREAMS[stream.kind]} have width {came}, but the model takes {wanted}; "
                "extract features with the networks the model was trained on"
            )


def _streams(batch: SetBatch) -> list[_Stream]:
    """Return the streams of a batch in the order of their kinds, clip after clip."""
    n_sets, n_clips, n_frames = batch.frame_mask.shape
    n_segments = batch.action_mask.shape[2]
    clip = torch.arange(n_clips, device=batch.frames.device)
    segment = torch.arange(n_segments, device=batch.frames.device)
    return [
        _Stream(BLANK, batch.blanks, batch.blank_mask, batch.blank_clip),
        _Stream(
            FRAME,
            batch.frames.flatten(1, 2),
            batch.frame_mask.flatten(1),
            clip.repeat_interleave(n_frames).expand(n_sets, -1),
            batch.frame_segment.flatten(1),
        ),
        _Stream(
            ACTION,
            batch.actions.flatten(1, 2),
            batch.action_mask.flatten(1),
            clip.repeat_interleave(n_segments).expand(n_sets, -1),
            segment.repeat(n_clips).expand(n_sets, -1),
        ),
        _Stream(
            FACE,
            batch.faces,
            batch.face_mask,
            batch.face_clip,
            batch.face_segment,
            batch.face_cluster,
            batch.face_box,
        ),
    ]


def _packed(stream: _Stream) -> tuple[_Stream, Tensor]:
    """Return a stream without its gaps, and the place that each column had.

    Clips are padded to the longest, so half of the columns may be padding. Attention does not depend on their order.
    """
    counts = stream.mask.sum(1)
    longest = int(counts.max())
    places = (~stream.mask).byte().argsort(dim=1, stable=True)[:, :longest]

    def at_places(values: Tensor | None) -> Tensor | None:
        return None if values is None else values.take_along_dim(places, 1)

    boxes = None if stream.boxes is None else stream.boxes.take_along_dim(places[..., None], 1)
    packed = _Stream(
        kind=stream.kind,
        features=stream.features.take_along_dim(places[..., None], 1),
        mask=leading(counts, longest),
        clips=stream.clips.take_along_dim(places, 1),
        segments=at_places(stream.segments),
        clusters=at_places(stream.clusters),
        boxes=boxes,
    )
    return packed, places


def _embedded(table: nn.Embedding, numbers: Tensor, what: str) -> Tensor:
    if int(numbers.max()) >= table.num_embeddings:
        raise FeatureError(
            f"found {what} {int(numbers.max())}, but the model has numbers to {table.num_embeddings - 1}; "
            "read sets with the sizes the model was trained on"
        )
    vectors: Tensor = table(numbers)
    return vectors
