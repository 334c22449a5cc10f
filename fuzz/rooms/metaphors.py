"""Judgements about metaphors."""

from __future__ import annotations

import json
from pathlib import Path

from cinescribe.corpus.core.corpus import Corpus, CorpusCard, CorpusFilm
from cinescribe.corpus.datasets.sidecar_annotations import AnnotatedCorpus
from cinescribe.corpus.metaphors.caption_lint import read_brands
from cinescribe.corpus.metaphors.judgements import read_judgements
from cinescribe.corpus.metaphors.unite_judgements import unite_judgements, united_judgements
from cinescribe.corpus.metaphors.videos import read_videos
from cinescribe.schema import Clip
from cinescribe.timing import Span
from fuzz.reader import OUT, Reader, Seed, file_reader
from fuzz.samples.corpora import corpus_files
from fuzz.samples.films import film

_AT = "2026-01-01T00:00:00+00:00"
_ANSWERS = {
    "audio": False,
    "spans": [{"start": 0.0, "end": 1.0}],
    "time": "0-1",
    "primary": "car",
    "secondary": "cheetah",
    "property": "fast",
    "caption": "The car is as fast as a cheetah.",
}
_DRAFT = {"clip": "ad", "by": "p1", "at": _AT, "is_metaphor": True, "round": 1, "state": "drafted", **_ANSWERS}
_ACCEPTED = {**_DRAFT, "state": "accepted", "replaces": "1 drafted"}
_VIDEOS = AnnotatedCorpus(
    Corpus(
        Path(),
        CorpusCard("drawn", "nowhere", "none"),
        (CorpusFilm("ad", "all", duration=30.0),),
        (Clip("ad", "ad", Span(0.0, 30.0)),),
    )
)


def _lines(*values: object) -> bytes:
    return "".join(json.dumps(value) + "\n" for value in values).encode()


def _judgements(path: Path) -> None:
    united_judgements(_VIDEOS, read_judgements(path, n_annotators=1), n_annotators=1)


def _unite(folder: Path) -> None:
    unite_judgements(folder.parent / OUT / "corpus", folder / "judgements.jsonl", folder, n_annotators=1)


def _united() -> list[Seed]:
    files = corpus_files()
    clip = json.loads(files["clips.jsonl"].splitlines()[0])
    here = {"clip": clip["id"], "spans": [{"start": 0.0, "end": 0.5}]}
    lines = _lines({**_DRAFT, **here}, {**_ACCEPTED, **here})
    return [Seed({"f1.mp4": film(), **files, "judgements.jsonl": lines}, ("judgements.jsonl", "clips.jsonl"))]


READERS = (
    file_reader(
        _judgements,
        "judgements.jsonl",
        [_lines(_DRAFT, _ACCEPTED)],
        label="corpus.read_judgements",
        covers=[read_judgements],
    ),
    Reader("corpus.unite_judgements", _unite, _united, (unite_judgements, read_videos), share=0.3),
    file_reader(
        lambda path: read_brands(path).faults("The fizzo is as cool as a blorp"),
        "brands.csv",
        [b"brand,instead\nfizzo,drink\nblorp,\n"],
        label="corpus.read_brands",
        covers=[read_brands],
    ),
)
