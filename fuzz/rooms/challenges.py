"""Challenges: their folders and references, and what teams submit."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory

from cinescribe.corpus.core.corpus import CorpusCard, CorpusFilm, write_corpus
from cinescribe.schema import Clip
from cinescribe.study.challenge.challenge import CARD, CLIPS, DATABASE, OPEN, REFERENCES, open_challenge
from cinescribe.study.challenge.clip_list import ListedClip, read_clip_list
from cinescribe.study.challenge.make_challenge import make_challenge
from cinescribe.study.challenge.references import read_phase_references, read_training_texts
from cinescribe.study.challenge.scorer import open_scorer
from cinescribe.study.challenge.submission_file import parse_captions, parse_people
from cinescribe.timing import Span
from fuzz.reader import Reader, Seed, file_reader, files_below

_LISTED = [ListedClip(f"c{n}", "film", n, n + 1.5, n_blanks=n) for n in range(3)]
_CAPTIONS = [{"video_id": 1, "caption": "Someone runs."}, {"image_id": "c1", "caption": "\u00c9tats"}]
_PEOPLE = b"c0\t_\nc1\tP1\nc2\t[P1],[3009_PERSON2]\n"


def _challenges() -> list[Seed]:
    clips = [Clip(f"c{n}", "film", Span(n, n + 1.5), f"P1 runs {n}.") for n in range(2)]
    with TemporaryDirectory() as name:
        folder = Path(name)
        films = [CorpusFilm("film", "test")]
        write_corpus(folder / "corpus", CorpusCard("x", "y", "z"), films=films, clips=clips)
        make_challenge(folder / "made", folder / "corpus", phases={"public": "test"}, metrics=("ROUGE-L",))
        files = files_below(folder / "made")
    damaged = (CARD, DATABASE, f"{OPEN}/public/{CLIPS}", f"{REFERENCES}/public.jsonl", f"{REFERENCES}/training.jsonl")
    return [Seed(files, (name,)) for name in damaged]


def _open(folder: Path) -> None:
    with open_challenge(folder) as challenge:
        open_scorer(challenge)


def _captions(path: Path) -> None:
    parse_captions(path.read_bytes(), _LISTED)


def _people(path: Path) -> None:
    parse_people(path.read_bytes(), _LISTED)


READERS = (
    Reader(
        "study.open_challenge",
        _open,
        _challenges,
        (open_challenge, open_scorer, read_clip_list, read_phase_references, read_training_texts),
        share=0.2,
    ),
    file_reader(
        _captions,
        "submission.json",
        [json.dumps([*_CAPTIONS, {"video_id": 3, "caption": "Someone waits."}]).encode()],
        label="study.parse_captions",
        covers=(parse_captions,),
    ),
    file_reader(_people, "submission.tsv", [_PEOPLE], label="study.parse_people", covers=(parse_people,)),
)
