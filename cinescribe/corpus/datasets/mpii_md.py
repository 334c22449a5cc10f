"""MPII-MD as a corpus, and a corpus as MPII-MD: sentences by the names of clips, and the split of each film.

`annotations-someone.csv` and `annotations-original.csv` have a clip's name, which says its film and its times, and a
sentence, a tab between; in the first people are `SOMEONE`. `dataSplit.txt` has a film and its split (Rohrbach et al.
2015).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from cinescribe.corpus.core.clip_names import film_and_span, single_names, timed_name
from cinescribe.corpus.core.corpus import Corpus, CorpusCard, CorpusFilm
from cinescribe.corpus.core.tab_lines import read_lines, write_lines
from cinescribe.corpus.datasets.lsmdc import film_clips, people_ids
from cinescribe.corpus.datasets.lsmdc_rows import Row
from cinescribe.corpus.datasets.sidecar_annotations import AnnotatedCorpus, write_annotated
from cinescribe.corpus.film_folder.anonymise import SOMEONE, NamedPerson
from cinescribe.errors import CorpusError
from cinescribe.language.tokens.vocabulary import BLANK
from cinescribe.metrics.identity.person_ids import PERSON, person_ids, rename_ids

SOMEONE_FILE, ORIGINAL_FILE, SPLIT_FILE = "annotations-someone.csv", "annotations-original.csv", "dataSplit.txt"
CARD = CorpusCard(
    "mpii-md",
    "MPII Movie Description (Rohrbach, Rohrbach, Tandon and Schiele 2015)",
    "research only, by agreement with the Max Planck Institute for Informatics; not to be passed on",
)
_SPLITS = {"train": "training", "val": "validation"}  # as we say it, and as MPII-MD does; others are called alike
_OPEN = re.compile(rf"\b{SOMEONE}\b")


def build_mpii_md(folder: Path, annotations: Path) -> Corpus:
    """A corpus of MPII-MD's annotations in a folder, without film files.

    With both files of annotations a sentence's `SOMEONE`s are whom the original names there, and a film's people become
    `P1` on by first mention: one name, one person. Where the two sentences differ in more than people, and with
    `annotations-someone.csv` alone, they stay blanks; with `annotations-original.csv` alone names remain words.
    Sentences about one clip, a line each, become one caption.

    Args:
        folder: where the corpus is written.
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
    corpus = Corpus(Path(), CARD, tuple(CorpusFilm(film, split) for film, split in splits.items()), tuple(clips))
    people = [
        NamedPerson(film, id, name, (name,))
        for film, rows in films.items()
        for name, id in people_ids(rows).items()
        if not PERSON.fullmatch(name)
    ]
    return write_annotated(folder, AnnotatedCorpus(corpus, tuple(people))).corpus


def write_mpii_md(annotated: AnnotatedCorpus, path: Path) -> None:
    """Write a corpus as MPII-MD's files, into a folder.

    `annotations-original.csv`, written where texts tell people, has their names; `P1` on where these are not known, or
    are those of two people of a film.

    Lost are paraphrases, people who are in view and not mentioned, other forms of a name, the ids of clips, the
    sentences that clips were cut from, and the films' durations, genres and files.

    Raises:
        CorpusError: when two clips of a film have the same times, or a text has a tab or a line break.
        OutputError: when the folder cannot be written.
    """
    corpus, folder = annotated.corpus, Path(path)
    names = single_names(corpus.clips, timed_name)
    told = [(clip, (clip.text or "").replace(BLANK, SOMEONE)) for clip in corpus.clips]
    write_lines(folder / SOMEONE_FILE, [(names[clip.id], PERSON.sub(SOMEONE, text)) for clip, text in told])
    if any(person_ids(text) for _, text in told):
        called = _called(annotated.people)
        write_lines(
            folder / ORIGINAL_FILE, [(names[clip.id], _with_names(clip.film, text, called)) for clip, text in told]
        )
    write_lines(folder / SPLIT_FILE, [(film.id, _SPLITS.get(film.split, film.split)) for film in corpus.films])


def named_people(someone: str, original: str) -> tuple[str | None, ...]:
    """Whom a sentence names in the places where the other has `SOMEONE`; none at all where they differ in more.

    A place in which the original has `SOMEONE` as well is None.
    """
    parts = _OPEN.split(someone)
    found = re.fullmatch("(.+?)".join(re.escape(part) for part in parts), original)
    return () if found is None else tuple(None if name == SOMEONE else name for name in found.groups())


def _splits(path: Path) -> dict[str, str]:
    """The split of each film."""
    ours = {theirs: split for split, theirs in _SPLITS.items()}
    splits: dict[str, str] = {}
    for where, fields in read_lines(path):
        if len(fields) != 2:
            raise CorpusError(f"{where} has {len(fields)} columns; wanted a film, a tab and its split")
        film, split = fields
        if film in splits:
            raise CorpusError(f"{where} has the film {film!r} for the second time; keep it in one split")
        splits[film] = ours.get(split, split)
    return splits


def _rows(folder: Path) -> list[Row]:
    """The lines of the annotations, with who the people are where both files are there."""
    if not (folder / SOMEONE_FILE).is_file():
        return [_row(where, fields) for where, fields in read_lines(folder / ORIGINAL_FILE)]
    originals = _by_place(read_lines(folder / ORIGINAL_FILE)) if (folder / ORIGINAL_FILE).is_file() else {}
    counts: Counter[str] = Counter()
    rows = []
    for where, fields in read_lines(folder / SOMEONE_FILE):
        row = _row(where, fields)
        original = originals.get((row.clip, counts[row.clip]), "")
        rows.append(replace(row, people=named_people(fields[-1], original)))
        counts[row.clip] += 1
    return rows


def _row(where: str, fields: Sequence[str]) -> Row:
    if len(fields) != 2:
        raise CorpusError(f"{where} has {len(fields)} columns; wanted a clip's name, a tab and a sentence")
    name, sentence = fields
    told = film_and_span(name)
    if told is None or told[1].duration == 0:
        raise CorpusError(
            f"{where} has the clip {name!r}; wanted a film's name and times, as 0001_Film_00.00.51.926-00.00.54.129"
        )
    return Row(name, told[1], _OPEN.sub(BLANK, sentence) or None, None, (), where)


def _by_place(lines: Iterable[tuple[str, Sequence[str]]]) -> dict[tuple[str, int], str]:
    """The sentence of each line by its clip and how many lines that clip had before."""
    counts: Counter[str] = Counter()
    sentences: dict[tuple[str, int], str] = {}
    for where, fields in lines:
        clip = _row(where, fields).clip
        sentences[clip, counts[clip]] = fields[-1]
        counts[clip] += 1
    return sentences


def _called(people: Iterable[NamedPerson]) -> dict[tuple[str, str], str]:
    """The name of each person by film and id; but for such as two people of a film have."""
    people = list(people)
    counts = Counter((person.film, person.name) for person in people)
    return {(person.film, person.id): person.name for person in people if counts[person.film, person.name] == 1}


def _with_names(film: str, text: str, called: Mapping[tuple[str, str], str]) -> str:
    return rename_ids(text, [called.get((film, person), person) for person in person_ids(text)])
