"""Everything that does not hold together in a corpus of films; each complaint names the record that it is about."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, TypeVar

from cinescribe.corpus.clip_faults import captions_of, clip_faults
from cinescribe.corpus.companions import FILES, AnnotatedMetaphor, Commonsense
from cinescribe.corpus.corpus import CARD, CLIPS, FILMS, Corpus, CorpusCard, CorpusFilm, check_kind
from cinescribe.errors import RecordError
from cinescribe.record import Record
from cinescribe.schema import Clip
from cinescribe.store import read_record, read_text

SomeRecord = TypeVar("SomeRecord", bound=Record)


@dataclass(frozen=True)
class InspectedCorpus:
    """A corpus as far as it can be read, and what is wrong with it, in words."""

    corpus: Corpus
    faults: tuple[str, ...]


def inspect_corpus(folder: Path) -> InspectedCorpus:
    """Read a corpus whole, and go on after each fault.

    Lines that cannot be read are faults; so are ids that stand twice, films that are in two splits or have no file,
    clips outside their films or out of order, the same clip twice, texts that are empty or have odd characters, people
    that are not `P1` on, and lines of other files about clips or films that are not there.

    Raises:
        RecordError: when its card, its list of films or its list of clips is missing.
        CorpusError: when it is a corpus of stills.
    """
    folder = Path(folder)
    check_kind(folder, FILMS)
    card = read_record(folder / CARD, CorpusCard)
    films, film_lines = _records(folder / FILMS, CorpusFilm)
    clips, clip_lines = _records(folder / CLIPS, Clip)
    corpus = Corpus(folder, card, tuple(films), tuple(clips))
    faults = [
        *film_lines,
        *clip_lines,
        *_film_faults(corpus),
        *_doubles("clip", (clip.id for clip in clips)),
        *clip_faults(clips, {film.id: film for film in films}),
        *_companion_faults(corpus),
    ]
    return InspectedCorpus(corpus, tuple(faults))


def _records(path: Path, kind: type[SomeRecord]) -> tuple[list[SomeRecord], list[str]]:
    """The records of JSONL, and what is wrong with the lines that are none."""
    records: list[SomeRecord] = []
    faults: list[str] = []
    for where, value in _values(path, faults):
        try:
            records.append(kind.from_dict(value))
        except RecordError as error:
            faults.append(f"{where}: {error}")
    return records, faults


def _values(path: Path, faults: list[str]) -> Iterator[tuple[str, Any]]:
    """Where each line stands, and its value; of lines that are not JSON it is said in `faults`."""
    for number, line in enumerate(read_text(path).split("\n"), 1):
        where = f"{path.name}, line {number}"
        try:
            if line.strip():
                yield where, json.loads(line)
        except (ValueError, RecursionError) as error:
            faults.append(f"{where} is not JSON ({error}); mend it, or leave it out")


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


def _companion_faults(corpus: Corpus) -> Iterator[str]:
    """What is wrong with the folder's other files of lines; of those whose form is not ours, clips and films only."""
    captions = {clip.id: captions_of(clip) for clip in corpus.clips}
    films = {film.id for film in corpus.films}
    kinds = {name: kind for kind, name in FILES.items()}
    for path in sorted(corpus.folder.glob("*.jsonl")):
        if path.name not in (FILMS, CLIPS):
            not_json: list[str] = []
            for where, value in _values(path, not_json):
                yield from _name_faults(where, value, captions, films)
                if path.name in kinds:
                    yield from _form_faults(where, value, kinds[path.name], captions)
            yield from not_json


def _name_faults(where: str, value: Any, clips: Collection[str], films: Collection[str]) -> Iterator[str]:
    told = value if isinstance(value, dict) else {}
    for kind, known, names in (("clip", clips, CLIPS), ("film", films, FILMS)):
        name = told.get(kind)
        if isinstance(name, str) and name not in known:
            yield f"{where} is about the {kind} {name!r}, which {names} lacks; add it there, or leave the line out"


def _form_faults(where: str, value: Any, kind: type[Record], captions: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    try:
        record = kind.from_dict(value)
    except RecordError as error:
        yield f"{where}: {error}"
        return
    if not isinstance(record, Commonsense | AnnotatedMetaphor):
        return
    if record.caption not in captions.get(record.clip, (record.caption,)):
        yield f"{where} is about a caption that clip {record.clip!r} lacks: {record.caption!r}; make both alike"
