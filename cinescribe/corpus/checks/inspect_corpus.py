"""Lists every fault of a corpus of films; each message names the record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from cinescribe.corpus.checks.sidecar_faults import sidecar_faults
from cinescribe.corpus.core.clip_faults import clip_faults
from cinescribe.corpus.core.corpus import CARD, CLIPS, FILMS, Corpus, CorpusCard, CorpusFilm, check_kind
from cinescribe.corpus.core.json_lines import SomeRecord, read_json_lines, record_or_fault
from cinescribe.schema import Clip
from cinescribe.store import read_record


@dataclass(frozen=True)
class InspectedCorpus:
    """A corpus as far as it can be read, and a message for each of its faults."""

    corpus: Corpus
    faults: tuple[str, ...]


def inspect_corpus(folder: Path) -> InspectedCorpus:
    """Read a corpus and list all its faults.

    Faults are unreadable lines; ids that are not unique; films in two splits or without a file; clips outside their
    film, out of order or repeated; empty texts and odd characters; people not called `P1`, `P2` ...; and lines of
    sidecar files about clips, films or captions that are missing.

    Raises:
        RecordError: when its card, its list of films or its list of clips is missing.
        CorpusError: when it is a corpus of stills.
    """
    folder = Path(folder)
    check_kind(folder, FILMS)
    card = read_record(folder / CARD, CorpusCard)
    faults: list[str] = []
    films, clips = _records(folder / FILMS, CorpusFilm, faults), _records(folder / CLIPS, Clip, faults)
    corpus = Corpus(folder, card, films, clips)
    faults += _film_faults(corpus)
    faults += _repeated_ids("clip", (clip.id for clip in clips))
    faults += clip_faults(clips, {film.id: film for film in films})
    faults += sidecar_faults(corpus)
    return InspectedCorpus(corpus, tuple(faults))


def _records(path: Path, kind: type[SomeRecord], faults: list[str]) -> tuple[SomeRecord, ...]:
    """Return the records of a JSONL file, and append the faults of the other lines to `faults`."""
    records: list[SomeRecord] = []
    for line in read_json_lines(path):
        record = record_or_fault(line, kind)
        if isinstance(record, str):
            faults.append(record)
        else:
            records.append(record)
    return tuple(records)


def _repeated_ids(kind: str, ids: Iterable[str]) -> Iterator[str]:
    for id, n in Counter(ids).items():
        if n > 1:
            yield f"{n} {kind}s are called {id!r}; give each its own id"


def _film_faults(corpus: Corpus) -> Iterator[str]:
    yield from _repeated_ids("film", (film.id for film in corpus.films))
    seen: dict[tuple[str, str | None], CorpusFilm] = {}
    for film in corpus.films:
        # Two entries are the same film if they have the same id or the same file.
        for key in (("id", film.id), ("path", film.path or film.id)):
            first = seen.setdefault(key, film)
            if first.split != film.split:
                splits = f"film {film.id!r} is in {film.split!r}, and in {first.split!r} too"
                yield f"{splits} as {first.id!r}, with one {key[0]}; keep it in one split"
                break
        if film.path is not None and not (corpus.folder / film.path).is_file():
            yield f"film {film.id!r} has no file {film.path!r}; put it there, or leave its path out"
