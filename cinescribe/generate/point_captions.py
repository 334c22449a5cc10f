"""Decide by a pointer who the people of written captions are; whoever wrote them, their own labels do not matter."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

from cinescribe.features.clip_sets.set_reader import SetReader
from cinescribe.generate.caption_clip_sets import fill_people
from cinescribe.generate.sets import SetCaptions
from cinescribe.metrics.identity.person_ids import rename_ids
from cinescribe.models.pointer.pointer import Pointer
from cinescribe.schema import ClipSet


def point_captions(
    model: Pointer, reader: SetReader, sets: Sequence[ClipSet], captions: Sequence[SetCaptions]
) -> list[SetCaptions]:
    """Return the captions of each set with the people that a pointer means, `P1` on by first mention.

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
