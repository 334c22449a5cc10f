"""Plots and tables of a trained MICap's attention over a split of a corpus (MICap, appendix A)."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from cinescribe.corpus.core.blanks import with_local_ids
from cinescribe.corpus.core.corpus import read_corpus
from cinescribe.corpus.core.videosets import disjoint_sets
from cinescribe.errors import CorpusError, ModelError, RecordError
from cinescribe.explain.attention.attention_summary import (
    STREAM_KINDS,
    TOKEN_GROUPS,
    BlankAttention,
    Shares,
    blank_attention,
    stream_shares,
)
from cinescribe.explain.attention.cluster_radius_sweep import DISTANCES, RadiusResult, cluster_radius_sweep
from cinescribe.explain.attention.plots import plot_blanks, plot_radius_sweep, plot_streams
from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.features.clip_sets.set_reader import SetReader
from cinescribe.generate.caption_corpus import checkpoint_reader
from cinescribe.generate.forced import fill
from cinescribe.generate.greedy import greedy
from cinescribe.generate.logit_constraints import set_limits
from cinescribe.input_files import read_text
from cinescribe.language.tokens.vocabulary import Tokens
from cinescribe.models.checkpoint import Checkpoint, read_checkpoint
from cinescribe.models.micap.micap import Micap
from cinescribe.output_folder import claim_folder
from cinescribe.schema import ClipSet
from cinescribe.tables import write_table

_N_EXAMPLES = 5  # sets shown in figure 5
_MIN_BLANKS, _MAX_BLANKS = 3, 14  # of an example
_BATCH = 16  # sets
_STREAM_COLUMNS = ("set", "words", *STREAM_KINDS)
_NAMES = ("streams", "blanks", "reach")  # of plots and tables


@dataclass(frozen=True)
class AttentionReport:
    """The files that were written."""

    plots: tuple[Path, ...]
    tables: tuple[Path, ...]


def explain_attention(
    checkpoint: str | Path,
    corpus: str | Path,
    folder: str | Path,
    *,
    split: str = "val",
    distances: Sequence[float] = DISTANCES,
) -> AttentionReport:
    """Write plots and tables of a trained MICap's attention.

    - `streams`: attention of person tokens and other tokens by stream (figure 4);
    - `blanks`: attention of blanks by face and cluster (figure 5; the plot has five sets, the table all);
    - `reach`: class accuracy and number of clusters by DBSCAN's eps (figure 6).

    Args:
        checkpoint: a folder that `train_model` wrote.
        corpus: a folder with clips, captions and features.
        folder: where to write; created if it does not exist.
        split: the split of the corpus.
        distances: values of eps to try.

    Raises:
        ModelError: when the checkpoint cannot be read, or is not a joint MICap.
        CorpusError, RecordError, FeatureError: when the corpus lacks the split or its features, or has nothing to show.
        ScoreError: when no set has two blanks that are one person, or none that are two.
        OutputError: when the folder holds anything but such files, or cannot be written.

    Example:
        >>> explain_attention("checkpoint", "corpus", "why").plots  # doctest: +SKIP
        (PosixPath('why/streams.png'), PosixPath('why/blanks.png'), PosixPath('why/reach.png'))
    """
    checkpoint, corpus, folder = Path(checkpoint), Path(corpus), Path(folder)
    claim_folder(Path(folder), "report on attention", is_older=_is_report)
    trained = read_checkpoint(checkpoint)
    if not isinstance(trained.model, Micap) or not trained.model.sizes.writes:
        raise ModelError(
            f"{str(checkpoint)!r} holds a {trained.card.model} that does not both write and fill in; name the "
            "checkpoint of a joint MICap"
        )
    films = read_corpus(corpus).clips_by_film(split).values()
    n_clips = trained.card.sets.n_clips
    sets = [with_local_ids(clip_set) for clips in films for clip_set in disjoint_sets(clips, n_clips)]
    return explain_sets(
        trained.model,
        sets,
        Path(folder),
        reader=checkpoint_reader(trained, corpus),
        sweep_reader=lambda distance: checkpoint_reader(with_distance(trained, distance), corpus),
        distances=distances,
    )


def explain_sets(
    model: Micap,
    sets: Sequence[ClipSet],
    folder: Path,
    *,
    reader: SetReader,
    sweep_reader: Callable[[float], SetReader],
    distances: Sequence[float] = DISTANCES,
) -> AttentionReport:
    """Write the plots and tables of `explain_attention` for given sets.

    Args:
        model: a joint MICap in evaluation mode.
        sets: with captions, people numbered within each; disjoint.
        folder: where to write; created if it does not exist.
        reader: of the sets, in the model's vocabulary.
        sweep_reader: makes the same reader with another eps.
        distances: values of eps to try.

    Raises:
        CorpusError: when no set has both a few blanks and a face.
        ScoreError: when no set has two blanks that are one person, or none that are two.
        OutputError: when the folder cannot be written.
    """
    shares, blanks = set_attention(model, sets, reader)
    results = cluster_radius_sweep(model, sets, reader=sweep_reader, distances=distances)
    plots, tables = ([folder / f"{name}.{kind}" for name in _NAMES] for kind in ("png", "csv"))
    plot_streams(shares, plots[0])
    plot_blanks(example_sets(blanks), plots[1])
    plot_radius_sweep(results, plots[2])
    ids = [clip_set.clips[0].id for clip_set in sets]
    write_table(tables[0], _STREAM_COLUMNS, _stream_rows(ids, shares))
    write_table(tables[1], ("set", "blank", "clip", "true", "filled", "cluster", "share"), _blank_rows(ids, blanks))
    write_table(tables[2], ("eps", "class_accuracy", "clusters_median", "clusters_mean"), _radius_rows(results))
    return AttentionReport(tuple(plots), tuple(tables))


def set_attention(model: Micap, sets: Sequence[ClipSet], reader: SetReader) -> tuple[Shares, list[BlankAttention]]:
    """Return the shares of streams as the model writes, and the attention of blanks as it fills in, over all sets."""
    shares: list[Shares] = []
    blanks: list[BlankAttention] = []
    for at in range(0, len(sets), _BATCH):
        batch = reader.batch(sets[at : at + _BATCH])
        limits = set_limits(reader, batch.frames.shape[1])
        written = greedy(model, batch, tokens=reader.tokens, longest=reader.sizes.n_tokens, limits=limits)
        shares.append(stream_shares(model, batch, written.words, tokens=reader.tokens))
        filled = fill(model, _with_blanks(batch, reader.tokens), tokens=reader.tokens)
        blanks += blank_attention(model, batch, filled.words, tokens=reader.tokens)
    return np.concatenate(shares), blanks


def with_distance(trained: Checkpoint, distance: float) -> Checkpoint:
    """Return the checkpoint with another distance of face clusters."""
    sets = dataclasses.replace(trained.card.sets, cluster_distance=distance)
    return dataclasses.replace(trained, card=dataclasses.replace(trained.card, sets=sets))


def _with_blanks(batch: SetBatch, tokens: Tokens) -> SetBatch:
    """Return the sets with blanks in place of their people."""
    return dataclasses.replace(batch, words=batch.words.masked_fill(batch.is_blank, tokens.blank))


def example_sets(sets: Sequence[BlankAttention]) -> list[BlankAttention]:
    """Return sets with faces and few enough blanks for a figure; those with two people come first."""
    fitting = [one for one in sets if _MIN_BLANKS <= len(one.truth) <= _MAX_BLANKS and one.face_clips]
    if not fitting:
        raise CorpusError(
            f"none of {len(sets)} sets has {_MIN_BLANKS} to {_MAX_BLANKS} blanks and a face; name a split with longer "
            "films"
        )
    return sorted(fitting, key=lambda one: len(set(one.truth)) < 2)[:_N_EXAMPLES]


def _stream_rows(ids: Sequence[str], shares: Shares) -> Iterable[Sequence[object]]:
    for name, matrix in zip(ids, shares.tolist(), strict=True):
        for words, row in zip(TOKEN_GROUPS, matrix, strict=True):
            yield (name, words, *(round(value, 4) for value in row))


def _blank_rows(ids: Sequence[str], blanks: Sequence[BlankAttention]) -> Iterable[Sequence[object]]:
    for name, one in zip(ids, blanks, strict=True):
        clusters, shares = one.by_cluster()
        for number, (true, filled, clip) in enumerate(zip(one.truth, one.filled, one.clips, strict=True)):
            for cluster, share in zip(clusters, shares[number].tolist(), strict=True):
                yield name, number + 1, clip + 1, true, filled, cluster, round(share, 4)


def _radius_rows(results: Sequence[RadiusResult]) -> Iterable[Sequence[object]]:
    for result in results:
        counts = np.array(result.n_clusters)
        yield result.distance, round(result.class_accuracy, 4), float(np.median(counts)), round(float(counts.mean()), 2)


def _is_report(folder: Path) -> bool:
    try:
        return read_text(folder / "streams.csv").startswith(",".join(_STREAM_COLUMNS))
    except RecordError:
        return False
