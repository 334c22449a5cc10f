"""The people of a clip set's captions: numbered within the set, blanked out, and filled in again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cinescribe.errors import CorpusError
from cinescribe.language.tokens.vocabulary import BLANK
from cinescribe.metrics.identity.person_ids import PERSON, person_ids, rename_ids
from cinescribe.schema import Clip, ClipSet


def localised(clip_set: ClipSet, telling: int | Sequence[int] = 0) -> ClipSet:
    """The set with its people numbered `P1` on by first mention in its captions, whatever they are in the film.

    Of each clip's references one becomes its text, the others its paraphrases; people and paraphrases are renumbered
    alike, those whom no chosen caption mentions after all others.

    Args:
        clip_set: captions with people as they are numbered through the film.
        telling: which of a clip's text and paraphrases to choose, 0 the text, counted round; one for all clips, or one
            for each.

    Raises:
        CorpusError: when a clip has no caption, or the tellings are not one for each clip.
    """
    clips = [
        _turned(clip, one) for clip, one in zip(clip_set.clips, _tellings(telling, len(clip_set.clips)), strict=True)
    ]
    numbers = _numbers(clips)
    return ClipSet(tuple(_renamed(clip, numbers) for clip in clips))


def blanked(clip_set: ClipSet) -> ClipSet:
    """The set with a blank for each person in its captions, and nothing else said of who is there.

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


def answers(clip_set: ClipSet) -> tuple[tuple[str, ...], ...]:
    """Who fills the blanks of each clip, in the caption's order, each as often as the caption names them.

    Raises:
        CorpusError: when a clip has no caption.
    """
    return tuple(tuple(person_ids(caption_of(clip))) for clip in clip_set.clips)


def filled(clip_set: ClipSet, people: Sequence[Sequence[str]]) -> ClipSet:
    """The set with its blanks filled, the paraphrases left out: `filled(blanked(s), answers(s))` has the texts of `s`.

    Args:
        clip_set: captions with blanks.
        people: an id for each blank of each clip, in order.

    Raises:
        CorpusError: when there are more or fewer people than blanks, or a clip has no caption.
    """
    if len(people) != len(clip_set.clips):
        raise CorpusError(
            f"people for {len(people)} clips came, but the set has {len(clip_set.clips)}; give both alike"
        )
    return ClipSet(tuple(_filled(clip, ids) for clip, ids in zip(clip_set.clips, people, strict=True)))


def caption_of(clip: Clip) -> str:
    """The clip's caption.

    Raises:
        CorpusError: when it has none.
    """
    if clip.text is None:
        raise CorpusError(f"clip {clip.id!r} has no caption; give it one, or leave its set out")
    return clip.text


def _tellings(telling: int | Sequence[int], n_clips: int) -> Sequence[int]:
    if isinstance(telling, int):
        return [telling] * n_clips
    if len(telling) != n_clips:
        raise CorpusError(f"{len(telling)} tellings came for {n_clips} clips; give one for each, or one for all")
    return telling


def _turned(clip: Clip, telling: int) -> Clip:
    """The clip with one of its references as its text, and the others, in their round, as paraphrases."""
    told = (caption_of(clip), *clip.paraphrases)
    k = telling % len(told)
    return clip.replace(text=told[k], paraphrases=(*told[k + 1 :], *told[:k]))


def _numbers(clips: Sequence[Clip]) -> dict[str, str]:
    """A new id for each person: by mention in the captions, then in view, then by mention in the paraphrases."""
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


def _filled(clip: Clip, ids: Iterable[str]) -> Clip:
    parts, given = caption_of(clip).split(BLANK), tuple(ids)
    if len(parts) != len(given) + 1:
        raise CorpusError(
            f"clip {clip.id!r} has {len(parts) - 1} blanks, but {len(given)} people came; give one for each blank"
        )
    text = parts[0] + "".join(who + part for who, part in zip(given, parts[1:], strict=True))
    return clip.replace(text=text, people=tuple(dict.fromkeys(given)), paraphrases=())
