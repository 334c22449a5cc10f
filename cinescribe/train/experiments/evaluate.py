"""Evaluation of a model on a whole split: each score comes from one call over all clip sets or stills."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cinescribe.corpus.core.blanks import answers, caption_of
from cinescribe.features.clip_sets.set_reader import SetReader
from cinescribe.features.regions.region_reader import RegionReader
from cinescribe.generate.caption_clip_sets import Decoder, best_beam, caption_sets, fill_people
from cinescribe.generate.caption_images import caption_stills
from cinescribe.generate.greedy import greedy
from cinescribe.generate.sets import SetCaptions
from cinescribe.metrics.core.score import Score
from cinescribe.metrics.identity.fitb import FitbScores, fitb
from cinescribe.metrics.identity.fitb_files import Blanks
from cinescribe.metrics.identity.person_ids import normalise_ids
from cinescribe.metrics.scoring.score_captions import score_captions
from cinescribe.metrics.scoring.sources import Sources
from cinescribe.schema import ClipSet
from cinescribe.still_schema import Still

METRICS = ("CIDEr", "METEOR", "SPICE", "iSPICE")  # of MICap's table 4


def evaluate_filling(model: Any, reader: SetReader, sets: Sequence[ClipSet]) -> FitbScores:
    """Return the fill-in accuracies of a model.

    Args:
        model: a `generate.step.Filler` in evaluation mode.
        reader: reads the sets in the model's vocabulary.
        sets: with captions and the people in them; disjoint.

    Raises:
        ScoreError: when no set has two blanks of one person, or none of two.
    """
    return score_filling(fill_people(model, reader, sets), sets)


def score_filling(people: dict[str, tuple[str, ...]], sets: Sequence[ClipSet]) -> FitbScores:
    """Return the accuracies of people filled into the blanks of clips.

    Args:
        people: the people in the blanks of each clip, by clip id.
        sets: with captions and the people in them; disjoint.
    """
    true = {
        clip.id: Blanks(found, f"clip {clip.id!r}")
        for clip_set in sets
        for clip, found in zip(clip_set.clips, answers(clip_set), strict=True)
    }
    filled = {clip: Blanks(found, f"the filling of clip {clip!r}") for clip, found in people.items()}
    return fitb(filled, true, [tuple(clip.id for clip in clip_set.clips) for clip_set in sets])


def evaluate_captions(
    model: Any,
    reader: SetReader,
    sets: Sequence[ClipSet],
    *,
    metrics: Sequence[str] = METRICS,
    decoder: Decoder = greedy,
    sources: Sources | None = None,
    someone: bool = False,
) -> dict[str, Score]:
    """Return the scores, by metric, of the captions that a model generates.

    Args:
        model: a `generate.step.Step` in evaluation mode.
        reader: reads the sets in the model's vocabulary.
        sets: with their references; disjoint.
        metrics: names of `cinescribe.metrics.METRIC_FAMILIES`.
        decoder: chooses the words.
        sources: further inputs of metrics, such as a parser.
        someone: whether the model writes `someone` for people.

    Raises:
        ScoreError: for an unknown metric, or captions that cannot be scored.
    """
    captions = caption_sets(model, reader, sets, decoder=decoder, someone=someone)
    return score_sets(captions, sets, metrics=metrics, sources=sources)


def score_sets(
    captions: Sequence[SetCaptions],
    sets: Sequence[ClipSet],
    *,
    metrics: Sequence[str] = METRICS,
    sources: Sources | None = None,
) -> dict[str, Score]:
    """Return the scores of captions by metric; the captions of a set are joined into one text (MICap, §4).

    People are numbered by first mention. References: see `set_references`.
    """
    names = [clip_set.clips[0].id for clip_set in sets]
    candidates = {name: " ".join(filter(None, one.texts)) for name, one in zip(names, captions, strict=True)}
    references = {name: set_references(clip_set) for name, clip_set in zip(names, sets, strict=True)}
    found = score_captions(candidates, references, metrics=metrics, sources=sources, allow_empty=True)
    return {score.name: score for score in found}


def set_references(clip_set: ClipSet) -> list[str]:
    """Return the reference texts of a set: the first captions of its clips joined, then the second ones, and so on.

    There are as many as the clip with the fewest captions has. People are numbered by first mention in each.
    """
    captions = [(caption_of(clip), *clip.paraphrases) for clip in clip_set.clips]
    return [normalise_ids(" ".join(texts)) for texts in zip(*captions, strict=False)]


def evaluate_stills(
    model: Any,
    reader: RegionReader,
    stills: Sequence[Still],
    *,
    metrics: Sequence[str],
    decoder: Decoder = best_beam,
    sources: Sources | None = None,
) -> dict[str, Score]:
    """Return the scores, by metric, of the captions that a model generates for stills.

    Args:
        model: a `generate.step.Step` in evaluation mode.
        reader: reads the stills in the model's vocabulary.
        stills: with their references.
        metrics: names of `cinescribe.metrics.METRIC_FAMILIES`.
        decoder: chooses the words.
        sources: further inputs of metrics, such as a parser.

    Raises:
        ScoreError: for an unknown metric, or captions that cannot be scored.
    """
    candidates = {caption.clip: caption.text for caption in caption_stills(model, reader, stills, decoder=decoder)}
    references = {still.id: still.captions for still in stills}
    found = score_captions(candidates, references, metrics=metrics, sources=sources, allow_empty=True)
    return {score.name: score for score in found}
