"""Reads the intervals that references describe: our own files, and the annotations of CMD-AD, TV-AD and MAD-eval.

The columns of the data sets are those in the public repositories of AutoAD-Zero (`resources/annotations`) and
Shot-by-Shot (also `action_score/gt_actions`), which have all rows in one order. An item's id is the number of its row
from 0, which is `anno_idx` in the files of actions.

| data set | recognised by | film | interval | story (its cast) |
|---|---|---|---|---|
| CMD-AD (AutoAD III) | `cmd_filename` | that, without its year: a clip | `scaled_start`, `scaled_end` | `imdbid` |
| TV-AD (AutoAD-Zero) | `tvad_name` | `imdbid_pe`: an episode | `scaled_start`, `scaled_end` | `imdbid_pe` |
| MAD-eval (Soldan et al. 2022) | `lsmdc_filename` | `movie` | `start`, `end` | `imdbid` or `imdb` |
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from cinescribe.errors import CorpusError, brief
from cinescribe.record import Record
from cinescribe.tables import TableRow, read_table_rows
from cinescribe.timing import Span

_LISTED = 3  # films in a message
_ITEM = r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\""  # a text as Python writes it
_LIST = re.compile(rf"\[\s*(?:(?:{_ITEM})\s*(?:,\s*|(?=\])))*\]")
_ITEMS = re.compile(_ITEM)
_ESCAPED = re.compile(r"\\(.)")


@dataclass(frozen=True)
class DescriptionWindow(Record):
    """An interval of a film that a reference describes.

    Args:
        id: of the item, unique in its file.
        span: when, on the film's clock; None in a file that only has texts.
        film: the film, as its file is called without its suffix; None where the file has one film.
        story: what has one cast and one story: a movie, of which CMD-AD has many clips, or an episode.
        text: the reference; None where it is not given.
        actions: the reference's actions as sentences; None where they are not given.
    """

    id: str
    span: Span | None = None
    film: str | None = None
    story: str | None = None
    text: str | None = None
    actions: tuple[str, ...] | None = None


def read_windows(path: Path) -> tuple[DescriptionWindow, ...]:
    """Read the windows of a file, in its order.

    Args:
        path: CSV, TSV or JSONL, `.gz` or not, with `id`, `start` and `end` in seconds, and perhaps `film` and `text`
            (or `caption`); or an annotation file of CMD-AD, TV-AD or MAD-eval, or the actions of one of them.

    Raises:
        RecordError: when the file cannot be read, is of another form, has no row, or a time is no number.
        CorpusError: when it has an id twice, or a row without an id or of another form.
    """
    rows = read_table_rows(path)
    read = _reader(rows[0])
    windows = tuple(read(at, row) for at, row in enumerate(rows))
    seen: set[str] = set()
    for window, row in zip(windows, rows, strict=True):
        if window.id in seen:
            raise CorpusError(f"{row.where} has the id {brief(window.id)} for the second time; give each its own")
        seen.add(window.id)
    return windows


def windows_of(windows: Sequence[DescriptionWindow], film: str) -> tuple[DescriptionWindow, ...]:
    """Return the windows of one film by time, out of a file that may have many films.

    Args:
        windows: as `read_windows` gives them.
        film: the name of the film's file, without its suffix.

    Raises:
        CorpusError: when none is of this film, or one has no times.
    """
    own = [window for window in windows if window.film is None or window.film == film]
    if not own:
        names = list(dict.fromkeys(str(window.film) for window in windows))
        listed = ", ".join(map(brief, names[:_LISTED]))
        raise CorpusError(
            f"no window is of the film {film!r}; the file has {len(names)} films ({listed}, ...), so give the film's "
            "file one of these names"
        )
    timed = [(window.span, window) for window in own if window.span is not None]
    if len(timed) < len(own):
        bare = next(window for window in own if window.span is None)
        raise CorpusError(f"the window {bare.id!r} has no times; give the annotations with start and end")
    return tuple(window for _, window in sorted(timed, key=lambda each: each[0].start))


def _reader(first: TableRow) -> Callable[[int, TableRow], DescriptionWindow]:
    """The reader of a file's form, which the columns of its first row show."""
    columns = first.cells.keys()
    forms: dict[str, Callable[[int, TableRow], DescriptionWindow]] = {
        "cmd_filename": _cmd_ad,
        "tvad_name": _tv_ad,
        "lsmdc_filename": _mad_eval,
        "gt_action": _actions,
        "id": _own,
    }
    for column, read in forms.items():
        if column in columns:
            return read
    raise CorpusError(
        f"{first.where} has the columns {', '.join(columns)}; expected id, start and end, or the annotations of "
        "CMD-AD, TV-AD or MAD-eval"
    )


def _cmd_ad(at: int, row: TableRow) -> DescriptionWindow:
    film = row.text("cmd_filename").rpartition("/")[2]
    return DescriptionWindow(
        str(at), _span(row, "scaled_start", "scaled_end"), film, row.text("imdbid") or film, row.text("text") or None
    )


def _tv_ad(at: int, row: TableRow) -> DescriptionWindow:
    film = row.text("imdbid_pe")
    return DescriptionWindow(str(at), _span(row, "scaled_start", "scaled_end"), film, film, row.text("text") or None)


def _mad_eval(at: int, row: TableRow) -> DescriptionWindow:
    film = row.text("movie")
    story = row.text("imdbid", "imdb") or film
    return DescriptionWindow(str(at), _span(row, "start", "end"), film, story, row.text("sentence") or None)


def _actions(at: int, row: TableRow) -> DescriptionWindow:
    number = row.text("anno_idx")
    if not number:
        raise CorpusError(f"{row.where} has no anno_idx; expected the number of the row that its actions are of")
    return DescriptionWindow(
        number,
        story=row.text("imdbid") or None,
        text=row.text("text_gt") or None,
        actions=_texts(row.text("gt_action"), row.where),
    )


def _own(at: int, row: TableRow) -> DescriptionWindow:
    film = row.text("film") or None
    id, text = row.text("id"), row.text("text", "caption") or None
    if not id:
        raise CorpusError(f"{row.where} has no id; give each window its own")
    is_timed = "start" in row.cells or "end" in row.cells
    span = _span(row, "start", "end") if is_timed else None
    return DescriptionWindow(id, span, film, row.text("story") or film, text)


def _span(row: TableRow, start: str, end: str) -> Span:
    """The interval; CMD-AD has some that begin up to half a second before their clip."""
    begins, ends = max(row.number(start), 0.0), row.number(end)
    if ends <= begins:
        raise CorpusError(f"{row.where} ends at {ends:g} s and starts at {begins:g} s; expected a start before its end")
    return Span(begins, ends)


def _texts(written: str, where: str) -> tuple[str, ...] | None:
    """The texts of a list as Python writes it; `0` means none."""
    if written == "0":
        return None
    if not _LIST.fullmatch(written):
        raise CorpusError(f"{where} has the actions {brief(written)}; expected a list such as ['He sits.', 'He nods.']")
    return tuple(_ESCAPED.sub(r"\1", item[1:-1]) for item in _ITEMS.findall(written))
