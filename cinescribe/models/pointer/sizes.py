"""The sizes of a pointer."""

from __future__ import annotations

from dataclasses import dataclass

from cinescribe.errors import ModelError
from cinescribe.language.tokens.vocabulary import N_PEOPLE
from cinescribe.layers.blocks import BlockSizes
from cinescribe.models.size_limits import check_sizes

_STREAMS = ("frames", "actions", "faces")
POINTER_ROLES = ("actor", "partner", "bystander", "stranger")  # of a face group in the action of a clip
_POSITIVE = ("n_words", "n_clips", "n_tokens", "width", "n_heads", "ff_width", "n_segments", "n_clusters")


@dataclass(frozen=True)
class PointerSizes:
    """The sizes of a pointer; the first eleven follow from corpus, vocabulary and features.

    Args:
        n_words: tokens of the vocabulary, V.
        first_person: the first of the person tokens; it marks every blank.
        separator: the token between the captions of two clips.
        frame_width, action_width, face_width, body_width: widths of the features.
        n_clips: clips of a set at most, N.
        n_segments: segments of a clip, S.
        n_clusters: face groups of a set at most.
        n_tokens: tokens of a captionset at most.
        n_people: person tokens, P.
        n_layers: encoder blocks.
        width: of every token, D.
        n_heads: attention heads.
        ff_width: inner width of feed-forward parts.
        dropout: share dropped in training.
        pre_norm: blocks normalise before attention and feed-forward, not after each sum.
        streams: what it sees, of `_STREAMS`; without faces it points at no one and uses the words.
        bodies: whether it sees what the bodies below faces do, where features have this.

    Raises:
        ModelError: when the sizes do not fit each other.
    """

    n_words: int
    first_person: int
    separator: int
    frame_width: int
    action_width: int
    face_width: int
    body_width: int
    n_clips: int = 5
    n_segments: int = 5
    n_clusters: int = 64
    n_tokens: int = 120
    n_people: int = N_PEOPLE
    n_layers: int = 3
    width: int = 128
    n_heads: int = 4
    ff_width: int = 256
    dropout: float = 0.1
    pre_norm: bool = True
    streams: tuple[str, ...] = _STREAMS
    bodies: bool = True

    def __post_init__(self) -> None:
        check_sizes(self, positive=_POSITIVE)
        unknown = sorted(set(self.streams) - set(_STREAMS))
        if unknown:
            raise ModelError(f"unknown streams {unknown}; a pointer sees {list(_STREAMS)} or some of them")
        if self.width % self.n_heads:
            raise ModelError(
                f"a width of {self.width} cannot be divided among {self.n_heads} heads; make it a multiple"
            )

    @property
    def seen_bodies(self) -> int:
        """The numbers of a body that it sees; 0 for none, as of published faces."""
        return self.body_width if self.bodies else 0

    @property
    def blocks(self) -> BlockSizes:
        """The sizes of one encoder block."""
        return BlockSizes(self.width, self.n_heads, self.ff_width, self.dropout, self.pre_norm)
