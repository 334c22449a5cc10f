"""Writes the statistics of a corpus to a folder: a page of tables, CSV tables, plots, and pairs for a study."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from cinescribe.corpus.statistics.commonsense_statistics import word_rows
from cinescribe.corpus.statistics.corpus_statistics import CorpusStats, CountedCorpus, count_corpus
from cinescribe.corpus.statistics.pair_study import write_study
from cinescribe.corpus.statistics.plots import (
    plot_commonest_words,
    plot_curves,
    plot_lengths,
    plot_metaphors,
    plot_topic_scores,
    plot_topics,
)
from cinescribe.corpus.statistics.tables import (
    SIDE_BY_SIDE,
    Table,
    as_csv,
    as_markdown,
    side_by_side_table,
    tables,
    verb_table,
    word_table,
)
from cinescribe.corpus.statistics.verb_topics import verb_counts
from cinescribe.language.parser.parse import shipped_parser
from cinescribe.language.wordnet.verbs import SenseChoice
from cinescribe.output_folder import claim_folder, holds_record
from cinescribe.progress import Progress, no_progress
from cinescribe.store import write_text

PAGE, NUMBERS = "stats.md", "stats.json"
_PLOTS_AFTER = {
    "lengths": ("clip-lengths",),
    "topics": ("verb-topics",),
    "scores": ("score-by-topic", "score-curves"),
    "commonsense": ("commonest-words",),
    "metaphors": ("metaphor-lengths",),
}


def corpus_stats(
    folder: str | Path,
    *,
    output: str | Path | None = None,
    captions: Mapping[str, str | Path] | None = None,
    scores: Mapping[str, str | Path] | None = None,
    sense_of: SenseChoice | None = None,
    progress: Progress = no_progress,
) -> CorpusStats:
    """Compute the statistics of a corpus with the shipped parser, and write them to a folder if asked.

    Args:
        folder: folder of the corpus.
        output: folder for the page `stats.md`, `stats.json`, CSV tables, plots and pairs; None writes nothing.
        captions: as for `count_corpus`.
        scores: as for `count_corpus`.
        sense_of: as for `count_corpus`.
        progress: as for `count_corpus`.

    Raises:
        CorpusError: as `count_corpus`.
        ScoreError: as `count_corpus`.
        OutputError: if `output` holds anything but such files, or cannot be written.
    """
    folder = Path(folder)
    output = None if output is None else Path(output)
    if output is not None:
        claim_folder(output, "report on a corpus", is_older=_is_report)
    counted = count_corpus(
        folder,
        parser=shipped_parser(),
        captions=_as_paths(captions),
        scores=_as_paths(scores),
        sense_of=sense_of,
        progress=progress,
    )
    if output is not None:
        write_stats(output, counted)
    return counted.stats


def _as_paths(files: Mapping[str, str | Path] | None) -> dict[str, Path]:
    return {name: Path(path) for name, path in (files or {}).items()}


def write_stats(folder: Path, counted: CountedCorpus) -> None:
    """Write the statistics of a corpus to a folder, the page last.

    Raises:
        OutputError: if the folder cannot be written.
    """
    page_tables = tables(counted.stats)
    for table in (*page_tables, verb_table(verb_counts(counted.clips).items())):
        write_text(folder / f"{table.name}.csv", as_csv(table))
    if counted.side_by_side:
        write_text(folder / f"{SIDE_BY_SIDE}.csv", as_csv(side_by_side_table(counted.side_by_side)))
    if counted.commonsense:
        word_counts = word_table(word_rows(counted.commonsense))
        write_text(folder / f"{word_counts.name}.csv", as_csv(word_counts))
    plots = {path.stem for path in _write_plots(folder, counted)}
    if counted.pairs:
        write_study(folder, counted.pairs)
    write_text(folder / NUMBERS, json.dumps(counted.stats.to_dict(), ensure_ascii=False, indent=1) + "\n")
    write_text(folder / PAGE, _page(counted.stats, page_tables, plots))


def _write_plots(folder: Path, counted: CountedCorpus) -> list[Path]:
    stats = counted.stats
    paths = []
    if counted.clips:
        paths += plot_lengths(counted.clips, counted.precise, folder / "clip-lengths")
    if stats.topics:
        paths += plot_topics(stats.topics, folder / "verb-topics")
    if stats.scores:
        paths += plot_topic_scores(stats.scores, folder / "score-by-topic")
    if counted.curves:
        paths += plot_curves(counted.curves, folder / "score-curves")
    if stats.commonsense and stats.commonsense.words:
        paths += plot_commonest_words(stats.commonsense.words, folder / "commonest-words")
    if stats.metaphors:
        paths += plot_metaphors(stats.metaphors, folder / "metaphor-lengths")
    return paths


def _page(stats: CorpusStats, page_tables: tuple[Table, ...], plots: set[str]) -> str:
    printed = "What the paper Movie Description prints stands in italics below what was counted"
    if stats.metaphors:
        printed += "; of metaphors, what Unveiling the Invisible prints"
    parts = [f"# {stats.corpus}", f"{printed}."]
    for table in page_tables:
        parts.append(as_markdown(table).rstrip())
        parts += [f"![{plot}]({plot}.png)" for plot in _PLOTS_AFTER.get(table.name, ()) if plot in plots]
    return "\n\n".join(parts) + "\n"


def _is_report(folder: Path) -> bool:
    return holds_record(folder / NUMBERS, CorpusStats)
