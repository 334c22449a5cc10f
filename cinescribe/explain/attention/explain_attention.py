"""What a trained MICap looks at over a split of a corpus, as plots and tables (MICap, appendix A)."""

from __future__ import annotations

import csv
import dataclasses
import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from cinescribe.corpus.core.blanks import localised
from cinescribe.corpus.core.corpus import read_corpus
from cinescribe.corpus.core.videosets import disjoint_sets
from cinescribe.errors import CorpusError, ModelError
from cinescribe.explain.attention.attention_summary import SHOWN, WORDS, BlankLooks, Shares, blank_looks, stream_shares
from cinescribe.explain.attention.cluster_radius_sweep import DISTANCES, Reach, reaches
from cinescribe.explain.attention.plots import plot_blanks, plot_reach, plot_streams
from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.features.clip_sets.set_reader import SetReader
from cinescribe.generate.caption_corpus import checkpoint_reader
from cinescribe.generate.forced import fill
from cinescribe.generate.greedy import greedy
from cinescribe.generate.logit_constraints import SetLimits
from cinescribe.language.tokens.vocabulary import Tokens
from cinescribe.models.checkpoint import Checkpoint, read_checkpoint
from cinescribe.models.micap.micap import Micap
from cinescribe.schema import ClipSet
from cinescribe.store import write_text

EXAMPLES = 5  # sets shown in figure 5
_FEWEST, _MOST = 3, 14  # blanks of an example
_AT_ONCE = 16  # sets


@dataclass(frozen=True)
class Explained:
    """The files that were written."""

    plots: tuple[Path, ...]
    tables: tuple[Path, ...]


def explain_attention(
    checkpoint: Path, corpus: Path, folder: Path, *, split: str = "val", distances: Sequence[float] = DISTANCES
) -> Explained:
    """Plots and tables of where a trained MICap looks.

    - `streams`: people's words and other words, by the stream they look at (figure 4);
    - `blanks`: blanks, by the faces and clusters they look at (figure 5; the plot has five sets, the table all);
    - `reach`: class accuracy and number of clusters by DBSCAN's eps (figure 6).

    Args:
        checkpoint: a folder that `train_model` wrote.
        corpus: a folder with clips, captions and features.
        folder: where to write; made when it is not there.
        split: of the corpus.
        distances: the eps to try.

    Raises:
        ModelError: when the checkpoint cannot be read, or is no MICap that writes.
        CorpusError, RecordError, FeatureError: when the corpus lacks the split or features of it, or anything to show.
        ScoreError: when no set has two blanks that are one person, or none that are two.
        OutputError: when the folder cannot be written.

    Example:
        >>> explain_attention("checkpoint", "corpus", "why").plots  # doctest: +SKIP
        (PosixPath('why/streams.png'), PosixPath('why/blanks.png'), PosixPath('why/reach.png'))
    """
    trained = read_checkpoint(checkpoint)
    if not isinstance(trained.model, Micap) or not trained.model.sizes.writes:
        raise ModelError(
            f"{str(checkpoint)!r} came, a {trained.card.model} that does not both write and fill in; name the "
            "checkpoint of a joint MICap"
        )
    films = read_corpus(corpus).clips_by_film(split).values()
    n_clips = trained.card.sets.n_clips
    sets = [localised(clip_set) for clips in films for clip_set in disjoint_sets(clips, n_clips)]
    return explain_sets(
        trained.model,
        sets,
        Path(folder),
        reader=checkpoint_reader(trained, corpus),
        reaching=lambda distance: checkpoint_reader(_reaching(trained, distance), corpus),
        distances=distances,
    )


def explain_sets(
    model: Micap,
    sets: Sequence[ClipSet],
    folder: Path,
    *,
    reader: SetReader,
    reaching: Callable[[float], SetReader],
    distances: Sequence[float] = DISTANCES,
) -> Explained:
    """The same for sets at hand.

    Args:
        model: one that fills in and writes, in evaluation mode.
        sets: with captions, people numbered within each; disjoint.
        folder: where to write; made when it is not there.
        reader: of the sets, in the model's vocabulary.
        reaching: the same reader but for the eps of its clusters.
        distances: the eps to try.

    Raises:
        CorpusError: when there is no set with a few blanks and faces.
        ScoreError: when no set has two blanks that are one person, or none that are two.
        OutputError: when the folder cannot be written.
    """
    shares, looks = _looked(model, sets, reader)
    found = reaches(model, sets, reader=reaching, distances=distances)
    names = ("streams", "blanks", "reach")
    plots, tables = ([folder / f"{name}.{kind}" for name in names] for kind in ("png", "csv"))
    plot_streams(shares, plots[0])
    plot_blanks(_examples(looks), plots[1])
    plot_reach(found, plots[2])
    ids = [clip_set.clips[0].id for clip_set in sets]
    _write_table(tables[0], ("set", "words", *SHOWN), _stream_rows(ids, shares))
    _write_table(tables[1], ("set", "blank", "clip", "true", "filled", "cluster", "share"), _blank_rows(ids, looks))
    _write_table(tables[2], ("eps", "class_accuracy", "clusters_median", "clusters_mean"), _reach_rows(found))
    return Explained(tuple(plots), tuple(tables))


def _looked(model: Micap, sets: Sequence[ClipSet], reader: SetReader) -> tuple[Shares, list[BlankLooks]]:
    """Streams' shares as the model writes, and blanks' looks as it fills in, over all sets."""
    shares: list[Shares] = []
    looks: list[BlankLooks] = []
    for at in range(0, len(sets), _AT_ONCE):
        batch = reader.batch(sets[at : at + _AT_ONCE])
        limits = SetLimits(reader.tokens, batch.frames.shape[1])
        written = greedy(model, batch, tokens=reader.tokens, longest=reader.sizes.n_tokens, limits=limits)
        shares.append(stream_shares(model, batch, written.words, tokens=reader.tokens))
        filled = fill(model, _asked(batch, reader.tokens), tokens=reader.tokens)
        looks += blank_looks(model, batch, filled.words, tokens=reader.tokens)
    return np.concatenate(shares), looks


def _reaching(trained: Checkpoint, distance: float) -> Checkpoint:
    """The checkpoint as if it had been trained with clusters of another distance."""
    sets = dataclasses.replace(trained.card.sets, cluster_distance=distance)
    return dataclasses.replace(trained, card=dataclasses.replace(trained.card, sets=sets))


def _asked(batch: SetBatch, tokens: Tokens) -> SetBatch:
    """The sets with blanks for their people."""
    return dataclasses.replace(batch, words=batch.words.masked_fill(batch.is_blank, tokens.blank))


def _examples(looks: Sequence[BlankLooks]) -> list[BlankLooks]:
    """Sets that fit a figure and have something to see: a few blanks, and faces; those with two people first."""
    fitting = [one for one in looks if _FEWEST <= len(one.truth) <= _MOST and one.face_clips]
    if not fitting:
        raise CorpusError(
            f"none of {len(looks)} sets has {_FEWEST} to {_MOST} blanks and a face; name a split with longer films"
        )
    return sorted(fitting, key=lambda one: len(set(one.truth)) < 2)[:EXAMPLES]


def _stream_rows(ids: Sequence[str], shares: Shares) -> Iterable[Sequence[object]]:
    for name, matrix in zip(ids, shares.tolist(), strict=True):
        for words, row in zip(WORDS, matrix, strict=True):
            yield (name, words, *(round(value, 4) for value in row))


def _blank_rows(ids: Sequence[str], looks: Sequence[BlankLooks]) -> Iterable[Sequence[object]]:
    for name, one in zip(ids, looks, strict=True):
        clusters, shares = one.by_cluster()
        for number, (true, filled, clip) in enumerate(zip(one.truth, one.filled, one.clips, strict=True)):
            for cluster, share in zip(clusters, shares[number].tolist(), strict=True):
                yield name, number + 1, clip + 1, true, filled, cluster, round(share, 4)


def _reach_rows(found: Sequence[Reach]) -> Iterable[Sequence[object]]:
    for one in found:
        counts = np.array(one.n_clusters)
        yield one.distance, round(one.class_accuracy, 4), float(np.median(counts)), round(float(counts.mean()), 2)


def _write_table(path: Path, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    write_text(path, out.getvalue())
