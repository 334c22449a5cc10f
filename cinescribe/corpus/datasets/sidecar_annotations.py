"""Annotations of a corpus besides its captions, in sidecar files beside `clips.jsonl`.

These are people's names, the sentences that clips were cut from, commonsense, metaphors, and the sources of films.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from cinescribe.corpus.core.corpus import Corpus, read_corpus, write_corpus
from cinescribe.corpus.film_folder.anonymise import PEOPLE_FILE, FilmPerson
from cinescribe.corpus.film_folder.clip_cutting import SENTENCES, ClipSentence
from cinescribe.record import Record
from cinescribe.schema import ASPECTS
from cinescribe.store import read_records, write_records
from cinescribe.timing import Span


@dataclass(frozen=True)
class Commonsense(Record):
    """What a caption implies about the person who acts in it (Video2Commonsense, section 3).

    Args:
        clip: the clip's id.
        caption: the annotated caption; the clip's text or one of its paraphrases.
        intentions: what the person wants.
        effects: the consequences for the person.
        attributes: what the person is like.
    """

    clip: str
    caption: str
    intentions: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()

    @property
    def phrases(self) -> dict[str, tuple[str, ...]]:
        """The phrases of each of `ASPECTS`."""
        return dict(zip(ASPECTS, (self.intentions, self.effects, self.attributes), strict=True))


@dataclass(frozen=True)
class AnnotatedMetaphor(Record):
    """One annotator's metaphor for a clip (VMCD, appendix A.1).

    Args:
        clip: the id of the clip, or of the picture.
        primary: what is compared.
        property: what both have in common.
        secondary: what it is compared to.
        caption: the sentence `primary is as property as secondary`; the clip's text or one of its paraphrases.
        description: of what is seen, in free words.
        time: when in the video, as the annotator wrote it.
        audio: whether one needs the sound to understand it.
        by: the annotator.
        spans: when in the video, in seconds of the clip, where it could be read.
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
    spans: tuple[Span, ...] = ()


@dataclass(frozen=True)
class FilmSource(Record):
    """The source of a film of a corpus.

    Args:
        film: the film's id.
        url: the address of the source video.
        span: of the film in the source video; None where it is the whole video.
    """

    film: str
    url: str
    span: Span | None = None


COMMONSENSE = "commonsense.jsonl"  # V2C-Raw: phrases
CLEAN = "commonsense-clean.jsonl"  # V2C-Clean: a sentence of each aspect
SIDECAR_FILES: dict[type[Record], str] = {
    FilmPerson: PEOPLE_FILE,
    ClipSentence: SENTENCES,
    Commonsense: COMMONSENSE,
    AnnotatedMetaphor: "metaphors.jsonl",
    FilmSource: "sources.jsonl",
}
_SomeRecord = TypeVar("_SomeRecord", bound=Record)


@dataclass(frozen=True)
class AnnotatedCorpus:
    """A corpus with its sidecar annotations; `clean` are whole sentences of commonsense."""

    corpus: Corpus
    people: tuple[FilmPerson, ...] = ()
    sentences: tuple[ClipSentence, ...] = ()
    commonsense: tuple[Commonsense, ...] = ()
    metaphors: tuple[AnnotatedMetaphor, ...] = ()
    sources: tuple[FilmSource, ...] = ()
    clean: tuple[Commonsense, ...] = ()

    def commonsense_in(self, file: str) -> tuple[Commonsense, ...]:
        """Return the commonsense of one of the two files, `COMMONSENSE` or `CLEAN`."""
        return self.clean if file == CLEAN else self.commonsense

    def without_captions(self) -> AnnotatedCorpus:
        """Return the corpus as a hidden test set: films, sources and clips with their times, without any annotation."""
        clips = tuple(clip.replace(text=None, people=(), paraphrases=()) for clip in self.corpus.clips)
        return AnnotatedCorpus(replace(self.corpus, clips=clips), sources=self.sources)


def read_annotated(folder: Path) -> AnnotatedCorpus:
    """Read the corpus of a folder with its sidecar files.

    Raises:
        RecordError: when a file is missing or malformed.
        CorpusError: as `read_corpus` does.
    """
    folder = Path(folder)
    return AnnotatedCorpus(
        read_corpus(folder),
        people=_read(folder, FilmPerson),
        sentences=_read(folder, ClipSentence),
        commonsense=_read(folder, Commonsense),
        metaphors=_read(folder, AnnotatedMetaphor),
        sources=_read(folder, FilmSource),
        clean=_read(folder, Commonsense, CLEAN),
    )


def read_metaphors(folder: Path) -> tuple[AnnotatedMetaphor, ...]:
    """Read the metaphors of a corpus of films or of stills; none where there is no file.

    Raises:
        RecordError: when the file is malformed.
    """
    return _read(Path(folder), AnnotatedMetaphor)


def write_metaphors(folder: Path, metaphors: Sequence[AnnotatedMetaphor]) -> None:
    """Write the metaphors of a corpus of stills; a file of an earlier corpus is removed.

    Raises:
        OutputError: when the folder cannot be written.
    """
    _write(Path(folder), AnnotatedMetaphor, tuple(metaphors))


def write_annotated(folder: Path, annotated: AnnotatedCorpus) -> AnnotatedCorpus:
    """Write a corpus with its sidecar files; sidecar files of an earlier corpus in the folder are removed.

    Raises:
        CorpusError: as `write_corpus` does.
        OutputError: when the folder cannot be written.
    """
    folder, corpus = Path(folder), annotated.corpus
    _write(folder, FilmPerson, annotated.people)
    _write(folder, ClipSentence, annotated.sentences)
    _write(folder, Commonsense, annotated.commonsense)
    _write(folder, AnnotatedMetaphor, annotated.metaphors)
    _write(folder, FilmSource, annotated.sources)
    _write(folder, Commonsense, annotated.clean, CLEAN)
    return replace(annotated, corpus=write_corpus(folder, corpus.card, films=corpus.films, clips=corpus.clips))


def _read(folder: Path, kind: type[_SomeRecord], file: str = "") -> tuple[_SomeRecord, ...]:
    path = folder / (file or SIDECAR_FILES[kind])
    return tuple(read_records(path, kind)) if path.is_file() else ()


def _write(folder: Path, kind: type[_SomeRecord], records: tuple[_SomeRecord, ...], file: str = "") -> None:
    path = folder / (file or SIDECAR_FILES[kind])
    if records:
        write_records(path, records)
    elif path.is_file():
        path.unlink()
