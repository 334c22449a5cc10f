"""The statistics of a corpus as a folder: a page of tables, the tables as CSV, plots, and pairs for a study."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

from cinescribe.corpus.statistics.corpus_statistics import CorpusStats, CountedCorpus, count_corpus
from cinescribe.corpus.statistics.pair_study import write_study
from cinescribe.corpus.statistics.plots import plot_curves, plot_lengths, plot_topic_scores, plot_topics
from cinescribe.corpus.statistics.tables import Table, as_csv, as_markdown, tables, verb_table
from cinescribe.corpus.statistics.verb_topics import verb_counts
from cinescribe.language.parser.parse import shipped_parser
from cinescribe.store import write_text

PAGE, NUMBERS = "stats.md", "stats.json"
_PLOTS_AFTER = {"lengths": ("clip-lengths",), "topics": ("verb-topics",), "scores": ("score-by-topic", "score-curves")}


def corpus_stats(
    folder: Path,
    *,
    output: Path | None = None,
    captions: Mapping[str, Path] | None = None,
    scores: Mapping[str, Path] | None = None,
    progress: Callable[[str, float], None] = lambda stage, share: None,
) -> CorpusStats:
    """The statistics of a corpus, by the parser that is shipped; written to a folder where one is named.

    Args:
        folder: of the corpus.
        output: where to write the page `stats.md`, `stats.json`, CSV tables, plots and pairs.
        captions, scores, progress: as of `count_corpus`.

    Raises:
        CorpusError: as `count_corpus` does.
        ScoreError: as `count_corpus` does.
        OutputError: when `output` cannot be written.
    """
    counted = count_corpus(folder, parser=shipped_parser(), captions=captions, scores=scores, progress=progress)
    if output is not None:
        write_stats(Path(output), counted)
    return counted.stats


def write_stats(folder: Path, counted: CountedCorpus) -> None:
    """Write the statistics of a corpus to a folder, its page last.

    Raises:
        OutputError: when the folder cannot be written.
    """
    found = tables(counted.stats)
    for table in (*found, verb_table(verb_counts(counted.clips).items())):
        write_text(folder / f"{table.name}.csv", as_csv(table))
    drawn = {path.stem for path in _plots(folder, counted)}
    if counted.pairs:
        write_study(folder, counted.pairs)
    write_text(folder / NUMBERS, json.dumps(counted.stats.to_dict(), ensure_ascii=False, indent=1) + "\n")
    write_text(folder / PAGE, _page(counted.stats, found, drawn))


def _plots(folder: Path, counted: CountedCorpus) -> list[Path]:
    stats = counted.stats
    drawn = []
    if counted.clips:
        drawn += plot_lengths(counted.clips, counted.precise, folder / "clip-lengths")
    if stats.topics:
        drawn += plot_topics(stats.topics, folder / "verb-topics")
    if stats.scores:
        drawn += plot_topic_scores(stats.scores, folder / "score-by-topic")
    if counted.curves:
        drawn += plot_curves(counted.curves, folder / "score-curves")
    return drawn


def _page(stats: CorpusStats, found: tuple[Table, ...], drawn: set[str]) -> str:
    parts = [f"# {stats.corpus}", "What the paper Movie Description prints stands in italics below what was counted."]
    for table in found:
        parts.append(as_markdown(table).rstrip())
        parts += [f"![{plot}]({plot}.png)" for plot in _PLOTS_AFTER.get(table.name, ()) if plot in drawn]
    return "\n\n".join(parts) + "\n"
