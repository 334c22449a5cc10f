"""LSMDC as a corpus, for whoever holds its data: film-wide people where its files tell them, blanks elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from cinescribe.corpus.corpus import Corpus, CorpusCard, CorpusFilm, write_corpus
from cinescribe.corpus.lsmdc_rows import Row, read_rows
from cinescribe.errors import CorpusError
from cinescribe.language.vocabulary import BLANK
from cinescribe.metrics.fitb_files import read_sets
from cinescribe.schema import Clip, ClipSet
from cinescribe.timing import Span

LICENCE = "research only, by agreement with the authors of LSMDC; not to be passed on"
FILES = "LSMDC16_annos_{}"
PARTS = {"train": "training", "val": "val", "test": "test", "blind": "blindtest"}  # of file names, by split
CAPTIONS = ("_blank.csv", "_someone.csv", ".csv")  # the first of them that is there is read
PEOPLE = ("_onlyIDs_NEW.csv", "_onlyIDs.csv")  # likewise; they belong to `_blank.csv`


@dataclass(frozen=True)
class SplitFiles:
    """The annotations of one split: sentences, and who their blanks are where that is told."""

    captions: Path
    people: Path | None = None


def lsmdc_files(folder: Path) -> dict[str, SplitFiles]:
    """The annotation files of LSMDC that lie in a folder, by split; where there are blanks and ids, those.

    Raises:
        CorpusError: when there is none.
    """
    found: dict[str, SplitFiles] = {}
    for split, part in PARTS.items():
        captions = _first(Path(folder), part, CAPTIONS)
        if captions is not None:
            blanks = captions.name.endswith(CAPTIONS[0])
            found[split] = SplitFiles(captions, _first(Path(folder), part, PEOPLE) if blanks else None)
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
            clips.extend(_clips(film, rows))
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


def _first(folder: Path, part: str, endings: Sequence[str]) -> Path | None:
    paths = (folder / (FILES.format(part) + ending) for ending in endings)
    return next((path for path in paths if path.is_file()), None)


def _by_film(rows: Iterable[Row]) -> dict[str, list[Row]]:
    films: dict[str, list[Row]] = {}
    for row in rows:
        films.setdefault(row.film, []).append(row)
    return films


def _clips(film: str, rows: Sequence[Row]) -> list[Clip]:
    """The clips of a film in order of time, one for all sentences about it, its people numbered."""
    ordered = sorted(rows, key=lambda row: (row.span.start, row.clip))  # stable: sentences keep their order
    numbers = {who: f"P{n}" for n, who in enumerate(dict.fromkeys(who for row in ordered for who in row.people), 1)}
    return [_clip(film, name, list(same), numbers) for name, same in groupby(ordered, key=lambda row: row.clip)]


def _clip(film: str, name: str, rows: Sequence[Row], numbers: Mapping[str, str]) -> Clip:
    texts = [_filled(row.text, [numbers[who] for who in row.people]) for row in rows if row.text is not None]
    people = dict.fromkeys(numbers[who] for row in rows for who in row.people)
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
