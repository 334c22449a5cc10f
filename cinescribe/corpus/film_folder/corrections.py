"""Corrections by hand: a table of all sentences that people edit, merged into every rebuilding and never lost.

Each row has what may be edited, and beside it what was there before; only cells that differ from what they were count.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cinescribe.corpus.core.sentences import FilmSentence
from cinescribe.corpus.narration.transcripts import read_time
from cinescribe.errors import CorpusError, RecordError
from cinescribe.store import read_text, write_text
from cinescribe.timing import Seconds, Span

CORRECTIONS = "corrections.tsv"  # in a corpus
COLUMNS = ("film", "sentence", "start", "end", "text", "keep", "was_start", "was_end", "was_text", "was_keep", "note")
YES, NO = "yes", "no"
BY_HAND = "left out by hand"
SAME: Seconds = 0.25  # a time found anew that is this near to what it was is the same


@dataclass(frozen=True)
class Cells:
    """What can be edited of a sentence: its time on the film's clock, its text, and whether it becomes a clip."""

    span: Span
    text: str
    keep: bool


@dataclass(frozen=True)
class Row:
    """A sentence in the table.

    Args:
        film, sentence: ids.
        now: as it stands there, edited or not.
        was: as it was found when it was edited.
        note: why an edit was not applied, or why the sentence becomes no clip; never read.
        where: the file and line it was read from.
    """

    film: str
    sentence: str
    now: Cells
    was: Cells
    note: str = ""
    where: str = ""

    @property
    def is_edited(self) -> bool:
        """Whether somebody changed a cell."""
        return self.now != self.was


@dataclass(frozen=True)
class Merged:
    """Sentences with the corrections that fit them.

    Attributes:
        sentences: of each film, in the order in which they came.
        rows: the table as it is to be written: a row for each sentence, then those whose edit fits none.
        unused: why each of these edits was not applied, in words.
    """

    sentences: dict[str, tuple[FilmSentence, ...]]
    rows: tuple[Row, ...]
    unused: tuple[str, ...]


def read_corrections(path: Path) -> tuple[Row, ...]:
    """The rows of a table of corrections; none where there is no such file.

    Raises:
        RecordError: when the file cannot be read.
        CorpusError: naming the line that lacks a cell, or whose times or `keep` are none.
    """
    if not Path(path).exists():
        return ()
    lines = csv.reader(io.StringIO(read_text(path)), delimiter="\t", strict=True)
    try:
        header = [name.strip().lower() for name in next(lines, [])]
        missing = next((name for name in COLUMNS[:-1] if name not in header), None)
        if missing is not None:
            raise CorpusError(f"{str(path)!r} has no column {missing!r}; its first line must be {' '.join(COLUMNS)}")
        return tuple(
            _read(dict(zip(header, cells, strict=False)), f"{str(path)!r}, line {lines.line_num}")
            for cells in lines
            if any(cell.strip() for cell in cells)
        )
    except csv.Error as error:
        raise CorpusError(f"{str(path)!r}, line {lines.line_num}: {error}; mend the quotation marks there") from error


def merged(found: Mapping[str, Sequence[FilmSentence]], rows: Iterable[Row]) -> Merged:
    """Sentences as they were found, with what people corrected.

    An edited time counts as set by a person (it has no score, and its clip no padding), an edited `keep` overrules
    every rule. An edit of a sentence that is gone, or is now found with another text or at another time, is not
    applied: it is told, and stays in the table until somebody takes it out.

    Args:
        found: the sentences of each film.
        rows: as read.

    Raises:
        CorpusError: when two edits fit one sentence.
    """
    edits: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        if row.is_edited:
            edits.setdefault((row.film, row.sentence), []).append(row)
    sentences: dict[str, tuple[FilmSentence, ...]] = {}
    table: list[Row] = []
    left: list[Row] = []
    for film, told in found.items():
        pairs = [_merged(film, sentence, edits.pop((film, sentence.id), []), left) for sentence in told]
        sentences[film] = tuple(sentence for sentence, _ in pairs)
        table += [row for _, row in pairs]
    left += [replace(row, note="the sentence is gone") for gone in edits.values() for row in gone]
    unused = tuple(f"{row.where}: the edit of {row.sentence!r} of {row.film!r} waits: {row.note}" for row in left)
    return Merged(sentences, (*table, *left), unused)


def write_corrections(path: Path, rows: Iterable[Row]) -> None:
    """Write a table for people to edit.

    Raises:
        OutputError: when it cannot be written.
    """
    out = io.StringIO()
    writer = csv.writer(out, delimiter="\t", lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows((row.film, row.sentence, *_written(row.now), *_written(row.was), row.note) for row in rows)
    write_text(path, out.getvalue())


def _merged(film: str, sentence: FilmSentence, edits: Sequence[Row], left: list[Row]) -> tuple[FilmSentence, Row]:
    """The sentence with the edit that fits it, and its row; edits that do not fit are added to `left`."""
    fresh = Cells(_rounded(sentence.span), " ".join(sentence.text.split()), sentence.left_out is None)
    fitting = [row for row in edits if _fits(row, fresh)]
    if len(fitting) > 1:
        raise CorpusError(f"{fitting[1].where} edits what {fitting[0].where} edits already; keep one of the two")
    note = f"it is now {fresh.span.start} to {fresh.span.end} s, {fresh.text!r}"
    left += [replace(row, note=note) for row in edits if row not in fitting]
    row = _renewed(fitting[0], fresh) if fitting else Row(film, sentence.id, fresh, fresh)
    sentence = _corrected(sentence, row)
    return sentence, replace(row, note=sentence.left_out or "")


def _renewed(row: Row, fresh: Cells) -> Row:
    """The row with what was found anew, but for the cells that were edited: they keep what they were, too."""
    edited = [name for name in ("span", "text", "keep") if getattr(row.now, name) != getattr(row.was, name)]
    now = replace(fresh, **{name: getattr(row.now, name) for name in edited})
    return replace(row, now=now, was=replace(fresh, **{name: getattr(row.was, name) for name in edited}))


def _corrected(sentence: FilmSentence, row: Row) -> FilmSentence:
    """The sentence with the edited cells of its row."""
    if row.now.span != row.was.span:
        sentence = sentence.replace(span=row.now.span, score=None)
    if row.now.text != row.was.text:
        sentence = sentence.replace(text=row.now.text)
    if row.now.keep != row.was.keep:
        sentence = sentence.replace(left_out=None if row.now.keep else BY_HAND)
    return sentence


def _fits(row: Row, fresh: Cells) -> bool:
    """Whether a sentence is still what was edited, or has become what it was edited to."""
    return fresh.text in (row.was.text, row.now.text) and any(
        max(abs(fresh.span.start - span.start), abs(fresh.span.end - span.end)) <= SAME
        for span in (row.was.span, row.now.span)
    )


def _read(cells: Mapping[str, str], where: str) -> Row:
    lacking = next((name for name in COLUMNS[:-1] if not cells.get(name, "").strip()), None)
    if lacking is not None:
        raise CorpusError(f"{where} has nothing in {lacking!r}; to leave a sentence out, write {NO!r} in 'keep'")
    now, was = (
        Cells(
            _span(cells[f"{before}start"], cells[f"{before}end"], where),
            " ".join(cells[f"{before}text"].split()),
            _keep(cells[f"{before}keep"], where),
        )
        for before in ("", "was_")
    )
    return Row(cells["film"].strip(), cells["sentence"].strip(), now, was, where=where)


def _span(start: str, end: str, where: str) -> Span:
    try:
        return Span(read_time(start), read_time(end))
    except RecordError as error:
        raise CorpusError(f"{where}: {error}") from error


def _keep(cell: str, where: str) -> bool:
    if cell.strip().lower() not in (YES, NO):
        raise CorpusError(f"{where} has {cell.strip()!r} in 'keep'; {YES!r} or {NO!r} is wanted")
    return cell.strip().lower() == YES


def _rounded(span: Span) -> Span:
    """A span as the table shows it: to the millisecond."""
    return Span(round(span.start, 3), round(span.end, 3))


def _written(cells: Cells) -> Iterator[str]:
    yield from (f"{cells.span.start:.3f}", f"{cells.span.end:.3f}", cells.text, YES if cells.keep else NO)
