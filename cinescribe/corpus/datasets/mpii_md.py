"""Reads MPII-MD as a corpus, and writes a corpus as MPII-MD.

A line of `annotations-someone.csv` and `annotations-original.csv` has a clip's name, which states its film and times, a
tab and a sentence; people in the first file are `SOMEONE`. `dataSplit.txt` has a film and its split a line (Rohrbach et
al. 2015).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from cinescribe.corpus.core.clip_names import parse_timed_name, timed_name, unique_names
from cinescribe.corpus.core.corpus import Corpus, CorpusCard, CorpusFilm
from cinescribe.corpus.datasets.lsmdc import film_clips, people_ids
from cinescribe.corpus.datasets.lsmdc_rows import Row
from cinescribe.corpus.datasets.sidecar_annotations import AnnotatedCorpus, write_annotated
from cinescribe.corpus.film_folder.anonymise import SOMEONE, FilmPerson
from cinescribe.errors import CorpusError
from cinescribe.language.tokens.vocabulary import BLANK
from cinescribe.metrics.identity.person_ids import PERSON, person_ids, rename_ids
from cinescribe.tables import read_tab_lines, write_tab_lines

SOMEONE_FILE, ORIGINAL_FILE, SPLIT_FILE = "annotations-someone.csv", "annotations-original.csv", "dataSplit.txt"
_CARD = CorpusCard(
    "mpii-md",
    "MPII Movie Description (Rohrbach, Rohrbach, Tandon and Schiele 2015)",
    "research only, by agreement with the Max Planck Institute for Informatics; not to be passed on",
)
_SPLITS = {"train": "training", "val": "validation"}  # our names and MPII-MD's; others are the same
_SOMEONE = re.compile(rf"\b{SOMEONE}\b")


def build_mpii_md(folder: Path, annotations: Path) -> Corpus:
    """Build a corpus of MPII-MD's annotations, without film files.

    With both annotation files, each `SOMEONE` is the person whom the original names there, and a film's people become
    `P1`, `P2` ... in order of first mention; one name is one person. If the two sentences differ in more than people,
    or there is only `annotations-someone.csv`, people stay blanks. With only `annotations-original.csv`, names stay
    words. Sentences about the same clip, one a line, are joined to one caption.

    Args:
        folder: where to write.
        annotations: the folder of the annotation files.

    Raises:
        RecordError: when a file cannot be read.
        CorpusError: when there is none, a line is malformed, or a film has no split.
    """
    splits = _splits(Path(annotations) / SPLIT_FILE)
    films: dict[str, list[Row]] = {film: [] for film in splits}
    for row in _rows(Path(annotations)):
        if row.film not in films:
            raise CorpusError(f"{row.where} is of {row.film!r}, which {SPLIT_FILE} does not name; add it and its split")
        films[row.film].append(row)
    clips = [clip for film, rows in films.items() for clip in film_clips(film, rows)]
    corpus = Corpus(Path(), _CARD, tuple(CorpusFilm(film, split) for film, split in splits.items()), tuple(clips))
    people = [
        FilmPerson(film, id, name, (name,))
        for film, rows in films.items()
        for name, id in people_ids(rows).items()
        if not PERSON.fullmatch(name)
    ]
    return write_annotated(folder, AnnotatedCorpus(corpus, tuple(people))).corpus


def write_mpii_md(annotated: AnnotatedCorpus, path: Path) -> None:
    """Write a corpus as MPII-MD files into a folder.

    If texts have person ids, `annotations-original.csv` has the people's names, or their ids where a name is unknown
    or shared by two people of a film.

    Not written: paraphrases, people in view who are not mentioned, other forms of a name, the ids of clips, the
    sentences that clips were cut from, and the films' durations, genres and files.

    Raises:
        CorpusError: when two clips of a film have the same times.
        OutputError: when a text has a tab or a line break, or the folder cannot be written.
    """
    corpus, folder = annotated.corpus, Path(path)
    names = unique_names(corpus.clips, timed_name)
    texts = [(clip, (clip.text or "").replace(BLANK, SOMEONE)) for clip in corpus.clips]
    write_tab_lines(folder / SOMEONE_FILE, [(names[clip.id], PERSON.sub(SOMEONE, text)) for clip, text in texts])
    if any(person_ids(text) for _, text in texts):
        people = _names_by_id(annotated.people)
        rows = [(names[clip.id], _with_names(clip.film, text, people)) for clip, text in texts]
        write_tab_lines(folder / ORIGINAL_FILE, rows)
    write_tab_lines(folder / SPLIT_FILE, [(film.id, _SPLITS.get(film.split, film.split)) for film in corpus.films])


def named_people(someone: str, original: str) -> tuple[str | None, ...]:
    """Return the people that the original sentence names in place of `SOMEONE`; () if the sentences differ otherwise.

    A place where the original has `SOMEONE`, too, is None.
    """
    first, *others = _SOMEONE.split(someone)
    if not others or not original.startswith(first) or not original.endswith(others[-1]):
        return ()
    names, at, end = [], len(first), len(original) - len(others[-1])
    # The nearest place of each part leaves most room for the rest, so that no other place needs to be tried.
    for part in others[:-1]:
        after = original.find(part, at + 1, end)
        if after < 0:
            return ()
        names.append(original[at:after])
        at = after + len(part)
    names.append(original[at:end])
    return tuple(None if name == SOMEONE else name for name in names) if at < end else ()


def _splits(path: Path) -> dict[str, str]:
    """Read the split of each film."""
    ours = {theirs: split for split, theirs in _SPLITS.items()}
    splits: dict[str, str] = {}
    for where, fields in read_tab_lines(path):
        if len(fields) != 2:
            raise CorpusError(f"{where} has {len(fields)} columns; expected a film, a tab and its split")
        film, split = fields
        if film in splits:
            raise CorpusError(f"{where} has the film {film!r} for the second time; keep it in one split")
        splits[film] = ours.get(split, split)
    return splits


def _rows(folder: Path) -> list[Row]:
    """Read the lines of the annotations, with the people if both files exist."""
    if not (folder / SOMEONE_FILE).is_file():
        return [_row(where, fields) for where, fields in read_tab_lines(folder / ORIGINAL_FILE)]
    originals = _by_place(read_tab_lines(folder / ORIGINAL_FILE)) if (folder / ORIGINAL_FILE).is_file() else {}
    counts: Counter[str] = Counter()
    rows = []
    for where, fields in read_tab_lines(folder / SOMEONE_FILE):
        row = _row(where, fields)
        original = originals.get((row.clip, counts[row.clip]), "")
        rows.append(replace(row, people=named_people(fields[-1], original)))
        counts[row.clip] += 1
    return rows


def _row(where: str, fields: Sequence[str]) -> Row:
    if len(fields) != 2:
        raise CorpusError(f"{where} has {len(fields)} columns; expected a clip's name, a tab and a sentence")
    name, sentence = fields
    film_and_span = parse_timed_name(name)
    if film_and_span is None or film_and_span[1].duration == 0:
        raise CorpusError(
            f"{where} has the clip {name!r}; expected a film's name and times, as 0001_Film_00.00.51.926-00.00.54.129"
        )
    return Row(name, film_and_span[1], _SOMEONE.sub(BLANK, sentence) or None, None, (), where)


def _by_place(lines: Iterable[tuple[str, Sequence[str]]]) -> dict[tuple[str, int], str]:
    """Return the sentence of each line by its clip and the number of earlier lines of that clip."""
    counts: Counter[str] = Counter()
    sentences: dict[tuple[str, int], str] = {}
    for where, fields in lines:
        clip = _row(where, fields).clip
        sentences[clip, counts[clip]] = fields[-1]
        counts[clip] += 1
    return sentences


def _names_by_id(people: Iterable[FilmPerson]) -> dict[tuple[str, str], str]:
    """Return the name of each person by film and id, without names that two people of a film share."""
    people = list(people)
    counts = Counter((person.film, person.name) for person in people)
    return {(person.film, person.id): person.name for person in people if counts[person.film, person.name] == 1}


def _with_names(film: str, text: str, names: Mapping[tuple[str, str], str]) -> str:
    return rename_ids(text, [names.get((film, person), person) for person in person_ids(text)])
