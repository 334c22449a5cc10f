"""Prints the counts and faults of a corpus."""

from __future__ import annotations

from cinescribe.cli.output import announce, show
from cinescribe.corpus.checks.check_corpus import CorpusSummary, SplitSummary, corpus_summary
from cinescribe.corpus.checks.still_summary import StillSplitSummary, StillSummary, still_summary
from cinescribe.corpus.core.corpus import Corpus
from cinescribe.corpus.core.stills import StillCorpus


def show_counts(corpus: Corpus | StillCorpus, *, faults: tuple[str, ...] | None = None, as_json: bool) -> None:
    """Print the counts of a corpus of films or stills to standard output, and its faults to standard error.

    Args:
        corpus: the corpus.
        faults: a message for each; None if the command looks for none.
        as_json: print one JSON value.
    """
    if isinstance(corpus, Corpus):
        counts = corpus_summary(corpus)
        lines = [*(_film_line(split.split, split) for split in counts.splits), _film_line("in all", counts)]
        _show(counts, lines, faults, as_json=as_json)
    else:
        still_counts = still_summary(corpus)
        lines = [
            *(_still_line(split.split, split) for split in still_counts.splits),
            _still_line("in all", still_counts),
        ]
        _show(still_counts, lines, faults, as_json=as_json)


def _show(
    counts: CorpusSummary | StillSummary, lines: list[str], faults: tuple[str, ...] | None, *, as_json: bool
) -> None:
    for fault in faults or ():
        announce(f"Fault: {' '.join(fault.split())}")
    value = counts.to_dict() | ({} if faults is None else {"faults": list(faults)})
    show(value, [f"{counts.name}, from {counts.source} ({counts.licence})", *lines], as_json=as_json)


def _film_line(name: str, counts: SplitSummary | CorpusSummary) -> str:
    line = f"{counts.films:6d} films {counts.clips:7d} clips {counts.captions:8d} captions"
    return f"{name:<8} {line} {counts.seconds / 60:8.1f} minutes"


def _still_line(name: str, counts: StillSplitSummary | StillSummary) -> str:
    line = f"{counts.stills:6d} stills {counts.captions:8d} captions {counts.regions:8d} regions"
    return f"{name:<8} {line} {counts.classes:5d} classes"
