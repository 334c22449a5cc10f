"""Reads timed sentences from a transcript of an audio description: subtitles, a table or JSONL."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from cinescribe.corpus.core.sentences import FilmSentence
from cinescribe.corpus.narration.sentence_ends import split_sentences
from cinescribe.errors import CorpusError, RecordError
from cinescribe.input_files import read_text
from cinescribe.language.tokens.ptb_words import MID_SENTENCE
from cinescribe.media.speech.subtitles import read_timed_text
from cinescribe.parsing import parse_float, table_rows
from cinescribe.record import Record
from cinescribe.store import read_records
from cinescribe.timing import Seconds, Span, from_clock

FilmTime: TypeAlias = Callable[[Seconds], Seconds]

_PAUSE: Seconds = 1.0  # a sentence continues from one cue to the next only over a shorter pause
_COLUMNS = ("start", "end", "text")  # of a table; other columns are ignored

# After one of these at the end of a cue the sentence continues, whatever letter the next cue begins with.
_OPEN_WORDS = frozenset((
    "a", "an", "and", "as", "at", "but", "by", "for", "from", "her", "his", "in", "into", "its", "of", "on", "or",
    "over", "that", "the", "their", "to", "with",
))  # fmt: skip
_OPEN_MARKS = (",", ";", "-", "\u2013", "\u2014")  # the last two are dashes
_CLOSED = re.compile(r"[.!?\u2026:][\"'\u2019\u201d)\]]*$")
_ABBREVIATED = re.compile(rf"\b(?:{'|'.join(MID_SENTENCE)}|[a-z])\.$", re.IGNORECASE)  # or an initial
_SMALL = re.compile(r"[\"'\u2018\u201c(]*[a-z]")


@dataclass(frozen=True)
class TranscriptLine(Record):
    """A line of a transcript: words of the description and their time, `{"start", "end", "text"}`."""

    span: Span
    text: str


def unchanged_time(time: Seconds) -> Seconds:
    """Return the time itself, for a transcript on the film's own clock."""
    return time


def read_transcript(path: Path, *, film_time: FilmTime = unchanged_time) -> tuple[FilmSentence, ...]:
    """Return the sentences of a written description, with ids from `d0001`.

    Args:
        path: subtitles (SRT, WebVTT, ASS/SSA, TTML), a table with columns start, end and text (`.csv`, `.tsv`; seconds
            or clock times), or JSONL with these fields.
        film_time: converts a time of the transcript to the film's clock; use `Alignment.film_time` if the transcript
            is on the described track's clock.

    Raises:
        SubtitleError: if subtitles cannot be read.
        CorpusError: if a table lacks a column or has an invalid time; the message names the line.
        RecordError: if JSONL is malformed, or the file cannot be read.
    """
    return cue_sentences(_read(Path(path)), film_time=film_time)


def cue_sentences(cues: Iterable[TranscriptLine], *, film_time: FilmTime = unchanged_time) -> tuple[FilmSentence, ...]:
    """Return the sentences of cues: join sentences over several cues, split cues of several sentences.

    Sentences of one joined cue share its time by their number of letters.

    Args:
        cues: timed texts in any order.
        film_time: as for `read_transcript`.
    """
    ordered = sorted((cue for cue in cues if cue.text.strip()), key=lambda cue: cue.span)
    parts = [part for cue in _joined(ordered) for part in _split(cue)]
    found = (FilmSentence("", "description", film_span(part.span, film_time), part.text) for part in parts)
    return number_sentences(found)


def number_sentences(found: Iterable[FilmSentence]) -> tuple[FilmSentence, ...]:
    """Return the sentences of a description with their ids, from `d0001`."""
    return tuple(sentence.replace(id=f"d{n:04d}") for n, sentence in enumerate(found, 1))


def is_closed(text: str) -> bool:
    """Whether a text ends with closing punctuation that is not an abbreviation's."""
    text = text.rstrip()
    return _CLOSED.search(text) is not None and _ABBREVIATED.search(text) is None


def _read(path: Path) -> list[TranscriptLine]:
    match path.suffix.lower():
        case ".csv" | ".tsv":
            return list(_table(path))
        case ".jsonl":
            return read_records(path, TranscriptLine)
        case _:
            return [TranscriptLine(cue.span, cue.text) for cue in read_timed_text(path)]


def _table(path: Path) -> Iterator[TranscriptLine]:
    text = read_text(path)
    first, _, _ = text.partition("\n")
    # Spreadsheets of countries that write 1,5 for one and a half separate columns by semicolons.
    delimiter = next((mark for mark in ("\t", ";") if mark in first), ",")
    rows = table_rows(text, repr(str(path)), delimiter=delimiter)
    header = [name.strip().lower() for name in next(rows, (1, []))[1]]
    missing = [name for name in _COLUMNS if name not in header]
    if missing:
        raise CorpusError(f"{str(path)!r} has no column {missing[0]!r}; its first line must name {', '.join(_COLUMNS)}")
    for number, row in rows:
        if any(cell.strip() for cell in row):
            yield _row(dict(zip(header, row, strict=False)), f"{str(path)!r}, line {number}")


def _row(cells: dict[str, str], where: str) -> TranscriptLine:
    try:
        return TranscriptLine(Span(read_time(cells["start"]), read_time(cells["end"])), cells["text"])
    except KeyError as error:
        raise CorpusError(f"{where} has no {error.args[0]}; a row needs {', '.join(_COLUMNS)}") from error
    except RecordError as error:
        raise CorpusError(f"{where}: {error}") from error


def read_time(text: str) -> Seconds:
    """Return the seconds in a cell: a number, with point or comma, or a clock time.

    Raises:
        RecordError: if the cell is neither.
    """
    try:
        return parse_float(text.replace(",", "."), "a time")
    except RecordError:
        return from_clock(text)


def _joined(cues: Sequence[TranscriptLine]) -> list[TranscriptLine]:
    """Join cues while a sentence continues."""
    runs: list[list[TranscriptLine]] = []
    end = 0.0
    for cue in cues:
        if runs and cue.span.start - end < _PAUSE and _continues(runs[-1][-1], cue):
            runs[-1].append(cue)
            end = max(end, cue.span.end)
        else:
            runs.append([cue])
            end = cue.span.end
    return [_merged(run) for run in runs]


def _merged(run: Sequence[TranscriptLine]) -> TranscriptLine:
    span = Span(run[0].span.start, max(cue.span.end for cue in run))
    return TranscriptLine(span, " ".join(cue.text.strip() for cue in run))


def _continues(before: TranscriptLine, after: TranscriptLine) -> bool:
    text = before.text.rstrip()
    if is_closed(text):
        return False
    return (
        text.endswith(_OPEN_MARKS)
        or text.split()[-1].lower() in _OPEN_WORDS
        or _SMALL.match(after.text.lstrip()) is not None
    )


def _split(cue: TranscriptLine) -> Iterator[TranscriptLine]:
    """Yield the sentences of a cue, each with its share of the time."""
    texts = split_sentences(" ".join(cue.text.split()))
    total, at = sum(map(len, texts)), 0
    for text in texts:
        start = cue.span.start + cue.span.duration * at / total
        at += len(text)
        yield TranscriptLine(Span(start, cue.span.start + cue.span.duration * at / total), text)


def film_span(span: Span, film_time: FilmTime) -> Span:
    """Convert a span to the film's clock; times before the film become 0."""
    start = max(film_time(span.start), 0.0)
    return Span(start, max(film_time(span.end), start))
