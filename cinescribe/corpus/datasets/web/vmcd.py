"""Reads and writes metaphors of videos (VMCD): a table with a row for each annotator's metaphor.

VMCD has three sentences a video, `primary concept is as property as secondary concept`, and the answers that led to
them ("Unveiling the Invisible", section 3 and appendix A.1). The columns written here are our own and follow its
questions; `vmcd_release` reads the files of its authors, which have only the sentences.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cinescribe.corpus.core.clip_faults import captions_of
from cinescribe.corpus.core.corpus import Corpus, CorpusCard
from cinescribe.corpus.datasets.sidecar_annotations import AnnotatedCorpus, AnnotatedMetaphor
from cinescribe.corpus.datasets.video_files import video_lengths
from cinescribe.corpus.datasets.web.vmcd_release import (
    RELEASE_SPLITS,
    captions_side_by_side,
    is_side_by_side,
    split_captions,
)
from cinescribe.corpus.datasets.web.web_videos import Video, as_corpus, source_span, write_with_videos
from cinescribe.errors import CorpusError, RecordError
from cinescribe.input_files import read_text
from cinescribe.metrics.embedding.metaphor import metaphor
from cinescribe.metrics.metaphors.typed_times import spans_of
from cinescribe.parsing import parse_float, table_rows
from cinescribe.tables import write_table
from cinescribe.timing import Seconds, Span

_CARD = CorpusCard(
    "vmcd",
    'Video Metaphor Captioning Dataset ("Unveiling the Invisible: Captioning Videos with Metaphors", 2024)',
    "the paper names none; the videos are their owners'",
)
VMCD_COLUMNS = (
    "video_id",
    "split",
    "url",
    "start",
    "end",
    "annotator",
    "primary_concept",
    "property",
    "secondary_concept",
    "caption",
    "description",
    "metaphor_time",
    "audio_needed",
)
_ONE_SPLIT = "all"  # the split of a single table without a column for it
_NO_LETTER = re.compile(r"[\W_]+")
_YES, _NO = "yes", "no"


@dataclass(frozen=True)
class _Row:
    """A row of a table; its cells by column, `""` for a missing column."""

    where: str
    cells: dict[str, str]

    def __getitem__(self, column: str) -> str:
        return self.cells.get(column, "")


def build_vmcd(folder: Path, annotations: Path, *, films: Path | None = None) -> Corpus:
    """Build a corpus of metaphors, with the annotators' answers in `metaphors.jsonl`.

    Columns may be in any order and letter case, with spaces for underscores. `video_id` and `caption` are required, or
    `unique_id` and `annotator_1` and so on, as the authors have them. Missing concepts are parsed from the caption, if
    it follows the template. Each video is a film with one clip. Without `start` and `end` (seconds) its duration is
    that of its file.

    Args:
        folder: where to write.
        annotations: the table, or a folder of tables; a table without a column `split` is a split with its own name.
            In a folder of the authors, splits are those of `train.json`, `val.json` and `test_questions.jsonl`, which
            may also be there without a table.
        films: the folder of the videos, each `video_id.mp4` or with another video suffix; by default that of the table.

    Raises:
        RecordError: when a table cannot be read.
        CorpusError: when a row is malformed, a video is in two splits or in none, the duration of a video is unknown,
            or `films` has none of the videos.
    """
    annotations = Path(annotations)
    by_video: dict[str, list[_Row]] = {}
    for row in _rows_of_folder(annotations) if annotations.is_dir() else _rows(annotations, _ONE_SPLIT):
        by_video.setdefault(row["videoid"], []).append(row)
    if not by_video:
        raise CorpusError(f"{str(annotations)!r} has no video; expected a table with columns {', '.join(VMCD_COLUMNS)}")
    beside = annotations if annotations.is_dir() else annotations.parent
    lengths = video_lengths(films or beside, (id for id, rows in by_video.items() if not rows[0]["end"]))
    corpus = as_corpus(
        _CARD,
        [_video(rows, lengths.get(id)) for id, rows in by_video.items()],
        {id: [row["caption"] for row in rows if row["caption"]] for id, rows in by_video.items()},
    )
    durations = {film.id: film.duration for film in corpus.corpus.films}
    metaphors = tuple(
        item for id, rows in by_video.items() for row in rows for item in _metaphors(row, duration=durations[id])
    )
    whole = replace(corpus, metaphors=metaphors)
    return write_with_videos(folder, whole, films=films, annotations=annotations).corpus


def write_vmcd(annotated: AnnotatedCorpus, path: Path) -> None:
    """Write a corpus as one table, a row for each caption; each clip becomes a video of its own.

    Not written: the people in view, genres, which clips are of one film, and the films' files.

    Raises:
        CorpusError: when a metaphor's caption is none of its clip.
        OutputError: when the file cannot be written.
    """
    unused: dict[tuple[str, str], list[AnnotatedMetaphor]] = {}
    for item in annotated.metaphors:
        unused.setdefault((item.clip, item.caption), []).append(item)
    splits = {film.id: film.split for film in annotated.corpus.films}
    sources = {source.film: source for source in annotated.sources}
    rows: list[tuple[object, ...]] = []
    for clip in annotated.corpus.clips:
        source, span = sources.get(clip.film), source_span(clip, sources.get(clip.film))
        place = (clip.id, splits[clip.film], "" if source is None else source.url, span.start, span.end)
        for caption in captions_of(clip) or ("",):
            found = unused.get((clip.id, caption))
            rows.append((*place, *_cells(found.pop(0) if found else None, caption)))
    left = next((item for items in unused.values() for item in items), None)
    if left is not None:
        raise CorpusError(
            f"a line of metaphors.jsonl is about {left.caption!r} of clip {left.clip!r}, which the clip lacks, or "
            "which another line is about; give the clip that caption once more, or leave the line out"
        )
    write_table(path, VMCD_COLUMNS, rows)


def _rows_of_folder(folder: Path) -> Iterator[_Row]:
    """Yield the rows of the tables of a folder, with the splits of the authors' files if these are there."""
    released = split_captions(folder)
    splits = {one.video: one.split for one in released}
    tables = sorted(folder.glob("*.csv"))
    for path in tables:
        for row in _rows(path, path.stem):
            if splits and row["videoid"] not in splits:
                named = ", ".join(sorted(set(splits.values())))
                raise CorpusError(
                    f"{row.where} has video {row['videoid']!r}, which none of {named} has; give the files of all "
                    "splits, or of none"
                )
            yield replace(row, cells=row.cells | {"split": splits[row["videoid"]]}) if splits else row
    if not tables:
        yield from (
            _Row(one.where, {"videoid": one.video, "split": one.split, "caption": one.caption}) for one in released
        )


def _rows(path: Path, split: str) -> Iterator[_Row]:
    rows = table_rows(read_text(path), str(path))
    header = [_bare(name) for name in next(rows, (1, []))[1]]
    side_by_side = is_side_by_side(header)
    for column in () if side_by_side else ("videoid", "caption"):
        if column not in header:
            raise CorpusError(
                f"{str(path)!r} has the columns {', '.join(header) or 'none'}; expected {', '.join(VMCD_COLUMNS)}, of "
                "which video_id and caption are required, or unique_id and annotator_1, annotator_2 and so on"
            )
    for number, cells in rows:
        where = f"{path}, line {number}"
        if not any(cells):
            continue
        if len(cells) != len(header):
            raise CorpusError(f"{where} has {len(cells)} cells; expected {len(header)}, one for each column")
        named = {name: cell.strip() for name, cell in zip(header, cells, strict=True)}
        if side_by_side:
            whole = _ONE_SPLIT if split not in RELEASE_SPLITS else split  # their table is called after the data set
            yield from (_Row(where, one | {"split": whole}) for one in captions_side_by_side(named))
        else:
            yield _Row(where, named | {"split": named.get("split") or split})


def _video(rows: Sequence[_Row], length: Seconds | None) -> Video:
    """Return the video of some rows, from the first of them."""
    first = rows[0]
    for row in rows:
        if row["split"] != first["split"]:
            raise CorpusError(
                f"{row.where} has video {row['videoid']!r} in {row['split']!r}, but {first.where} in "
                f"{first['split']!r}; keep it in one split"
            )
    span = Span(0.0, length) if length is not None else _span(first)
    return Video(first["videoid"], first["split"], span, first["url"] or None)


def _span(row: _Row) -> Span:
    try:
        return Span(parse_float(row["start"] or "0", "start"), parse_float(row["end"], "end"))
    except RecordError as error:
        raise CorpusError(
            f"{row.where} has the times {row['start']!r} and {row['end']!r}; expected seconds, as 0 and 31.5"
        ) from error


def _metaphors(row: _Row, *, duration: Seconds | None) -> Iterator[AnnotatedMetaphor]:
    """Yield the metaphor of a row, from its columns or else from its caption, if there is one.

    A time that cannot be read is kept as it was typed, without spans.
    """
    concepts = (row["primaryconcept"], row["property"], row["secondaryconcept"])
    if not all(concepts):
        found = metaphor(row["caption"])
        concepts = ("", "", "") if found is None else (found.primary, found.property, found.secondary)
    if all(concepts):
        audio = {_YES: True, _NO: False}.get(row["audioneeded"].lower())
        yield AnnotatedMetaphor(
            row["videoid"],
            *concepts,
            row["caption"],
            description=row["description"] or None,
            time=row["metaphortime"] or None,
            audio=audio,
            by=row["annotator"] or None,
            spans=_spans(row["metaphortime"], duration),
        )


def _spans(typed: str, duration: Seconds | None) -> tuple[Span, ...]:
    try:
        return spans_of(typed, duration=duration) if typed else ()
    except RecordError:
        return ()


def _cells(item: AnnotatedMetaphor | None, caption: str) -> tuple[str, ...]:
    """Return the cells of a row, from the annotator on."""
    if item is None:
        return ("", "", "", "", caption, "", "", "")
    audio = "" if item.audio is None else _YES if item.audio else _NO
    concepts = (item.primary, item.property, item.secondary)
    return (item.by or "", *concepts, caption, item.description or "", _typed(item), audio)


def _typed(item: AnnotatedMetaphor) -> str:
    """The times as they were typed, or else the spans."""
    return item.time or "; ".join(f"{span.start:g}-{span.end:g}" for span in item.spans)


def _bare(name: str) -> str:
    return _NO_LETTER.sub("", name.lower())
