"""A corpus out of a folder of films: what is told of each becomes clips, names become ids, films fall into splits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from cinescribe.corpus.core.corpus import FILMS, Corpus, CorpusCard, CorpusFilm, check_kind, write_corpus
from cinescribe.corpus.core.sentences import NOT_CHOSEN, FilmSentence
from cinescribe.corpus.film_folder.anonymise import NamedPerson, anonymised, write_people
from cinescribe.corpus.film_folder.clip_cutting import ClipSentence, clip_id, cut_clips, write_sentences
from cinescribe.corpus.film_folder.corrections import (
    CORRECTIONS,
    Merged,
    Row,
    merged,
    read_corrections,
    write_corrections,
)
from cinescribe.corpus.film_folder.film_annotation import FilmTelling, film_telling
from cinescribe.corpus.film_folder.film_folder import FilmFiles, films_in
from cinescribe.corpus.film_folder.genre_list import GENRES, read_genres
from cinescribe.corpus.film_folder.sentence_filter import judged
from cinescribe.corpus.narration.recognisers import Recogniser
from cinescribe.corpus.splits.split_file import SPLIT_LIST
from cinescribe.corpus.splits.splits import TRAIN, FilmToSplit, kept_splits
from cinescribe.errors import CorpusError, FilmError, RecordError
from cinescribe.language.names.name_search import with_found
from cinescribe.language.names.names import Called, people_called, read_names
from cinescribe.language.parser.parse import shipped_parser
from cinescribe.parallel import run_shards
from cinescribe.progress import Progress
from cinescribe.schema import Clip
from cinescribe.store import read_records

TELLINGS = "tellings"  # folder of the corpus: what was found of each film, so that it is not sought twice
UNTOLD = "untold"  # the split of films of which nothing is told
LICENCE = "that of its films and of what is told of them"

"""Told a film's id and the share of it that is done."""


@dataclass(frozen=True)
class BuiltCorpus:
    """A corpus and what lies in its folder without having become part of it, a sentence each."""

    corpus: Corpus
    faults: tuple[str, ...]


@dataclass(frozen=True)
class _Annotated:
    """A film as the corpus will hold it."""

    files: FilmFiles
    telling: FilmTelling
    clips: tuple[Clip, ...]
    sentences: tuple[ClipSentence, ...]
    people: tuple[NamedPerson, ...]


def build_films(
    folder: Path,
    *,
    asr: Recogniser | None = None,
    shares: Mapping[str, float] | None = None,
    seed: int = 0,
    n_workers: int = 1,
    progress: Progress | None = None,
) -> BuiltCorpus:
    """A corpus of the films in a folder, written into that folder; films that were done before are not read again.

    A film's captions are its description's, where somebody wrote it down (`film.described.vtt`), else its screenplay's
    action (`film.fountain` and `film.srt`), else what is recognised of its narrator (`film.described.m4a`). Where there
    is none of these, its clips are its shots, without captions, in the split `untold`. Films that cannot be read are
    left out.

    Args:
        folder: films and what lies beside them, see `films_in`. What people write into its lists is kept:
            `corrections.tsv` of sentences, `splits.tsv`, `genres.tsv`.
        asr: recognises narrators; None does not.
        shares: of the films that each split gets, in any unit; by default `usual_shares`.
        seed: of the splits.
        n_workers: films read at once.
        progress: told how far each film is.

    Raises:
        CorpusError: when the folder holds no film that can be read, or another corpus, or a list in it is malformed.
        CastError: when a film's list of names is.
        RecordError: when a list, or a file beside a film, cannot be read.
        OutputError: when the folder cannot be written.
    """
    folder = Path(folder)
    check_kind(folder, FILMS)
    _check_not_foreign(folder)
    # People's lists first: a line that is wrong is told before hours of reading films, not after.
    rows, genres = read_corrections(folder / CORRECTIONS), read_genres(folder / GENRES)
    told, unreadable = _tellings(folder, asr, n_workers, progress)
    corrected = _corrected(folder, told.values(), rows)
    films = [_annotated(files, telling, corrected.sentences[files.id]) for files, telling in told.items()]
    splits = _splits(folder, films, genres, shares=shares, seed=seed)
    corpus = _written(folder, films, genres, splits)
    faults = [fault for telling in told.values() for fault in _faults(telling)]
    return BuiltCorpus(corpus, (*unreadable, *faults, *corrected.unused))


def usual_shares(n_films: int) -> dict[str, float]:
    """A tenth of the films for validation and for test each, but two where there are six: of one, scores say little."""
    held_out = max(round(n_films / 10), 2 if n_films >= 6 else 1)
    return {"train": max(n_films - 2 * held_out, 1), "val": held_out, "test": held_out}


def _check_not_foreign(folder: Path) -> None:
    """A list of films that no corpus wrote is not written over."""
    path = folder / FILMS
    if not path.is_file():
        return
    try:
        read_records(path, CorpusFilm)
    except RecordError as error:
        raise CorpusError(
            f"{str(path)!r} is no list of films as corpora have it ({error}); move it, a corpus writes its own there"
        ) from error


def _tellings(
    folder: Path, asr: Recogniser | None, n_workers: int, progress: Progress | None
) -> tuple[dict[FilmFiles, FilmTelling], tuple[str, ...]]:
    """What is told of each film, by several processes where that is wanted; and which films cannot be read, and why."""

    def tell(files: FilmFiles, _: FilmTelling | FilmError) -> None:
        if progress is not None:
            progress(files.id, 1.0)

    films = films_in(folder)
    found = run_shards(partial(_told, folder=folder / TELLINGS, asr=asr), films, keep=tell, n_workers=n_workers)
    told = {files: one for files, one in zip(films, found, strict=True) if isinstance(one, FilmTelling)}
    faults = tuple(str(one) for one in found if isinstance(one, FilmError))
    if not told:
        raise CorpusError(f"no film in {str(folder)!r} can be read: {faults[0]}")
    return told, faults


def _told(files: FilmFiles, *, folder: Path, asr: Recogniser | None) -> FilmTelling | FilmError:
    try:
        return film_telling(files, folder / f"{files.id}.json", asr=asr)
    except FilmError as error:  # told in the end: one damaged film does not keep the others from becoming a corpus
        return error


def _faults(telling: FilmTelling) -> Iterator[str]:
    yield from telling.faults
    if telling.heard_by is not None:
        yield (
            f"{telling.film}: what its narrator says was recognised by {telling.heard_by}, and nobody has read it; "
            f"correct it in {CORRECTIONS}"
        )


def _corrected(folder: Path, tellings: Iterable[FilmTelling], rows: Iterable[Row]) -> Merged:
    """The sentences of each film, judged, then as people corrected them; their table is written anew."""
    found = {telling.film: judged(telling.chosen, duration=telling.duration) for telling in tellings}
    corrected = merged(found, rows)
    write_corrections(folder / CORRECTIONS, corrected.rows)
    return corrected


def _annotated(files: FilmFiles, telling: FilmTelling, chosen: Sequence[FilmSentence]) -> _Annotated:
    """The clips and people of a film, and all its sentences, of the screenplay too where the description tells it."""
    if not chosen:
        clips = (Clip(clip_id(files.id, n), files.id, span) for n, span in enumerate(telling.untold))
        return _Annotated(files, telling, tuple(clips), (), ())
    cut = cut_clips(files.id, chosen, duration=telling.duration)
    named = anonymised(files.id, cut.clips, _called(files, telling))
    others = () if telling.chosen is telling.script else telling.script
    besides = (ClipSentence(files.id, one.replace(left_out=one.left_out or NOT_CHOSEN)) for one in others)
    return _Annotated(files, telling, named.clips, (*cut.sentences, *besides), named.people)


def _called(files: FilmFiles, telling: FilmTelling) -> tuple[Called, ...]:
    """Who may be named: by a list of names, else those who speak in the screenplay and whom the sentences tell."""
    if files.names is not None:
        return read_names(files.names)
    texts = [sentence.text for sentence in (*telling.description, *telling.script)]
    return with_found(people_called(telling.cast), texts, shipped_parser())


def _written(
    folder: Path, films: Sequence[_Annotated], genres: Mapping[str, tuple[str, ...]], splits: Mapping[str, str]
) -> Corpus:
    write_sentences(folder, [sentence for film in films for sentence in film.sentences])
    write_people(folder, [person for film in films for person in film.people])
    return write_corpus(
        folder,
        CorpusCard(folder.resolve().name, "films in a folder, by cinescribe corpus build", LICENCE),
        films=[
            CorpusFilm(
                film.files.id,
                splits.get(film.files.id, UNTOLD),
                film.files.film.relative_to(folder).as_posix(),
                film.telling.duration,
                genres.get(film.files.id, ()),
            )
            for film in films
        ],
        clips=[clip for film in films for clip in film.clips],
    )


def _splits(
    folder: Path,
    films: Iterable[_Annotated],
    genres: Mapping[str, tuple[str, ...]],
    *,
    shares: Mapping[str, float] | None,
    seed: int,
) -> dict[str, str]:
    told = [film for film in films if any(clip.text for clip in film.clips)]
    by_script = [film.telling.chosen is film.telling.script for film in told]
    to_split = [
        FilmToSplit(
            film.files.id,
            n_clips=len(film.clips),
            genres=genres.get(film.files.id, ()),
            keys=(film.telling.digest,),
            is_script_only=of_script,
        )
        for film, of_script in zip(told, by_script, strict=True)
    ]
    shares = shares or usual_shares(len(told))
    # Descriptions are the better test; where there are none, or nothing is trained, scripts must do.
    script_only = TRAIN if TRAIN in shares and not all(by_script) else None
    return kept_splits(to_split, folder / SPLIT_LIST, shares=shares, seed=seed, script_only=script_only)
