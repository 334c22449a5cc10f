"""Reads M-VAD as a corpus, and writes a corpus as M-VAD: a subtitle file for each film, numbered by clip names.

A block of `21_JUMP_STREET.srt` is a clip's name (`21_JUMP_STREET_DVS20`), its times and its text; a plain number, as in
other subtitles, is made into such a name. Films are in folders by split; or lists give the splits, as
`corpus_M-VAD_train.txt` with a clip, a tab and its text (Torabi et al. 2015).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from cinescribe.corpus.core.corpus import Corpus, CorpusCard, CorpusFilm, write_corpus
from cinescribe.corpus.datasets.sidecar_annotations import AnnotatedCorpus
from cinescribe.corpus.film_folder.anonymise import SOMEONE
from cinescribe.errors import CorpusError, RecordError, brief
from cinescribe.file_names import checked_name
from cinescribe.input_files import read_text
from cinescribe.language.tokens.vocabulary import BLANK
from cinescribe.metrics.identity.person_ids import person_ids
from cinescribe.output_folder import refuse_links
from cinescribe.schema import Clip
from cinescribe.store import write_text
from cinescribe.tables import read_tab_lines, write_tab_lines
from cinescribe.timing import Span, clock, from_clock

_CARD = CorpusCard(
    "m-vad",
    "Montreal Video Annotation Dataset (Torabi, Pal, Larochelle and Courville 2015)",
    "research only, by agreement with the University of Montreal; not to be passed on",
)
LIST = "corpus_M-VAD_{}.txt"
_LIST = re.compile(r"corpus_M-VAD_(.+)\.txt")
_BLOCKS = re.compile(r"\n\s*\n")
_TIMES = re.compile(r"\s*(\S{1,40})\s*-->\s*(\S{1,40})\s*")
_NOT_IN_NAMES = re.compile(r"[^\w.-]")
_SOMEONE = re.compile(rf"\b{SOMEONE}\b")


@dataclass(frozen=True)
class _Block:
    """A block of a subtitle file: one clip."""

    name: str
    span: Span
    text: str | None


def build_m_vad(folder: Path, annotations: Path) -> Corpus:
    """Build a corpus of M-VAD's annotations, without film files.

    Names stay words, `SOMEONE` becomes a blank. Blocks with the same clip name are joined to one caption.

    Args:
        folder: where to write.
        annotations: a folder of subtitle files in folders by split, or beside lists of the splits.

    Raises:
        RecordError: when a file cannot be read.
        CorpusError: when there is none, one is malformed, or a film has no split or two splits.
    """
    annotations = Path(annotations)
    listed = _listed_splits(annotations)
    films: dict[str, CorpusFilm] = {}
    clips: list[Clip] = []
    for path in sorted(annotations.rglob("*.srt")):
        film_clips = _clips(path)
        split = next((listed[clip.id] for clip in film_clips if clip.id in listed), None)
        if split is None and (listed or path.parent == annotations):
            raise CorpusError(f"{str(path)!r} has no split; put it into a folder named train, val or test, or list it")
        if path.stem in films:
            first = films[path.stem].split
            raise CorpusError(f"film {path.stem!r} is in {first!r} and again in {str(path)!r}; keep it in one split")
        films[path.stem] = CorpusFilm(path.stem, split or path.parent.name)
        clips.extend(film_clips)
    if not films:
        raise CorpusError(
            f"{str(annotations)!r} holds no .srt of M-VAD; expected files such as train/21_JUMP_STREET.srt"
        )
    return write_corpus(folder, _CARD, films=films.values(), clips=clips)


def write_m_vad(annotated: AnnotatedCorpus, path: Path) -> None:
    """Write a corpus as M-VAD files into a folder: films in folders by split, and a list of each split.

    People stay `P1`, `P2` ...; blanks become `SOMEONE`. Not written: paraphrases, people in view who are not
    mentioned, the films' durations, genres and files, and films without clips. A file is named by its film's id, with
    `_` for letters that some system keeps out of names.

    Raises:
        RecordError: when a film's id cannot be made the name of a file.
        CorpusError: when two films' files would have one name.
        OutputError: when a text has a tab or a line break, the folder cannot be written, or a part of it is a link.
    """
    corpus, folder = annotated.corpus, Path(path)
    names, splits = _file_names(corpus), list(dict.fromkeys(film.split for film in corpus.films))
    refuse_links(folder, splits)
    for split in splits:
        by_film = corpus.clips_by_film(split)
        rows = [(clip.id, *_texts(clip)) for clips in by_film.values() for clip in clips]
        write_tab_lines(folder / LIST.format(split), rows)
        for film, clips in by_film.items():
            write_text(folder / split / f"{names[film]}.srt", "".join(map(_block_text, clips)))


def _file_names(corpus: Corpus) -> dict[str, str]:
    """Return the name of each film's file, without its ending."""
    names: dict[str, str] = {}
    for film in corpus.films:
        name = checked_name(_NOT_IN_NAMES.sub("_", film.id), f"film {brief(film.id)}")
        if name in names.values():
            raise CorpusError(f"film {film.id!r} and another one would both be written to {name}.srt; rename one")
        names[film.id] = name
    return names


def _listed_splits(folder: Path) -> dict[str, str]:
    """Return the split of each clip in the lists of a folder."""
    lists = {path: named[1] for path in sorted(folder.glob("*.txt")) if (named := _LIST.fullmatch(path.name))}
    return {fields[0]: split for path, split in lists.items() for _, fields in read_tab_lines(path)}


def _clips(path: Path) -> list[Clip]:
    """Read the clips of a film, in order of time."""
    by_name: dict[str, list[_Block]] = {}
    for block in _blocks(path):
        by_name.setdefault(block.name, []).append(block)
    clips = [_clip(path.stem, name, blocks) for name, blocks in by_name.items()]
    return sorted(clips, key=lambda clip: clip.span.start)


def _clip(film: str, name: str, blocks: Sequence[_Block]) -> Clip:
    text = " ".join(block.text for block in blocks if block.text) or None
    span = Span(min(block.span.start for block in blocks), max(block.span.end for block in blocks))
    return Clip(name, film, span, text, tuple(dict.fromkeys(person_ids(text or ""))))


def _blocks(path: Path) -> Iterator[_Block]:
    for n, block in enumerate(filter(str.strip, _BLOCKS.split(read_text(path))), 1):
        name, *rest = block.strip().split("\n")
        text = " ".join(line.strip() for line in rest[1:])
        clip = f"{path.stem}_DVS{name.strip()}" if name.strip().isdecimal() else name.strip()
        yield _Block(clip, _span(rest[:1], f"{path}, block {n}"), _SOMEONE.sub(BLANK, text) or None)


def _span(lines: Sequence[str], where: str) -> Span:
    """Return the times of a block from its second line."""
    found = _TIMES.fullmatch("".join(lines))
    try:
        if found is not None:
            return Span(from_clock(found[1]), from_clock(found[2]))
    except RecordError as error:
        raise CorpusError(f"{where}: {error}") from error
    raise CorpusError(f"{where}, has no times in its second line; expected a clip's name, its times and its text")


def _block_text(clip: Clip) -> str:
    times = f"{clock(clip.span.start, mark=',')} --> {clock(clip.span.end, mark=',')}"
    return "\n".join((clip.id, times, *_texts(clip))) + "\n\n"


def _texts(clip: Clip) -> list[str]:
    """Return the clip's text with `SOMEONE` for blanks, as a list that is empty where it has none."""
    return [] if clip.text is None else [clip.text.replace(BLANK, SOMEONE)]
