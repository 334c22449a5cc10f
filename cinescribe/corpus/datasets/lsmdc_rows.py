"""The lines of LSMDC's annotation files: a clip's name, its times, a sentence, and who its blanks are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cinescribe.corpus.core.tab_lines import read_lines
from cinescribe.corpus.film_folder.anonymise import SOMEONE
from cinescribe.errors import CorpusError
from cinescribe.language.tokens.vocabulary import BLANK
from cinescribe.timing import Seconds, Span

N_TIMES = 4  # columns between name and sentence: aligned start and end, extracted start and end
NO_BLANKS = "_"  # instead of ids, for a sentence that names nobody
_CLOCK = re.compile(r"(\d+)[.:](\d\d)[.:](\d\d)[.,](\d{1,3})")
# How the challenges leave people open: task 1 and LSMDC16 `SOMEONE`, the fill-in task `[...]`.
ASKED = "[...]"
_OPEN = re.compile(rf"{re.escape(ASKED)}|\b{SOMEONE}\b")
# How they tell them: `[3009_PERSON13]` and, in other releases, `[PERSON13]` or `PERSON13`.
_TOLD = re.compile(r"\[?\b(?:\d+_)?PERSON\d+\b\]?")


@dataclass(frozen=True)
class Row:
    """One sentence about a clip.

    Args:
        clip: the clip's name, as `0001_American_Beauty_00.00.51.926-00.00.54.129`.
        span: the stretch of the film that was cut out as the clip.
        text: the sentence with a blank for each person; None where it is kept back (blind test).
        paraphrase: the shorter sentence of the retrieval task, blanks likewise.
        people: who fills the sentence's blanks, as the files call them, None for whom they leave open; empty where
            they do not say.
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
        """The film's name: the clip's without its times."""
        return self.clip.rpartition("_")[0]


def read_rows(captions: Path, *, people: Path | None = None) -> list[Row]:
    """The sentences of an annotation file, tabs between columns and no quoting.

    Columns are clip, aligned start and end, extracted start and end, sentence, and perhaps a paraphrase.

    Args:
        captions: as `LSMDC16_annos_training.csv`, or `..._someone.csv`, or `..._blank.csv`.
        people: ids of the blanks, a line for each line of the captions, as `..._onlyIDs_NEW.csv`: the clip first, the
            ids last, between commas, `_` for none. Where there are as many as there are `[...]`, they are of those,
            and each `SOMEONE` stays open.

    Raises:
        RecordError: when a file cannot be read.
        CorpusError: naming the file and line that is not so.
    """
    lines = list(read_lines(captions))
    if people is None:
        return [_row(fields, where) for where, fields in lines]
    told = list(read_lines(people))
    if len(told) != len(lines):
        raise CorpusError(
            f"{str(people)!r} has {len(told)} lines, but {str(captions)!r} {len(lines)}; give the files of one release"
        )
    return [
        _with_people(_row(line, at), _OPEN.findall("".join(line[1 + N_TIMES : 2 + N_TIMES])), fields, where)
        for (at, line), (where, fields) in zip(lines, told, strict=True)
    ]


def _row(fields: Sequence[str], where: str) -> Row:
    if not 1 + N_TIMES <= len(fields) <= 3 + N_TIMES:
        raise CorpusError(f"{where} has {len(fields)} columns; wanted clip, four times, sentence, tabs between them")
    clip, _, _, start, end, *texts = fields
    if not clip.rpartition("_")[0]:
        raise CorpusError(
            f"{where} has the clip {clip!r}; wanted a film's name and times, as 0001_Film_00.00.51.926-00.00.54.129"
        )
    begins, ends = _seconds(start, where), _seconds(end, where)
    if begins >= ends:
        raise CorpusError(f"{where} has a clip from {start} to {end}; wanted one that lasts")
    blanked = [_blanked(text) for text in texts]
    text, paraphrase = (*blanked, None, None)[:2]
    return Row(clip, Span(begins, ends), text, paraphrase, _named(texts), where)


def _named(texts: Sequence[str]) -> tuple[str | None, ...]:
    """The people whom a sentence names itself, unless it leaves others open."""
    return () if not texts or _OPEN.search(texts[0]) else tuple(_bare(told) for told in _TOLD.findall(texts[0]))


def _with_people(row: Row, marks: Sequence[str], fields: Sequence[str], where: str) -> Row:
    """The row with who its blanks are; `marks` are the blanks as its sentence has them."""
    if len(fields) < 2 or fields[0] != row.clip:
        raise CorpusError(
            f"{where} is of {fields[0]!r}, but {row.where} of {row.clip!r}; give the files of one release"
        )
    told = [] if fields[-1] == NO_BLANKS else [_bare(who) for who in fields[-1].split(",")]
    if len(told) == marks.count(ASKED):
        given = iter(told)
        return replace(row, people=tuple(next(given) if mark == ASKED else None for mark in marks) if told else ())
    n_blanks = (row.text or "").count(BLANK)
    if len(told) != n_blanks:
        raise CorpusError(
            f"{where} has {len(told)} people for the {n_blanks} blanks of {row.where}; one each is wanted"
        )
    return replace(row, people=tuple(told))


def _blanked(text: str) -> str | None:
    return _TOLD.sub(BLANK, _OPEN.sub(BLANK, text)) or None


def _bare(who: str) -> str:
    return who.strip().strip("[]").strip()


def _seconds(written: str, where: str) -> Seconds:
    found = _CLOCK.fullmatch(written)
    if found is None:
        raise CorpusError(f"{where} has the time {written!r}; wanted hours, minutes, seconds, as 01.02.27.034")
    hours, minutes, seconds, fraction = found.groups()
    return int(hours) * 3600 + int(minutes) * 60 + float(f"{seconds}.{fraction}")
