"""Constraints on the next token, applied to its logits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from torch import Tensor

from cinescribe.errors import ModelError
from cinescribe.features.clip_sets.set_reader import SetReader
from cinescribe.language.tokens.vocabulary import Tokens


class Limits(Protocol):
    """A constraint that forbids tokens."""

    def limited(self, logits: Tensor, words: Tensor) -> Tensor:
        """Return the logits of the next token, (R, V), -inf for tokens forbidden after the words so far, (R, L)."""


@dataclass(frozen=True)
class SetLimits:
    """The constraint that a row has as many captions as the set has clips.

    Padding, start and blank are forbidden; separators are forbidden once the last caption has begun, and the end before
    that. A row that reaches the maximum length has no end. In a set with fewer clips than the model was trained on, the
    model wants a separator where the last caption should end: the end then has the probability of both.

    Args:
        tokens: the special tokens.
        n_clips: captions of a row.
        never: further forbidden tokens, such as that for unknown words.
        is_short: whether the model was trained on sets of more clips.

    Raises:
        ModelError: for fewer than one clip.
    """

    tokens: Tokens
    n_clips: int
    never: tuple[int, ...] = ()
    is_short: bool = False

    def __post_init__(self) -> None:
        if self.n_clips < 1:
            raise ModelError(f"a set to caption has {self.n_clips} clips; expected 1 or more")

    def limited(self, logits: Tensor, words: Tensor) -> Tensor:
        """Return the logits of the next token, (R, V), with -inf for tokens that are forbidden."""
        out = logits.clone()
        out[:, [self.tokens.pad, self.tokens.start, self.tokens.blank, *self.never]] = -float("inf")
        is_last = (words == self.tokens.separator).sum(1) >= self.n_clips - 1  # (R,)
        if self.is_short:
            out[is_last, self.tokens.end] = out[is_last][:, [self.tokens.end, self.tokens.separator]].logsumexp(1)
        out[is_last, self.tokens.separator] = -float("inf")
        out[~is_last, self.tokens.end] = -float("inf")
        return out


def set_limits(reader: SetReader, n_clips: int, never: tuple[int, ...] = ()) -> SetLimits:
    """Return the constraint of captions of a set of `n_clips`, for a model trained on the reader's sets."""
    return SetLimits(reader.tokens, n_clips, never, is_short=n_clips < reader.sizes.n_clips)


def still_limits(tokens: Tokens) -> SetLimits:
    """Return the constraint of image captions: one caption, without person tokens and unknown words."""
    return SetLimits(tokens, 1, never=people_and_unknown(tokens))


def people_and_unknown(tokens: Tokens) -> tuple[int, ...]:
    """Return the tokens that captions without person ids never have: those of people, and the unknown word."""
    return (tokens.unknown, *range(tokens.first_person, tokens.first_person + tokens.n_people))
