"""Everything that does not hold together in a corpus of films; each complaint names the record that it is about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from cinescribe.corpus.checks.sidecar_faults import companion_faults
from cinescribe.corpus.core.clip_faults import clip_faults
from cinescribe.corpus.core.corpus import CARD, CLIPS, FILMS, Corpus, CorpusCard, CorpusFilm, check_kind
from cinescribe.corpus.core.lines import SomeRecord, json_lines, record_of
from cinescribe.schema import Clip
from cinescribe.store import read_record


@dataclass(frozen=True)
class InspectedCorpus:
    """A corpus as far as it can be read, and what is wrong with it, in words."""

    corpus: Corpus
    faults: tuple[str, ...]


def inspect_corpus(folder: Path) -> InspectedCorpus:
    """Read a corpus whole, and go on after each fault.

    Lines that cannot be read are faults; so are ids that stand twice, films that are in two splits or have no file,
    clips outside their films or out of order, the same clip twice, texts that are empty or have odd characters, people
    that are not `P1` on, and lines of companions about clips, films or captions that are not there.

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
    faults += _doubles("clip", (clip.id for clip in clips))
    faults += clip_faults(clips, {film.id: film for film in films})
    faults += companion_faults(corpus)
    return InspectedCorpus(corpus, tuple(faults))


def _records(path: Path, kind: type[SomeRecord], faults: list[str]) -> tuple[SomeRecord, ...]:
    """The records of JSONL; what is wrong with the lines that are none is put into `faults`."""
    records: list[SomeRecord] = []
    for line in json_lines(path):
        record = record_of(line, kind)
        if isinstance(record, str):
            faults.append(record)
        else:
            records.append(record)
    return tuple(records)


def _doubles(kind: str, ids: Iterable[str]) -> Iterator[str]:
    for id, n in Counter(ids).items():
        if n > 1:
            yield f"{n} {kind}s are called {id!r}; give each its own id"


def _film_faults(corpus: Corpus) -> Iterator[str]:
    yield from _doubles("film", (film.id for film in corpus.films))
    seen: dict[tuple[str, str | None], CorpusFilm] = {}
    for film in corpus.films:
        # Two entries are one film where they have one id, and where they have one file.
        for known_by in (("id", film.id), ("path", film.path or film.id)):
            first = seen.setdefault(known_by, film)
            if first.split != film.split:
                came = f"film {film.id!r} is in {film.split!r}, and in {first.split!r} too"
                yield f"{came} as {first.id!r}, with one {known_by[0]}; keep it in one split"
                break
        yield from _path_faults(corpus.folder, film)


def _path_faults(folder: Path, film: CorpusFilm) -> Iterator[str]:
    if film.path is None:
        return
    path = PurePosixPath(film.path)
    if path.is_absolute() or ".." in path.parts:
        yield f"film {film.id!r} has the path {film.path!r}; wanted one inside the corpus"
    elif not (folder / film.path).is_file():
        yield f"film {film.id!r} has no file {film.path!r}; put it there, or leave its path out"
