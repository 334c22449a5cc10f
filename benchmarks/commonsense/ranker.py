"""The ranker of phrases on unseen events of ATOMIC, beside MiniLM as it comes (*Video2Commonsense*, A.2, table 5).

python -m benchmarks.commonsense.ranker [--shared FOLDER] [--seeds 0 1 2] [--write]
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from benchmarks.results import Headline, Row, add_write_option, print_table, report_results
from cinescribe.corpus.commonsense.atomic import AtomicEvent, read_atomic
from cinescribe.corpus.commonsense.next_phrase import EventSplit, pairs_with_random, split_events, true_pairs
from cinescribe.language.vectors.sentence_vectors import SentenceVectors, sentence_vectors
from cinescribe.schema import ASPECTS
from cinescribe.train.next_phrases.ranker_recipe import RankerRecipe
from cinescribe.train.next_phrases.train_ranker import TrainedRanker, train_ranker

_PAPER = {"intention": 84.87, "effect": 86.53, "attribute": 87.23}  # BERT-base on all of ATOMIC
_GOAL = 75.0
_N_THRESHOLDS = 200  # that the cosine is tried with on training pairs
_NOTES = (
    "Half of the pairs of event and phrase are true, half have a random phrase of the same aspect that is not true of "
    "the event. 30 % of the events are the test, by digests of their texts; no training or choice saw them. Of the "
    "others 10 % chose the threshold (validation). The random phrase is that of a random true pair of the same part, "
    "so that a common phrase is as common among random ones, and knowing common phrases does not help. The paper does "
    "not say how it draws; the second table draws each distinct phrase equally often.",
    "Ours: all-MiniLM-L6-v2 fine-tuned as two encoders, `PersonX opens a door because Alex wanted` and `to leave`, by "
    "cross-entropy over the phrases of a batch, with ATOMIC's other relations about people (`xWant`, `xNeed`, `oWant`, "
    "`oEffect`, `oReact`) of events outside validation and test as further kinds. A pair's score is its cosine in "
    "standard deviations above that of a random phrase after the same event. Random phrases are others for each seed "
    "of training, not of the test.",
    "Tried on 152 validation events with training on 452 others (mean of three aspects, one seed, prototypes, 8 random "
    "phrases for a true one): cosine of MiniLM 63.9; fine-tuned two encoders 71.3, with scores in standard deviations "
    "and one threshold from validation 72.9; batches of 128 and 5 epochs 72.7; mean of two such trainings 73.0; "
    "weights averaged with those of MiniLM 73.0; a cross-encoder (event [SEP] phrase, two random phrases a true one, "
    "begun from the fine-tuned encoder) 67.7 after half of its training, where it was stopped, and 69.9 added to the "
    "two encoders. So the paper's cross-encoder was left.",
    "What limits it: many random phrases are plausible (`happy` is said of 74 of the 519 events with effects), and our "
    "part of ATOMIC has 4,295 phrases of these aspects; the paper had 115,312 pairs.",
)


def baselines(split: EventSplit, vectors: SentenceVectors, *, distinct: bool) -> list[Row]:
    """Return the accuracy of MiniLM's cosine and of a logistic regression on its vectors, by aspect."""
    rows: dict[str, list[float]] = {"MiniLM, cosine": [], "MiniLM, logistic regression": []}
    known = (*split.train, *split.validation)
    for aspect in ASPECTS:
        (train, is_true), (test, answers) = (_pairs(vectors, part, aspect, distinct) for part in (known, split.test))
        cosine, test_cosine = ((a * b).sum(1) for a, b in (train, test))
        thresholds = np.quantile(cosine, np.linspace(0, 1, _N_THRESHOLDS))
        best = max(thresholds, key=lambda threshold: ((cosine > threshold) == is_true).mean())
        rows["MiniLM, cosine"].append(100 * float(((test_cosine > best) == answers).mean()))
        model = LogisticRegression(max_iter=1000).fit(_joint(*train), is_true)
        rows["MiniLM, logistic regression"].append(100 * float((model.predict(_joint(*test)) == answers).mean()))
    return [(name, *values) for name, values in rows.items()]


def _pool(events: Sequence[AtomicEvent], aspect: str, distinct: bool) -> list[str]:
    phrases = [pair.phrase for pair in true_pairs(events, aspect)]
    return list(dict.fromkeys(phrases)) if distinct else phrases


def _pairs(
    vectors: SentenceVectors, events: Sequence[AtomicEvent], aspect: str, distinct: bool
) -> tuple[tuple[NDArray[np.float64], NDArray[np.float64]], NDArray[np.bool_]]:
    """The vectors of events and phrases, and which pairs are true."""
    pairs = pairs_with_random(events, aspect, pool=_pool(events, aspect, distinct), seed=1)
    both = vectors.vectors([pair.event for pair in pairs]), vectors.vectors([pair.phrase for pair in pairs])
    return both, np.array([pair.is_true for pair in pairs])


def _joint(events: NDArray[np.float64], phrases: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.hstack([events, phrases, events * phrases, np.abs(events - phrases)])


def _distinct_accuracy(trained: TrainedRanker, events: Sequence[AtomicEvent], aspect: str) -> float:
    pairs = pairs_with_random(events, aspect, pool=_pool(events, aspect, True), seed=1)
    events_of, phrases = [pair.event for pair in pairs], [pair.phrase for pair in pairs]
    above = trained.ranker.scores(events_of, phrases, aspect=aspect) > 0
    return 100 * float((above == np.array([pair.is_true for pair in pairs])).mean())


def _seed_rows(seeds: Sequence[int], test: Mapping[str, Sequence[float]]) -> list[Row]:
    return [(f"ours, seed {seed}", *(test[aspect][n] for aspect in ASPECTS)) for n, seed in enumerate(seeds)]


def _row(name: str, by_aspect: Mapping[str, Sequence[float]]) -> Row:
    return (name, *(_over_seeds(by_aspect[aspect]) for aspect in ASPECTS))


def _over_seeds(values: Sequence[float]) -> str:
    return f"{np.mean(values):.1f} ± {np.std(values):.1f}"


def main() -> None:
    """Train with each seed, measure, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[3] / "shared")
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2])
    add_write_option(parser)
    arguments = parser.parse_args()
    atomic = arguments.shared / "data" / "text" / "atomic2020" / "test_part.tsv"
    split, vectors = split_events(read_atomic(atomic)), sentence_vectors()
    trained, seconds = [], []
    for seed in arguments.seeds:
        start = time.process_time()
        with tempfile.TemporaryDirectory() as folder:
            trained.append(train_ranker(atomic, Path(folder) / "ranker", recipe=RankerRecipe(seed=seed)))
        seconds.append(time.process_time() - start)
        print(f"seed {seed}: {trained[-1].validation} {trained[-1].test}, {seconds[-1]:.0f} CPU s", flush=True)
    test = {aspect: [100 * one.test[aspect] for one in trained] for aspect in ASPECTS}
    validation = {aspect: [100 * one.validation[aspect] for one in trained] for aspect in ASPECTS}
    others = {aspect: [_distinct_accuracy(one, split.test, aspect) for one in trained] for aspect in ASPECTS}
    columns = ("", *ASPECTS)
    rows: list[Row] = [
        *baselines(split, vectors, distinct=False),
        _row("ours, validation events", validation),
        *_seed_rows(arguments.seeds, test),
        _row("ours, mean and deviation", test),
        ("BERT-base on all of ATOMIC (the paper)", *_PAPER.values()),
    ]
    counts = {aspect: 2 * len(true_pairs(split.test, aspect)) for aspect in ASPECTS}
    note = ", ".join(f"{n:,} pairs of {aspect}" for aspect, n in counts.items())
    note = f"Accuracy in %. Test: {len(split.test)} events; {note}."
    second = [*baselines(split, vectors, distinct=True), _row("ours, mean and deviation", others)]
    tables = [
        print_table("Accuracy on unseen events", columns, rows, note),
        print_table("Each distinct phrase drawn equally often", columns, second, "Accuracy in %, the same rankers."),
    ]
    headlines = [
        Headline(
            f"{aspect}: true or random phrase of unseen events, {len(trained)} seeds",
            f"{_over_seeds(own)} %" + ("" if np.mean(own) >= _GOAL else ", missed"),
            f"{_GOAL:.0f} %",
        )
        for aspect, own in test.items()
    ]
    headlines.append(Headline("training of the ranker, CPU time", f"{np.mean(seconds):.0f} s", "at most 720 s"))
    report_results(
        "commonsense_ranker",
        "Ranker of commonsense phrases",
        headlines=headlines,
        tables=tables,
        notes=_NOTES,
        write=arguments.write,
    )


if __name__ == "__main__":
    main()
