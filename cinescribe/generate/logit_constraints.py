"""Which tokens may come next, whatever the model thinks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from torch import Tensor

from cinescribe.errors import ModelError
from cinescribe.language.tokens.vocabulary import Tokens


class Limits(Protocol):
    """Forbids tokens."""

    def limited(self, logits: Tensor, words: Tensor) -> Tensor:
        """The logits of the next token, (R, V), at -inf where it may not follow the words so far, (R, L)."""


@dataclass(frozen=True)
class SetLimits:
    """A captionset has as many captions as the set has clips.

    Padding, start and blank are never written; a separator only until the last caption has begun, and the end not
    before. A row that reaches its greatest length stays without an end.

    Args:
        tokens: the special tokens.
        n_clips: captions of a row.
        never: further tokens that are never written, such as that for words unknown.

    Raises:
        ModelError: for fewer than one clip.
    """

    tokens: Tokens
    n_clips: int
    never: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if self.n_clips < 1:
            raise ModelError(f"{self.n_clips} clips came as a set to write about; 1 or more are wanted")

    def limited(self, logits: Tensor, words: Tensor) -> Tensor:
        """The logits of the next token, (R, V), at -inf where a captionset cannot go on so."""
        out = logits.clone()
        out[:, [self.tokens.pad, self.tokens.start, self.tokens.blank, *self.never]] = -float("inf")
        is_last = (words == self.tokens.separator).sum(1) >= self.n_clips - 1  # (R,)
        out[is_last, self.tokens.separator] = -float("inf")
        out[~is_last, self.tokens.end] = -float("inf")
        return out


def still_limits(tokens: Tokens) -> SetLimits:
    """The limits of a picture's caption: one caption of known words, which names nobody."""
    people = range(tokens.first_person, tokens.first_person + tokens.n_people)
    return SetLimits(tokens, 1, never=(tokens.unknown, *people))
