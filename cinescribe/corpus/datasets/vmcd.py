"""Metaphors of videos as a corpus, and a corpus as such: a table with a row for what each annotator wrote.

VMCD has three sentences a video, `primary concept is as property as secondary concept`, and the answers that led to
them ("Unveiling the Invisible", section 3 and appendix A.1). How its files are laid out the paper does not say; the
columns are ours, after the questions.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cinescribe.corpus.core.clip_faults import captions_of
from cinescribe.corpus.core.corpus import Corpus, CorpusCard
from cinescribe.corpus.datasets.sidecar_annotations import AnnotatedCorpus, AnnotatedMetaphor, write_annotated
from cinescribe.corpus.datasets.video_lengths import video_lengths
from cinescribe.corpus.datasets.web_videos import Video, as_corpus, whole_span
from cinescribe.errors import CorpusError, RecordError
from cinescribe.metrics.embedding.metaphor import metaphor
from cinescribe.store import read_text, write_text
from cinescribe.timing import Seconds, Span

CARD = CorpusCard(
    "vmcd",
    'Video Metaphor Captioning Dataset ("Unveiling the Invisible: Captioning Videos with Metaphors", 2024)',
    "the paper names none; the videos are their owners'",
)
COLUMNS = (
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
ONE_SPLIT = "all"  # of a single table that does not tell splits
_NO_LETTER = re.compile(r"[\W_]+")
_YES, _NO = "yes", "no"


@dataclass(frozen=True)
class _Row:
    """A row of a table, its cells by column, `""` where it has none."""

    where: str
    cells: Mapping[str, str]

    def __getitem__(self, column: str) -> str:
        return self.cells.get(column, "")


def build_vmcd(folder: Path, annotations: Path) -> Corpus:
    """A corpus of metaphors in a folder; `metaphors.jsonl` has what each annotator said.

    Columns may stand in any order, in any letter case, with spaces for underscores; `video_id` and `caption` must be
    there. Where the concepts are not told they are read off the caption, if it follows the template. Each video is a
    film with one clip. Without `start` and `end` (seconds) it lasts as long as the video that lies beside the table.

    Args:
        folder: where the corpus is written.
        annotations: the table; or a folder of tables, called after their splits where they tell none.

    Raises:
        RecordError: when a table cannot be read.
        CorpusError: when a row is malformed, a video is in two splits, or nothing says how long one lasts.
    """
    annotations = Path(annotations)
    by_video: dict[str, list[_Row]] = {}
    for path in sorted(annotations.glob("*.csv")) if annotations.is_dir() else [annotations]:
        for row in _rows(path, path.stem if annotations.is_dir() else ONE_SPLIT):
            by_video.setdefault(row["videoid"], []).append(row)
    if not by_video:
        raise CorpusError(f"{str(annotations)!r} tells of no video; wanted a table with columns {', '.join(COLUMNS)}")
    beside = annotations if annotations.is_dir() else annotations.parent
    lengths = video_lengths(beside, (id for id, rows in by_video.items() if not rows[0]["end"]))
    corpus = as_corpus(
        CARD,
        [_video(rows, lengths.get(id)) for id, rows in by_video.items()],
        {id: [row["caption"] for row in rows if row["caption"]] for id, rows in by_video.items()},
    )
    metaphors = tuple(told for rows in by_video.values() for row in rows for told in _metaphors(row))
    return write_annotated(folder, replace(corpus, metaphors=metaphors)).corpus


def write_vmcd(annotated: AnnotatedCorpus, path: Path) -> None:
    """Write a corpus as one table, a row for each caption; each clip becomes a video of its own.

    Lost are the people in view, genres, which clips are of one film, and the films' files.

    Raises:
        CorpusError: when a metaphor's caption is none of its clip.
        OutputError: when the place cannot be written.
    """
    waiting: dict[tuple[str, str], list[AnnotatedMetaphor]] = {}
    for one in annotated.metaphors:
        waiting.setdefault((one.clip, one.caption), []).append(one)
    splits = {film.id: film.split for film in annotated.corpus.films}
    sources = {source.film: source for source in annotated.sources}
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(COLUMNS)
    for clip in annotated.corpus.clips:
        source, span = sources.get(clip.film), whole_span(clip, sources.get(clip.film))
        place = (clip.id, splits[clip.film], "" if source is None else source.url, span.start, span.end)
        for caption in captions_of(clip) or ("",):
            found = waiting.get((clip.id, caption))
            writer.writerow((*place, *_told(found.pop(0) if found else None, caption)))
    left = next((one for several in waiting.values() for one in several), None)
    if left is not None:
        raise CorpusError(
            f"a line of metaphors.jsonl is about {left.caption!r} of clip {left.clip!r}, which the clip lacks, or "
            "which another line is about; give the clip that caption once more, or leave the line out"
        )
    write_text(path, table.getvalue())


def _rows(path: Path, split: str) -> Iterator[_Row]:
    reader = csv.reader(io.StringIO(read_text(path), newline=""), strict=True)
    try:
        header = [_bare(name) for name in next(reader, [])]
        for column in ("videoid", "caption"):
            if column not in header:
                raise CorpusError(
                    f"{str(path)!r} has the columns {', '.join(header) or 'none'}; wanted {', '.join(COLUMNS)}, of "
                    "which video_id and caption must be there"
                )
        for cells in filter(any, reader):
            where = f"{path}, line {reader.line_num}"
            if len(cells) != len(header):
                raise CorpusError(f"{where} has {len(cells)} cells; wanted {len(header)}, one for each column")
            named = {name: cell.strip() for name, cell in zip(header, cells, strict=True)}
            yield _Row(where, named | {"split": named.get("split") or split})
    except csv.Error as error:
        raise RecordError(
            f"{path}, line {reader.line_num}, is no CSV ({error}); save the table as CSV again"
        ) from error


def _video(rows: Sequence[_Row], length: Seconds | None) -> Video:
    """A video by its first row."""
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
        return Span(float(row["start"] or 0), float(row["end"]))
    except (ValueError, RecordError) as error:
        raise CorpusError(
            f"{row.where} has the times {row['start']!r} and {row['end']!r}; wanted seconds, as 0 and 31.5"
        ) from error


def _metaphors(row: _Row) -> Iterator[AnnotatedMetaphor]:
    """What a row says of a metaphor, if it says it in columns or in its caption."""
    told = (row["primaryconcept"], row["property"], row["secondaryconcept"])
    if not all(told):
        found = metaphor(row["caption"])
        told = ("", "", "") if found is None else (found.primary, found.property, found.secondary)
    if all(told):
        audio = {_YES: True, _NO: False}.get(row["audioneeded"].lower())
        yield AnnotatedMetaphor(
            row["videoid"],
            *told,
            row["caption"],
            description=row["description"] or None,
            time=row["metaphortime"] or None,
            audio=audio,
            by=row["annotator"] or None,
        )


def _told(one: AnnotatedMetaphor | None, caption: str) -> tuple[str, ...]:
    """The cells of a row from the annotator on."""
    if one is None:
        return ("", "", "", "", caption, "", "", "")
    audio = "" if one.audio is None else _YES if one.audio else _NO
    concepts = (one.primary, one.property, one.secondary)
    return (one.by or "", *concepts, caption, one.description or "", one.time or "", audio)


def _bare(name: str) -> str:
    return _NO_LETTER.sub("", name.lower())
