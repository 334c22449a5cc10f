"""How well a model fills in and writes, over whole splits: every score comes from one call over all sets or stills."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cinescribe.corpus.core.blanks import answers, caption_of
from cinescribe.features.clip_sets.set_reader import SetReader
from cinescribe.features.regions.region_reader import RegionReader
from cinescribe.generate.caption_clip_sets import Decoder, filled_people, widest_beam, written_captions
from cinescribe.generate.caption_images import written_stills
from cinescribe.generate.greedy import greedy
from cinescribe.generate.sets import SetCaptions
from cinescribe.metrics.core.score import Score
from cinescribe.metrics.identity.fitb import FitbScores, fitb
from cinescribe.metrics.identity.fitb_files import Blanks
from cinescribe.metrics.identity.person_ids import normalise_ids
from cinescribe.metrics.scoring.score_captions import score_captions
from cinescribe.metrics.scoring.sources import Sources
from cinescribe.schema import ClipSet, Still

METRICS = ("CIDEr", "METEOR", "SPICE", "iSPICE")  # of MICap's table 4


def evaluate_filling(model: Any, reader: SetReader, sets: Sequence[ClipSet]) -> FitbScores:
    """The accuracies of a model that fills in.

    Args:
        model: a `generate.step.Filler` in evaluation mode.
        reader: of the sets, in the model's vocabulary.
        sets: with captions and the people in them; disjoint.

    Raises:
        ScoreError: when no set has two blanks of one person, or none of two.
    """
    return score_filling(filled_people(model, reader, sets), sets)


def score_filling(people: dict[str, tuple[str, ...]], sets: Sequence[ClipSet]) -> FitbScores:
    """The accuracies of people filled into the blanks of each clip, by its id."""
    true = {
        clip.id: Blanks(found, f"clip {clip.id!r}")
        for clip_set in sets
        for clip, found in zip(clip_set.clips, answers(clip_set), strict=True)
    }
    told = {clip: Blanks(found, f"the filling of clip {clip!r}") for clip, found in people.items()}
    return fitb(told, true, [tuple(clip.id for clip in clip_set.clips) for clip_set in sets])


def evaluate_captions(
    model: Any,
    reader: SetReader,
    sets: Sequence[ClipSet],
    *,
    metrics: Sequence[str] = METRICS,
    decoder: Decoder = greedy,
    sources: Sources | None = None,
) -> dict[str, Score]:
    """The scores, by metric, of the captions that a model writes.

    Args:
        model: a `generate.step.Step` in evaluation mode.
        reader: of the sets, in the model's vocabulary.
        sets: with their references; disjoint.
        metrics: names of `metrics.table.TABLE`.
        decoder: chooses the words.
        sources: what metrics draw on beside the captions.

    Raises:
        ScoreError: for a metric that there is not, or captions that cannot be scored.
    """
    told = written_captions(model, reader, sets, decoder=decoder)
    return score_sets(told, sets, metrics=metrics, sources=sources)


def score_sets(
    told: Sequence[SetCaptions],
    sets: Sequence[ClipSet],
    *,
    metrics: Sequence[str] = METRICS,
    sources: Sources | None = None,
) -> dict[str, Score]:
    """The scores of captions, a set's joined to one text whose people are numbered by first mention (MICap, §4).

    References are the set's captions joined, and, where clips have paraphrases, the first of each joined, and so on.
    """
    names = [clip_set.clips[0].id for clip_set in sets]
    candidates = {name: " ".join(filter(None, one.texts)) for name, one in zip(names, told, strict=True)}
    references = {name: set_references(clip_set) for name, clip_set in zip(names, sets, strict=True)}
    found = score_captions(candidates, references, metrics=metrics, sources=sources, allow_empty=True)
    return {score.name: score for score in found}


def set_references(clip_set: ClipSet) -> list[str]:
    """The reference texts of a set, people numbered by first mention in each; as many as its least told clip has."""
    told = [(caption_of(clip), *clip.paraphrases) for clip in clip_set.clips]
    return [normalise_ids(" ".join(texts)) for texts in zip(*told, strict=False)]


def evaluate_stills(
    model: Any,
    reader: RegionReader,
    stills: Sequence[Still],
    *,
    metrics: Sequence[str],
    decoder: Decoder = widest_beam,
    sources: Sources | None = None,
) -> dict[str, Score]:
    """The scores, by metric, of the captions that a model writes about stills.

    Args:
        model: a `generate.step.Step` in evaluation mode.
        reader: of the stills, in the model's vocabulary.
        stills: with their references.
        metrics: names of `metrics.table.TABLE`.
        decoder: chooses the words.
        sources: what metrics draw on beside the captions.

    Raises:
        ScoreError: for a metric that there is not, or captions that cannot be scored.
    """
    candidates = {told.clip: told.text for told in written_stills(model, reader, stills, decoder=decoder)}
    references = {still.id: still.captions for still in stills}
    found = score_captions(candidates, references, metrics=metrics, sources=sources, allow_empty=True)
    return {score.name: score for score in found}
