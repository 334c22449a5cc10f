"""LSMDC as a corpus, for whoever holds its data: film-wide people where its files tell them, blanks elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from cinescribe.corpus.core.corpus import Corpus, CorpusCard, CorpusFilm, write_corpus
from cinescribe.corpus.datasets.lsmdc_rows import Row, read_rows
from cinescribe.errors import CorpusError
from cinescribe.language.tokens.vocabulary import BLANK
from cinescribe.metrics.identity.fitb_files import read_sets
from cinescribe.schema import Clip, ClipSet
from cinescribe.timing import Seconds, Span

LICENCE = "research only, by agreement with the authors of LSMDC; not to be passed on"
FILES = "LSMDC16_annos_{}"
PARTS = {"train": "training", "val": "val", "test": "test", "blind": "blindtest"}  # of file names, by split
CAPTIONS = ("_blank", "_someone", "")  # the first of them that is there is read
PEOPLE = ("_onlyIDs_NEW", "_onlyIDs")  # likewise; they belong to `_blank`
# The year of the challenge, the part, and what of it; parts that are not the challenge's have no underscore.
_FILE = re.compile(r"LSMDC(\d\d)_annos_([A-Za-z0-9-]+)(_blank|_someone|_onlyIDs_NEW|_onlyIDs|)\.csv")


@dataclass(frozen=True)
class SplitFiles:
    """The annotations of one split: sentences, and who their blanks are where that is told."""

    captions: Path
    people: Path | None = None


def lsmdc_files(folder: Path) -> dict[str, SplitFiles]:
    """The annotation files of LSMDC that lie in a folder, by split; where there are blanks and ids, those.

    Files are those of the challenges, `LSMDC15_annos_*.csv` or `LSMDC16_annos_*.csv`; of several years' the last. Parts
    that the challenges do not have are splits by their own names.

    Raises:
        CorpusError: when there is none.
    """
    found: dict[str, SplitFiles] = {}
    parts = _parts(Path(folder))
    splits = {part: split for split, part in PARTS.items()}
    for part in sorted(parts, key=lambda part: [*splits, part].index(part)):
        captions = _first(parts[part], CAPTIONS)
        if captions is not None:
            blanks = captions.stem.endswith(CAPTIONS[0])
            found[splits.get(part, part)] = SplitFiles(captions, _first(parts[part], PEOPLE) if blanks else None)
    if not found:
        raise CorpusError(
            f"{str(folder)!r} holds no annotations of LSMDC; wanted {FILES.format('training.csv')}, or with _someone "
            "or _blank and _onlyIDs_NEW, as the challenge's site gives them"
        )
    return found


def build_lsmdc(folder: Path, splits: Mapping[str, SplitFiles]) -> Corpus:
    """A corpus of LSMDC's annotations.

    A film's people become `P1` on by first mention. Who is not told stays a blank: such captions can be learnt from,
    but nobody knows how they should be filled. Sentences about one clip become one caption, since the files have a
    line for each. Films have no files: LSMDC gives out single clips.

    Args:
        folder: where the corpus is written.
        splits: files of each split, as `lsmdc_files` finds them.

    Raises:
        RecordError: when a file cannot be read.
        CorpusError: naming the file and line at fault, or a film that is in two splits.
    """
    films: dict[str, str] = {}
    clips: list[Clip] = []
    for split, files in splits.items():
        for film, rows in _by_film(read_rows(files.captions, people=files.people)).items():
            if film in films:
                raise CorpusError(f"{rows[0].where}: film {film!r} is of {films[film]!r} already; keep it in one split")
            films[film] = split
            clips.extend(film_clips(film, rows))
    card = CorpusCard("lsmdc", "Large Scale Movie Description Challenge", LICENCE)
    return write_corpus(folder, card, films=[CorpusFilm(*item) for item in films.items()], clips=clips)


def listed_sets(clips: Iterable[Clip], path: Path) -> list[ClipSet]:
    """The clip sets that a challenge lists, as `valSets.csv` does: the names of a set's clips, tabs between them.

    Args:
        clips: of the split.
        path: the list, gzipped or not.

    Raises:
        ScoreError: when the list is malformed.
        CorpusError: when a clip of it is not there.
    """
    known = {clip.id: clip for clip in clips}
    listed = read_sets(path)
    missing = next((name for names in listed for name in names if name not in known), None)
    if missing is not None:
        raise CorpusError(
            f"{str(path)!r} lists the clip {missing!r}, which the corpus lacks; give the list of its split"
        )
    return [ClipSet(tuple(known[name] for name in names)) for names in listed]


def _parts(folder: Path) -> dict[str, dict[str, Path]]:
    """The annotation files of a folder by part, and by what of it they are."""
    parts: dict[str, dict[str, Path]] = {}
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():  # a later year's file takes an earlier one's place
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
    """The clips of a film in order of time, one for all sentences about it, its people numbered."""
    ordered = sorted(rows, key=_when)  # stable: sentences about one clip keep their order
    numbers = people_ids(ordered)
    return [_clip(film, name, list(same), numbers) for name, same in groupby(ordered, key=lambda row: row.clip)]


def people_ids(rows: Iterable[Row]) -> dict[str, str]:
    """The id of each of a film's people by what the files call them: `P1` on by first mention, in order of time."""
    told = dict.fromkeys(who for row in sorted(rows, key=_when) for who in row.people if who is not None)
    return {who: f"P{n}" for n, who in enumerate(told, 1)}


def _when(row: Row) -> tuple[Seconds, str]:
    return row.span.start, row.clip


def _clip(film: str, name: str, rows: Sequence[Row], numbers: Mapping[str, str]) -> Clip:
    texts = [
        _filled(row.text, [BLANK if who is None else numbers[who] for who in row.people])
        for row in rows
        if row.text is not None
    ]
    people = dict.fromkeys(numbers[who] for row in rows for who in row.people if who is not None)
    span = Span(min(row.span.start for row in rows), max(row.span.end for row in rows))
    return Clip(name, film, span, " ".join(texts) or None, tuple(people), tuple(_paraphrases(rows)))


def _paraphrases(rows: Iterable[Row]) -> Iterator[str]:
    """Those of a clip's rows, but for such as leave people open whom the sentence tells."""
    for row in rows:
        if row.paraphrase is not None and not (row.people and BLANK in row.paraphrase):
            yield row.paraphrase


def _filled(text: str, people: Sequence[str]) -> str:
    if not people:
        return text
    parts = text.split(BLANK)
    return parts[0] + "".join(who + part for who, part in zip(people, parts[1:], strict=True))
