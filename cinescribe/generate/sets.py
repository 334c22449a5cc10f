"""The captions of a set's clips: a row of tokens, split at its separators and decoded to text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from cinescribe.generate.hypotheses import Hypotheses
from cinescribe.language.tokens.vocabulary import Tokens


@dataclass(frozen=True)
class TokenMention:
    """A mention of a person.

    Args:
        column: the column of its token in the row.
        clip: the clip whose caption it is in, from 0.
        person: the person's id, `P1` on by first mention in the captionset.
    """

    column: int
    clip: int
    person: str


@dataclass(frozen=True)
class SetCaptions:
    """The captions of one set; people are `P1` on by first mention.

    Args:
        texts: a caption for each clip, N; empty where the row has none.
        people: the people in each caption, by first mention, N.
        mentions: all mentions, in the order of the row.
        spans: the columns [first, last) of each caption's words, without separators, N.
        tokens: the decoded row, from start to end, with its own person tokens, to be given to the model again.
        scores: log-probability of each caption, with its separator or end, N.
    """

    texts: tuple[str, ...]
    people: tuple[tuple[str, ...], ...]
    mentions: tuple[TokenMention, ...]
    spans: tuple[tuple[int, int], ...]
    tokens: tuple[int, ...]
    scores: tuple[float, ...]

    @property
    def score(self) -> float:
        """Log-probability of all captions together."""
        return sum(self.scores)


def set_captions(written: Hypotheses, *, tokens: Tokens, n_clips: int) -> list[SetCaptions]:
    """Return each row's captions, one per clip: missing ones are empty, those beyond the last clip are dropped.

    Args:
        written: rows from start to end, (R, L).
        tokens: the vocabulary of the rows.
        n_clips: clips of a set, N.
    """
    rows = zip(written.words.tolist(), written.log_probs.tolist(), strict=True)
    return [_captions(words, log_probs, tokens=tokens, n_clips=n_clips) for words, log_probs in rows]


def as_hypotheses(words: Tensor) -> Hypotheses:
    """Return rows that were not decoded, such as reference captions, (R, L), with log-probabilities of 0."""
    return Hypotheses(words, torch.zeros(words.shape, device=words.device))


def _captions(words: list[int], log_probs: list[float], *, tokens: Tokens, n_clips: int) -> SetCaptions:
    spans = _spans(words, tokens, n_clips)
    renamed = _renamed(words[: spans[-1][1]], tokens)
    mentions = [
        TokenMention(column, clip, f"P{renamed[column] - tokens.first_person + 1}")
        for clip, span in enumerate(spans)
        for column in range(*span)
        if _is_person(words[column], tokens)
    ]
    return SetCaptions(
        texts=tuple(tokens.decode(renamed[first:last]) for first, last in spans),
        people=tuple(_people(mentions, clip) for clip in range(n_clips)),
        mentions=tuple(mentions),
        spans=spans,
        tokens=tuple(words[: _length(words, tokens)]),
        scores=tuple(sum(log_probs[first : last + 1]) for first, last in spans),
    )


def _spans(words: list[int], tokens: Tokens, n_clips: int) -> tuple[tuple[int, int], ...]:
    """Return the columns of each caption's words; missing captions have empty spans behind the row."""
    length = _length(words, tokens)
    stop = length - (words[length - 1] == tokens.end)
    cuts = [column for column in range(1, stop) if words[column] == tokens.separator]
    spans = list(zip([1, *(cut + 1 for cut in cuts)], [*cuts, stop], strict=True))
    return tuple((spans + [(length, length)] * n_clips)[:n_clips])


def _length(words: Sequence[int], tokens: Tokens) -> int:
    """Return the number of columns up to and including the end, or up to padding."""
    for column, word in enumerate(words):
        if word in (tokens.end, tokens.pad):
            return column + (word == tokens.end)
    return len(words)


def _renamed(words: Sequence[int], tokens: Tokens) -> list[int]:
    """Return the words with people renumbered by first mention."""
    people = dict.fromkeys(word for word in words if _is_person(word, tokens))
    numbers = {person: tokens.first_person + n for n, person in enumerate(people)}
    return [numbers.get(word, word) for word in words]


def _people(mentions: Sequence[TokenMention], clip: int) -> tuple[str, ...]:
    return tuple(dict.fromkeys(mention.person for mention in mentions if mention.clip == clip))


def _is_person(word: int, tokens: Tokens) -> bool:
    return tokens.first_person <= word < tokens.first_person + tokens.n_people
