"""Checks of the sidecar files of a corpus: people, sentences, commonsense, metaphors and sources."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from cinescribe.corpus.core.clip_faults import captions_of
from cinescribe.corpus.core.corpus import CLIPS, FILMS, Corpus
from cinescribe.corpus.core.json_lines import JsonLine, read_json_lines, record_or_fault
from cinescribe.corpus.datasets.sidecar_annotations import SIDECAR_FILES, AnnotatedMetaphor, Commonsense
from cinescribe.corpus.film_folder.anonymise import FilmPerson
from cinescribe.record import Record

_ID = re.compile(r"P[1-9]\d*")


def sidecar_faults(corpus: Corpus) -> Iterator[str]:
    """Yield a message for each malformed line, and for each line about a missing clip, film or caption."""
    captions = {clip.id: captions_of(clip) for clip in corpus.clips}
    films = {film.id for film in corpus.films}
    for kind, name in SIDECAR_FILES.items():
        seen: dict[Record, str] = {}
        for line in read_json_lines(corpus.folder / name) if (corpus.folder / name).is_file() else ():
            yield from _reference_faults(line, captions, films)
            yield from _record_faults(line, record_or_fault(line, kind), captions, seen)


def _reference_faults(line: JsonLine, clips: Collection[str], films: Collection[str]) -> Iterator[str]:
    values = line.value if isinstance(line.value, dict) else {}
    for kind, known, names in (("clip", clips, CLIPS), ("film", films, FILMS)):
        name = values.get(kind)
        if isinstance(name, str) and name not in known:
            yield f"{line.where} is about the {kind} {name!r}, which {names} lacks; add it there, or leave the line out"


def _record_faults(
    line: JsonLine, record: Record | str, captions: Mapping[str, tuple[str, ...]], seen: dict[Record, str]
) -> Iterator[str]:
    """Yield the faults of a line; `seen` has the records before it with their places."""
    if isinstance(record, str):
        yield record
        return
    first = seen.setdefault(record, line.where)
    if first != line.where:
        yield f"{line.where} repeats {first}; keep one of them"
    if isinstance(record, FilmPerson) and not _ID.fullmatch(record.id):
        yield f"{line.where} has the person {record.id!r}; people are P1, P2 and so on"
    if isinstance(record, Commonsense | AnnotatedMetaphor):
        known = captions.get(record.clip)
        if known is not None and record.caption not in known:
            yield f"{line.where} is about {record.caption!r}, no caption of clip {record.clip!r}; make both alike"
