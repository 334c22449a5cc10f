"""Windows, casts and facts of audio description, and language models' answers about it."""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from pathlib import Path

from cinescribe.backlot.films.continuity import filmed_clips
from cinescribe.backlot.plan.truth import CastMember, FilmTruth
from cinescribe.backlot.plot.screenplay import plan_film
from cinescribe.corpus.description.casts import read_casts
from cinescribe.corpus.description.facts import read_story
from cinescribe.corpus.description.score_description import StoryFiles, score_description
from cinescribe.corpus.description.windows import read_windows, windows_of
from cinescribe.input_files import read_text
from cinescribe.metrics.description.language_model import read_grade, read_verdict
from cinescribe.store import record_text
from cinescribe.tables import read_table_rows
from fuzz.reader import Reader, Seed, file_reader

_CMD_AD = (
    b"text,start,end,movie,scaled_start,scaled_end,cmd_filename,imdbid,movie_title,cmd_clip_idx\n"
    b"Dix looks up.,1395.4,1397.3,7212,-0.4,1.6,2014/ewEreSjPyC4,tt0042208,The Asphalt Jungle,1\n"
    b'"He sees her, and nods.",1397.9,1400.8,7212,6.9,9.8,2014/ewEreSjPyC4,tt0042208,The Asphalt Jungle,1\n'
)
_TV_AD = (
    b"text,start,end,imdbid,imdbid_pe,season,episode,scaled_end,scaled_start,duration,tvad_name,tvad_index\n"
    b'He sits.,240.2,242.1,tt0108778,tt0583459,1,1,242.2,240.2,2,friends_s01e01_seg02_clip_04,"[9, 10]"\n'
)
_MAD_EVAL = (
    b"movie,sentence,movie_duration,start,end,imdb,lsmdc_filename,start_hms,end_hms\n"
    b"1005_Signs,A window looks out.,6391.2,133.0,138.2,tt0286106,1005_Signs_00.02.13,00.02.13.0,00.02.18.2\n"
)
_ACTIONS = (
    b"anno_idx,imdbid,text_gt,text_gt_wo_char,gt_action\n"
    b'0,tt0042208,Dix looks up.,He looks up.,"[\'He looks up.\', ""He doesn\'t.""]"\n'
    b"1,tt0042208,It rains.,It rains.,0\n"
)
_OWN = b"id,film,start,end,text\n0,a,0,1.5,Dix looks up.\n1,a,2,3,He waves.\n"
_LINES = b'{"id": "a", "start": 0, "end": 1.5, "text": "Dix nods."}\n{"id": "b", "start": 2, "end": 3.5}\n'
_CASTS = b'{"a": ["Dix Handley", "Mr. White"], "tt1": ["Doll"]}'
_CANDIDATES = b'{"id": "0", "caption": "Dix sits."}\n{"id": "1", "caption": "He waves."}\n'


def _windows(path: Path) -> None:
    windows = read_windows(path)
    for film in {window.film for window in windows if window.span is not None}:
        windows_of(windows, film or "a")


def _score(folder: Path) -> None:
    score_description(
        folder / "candidates.jsonl",
        folder / "references.csv",
        metrics=["critic"],
        files=StoryFiles(casts=folder / "casts.json"),
        allow_empty=True,
    )


def _answers(path: Path) -> None:
    text = read_text(path)
    read_grade(text, scale=(0, 5))
    read_verdict(text)


def _truth() -> Sequence[bytes]:
    plan = plan_film(3, n_clips=2)
    cast = tuple(CastMember(id, name, plan.genders[id]) for id, name in plan.names.items())
    clips = tuple(filmed_clips(plan))
    truth = FilmTruth(
        plan.id,
        3,
        "A Test",
        "f.mp4",
        "f.txt",
        "f.m4a",
        "f.jsonl",
        10.0,
        160,
        90,
        24.0,
        False,
        cast=cast,
        clips=clips,
        shots=(),
    )
    return [record_text(truth).encode()]


READERS = (
    file_reader(
        _windows,
        "w.csv",
        [_CMD_AD, _TV_AD, _MAD_EVAL, _ACTIONS, _OWN],
        label="corpus.read_windows.csv",
        covers=[read_windows, read_table_rows],
    ),
    file_reader(_windows, "w.jsonl", [_LINES], label="corpus.read_windows.jsonl", covers=[read_windows]),
    file_reader(
        _windows, "w.csv.gz", lambda: [gzip.compress(_CMD_AD)], label="corpus.read_windows.gz", covers=[read_windows]
    ),
    file_reader(read_casts, "c.json", [_CASTS], label="corpus.read_casts.json"),
    file_reader(read_casts, "c.txt", [b"Dix Handley, Dix\nDoll\n"], label="corpus.read_casts.txt"),
    file_reader(read_story, "f.txt", [b"Dix dies.\nDoll leaves.\n"], label="corpus.read_story.txt"),
    file_reader(read_story, "f.csv", [b"film,fact\na,Dix dies.\n"], label="corpus.read_story.csv"),
    file_reader(read_story, "f.truth.json", _truth, label="corpus.read_story.truth"),
    Reader(
        "corpus.score_description",
        _score,
        lambda: [Seed({"candidates.jsonl": _CANDIDATES, "references.csv": _OWN, "casts.json": _CASTS})],
        (score_description,),
        share=0.3,
    ),
    file_reader(
        _answers,
        "answer.txt",
        [b'```json\n{"score": 3}\n```', b"Yes, 4 out of 5.", b"No."],
        label="metrics.read_grade",
        covers=[read_grade, read_verdict],
    ),
)
