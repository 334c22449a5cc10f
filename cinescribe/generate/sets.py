"""Captionsets in words: a row of tokens cut at its separators into the captions of a set's clips."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from cinescribe.generate.hypotheses import Written
from cinescribe.language.tokens.vocabulary import Tokens


@dataclass(frozen=True)
class Mention:
    """A person token.

    Args:
        column: where it stands in its row of words; it was predicted from the columns before.
        clip: the clip whose caption it is in, from 0.
        person: who, `P1` on by first mention in the captionset.
    """

    column: int
    clip: int
    person: str


@dataclass(frozen=True)
class SetCaptions:
    """The captions of one set, people `P1` on by first mention in them.

    Args:
        texts: a caption for each clip, N; empty where the row has none.
        people: who is in each caption, by first mention, N.
        mentions: every person token, in the row's order.
        spans: the columns [first, last) of each caption's words, separators left out, N.
        tokens: the row as it was written, from start to end, its people not renamed, so that the model can be asked
            about it again.
        scores: log-probability of each caption, its separator or end included, N.
    """

    texts: tuple[str, ...]
    people: tuple[tuple[str, ...], ...]
    mentions: tuple[Mention, ...]
    spans: tuple[tuple[int, int], ...]
    tokens: tuple[int, ...]
    scores: tuple[float, ...]

    @property
    def score(self) -> float:
        """Log-probability of all the captions."""
        return sum(self.scores)


def set_captions(written: Written, *, tokens: Tokens, n_clips: int) -> list[SetCaptions]:
    """Each row's captions, one a clip: rows with fewer have empty ones at the end, captions beyond are left out.

    Args:
        written: rows from start to end, (R, L).
        tokens: the vocabulary that wrote them.
        n_clips: clips of a set, N.
    """
    rows = zip(written.words.tolist(), written.log_probs.tolist(), strict=True)
    return [_captions(words, log_probs, tokens=tokens, n_clips=n_clips) for words, log_probs in rows]


def forced(words: Tensor) -> Written:
    """Captionsets that nobody wrote, true or filled in ones, (R, L), as rows with log-probabilities of 0."""
    return Written(words, torch.zeros(words.shape, device=words.device))


def _captions(words: list[int], log_probs: list[float], *, tokens: Tokens, n_clips: int) -> SetCaptions:
    spans = _spans(words, tokens, n_clips)
    renamed = _renamed(words[: spans[-1][1]], tokens)
    mentions = [
        Mention(column, clip, f"P{renamed[column] - tokens.first_person + 1}")
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
    """The columns of each caption's words; captions that the row lacks lie, without a word, behind it."""
    length = _length(words, tokens)
    stop = length - (words[length - 1] == tokens.end)
    cuts = [column for column in range(1, stop) if words[column] == tokens.separator]
    spans = list(zip([1, *(cut + 1 for cut in cuts)], [*cuts, stop], strict=True))
    return tuple((spans + [(length, length)] * n_clips)[:n_clips])


def _length(words: Sequence[int], tokens: Tokens) -> int:
    """Columns up to the end, which counts, or up to padding."""
    for column, word in enumerate(words):
        if word in (tokens.end, tokens.pad):
            return column + (word == tokens.end)
    return len(words)


def _renamed(words: Sequence[int], tokens: Tokens) -> list[int]:
    """The words with people numbered by first mention."""
    people = dict.fromkeys(word for word in words if _is_person(word, tokens))
    numbers = {person: tokens.first_person + n for n, person in enumerate(people)}
    return [numbers.get(word, word) for word in words]


def _people(mentions: Sequence[Mention], clip: int) -> tuple[str, ...]:
    return tuple(dict.fromkeys(mention.person for mention in mentions if mention.clip == clip))


def _is_person(word: int, tokens: Tokens) -> bool:
    return tokens.first_person <= word < tokens.first_person + tokens.n_people
