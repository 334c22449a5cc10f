"""Numbers the people in the captions of a clip set, replaces them by blanks, and fills the blanks."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cinescribe.errors import CorpusError
from cinescribe.language.tokens.vocabulary import BLANK
from cinescribe.metrics.identity.person_ids import PERSON, person_ids, rename_ids
from cinescribe.schema import Clip, ClipSet

SOMEONE = "someone"
_FIRST_SOMEONE = re.compile(rf"(?:^|(?<=[.!?] )){SOMEONE}\b")  # of a sentence


def with_local_ids(clip_set: ClipSet, variant: int | Sequence[int] = 0) -> ClipSet:
    """Return the set with its people numbered from `P1` in order of first mention in its captions.

    One caption of each clip becomes its text, the others become its paraphrases. Paraphrases get the same numbers;
    people who are in no chosen caption are numbered last.

    Args:
        clip_set: captions with film-wide person ids.
        variant: which caption of a clip to choose, 0 for its text, k for its k-th paraphrase, modulo their number;
            one for all clips, or one for each clip.

    Raises:
        CorpusError: when a clip has no caption, or the number of variants differs from the number of clips.
    """
    n_clips = len(clip_set.clips)
    clips = [_with_variant(clip, k) for clip, k in zip(clip_set.clips, _variants(variant, n_clips), strict=True)]
    numbers = _numbers(clips)
    return ClipSet(tuple(_renamed(clip, numbers) for clip in clips))


def blanked(clip_set: ClipSet) -> ClipSet:
    """Return the set with a blank for each person in its captions, and no list of the people in its clips.

    Raises:
        CorpusError: when a clip has no caption.
    """
    return ClipSet(
        tuple(
            clip.replace(
                text=PERSON.sub(BLANK, caption_of(clip)),
                people=(),
                paraphrases=tuple(PERSON.sub(BLANK, text) for text in clip.paraphrases),
            )
            for clip in clip_set.clips
        )
    )


def with_someone(text: str) -> str:
    """Return a caption with `someone` for each person and blank, as *Movie Description* writes people.

    It is capitalised where a sentence begins.
    """
    return _FIRST_SOMEONE.sub(SOMEONE.capitalize(), PERSON.sub(SOMEONE, text.replace(BLANK, SOMEONE)))


def captions_with_someone(clip: Clip) -> tuple[str, ...]:
    """Return the captions of a clip, its text first, with `someone` for each person and blank.

    Raises:
        CorpusError: when it has none.
    """
    return tuple(with_someone(text) for text in (caption_of(clip), *clip.paraphrases))


def clip_with_someone(clip: Clip) -> Clip:
    """Return a clip with `someone` for each person in its captions, and no list of the people in it."""
    text = clip.text if clip.text is None else with_someone(clip.text)
    return clip.replace(text=text, people=(), paraphrases=tuple(with_someone(one) for one in clip.paraphrases))


def answers(clip_set: ClipSet) -> tuple[tuple[str, ...], ...]:
    """Return, for each clip, the person of each blank in the caption's order.

    Raises:
        CorpusError: when a clip has no caption.
    """
    return tuple(tuple(person_ids(caption_of(clip))) for clip in clip_set.clips)


def caption_of(clip: Clip) -> str:
    """Return the clip's caption.

    Raises:
        CorpusError: when it has none.
    """
    if clip.text is None:
        raise CorpusError(f"clip {clip.id!r} has no caption; give it one, or leave its set out")
    return clip.text


def _variants(variant: int | Sequence[int], n_clips: int) -> Sequence[int]:
    if isinstance(variant, int):
        return [variant] * n_clips
    if len(variant) != n_clips:
        raise CorpusError(f"{len(variant)} caption variants for {n_clips} clips; give one per clip, or one for all")
    return variant


def _with_variant(clip: Clip, variant: int) -> Clip:
    """Return the clip with one of its captions as its text, and those after and before it as paraphrases."""
    captions = (caption_of(clip), *clip.paraphrases)
    k = variant % len(captions)
    return clip.replace(text=captions[k], paraphrases=(*captions[k + 1 :], *captions[:k]))


def _numbers(clips: Sequence[Clip]) -> dict[str, str]:
    """Return the new id of each person: by mention in captions, then in clips' people, then in paraphrases."""
    mentioned = [person for clip in clips for person in person_ids(caption_of(clip))]
    in_view = [person for clip in clips for person in clip.people]
    others = [person for clip in clips for text in clip.paraphrases for person in person_ids(text)]
    return {person: f"P{n}" for n, person in enumerate(dict.fromkeys([*mentioned, *in_view, *others]), 1)}


def _renamed(clip: Clip, numbers: dict[str, str]) -> Clip:
    return clip.replace(
        text=_with_numbers(caption_of(clip), numbers),
        people=tuple(numbers[person] for person in clip.people),
        paraphrases=tuple(_with_numbers(text, numbers) for text in clip.paraphrases),
    )


def _with_numbers(text: str, numbers: dict[str, str]) -> str:
    return rename_ids(text, [numbers[person] for person in person_ids(text)])
