"""Makes a corpus of metaphors of the judgements about its videos (VMCD, section 3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from cinescribe.corpus.core.corpus import Corpus
from cinescribe.corpus.core.corpus_folder import claim_corpus
from cinescribe.corpus.datasets.sidecar_annotations import AnnotatedCorpus, AnnotatedMetaphor, write_annotated
from cinescribe.corpus.datasets.video_files import with_linked_films
from cinescribe.corpus.metaphors.judgements import N_ANNOTATORS, MetaphorJudgement, latest_judgements, read_judgements
from cinescribe.corpus.metaphors.unanimous import ACCEPTED, JUDGED, UNANIMOUS, ExcludedVideo, excluded_videos
from cinescribe.corpus.metaphors.videos import read_videos
from cinescribe.corpus.splits.splits import FilmToSplit, split_films
from cinescribe.errors import CorpusError, OutputError
from cinescribe.metrics.human.agreement import fleiss_kappa, if_defined, krippendorff_alpha, pair_kappas
from cinescribe.metrics.human.ratings import Ratings
from cinescribe.record import Record
from cinescribe.store import write_record, write_records
from cinescribe.timing import Seconds

_SPLIT: Mapping[str, int] = {"train": 400, "val": 55, "test": 250}  # videos of VMCD
EXCLUDED, REPORT = "excluded.jsonl", "agreement.json"


@dataclass(frozen=True)
class AnnotatorPair(Record):
    """Cohen's kappa of two annotators over the clips that both judged; None where it is undefined."""

    left: str
    right: str
    n_clips: int
    kappa: float | None = None


@dataclass(frozen=True)
class QuestionAgreement(Record):
    """How far annotators agree on a question with the answers yes and no.

    Args:
        question: `a` or `b`.
        clips: clips with two answers or more.
        same: share of them in which all answers are the same; None without such clips, as the others.
        fleiss: Fleiss' kappa.
        alpha: Krippendorff's alpha.
        pairs: Cohen's kappa of each pair of annotators.
    """

    question: str
    clips: int
    same: float | None = None
    fleiss: float | None = None
    alpha: float | None = None
    pairs: tuple[AnnotatorPair, ...] = ()


@dataclass(frozen=True)
class AttritionRow(Record):
    """What is left after a step: clips, and judgements of them."""

    step: str
    clips: int
    judgements: int


@dataclass(frozen=True)
class SplitSize(Record):
    """The clips of a split."""

    split: str
    clips: int


@dataclass(frozen=True)
class UnitedReport(Record):
    """What became of judgements.

    Args:
        attrition: the clips that are left after each step.
        agreement: of the drafts, before anything was returned: on a over all clips, on b over those with answers.
        splits: clips of each split.
        seed: of the splits.
    """

    attrition: tuple[AttritionRow, ...]
    agreement: tuple[QuestionAgreement, ...]
    splits: tuple[SplitSize, ...]
    seed: int = 0

    def empty_splits(self) -> str | None:
        """Return a line about the splits without a clip; None where there is none."""
        empty = [one.split for one in self.splits if not one.clips]
        if not empty:
            return None
        n = sum(one.clips for one in self.splits)
        return (
            f"no clip is left for {' and '.join(empty)}: {n} clips do not fill {len(self.splits)} splits; judge more "
            "videos before you train or score on it"
        )


@dataclass(frozen=True)
class UnitedJudgements:
    """A corpus of metaphors.

    Attributes:
        annotated: the corpus with its metaphors.
        excluded: clips that were left out, with reasons.
        report: agreement, attrition and splits.
    """

    annotated: AnnotatedCorpus
    excluded: tuple[ExcludedVideo, ...]
    report: UnitedReport


def unite_judgements(
    folder: str | Path,
    judgements: str | Path,
    videos: str | Path,
    *,
    split: Mapping[str, float] = _SPLIT,
    seed: int = 0,
    n_annotators: int = N_ANNOTATORS,
    concepts_apart: bool = False,
) -> UnitedJudgements:
    """Write a corpus of the videos in which all annotators see a metaphor and all sentences are accepted.

    The films stay where they are: the folder `videos` is linked as `films`. Clips have the sentences as captions, and
    `metaphors.jsonl` all answers. `excluded.jsonl` has the other videos
    with reasons, `agreement.json` agreement, attrition and splits.

    Args:
        folder: where to write: a new or empty folder, or an earlier corpus of judgements, which is replaced.
        judgements: `judgements.jsonl`.
        videos: a corpus, whose clips were judged, or a folder of video files.
        split: videos of each split. Where they do not sum to the number of videos, they are shares.
        seed: of the random splits; the paper does not say how it divided the videos.
        n_annotators: how many annotators a video needs.
        concepts_apart: keep clips that share a primary and a secondary concept in one split.

    Raises:
        RecordError: when a file is malformed.
        CorpusError: when the judgements contradict each other, a clip is unknown, a time is outside its video, or no
            video is left.
        OutputError: when the folder holds anything else, is that of the videos, or cannot be written.
    """
    folder, judgements, videos = Path(folder), Path(judgements), Path(videos)
    if folder.resolve() == videos.resolve():
        raise OutputError(f"{str(folder)!r} is read and would be written; name another place to write")
    claim_corpus(folder, of="judgements")
    source = read_videos(videos)
    found = read_judgements(judgements, n_annotators=n_annotators)
    united = united_judgements(
        source, found, split=split, seed=seed, n_annotators=n_annotators, concepts_apart=concepts_apart
    )
    write_records(folder / EXCLUDED, united.excluded)
    write_record(folder / REPORT, united.report)
    linked = with_linked_films(united.annotated.corpus, folder, source.corpus.folder)
    return replace(united, annotated=write_annotated(folder, replace(united.annotated, corpus=linked)))


def united_judgements(
    videos: AnnotatedCorpus,
    judgements: Sequence[MetaphorJudgement],
    *,
    split: Mapping[str, float] = _SPLIT,
    seed: int = 0,
    n_annotators: int = N_ANNOTATORS,
    concepts_apart: bool = False,
) -> UnitedJudgements:
    """Return what `unite_judgements` writes; the films have the paths that they have in the videos.

    Raises:
        CorpusError: as `unite_judgements`.
    """
    latest = tuple(latest_judgements(judgements, n_annotators=n_annotators).values())
    _check_known(videos.corpus, latest)
    clips = [clip.id for clip in videos.corpus.clips]
    excluded = excluded_videos(clips, latest, n_annotators=n_annotators)
    out = {one.clip for one in excluded}
    places = {clip: n for n, clip in enumerate(clips)}
    kept = sorted((one for one in latest if one.clip not in out), key=lambda one: (places[one.clip], one.by))
    if not kept:
        raise _none_left(clips, latest, excluded)
    corpus = _corpus(videos.corpus, kept, split=split, seed=seed, concepts_apart=concepts_apart)
    films = {film.id for film in corpus.films}
    annotated = AnnotatedCorpus(
        corpus,
        metaphors=tuple(map(_metaphor, kept)),
        sources=tuple(one for one in videos.sources if one.film in films),
    )
    # Drafts are independent; an expert asked for what annotators rewrote.
    agreement = _agreement([one for one in judgements if one.state == "drafted"])
    report = UnitedReport(_attrition(clips, latest, excluded), agreement, tuple(_sizes(corpus, split)), seed)
    return UnitedJudgements(annotated, excluded, report)


def _none_left(
    clips: Sequence[str], latest: Sequence[MetaphorJudgement], excluded: Sequence[ExcludedVideo]
) -> CorpusError:
    """Return the error of a corpus without videos; it says what an expert, or the annotators, have to do next."""
    of_all = {one.clip for one in excluded if one.step == ACCEPTED}
    n_waiting = sum(one.clip in of_all and one.state in ("drafted", "rewritten") for one in latest)
    n_returned = sum(one.clip in of_all and one.state == "returned" for one in latest)
    left = f"no video is left of {len(clips)}"
    if n_waiting:
        return CorpusError(
            f"{left}; sentences that wait for the expert: {n_waiting} (videos: {len(of_all)}); let an expert decide on "
            "them in the study (`study serve`, or `study sheets` and `study collect`), then run `study results` again"
        )
    if n_returned:
        return CorpusError(
            f"{left}; sentences that were returned to their annotators: {n_returned} (videos: {len(of_all)}); let them "
            "be rewritten in the study (`study serve`, or `study sheets` and `study collect`)"
        )
    example = f"; clip {excluded[-1].clip!r}: {excluded[-1].reason}" if excluded else ""
    return CorpusError(f"{left}{example}; judge more videos")


def _check_known(corpus: Corpus, latest: Sequence[MetaphorJudgement]) -> None:
    """Refuse judgements of unknown clips, and times outside a clip."""
    durations: dict[str, Seconds] = {clip.id: clip.span.duration for clip in corpus.clips}
    for one in latest:
        if one.clip not in durations:
            raise CorpusError(f"clip {one.clip!r} is judged by {one.by!r}, but is none of the videos; give all videos")
        for span in one.spans:
            if span.start < 0 or span.end > durations[one.clip]:
                raise CorpusError(
                    f"the judgement of clip {one.clip!r} by {one.by!r} has a metaphor from {span.start:g} to "
                    f"{span.end:g} s, outside the film, which lasts {durations[one.clip]:.2f} s; correct the time"
                )


def _corpus(
    videos: Corpus, kept: Sequence[MetaphorJudgement], *, split: Mapping[str, float], seed: int, concepts_apart: bool
) -> Corpus:
    captions: dict[str, list[MetaphorJudgement]] = {}
    for one in kept:
        captions.setdefault(one.clip, []).append(one)
    clips = [clip for clip in videos.clips if clip.id in captions]
    by_film: dict[str, list[str]] = {}
    for clip in clips:
        by_film.setdefault(clip.film, []).append(clip.id)
    films = [
        FilmToSplit(film, len(ids), keys=_concepts(ids, captions) if concepts_apart else ())
        for film, ids in by_film.items()
    ]
    splits = split_films(films, shares=split, seed=seed, script_only=None)
    texts = {id: tuple(one.caption or "" for one in own) for id, own in captions.items()}
    return Corpus(
        Path(),
        videos.card,
        tuple(film.replace(split=splits[film.id]) for film in videos.films if film.id in splits),
        tuple(clip.replace(text=texts[clip.id][0], people=(), paraphrases=texts[clip.id][1:]) for clip in clips),
    )


def _concepts(ids: Sequence[str], captions: Mapping[str, Sequence[MetaphorJudgement]]) -> tuple[str, ...]:
    """What keeps films together: a key for each pair of a primary and a secondary concept."""
    pairs = {f"{one.primary} / {one.secondary}".casefold() for id in ids for one in captions[id]}
    return tuple(f"metaphor: {pair}" for pair in sorted(pairs))


def _metaphor(one: MetaphorJudgement) -> AnnotatedMetaphor:
    return AnnotatedMetaphor(
        one.clip,
        one.primary or "",
        one.property or "",
        one.secondary or "",
        one.caption or "",
        description=one.description,
        time=one.time,
        audio=one.audio,
        by=one.by,
        spans=one.spans,
    )


def _attrition(
    clips: Sequence[str], latest: Sequence[MetaphorJudgement], excluded: Sequence[ExcludedVideo]
) -> tuple[AttritionRow, ...]:
    left, rows = set(clips), [AttritionRow("videos", len(clips), len(latest))]
    for step in (JUDGED, UNANIMOUS, ACCEPTED):
        left -= {one.clip for one in excluded if one.step == step}
        rows.append(AttritionRow(step, len(left), sum(one.clip in left for one in latest)))
    return tuple(rows)


def _sizes(corpus: Corpus, split: Mapping[str, float]) -> list[SplitSize]:
    of_film = {film.id: film.split for film in corpus.films}
    return [SplitSize(name, sum(of_film[clip.film] == name for clip in corpus.clips)) for name in split]


def _agreement(drafts: Sequence[MetaphorJudgement]) -> tuple[QuestionAgreement, ...]:
    answers = {
        "a": {(one.clip, one.by): float(one.is_metaphor) for one in drafts},
        "b": {(one.clip, one.by): float(one.audio) for one in drafts if one.audio is not None},
    }
    return tuple(_of_question(question, given) for question, given in answers.items())


def _of_question(question: str, given: Mapping[tuple[str, str], float]) -> QuestionAgreement:
    by_clip: dict[str, list[float]] = {}
    for (clip, _), answer in given.items():
        by_clip.setdefault(clip, []).append(answer)
    several = [own for own in by_clip.values() if len(own) > 1]
    if not several:
        return QuestionAgreement(question, 0)
    ratings = Ratings.of(given)
    return QuestionAgreement(
        question,
        len(several),
        sum(len(set(own)) == 1 for own in several) / len(several),
        if_defined(partial(fleiss_kappa, ratings)),
        if_defined(partial(krippendorff_alpha, ratings)),
        tuple(AnnotatorPair(*one.raters, one.items, one.kappa) for one in pair_kappas(ratings, min_shared=1)),
    )
