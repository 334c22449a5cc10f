"""The captions of several captioners beside each other, clip by clip."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import mean

from cinescribe.corpus.core.clip_faults import captions_of
from cinescribe.corpus.statistics.text_counts import ParsedClip


@dataclass(frozen=True)
class ClipCaptions:
    """What captioners say about a clip.

    Args:
        clip: its id.
        references: the corpus's captions.
        captions: by captioner, in the same order for all clips.
        scores: by captioner.
    """

    clip: str
    references: tuple[str, ...]
    captions: Mapping[str, str]
    scores: Mapping[str, float]

    @property
    def mean_score(self) -> float | None:
        """Over the captioners with a score; None without one."""
        return mean(self.scores.values()) if self.scores else None


def side_by_side(
    clips: Sequence[ParsedClip],
    captions: Mapping[str, Mapping[str, str]],
    scores: Mapping[str, Mapping[str, float]],
) -> tuple[ClipCaptions, ...]:
    """Return the clips that every captioner has captioned, those that are easiest for all of them first.

    Args:
        clips: of the corpus; the order of clips without scores.
        captions: by captioner and clip.
        scores: by captioner and clip; those of captioners without captions are left out.
    """
    if not captions:
        return ()
    known = {parsed.clip.id: parsed.clip for parsed in clips}
    found = [
        ClipCaptions(
            id,
            captions_of(clip),
            {of: own[id] for of, own in captions.items()},
            {of: scores[of][id] for of in captions if id in scores.get(of, {})},
        )
        for id, clip in known.items()
        if all(id in own for own in captions.values())
    ]
    return tuple(sorted(found, key=lambda one: -(one.mean_score or 0)))
