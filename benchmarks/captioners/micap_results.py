"""Results of the rows of MICap's tables, one file per row and seed, so that hours of training can be interrupted."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import cast

from benchmarks.captioners.micap_rows import DERIVED, GENDER, SOMEONE, TRAINED
from benchmarks.captioners.people_in_captions import all_different, all_same, filled
from benchmarks.film.caption_truth import truthfulness
from cinescribe.backlot.films.shoot import truth_path
from cinescribe.backlot.plan.truth import FilmedClip, FilmTruth
from cinescribe.corpus.core.corpus import CARD, FEATURES, Corpus, read_corpus, write_corpus
from cinescribe.corpus.datasets.backlot import corpus_clip_id
from cinescribe.generate.caption_clip_sets import caption_sets, fill_people
from cinescribe.generate.caption_corpus import checkpoint_reader
from cinescribe.language.tokens.vocabulary import BLANK
from cinescribe.metrics.core.score import Score
from cinescribe.metrics.identity.fitb import FitbScores
from cinescribe.metrics.identity.person_ids import PERSON, normalise_ids
from cinescribe.metrics.scoring.score_captions import score_captions
from cinescribe.metrics.scoring.sources import Sources
from cinescribe.models.checkpoint import read_checkpoint
from cinescribe.schema import ClipSet
from cinescribe.store import read_record, write_text
from cinescribe.train.data.gender import backlot_genders, train_gender
from cinescribe.train.data.sampling import evaluation_sets
from cinescribe.train.experiments.evaluate import METRICS, score_filling, set_references
from cinescribe.train.recipes.clip_recipe import ClipRecipe
from cinescribe.train.recipes.recipe import read_recipe
from cinescribe.train.run import train_model

RESULT = "result.json"
_SOMEONE = re.compile(r"\bsomeone\b", re.IGNORECASE)


@dataclass(frozen=True)
class Result:
    """The result of one row with one seed.

    Args:
        row, seed, split: the row, its seed and the split it was scored on.
        scores: by task and metric, such as `fill/class`, as fractions.
        people: the people in the blanks of each clip, if the row fills in.
        captions: by clip, if the row captions.
        said: the truthfulness of the captions: counts, and shares of correct statements.
        cpu_seconds: of training and scoring, without the time of an earlier run that was killed.
    """

    row: str
    seed: int
    split: str
    scores: dict[str, float]
    people: dict[str, list[str]] = field(default_factory=dict)
    captions: dict[str, str] = field(default_factory=dict)
    said: dict[str, float | int | None] = field(default_factory=dict)
    cpu_seconds: float = 0.0


@dataclass(frozen=True)
class Bench:
    """The settings that all rows share.

    Args:
        corpus: the folder of the corpus that rows are trained on, with features.
        tested: the folder of the corpus that rows are scored on, with features.
        results: the folder of runs and results.
        recipes: the folder of recipes.
        split: the split that rows are scored on; no checkpoint was selected on it.
        changes: changes of all recipes, such as `training.epochs=1`.
        sources: further inputs of metrics.
    """

    corpus: Path
    tested: Path
    results: Path
    recipes: Path
    split: str
    changes: tuple[str, ...]
    sources: Sources

    def path(self, row: str, seed: int) -> Path:
        """Return the path of a result."""
        return self.results / row / f"seed{seed}" / RESULT

    def result(self, row: str, seed: int) -> Result | None:
        """Return a stored result; None if there is none."""
        path = self.path(row, seed)
        return Result(**json.loads(path.read_text(encoding="utf-8"))) if path.exists() else None

    def save(self, result: Result) -> None:
        """Write a result."""
        path = self.path(result.row, result.seed)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(path, json.dumps(asdict(result), indent=1) + "\n")

    def sets(self, n_clips: int) -> list[ClipSet]:
        """Return the sets that rows are scored on."""
        return evaluation_sets(read_corpus(self.tested).clips_by_film(self.split), n_clips=n_clips)


def trained_result(bench: Bench, row: str, seed: int) -> Result:
    """Train a row and score it; a killed run is resumed."""
    began = time.process_time()
    corpus = _someone_corpus(bench) if row == SOMEONE else bench.corpus
    recipe = _recipe(bench, row, seed)
    checkpoints = train_model(recipe, corpus, bench.path(row, seed).parent).checkpoints
    people = _people(bench, checkpoints["fill"]) if "fill" in checkpoints else {}
    captions = _captions(bench, checkpoints["captions"]) if "captions" in checkpoints else {}
    spent = time.process_time() - began
    return scored(bench, Result(row, seed, bench.split, {}, people, captions, cpu_seconds=spent), recipe.sets.n_clips)


def derived_result(bench: Bench, row: str, seed: int) -> Result | None:
    """Return a row derived from the captions of other rows; None if those have no results yet."""
    source = bench.result(DERIVED[row], seed)
    if source is None or (row == "two-stage" and bench.result("fillin", seed) is None):
        return None
    n_clips = _recipe(bench, DERIVED[row], seed).sets.n_clips
    blanked = {clip: _SOMEONE.sub(BLANK, text) for clip, text in source.captions.items()}
    sets = [_with_captions(one, blanked) for one in bench.sets(n_clips)]
    if row == "two-stage":
        people = _people(bench, bench.path("fillin", seed).parent / "fill", sets)
        sets = [filled(one, [people[clip.id] for clip in one.clips]) for one in sets]
    else:
        relabel = all_same if row.endswith("same") else all_different
        sets = [
            _with_texts(one, relabel([(clip.text or "").replace(BLANK, "P1") for clip in one.clips])) for one in sets
        ]
    captions = {clip.id: clip.text or "" for one in sets for clip in one.clips}
    return scored(bench, Result(row, seed, bench.split, {}, captions=captions), n_clips)


def scored(bench: Bench, result: Result, n_clips: int) -> Result:
    """Return the result with its scores, each from one call over all sets."""
    sets = bench.sets(n_clips)
    scores: dict[str, float] = {}
    said: dict[str, float | int | None] = {}
    if result.people:
        scores |= {f"fill/{name}": value for name, value in filling_scores(result, sets).to_dict().items()}
    if result.captions and result.row != SOMEONE:
        scores |= {f"captions/{name}": s.value for name, s in caption_scores(result, sets, bench.sources).items()}
        said = asdict(truthfulness(result.captions, _truth(bench)))
    return Result(**{**asdict(result), "scores": scores, "said": said})


def filling_scores(result: Result, sets: Sequence[ClipSet]) -> FitbScores:
    """Return the fill-in accuracies of a result."""
    return score_filling({clip: tuple(people) for clip, people in result.people.items()}, sets)


def caption_scores(
    result: Result, sets: Sequence[ClipSet], sources: Sources, metrics: Sequence[str] = METRICS
) -> dict[str, Score]:
    """Return the caption scores by metric; captions of a set are joined and people numbered by first mention."""
    candidates, references = {}, {}
    for clip_set in sets:
        name = clip_set.clips[0].id
        texts = [result.captions[clip.id] for clip in clip_set.clips]
        candidates[name] = normalise_ids(" ".join(filter(None, texts)))
        references[name] = set_references(clip_set)
    found = score_captions(candidates, references, metrics=metrics, sources=sources, allow_empty=True)
    return {score.name: score for score in found}


def _recipe(bench: Bench, row: str, seed: int) -> ClipRecipe:
    changes = [f"seed={seed}", *bench.changes]
    if row == SOMEONE:  # its captions name no people, so identity metrics do not apply
        changes.append('validation.metrics=["CIDEr"]')
    if row == GENDER:
        changes.append(f"inputs.text_encoder={_gender_encoder(bench)}")
    recipe = read_recipe(bench.recipes / f"{TRAINED[row]}.toml", changes=changes)
    return cast(ClipRecipe, recipe)  # no row is of images


def _people(bench: Bench, folder: Path, sets: Sequence[ClipSet] | None = None) -> dict[str, list[str]]:
    trained = read_checkpoint(folder)
    sets = bench.sets(trained.card.sets.n_clips) if sets is None else sets
    filled_in = fill_people(trained.model, checkpoint_reader(trained, bench.tested), sets)
    return {clip: list(people) for clip, people in filled_in.items()}


def _captions(bench: Bench, folder: Path) -> dict[str, str]:
    trained = read_checkpoint(folder)
    sets = bench.sets(trained.card.sets.n_clips)
    captions = caption_sets(trained.model, checkpoint_reader(trained, bench.tested), sets)
    return {
        clip.id: text
        for clip_set, one in zip(sets, captions, strict=True)
        for clip, text in zip(clip_set.clips, one.texts, strict=True)
    }


def _someone_corpus(bench: Bench) -> Path:
    """Write the corpus with every person replaced by `someone`, as in the first stage of LSMDC, unless it exists."""
    folder = bench.results / "someone-corpus"
    if not (folder / CARD).exists():
        corpus = read_corpus(bench.corpus)
        clips = [
            clip.replace(
                text=clip.text and _as_someone(clip.text),
                people=(),
                paraphrases=tuple(map(_as_someone, clip.paraphrases)),
            )
            for clip in corpus.clips
        ]
        films = [film.replace(path=None) for film in corpus.films]
        folder.mkdir(parents=True, exist_ok=True)
        if not (folder / FEATURES).exists():
            (folder / FEATURES).symlink_to((bench.corpus / FEATURES).resolve(), target_is_directory=True)
        write_corpus(folder, corpus.card, films=films, clips=clips)
    return folder


def _gender_encoder(bench: Bench) -> Path:
    """Train a text encoder to predict the gender of blanks, unless it exists, and return its folder."""
    folder = bench.results / "gender-encoder"
    if not folder.exists():
        corpus = read_corpus(bench.corpus)
        found = train_gender(corpus, backlot_genders(corpus), folder)
        print(f"gender of blanks: {100 * found.accuracy:.1f} % right on validation films", flush=True)
    return folder.resolve()


def _as_someone(text: str) -> str:
    return PERSON.sub(SOMEONE, text)


def _with_captions(clip_set: ClipSet, captions: Mapping[str, str]) -> ClipSet:
    return _with_texts(clip_set, [captions[clip.id] for clip in clip_set.clips])


def _with_texts(clip_set: ClipSet, texts: Sequence[str]) -> ClipSet:
    pairs = zip(clip_set.clips, texts, strict=True)
    return ClipSet(tuple(clip.replace(text=text, people=(), paraphrases=()) for clip, text in pairs))


def _truth(bench: Bench) -> dict[str, FilmedClip]:
    corpus: Corpus = read_corpus(bench.tested)
    truths = [
        read_record(truth_path((corpus.folder / film.path).parent, film.id), FilmTruth)
        for film in corpus.films_of(bench.split)
        if film.path is not None
    ]
    return {corpus_clip_id(truth.id, clip.id): clip for truth in truths for clip in truth.clips}
