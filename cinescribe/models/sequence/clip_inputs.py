"""What captioners of single clips read: the features of sets of one clip, and words.

Legend: `B` clips, `T` frames, `S` segments, `L` tokens of a caption, `R` rows being decoded, `D` width, `V` vocabulary.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from cinescribe.errors import FeatureError, ModelError
from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.language.tokens.vocabulary import N_PEOPLE
from cinescribe.models.size_limits import check_sizes, check_tokens

_POSITIVE = ("n_words", "frame_width", "action_width", "width", "word_width", "attention_width", "n_layers")


@dataclass(frozen=True)
class ClipSizes:
    """The sizes that all captioners of single clips share.

    Args:
        n_words, first_person, n_people: of the vocabulary: its tokens, V, and where in it people are.
        frame_width, action_width: widths of the features.
        width: of an LSTM's output and cell, D; 500 in *Movie Description* (§5.4.2).
        word_width: of an embedded word.
        dropout: share dropped in training before the classifier of words.

    Raises:
        ModelError: when a size is out of range.
    """

    n_words: int
    first_person: int
    n_people: int = N_PEOPLE
    frame_width: int = 512
    action_width: int = 1024
    width: int = 500
    word_width: int = 500
    dropout: float = 0.5

    def __post_init__(self) -> None:
        check_sizes(self, positive=_POSITIVE)


@dataclass(frozen=True)
class ClipInputs:
    """The features of single clips.

    Args:
        frames: (B, T, Ds); `frame_mask` (B, T).
        frame_segments: the segment that each frame lies in, from 0, (B, T).
        actions: (B, S, Da); `action_mask` (B, S).
    """

    frames: Tensor
    frame_mask: Tensor
    frame_segments: Tensor
    actions: Tensor
    action_mask: Tensor

    def __len__(self) -> int:
        return len(self.frames)

    @property
    def means(self) -> Tensor:
        """The mean frame and the mean action of each clip, joined, (B, Ds + Da)."""
        pairs = ((self.frames, self.frame_mask), (self.actions, self.action_mask))
        return torch.cat([masked_mean(x, mask) for x, mask in pairs], 1)


def clip_inputs(batch: SetBatch, *, frame_width: int, action_width: int, blanks: bool = False) -> ClipInputs:
    """Return the features of a batch of sets of one clip each.

    Args:
        batch: the sets.
        frame_width: the width of frames that the model was built for.
        action_width: likewise, of actions.
        blanks: whether the model was asked to fill in blanks.

    Raises:
        ModelError: with `blanks`, which these models do not fill in, or when the sets have several clips.
        FeatureError: for features of another width than the model was built for.
    """
    if blanks:
        raise ModelError("a captioner of single clips fills in no blanks; train it on captions (objective 'xe')")
    if batch.frames.shape[1] != 1:
        raise ModelError(
            f"the sets have {batch.frames.shape[1]} clips, but this model captions single clips; read sets of one clip "
            "(`n_clips` 1)"
        )
    for name, found, wanted in (
        ("frames", batch.frames.shape[-1], frame_width),
        ("actions", batch.actions.shape[-1], action_width),
    ):
        if found != wanted:
            raise FeatureError(
                f"{name} have width {found}, but this model was built for {wanted}; extract the features that it was "
                "trained on, or train one on these"
            )
    return ClipInputs(
        batch.frames[:, 0], batch.frame_mask[:, 0], batch.frame_segment[:, 0], batch.actions[:, 0],
        batch.action_mask[:, 0],
    )  # fmt: skip


def normalised(features: Tensor) -> Tensor:
    """Return features (..., D) with mean 0 and deviation 1, so that their scale does not matter."""
    return functional.layer_norm(features, features.shape[-1:])


def masked_mean(x: Tensor, mask: Tensor) -> Tensor:
    """Return the mean of what a mask (B, T) keeps of x (B, T, D), (B, D); zeros where it keeps nothing."""
    total = (x * mask[..., None]).sum(1)
    return total / mask.sum(1, keepdim=True).clamp(min=1)


class WordInputs(nn.Module):
    """Embedded words.

    Args:
        n_words: tokens of the vocabulary, V.
        width: of an embedded word.
    """

    def __init__(self, n_words: int, width: int) -> None:
        super().__init__()
        self.vectors = nn.Embedding(n_words, width)

    def forward(self, words: Tensor) -> Tensor:
        """Words (...) to (..., D).

        Raises:
            ModelError: for tokens beyond the vocabulary.
        """
        check_tokens(words, self.vectors.num_embeddings)
        embedded: Tensor = self.vectors(words)
        return embedded
