"""The observer: a rule-based captioner that says only what was measured, for any film, without a trained model.

It mentions people (who is in view, how close, where, entering, leaving, moving), transitions and black, the camera,
light and sound. It never mentions actions, feelings, sex, age or things, which it does not measure.
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

_MAX_SENTENCES = 3  # of a caption
_REPEAT_AFTER: Seconds = 40.0  # for sentences about camera, stillness and sound
_RARELY_REPEATED = {Rank.CAMERA, Rank.STILL, Rank.SOUND}
_WITH_TRANSITION: Seconds = 1.5  # after a transition, in which people are mentioned together with it


class Observer:
    """Writes captions from measurements, by rules; a `Captioner`.

    It takes the whole film in one batch, to know who has been seen before, and needs no frames. It keeps no state
    between calls. A clip without new measurements gets an empty text.

    Example:
        >>> from cinescribe.features.clip_sets.batch import Batch
        >>> Observer().caption(Batch((), ()))
        []
    """

    name = "observer"
    n_frames = 0
    n_clips = None
    captions_events = False
    tracer = None

    def caption(self, batch: Batch) -> list[Caption]:
        """Return one caption per clip: at most three sentences, people first, in order of time."""
        if not batch.clips:
            return []
        film = footage(batch)
        called = {person.id: person.called for person in batch.people}
        remarks = _with_openings([*people_remarks(film, called), *scenery_remarks(film)], film)
        clips = [item.clip for item in batch.clips]
        captions: list[Caption] = []
        last_said: dict[str, Seconds] = {}
        before: set[str] = set()
        for clip, own in zip(clips, _by_clip(remarks, clips), strict=True):
            chosen = _chosen(own, before, last_said)
            before = {_brief(remark) for remark in chosen}
            last_said |= {_brief(remark): remark.time for remark in chosen}
            captions.append(self._written(clip, chosen))
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
    """Return the remarks, those about people joined with a transition: `After a dissolve, P1 appears.`."""
    out = list(remarks)
    for shot in range(len(film.shots)):
        first_words = opening(film, shot)
        if first_words is None:
            continue
        start = film.clear_span(shot).start
        people = [remark for remark in out if _is_presence(remark) and start <= remark.time <= start + _WITH_TRANSITION]
        if not people:
            continue
        words, evidence = first_words
        first = min(people, key=lambda remark: remark.time)
        joined = Remark(first.time, first.rank, after(words, first.wordings), (*first.evidence, evidence), first.people)
        out = [joined if remark is first else remark for remark in out if not _is_view(remark, start)]
    return out


def _is_presence(remark: Remark) -> bool:
    return remark.rank in (Rank.NEW_PERSON, Rank.PERSON, Rank.IN_VIEW)


def _is_view(remark: Remark, time: Seconds) -> bool:
    return remark.rank is Rank.VIEW and remark.time == time


def _by_clip(remarks: Iterable[Remark], clips: Sequence[Clip]) -> list[list[Remark]]:
    """Return each clip's remarks; those in no clip are dropped."""
    out: list[list[Remark]] = [[] for _ in clips]
    starts = [clip.span.start for clip in clips]
    for remark in remarks:
        number = bisect_right(starts, remark.time) - 1
        if number >= 0 and clips[number].span.has(remark.time):
            out[number].append(remark)
    return out


def _chosen(remarks: Iterable[Remark], before: set[str], last_said: Mapping[str, Seconds]) -> list[Remark]:
    """Return the remarks of a clip's caption: people in order of time, then the others by rank.

    Args:
        remarks: all remarks of the clip.
        before: the sentences of the clip before, which are not repeated.
        last_said: when each sentence was last used.
    """
    out: dict[str, Remark] = {}
    for remark in sorted(remarks, key=lambda remark: (remark.rank, remark.time)):
        words = _brief(remark)
        is_too_soon = remark.rank in _RARELY_REPEATED and remark.time - last_said.get(words, -math.inf) < _REPEAT_AFTER
        if words not in before and not is_too_soon:
            out.setdefault(words, remark)
    first = list(out.values())[:_MAX_SENTENCES]
    people = sorted((remark for remark in first if remark.rank <= Rank.IN_VIEW), key=lambda remark: remark.time)
    news = [n for n, remark in enumerate(people) if remark.rank < Rank.IN_VIEW]
    # Before a newcomer, `P2 is in view.` could be the only sentence that fits the gap.
    kept = [remark for n, remark in enumerate(people) if remark.rank < Rank.IN_VIEW or n > max(news, default=-1)]
    dropped = Rank.VIEW if kept else None  # a new view with people needs no other remark
    return kept + [remark for remark in first if remark.rank > Rank.IN_VIEW and remark.rank != dropped]


def _brief(remark: Remark) -> str:
    return remark.wordings[-1]


def _lengths(wordings: Sequence[Wordings]) -> tuple[str, ...]:
    """Return the whole text, then shorter ones: each with every sentence one step shorter, where possible."""
    longest = max((len(lengths) for lengths in wordings), default=1)
    texts = (" ".join(lengths[min(n, len(lengths) - 1)] for lengths in wordings) for n in range(longest))
    return tuple(dict.fromkeys(texts))
