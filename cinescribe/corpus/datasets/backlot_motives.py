"""Builds corpora of Backlot films whose people act for reasons, with commonsense as *Video2Commonsense* has it."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from pathlib import Path

from cinescribe.backlot.films.shoot import Shoot, Size, shoot
from cinescribe.backlot.plan.named_size import size_of
from cinescribe.backlot.plan.truth import FilmTruth, StoryMoment
from cinescribe.corpus.core.clip_faults import captions_of
from cinescribe.corpus.core.corpus import Corpus, CorpusCard
from cinescribe.corpus.datasets.backlot import CORPUS_HEIGHT, LICENCE, corpus_clip_id, shoot_corpus
from cinescribe.corpus.datasets.backlot_sizes import MOTIVE_CORPUS_SIZES, BacklotSize
from cinescribe.corpus.datasets.sidecar_annotations import AnnotatedCorpus, Commonsense, write_annotated
from cinescribe.progress import Progress
from cinescribe.schema import Clip

N_PHRASES = 4  # of each aspect of a caption; V2C has 5 in all
_KIND = "backlot-motives"


def build_backlot_motives(
    folder: str | Path,
    *,
    size: str | BacklotSize[Size],
    seed: int = 0,
    single_actions: bool = False,
    height: int = CORPUS_HEIGHT,
    progress: Progress | None = None,
) -> Corpus:
    """Shoot a corpus of motivated stories, each split in a folder of its own; finished films are not shot again.

    A clip is a moment of two actions. Its captions describe the first, and some do not name the action; each caption
    has its own phrases in `commonsense.jsonl`, drawn from all true wordings; `commonsense-clean.jsonl` has a
    sentence of each aspect for the first caption.

    Notes on a described film belong to single actions, while captions describe both. With `single_actions`, a clip is
    one action, its captions describe it, and its phrases are those of the moment that it belongs to.

    Args:
        folder: where to write; created if missing.
        size: one of `MOTIVE_CORPUS_SIZES`, or its name.
        seed: of the corpus, 0 or more.
        single_actions: whether a clip is an action, and not a moment; there are no sentences then.
        height: of the picture in pixels.
        progress: called with the progress of each film.

    Raises:
        ParameterError: when no size has the name.
        CorpusError: when the folder holds a corpus of stills.
        OutputError: when the height is not possible, the folder holds anything but a corpus, or it cannot be written.
    """
    size = size_of(size, MOTIVE_CORPUS_SIZES)
    folder = Path(folder)

    def shoot_part(part: str, first: int) -> Shoot:
        return shoot(
            folder / part,
            films=size.parts[part],
            seed=first,
            size=size.length,
            motivated=True,
            height=height,
            progress=progress,
        )

    shot = shoot_corpus(folder, _KIND, size.parts, seed=seed, shoot_part=shoot_part)
    moments = [(truth, moment) for _, truth in shot for moment in truth.moments]
    if single_actions:
        acted = [pair for truth, moment in moments for pair in _actions(truth, moment)]
    else:
        acted = [(_clip(truth, moment), moment) for truth, moment in moments]
    kind = f"{_KIND}-actions" if single_actions else _KIND
    card = CorpusCard(f"{kind}-{size.name}-{seed}", "cinescribe backlot", LICENCE)
    annotated = AnnotatedCorpus(
        Corpus(folder, card, tuple(film for film, _ in shot), tuple(clip for clip, _ in acted)),
        commonsense=tuple(item for clip, moment in acted for item in _commonsense(clip, moment)),
        clean=() if single_actions else tuple(_sentences(truth, moment) for truth, moment in moments),
    )
    return write_annotated(folder, annotated).corpus


def _clip(truth: FilmTruth, moment: StoryMoment) -> Clip:
    filmed = next(clip for clip in truth.clips if clip.id == moment.first)
    text, *others = (caption.text for caption in moment.captions)
    return Clip(corpus_clip_id(truth.id, moment.first), truth.id, moment.span, text, filmed.people, tuple(others))


def _actions(truth: FilmTruth, moment: StoryMoment) -> Iterator[tuple[Clip, StoryMoment]]:
    """Yield the two actions of a moment as clips."""
    for filmed in truth.clips:
        if filmed.id in (moment.first, moment.following):
            text, *others = dict.fromkeys(caption.text for caption in filmed.captions)
            yield (
                Clip(corpus_clip_id(truth.id, filmed.id), truth.id, filmed.span, text, filmed.people, tuple(others)),
                moment,
            )


def _commonsense(clip: Clip, moment: StoryMoment) -> Iterator[Commonsense]:
    """Yield the phrases of each caption of a clip that is a moment, or belongs to one."""
    rng = random.Random(f"{clip.id}/commonsense")
    for caption in captions_of(clip):
        yield Commonsense(
            clip.id,
            caption,
            intentions=_drawn(rng, moment.intentions),
            effects=_drawn(rng, moment.effects),
            attributes=_drawn(rng, moment.attributes),
        )


def _sentences(truth: FilmTruth, moment: StoryMoment) -> Commonsense:
    """Return a sentence of each aspect for the first caption of a moment."""
    clip = corpus_clip_id(truth.id, moment.first)
    rng = random.Random(f"{clip}/sentences")
    wants, happens, trait = map(rng.choice, (moment.intentions, moment.effects, moment.attributes))
    actor = moment.actor
    return Commonsense(
        clip,
        moment.captions[0].text,
        intentions=(f"{actor} wants {wants}.",),
        effects=(f"{actor} {happens}.",),
        attributes=(f"{actor} is {trait}.",),
    )


def _drawn(rng: random.Random, phrases: Iterable[str]) -> tuple[str, ...]:
    return tuple(rng.sample(list(phrases), N_PHRASES))
