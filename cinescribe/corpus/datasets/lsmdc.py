"""Reads LSMDC as a corpus: film-wide person ids where its files have them, blanks elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from cinescribe.corpus.core.corpus import Corpus, CorpusCard, CorpusFilm, write_corpus
from cinescribe.corpus.datasets.lsmdc_rows import Row, read_annotation_rows
from cinescribe.errors import CorpusError
from cinescribe.language.tokens.vocabulary import BLANK
from cinescribe.schema import Clip
from cinescribe.timing import Seconds, Span

_LICENCE = "research only, by agreement with the authors of LSMDC; not to be passed on"
ANNOTATION_FILES = "LSMDC16_annos_{}"
SPLIT_FILES = {"train": "training", "val": "val", "test": "test", "blind": "blindtest"}  # in file names, by split
CAPTIONS = ("_blank", "_someone", "")  # the first existing file is read
_PEOPLE = ("_onlyIDs_NEW", "_onlyIDs")  # likewise; they belong to `_blank`
# The year of the challenge, the part, and the kind of file. Names of further parts have no underscore.
_FILE = re.compile(r"LSMDC(\d\d)_annos_([A-Za-z0-9-]+)(_blank|_someone|_onlyIDs_NEW|_onlyIDs|)\.csv")


@dataclass(frozen=True)
class SplitFiles:
    """The annotation files of one split: sentences, and the people of their blanks if there is such a file."""

    captions: Path
    people: Path | None = None


def lsmdc_files(folder: Path) -> dict[str, SplitFiles]:
    """Return the annotation files of LSMDC in a folder, by split; files with blanks and ids come first.

    Files are named as in the challenges, `LSMDC15_annos_*.csv` or `LSMDC16_annos_*.csv`; the latest year counts. Parts
    other than the challenge's are splits of the same name.

    Raises:
        CorpusError: when there is none.
    """
    found: dict[str, SplitFiles] = {}
    parts = _parts(Path(folder))
    splits = {part: split for split, part in SPLIT_FILES.items()}
    for part in sorted(parts, key=lambda part: [*splits, part].index(part)):
        captions = _first(parts[part], CAPTIONS)
        if captions is not None:
            blanks = captions.stem.endswith(CAPTIONS[0])
            found[splits.get(part, part)] = SplitFiles(captions, _first(parts[part], _PEOPLE) if blanks else None)
    if not found:
        raise CorpusError(
            f"{str(folder)!r} holds no annotations of LSMDC; expected {ANNOTATION_FILES.format('training.csv')}, or "
            "with _someone or _blank and _onlyIDs_NEW, as the challenge's site gives them"
        )
    return found


def build_lsmdc(folder: Path, splits: Mapping[str, SplitFiles]) -> Corpus:
    """Build a corpus of LSMDC's annotations, without film files: LSMDC distributes single clips.

    A film's people become `P1`, `P2` ... in order of first mention. People without an id stay blanks: such captions
    can be trained on, but not evaluated. Sentences about the same clip, one a line, are joined to one caption.

    Args:
        folder: where to write.
        splits: files of each split, from `lsmdc_files`.

    Raises:
        RecordError: when a file cannot be read.
        CorpusError: naming the file and line that is malformed, or a film that is in two splits.
    """
    films: dict[str, str] = {}
    clips: list[Clip] = []
    for split, files in splits.items():
        for film, rows in _by_film(read_annotation_rows(files.captions, people=files.people)).items():
            if film in films:
                raise CorpusError(f"{rows[0].where}: film {film!r} is of {films[film]!r} already; keep it in one split")
            films[film] = split
            clips.extend(film_clips(film, rows))
    card = CorpusCard("lsmdc", "Large Scale Movie Description Challenge", _LICENCE)
    return write_corpus(folder, card, films=[CorpusFilm(*item) for item in films.items()], clips=clips)


def _parts(folder: Path) -> dict[str, dict[str, Path]]:
    """Return the annotation files of a folder, by part and by kind."""
    parts: dict[str, dict[str, Path]] = {}
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():  # a later year's file replaces an earlier one's
        named = _FILE.fullmatch(path.name)
        if named is not None:
            parts.setdefault(named[2], {})[named[3]] = path
    return parts


def _first(files: Mapping[str, Path], endings: Sequence[str]) -> Path | None:
    return next((files[ending] for ending in endings if ending in files), None)


def _by_film(rows: Iterable[Row]) -> dict[str, list[Row]]:
    films: dict[str, list[Row]] = {}
    for row in rows:
        films.setdefault(row.film, []).append(row)
    return films


def film_clips(film: str, rows: Iterable[Row]) -> list[Clip]:
    """Return the clips of a film in order of time, with their sentences joined and the film's people numbered."""
    ordered = sorted(rows, key=_time_order)  # stable: sentences about one clip keep their order
    numbers = people_ids(ordered)
    return [_clip(film, name, list(same), numbers) for name, same in groupby(ordered, key=lambda row: row.clip)]


def people_ids(rows: Iterable[Row]) -> dict[str, str]:
    """Return the id of each person of a film by name: `P1`, `P2` ... in order of first mention."""
    ordered = sorted(rows, key=_time_order)
    names = dict.fromkeys(name for row in ordered for name in row.people if name is not None)
    return {name: f"P{n}" for n, name in enumerate(names, 1)}


def _time_order(row: Row) -> tuple[Seconds, str]:
    return row.span.start, row.clip


def _clip(film: str, name: str, rows: Sequence[Row], numbers: Mapping[str, str]) -> Clip:
    texts = [
        _filled(row.text, [BLANK if person is None else numbers[person] for person in row.people])
        for row in rows
        if row.text is not None
    ]
    people = dict.fromkeys(numbers[person] for row in rows for person in row.people if person is not None)
    span = Span(min(row.span.start for row in rows), max(row.span.end for row in rows))
    return Clip(name, film, span, " ".join(texts) or None, tuple(people), tuple(_paraphrases(rows)))


def _paraphrases(rows: Iterable[Row]) -> Iterator[str]:
    """Yield the rows' paraphrases, except those with blanks for people whom the sentence names."""
    for row in rows:
        if row.paraphrase is not None and not (row.people and BLANK in row.paraphrase):
            yield row.paraphrase


def _filled(text: str, people: Sequence[str]) -> str:
    if not people:
        return text
    parts = text.split(BLANK)
    return parts[0] + "".join(person + part for person, part in zip(people, parts[1:], strict=True))
