"""What is told of a corpus besides its captions, in files beside `clips.jsonl`.

People's names, the sentences that clips were cut from, commonsense, metaphors, and where films were taken from.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from cinescribe.corpus.core.corpus import Corpus, read_corpus, write_corpus
from cinescribe.corpus.film_folder.anonymise import PEOPLE_FILE, NamedPerson
from cinescribe.corpus.film_folder.clip_cutting import SENTENCES, ClipSentence
from cinescribe.record import Record
from cinescribe.store import read_records, write_records
from cinescribe.timing import Span


@dataclass(frozen=True)
class Commonsense(Record):
    """What a caption lets one conclude about whoever acts in it (Video2Commonsense, section 3).

    Args:
        clip: the clip's id.
        caption: the caption that it completes; one of the clip's text and paraphrases.
        intentions: what they want.
        effects: what comes of it for them.
        attributes: what they are like.
    """

    clip: str
    caption: str
    intentions: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()


@dataclass(frozen=True)
class AnnotatedMetaphor(Record):
    """What one annotator says a clip compares (VMCD, appendix A.1).

    Args:
        clip: the clip's id.
        primary: what is compared.
        property: what both have in common.
        secondary: what it is compared to.
        caption: the sentence `primary is as property as secondary`; one of the clip's text and paraphrases.
        description: what is seen, in free words.
        time: where in the video it is, as the annotator wrote it.
        audio: whether it takes the sound to understand it.
        by: the annotator.
    """

    clip: str
    primary: str
    property: str
    secondary: str
    caption: str
    description: str | None = None
    time: str | None = None
    audio: bool | None = None
    by: str | None = None


@dataclass(frozen=True)
class FilmSource(Record):
    """Where a film of a corpus was taken from.

    Args:
        film: the film's id.
        url: the address of the whole.
        span: the stretch of the whole that is the film, where it is not all of it.
    """

    film: str
    url: str
    span: Span | None = None


FILES: dict[type[Record], str] = {
    NamedPerson: PEOPLE_FILE,
    ClipSentence: SENTENCES,
    Commonsense: "commonsense.jsonl",
    AnnotatedMetaphor: "metaphors.jsonl",
    FilmSource: "sources.jsonl",
}
SomeRecord = TypeVar("SomeRecord", bound=Record)


@dataclass(frozen=True)
class AnnotatedCorpus:
    """A corpus and what is told of it besides."""

    corpus: Corpus
    people: tuple[NamedPerson, ...] = ()
    sentences: tuple[ClipSentence, ...] = ()
    commonsense: tuple[Commonsense, ...] = ()
    metaphors: tuple[AnnotatedMetaphor, ...] = ()
    sources: tuple[FilmSource, ...] = ()

    def without_captions(self) -> AnnotatedCorpus:
        """A hidden test: clips with their times, films and where they are from, and not a word of what is in them."""
        clips = tuple(clip.replace(text=None, people=(), paraphrases=()) for clip in self.corpus.clips)
        return AnnotatedCorpus(replace(self.corpus, clips=clips), sources=self.sources)


def read_annotated(folder: Path) -> AnnotatedCorpus:
    """The corpus of a folder and what lies beside it.

    Raises:
        RecordError: when a file is missing or malformed.
        CorpusError: as `read_corpus` does.
    """
    folder = Path(folder)
    return AnnotatedCorpus(
        read_corpus(folder),
        people=_read(folder, NamedPerson),
        sentences=_read(folder, ClipSentence),
        commonsense=_read(folder, Commonsense),
        metaphors=_read(folder, AnnotatedMetaphor),
        sources=_read(folder, FilmSource),
    )


def write_annotated(folder: Path, annotated: AnnotatedCorpus) -> AnnotatedCorpus:
    """Write a corpus into a folder, and what is told besides; companions that an earlier corpus left there go.

    Raises:
        CorpusError: as `write_corpus` does.
        OutputError: when the folder cannot be written.
    """
    folder, corpus = Path(folder), annotated.corpus
    _write(folder, NamedPerson, annotated.people)
    _write(folder, ClipSentence, annotated.sentences)
    _write(folder, Commonsense, annotated.commonsense)
    _write(folder, AnnotatedMetaphor, annotated.metaphors)
    _write(folder, FilmSource, annotated.sources)
    return replace(annotated, corpus=write_corpus(folder, corpus.card, films=corpus.films, clips=corpus.clips))


def _read(folder: Path, kind: type[SomeRecord]) -> tuple[SomeRecord, ...]:
    path = folder / FILES[kind]
    return tuple(read_records(path, kind)) if path.is_file() else ()


def _write(folder: Path, kind: type[SomeRecord], records: tuple[SomeRecord, ...]) -> None:
    path = folder / FILES[kind]
    if records:
        write_records(path, records)
    elif path.is_file():
        path.unlink()
