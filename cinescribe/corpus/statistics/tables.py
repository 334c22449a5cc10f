"""Tables of a corpus's statistics beside the figures of Movie Description, as Markdown and CSV."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from cinescribe.corpus.statistics.caption_diversity import DescriptionRow
from cinescribe.corpus.statistics.commonsense_statistics import CommonsenseStats, WordRow
from cinescribe.corpus.statistics.corpus_statistics import CorpusStats
from cinescribe.corpus.statistics.counts import LengthRow, VocabularyRow
from cinescribe.corpus.statistics.description_versus_script import ScriptComparison
from cinescribe.corpus.statistics.extremes import ExtremeRow
from cinescribe.corpus.statistics.metaphor_statistics import MetaphorStats
from cinescribe.corpus.statistics.published_figures import (
    COMPARISON,
    DESCRIPTIONS,
    LENGTHS,
    TOPIC_ENTROPY,
    VOCABULARY,
    ComparisonRow,
)
from cinescribe.corpus.statistics.side_by_side import ClipCaptions
from cinescribe.corpus.statistics.split_leakage import LONG, Leaks
from cinescribe.language.wordnet.verbs import Verb
from cinescribe.tables import csv_text

Cell: TypeAlias = str | int | float | None
SomeRow = TypeVar("SomeRow")

SIDE_BY_SIDE = "side-by-side"
WORD_COUNTS = "commonsense-word-counts"
_WORD_COLUMNS = ("word", "in all", "intention", "effect", "attribute")
_NOTHING = "\N{EN DASH}"
_HERE, _PRINTED = "counted", "Rohrbach et al. 2016"
_OF_METAPHORS = "Unveiling the Invisible"


@dataclass(frozen=True)
class Table:
    """A table.

    Attributes:
        name: name of its file.
        title: heading above it.
        columns: headings of the columns.
        rows: rows counted in the corpus.
        printed: rows printed in the paper, in the same columns.
        note: explanation of the table.
        paper: the paper of the printed rows.
    """

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    printed: tuple[tuple[Cell, ...], ...] = ()
    note: str = ""
    paper: str = _PRINTED


def tables(stats: CorpusStats) -> tuple[Table, ...]:
    """Return all tables of the statistics, without empty optional ones."""
    always = (_lengths(stats), _vocabulary(stats), _comparison(stats), _topics(stats), _descriptions(stats))
    leaks = (_leaks(stats.leaks),) if stats.leaks.films or stats.leaks.texts else ()
    scores = (_scores(stats),) if stats.scores else ()
    extremes = (_extremes(stats.extremes),) if stats.extremes else ()
    origins = (_origins(stats.origins),) if stats.origins else ()
    commonsense = (_commonsense(stats.commonsense), _words(stats.commonsense)) if stats.commonsense else ()
    metaphors = (_metaphors(stats.metaphors),) if stats.metaphors else ()
    return (*always, *leaks, *scores, *extremes, *origins, *commonsense, *metaphors)


def verb_table(counts: Iterable[tuple[Verb, int]]) -> Table:
    """Return a table of all verbs with topic and count, the most frequent first."""
    ranked = sorted(counts, key=lambda item: (-item[1], item[0]))
    rows = tuple((verb.topic, verb.text, count) for verb, count in ranked)
    return Table("verbs", "Verbs", ("topic", "verb", "count"), rows)


def word_table(rows: Sequence[WordRow]) -> Table:
    """Return a table of all words of commonsense, such as a word cloud is made of."""
    return Table(WORD_COUNTS, "Words of commonsense", _WORD_COLUMNS, _each(_word, rows))


def side_by_side_table(clips: Sequence[ClipCaptions]) -> Table:
    """Return a table of the captions of all captioners, a row for each clip."""
    captioners = list(clips[0].captions)
    columns = ("clip", "mean score", "references", *(name for of in captioners for name in (of, f"score of {of}")))
    rows = tuple(
        (
            one.clip,
            one.mean_score,
            " / ".join(one.references),
            *(cell for of in captioners for cell in (one.captions[of], one.scores.get(of))),
        )
        for one in clips
    )
    return Table(SIDE_BY_SIDE, "Captioners side by side", columns, rows)


def as_markdown(table: Table) -> str:
    """Format a table with its title and note; the paper's rows come last, in italics."""
    rows = [[format_cell(cell).replace("|", "\\|") for cell in row] for row in table.rows]
    printed = [[f"*{format_cell(cell)}*" for cell in row] for row in table.printed]
    lines = [table.columns, ["---", *("---:" for _ in table.columns[1:])], *rows, *printed]
    body = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return "\n\n".join(part for part in (f"## {table.title}", body, table.note) if part) + "\n"


def as_csv(table: Table) -> str:
    """Format a table with unrounded numbers; if it has the paper's rows, the last column says where a row is from."""
    if not table.printed:
        return csv_text(table.columns, table.rows)
    ours, printed = ((*row, _HERE) for row in table.rows), ((*row, table.paper) for row in table.printed)
    return csv_text((*table.columns, "from"), (*ours, *printed))


def _lengths(stats: CorpusStats) -> Table:
    columns = ("", "films", "words", "sentences", "clips", "mean s", "hours", "precise mean s", "precise hours")
    note = (
        "Table 1. Precise lengths are those of sentences before their clips were padded and widened; a dash where "
        f"nobody wrote them down. Sentences as {stats.parser} divides captions."
    )
    return Table("lengths", "How much there is", columns, _each(_length, stats.lengths), _each(_length, LENGTHS), note)


def _vocabulary(stats: CorpusStats) -> Table:
    columns = ("", "stems", "nouns", "verbs", "adjectives", "adverbs")
    note = (
        f"Table 2. Distinct Snowball stems of words that {stats.parser} takes for nouns, verbs, adjectives and "
        "adverbs; the first column is their sum. The paper used Stanford's tagger and stemmer; its parts of M-VAD add "
        "up to 16,500."
    )
    return Table("vocabulary", "Vocabulary", columns, _each(_stems, stats.vocabulary), _each(_stems, VOCABULARY), note)


def _comparison(stats: CorpusStats) -> Table:
    columns = ("", "multi-sentence", "domain", "sentences by", "videos", "clips", "sentences")
    note = "Table 3. The domain of this corpus is its films' genres. The paper's table 1 gives M-VAD 46,589 clips."
    rows, printed = (_dataset(stats.comparison),), tuple(_dataset(row) for row in COMPARISON)
    return Table("comparison", "Beside other datasets", columns, rows, printed, note)


def _topics(stats: CorpusStats) -> Table:
    columns = ("topic", "verbs", "different", "only verb of a caption", "entropy, bits", "top 3", "entropy, printed")
    rows = tuple(
        (
            row.topic,
            row.verbs,
            row.distinct,
            row.single,
            row.entropy,
            ", ".join(f"{top.verb} ({top.count})" for top in row.top),
            TOPIC_ENTROPY.get(row.topic),
        )
        for row in stats.topics
    )
    sense = "sense in its sentence" if stats.senses_in_context else "commonest sense"
    note = (
        f"Table 11. A verb is about what its {sense} in WordNet is; `none` where WordNet does not have it. "
        "Entropy of how often a topic's verbs are used, in bits (the paper is silent about its logarithm; natural ones "
        "would need more verbs than it counts). The last column is the paper's, on MPII-MD, by disambiguated senses."
    )
    return Table("topics", "What verbs are about", columns, rows, note=note)


def _descriptions(stats: CorpusStats) -> Table:
    columns = ("", "captions", "mean words", "vocabulary", "unique", "novel, %")
    rows, printed = _each(_description, stats.descriptions), _each(_description, DESCRIPTIONS)
    note = (
        "Table 14. The first caption of each clip; unique are distinct captions, novel those that are none of "
        "training. People's ids and blanks are SOMEONE. The paper's rows are of LSMDC's blind test."
    )
    return Table("descriptions", "How varied descriptions are", columns, rows, printed, note)


def _leaks(leaks: Leaks) -> Table:
    columns = ("", "captions", "in training, %", f"of {LONG} words or more", "of those in training, %")
    rows = tuple(
        (row.split, row.captions, _percent(row.known, row.captions), row.long, _percent(row.known_long, row.long))
        for row in leaks.texts
    )
    films = [f"{one.film} ({one.split}) and {one.other} ({one.other_split}): {one.why}." for one in leaks.films]
    note = " ".join(["Films that are in two splits:", *films] if films else ["No film is in two splits."])
    return Table("leaks", "What splits have in common", columns, rows, note=note)


def _scores(stats: CorpusStats) -> Table:
    captioners = list(dict.fromkeys(row.of for row in stats.scores))
    means = {(row.topic, row.of): 100 * row.mean for row in stats.scores}
    clips: dict[str, int] = {}
    for row in stats.scores:
        clips[row.topic] = max(row.captions, clips.get(row.topic, 0))
    rows = tuple(
        (topic, n, *(means.get((topic, of)) for of in captioners))
        for topic, n in sorted(clips.items(), key=lambda item: (-item[1], item[0]))
    )
    note = "Figure 8. METEOR in %, of clips whose reference has exactly one verb, by what it is about."
    return Table("scores", "Scores by topic", ("topic", "clips", *captioners), rows, note=note)


def _extremes(extremes: Sequence[ExtremeRow]) -> Table:
    columns = (
        *("", "captions", "METEOR, %", "mean words", "no verb", "no subject", "subject is no person or animal"),
        *("word of no other clip", "verbs"),
    )
    rows = tuple(
        (
            *(f"{row.of}, {row.which}", row.captions, 100 * row.mean_score, row.mean_length),
            *(row.without_verb, row.without_subject, row.other_subject, row.rare_word),
            ", ".join(f"{verb.verb} ({verb.count})" for verb in row.verbs),
        )
        for row in extremes
    )
    note = (
        "The first references of the clips where METEOR is highest and lowest. In the paper, of Visual-Labels' best "
        "hundred 44 have `look`; of its worst hundred 12 have no verb, 10 rare words, 24 no subject and 29 one that is "
        "no person."
    )
    return Table("extremes", "Easiest and hardest captions", columns, rows, note=note)


def _origins(comparison: ScriptComparison) -> Table:
    columns = ("", "words", "mean words", "verbs a sentence", "stems", "nouns", "verbs", "adjectives", "adverbs")
    rows = tuple(
        (usage.vocabulary.of, usage.words, usage.mean_length, usage.verbs, *_stems(usage.vocabulary)[1:])
        for usage in (comparison.description, comparison.script)
        if usage is not None
    )
    note = (
        f"Sentences of {comparison.films} films with both, whose intervals have an IoU of 0.75 or more: "
        f"{comparison.pairs} pairs, and {comparison.same} of the same words, which are left out. "
        "The paper has 277 and 2 in 11 films."
    )
    return Table("origins", f"Description beside script, {comparison.pairs} pairs", columns, rows, note=note)


def _commonsense(stats: CommonsenseStats) -> Table:
    columns = ("", "captions", "phrases", "different", "phrases a caption", "words a phrase")
    rows = tuple((row.of, row.captions, row.phrases, row.distinct, row.a_caption, row.mean_words) for row in stats.rows)
    note = (
        f"{stats.captions:,} captions of {stats.clips:,} clips have commonsense. Video2Commonsense has 121,651 "
        "captions of 9,725 videos, with 5 phrases a caption."
    )
    return Table("commonsense", "What captions imply", columns, rows, note=note)


def _words(stats: CommonsenseStats) -> Table:
    note = (
        f"Figure 8 of Video2Commonsense: the commonest words of the phrases without spaCy's stop words. All are in "
        f"{WORD_COUNTS}.csv, for word clouds as in figure 7."
    )
    return Table("commonsense-words", "Commonest words", _WORD_COLUMNS, _each(_word, stats.words), note=note)


def _metaphors(stats: MetaphorStats) -> Table:
    columns = ("", "clips", "captions", "mean seconds", "words a caption", "sound needed, %")
    audio = None if stats.audio is None else 100 * stats.audio
    rows = (("this corpus", stats.clips, stats.captions, stats.mean_seconds, stats.mean_words, audio),)
    note = "Figure 6 of Unveiling the Invisible: clips by duration, captions by their number of words."
    printed = (("VMCD", 705, 2115, 54.0, 8.9, None),)
    return Table("metaphors", "Metaphors", columns, rows, printed, note, paper=_OF_METAPHORS)


def _word(row: WordRow) -> tuple[Cell, ...]:
    return row.word, row.count, row.intention, row.effect, row.attribute


def _each(cells: Callable[[SomeRow], tuple[Cell, ...]], rows: Sequence[SomeRow]) -> tuple[tuple[Cell, ...], ...]:
    return tuple(cells(row) for row in rows)


def _length(row: LengthRow) -> tuple[Cell, ...]:
    return (
        row.of,
        row.films,
        row.words,
        row.sentences,
        row.clips,
        row.mean_seconds,
        row.hours,
        row.precise_mean_seconds,
        row.precise_hours,
    )


def _stems(row: VocabularyRow) -> tuple[Cell, ...]:
    return row.of, row.size, row.nouns, row.verbs, row.adjectives, row.adverbs


def _dataset(row: ComparisonRow) -> tuple[Cell, ...]:
    multi = "yes" if row.is_multi_sentence else "no"
    return row.dataset, multi, row.domain, row.source, row.videos, row.clips, row.sentences


def _description(row: DescriptionRow) -> tuple[Cell, ...]:
    novel = None if row.novel is None else 100 * row.novel
    return row.of, row.captions, row.mean_length, row.vocabulary, row.unique, novel


def _percent(part: int, whole: int) -> float | None:
    return 100 * part / whole if whole else None


def format_cell(cell: Cell) -> str:
    """Format a cell for people: thousands separators, two decimals, a dash for None."""
    if cell is None:
        return _NOTHING
    if isinstance(cell, str):
        return cell
    return f"{cell:,.2f}" if isinstance(cell, float) else f"{cell:,}"
