"""Builds a corpus from a folder of films: sentences become clips, names become ids, films are split."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path

from cinescribe.corpus.core.corpus import CARD, CLIPS, FILMS, Corpus, CorpusCard, CorpusFilm, check_kind, write_corpus
from cinescribe.corpus.core.corpus_folder import claim_corpus_files
from cinescribe.corpus.core.sentences import NOT_CHOSEN, FilmSentence
from cinescribe.corpus.film_folder.anonymise import PEOPLE_FILE, FilmPerson, anonymise_film
from cinescribe.corpus.film_folder.clip_cutting import SENTENCES, ClipSentence, clip_id, cut_clips
from cinescribe.corpus.film_folder.corrections import (
    CORRECTIONS_FILE,
    CorrectionRow,
    MergedCorrections,
    merge_corrections,
    read_corrections,
    write_corrections,
)
from cinescribe.corpus.film_folder.film_annotation import FilmAnnotation, annotate_film
from cinescribe.corpus.film_folder.film_folder import FilmFiles, films_in
from cinescribe.corpus.film_folder.genre_list import GENRES, read_genres
from cinescribe.corpus.film_folder.sentence_filter import flag_sentences
from cinescribe.corpus.narration.recognisers import Recogniser
from cinescribe.corpus.splits.split_file import SPLIT_LIST
from cinescribe.corpus.splits.splits import TRAIN, FilmToSplit, update_split_list
from cinescribe.errors import CorpusError, FilmError
from cinescribe.language.names.name_search import with_found_people
from cinescribe.language.names.names import NamedPerson, people_from_cast, read_names
from cinescribe.language.parser.parse import shipped_parser
from cinescribe.parallel import run_shards
from cinescribe.progress import Progress
from cinescribe.schema import Clip
from cinescribe.store import write_records

ANNOTATIONS = "film_annotations"  # folder of the corpus with a cached annotation of each film
_WRITTEN = (CARD, FILMS, CLIPS, SENTENCES, PEOPLE_FILE, ANNOTATIONS)  # beside lists that people write
UNDESCRIBED = "undescribed"  # the split of films without description and script
_LICENCE = "that of its films and of what is told of them"  # stored in corpora


@dataclass(frozen=True)
class BuiltCorpus:
    """A corpus, and messages about films, files and corrections that could not be used."""

    corpus: Corpus
    faults: tuple[str, ...]


@dataclass(frozen=True)
class _CorpusFilm:
    """A film with its clips, sentences and people."""

    files: FilmFiles
    annotation: FilmAnnotation
    clips: tuple[Clip, ...]
    sentences: tuple[ClipSentence, ...]
    people: tuple[FilmPerson, ...]


def build_films(
    folder: str | Path,
    *,
    asr: Recogniser | None = None,
    shares: Mapping[str, float] | None = None,
    seed: int = 0,
    n_workers: int = 1,
    progress: Progress | None = None,
) -> BuiltCorpus:
    """Build a corpus from the films in a folder, in that folder; films annotated before are not read again.

    The captions of a film come from the transcript of its description (`film.described.vtt`), else from the action of
    its screenplay (`film.fountain` and `film.srt`), else from speech recognition of its description
    (`film.described.m4a`). A film with none of these is cut into its shots, without captions, in the split
    `undescribed`. Films that cannot be read are left out.

    Args:
        folder: folder of films and their files, see `films_in`. Lists that people edit are kept: `corrections.tsv`
            of sentences, `splits.tsv`, `genres.tsv`.
        asr: speech recogniser of descriptions without a transcript; None to skip them.
        shares: share of the films for each split, in any unit; by default `usual_shares`.
        seed: seed of the splits.
        n_workers: number of films read at once.
        progress: called with the share of the films that are read.

    Returns:
        The corpus, and messages about what could not be used.

    Raises:
        CorpusError: if the folder has no film that can be read, or another corpus, or a malformed list.
        CastError: if a film's list of names is malformed.
        RecordError: if a list, or a file beside a film, cannot be read.
        OutputError: if the folder cannot be written, or has a file that the corpus writes and no corpus wrote.
    """
    folder = Path(folder)
    folder = Path(folder)
    check_kind(folder, FILMS)
    claim_corpus_files(folder, _WRITTEN, of="films in a folder", parts=(ANNOTATIONS,))
    # Read people's lists first, so that a malformed line is reported before hours of work on the films.
    rows, genres = read_corrections(folder / CORRECTIONS_FILE), read_genres(folder / GENRES)
    annotations, unreadable = _annotations(folder, asr, n_workers, progress)
    corrected = _corrected(folder, annotations.values(), rows)
    films = [_corpus_film(files, one, corrected.sentences[files.id]) for files, one in annotations.items()]
    splits = _splits(folder, films, genres, shares=shares, seed=seed)
    corpus = _written(folder, films, genres, splits)
    faults = [fault for annotation in annotations.values() for fault in _faults(annotation)]
    return BuiltCorpus(corpus, (*unreadable, *faults, *corrected.unused))


def usual_shares(n_films: int) -> dict[str, float]:
    """Return a tenth of the films for validation and for test each, and at least two films each from six films on."""
    held_out = max(round(n_films / 10), 2 if n_films >= 6 else 1)
    return {"train": max(n_films - 2 * held_out, 1), "val": held_out, "test": held_out}


def _annotations(
    folder: Path, asr: Recogniser | None, n_workers: int, progress: Progress | None
) -> tuple[dict[FilmFiles, FilmAnnotation], tuple[str, ...]]:
    """Annotate all films, in several processes if asked; also return why films cannot be read."""
    films = films_in(folder)
    n_read = count(1)

    def report(_: FilmFiles, __: FilmAnnotation | FilmError) -> None:
        if progress is not None:
            progress("films", next(n_read) / len(films))

    if progress is not None:
        progress("films", 0.0)
    work = partial(_annotation, folder=folder / ANNOTATIONS, asr=asr)
    results = run_shards(work, films, keep=report, n_workers=n_workers)
    annotations = {files: one for files, one in zip(films, results, strict=True) if isinstance(one, FilmAnnotation)}
    faults = tuple(str(one) for one in results if isinstance(one, FilmError))
    if not annotations:
        raise CorpusError(f"no film in {str(folder)!r} can be read: {faults[0]}")
    return annotations, faults


def _annotation(files: FilmFiles, *, folder: Path, asr: Recogniser | None) -> FilmAnnotation | FilmError:
    try:
        return annotate_film(files, folder / f"{files.id}.json", asr=asr)
    except FilmError as error:  # reported at the end: one damaged film does not stop the corpus
        return error


def _faults(annotation: FilmAnnotation) -> Iterator[str]:
    yield from annotation.faults
    if annotation.recogniser is not None:
        yield (
            f"{annotation.film}: its narration was transcribed by {annotation.recogniser} and not checked; "
            f"correct it in {CORRECTIONS_FILE}"
        )


def _corrected(folder: Path, annotations: Iterable[FilmAnnotation], rows: Iterable[CorrectionRow]) -> MergedCorrections:
    """Flag the sentences of each film, apply people's corrections, and write the table of corrections again."""
    flagged = {one.film: flag_sentences(one.sentences, duration=one.duration) for one in annotations}
    corrected = merge_corrections(flagged, rows)
    write_corrections(folder / CORRECTIONS_FILE, corrected.rows)
    return corrected


def _corpus_film(files: FilmFiles, annotation: FilmAnnotation, sentences: Sequence[FilmSentence]) -> _CorpusFilm:
    """Return a film's clips, people and all its sentences, including a script's beside a description."""
    if not sentences:
        clips = (Clip(clip_id(files.id, n), files.id, span) for n, span in enumerate(annotation.shot_spans))
        return _CorpusFilm(files, annotation, tuple(clips), (), ())
    cut = cut_clips(files.id, sentences, duration=annotation.duration)
    anonymised = anonymise_film(files.id, cut.clips, _named_people(files, annotation))
    others = annotation.script if annotation.source == "description" else ()
    unused = (ClipSentence(files.id, one.replace(left_out=one.left_out or NOT_CHOSEN)) for one in others)
    return _CorpusFilm(files, annotation, anonymised.clips, (*cut.sentences, *unused), anonymised.people)


def _named_people(files: FilmFiles, annotation: FilmAnnotation) -> tuple[NamedPerson, ...]:
    """Return the people of a list of names, else of the screenplay's cast and the sentences."""
    if files.names is not None:
        return read_names(files.names)
    texts = [sentence.text for sentence in (*annotation.description, *annotation.script)]
    return with_found_people(people_from_cast(annotation.cast), texts, shipped_parser())


def _written(
    folder: Path, films: Sequence[_CorpusFilm], genres: Mapping[str, tuple[str, ...]], splits: Mapping[str, str]
) -> Corpus:
    write_records(folder / SENTENCES, [sentence for film in films for sentence in film.sentences])
    write_records(folder / PEOPLE_FILE, [person for film in films for person in film.people])
    return write_corpus(
        folder,
        CorpusCard(folder.resolve().name, "films in a folder, by cinescribe corpus build", _LICENCE),
        films=[
            CorpusFilm(
                film.files.id,
                splits.get(film.files.id, UNDESCRIBED),
                film.files.film.relative_to(folder).as_posix(),
                film.annotation.duration,
                genres.get(film.files.id, ()),
            )
            for film in films
        ],
        clips=[clip for film in films for clip in film.clips],
    )


def _splits(
    folder: Path,
    films: Iterable[_CorpusFilm],
    genres: Mapping[str, tuple[str, ...]],
    *,
    shares: Mapping[str, float] | None,
    seed: int,
) -> dict[str, str]:
    captioned = [film for film in films if any(clip.text for clip in film.clips)]
    to_split = [
        FilmToSplit(
            film.files.id,
            n_clips=len(film.clips),
            genres=genres.get(film.files.id, ()),
            keys=(film.annotation.digest,),
            is_script_only=film.annotation.source == "script",
        )
        for film in captioned
    ]
    shares = shares or usual_shares(len(captioned))
    # Descriptions make the better test; scripts are tested only if there is no description, or no training split.
    script_only = TRAIN if TRAIN in shares and not all(film.is_script_only for film in to_split) else None
    return update_split_list(to_split, folder / SPLIT_LIST, shares=shares, seed=seed, script_only=script_only)
