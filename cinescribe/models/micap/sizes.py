"""The sizes of a MICap."""

from __future__ import annotations

from dataclasses import dataclass, field

from cinescribe.errors import ModelError
from cinescribe.language.tokens.vocabulary import N_PEOPLE, Tokens
from cinescribe.layers.blocks import BlockSizes
from cinescribe.models.size_limits import check_sizes

MICAP_STREAMS = ("blanks", "frames", "actions", "faces")  # a stream's number is its row of E^typ
BLANK, FRAME, ACTION, FACE = range(len(MICAP_STREAMS))
_POSITIVE = ("n_words", "n_clips", "n_tokens", "n_decoder_layers", "width", "n_heads", "ff_width")


@dataclass(frozen=True)
class MicapSizes:
    """The sizes of a MICap; defaults are the paper's (§5.1), and those of the Transformer where the paper gives none.

    Args:
        n_words: tokens of the vocabulary, V: words, special tokens and people.
        first_person: the first of the person tokens, which are adjacent.
        separator: the token between the captions of two clips.
        n_people: person tokens, P.
        frame_width, action_width, face_width, text_width: widths of the features; the last of a blank, [CLS; b_k].
        n_clips: clips of a set at most, N.
        n_segments: segments of a clip, S.
        n_clusters: numbers for clusters of faces.
        n_tokens: tokens of a captionset at most.
        n_encoder_layers: L_E; 0 for only the decoder.
        n_decoder_layers: L_D.
        width: of every token, D.
        n_heads: attention heads.
        ff_width: inner width of feed-forward parts.
        dropout: share dropped in training.
        pre_norm: blocks normalise before attention and feed-forward, not after each sum.
        streams: the features it reads, of `MICAP_STREAMS`; without blanks it can still fill in, from the text before.
        writes: whether it has a classifier over all words; without one it only fills in.
        own_person_head: whether people have their own classifier, instead of a slice of the one over all words.
        skip_frames, skip_actions: columns [first, last) of the frame and of the action features that are multiplied by
            `skip_scale`: a few informative columns, as the scores of things seen, are lost among many others.
        skip_scale: the factor.
        gated_skip: whether these columns also reach the words of the clip's caption directly, through a gate, without
            attention.
        feature_norm: whether features are normalised to mean 0 and deviation 1 before they are projected; they are not
            in the released MICap.

    Raises:
        ModelError: when the sizes do not fit each other.
    """

    n_words: int
    first_person: int
    separator: int
    n_people: int = N_PEOPLE
    frame_width: int = 512
    action_width: int = 1024
    face_width: int = 512
    text_width: int = 1536
    n_clips: int = 5
    n_segments: int = 5
    n_clusters: int = 64
    n_tokens: int = 120
    n_encoder_layers: int = 2
    n_decoder_layers: int = 3
    width: int = 512
    n_heads: int = 8
    ff_width: int = 2048
    dropout: float = 0.1
    pre_norm: bool = False
    streams: tuple[str, ...] = MICAP_STREAMS
    writes: bool = True
    own_person_head: bool = False
    skip_frames: tuple[int, int] = (0, 0)
    skip_actions: tuple[int, int] = (0, 0)
    skip_scale: float = 1.0
    gated_skip: bool = False
    feature_norm: bool = field(default=True, metadata={"later": True})

    def __post_init__(self) -> None:
        check_sizes(self, positive=_POSITIVE)
        unknown = sorted(set(self.streams) - set(MICAP_STREAMS))
        if unknown:
            raise ModelError(f"unknown streams {unknown}; a MICap reads {list(MICAP_STREAMS)} or some of them")
        if self.width % self.n_heads:
            raise ModelError(
                f"a width of {self.width} cannot be divided among {self.n_heads} heads; make it a multiple"
            )
        if self.first_person + self.n_people > self.n_words:
            raise ModelError(
                f"{self.n_people} people from token {self.first_person} on do not fit a vocabulary of {self.n_words}; "
                "take all three from one vocabulary"
            )
        if self.gated_skip and not self.n_skip:
            raise ModelError("a gated skip has no columns; set `skip_frames` or `skip_actions`")
        if not self.writes and not self.own_person_head:
            raise ModelError("a model that does not write needs a person head; set `own_person_head`")

    @classmethod
    def for_tokens(cls, tokens: Tokens) -> MicapSizes:
        """Return the paper's sizes for a vocabulary."""
        return cls(len(tokens), tokens.first_person, tokens.separator, tokens.n_people)

    @property
    def n_skip(self) -> int:
        """Number of skip columns, of frames and of actions together."""
        return sum(last - first for first, last in (self.skip_frames, self.skip_actions))

    @property
    def blocks(self) -> BlockSizes:
        """The sizes of one encoder or decoder block."""
        return BlockSizes(self.width, self.n_heads, self.ff_width, self.dropout, self.pre_norm)
