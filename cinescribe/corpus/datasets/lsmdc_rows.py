"""Reads the lines of LSMDC's annotation files: clip names, times, sentences, and the people of their blanks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cinescribe.corpus.film_folder.anonymise import SOMEONE
from cinescribe.errors import CorpusError
from cinescribe.language.tokens.vocabulary import BLANK
from cinescribe.tables import read_tab_lines
from cinescribe.timing import Seconds, Span

N_TIMES = 4  # columns between name and sentence: aligned start and end, extracted start and end
NO_BLANKS = "_"  # instead of ids, for a sentence without people
_CLOCK = re.compile(r"(\d{1,4})[.:](\d\d)[.:](\d\d)[.,](\d{1,3})")
# The challenges write `SOMEONE` (task 1, LSMDC16) or `[...]` (fill-in task) for a person without an id.
FILL_IN = "[...]"
_BLANK = re.compile(rf"{re.escape(FILL_IN)}|\b{SOMEONE}\b")
# Ids are `[3009_PERSON13]` or, in other releases, `[PERSON13]` or `PERSON13`.
_ID = re.compile(r"\[?\b(?:\d+_)?PERSON\d+\b\]?")


@dataclass(frozen=True)
class Row:
    """One sentence about a clip.

    Args:
        clip: the clip's name, as `0001_American_Beauty_00.00.51.926-00.00.54.129`.
        span: of the clip in the film.
        text: the sentence with a blank for each person; None in the blind test.
        paraphrase: the shorter sentence of the retrieval task, with blanks likewise.
        people: the person of each blank, as named in the files, None for a person without an id; empty where the
            files have no ids at all.
        where: the file and line, for errors.
    """

    clip: str
    span: Span
    text: str | None
    paraphrase: str | None
    people: tuple[str | None, ...]
    where: str

    @property
    def film(self) -> str:
        """The film's name: the clip's name without the times."""
        return self.clip.rpartition("_")[0]


def read_annotation_rows(captions: Path, *, people: Path | None = None) -> list[Row]:
    """Read the sentences of an annotation file.

    Its columns are clip, aligned start and end, extracted start and end, sentence, and optionally a paraphrase.

    Args:
        captions: as `LSMDC16_annos_training.csv`, or `..._someone.csv`, or `..._blank.csv`.
        people: ids of the blanks, a line for each line of the captions, as `..._onlyIDs_NEW.csv`: the clip first, the
            ids last, separated by commas, `_` for none. If there are as many ids as `[...]`, they belong to those,
            and each `SOMEONE` stays a blank.

    Raises:
        RecordError: when a file cannot be read.
        CorpusError: naming the file and line that is malformed.
    """
    lines = list(read_tab_lines(captions))
    if people is None:
        return [_row(fields, where) for where, fields in lines]
    id_lines = list(read_tab_lines(people))
    if len(id_lines) != len(lines):
        raise CorpusError(
            f"{str(people)!r} has {len(id_lines)} lines, but {str(captions)!r} has {len(lines)}; "
            "give the files of one release"
        )
    return [
        _with_people(_row(line, place), _BLANK.findall("".join(line[1 + N_TIMES : 2 + N_TIMES])), fields, where)
        for (place, line), (where, fields) in zip(lines, id_lines, strict=True)
    ]


def _row(fields: Sequence[str], where: str) -> Row:
    if not 1 + N_TIMES <= len(fields) <= 3 + N_TIMES:
        raise CorpusError(f"{where} has {len(fields)} columns; expected clip, four times, sentence, tabs between them")
    clip, _, _, start, end, *texts = fields
    if not clip.rpartition("_")[0]:
        raise CorpusError(
            f"{where} has the clip {clip!r}; expected a film's name and times, as 0001_Film_00.00.51.926-00.00.54.129"
        )
    span_start, span_end = _seconds(start, where), _seconds(end, where)
    if span_start >= span_end:
        raise CorpusError(f"{where} has a clip from {start} to {end}; expected one that lasts")
    blanked = [_blanked(text) for text in texts]
    text, paraphrase = (*blanked, None, None)[:2]
    return Row(clip, Span(span_start, span_end), text, paraphrase, _named(texts), where)


def _named(texts: Sequence[str]) -> tuple[str | None, ...]:
    """Return the people that a sentence names itself, if it has no blanks."""
    return () if not texts or _BLANK.search(texts[0]) else tuple(_bare(name) for name in _ID.findall(texts[0]))


def _with_people(row: Row, marks: Sequence[str], fields: Sequence[str], where: str) -> Row:
    """Return the row with the people of its blanks; `marks` are the blanks as written in its sentence."""
    if len(fields) < 2 or fields[0] != row.clip:
        raise CorpusError(
            f"{where} is of {fields[0]!r}, but {row.where} of {row.clip!r}; give the files of one release"
        )
    ids = [] if fields[-1] == NO_BLANKS else [_bare(name) for name in fields[-1].split(",")]
    if len(ids) == marks.count(FILL_IN):
        following = iter(ids)
        return replace(row, people=tuple(next(following) if mark == FILL_IN else None for mark in marks) if ids else ())
    n_blanks = (row.text or "").count(BLANK)
    if len(ids) != n_blanks:
        raise CorpusError(f"{where} has {len(ids)} people for the {n_blanks} blanks of {row.where}; expected one each")
    return replace(row, people=tuple(ids))


def _blanked(text: str) -> str | None:
    return _ID.sub(BLANK, _BLANK.sub(BLANK, text)) or None


def _bare(name: str) -> str:
    return name.strip().strip("[]").strip()


def _seconds(text: str, where: str) -> Seconds:
    found = _CLOCK.fullmatch(text)
    if found is None:
        raise CorpusError(f"{where} has the time {text!r}; expected hours, minutes, seconds, as 01.02.27.034")
    hours, minutes, seconds, fraction = found.groups()
    return int(hours) * 3600 + int(minutes) * 60 + float(f"{seconds}.{fraction}")
