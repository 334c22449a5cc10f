"""A draft of a cue: its caption, the part of the film it belongs to, and its worth."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from cinescribe.describe.placement.wordings import Wording, wordings
from cinescribe.describe.text_captions import READER
from cinescribe.schema import Caption, Clip
from cinescribe.timing import Seconds, Span

_TEXT = 1.5  # worth of what is read from the screen, which says what nothing else says, to that of a sure sentence
_FIRST_MENTION = 0.15  # more for each person not mentioned before; as in the choice of narrated sentences


@dataclass(frozen=True)
class PlacementDraft:
    """A caption before it has its place.

    Args:
        caption: the caption to speak.
        about: the part of the film that it describes.
        begin: where that part begins in the captioner's cut, which names the cue.
        scene_end: end of the scene; infinite where scenes are not known.
        worth: of saying it, about 1.
        introduces: whether it is about a person in no earlier draft.
        wordings: its possible wordings, the best first.
        is_heard: whether it takes room; not if a person has changed or removed its cue.
    """

    caption: Caption
    about: Span
    begin: Seconds
    scene_end: Seconds
    worth: float
    introduces: bool
    wordings: tuple[Wording, ...]
    is_heard: bool = True

    @property
    def until(self) -> Seconds:
        """The moment by which it must be finished, since the picture then contradicts it."""
        return max(self.caption.until, default=math.inf)


def drafts(captions: Iterable[Caption], clips: Sequence[Clip], scenes: Sequence[Span]) -> list[PlacementDraft]:
    """Return the drafts of captions with words, by the time of what they describe.

    Args:
        captions: what to say, in any order.
        clips: that captions without a span of their own describe.
        scenes: of the film, in order; empty if they are not known.
    """
    spans = {clip.id: clip.span for clip in clips}
    placed = [(caption, *_place(caption, spans, scenes)) for caption in captions if caption.text]
    placed.sort(key=lambda one: one[1].start)
    met: set[str] = set()
    out = []
    for caption, about, scene_end in placed:
        begin = spans[caption.clip].start if caption.span is None else about.start
        new = set(caption.people) - met
        out.append(
            PlacementDraft(caption, about, begin, scene_end, _worth(caption, len(new)), bool(new), wordings(caption))
        )
        met |= new
    return out


def _place(caption: Caption, clips: Mapping[str, Span], scenes: Sequence[Span]) -> tuple[Span, Seconds]:
    """What a caption describes, and the end of its scene.

    A clip that reaches into another scene describes the one that it shows longer. A span that a captioner gives is as
    it says; its scene is that of its end.
    """
    if caption.span is not None:
        return caption.span, max((scene.end for scene in scenes if scene.start < caption.span.end), default=math.inf)
    clip = clips[caption.clip]
    scene = max(scenes, key=clip.overlap, default=None)
    shown = None if scene is None else clip.within(scene)
    return (clip, math.inf) if scene is None or shown is None else (shown, scene.end)


def _worth(caption: Caption, n_new: int) -> float:
    interest = _TEXT if caption.by == READER else 1.0
    return _probability(caption) * (interest + _FIRST_MENTION * n_new)


def _probability(caption: Caption) -> float:
    """How surely a caption is true: by its probability or, below 0, the logarithm of it; 1 for what was measured."""
    score = caption.score
    if score is None:
        return 1.0
    return math.exp(score) if score < 0 else min(score, 1.0)
