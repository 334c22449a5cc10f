"""The unanimous rule: a video has a metaphor if every one of its annotators sees one (VMCD, section 3.2)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from cinescribe.corpus.metaphors.judgements import N_ANNOTATORS, MetaphorJudgement, latest_judgements
from cinescribe.errors import CorpusError
from cinescribe.record import Record

JUDGED, UNANIMOUS, ACCEPTED = "judged by all annotators", "a metaphor for all", "all sentences accepted"


@dataclass(frozen=True)
class ExcludedVideo(Record):
    """A clip that is left out.

    Args:
        clip: its id.
        step: the first step that it failed, one of `JUDGED`, `UNANIMOUS` and `ACCEPTED`.
        reason: in words.
    """

    clip: str
    step: str
    reason: str


def unanimous_clips(judgements: Iterable[MetaphorJudgement], *, n_annotators: int = N_ANNOTATORS) -> frozenset[str]:
    """Return the clips in which exactly `n_annotators` annotators judged, and all of them see a metaphor.

    Raises:
        CorpusError: as `latest_judgements`.
    """
    latest = latest_judgements(judgements, n_annotators=n_annotators).values()
    clips = {one.clip for one in latest}
    excluded = excluded_videos(clips, latest, n_annotators=n_annotators, with_expert=False)
    return frozenset(clips - {one.clip for one in excluded})


def excluded_videos(
    clips: Iterable[str],
    latest: Collection[MetaphorJudgement],
    *,
    n_annotators: int = N_ANNOTATORS,
    with_expert: bool = True,
) -> tuple[ExcludedVideo, ...]:
    """Return the clips that are left out, in order, each with the first reason.

    Args:
        clips: all clips.
        latest: the latest version of each judgement.
        n_annotators: how many annotators a clip needs.
        with_expert: whether an expert must have accepted every sentence.

    Raises:
        CorpusError: when `n_annotators` is below 1.
    """
    if n_annotators < 1:
        raise CorpusError(f"`n_annotators` is {n_annotators}; expected 1 or more")
    by_clip: dict[str, list[MetaphorJudgement]] = {clip: [] for clip in clips}
    for one in latest:
        by_clip.setdefault(one.clip, []).append(one)
    found = (_reason(clip, own, n_annotators, with_expert=with_expert) for clip, own in by_clip.items())
    return tuple(one for one in found if one is not None)


def _reason(
    clip: str, own: Collection[MetaphorJudgement], n_annotators: int, *, with_expert: bool
) -> ExcludedVideo | None:
    n_yes = sum(one.is_metaphor for one in own)
    waiting = [one for one in own if one.state != "accepted"]
    if len(own) != n_annotators:
        return ExcludedVideo(clip, JUDGED, f"{len(own)} of {n_annotators} annotators judged it")
    if n_yes < n_annotators:
        return ExcludedVideo(clip, UNANIMOUS, f"{n_yes} of {n_annotators} annotators see a metaphor")
    if with_expert and waiting:
        which = ", ".join(f"{one.by}: {one.state}" for one in waiting)
        return ExcludedVideo(clip, ACCEPTED, f"{len(waiting)} of {n_annotators} sentences are not accepted ({which})")
    return None
