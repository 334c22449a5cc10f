"""The prefix of a language model: the features of a clip set as tokens of its width, before its text."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from cinescribe.errors import FeatureError
from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.language.tokens.vocabulary import N_PEOPLE
from cinescribe.models.size_limits import check_sizes

_STREAMS = ("frames", "actions", "faces")
_POSITIVE = ("n_words", "n_clips", "width", "n_layers", "n_heads")  # the last three are those of the language models


@dataclass(frozen=True)
class PrefixSizes:
    """The sizes that all language models behind features share.

    Args:
        n_words, first_person, n_people: of the vocabulary: its tokens, V, and where in it people are.
        streams: the features in the prefix, of `_STREAMS`; only frames are MICap's rows "only CLIP".
        frame_width, action_width, face_width: widths of the features.
        n_clips, n_segments: clips of a set, segments of a clip.
        n_clusters: numbers for clusters of faces.

    Raises:
        ModelError: when a size is out of range.
    """

    n_words: int
    first_person: int
    n_people: int = N_PEOPLE
    streams: tuple[str, ...] = _STREAMS
    frame_width: int = 512
    action_width: int = 1024
    face_width: int = 512
    n_clips: int = 5
    n_segments: int = 5
    n_clusters: int = 64

    def __post_init__(self) -> None:
        check_sizes(self, positive=_POSITIVE)


@dataclass(frozen=True)
class Prefix:
    """Tokens before the text.

    Args:
        tokens: (B, M, D).
        mask: which columns are tokens, (B, M).
    """

    tokens: Tensor
    mask: Tensor

    def select(self, rows: Tensor) -> Prefix:
        """Return some of the sets, by number."""
        return Prefix(self.tokens[rows], self.mask[rows])


class PrefixTokens(nn.Module):
    """Features projected to the width of a language model, with embeddings of clip, segment, cluster and box.

    Args:
        sizes: sizes of the model.
        width: width of the tokens, D.
    """

    def __init__(self, sizes: PrefixSizes, width: int) -> None:
        super().__init__()
        self.sizes = sizes
        widths = dict(zip(_STREAMS, (sizes.frame_width, sizes.action_width, sizes.face_width), strict=True))
        self.maps = nn.ModuleDict({name: nn.Linear(widths[name], width) for name in sizes.streams})
        self.clips = nn.Embedding(sizes.n_clips, width)
        self.segments = nn.Embedding(sizes.n_segments, width)
        self.clusters = nn.Embedding(sizes.n_clusters + 1, width)
        self.boxes = nn.Linear(4, width, bias=False)
        self.norm = nn.LayerNorm(width)

    def forward(self, batch: SetBatch) -> Prefix:
        """Return the tokens of every set, stream after stream, (B, M, D).

        Raises:
            FeatureError: for features of another width, or sets of more clips, than the model was built for.
        """
        _check(batch, self.sizes)
        tokens_of = {"frames": self._frames, "actions": self._actions, "faces": self._faces}
        parts = [tokens_of[name](batch) for name in self.sizes.streams]
        tokens = torch.cat([part.tokens for part in parts], dim=1)
        return Prefix(self.norm(tokens), torch.cat([part.mask for part in parts], dim=1))

    def _frames(self, batch: SetBatch) -> Prefix:
        clips = torch.arange(batch.frames.shape[1], device=batch.frames.device)
        tokens = (
            self._projected("frames", batch.frames) + self.clips(clips)[:, None] + self.segments(batch.frame_segment)
        )
        return Prefix(tokens.flatten(1, 2), batch.frame_mask.flatten(1))

    def _actions(self, batch: SetBatch) -> Prefix:
        n_clips, n_segments = batch.actions.shape[1:3]
        clips, segments = (torch.arange(n, device=batch.actions.device) for n in (n_clips, n_segments))
        tokens = self._projected("actions", batch.actions) + self.clips(clips)[:, None] + self.segments(segments)
        return Prefix(tokens.flatten(1, 2), batch.action_mask.flatten(1))

    def _faces(self, batch: SetBatch) -> Prefix:
        positions = self.clips(batch.face_clip) + self.segments(batch.face_segment) + self.boxes(batch.face_box)
        clusters = self.clusters(batch.face_cluster.clamp(max=self.sizes.n_clusters))
        return Prefix(self._projected("faces", batch.faces) + positions + clusters, batch.face_mask)

    def _projected(self, name: str, features: Tensor) -> Tensor:
        """Normalise features to mean 0 and deviation 1, so that their scale does not matter, then project them."""
        tokens: Tensor = self.maps[name](functional.layer_norm(features, features.shape[-1:]))
        return tokens


def _check(batch: SetBatch, sizes: PrefixSizes) -> None:
    wanted = {"frames": sizes.frame_width, "actions": sizes.action_width, "faces": sizes.face_width}
    for name in sizes.streams:
        found = getattr(batch, name).shape[-1]
        if found != wanted[name]:
            raise FeatureError(
                f"{name} have width {found}, but this model was built for {wanted[name]}; extract the features that "
                "it was trained on, or train one on these"
            )
    if batch.frames.shape[1] > sizes.n_clips:
        raise FeatureError(
            f"the sets have {batch.frames.shape[1]} clips, but this model was built for {sizes.n_clips}; "
            "cut them into smaller sets"
        )
