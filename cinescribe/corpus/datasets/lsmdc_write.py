"""Writes a corpus as LSMDC files: annotations with `SOMEONE` and with blanks, person ids, and lists of clip sets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from cinescribe.corpus.core.clip_names import dotted_clock, id_or_timed_name, unique_names
from cinescribe.corpus.core.videosets import disjoint_sets, overlapping_sets
from cinescribe.corpus.datasets.lsmdc import ANNOTATION_FILES, SPLIT_FILES
from cinescribe.corpus.datasets.lsmdc_rows import FILL_IN, NO_BLANKS
from cinescribe.corpus.datasets.sidecar_annotations import AnnotatedCorpus
from cinescribe.corpus.film_folder.anonymise import SOMEONE
from cinescribe.language.tokens.vocabulary import BLANK
from cinescribe.metrics.identity.person_ids import PERSON, person_ids
from cinescribe.schema import Clip
from cinescribe.tables import write_tab_lines

_NUMBER = re.compile(r"\d+")  # of a film, before its title


def write_lsmdc(annotated: AnnotatedCorpus, path: Path) -> None:
    """Write a corpus as annotation files of LSMDC into a folder.

    Each split has `LSMDC16_annos_*_someone.csv` with `SOMEONE` for people, and lists of clip sets: `trainSets.csv`
    (overlapping), `valSets.csv` and so on (disjoint). If its texts have person ids, it also has `..._blank.csv` with
    `[...]` for people and `..._onlyIDs_NEW.csv` with their ids. A split without texts has `LSMDC16_annos_*.csv` with
    only names and times.

    Not written: the films' durations, genres and files, people in view who are not mentioned, all paraphrases but the
    first (and that, where it mentions people), and clip ids that are not in LSMDC's form.

    Raises:
        CorpusError: when two clips of a film have the same times.
        OutputError: when a text has a tab or a line break, or the folder cannot be written.
    """
    corpus, folder = annotated.corpus, Path(path)
    names = unique_names(corpus.clips, id_or_timed_name)
    for split in dict.fromkeys(film.split for film in corpus.films):
        by_film = corpus.clips_by_film(split)
        clips = [clip for clips in by_film.values() for clip in clips]
        _write_split(folder / ANNOTATION_FILES.format(SPLIT_FILES.get(split, split)), clips, names)
        sets = overlapping_sets if split == "train" else disjoint_sets
        clip_sets = [clip_set for clips in by_film.values() for clip_set in sets(clips)]
        rows = [[names[clip.id] for clip in clip_set.clips] for clip_set in clip_sets]
        write_tab_lines(folder / f"{split}Sets.csv", rows)


def _write_split(stem: Path, clips: Sequence[Clip], names: Mapping[str, str]) -> None:
    if all(clip.text is None for clip in clips):
        write_tab_lines(stem.with_name(stem.name + ".csv"), _rows(clips, names, mark=SOMEONE))
        return
    write_tab_lines(stem.with_name(stem.name + "_someone.csv"), _rows(clips, names, mark=SOMEONE))
    if any(person_ids(clip.text or "") for clip in clips):
        write_tab_lines(stem.with_name(stem.name + "_blank.csv"), _rows(clips, names, mark=FILL_IN))
        ids = [(names[clip.id], _people(clip)) for clip in clips]
        write_tab_lines(stem.with_name(stem.name + "_onlyIDs_NEW.csv"), ids)


def _rows(clips: Iterable[Clip], names: Mapping[str, str], *, mark: str) -> list[list[str]]:
    """Return a row for each clip: its name, its times twice, its text, and a paraphrase if there is one."""
    rows = []
    for clip in clips:
        times = [dotted_clock(clip.span.start), dotted_clock(clip.span.end)]
        texts = [] if clip.text is None else [clip.text, *clip.paraphrases[:1]]
        rows.append([names[clip.id], *times, *times, *(_with_marks(text, mark) for text in texts)])
    return rows


def _with_marks(text: str, mark: str) -> str:
    """Return a text with a mark for each person id, and `SOMEONE` for each blank."""
    return PERSON.sub(mark, text).replace(BLANK, SOMEONE)


def _people(clip: Clip) -> str:
    number = _NUMBER.match(clip.film)
    film = f"{number[0]}_" if number else ""
    ids = [f"[{film}PERSON{person.removeprefix('P')}]" for person in person_ids(clip.text or "")]
    return ",".join(ids) or NO_BLANKS
