"""Places the captions of a film, with its scenes and its sound."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import groupby

from cinescribe.describe.analyse import Analysis
from cinescribe.describe.placement.placement import place
from cinescribe.describe.placement.shorter_wordings import with_shorter
from cinescribe.language_tags import is_same_language
from cinescribe.media.voice.voice import Voice
from cinescribe.schema import Caption, Clip, Cue, Gap, Shot, Speech
from cinescribe.timing import Seconds, Span


def film_placement(
    captions: Sequence[Caption],
    clips: Sequence[Clip],
    gaps: Sequence[Gap],
    *,
    analysis: Analysis,
    scenes: Sequence[int],
    voice: Voice,
    speech: Sequence[Speech],
    extended: bool,
    language: str,
) -> Callable[..., tuple[Cue, ...]]:
    """Return `place` for a film, which is called with `hand_made` and `edited` when it is known what was edited.

    Args:
        captions: what to say; English ones get shorter wordings where they have none.
        clips: that captions without a span of their own describe.
        gaps: where a cue may be spoken.
        analysis: the film's measurements.
        scenes: the number of the scene of each of its shots.
        voice: speaks each wording to measure its duration.
        speech: what an extended cue must not interrupt.
        extended: whether the film may wait.
        language: of the captions, as BCP 47 tag.
    """
    levels = analysis.sounds

    def quietest(span: Span) -> Seconds | None:
        return None if levels is None else levels.quietest(span)

    spans = scene_spans(analysis.shots, scenes)
    given = with_shorter(captions) if is_same_language(language, "en") else captions
    return partial(
        place, given, clips, gaps, voice=voice, scenes=spans, speech=speech, quietest=quietest, extended=extended
    )


def scene_spans(shots: Sequence[Shot], numbers: Sequence[int]) -> tuple[Span, ...]:
    """Return the span in which the picture of each scene is seen, in order: from the end of a dissolve or fade.

    Args:
        shots: of the film, in order.
        numbers: of the scene of each shot, rising.
    """
    pairs = zip(numbers, shots, strict=True)
    scenes = ([shot for _, shot in group] for _, group in groupby(pairs, key=lambda pair: pair[0]))
    return tuple(_seen(scene[0], scene[-1].span.end) for scene in scenes)


def _seen(first: Shot, end: Seconds) -> Span:
    """The span from a scene's first clear picture on."""
    start = first.span.start if first.blend is None else max(first.blend.end, first.span.start)
    return Span(min(start, end), end)
