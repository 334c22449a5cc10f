"""Captions with other people: from filled blanks, as a pointer means them, all the same or all different."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence

from cinescribe.corpus.core.blanks import caption_of
from cinescribe.errors import CorpusError
from cinescribe.features.clip_sets.set_reader import SetReader
from cinescribe.generate.caption_clip_sets import fill_people
from cinescribe.generate.sets import SetCaptions
from cinescribe.language.tokens.vocabulary import BLANK
from cinescribe.metrics.identity.person_ids import person_ids, rename_ids
from cinescribe.models.pointer.pointer import Pointer
from cinescribe.schema import Clip, ClipSet


def filled(clip_set: ClipSet, people: Sequence[Sequence[str]]) -> ClipSet:
    """Return the set with its blanks filled and no paraphrases; `filled(blanked(s), answers(s))` has the texts of `s`.

    Args:
        clip_set: captions with blanks.
        people: for each clip, an id for each blank in order.

    Raises:
        CorpusError: when there are more or fewer people than blanks, or a clip has no caption.
    """
    if len(people) != len(clip_set.clips):
        raise CorpusError(
            f"people for {len(people)} clips came, but the set has {len(clip_set.clips)} clips; give one list a clip"
        )
    return ClipSet(tuple(_filled(clip, ids) for clip, ids in zip(clip_set.clips, people, strict=True)))


def point_captions(
    model: Pointer, reader: SetReader, sets: Sequence[ClipSet], captions: Sequence[SetCaptions]
) -> list[SetCaptions]:
    """Return the captions of each set with the people that a pointer means, `P1` on by first mention.

    Whoever wrote the captions, their own labels do not matter.

    Args:
        model: a pointer in evaluation mode.
        reader: reads the sets, in the pointer's vocabulary.
        sets: the sets; each clip is in one of them only. Their own captions are not read.
        captions: those that were written for them.

    Raises:
        FeatureError: as `SetReader.batch`.
        LanguageError: when a caption has a person beyond those of the pointer's vocabulary.
    """
    written = [
        ClipSet(
            tuple(
                clip.replace(text=text, people=(), paraphrases=())
                for clip, text in zip(clip_set.clips, one.texts, strict=True)
            )
        )
        for clip_set, one in zip(sets, captions, strict=True)
    ]
    people = fill_people(model, reader, written)
    return [
        _relabelled(one, [people[clip.id] for clip in clip_set.clips])
        for clip_set, one in zip(written, captions, strict=True)
    ]


def all_same(texts: Sequence[str]) -> tuple[str, ...]:
    """Return the captions of a set with everybody as P1."""
    return tuple(rename_ids(text, ["P1"] * len(person_ids(text))) for text in texts)


def all_different(texts: Sequence[str]) -> tuple[str, ...]:
    """Return the captions of a set with a new person at each mention, P1 on."""
    out, n_mentions = [], 0
    for text in texts:
        n_here = len(person_ids(text))
        out.append(rename_ids(text, [f"P{n_mentions + n}" for n in range(1, n_here + 1)]))
        n_mentions += n_here
    return tuple(out)


def _filled(clip: Clip, ids: Iterable[str]) -> Clip:
    parts, people = caption_of(clip).split(BLANK), tuple(ids)
    if len(parts) != len(people) + 1:
        raise CorpusError(
            f"clip {clip.id!r} has {len(parts) - 1} blanks, but {len(people)} people came; give one for each blank"
        )
    text = parts[0] + "".join(person + part for person, part in zip(people, parts[1:], strict=True))
    return clip.replace(text=text, people=tuple(dict.fromkeys(people)), paraphrases=())


def _relabelled(captions: SetCaptions, labels: Sequence[tuple[str, ...]]) -> SetCaptions:
    in_order: Iterator[str] = (label for of_clip in labels for label in of_clip)
    return dataclasses.replace(
        captions,
        texts=tuple(rename_ids(text, list(ids)) for text, ids in zip(captions.texts, labels, strict=True)),
        people=tuple(tuple(dict.fromkeys(ids)) for ids in labels),
        mentions=tuple(
            dataclasses.replace(mention, person=label)
            for mention, label in zip(captions.mentions, in_order, strict=True)
        ),
    )
