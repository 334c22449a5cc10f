"""Builds corpora of Backlot films whose people act for reasons, with commonsense as *Video2Commonsense* has it."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from pathlib import Path

from cinescribe.backlot.films.shoot import SIZES as FILM_SIZES
from cinescribe.backlot.films.shoot import shoot
from cinescribe.backlot.plan.truth import FilmTruth, StoryMoment
from cinescribe.corpus.core.clip_faults import captions_of
from cinescribe.corpus.core.corpus import FILMS, Corpus, CorpusCard, CorpusFilm, check_kind
from cinescribe.corpus.core.corpus_folder import claim_corpus
from cinescribe.corpus.datasets.backlot import CORPUS_HEIGHT, LICENCE, SEEDS_APART, BacklotSize, corpus_clip_id
from cinescribe.corpus.datasets.sidecar_annotations import AnnotatedCorpus, Commonsense, write_annotated
from cinescribe.progress import Progress
from cinescribe.schema import Clip
from cinescribe.store import read_records

N_PHRASES = 4  # of each aspect of a caption; V2C has 5 in all
_SPLIT_SEEDS = {"train": 5_000, "test": 6_000, "val": 7_000}  # added to the first seed of the corpus
SIZES = {
    "tiny": BacklotSize("tiny", FILM_SIZES["tiny"], {"train": 4, "val": 2, "test": 2}, n_hard=0),
    "small": BacklotSize("small", FILM_SIZES["small"], {"train": 160, "val": 20, "test": 80}, n_hard=0),
}


def build_backlot_motives(
    folder: str | Path,
    *,
    size: BacklotSize,
    seed: int = 0,
    single_actions: bool = False,
    height: int = CORPUS_HEIGHT,
    progress: Progress | None = None,
) -> Corpus:
    """Shoot a corpus of motivated stories, each split in a folder of its own; finished films are not shot again.

    A clip is a moment of two actions. Its captions tell of the first, and some do not tell what is done; each caption
    has its own phrases in `commonsense.jsonl`, drawn from all true wordings; `commonsense-clean.jsonl` has a
    sentence of each aspect for the first caption.

    Notes on a described film stand at single actions, of which captions tell both. With `single_actions`, a clip is one
    action, its captions tell it, and its phrases are those of the moment that it belongs to.

    Args:
        folder: where to write; created if missing.
        size: one of `SIZES`.
        seed: of the corpus, 0 or more.
        single_actions: whether a clip is an action, and not a moment; there are no sentences then.
        height: of the picture in pixels.
        progress: called with the progress of each film.

    Raises:
        CorpusError: when the folder holds a corpus of stills.
        OutputError: when the height is not possible, the folder holds anything but a corpus, or it cannot be written.
    """
    folder = Path(folder)
    folder = Path(folder)
    check_kind(folder, FILMS)
    claim_corpus(folder, of="backlot-motives", parts=size.films)
    films: list[CorpusFilm] = []
    clips: list[Clip] = []
    commonsense: list[Commonsense] = []
    clean: list[Commonsense] = []
    for split, n_films in size.films.items():
        first = seed * SEEDS_APART + _SPLIT_SEEDS[split]
        shot = shoot(
            folder / split,
            films=n_films,
            seed=first,
            size=size.film,
            motivated=True,
            height=height,
            progress=progress,
        )
        truths = list(read_records(shot.truth, FilmTruth))
        films += [CorpusFilm(one.id, split, (Path(split) / one.film).as_posix(), one.duration) for one in truths]
        moments = [(truth, moment) for truth in truths for moment in truth.moments]
        if single_actions:
            acted = [pair for truth, moment in moments for pair in _actions(truth, moment)]
            clips += (clip for clip, _ in acted)
            commonsense += (item for clip, moment in acted for item in _commonsense(clip, moment))
            continue
        for truth, moment in moments:
            clips.append(_clip(truth, moment))
            commonsense += _commonsense(clips[-1], moment)
            clean.append(_sentences(truth, moment))
    kind = "backlot-motives-actions" if single_actions else "backlot-motives"
    card = CorpusCard(f"{kind}-{size.name}-{seed}", "cinescribe backlot", LICENCE)
    corpus = Corpus(folder, card, tuple(films), tuple(clips))
    annotated = AnnotatedCorpus(corpus, commonsense=tuple(commonsense), clean=tuple(clean))
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
