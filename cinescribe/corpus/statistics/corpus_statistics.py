"""Computes the statistics of a corpus: the tables and figures of Movie Description (Rohrbach et al. 2016)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from cinescribe.corpus.core.corpus import Corpus, read_corpus
from cinescribe.corpus.datasets.sidecar_annotations import SIDECAR_FILES, AnnotatedMetaphor, Commonsense
from cinescribe.corpus.film_folder.clip_cutting import SENTENCES, ClipSentence
from cinescribe.corpus.statistics.caption_diversity import DescriptionRow, captioner_row, reference_rows
from cinescribe.corpus.statistics.commonsense_statistics import CommonsenseStats, commonsense_stats
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
    ScriptComparison,
    SentencePair,
    comparison,
    different_pairs,
    sentence_pairs,
)
from cinescribe.corpus.statistics.extremes import ExtremeRow, extreme_rows
from cinescribe.corpus.statistics.metaphor_statistics import MetaphorStats, metaphor_stats
from cinescribe.corpus.statistics.published_figures import ComparisonRow
from cinescribe.corpus.statistics.score_breakdown import (
    TopicScore,
    by_frequency,
    by_length,
    read_item_scores,
    scored_clips,
    topic_scores,
)
from cinescribe.corpus.statistics.side_by_side import ClipCaptions, side_by_side
from cinescribe.corpus.statistics.split_leakage import Leaks, find_leaks
from cinescribe.corpus.statistics.text_counts import ParsedClip, parse_clips, parse_texts
from cinescribe.corpus.statistics.verb_topics import TopicRow, topic_rows
from cinescribe.language.tokens.parsed_sentence import Parser
from cinescribe.language.wordnet.verbs import SenseChoice
from cinescribe.metrics.files.caption_files import read_candidates
from cinescribe.progress import Progress, no_progress
from cinescribe.record import Record
from cinescribe.store import read_records

_SomeRecord = TypeVar("_SomeRecord", bound=Record)


@dataclass(frozen=True)
class CorpusStats(Record):
    """The statistics of a corpus.

    Args:
        corpus: name of the corpus.
        parser: name of the parser that found sentences, parts of speech and verbs.
        lengths: table 1: a row for each split, for description and script if the corpus has both, and for all.
        vocabulary: table 2, with the same rows.
        comparison: the corpus's row of table 3.
        topics: table 11.
        descriptions: table 14: the references of each split, then the captioners.
        leaks: overlap between splits.
        scores: figure 8, captioner by captioner.
        origins: description compared with script, if a film has both.
        senses_in_context: whether a verb's topic is that of its sense in the sentence, not of its commonest sense.
        extremes: the captions that are easiest and hardest for each captioner.
        commonsense: of its captions, if it has any.
        metaphors: of its clips, if it has any.
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
    origins: ScriptComparison | None = None
    senses_in_context: bool = False
    extremes: tuple[ExtremeRow, ...] = ()
    commonsense: CommonsenseStats | None = None
    metaphors: MetaphorStats | None = None


@dataclass(frozen=True)
class Curve:
    """Scores in order of the captions' difficulty, figure 9.

    Attributes:
        of: name of the captioner.
        by_length: scores of clips, those with the shortest captions first, (clips,).
        by_frequency: scores of clips, those with the most frequent words first, (clips,).
    """

    of: str
    by_length: NDArray[np.float64]
    by_frequency: NDArray[np.float64]


@dataclass(frozen=True)
class CountedCorpus:
    """The statistics of a corpus with the data behind them, for tables of single verbs, plots and studies.

    Attributes:
        stats: the statistics.
        clips: clips with parsed captions.
        precise: seconds of each clip before padding, by id.
        curves: a curve for each captioner with scores.
        pairs: pairs of sentences from description and script, for comparison by people.
        side_by_side: the captions of all captioners, clip by clip.
        commonsense: what its captions imply.
    """

    stats: CorpusStats
    clips: tuple[ParsedClip, ...]
    precise: Mapping[str, float]
    curves: tuple[Curve, ...]
    pairs: tuple[SentencePair, ...]
    side_by_side: tuple[ClipCaptions, ...] = ()
    commonsense: tuple[Commonsense, ...] = ()


def count_corpus(
    folder: Path,
    *,
    parser: Parser,
    captions: Mapping[str, Path] | None = None,
    scores: Mapping[str, Path] | None = None,
    sense_of: SenseChoice | None = None,
    progress: Progress = no_progress,
) -> CountedCorpus:
    """Compute the statistics of a corpus.

    Args:
        folder: folder of the corpus. Precise lengths and the comparison with scripts need its `sentences.jsonl`.
        parser: finds sentences, parts of speech and verbs, such as `shipped_parser()`.
        captions: files of captioners' captions, by captioner.
        scores: files with METEOR of each clip, by captioner.
        sense_of: chooses a verb's sense in its sentence, as `WordSenses.verb_sense` does; by default, verbs have their
            commonest senses.
        progress: called with a stage and the share of it that is done.

    Returns:
        The statistics with the data behind them.

    Raises:
        CorpusError: as `read_corpus`, and if a caption or score belongs to no clip of the corpus.
        ScoreError: if captions or scores cannot be read.
    """
    corpus = read_corpus(folder)
    sentences = _read_beside(folder, SENTENCES, ClipSentence)
    commonsense = _read_beside(folder, SIDECAR_FILES[Commonsense], Commonsense)
    captions_of = {of: read_candidates(path) for of, path in (captions or {}).items()}
    scores_of = {of: read_item_scores(path) for of, path in (scores or {}).items()}
    clips = parse_clips(corpus, parser, sense_of=sense_of, progress=progress)
    scored = {of: scored_clips(of, clips, values) for of, values in scores_of.items()}
    origins, pairs = _compared(sentences, parser)
    precise, parts = precise_seconds(sentences), parts_of(clips, sentences)
    stats = CorpusStats(
        corpus=corpus.card.name,
        parser=parser.name,
        lengths=tuple(length_row(name, part, precise) for name, part in parts.items()),
        vocabulary=tuple(
            vocabulary_row(name, [text for parsed in part for text in parsed.texts]) for name, part in parts.items()
        ),
        comparison=_row_of_all(corpus, clips),
        topics=topic_rows(clips),
        descriptions=(
            *reference_rows(clips),
            *(captioner_row(of, texts, corpus, clips) for of, texts in captions_of.items()),
        ),
        leaks=find_leaks(corpus),
        scores=tuple(row for of, values in scores_of.items() for row in topic_scores(of, scored[of], values)),
        origins=origins,
        senses_in_context=sense_of is not None,
        extremes=tuple(
            row for of, values in scores_of.items() for row in extreme_rows(of, scored[of], values, parser=parser)
        ),
        commonsense=commonsense_stats(commonsense),
        metaphors=metaphor_stats(
            _read_beside(folder, SIDECAR_FILES[AnnotatedMetaphor], AnnotatedMetaphor), corpus.clips
        ),
    )
    curves = [
        Curve(of, by_length(scored[of], values), by_frequency(scored[of], values)) for of, values in scores_of.items()
    ]
    together = side_by_side(clips, captions_of, scores_of)
    return CountedCorpus(stats, clips, precise, tuple(curves), pairs, together, tuple(commonsense))


def _read_beside(folder: Path, name: str, kind: type[_SomeRecord]) -> list[_SomeRecord]:
    """The records of a sidecar file; none where there is no such file."""
    path = Path(folder) / name
    return read_records(path, kind) if path.is_file() else []


def _row_of_all(corpus: Corpus, clips: Sequence[ParsedClip]) -> ComparisonRow:
    """Return the row of table 3. The domain of the videos is the films' genres."""
    total = length_row(TOTAL, clips, {})
    genres = sorted({genre for film in corpus.films for genre in film.genres})
    return ComparisonRow(
        corpus.card.name,
        total.clips > total.films,
        ", ".join(genres) or None,
        corpus.card.source,
        total.films,
        total.clips,
        total.sentences,
    )


def _compared(
    sentences: Sequence[ClipSentence], parser: Parser
) -> tuple[ScriptComparison | None, tuple[SentencePair, ...]]:
    if len({one.sentence.origin for one in sentences}) < 2:
        return None, ()
    pairs = sentence_pairs(sentences)
    parsed = parse_texts([one.text for pair in pairs for one in (pair.description, pair.script)], parser)
    return comparison(sentences, pairs, parsed), different_pairs(pairs, parsed)
