"""What each captioner of stills came to: one file a row and seed, so that a bench of hours runs in pieces."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from benchmarks.captioners.still_rows import CONTROLS, METHODS, METRICS, PHASES
from cinescribe.backlot.stills.stills import HEIGHT, WIDTH, draw_still, plan_still
from cinescribe.corpus.core.corpus import CorpusCard
from cinescribe.corpus.core.stills import StillCorpus, StillSplit, has_stills, read_stills, write_stills
from cinescribe.corpus.datasets.backlot import LICENCE
from cinescribe.corpus.extraction.still_features import extract_stills
from cinescribe.explain.attribution.methods import method_of
from cinescribe.explain.grounding.corpus_grounding import Judged, SeenCaption, judge, seen_captions
from cinescribe.features.regions.region_extractors import region_extractor
from cinescribe.generate.caption_images import still_reader
from cinescribe.language.tokens.words import Parser
from cinescribe.media.film.image_files import write_picture
from cinescribe.metrics.core.similarity import Similarity
from cinescribe.metrics.scoring.sources import Sources
from cinescribe.models.checkpoint import read_checkpoint
from cinescribe.schema import Still
from cinescribe.store import write_text
from cinescribe.train.experiments.evaluate import evaluate_stills
from cinescribe.train.recipes.recipe import read_recipe
from cinescribe.train.run import train_model

RUNS = "runs"  # a split of pictures in runs, beside those of the corpus
_RUN_SEED, _N_RUNS, _PHASES = 9_000_000, 20, (0.1, 0.3, 0.5, 0.7, 0.9)  # no corpus has stills of these seeds
_N_CURVES = 40  # captions whose deletion and insertion curves are drawn


@dataclass(frozen=True)
class Result:
    """What one row came to with one seed, on stills that it never saw.

    Args:
        row, seed: which.
        scores: of captions, by phase and metric.
        grounding: by split, method and margin.
        pointing, hallucinated, auc, deletion, insertion: by split and method, of controls pointing alone; `auc` of
            GroundingScore(1) as a test of whether a noun was looked at where it is (with true labels GroundingScore(0)
            tells it for sure).
        cpu_seconds: of training, by phase, and of what was explained.
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
    cpu_seconds: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Bench:
    """What all rows share.

    Args:
        corpus: of stills, with features `regions` and `grid`.
        results: where runs and results go, and the pictures in runs.
        recipes: the folder of recipes.
        parser: of captions.
        similarity: of nouns and classes.
        sources: what metrics draw on.
    """

    corpus: Path
    results: Path
    recipes: Path
    parser: Parser
    similarity: Similarity
    sources: Sources

    def result(self, row: str, seed: int) -> Result | None:
        """What is known of a row and seed; None before anything is."""
        path = self._folder(row, seed) / "result.json"
        return Result(**json.loads(path.read_text())) if path.is_file() else None

    def train(self, row: str, seed: int) -> Result:
        """Train a row with a seed and score its captions, and keep what it came to."""
        folder, result, start = self._folder(row, seed), Result(row, seed), ""
        for phase in PHASES:
            began = time.process_time()
            changes = [f"seed={seed}", *([f"start={start}"] if start else [])]
            recipe = read_recipe(self.recipes / f"{row}-{phase}.toml", changes=changes)
            trained = train_model(recipe, self.corpus, folder / phase)
            start = str(trained.checkpoint)
            result.cpu_seconds[phase] = time.process_time() - began
            result.scores[phase] = self._scores(trained.checkpoint)
        return self._kept(result)

    def explain(self, result: Result, split: str) -> Result:
        """Explain what a trained row writes of a split, by every method, and keep that too."""
        began = time.process_time()
        captions = self._captions(result, self.runs() if split == RUNS else read_stills(self.corpus), split)
        for name in METHODS:
            judged = judge(captions, method_of(name), similarity=self.similarity, n_curves=_N_CURVES)
            _note(result, split, name, judged)
        spent = result.cpu_seconds.get("explained", 0.0)
        result.cpu_seconds["explained"] = spent + time.process_time() - began
        return self._kept(result)

    def control(self, result: Result) -> Result:
        """Where methods that know nothing point, of what a trained row writes of test stills, and keep that too."""
        captions = self._captions(result, read_stills(self.corpus), "test")
        for name in CONTROLS:
            judged = judge(captions, method_of(name), similarity=self.similarity, n_curves=0)
            if judged.pointing is not None:
                result.pointing.setdefault("test", {})[name] = judged.pointing.value
        return self._kept(result)

    def _kept(self, result: Result) -> Result:
        path = self._folder(result.row, result.seed) / "result.json"
        write_text(path, json.dumps(asdict(result), indent=1) + "\n")
        return result

    def runs(self) -> StillCorpus:
        """Pictures in runs, five moments of one thing done, without captions: what a robot's sequences are to ACVR."""
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

    def _captions(self, result: Result, corpus: StillCorpus, split: str) -> list[SeenCaption]:
        trained = read_checkpoint(self._folder(result.row, result.seed) / PHASES[-1] / "captions")
        return seen_captions(
            trained.model, corpus.stills_of(split), reader=still_reader(trained, corpus), parser=self.parser
        )


def _note(result: Result, split: str, method: str, judged: Judged) -> None:
    margins = {score.name.removeprefix("GroundingScore(").rstrip(")"): score.value for score in judged.grounding}
    result.grounding.setdefault(split, {})[method] = margins
    for table, value in (
        (result.pointing, judged.pointing.value if judged.pointing is not None else None),
        (result.hallucinated, judged.hallucinated),
        (result.auc, judged.calibration[1].auc),
        (result.deletion, judged.deletion),
        (result.insertion, judged.insertion),
    ):
        if value is not None:
            table.setdefault(split, {})[method] = value


def _run(folder: Path, seed: int) -> Sequence[Still]:
    plan, name = plan_still(seed), f"run-{seed}"
    stills = []
    for n, phase in enumerate(_PHASES):
        drawn = draw_still(replace(plan, deed=replace(plan.deed, phase=phase)), width=WIDTH, height=HEIGHT)
        path = f"pictures/{name}-{n}.jpg"
        write_picture(folder / path, drawn.picture)
        stills.append(Still(f"{name}-{n}", path, (), drawn.regions, sequence=name))
    return stills
