"""Makes a challenge from a corpus: what participants get, apart from what only the scorer reads."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path

from cinescribe.corpus.core.blanks import SOMEONE, answers, blanked, captions_with_someone
from cinescribe.corpus.core.corpus import Corpus, read_corpus
from cinescribe.corpus.core.videosets import disjoint_sets
from cinescribe.corpus.datasets.sidecar_annotations import AnnotatedCorpus, write_annotated
from cinescribe.errors import ChallengeError
from cinescribe.file_names import inside
from cinescribe.language.tokens.vocabulary import BLANK
from cinescribe.metrics.identity.fitb import ACCURACIES
from cinescribe.metrics.scoring.metric_table import select_metrics
from cinescribe.metrics.scoring.score_captions import COCO_METRICS
from cinescribe.output_folder import claim_folder
from cinescribe.schema import Clip, ClipSet
from cinescribe.store import write_record, write_text, writing
from cinescribe.study.challenge.challenge import (
    CARD,
    CLIPS,
    DATABASE,
    OPEN,
    PHASES,
    REFERENCES,
    RULES,
    SUBMISSIONS,
    ChallengeCard,
    PhaseCard,
    Task,
    challenge_url,
)
from cinescribe.study.challenge.clip_list import ListedClip, write_clip_list
from cinescribe.study.challenge.phases import write_phases
from cinescribe.study.challenge.references import ReferenceClip, TrainingText, write_references
from cinescribe.study.challenge.rules import rules_text
from cinescribe.study.storage.database import Database

_FOLDER = "challenge"
FILL_IN_METRICS = tuple(f"FITB-{name}" for name in ACCURACIES)
# "Movie Description" discusses only METEOR; the fill-in challenge was ordered by the class accuracy.
_RANKED_BY: dict[Task, str] = {"captions": "METEOR", "fill-in": "FITB-class"}
_N_A_DAY, _N_A_PHASE = 3, 10  # submissions of a team


def make_challenge(
    folder: str | Path,
    corpus: str | Path,
    *,
    phases: Mapping[str, str],
    name: str | None = None,
    task: Task = "captions",
    metrics: Sequence[str] = COCO_METRICS,
    training: str = "train",
    with_films: bool = False,
    url: str | None = None,
) -> ChallengeCard:
    """Write a new challenge to a folder and its database.

    Args:
        folder: new, empty, or of an earlier try that was killed.
        corpus: the folder of the corpus, with captions.
        phases: the split of each phase, see `PHASES`.
        name: of the challenge; by default that of the folder.
        task: captions, or people of blanks.
        metrics: of captions.
        training: the split whose captions are not novel; it may be missing.
        with_films: whether participants get the films' files.
        url: of the database; None for SQLite in the folder.

    Raises:
        ChallengeError: when the folder or the database has a challenge already, a phase is unknown, or a clip has no
            caption.
        CorpusError: when the corpus lacks a split.
        ScoreError: when a metric is unknown.
        OutputError: when the folder holds anything else, or cannot be written.
        DatabaseError: when the database cannot be used.
    """
    folder, corpus = Path(folder), Path(corpus)
    claim_folder(folder, _FOLDER, is_older=lambda _: False, parts=(OPEN, REFERENCES, SUBMISSIONS))
    if (folder / CARD).exists():
        raise ChallengeError(f"{str(folder)!r} has a challenge already, perhaps with submissions; name another folder")
    unknown = next((phase for phase in phases if phase not in PHASES), None)
    if unknown is not None or not phases:
        raise ChallengeError(f"`phase` is {unknown or ''!r}; expected {', '.join(PHASES)}, or NAME=SPLIT")
    whole = read_corpus(Path(corpus))
    cards, references = [], {}
    for phase, split in phases.items():
        clips = [_with_caption(clip) for own in whole.clips_by_film(split).values() for clip in own]
        sets = _sets(clips, task)
        listed = [_listed(clip, reference) for clip, reference in zip(clips, sets, strict=True)]
        digest = write_clip_list(folder / OPEN / phase / CLIPS, listed)
        _write_data(folder / OPEN / phase, whole, phase=phase, split=split, task=task, with_films=with_films)
        cards.append(PhaseCard(phase, split, len(clips), digest))
        references[phase] = sets
    write_references(folder / REFERENCES, references, _training(whole, training))
    (folder / SUBMISSIONS).mkdir(exist_ok=True)
    names = tuple(name for name, _ in select_metrics(metrics)) if task == "captions" else FILL_IN_METRICS
    ranked_by = _RANKED_BY[task] if _RANKED_BY[task] in names else names[0]
    card = ChallengeCard(
        name or folder.resolve().name, task, tuple(cards), names, ranked_by, _N_A_DAY, _N_A_PHASE, url is None
    )
    write_text(folder / OPEN / RULES, rules_text(card))
    for suffix in ("", "-wal", "-shm"):  # of a try that was killed
        (folder / f"{DATABASE}{suffix}").unlink(missing_ok=True)
    database = Database(challenge_url(folder, url))
    try:
        write_phases(database, card)
    finally:
        database.close()
    write_record(folder / CARD, card)
    return card


def _with_caption(clip: Clip) -> Clip:
    if clip.text is None:
        raise ChallengeError(f"clip {clip.id!r} has no caption to score against; give a corpus with all captions")
    return clip


def _sets(clips: Sequence[Clip], task: Task) -> list[ReferenceClip]:
    """What the scorer knows about each clip."""
    if task == "captions":
        return [ReferenceClip(clip.id, captions_with_someone(clip)) for clip in clips]
    films = (list(own) for _, own in groupby(clips, key=lambda clip: clip.film))
    sets = (clip_set for own in films for clip_set in disjoint_sets(own))
    return [
        ReferenceClip(clip.id, (), people, number)
        for number, clip_set in enumerate(sets, 1)
        for clip, people in zip(clip_set.clips, answers(_named(clip_set)), strict=True)
    ]


def _named(clip_set: ClipSet) -> ClipSet:
    """The set without blanks, whose people are unknown."""
    return ClipSet(tuple(clip.replace(text=(clip.text or "").replace(BLANK, SOMEONE)) for clip in clip_set.clips))


def _listed(clip: Clip, reference: ReferenceClip) -> ListedClip:
    return ListedClip(clip.id, clip.film, clip.span.start, clip.span.end, len(reference.people))


def _training(corpus: Corpus, split: str) -> list[TrainingText]:
    if split not in {film.split for film in corpus.films}:
        return []
    clips = (clip for own in corpus.clips_by_film(split).values() for clip in own if clip.text is not None)
    return [TrainingText(text) for clip in clips for text in captions_with_someone(clip)]


def _write_data(folder: Path, corpus: Corpus, *, phase: str, split: str, task: Task, with_films: bool) -> None:
    """Write the corpus of a phase as participants get it."""
    films = [film if with_films else film.replace(path=None) for film in corpus.films_of(split)]
    clips = [clip for own in corpus.clips_by_film(split).values() for clip in own]
    if task == "fill-in" and phase != "public":
        clips = [clip for one in clips for clip in blanked(_named(ClipSet((one,)))).clips]
    part = AnnotatedCorpus(replace(corpus, films=tuple(films), clips=tuple(clips)))
    write_annotated(folder, part.without_captions() if task == "captions" and phase != "public" else part)
    for film in films:
        if film.path is not None:
            with writing(folder / film.path) as beside:
                shutil.copyfile(inside(corpus.folder, film.path, f"the path of film {film.id!r}"), beside)
