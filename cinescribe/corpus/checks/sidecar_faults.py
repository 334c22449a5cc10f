"""What is wrong with the companions of a corpus: the files of lines beside its clips and films."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from cinescribe.corpus.core.clip_faults import captions_of
from cinescribe.corpus.core.corpus import CLIPS, FILMS, Corpus
from cinescribe.corpus.core.lines import Line, json_lines, record_of
from cinescribe.corpus.datasets.sidecar_annotations import FILES, AnnotatedMetaphor, Commonsense
from cinescribe.corpus.film_folder.anonymise import NamedPerson
from cinescribe.record import Record

_ID = re.compile(r"P[1-9]\d*")


def companion_faults(corpus: Corpus) -> Iterator[str]:
    """What is wrong with a corpus's companions, in words: with the form of their lines, and with what these name."""
    captions = {clip.id: captions_of(clip) for clip in corpus.clips}
    films = {film.id for film in corpus.films}
    for kind, name in FILES.items():
        seen: dict[Record, str] = {}
        for line in json_lines(corpus.folder / name) if (corpus.folder / name).is_file() else ():
            yield from _reference_faults(line, captions, films)
            yield from _record_faults(line, record_of(line, kind), captions, seen)


def _reference_faults(line: Line, clips: Collection[str], films: Collection[str]) -> Iterator[str]:
    told = line.value if isinstance(line.value, dict) else {}
    for kind, known, names in (("clip", clips, CLIPS), ("film", films, FILMS)):
        name = told.get(kind)
        if isinstance(name, str) and name not in known:
            yield f"{line.where} is about the {kind} {name!r}, which {names} lacks; add it there, or leave the line out"


def _record_faults(
    line: Line, record: Record | str, captions: Mapping[str, tuple[str, ...]], seen: dict[Record, str]
) -> Iterator[str]:
    """What is wrong with a line by itself, and beside those before it, which are in `seen` with where they stand."""
    if isinstance(record, str):
        yield record
        return
    first = seen.setdefault(record, line.where)
    if first != line.where:
        yield f"{line.where} says what {first} says; keep one of them"
    if isinstance(record, NamedPerson) and not _ID.fullmatch(record.id):
        yield f"{line.where} has the person {record.id!r}; people are P1, P2 and so on"
    if isinstance(record, Commonsense | AnnotatedMetaphor):
        there = captions.get(record.clip)
        if there is not None and record.caption not in there:
            yield f"{line.where} is about {record.caption!r}, no caption of clip {record.clip!r}; make both alike"
