"""The captions of a set as one sequence of tokens, with the positions of people."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import FeatureError, LanguageError
from cinescribe.language.tokens.vocabulary import Tokens
from cinescribe.schema import ClipSet


@dataclass(frozen=True)
class Captionset:
    """The tokens of a set's captions.

    Args:
        words: start, the captions with separators between them, end, (L,).
        is_blank: True where a token is a person, known or not, (L,).
        blank_clips: index of the clip of each such token, (K,).
    """

    words: NDArray[np.int64]
    is_blank: NDArray[np.bool_]
    blank_clips: NDArray[np.int64]


def captionset(clip_set: ClipSet, tokens: Tokens, *, encode: Callable[[str], list[int]] | None = None) -> Captionset:
    """Return the tokens of a set's captions; empty where no clip has a text.

    Args:
        clip_set: the set.
        tokens: the vocabulary.
        encode: returns the tokens of one caption; by default `tokens.encode`, or a cache of it.

    Raises:
        FeatureError: when some clips have a text and others have none.
        LanguageError: when the vocabulary cannot encode a caption, such as one with too many people.
    """
    without = [clip.id for clip in clip_set.clips if clip.text is None]
    if len(without) == len(clip_set.clips):
        return Captionset(np.zeros(0, np.int64), np.zeros(0, np.bool_), np.zeros(0, np.int64))
    if without:
        raise FeatureError(
            f"clip {without[0]!r} of {set_name(clip_set)} has no text, others have; give all texts or none"
        )
    words, clips = [tokens.start], [0]
    for number, clip in enumerate(clip_set.clips):
        caption = _encoded(clip.text or "", clip_set, encode or tokens.encode)
        words += [*caption, tokens.separator]
        clips += [number] * (len(caption) + 1)
    words[-1] = tokens.end
    ids = np.array(words, np.int64)
    person = (ids >= tokens.first_person) & (ids < tokens.first_person + tokens.n_people)
    is_blank = person | (ids == tokens.blank)
    return Captionset(ids, is_blank, np.array(clips, np.int64)[is_blank])


def set_name(clip_set: ClipSet) -> str:
    """Return the name of a set for messages."""
    clips = clip_set.clips
    return f"the set {clips[0].id!r} to {clips[-1].id!r} of film {clips[0].film!r}" if clips else "a set"


def _encoded(text: str, clip_set: ClipSet, encode: Callable[[str], list[int]]) -> list[int]:
    try:
        return encode(text)
    except LanguageError as error:
        raise LanguageError(f"{set_name(clip_set)}: {error}") from error
