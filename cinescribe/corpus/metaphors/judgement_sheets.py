"""Sheets on which annotators answer questions a to h, alone, and rewrite what was returned."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cinescribe.corpus.commonsense.sheets import FirstPlaces, SheetRow, read_sheet, write_sheet
from cinescribe.corpus.core.corpus import Corpus
from cinescribe.corpus.metaphors.judgements import (
    N_ANNOTATORS,
    MetaphorJudgement,
    answers_of,
    latest_judgements,
    version_of,
)
from cinescribe.errors import CorpusError, RecordError, brief
from cinescribe.metrics.metaphors.typed_times import spans_of
from cinescribe.timing import Seconds

YES, NO = "yes", "no"
_ANSWERS = (
    "a metaphor",
    "b audio needed",
    "c time",
    "d primary concept",
    "e secondary concept",
    "f property",
    "g sentence",
    "h description",
)
COLUMNS = ("annotator", "clip", *_ANSWERS)
_REMARK = "remark"


@dataclass(frozen=True)
class CollectedJudgements:
    """Judgements after sheets were collected.

    Attributes:
        judgements: all versions, the earlier ones first.
        n_new: versions from the sheets.
        n_blank: rows without an answer, or with unchanged ones.
    """

    judgements: tuple[MetaphorJudgement, ...]
    n_new: int
    n_blank: int


def write_judgement_sheet(path: Path, corpus: Corpus, *, annotator: str) -> int:
    """Write a sheet with a row for each clip, without anybody's answers, and return the number of clips.

    Args:
        path: the CSV file to write.
        corpus: the videos.
        annotator: what the person is called in the sheet, such as `p1`.

    Raises:
        CorpusError: when there is no clip, or `annotator` is empty.
        OutputError: when the file cannot be written.
    """
    if not annotator.strip():
        raise CorpusError(f"`annotator` came as {annotator!r}; a name or number is wanted, such as 'p1'")
    if not corpus.clips:
        raise CorpusError(f"{corpus.card.name} has no clip; give one video at least")
    blank = [""] * len(_ANSWERS)
    write_sheet(path, COLUMNS, ((annotator.strip(), clip.id, *blank) for clip in corpus.clips))
    return len(corpus.clips)


def collect_judgements(
    sheets: Sequence[Path],
    corpus: Corpus,
    *,
    at: str,
    earlier: Sequence[MetaphorJudgement] = (),
    n_annotators: int = N_ANNOTATORS,
) -> CollectedJudgements:
    """Return judgements with the first answers of filled sheets added.

    Args:
        sheets: filled sheets of `write_judgement_sheet`.
        corpus: the videos.
        at: the time of the new versions, in UTC, ISO 8601.
        earlier: judgements of other sheets.
        n_annotators: how many may judge a video.

    Raises:
        RecordError: when a sheet cannot be read.
        CorpusError: naming file and line, when an answer is missing or wrong, a time is outside the video, a clip is
            unknown or judged twice by somebody; or when a clip has more annotators.
    """
    known, seen, n_blank = _durations(corpus), _places(earlier), 0
    new: list[MetaphorJudgement] = []
    for row in _rows(sheets):
        clip, annotator = row.needed("clip"), row.needed("annotator")
        seen.claim(clip, annotator, where=row.where, what=f"the judgement of clip {clip!r} by {annotator!r}")
        if any(row.cells[name] for name in _ANSWERS):
            new.append(_judgement(row, known, MetaphorJudgement(clip, annotator, at, False)))
        else:
            n_blank += 1
    together = (*earlier, *new)
    latest_judgements(together, n_annotators=n_annotators)
    return CollectedJudgements(together, len(new), n_blank)


def write_rewrite_sheet(path: Path, judgements: Sequence[MetaphorJudgement], *, annotator: str) -> int:
    """Write a sheet with the answers of one annotator that were returned, with the remarks; return their number.

    Raises:
        CorpusError: when nothing was returned to that annotator.
        OutputError: when the file cannot be written.
    """
    returned = [
        one for one in latest_judgements(judgements).values() if one.state == "returned" and one.by == annotator
    ]
    if not returned:
        raise CorpusError(f"nothing was returned to annotator {annotator!r}; there is nothing to rewrite")
    write_sheet(path, (*COLUMNS, _REMARK), ((one.by, one.clip, *cells_of(one), one.remark or "") for one in returned))
    return len(returned)


def collect_rewrites(
    sheets: Sequence[Path], corpus: Corpus, *, at: str, judgements: Sequence[MetaphorJudgement]
) -> CollectedJudgements:
    """Return judgements with rewritten versions added; rows that nobody changed are only counted.

    Args:
        sheets: changed sheets of `write_rewrite_sheet`.
        corpus: the videos.
        at: the time of the new versions, in UTC, ISO 8601.
        judgements: all versions so far.

    Raises:
        RecordError: when a sheet cannot be read.
        CorpusError: as `collect_judgements`; or when a row is of a judgement that was not returned.
    """
    known, seen, n_same = _durations(corpus), FirstPlaces(), 0
    latest, new = latest_judgements(judgements), list[MetaphorJudgement]()
    for row in _rows(sheets):
        clip, annotator = row.needed("clip"), row.needed("annotator")
        what = f"the judgement of clip {clip!r} by {annotator!r}"
        seen.claim(clip, annotator, where=row.where, what=what)
        before = latest.get((clip, annotator))
        if before is None or before.state != "returned":
            state = "not there" if before is None else before.state
            raise CorpusError(f"{row.where} has {what}, which is {state}; rewrite only what was returned")
        form = MetaphorJudgement(
            clip, annotator, at, False, before.round + 1, state="rewritten", replaces=version_of(before)
        )
        after = _judgement(row, known, form)
        if answers_of(after) == answers_of(before):
            n_same += 1
        else:
            new.append(after)
    return CollectedJudgements((*judgements, *new), len(new), n_same)


def cells_of(one: MetaphorJudgement) -> tuple[str, ...]:
    """Return the answers to a to h as the cells of a sheet."""
    audio = "" if one.audio is None else _word(one.audio)
    concepts = (one.primary, one.secondary, one.property, one.caption, one.description)
    return (_word(one.is_metaphor), audio, one.time or "", *(cell or "" for cell in concepts))


def yes_or_no(row: SheetRow, column: str) -> bool:
    """Return the answer of a cell, `yes` or `no` in any case, or their first letters.

    Raises:
        CorpusError: when it is empty or anything else.
    """
    answer = row.needed(column).lower()
    for word in (YES, NO):
        if answer in {word, word[0]}:
            return word == YES
    raise CorpusError(f"{row.where} has {brief(row.cells[column])} under {column!r}; {YES!r} or {NO!r} is wanted")


def _rows(sheets: Sequence[Path]) -> Iterator[SheetRow]:
    for sheet in sheets:
        yield from read_sheet(sheet, COLUMNS)


def _judgement(row: SheetRow, known: Mapping[str, Seconds], form: MetaphorJudgement) -> MetaphorJudgement:
    """The answers of a row, in the form of a plain judgement of the same version."""
    if form.clip not in known:
        raise CorpusError(f"{row.where} has clip {form.clip!r}, which is none of the videos; correct it")
    is_metaphor = yes_or_no(row, "a metaphor")
    time = row.cells["c time"]
    try:
        return form.replace(
            is_metaphor=is_metaphor,
            audio=yes_or_no(row, "b audio needed") if is_metaphor or row.cells["b audio needed"] else None,
            spans=spans_of(time, duration=known[form.clip]) if time else (),
            time=time or None,
            primary=row.cells["d primary concept"] or None,
            secondary=row.cells["e secondary concept"] or None,
            property=row.cells["f property"] or None,
            caption=row.cells["g sentence"] or None,
            description=row.cells["h description"] or None,
        )
    except RecordError as error:
        raise CorpusError(f"{row.where}: {error}") from error
    except CorpusError as error:
        raise error if row.where in str(error) else CorpusError(f"{row.where}: {error}") from error


def _durations(corpus: Corpus) -> dict[str, Seconds]:
    return {clip.id: clip.span.duration for clip in corpus.clips}


def _places(judgements: Sequence[MetaphorJudgement]) -> FirstPlaces:
    seen = FirstPlaces()
    for clip, annotator in latest_judgements(judgements):
        seen.claim(clip, annotator, where="the judgements that were there before", what="")
    return seen


def _word(answer: bool) -> str:
    return YES if answer else NO
