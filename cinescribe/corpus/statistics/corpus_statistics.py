"""The statistics of a corpus: the tables and figures of Movie Description, counted anew (Rohrbach et al. 2016)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cinescribe.corpus.core.corpus import Corpus, read_corpus
from cinescribe.corpus.film_folder.clip_cutting import SENTENCES, ClipSentence, read_sentences
from cinescribe.corpus.statistics.caption_diversity import DescriptionRow, captioner_row, reference_rows
from cinescribe.corpus.statistics.counts import (
    TOTAL,
    LengthRow,
    VocabularyRow,
    length_row,
    parts_of,
    precise_seconds,
    vocabulary_row,
)
from cinescribe.corpus.statistics.description_versus_script import (
    Comparison,
    SentencePair,
    comparison,
    different_pairs,
    sentence_pairs,
)
from cinescribe.corpus.statistics.published_figures import ComparisonRow
from cinescribe.corpus.statistics.score_breakdown import (
    TopicScore,
    by_frequency,
    by_length,
    read_item_scores,
    scored_clips,
    topic_scores,
)
from cinescribe.corpus.statistics.split_leakage import Leaks, find_leaks
from cinescribe.corpus.statistics.text_counts import ReadClip, read_clips, read_texts
from cinescribe.corpus.statistics.verb_topics import TopicRow, topic_rows
from cinescribe.language.tokens.words import Parser
from cinescribe.metrics.files.caption_files import read_candidates
from cinescribe.record import Record


@dataclass(frozen=True)
class CorpusStats(Record):
    """The statistics of a corpus.

    Args:
        corpus: its name.
        parser: what found sentences, parts of speech and verbs.
        lengths, vocabulary: tables 1 and 2: a row for each split, for description and script where there are both,
            and for all.
        comparison: the corpus's row of table 3.
        topics: table 11.
        descriptions: table 14: the references of each split, then captioners.
        leaks: what splits have in common that they should not.
        scores: figure 8, captioner by captioner.
        origins: description beside script, where one film has both.
    """

    corpus: str
    parser: str
    lengths: tuple[LengthRow, ...]
    vocabulary: tuple[VocabularyRow, ...]
    comparison: ComparisonRow
    topics: tuple[TopicRow, ...]
    descriptions: tuple[DescriptionRow, ...]
    leaks: Leaks
    scores: tuple[TopicScore, ...] = ()
    origins: Comparison | None = None


@dataclass(frozen=True)
class Curve:
    """Scores in order of how hard a caption is, figure 9.

    Attributes:
        of: whose captions were scored.
        by_length, by_frequency: scores of clips, the easiest first, (clips,).
    """

    of: str
    by_length: NDArray[np.float64]
    by_frequency: NDArray[np.float64]


@dataclass(frozen=True)
class CountedCorpus:
    """A corpus's statistics, and what they were counted from, for tables of single verbs, plots and studies.

    Attributes:
        stats: the statistics.
        clips: with their captions read.
        precise: seconds of each clip before it was padded, by id.
        curves: of each captioner that has scores.
        pairs: a description's and a script's sentences to be compared by people.
    """

    stats: CorpusStats
    clips: tuple[ReadClip, ...]
    precise: Mapping[str, float]
    curves: tuple[Curve, ...]
    pairs: tuple[SentencePair, ...]


def count_corpus(
    folder: Path,
    *,
    parser: Parser,
    captions: Mapping[str, Path] | None = None,
    scores: Mapping[str, Path] | None = None,
    progress: Callable[[str, float], None] = lambda stage, share: None,
) -> CountedCorpus:
    """The statistics of a corpus, and what they were counted from.

    Args:
        folder: of the corpus. Precise lengths, and description against script, need its `sentences.jsonl`.
        parser: finds sentences, parts of speech and verbs; `shipped_parser()` is one.
        captions: files of what captioners wrote, by captioner.
        scores: files of METEOR for each clip, as `score --per-item` writes them, by captioner.
        progress: told a stage and the share of it that is done.

    Raises:
        CorpusError: as `read_corpus` does, and when a caption or score is of none of its clips.
        ScoreError: when captions or scores cannot be read.
    """
    corpus = read_corpus(folder)
    sentences = read_sentences(folder) if (Path(folder) / SENTENCES).is_file() else ()
    written = {of: read_candidates(path) for of, path in (captions or {}).items()}
    scored = {of: read_item_scores(path) for of, path in (scores or {}).items()}
    clips = read_clips(corpus, parser, progress=progress)
    held = {of: scored_clips(of, clips, found) for of, found in scored.items()}
    origins, pairs = _compared(sentences, parser)
    precise, parts = precise_seconds(sentences), parts_of(clips, sentences)
    stats = CorpusStats(
        corpus=corpus.card.name,
        parser=parser.name,
        lengths=tuple(length_row(name, part, precise) for name, part in parts.items()),
        vocabulary=tuple(
            vocabulary_row(name, [text for read in part for text in read.texts]) for name, part in parts.items()
        ),
        comparison=_row_of_all(corpus, clips),
        topics=topic_rows(clips),
        descriptions=(
            *reference_rows(clips),
            *(captioner_row(of, texts, corpus, clips) for of, texts in written.items()),
        ),
        leaks=find_leaks(corpus),
        scores=tuple(row for of, found in scored.items() for row in topic_scores(of, held[of], found)),
        origins=origins,
    )
    curves = (Curve(of, by_length(held[of], found), by_frequency(held[of], found)) for of, found in scored.items())
    return CountedCorpus(stats, clips, precise, tuple(curves), pairs)


def _row_of_all(corpus: Corpus, clips: Sequence[ReadClip]) -> ComparisonRow:
    """The row of table 3. Nothing tells what films are about, but their genres."""
    held = length_row(TOTAL, clips, {})
    genres = sorted({genre for film in corpus.films for genre in film.genres})
    return ComparisonRow(
        corpus.card.name,
        held.clips > held.films,
        ", ".join(genres) or None,
        corpus.card.source,
        held.films,
        held.clips,
        held.sentences,
    )


def _compared(sentences: Sequence[ClipSentence], parser: Parser) -> tuple[Comparison | None, tuple[SentencePair, ...]]:
    if len({told.sentence.origin for told in sentences}) < 2:
        return None, ()
    pairs = sentence_pairs(sentences)
    read = read_texts([told.text for pair in pairs for told in (pair.description, pair.script)], parser)
    return comparison(sentences, pairs, read), different_pairs(pairs, read)
