"""How large a MICap is."""

from __future__ import annotations

from dataclasses import dataclass

from cinescribe.errors import ModelError
from cinescribe.language.tokens.vocabulary import N_PEOPLE, Tokens
from cinescribe.layers.blocks import BlockSizes

STREAMS = ("blanks", "frames", "actions", "faces")  # by their kind, the columns of E^typ
BLANK, FRAME, ACTION, FACE = range(len(STREAMS))


@dataclass(frozen=True)
class MicapSizes:
    """The sizes of a MICap; by default the paper's (§5.1), and the Transformer's own where it is silent.

    Args:
        n_words: tokens of the vocabulary, V: words, special tokens and people.
        first_person: the first of the run of person tokens.
        separator: the token that ends each clip's caption but the last.
        n_people: person tokens, P.
        frame_width, action_width, face_width, text_width: widths of the features; the last of a blank, [CLS; b_k].
        n_clips: clips of a set at most, N.
        n_segments: segments of a clip, S.
        n_clusters: numbers for clusters of faces.
        n_tokens: tokens of a captionset at most.
        n_encoder_layers: L_E; 0 for the decoder alone.
        n_decoder_layers: L_D.
        width: of every token, D.
        n_heads: attention heads.
        ff_width: inner width of feed-forward parts.
        dropout: share left out in training.
        pre_norm: blocks are normalised before attention and feed-forward, not after each sum.
        streams: what it looks at, of `STREAMS`; without blanks it can still fill in, from the text before each.
        writes: it has a classifier over all words; without, it only fills in.
        own_person_head: people have a classifier of their own, not a slice of that over all words.
        stressed_frames, stressed_actions: columns of frame and of action rows, from the first up to the last, whose
            numbers count `stress` times: what a row says in few numbers, as which thing is seen, is lost among many.
        short_cut: what these columns say of a clip also goes straight to the words of its caption, past attention.

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
    streams: tuple[str, ...] = STREAMS
    writes: bool = True
    own_person_head: bool = False
    stressed_frames: tuple[int, int] = (0, 0)
    stressed_actions: tuple[int, int] = (0, 0)
    stress: float = 1.0
    short_cut: bool = False

    def __post_init__(self) -> None:
        unknown = sorted(set(self.streams) - set(STREAMS))
        if unknown:
            raise ModelError(f"streams {unknown} came; a MICap looks at {list(STREAMS)} or some of them")
        if self.width % self.n_heads:
            raise ModelError(f"a width of {self.width} cannot be shared by {self.n_heads} heads; make it a multiple")
        if self.first_person + self.n_people > self.n_words:
            raise ModelError(
                f"{self.n_people} people from token {self.first_person} on came with a vocabulary of {self.n_words}; "
                "take all three from one vocabulary"
            )
        if self.short_cut and not self.n_told:
            raise ModelError("a short cut came without columns that go it; set `stressed_frames` or `stressed_actions`")
        if not self.writes and not self.own_person_head:
            raise ModelError("a model that does not write came without a person head; set `own_person_head`")

    @classmethod
    def for_tokens(cls, tokens: Tokens) -> MicapSizes:
        """The paper's sizes for a vocabulary."""
        return cls(len(tokens), tokens.first_person, tokens.separator, tokens.n_people)

    @property
    def n_told(self) -> int:
        """How many stressed columns there are, of frames and of actions."""
        return sum(last - first for first, last in (self.stressed_frames, self.stressed_actions))

    @property
    def blocks(self) -> BlockSizes:
        """The sizes of one encoder or decoder block."""
        return BlockSizes(self.width, self.n_heads, self.ff_width, self.dropout, self.pre_norm)
