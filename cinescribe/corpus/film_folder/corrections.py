"""Corrections by hand: a table of all sentences that people edit, applied whenever the corpus is built again.

Each row has the cells that people may edit, and beside them the automatic values; only cells that differ are edits.
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
from cinescribe.input_files import read_text
from cinescribe.parsing import table_rows
from cinescribe.store import write_text
from cinescribe.timing import Seconds, Span

CORRECTIONS_FILE = "corrections.tsv"  # in a corpus
CORRECTION_COLUMNS = (
    "film",
    "sentence",
    "start",
    "end",
    "text",
    "keep",
    "was_start",
    "was_end",
    "was_text",
    "was_keep",
    "note",
)
YES, NO = "yes", "no"
LEFT_OUT_BY_HAND = "left out by hand"
_TOLERANCE: Seconds = 0.25  # a new time this close to the old one counts as unchanged


@dataclass(frozen=True)
class _Cells:
    """The cells of a sentence that people may edit: its time on the film's clock, its text, whether to make a clip."""

    span: Span
    text: str
    keep: bool


@dataclass(frozen=True)
class CorrectionRow:
    """A sentence in the table.

    Args:
        film: id of the film.
        sentence: id of the sentence.
        now: current cells, edited or not.
        was: automatic cells at the time of the edit.
        note: why an edit was not applied, or why the sentence becomes no clip; written but never read.
        where: file and line of the row.
    """

    film: str
    sentence: str
    now: _Cells
    was: _Cells
    note: str = ""
    where: str = ""

    @property
    def is_edited(self) -> bool:
        """Whether a person changed a cell."""
        return self.now != self.was


@dataclass(frozen=True)
class MergedCorrections:
    """Sentences with the corrections that fit them.

    Attributes:
        sentences: sentences of each film, in their original order.
        rows: the new table: a row for each sentence, then the rows whose edit fits no sentence.
        unused: a message about each edit that was not applied.
    """

    sentences: dict[str, tuple[FilmSentence, ...]]
    rows: tuple[CorrectionRow, ...]
    unused: tuple[str, ...]


def read_corrections(path: Path) -> tuple[CorrectionRow, ...]:
    """Return the rows of a table of corrections, none if the file does not exist.

    Raises:
        RecordError: if the file cannot be read, or a quotation mark is out of place.
        CorpusError: if a line lacks a cell, or has an invalid time or `keep`; the message names the line.
    """
    if not Path(path).exists():
        return ()
    lines = table_rows(read_text(path), repr(str(path)), delimiter="\t")
    header = [name.strip().lower() for name in next(lines, (1, []))[1]]
    missing = next((name for name in CORRECTION_COLUMNS[:-1] if name not in header), None)
    if missing is not None:
        raise CorpusError(
            f"{str(path)!r} has no column {missing!r}; its first line must be {' '.join(CORRECTION_COLUMNS)}"
        )
    return tuple(
        _read_row(dict(zip(header, cells, strict=False)), f"{str(path)!r}, line {number}")
        for number, cells in lines
        if any(cell.strip() for cell in cells)
    )


def merge_corrections(found: Mapping[str, Sequence[FilmSentence]], rows: Iterable[CorrectionRow]) -> MergedCorrections:
    """Apply people's corrections to the sentences of films.

    An edited time counts as set by a person: it has no score, and its clip no padding. An edited `keep` overrules every
    rule. An edit of a sentence that no longer exists, or now has another text or time, is not applied: it is reported,
    and stays in the table until a person removes it.

    Args:
        found: automatic sentences of each film.
        rows: rows of the table of corrections.

    Raises:
        CorpusError: if two edits fit one sentence.
    """
    edits: dict[tuple[str, str], list[CorrectionRow]] = {}
    for row in rows:
        if row.is_edited:
            edits.setdefault((row.film, row.sentence), []).append(row)
    sentences: dict[str, tuple[FilmSentence, ...]] = {}
    table: list[CorrectionRow] = []
    unfit: list[CorrectionRow] = []
    for film, of_film in found.items():
        pairs = [_merged(film, sentence, edits.pop((film, sentence.id), []), unfit) for sentence in of_film]
        sentences[film] = tuple(sentence for sentence, _ in pairs)
        table += [row for _, row in pairs]
    unfit += [replace(row, note="the sentence is gone") for gone in edits.values() for row in gone]
    unused = tuple(f"{row.where}: the edit of {row.sentence!r} of {row.film!r} waits: {row.note}" for row in unfit)
    return MergedCorrections(sentences, (*table, *unfit), unused)


def write_corrections(path: Path, rows: Iterable[CorrectionRow]) -> None:
    """Write a table of corrections for people to edit.

    Raises:
        OutputError: if it cannot be written.
    """
    out = io.StringIO()
    writer = csv.writer(out, delimiter="\t", lineterminator="\n")
    writer.writerow(CORRECTION_COLUMNS)
    writer.writerows((row.film, row.sentence, *_written(row.now), *_written(row.was), row.note) for row in rows)
    write_text(path, out.getvalue())


def _merged(
    film: str, sentence: FilmSentence, edits: Sequence[CorrectionRow], unfit: list[CorrectionRow]
) -> tuple[FilmSentence, CorrectionRow]:
    """Return the sentence with the edit that fits it, and its row; add the other edits to `unfit`."""
    fresh = _Cells(_rounded(sentence.span), " ".join(sentence.text.split()), sentence.left_out is None)
    fitting = [row for row in edits if _fits(row, fresh)]
    if len(fitting) > 1:
        raise CorpusError(f"{fitting[1].where} edits what {fitting[0].where} edits already; keep one of the two")
    note = f"it is now {fresh.span.start} to {fresh.span.end} s, {fresh.text!r}"
    unfit += [replace(row, note=note) for row in edits if row not in fitting]
    row = _renewed(fitting[0], fresh) if fitting else CorrectionRow(film, sentence.id, fresh, fresh)
    sentence = _corrected(sentence, row)
    return sentence, replace(row, note=sentence.left_out or "")


def _renewed(row: CorrectionRow, fresh: _Cells) -> CorrectionRow:
    """Return the row with new automatic cells; edited cells and their old values stay."""
    edited = [name for name in ("span", "text", "keep") if getattr(row.now, name) != getattr(row.was, name)]
    now = replace(fresh, **{name: getattr(row.now, name) for name in edited})
    return replace(row, now=now, was=replace(fresh, **{name: getattr(row.was, name) for name in edited}))


def _corrected(sentence: FilmSentence, row: CorrectionRow) -> FilmSentence:
    """Return the sentence with the edited cells of its row."""
    if row.now.span != row.was.span:
        sentence = sentence.replace(span=row.now.span, score=None)
    if row.now.text != row.was.text:
        sentence = sentence.replace(text=row.now.text)
    if row.now.keep != row.was.keep:
        sentence = sentence.replace(left_out=None if row.now.keep else LEFT_OUT_BY_HAND)
    return sentence


def _fits(row: CorrectionRow, fresh: _Cells) -> bool:
    """Whether a sentence still has its text and time from before the edit, or already those of the edit."""
    return fresh.text in (row.was.text, row.now.text) and any(
        max(abs(fresh.span.start - span.start), abs(fresh.span.end - span.end)) <= _TOLERANCE
        for span in (row.was.span, row.now.span)
    )


def _read_row(cells: Mapping[str, str], where: str) -> CorrectionRow:
    lacking = next((name for name in CORRECTION_COLUMNS[:-1] if not cells.get(name, "").strip()), None)
    if lacking is not None:
        raise CorpusError(f"{where} has nothing in {lacking!r}; to leave a sentence out, write {NO!r} in 'keep'")
    now, was = (
        _Cells(
            _span(cells[f"{before}start"], cells[f"{before}end"], where),
            " ".join(cells[f"{before}text"].split()),
            _keep(cells[f"{before}keep"], where),
        )
        for before in ("", "was_")
    )
    return CorrectionRow(cells["film"].strip(), cells["sentence"].strip(), now, was, where=where)


def _span(start: str, end: str, where: str) -> Span:
    try:
        return Span(read_time(start), read_time(end))
    except RecordError as error:
        raise CorpusError(f"{where}: {error}") from error


def _keep(cell: str, where: str) -> bool:
    if cell.strip().lower() not in (YES, NO):
        raise CorpusError(f"{where} has {cell.strip()!r} in 'keep'; expected {YES!r} or {NO!r}")
    return cell.strip().lower() == YES


def _rounded(span: Span) -> Span:
    """Round a span to the millisecond, as in the table."""
    return Span(round(span.start, 3), round(span.end, 3))


def _written(cells: _Cells) -> Iterator[str]:
    yield from (f"{cells.span.start:.3f}", f"{cells.span.end:.3f}", cells.text, YES if cells.keep else NO)
