"""Sentences with their times out of a transcript of the description: subtitles, a table, or our own lines."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from cinescribe.corpus.core.sentences import FilmSentence
from cinescribe.corpus.narration.sentence_ends import sentences
from cinescribe.errors import CorpusError, RecordError
from cinescribe.language.tokens.ptb_words import GOING_ON
from cinescribe.media.speech.subtitles import read_timed_text
from cinescribe.record import Record
from cinescribe.store import read_records, read_text
from cinescribe.timing import Seconds, Span, from_clock

FilmTime: TypeAlias = Callable[[Seconds], Seconds]

PAUSE: Seconds = 1.0  # a sentence goes on from one cue into the next over a shorter pause than this
COLUMNS = ("start", "end", "text")  # of a table; others are passed over

# After one of these at the end of a cue the sentence goes on, whatever letter the next cue begins with.
_OPEN_WORDS = frozenset((
    "a", "an", "and", "as", "at", "but", "by", "for", "from", "her", "his", "in", "into", "its", "of", "on", "or",
    "over", "that", "the", "their", "to", "with",
))  # fmt: skip
_OPEN_MARKS = (",", ";", "-", "\u2013", "\u2014")  # the last two are dashes
_CLOSED = re.compile(r"[.!?\u2026:][\"'\u2019\u201d)\]]*$")
_ABBREVIATED = re.compile(rf"\b(?:{'|'.join(GOING_ON)}|[a-z])\.$", re.IGNORECASE)  # or an initial
_SMALL = re.compile(r"[\"'\u2018\u201c(]*[a-z]")


@dataclass(frozen=True)
class Told(Record):
    """Words of the description and when they are said, as a line of a transcript: `{"start", "end", "text"}`."""

    span: Span
    text: str


def as_it_is(time: Seconds) -> Seconds:
    """The time itself: the film time of a transcript that is on the film's own clock."""
    return time


def read_transcript(path: Path, *, film_time: FilmTime = as_it_is) -> tuple[FilmSentence, ...]:
    """The sentences of a description that somebody wrote down, with ids `d0001` on.

    Args:
        path: subtitles (SRT, WebVTT, ASS/SSA, TTML), a table with columns start, end and text (`.csv`, `.tsv`; seconds
            or clock times), or JSONL with these fields.
        film_time: the film's second for a second of the transcript; the alignment's, where the transcript is on the
            described track's clock.

    Raises:
        SubtitleError: when subtitles cannot be read.
        CorpusError: when a table lacks a column or holds no time where one is wanted; with its line.
        RecordError: when JSONL is malformed, or the file cannot be read.
    """
    return told_sentences(_read(Path(path)), film_time=film_time)


def told_sentences(told: Iterable[Told], *, film_time: FilmTime = as_it_is) -> tuple[FilmSentence, ...]:
    """Sentences out of cues: those that run over several cues joined, cues of several sentences cut.

    Sentences of one stretch share its time by their lengths in letters, as they share the narrator's breath.

    Args:
        told: in any order.
        film_time: as for `read_transcript`.
    """
    cues = sorted((cue for cue in told if cue.text.strip()), key=lambda cue: cue.span)
    parts = [part for stretch in _stretches(cues) for part in _shared(stretch)]
    return numbered(FilmSentence("", "description", on_film(part.span, film_time), part.text) for part in parts)


def numbered(found: Iterable[FilmSentence]) -> tuple[FilmSentence, ...]:
    """The sentences of a description with their ids, `d0001` on."""
    return tuple(sentence.replace(id=f"d{n:04d}") for n, sentence in enumerate(found, 1))


def is_closed(text: str) -> bool:
    """Whether a text ends with a mark that closes a sentence, and not with an abbreviation."""
    text = text.rstrip()
    return _CLOSED.search(text) is not None and _ABBREVIATED.search(text) is None


def _read(path: Path) -> list[Told]:
    match path.suffix.lower():
        case ".csv" | ".tsv":
            return list(_table(path))
        case ".jsonl":
            return read_records(path, Told)
        case _:
            return [Told(cue.span, cue.text) for cue in read_timed_text(path)]


def _table(path: Path) -> Iterator[Told]:
    text = read_text(path)
    first, _, _ = text.partition("\n")
    # Spreadsheets of countries that write 1,5 for one and a half part columns by semicolons.
    delimiter = next((mark for mark in ("\t", ";") if mark in first), ",")
    rows = csv.reader(io.StringIO(text), delimiter=delimiter)
    header = [name.strip().lower() for name in next(rows, [])]
    missing = [name for name in COLUMNS if name not in header]
    if missing:
        raise CorpusError(
            f"{str(path)!r} has no column {missing[0]!r}; wanted a first line that names {', '.join(COLUMNS)}"
        )
    for row in rows:
        if any(cell.strip() for cell in row):
            yield _row(dict(zip(header, row, strict=False)), f"{str(path)!r}, line {rows.line_num}")


def _row(cells: dict[str, str], where: str) -> Told:
    try:
        return Told(Span(read_time(cells["start"]), read_time(cells["end"])), cells["text"])
    except KeyError as error:
        raise CorpusError(f"{where} lacks its {error.args[0]}; wanted {', '.join(COLUMNS)}") from error
    except RecordError as error:
        raise CorpusError(f"{where}: {error}") from error


def read_time(text: str) -> Seconds:
    """The seconds of a cell: a number, with point or comma, or a clock time.

    Raises:
        RecordError: when it is neither.
    """
    try:
        return float(text.replace(",", "."))
    except ValueError:
        return from_clock(text)


def _stretches(cues: Sequence[Told]) -> list[Told]:
    """Cues joined as long as a sentence runs on."""
    out: list[Told] = []
    for cue in cues:
        out.append(_together(out.pop(), cue) if out and _runs_on(out[-1], cue) else cue)
    return out


def _together(before: Told, after: Told) -> Told:
    span = Span(before.span.start, max(before.span.end, after.span.end))
    return Told(span, f"{before.text.rstrip()} {after.text.lstrip()}")


def _runs_on(before: Told, after: Told) -> bool:
    text = before.text.rstrip()
    if after.span.start - before.span.end >= PAUSE or is_closed(text):
        return False
    return (
        text.endswith(_OPEN_MARKS)
        or text.split()[-1].lower() in _OPEN_WORDS
        or _SMALL.match(after.text.lstrip()) is not None
    )


def _shared(told: Told) -> Iterator[Told]:
    """The sentences of a stretch, each with its share of the time."""
    texts = sentences(" ".join(told.text.split()))
    total, at = sum(map(len, texts)), 0
    for text in texts:
        start = told.span.start + told.span.duration * at / total
        at += len(text)
        yield Told(Span(start, told.span.start + told.span.duration * at / total), text)


def on_film(span: Span, film_time: FilmTime) -> Span:
    """A span on the film's clock; what would be before the film begins with it."""
    start = max(film_time(span.start), 0.0)
    return Span(start, max(film_time(span.end), start))
