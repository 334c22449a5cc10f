"""Linear classifiers of many labels: our joint fit beside scikit-learn's `OneVsRestClassifier(LinearSVC)`.

Both minimise the same objective; the table compares its values. Clips are made up: correlated features that half
explain labels as rare as those of captions, by Zipf's law.
"""

from __future__ import annotations

import argparse
import warnings
from functools import partial

import numpy as np
from numpy.typing import NDArray
from sklearn.exceptions import ConvergenceWarning
from sklearn.multiclass import OneVsRestClassifier
from sklearn.svm import LinearSVC

from benchmarks import clock
from benchmarks.results import Headline, Row, add_write_option, print_table, report_results
from cinescribe.train.fitted.linear_svm import LinearClassifiers, fit_linear_svms

N_LABELS = 1263  # of *Movie Description*, in 30 clips or more each
MIN_COUNT = 30
GOAL = 2.0


def made(n_clips: int, width: int, n_labels: int) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Return standardised features (n, D) and labels (n, L); the commonest is in a fifth of the clips."""
    rng = np.random.default_rng(0)
    x = rng.normal(size=(n_clips, width)) @ rng.normal(size=(width, width)) / width**0.5
    x = (x - x.mean(0)) / x.std(0)
    scores = x @ rng.normal(size=(width, n_labels)) / width**0.5 + rng.normal(size=(n_clips, n_labels))
    counts = np.maximum(MIN_COUNT, n_clips // (5 * np.arange(1, n_labels + 1)))
    ranks = (-scores).argsort(0).argsort(0)
    return x, ranks < counts


def peers(x: NDArray[np.float64], labels: NDArray[np.bool_]) -> LinearClassifiers:
    """Return the classifiers of scikit-learn."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        fitted = OneVsRestClassifier(LinearSVC(random_state=0)).fit(x, labels.astype(int))
    weights = np.vstack([one.coef_ for one in fitted.estimators_])
    return LinearClassifiers(weights, np.concatenate([one.intercept_ for one in fitted.estimators_]))


def svm_objectives(
    classifiers: LinearClassifiers, x: NDArray[np.floating], labels: NDArray[np.bool_], cost: float = 1.0
) -> NDArray[np.float64]:
    """Return f of each label's classifier on examples (n, D) with labels (n, L), (L,)."""
    losses = np.maximum(0, 1 - np.where(labels, 1, -1) * classifiers.scores(x))
    squares = (classifiers.weights**2).sum(1) + classifiers.bias**2
    return np.asarray(0.5 * squares + cost * (losses**2).sum(0), np.float64)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--labels", type=int, default=N_LABELS)
    parser.add_argument("--shapes", nargs="+", default=["2000x64"], help="clips x features")
    add_write_option(parser)
    args = parser.parse_args()
    rows: list[Row] = []
    for shape in args.shapes:
        n_clips, width = map(int, shape.split("x"))
        x, labels = made(n_clips, width, args.labels)
        ours_took, ours = clock.seconds(partial(fit_linear_svms, x, labels))
        peer_took, peer = clock.seconds(partial(peers, x, labels))
        own, other = svm_objectives(ours, x, labels), svm_objectives(peer, x, labels)
        above = (own - other) / other
        rows.append(
            (f"{n_clips:,} clips, {width} features", round(ours_took, 1), round(peer_took, 1),
             round(peer_took / ours_took, 2), f"{above.max():.1e}", f"{above.mean():.1e}")
        )  # fmt: skip
    columns = ("fit", "ours, CPU s", "scikit-learn, CPU s", "times faster", "objective above, worst", "mean")
    note = (
        "The objective is the squared hinge loss with L2, as `LinearSVC` has it by default; below 0 is lower than its."
    )
    table = print_table(f"{args.labels:,} labels", columns, rows, note)
    slowest = min(float(row[3] or 0) for row in rows)
    worst = max(float(str(row[4])) for row in rows)
    headlines = [
        Headline(f"{args.labels:,} linear SVMs beside `OneVsRestClassifier(LinearSVC)`", f"{slowest:.1f} times as fast",
                 f"{GOAL:.0f} times" + ("" if slowest >= GOAL else ": missed")),
        Headline("their objectives above scikit-learn's, at the worst label", f"{worst:.1e} of it", "1e-5"),
    ]  # fmt: skip
    report_results("label_classifiers", "Classifiers of labels", headlines=headlines, tables=[table], write=args.write)


if __name__ == "__main__":
    main()
