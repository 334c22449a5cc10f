"""The observer: a rule-based captioner that says only what was measured, for any film, without a trained model.

It speaks of people: who appears, by the colour of their clothes and their place, who comes, goes and is back, and who
is with whom. It never speaks of actions, feelings, sex, age or things, which it does not measure, nor of sound, light
and camera, which a description leaves out. Those are notes. Where nothing is certain it is silent.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TypeVar

from cinescribe.features.clip_sets.batch import Batch
from cinescribe.language.messages.messages import Messages
from cinescribe.language.messages.spoken_messages import MODEL_LANGUAGE, spoken_messages
from cinescribe.models.observer.footage import footage
from cinescribe.models.observer.presence import people_remarks
from cinescribe.models.observer.remarks import Note, ObservedFact
from cinescribe.models.observer.scenery import scenery_notes
from cinescribe.schema import Caption, Clip
from cinescribe.timing import Span

Timed = TypeVar("Timed", ObservedFact, Note)


class Observer:
    """Writes captions from measurements, by rules; a `Captioner`.

    It takes the whole film in one batch, to know who has been seen before, and needs no frames. It keeps no state
    between calls. A clip gets a caption for each moment that is worth a sentence, or else one with an empty text.

    Args:
        messages: of the language that it speaks; by default English ones.

    Example:
        >>> from cinescribe.features.clip_sets.batch import Batch
        >>> Observer().caption(Batch((), ()))
        []
    """

    name = "observer"
    n_frames = 0
    n_clips = None
    captions_events = False
    further_streams = ()
    tracer = None
    language = None
    drawn_films_only = False
    chat_model = None

    def __init__(self, messages: Messages | None = None) -> None:
        self._messages = messages or spoken_messages(MODEL_LANGUAGE)

    def with_messages(self, messages: Messages) -> Observer:
        """Return an observer that writes with other messages."""
        return Observer(messages)

    def caption(self, batch: Batch) -> list[Caption]:
        """Return the captions of each clip, in order of time; the first of a clip has its notes."""
        if not batch.clips:
            return []
        film = footage(batch)
        clips = [item.clip for item in batch.clips]
        remarks = _by_clip(people_remarks(film, batch.people, self._messages), clips)
        notes = _by_clip(scenery_notes(film), clips)
        captions: list[Caption] = []
        for clip, worth, noticed in zip(clips, remarks, notes, strict=True):
            written = [self._written(clip, remark) for remark in _one_a_moment(worth)] or [
                Caption(clip.id, "", by=self.name)
            ]
            captions += [written[0].replace(notes=tuple(map(str, noticed))), *written[1:]]
        return captions

    def _written(self, clip: Clip, remark: ObservedFact) -> Caption:
        first, *others = remark.wordings
        return Caption(
            clip.id,
            first.text,
            people=remark.people,
            by=self.name,
            shorter=tuple(wording.text for wording in others),
            evidence=remark.evidence,
            span=Span(remark.time, clip.span.end),
            until=tuple(wording.until for wording in remark.wordings),
        )


def _one_a_moment(remarks: Iterable[ObservedFact]) -> list[ObservedFact]:
    """Return the remarks by time; of those at the same moment, only the one that ranks first."""
    by_time = sorted(remarks, key=lambda remark: (remark.time, remark.rank))
    return [next(group) for _, group in groupby(by_time, key=lambda remark: remark.time)]


def _by_clip(items: Iterable[Timed], clips: Sequence[Clip]) -> list[list[Timed]]:
    """Return what belongs to each clip; what lies in no clip is left out."""
    out: list[list[Timed]] = [[] for _ in clips]
    starts = [clip.span.start for clip in clips]
    for item in items:
        number = bisect_right(starts, item.time) - 1
        if number >= 0 and clips[number].span.has(item.time):
            out[number].append(item)
    return out
