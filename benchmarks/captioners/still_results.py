"""Results of image captioners, one file per row and seed, so that hours of training can be interrupted."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from benchmarks.captioners.still_controls import control_scores
from benchmarks.captioners.still_rows import CONTROLS, METHODS, METRICS, PHASES
from cinescribe.backlot.stills.stills import HEIGHT, WIDTH, draw_still, plan_still
from cinescribe.corpus.core.corpus import CorpusCard
from cinescribe.corpus.core.stills import StillCorpus, StillSplit, has_stills, read_stills, write_stills
from cinescribe.corpus.datasets.backlot import LICENCE
from cinescribe.corpus.extraction.still_features import extract_stills
from cinescribe.explain.attribution.methods import method_of
from cinescribe.explain.grounding.corpus_grounding import (
    GroundingEvaluation,
    StillCaption,
    caption_stills,
    evaluate_grounding,
)
from cinescribe.features.regions.region_extractors import region_extractor
from cinescribe.generate.caption_images import still_reader
from cinescribe.language.tokens.parsed_sentence import Parser
from cinescribe.media.film.image_files import write_picture
from cinescribe.metrics.core.similarity import Similarity
from cinescribe.metrics.scoring.sources import Sources
from cinescribe.models.checkpoint import Checkpoint, read_checkpoint
from cinescribe.still_schema import Still
from cinescribe.store import write_text
from cinescribe.train.experiments.evaluate import evaluate_stills
from cinescribe.train.recipes.recipe import read_recipe
from cinescribe.train.run import train_model

RUNS = "runs"  # the split of image sequences, beside those of the corpus
_RUN_SEED, _N_RUNS, _PHASES = 9_000_000, 20, (0.1, 0.3, 0.5, 0.7, 0.9)  # no corpus has stills of these seeds
_N_CURVES = 40  # captions whose deletion and insertion curves are drawn


@dataclass(frozen=True)
class Result:
    """The result of one row with one seed, on unseen stills.

    Args:
        row, seed: the row and its seed.
        scores: of captions, by phase and metric.
        grounding: by split, method and margin.
        pointing, hallucinated, auc, deletion, insertion: by split and method; controls have `pointing` only. `auc` is
            that of GroundingScore(1) as a classifier of whether attention for a noun is on its object (with true labels
            GroundingScore(0) always is).
        controls: scores of captions of test stills by what the model reads in place of the picture, and metric.
        cpu_seconds: of training, by phase, and of explaining.
    """

    row: str
    seed: int
    scores: dict[str, dict[str, float]] = field(default_factory=dict)
    grounding: dict[str, dict[str, dict[str, float]]] = field(default_factory=dict)
    pointing: dict[str, dict[str, float]] = field(default_factory=dict)
    hallucinated: dict[str, dict[str, float]] = field(default_factory=dict)
    auc: dict[str, dict[str, float]] = field(default_factory=dict)
    deletion: dict[str, dict[str, float]] = field(default_factory=dict)
    insertion: dict[str, dict[str, float]] = field(default_factory=dict)
    controls: dict[str, dict[str, float]] = field(default_factory=dict)
    cpu_seconds: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Bench:
    """The settings that all rows share.

    Args:
        corpus: a corpus of stills with the features `regions` and `grid`.
        results: the folder of runs, results and image sequences.
        recipes: the folder of recipes.
        parser: the parser of captions.
        similarity: the similarity of nouns and classes.
        sources: further inputs of metrics.
    """

    corpus: Path
    results: Path
    recipes: Path
    parser: Parser
    similarity: Similarity
    sources: Sources

    def result(self, row: str, seed: int) -> Result | None:
        """Return the stored result of a row and seed; None if there is none."""
        path = self._folder(row, seed) / "result.json"
        return Result(**json.loads(path.read_text())) if path.is_file() else None

    def train(self, row: str, seed: int) -> Result:
        """Train a row with a seed, score its captions, and store the result."""
        folder, result, checkpoint = self._folder(row, seed), Result(row, seed), ""
        for phase in PHASES:
            began = time.process_time()
            changes = [f"seed={seed}", *([f"init_checkpoint={checkpoint}"] if checkpoint else [])]
            recipe = read_recipe(self.recipes / f"{row}-{phase}.toml", changes=changes)
            trained = train_model(recipe, self.corpus, folder / phase)
            checkpoint = str(trained.checkpoint)
            result.cpu_seconds[phase] = time.process_time() - began
            result.scores[phase] = self._scores(trained.checkpoint)
        return self._save(result)

    def explain(self, result: Result, split: str) -> Result:
        """Explain a trained row's captions of a split with every method, and store the result."""
        began = time.process_time()
        captions = self._captions(result, self.runs() if split == RUNS else read_stills(self.corpus), split)
        for name in METHODS:
            evaluation = evaluate_grounding(captions, method_of(name), similarity=self.similarity, n_curves=_N_CURVES)
            _add(result, split, name, evaluation)
        spent = result.cpu_seconds.get("explained", 0.0)
        result.cpu_seconds["explained"] = spent + time.process_time() - began
        return self._save(result)

    def control(self, result: Result) -> Result:
        """Score what knows nothing on test stills: pointing, and captions without the picture; store the result."""
        captions = self._captions(result, read_stills(self.corpus), "test")
        for name in CONTROLS:
            evaluation = evaluate_grounding(captions, method_of(name), similarity=self.similarity, n_curves=0)
            if evaluation.pointing is not None:
                result.pointing.setdefault("test", {})[name] = evaluation.pointing.value
        trained, corpus = self._trained(result), read_stills(self.corpus)
        for name, scores in control_scores(trained, corpus, self.sources).items():
            result.controls[name] = {metric: score.value for metric, score in scores.items()}
        return self._save(result)

    def _save(self, result: Result) -> Result:
        path = self._folder(result.row, result.seed) / "result.json"
        write_text(path, json.dumps(asdict(result), indent=1) + "\n")
        return result

    def runs(self) -> StillCorpus:
        """Return sequences of five moments of one action, without captions, in place of ACVR's robot sequences."""
        folder = self.results / RUNS
        if not has_stills(folder):
            stills = [still for n in range(_N_RUNS) for still in _run(folder, _RUN_SEED + n)]
            split = StillSplit(RUNS, tuple(still.id for still in stills))
            write_stills(
                folder, CorpusCard("backlot-runs", "cinescribe backlot", LICENCE), stills=stills, splits=[split]
            )
            extract_stills(folder, {kind: region_extractor(kind) for kind in ("regions", "grid")})
        return read_stills(folder)

    def _folder(self, row: str, seed: int) -> Path:
        return self.results / row / f"seed{seed}"

    def _scores(self, checkpoint: Path) -> dict[str, float]:
        trained, corpus = read_checkpoint(checkpoint), read_stills(self.corpus)
        reader, stills = still_reader(trained, corpus), corpus.stills_of("test")
        found = evaluate_stills(trained.model, reader, stills, metrics=METRICS, sources=self.sources)
        return {name: score.value for name, score in found.items()}

    def _trained(self, result: Result) -> Checkpoint:
        return read_checkpoint(self._folder(result.row, result.seed) / PHASES[-1] / "captions")

    def _captions(self, result: Result, corpus: StillCorpus, split: str) -> list[StillCaption]:
        trained = self._trained(result)
        return caption_stills(
            trained.model, corpus.stills_of(split), reader=still_reader(trained, corpus), parser=self.parser
        )


def _add(result: Result, split: str, method: str, evaluation: GroundingEvaluation) -> None:
    margins = {score.name.removeprefix("GroundingScore(").rstrip(")"): score.value for score in evaluation.grounding}
    result.grounding.setdefault(split, {})[method] = margins
    for table, value in (
        (result.pointing, evaluation.pointing.value if evaluation.pointing is not None else None),
        (result.hallucinated, evaluation.hallucinated),
        (result.auc, evaluation.calibration[1].auc),
        (result.deletion, evaluation.deletion),
        (result.insertion, evaluation.insertion),
    ):
        if value is not None:
            table.setdefault(split, {})[method] = value


def _run(folder: Path, seed: int) -> Sequence[Still]:
    plan, name = plan_still(seed), f"run-{seed}"
    stills = []
    for n, phase in enumerate(_PHASES):
        drawn = draw_still(replace(plan, action=replace(plan.action, phase=phase)), width=WIDTH, height=HEIGHT)
        path = f"pictures/{name}-{n}.jpg"
        write_picture(folder / path, drawn.picture)
        stills.append(Still(f"{name}-{n}", path, (), drawn.regions, sequence=name))
    return stills
