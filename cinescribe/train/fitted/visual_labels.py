"""Classifiers of visual labels: mined from captions, grouped, fitted, and kept where they can be recognised.

*Movie Description* (Rohrbach et al. 2017), §4.2.1 and Table 8.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import TrainError
from cinescribe.features.clip_sets.set_reader import SetReader
from cinescribe.features.clip_sets.stream_columns import columns_of
from cinescribe.language.tokens.parsed_sentence import Parser
from cinescribe.schema import Clip
from cinescribe.store import write_text
from cinescribe.train.fitted.clip_means import clip_means
from cinescribe.train.fitted.label_groups import in_groups
from cinescribe.train.fitted.label_mining import RoleLabel, mined_labels
from cinescribe.train.fitted.linear_svm import LinearClassifiers, fit_linear_svms
from cinescribe.train.fitted.roc import roc_areas
from cinescribe.train.recipes.label_config import LabelConfig

LABELS = "labels.csv"
_MIN_DEVIATION = 1e-9  # of a feature or score that is not constant


@dataclass(frozen=True)
class LabelFact:
    """A label that was considered.

    Args:
        label: its text.
        group: its group.
        count: clips of the training split that have it.
        roc: area under the ROC curve on the validation split; nan where no clip or every clip of it has the label.
        kept: whether the model reads it.
    """

    label: str
    group: str
    count: int
    roc: float
    kept: bool


@dataclass(frozen=True)
class VisualLabelClassifiers:
    """The classifiers of the labels that are left.

    Args:
        facts: of all labels that are frequent enough, kept or not, by group and text; kept ones are in the order of the
            classifiers.
        classifiers: on the mean frame and action of a clip, joined; scores have mean 0 and deviation 1 on the training
            clips.
    """

    facts: tuple[LabelFact, ...]
    classifiers: LinearClassifiers

    @property
    def n_labels(self) -> int:
        """Number of labels that are left."""
        return len(self.classifiers.bias)

    def write(self, folder: Path) -> None:
        """Write the table of labels into a folder.

        Raises:
            OutputError: when it cannot be written.
        """
        text = io.StringIO()
        rows = csv.writer(text, lineterminator="\n")
        rows.writerow(("label", "group", "count", "ROC", "kept"))
        for fact in self.facts:
            roc = "" if np.isnan(fact.roc) else f"{fact.roc:.4f}"
            rows.writerow((fact.label, fact.group, fact.count, roc, "yes" if fact.kept else "no"))
        write_text(folder / LABELS, text.getvalue())


def fit_visual_labels(
    config: LabelConfig, training: Sequence[Clip], validation: Sequence[Clip], *, reader: SetReader, parser: Parser
) -> VisualLabelClassifiers:
    """Return the labels of training captions, and their classifiers on the features of clips.

    Args:
        config: which labels, and how they are classified.
        training: clips with captions.
        validation: clips with captions, to measure how well a label is recognised.
        reader: reads the features of sets of one clip.
        parser: parses captions.

    Raises:
        TrainError: when no label is frequent enough or recognised well enough, or a label has one class only.
        FeatureError: when features are missing or not finite, or columns are beyond them.
        RecipeError: when the streams of `config` are none.
    """
    mined = mined_labels(training, parser, match=config.match_unparsed)
    known = frozenset(label for labels in mined.of_clips for label in labels)
    of_validation = mined_labels(validation, parser, known=known, match=config.match_unparsed).of_clips
    vectors, frame_width = clip_means(reader, training)
    seen = _Clips(vectors, frame_width, [in_groups(labels, config.groups) for labels in mined.of_clips])
    others = [in_groups(labels, config.groups) for labels in of_validation]
    unseen = _Clips(clip_means(reader, validation)[0], frame_width, others)
    groups = _groups(seen, config)
    facts = [fact for group in groups for fact in _facts(group, seen, unseen, config)]
    left = [group.kept(facts, streams=config.final_streams) for group in groups]
    if not any(group.labels for group in left):
        raise TrainError(
            f"none of {len(facts)} labels in {config.min_count} or more clips is recognised with a ROC area of "
            f"{config.min_roc:g} on the validation split; lower labels.min_count or labels.min_roc"
        )
    return VisualLabelClassifiers(
        tuple(facts), _standardised([_fitted(group, seen, config) for group in left], vectors)
    )


@dataclass(frozen=True)
class _Clips:
    """Clips with their features and labels.

    Args:
        vectors: the mean frame and action of each clip, joined, (n, D).
        frame_width: width of the frame's part, Ds.
        labels: the labels of each clip, by group, n.
    """

    vectors: NDArray[np.float64]
    frame_width: int
    labels: Sequence[Mapping[str, frozenset[RoleLabel]]]

    def have(self, labels: Sequence[RoleLabel], group: str) -> NDArray[np.bool_]:
        """Return which labels of a group each clip has, (n, L)."""
        rows = [[label in some[group] for label in labels] for some in self.labels]
        return np.array(rows, np.bool_).reshape(len(rows), len(labels))

    def columns(self, streams: str) -> NDArray[np.intp]:
        """Return the columns of the vectors that a text such as `actions+clip[147:162]` names."""
        actions = self.vectors.shape[1] - self.frame_width
        return columns_of(streams, {"clip": self.frame_width, "actions": actions})


@dataclass(frozen=True)
class _Group:
    """A group of labels: its name, its labels in order, and the features that its classifiers read."""

    name: str
    labels: tuple[RoleLabel, ...]
    streams: str

    def kept(self, facts: Iterable[LabelFact], *, streams: str) -> _Group:
        """Return the labels that are kept; with other streams, unless they are empty."""
        kept = {fact.label for fact in facts if fact.kept and fact.group == self.name}
        return _Group(self.name, tuple(label for label in self.labels if label.text in kept), streams or self.streams)


def _groups(clips: _Clips, config: LabelConfig) -> list[_Group]:
    """Return the groups of a recipe with their frequent labels."""
    groups = []
    for name, streams in zip(config.groups, config.streams, strict=True):
        counts = Counter(label for labels in clips.labels for label in labels[name])
        frequent = (label for label, count in counts.items() if count >= config.min_count)
        groups.append(_Group(name, tuple(sorted(frequent)), streams))
    return groups


def _facts(group: _Group, seen: _Clips, unseen: _Clips, config: LabelConfig) -> Iterator[LabelFact]:
    """Yield what is known of each label of a group, once its classifier is fitted."""
    counts = seen.have(group.labels, group.name).sum(0)
    scores = _fitted(group, seen, config).scores(unseen.vectors)
    areas = roc_areas(scores, unseen.have(group.labels, group.name))
    for label, count, area in zip(group.labels, counts.tolist(), areas.tolist(), strict=True):
        kept = config.min_roc == 0 or area >= config.min_roc  # an undefined area, nan, keeps nothing
        yield LabelFact(label.text, group.name, count, area, kept)


def _fitted(group: _Group, clips: _Clips, config: LabelConfig) -> LinearClassifiers:
    """Return the classifiers of a group on whole vectors: of columns that it does not read, the weights are 0."""
    weights = np.zeros((len(group.labels), clips.vectors.shape[1]))
    if not group.labels:
        return LinearClassifiers(weights, np.zeros(0))
    columns, have = clips.columns(group.streams), clips.have(group.labels, group.name)
    rows = have.any(1) if config.negatives_in_group else np.ones(len(have), np.bool_)
    x = clips.vectors[rows][:, columns]
    mean, deviation = x.mean(0), x.std(0)
    deviation[deviation < _MIN_DEVIATION] = 1.0
    names = [label.text for label in group.labels]
    found = fit_linear_svms((x - mean) / deviation, have[rows], config.cost, names=names)
    weights[:, columns] = found.weights / deviation
    return LinearClassifiers(weights, found.bias - (found.weights * (mean / deviation)).sum(1))


def _standardised(parts: Sequence[LinearClassifiers], vectors: NDArray[np.float64]) -> LinearClassifiers:
    """Return classifiers together, scaled so that their scores of vectors (n, D) have mean 0 and deviation 1."""
    weights = np.concatenate([part.weights for part in parts])
    bias = np.concatenate([part.bias for part in parts])
    scores = vectors @ weights.T + bias
    deviation = np.maximum(scores.std(0), _MIN_DEVIATION)
    return LinearClassifiers(weights / deviation[:, None], (bias - scores.mean(0)) / deviation)
