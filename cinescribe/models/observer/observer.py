"""The observer: a captioner that says only what was measured, for films of any kind, without a trained model.

It speaks of people (who is in view, how close, where, entering, leaving, moving), of blends and black, of the camera,
of light and of sound; never of actions, feelings, sex, age or things, which nothing here measures.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence

from cinescribe.features.clip_sets.batch import Batch
from cinescribe.models.observer.footage import Footage, footage
from cinescribe.models.observer.presence import people_remarks
from cinescribe.models.observer.remarks import Rank, Remark
from cinescribe.models.observer.scenery import opening, scenery_remarks
from cinescribe.models.observer.wording import Wordings, after
from cinescribe.schema import Caption, Clip
from cinescribe.timing import Seconds

_MOST = 3  # sentences a caption
_REST: Seconds = 40.0  # before what soon tires is said again
_TIRESOME = {Rank.CAMERA, Rank.STILL, Rank.SOUND}
_AT_ONCE: Seconds = 1.5  # after a blend, within which whoever is seen is told together with it


class Observer:
    """Writes captions from measurements alone; a `Captioner`.

    It wants the whole film in one batch, so that it knows who has been seen before, and needs no frames. Nothing is
    kept between calls. A clip in which nothing new was measured gets an empty text.

    Example:
        >>> from cinescribe.features.clip_sets.batch import Batch
        >>> Observer().caption(Batch((), ()))
        []
    """

    name = "observer"
    n_frames = 0
    n_clips = None

    def caption(self, batch: Batch) -> list[Caption]:
        """One caption a clip: at most three sentences, people first, in the order of time."""
        if not batch.seen:
            return []
        film = footage(batch)
        called = {person.id: person.called for person in batch.people}
        remarks = _with_openings([*people_remarks(film, called), *scenery_remarks(film)], film)
        clips = [seen.clip for seen in batch.seen]
        captions: list[Caption] = []
        said: dict[str, Seconds] = {}
        before: set[str] = set()
        for clip, told in zip(clips, _by_clip(remarks, clips), strict=True):
            news = _news(told, before, said)
            before = {_brief(remark) for remark in news}
            said |= {_brief(remark): remark.time for remark in news}
            captions.append(self._written(clip, news))
        return captions

    def _written(self, clip: Clip, remarks: Sequence[Remark]) -> Caption:
        lengths = _lengths([remark.wordings for remark in remarks])
        return Caption(
            clip.id,
            lengths[0],
            people=tuple(dict.fromkeys(person for remark in remarks for person in remark.people)),
            by=self.name,
            shorter=lengths[1:],
            evidence=tuple(evidence for remark in remarks for evidence in remark.evidence),
        )


def _with_openings(remarks: Sequence[Remark], film: Footage) -> list[Remark]:
    """The remarks with people who appear out of a blend told together with it: `After a dissolve, P1 appears.`"""
    out = list(remarks)
    for shot in range(len(film.shots)):
        came = opening(film, shot)
        if came is None:
            continue
        start = film.clear(shot).start
        people = [remark for remark in out if _is_who(remark) and start <= remark.time <= start + _AT_ONCE]
        if not people:
            continue
        words, evidence = came
        first = min(people, key=lambda remark: remark.time)
        joined = Remark(first.time, first.rank, after(words, first.wordings), (*first.evidence, evidence), first.people)
        out = [joined if remark is first else remark for remark in out if not _is_view(remark, start)]
    return out


def _is_who(remark: Remark) -> bool:
    return remark.rank in (Rank.NEW_PERSON, Rank.PERSON, Rank.IN_VIEW)


def _is_view(remark: Remark, time: Seconds) -> bool:
    return remark.rank is Rank.VIEW and remark.time == time


def _by_clip(remarks: Iterable[Remark], clips: Sequence[Clip]) -> list[list[Remark]]:
    """Each clip's remarks; what falls into no clip is left out."""
    out: list[list[Remark]] = [[] for _ in clips]
    starts = [clip.span.start for clip in clips]
    for remark in remarks:
        home = bisect_right(starts, remark.time) - 1
        if home >= 0 and clips[home].span.has(remark.time):
            out[home].append(remark)
    return out


def _news(remarks: Iterable[Remark], before: set[str], said: Mapping[str, Seconds]) -> list[Remark]:
    """What is worth telling in a clip: people in the order of time, then the rest by its weight.

    Args:
        before: what the clip before told, which is not said twice running.
        said: when each sentence was last told.
    """
    out: dict[str, Remark] = {}
    for remark in sorted(remarks, key=lambda remark: (remark.rank, remark.time)):
        words = _brief(remark)
        tires = remark.rank in _TIRESOME and remark.time - said.get(words, -math.inf) < _REST
        if words not in before and not tires:
            out.setdefault(words, remark)
    most = list(out.values())[:_MOST]
    people = sorted((remark for remark in most if remark.rank <= Rank.IN_VIEW), key=lambda remark: remark.time)
    matter = [n for n, remark in enumerate(people) if remark.rank < Rank.IN_VIEW]
    # Told before a newcomer, a mere `P2 is in view.` could be all that the gap has room for.
    kept = [remark for n, remark in enumerate(people) if remark.rank < Rank.IN_VIEW or n > max(matter, default=-1)]
    told = Rank.VIEW if kept else None  # a view in which people are told needs no other word
    return kept + [remark for remark in most if remark.rank > Rank.IN_VIEW and remark.rank != told]


def _brief(remark: Remark) -> str:
    return remark.wordings[-1]


def _lengths(wordings: Sequence[Wordings]) -> tuple[str, ...]:
    """The whole text, then shorter ones: every sentence a step shorter each time, as far as it goes."""
    longest = max((len(lengths) for lengths in wordings), default=1)
    texts = (" ".join(lengths[min(n, len(lengths) - 1)] for lengths in wordings) for n in range(longest))
    return tuple(dict.fromkeys(texts))
