"""What is wrong with the files of lines that lie beside a corpus's clips and films."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from cinescribe.corpus.anonymise import NamedPerson
from cinescribe.corpus.clip_faults import captions_of
from cinescribe.corpus.companions import FILES, AnnotatedMetaphor, Commonsense
from cinescribe.corpus.corpus import CLIPS, FILMS, Corpus
from cinescribe.corpus.lines import Line, json_lines, record_of
from cinescribe.record import Record

_ID = re.compile(r"P[1-9]\d*")


def companion_faults(corpus: Corpus) -> Iterator[str]:
    """What is wrong with the other JSONL files of a corpus's folder, in words.

    Of files that are ours, each line must be of its form. Of all, the clips and films that they name must be there.
    """
    captions = {clip.id: captions_of(clip) for clip in corpus.clips}
    films = {film.id for film in corpus.films}
    kinds = {name: kind for kind, name in FILES.items()}
    for path in sorted(corpus.folder.glob("*.jsonl")):
        if path.name in (FILMS, CLIPS):
            continue
        seen: dict[Record, str] = {}
        for line in json_lines(path):
            yield from _reference_faults(line, captions, films)
            if line.fault is not None:
                yield line.fault
            elif path.name in kinds:
                yield from _record_faults(line, record_of(line, kinds[path.name]), captions, seen)


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
