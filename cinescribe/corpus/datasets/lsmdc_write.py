"""A corpus in LSMDC's form: its annotation files, with people open, blanked and told, and its lists of clip sets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from cinescribe.corpus.core.clip_names import dotted, kept_name, single_names
from cinescribe.corpus.core.tab_lines import write_lines
from cinescribe.corpus.core.videosets import disjoint_sets, overlapping_sets
from cinescribe.corpus.datasets.lsmdc import FILES, PARTS
from cinescribe.corpus.datasets.lsmdc_rows import ASKED, NO_BLANKS
from cinescribe.corpus.datasets.sidecar_annotations import AnnotatedCorpus
from cinescribe.corpus.film_folder.anonymise import SOMEONE
from cinescribe.language.tokens.vocabulary import BLANK
from cinescribe.metrics.identity.person_ids import PERSON, person_ids
from cinescribe.schema import Clip

_NUMBER = re.compile(r"\d+")  # of a film, before its title


def write_lsmdc(annotated: AnnotatedCorpus, path: Path) -> None:
    """Write a corpus as annotation files of LSMDC, into a folder.

    Each split has `LSMDC16_annos_*_someone.csv`, in which people are `SOMEONE`; where its texts tell people,
    `..._blank.csv`, in which those are `[...]`, and `..._onlyIDs_NEW.csv` with who they are; and its clip sets in
    `trainSets.csv` (overlapping), `valSets.csv` and so on (disjoint). A split without texts has `LSMDC16_annos_*.csv`
    with names and times alone.

    Lost are the films' durations, genres and files, people who are in view and not mentioned, all paraphrases but the
    first (and that, where it mentions people), and the ids of clips that are no names of LSMDC's form.

    Raises:
        CorpusError: when two clips of a film have the same times, or a text has a tab or a line break.
        OutputError: when the folder cannot be written.
    """
    corpus, folder = annotated.corpus, Path(path)
    names = single_names(corpus.clips, kept_name)
    for split in dict.fromkeys(film.split for film in corpus.films):
        by_film = corpus.clips_by_film(split)
        clips = [clip for clips in by_film.values() for clip in clips]
        _write_split(folder / FILES.format(PARTS.get(split, split)), clips, names)
        sets = overlapping_sets if split == "train" else disjoint_sets
        listed = [one for clips in by_film.values() for one in sets(clips)]
        write_lines(folder / f"{split}Sets.csv", [[names[clip.id] for clip in one.clips] for one in listed])


def _write_split(stem: Path, clips: Sequence[Clip], names: Mapping[str, str]) -> None:
    if all(clip.text is None for clip in clips):
        write_lines(stem.with_name(stem.name + ".csv"), _rows(clips, names, people=SOMEONE))
        return
    write_lines(stem.with_name(stem.name + "_someone.csv"), _rows(clips, names, people=SOMEONE))
    if any(person_ids(clip.text or "") for clip in clips):
        write_lines(stem.with_name(stem.name + "_blank.csv"), _rows(clips, names, people=ASKED))
        told = [(names[clip.id], _people(clip)) for clip in clips]
        write_lines(stem.with_name(stem.name + "_onlyIDs_NEW.csv"), told)


def _rows(clips: Iterable[Clip], names: Mapping[str, str], *, people: str) -> list[list[str]]:
    """A line for each clip: its name, its times twice, its text, and a paraphrase if there is one."""
    rows = []
    for clip in clips:
        times = [dotted(clip.span.start), dotted(clip.span.end)]
        texts = [] if clip.text is None else [clip.text, *clip.paraphrases[:1]]
        rows.append([names[clip.id], *times, *times, *(_opened(text, people) for text in texts)])
    return rows


def _opened(text: str, people: str) -> str:
    """A text with a mark for each person whom it tells, and `SOMEONE` for each whom it does not."""
    return PERSON.sub(people, text).replace(BLANK, SOMEONE)


def _people(clip: Clip) -> str:
    number = _NUMBER.match(clip.film)
    film = f"{number[0]}_" if number else ""
    told = [f"[{film}PERSON{person.removeprefix('P')}]" for person in person_ids(clip.text or "")]
    return ",".join(told) or NO_BLANKS
