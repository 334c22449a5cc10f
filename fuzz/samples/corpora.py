"""A small corpus of two films with every kind of annotation, in each published form."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from cinescribe.corpus.core.corpus import CorpusCard, CorpusFilm, write_corpus
from cinescribe.corpus.core.sentences import FilmSentence
from cinescribe.corpus.core.stills import StillSplit, write_stills
from cinescribe.corpus.datasets.formats import WRITERS
from cinescribe.corpus.datasets.sidecar_annotations import (
    AnnotatedCorpus,
    AnnotatedMetaphor,
    Commonsense,
    FilmSource,
    write_annotated,
)
from cinescribe.corpus.film_folder.anonymise import FilmPerson
from cinescribe.corpus.film_folder.clip_cutting import ClipSentence
from cinescribe.schema import Clip
from cinescribe.still_schema import Region, Still
from cinescribe.timing import Span
from fuzz.reader import Seed
from fuzz.samples.films import picture
from fuzz.samples.written import written_files

_CARD = CorpusCard("small", "made for tests", "none needed")


def _annotated(folder: Path) -> AnnotatedCorpus:
    clips = (
        Clip("f1_1", "f1", Span(0.25, 1.0), "P1 opens the door.", ("P1",), ("P1 is as quick as a fox.",)),
        Clip("f1_2", "f1", Span(1.0, 1.75), "P2 and P1 sit.", ("P2", "P1")),
        Clip("f2_1", "f2", Span(1.0, 3.0), "A dog runs."),
    )
    films = (CorpusFilm("f1", "train", "f1.mp4", 2.0, ("drama",)), CorpusFilm("f2", "val", None, 5.5))
    return AnnotatedCorpus(
        write_corpus(folder, _CARD, films=films, clips=clips),
        people=(FilmPerson("f1", "P1", "Anna", ("Anna", "Miss Smith")), FilmPerson("f1", "P2", "Ben", ("Ben",))),
        sentences=(
            ClipSentence("f1", FilmSentence("d1", "description", Span(0.25, 1.0), "Anna opens the door."), "f1_1"),
        ),
        commonsense=(Commonsense("f1_1", "P1 opens the door.", ("to leave",), ("is out",), ("brave",)),),
        metaphors=(AnnotatedMetaphor("f1_1", "P1", "quick", "a fox", "P1 is as quick as a fox.", by="a1"),),
        sources=(FilmSource("f2", "https://example.org/v", Span(0.0, 5.5)),),
    )


@cache
def corpus_files() -> dict[str, bytes]:
    """Return the corpus in our own form."""
    return written_files(lambda folder: write_annotated(folder, _annotated(folder)))


def annotations_name(form: str) -> str:
    """Return the name of the file or folder that a published form is written to."""
    names = {
        "activitynet": "train.json",
        "msr-vtt": "annotations.json",
        "vatex": "vatex_training.json",
        "vmcd": "annotations.csv",
    }
    return names.get(form, "annotations")


_ONLY_READ = {
    "activitynet": b'{"v_a": {"duration": 9.5, "timestamps": [[0.5, 4], [2, 9.5]], "sentences": ["A dog.", "A cat."]}}',
    "vatex": b'[{"videoID": "abcdefghijk_000010_000020", "enCap": ["A dog.", "A cat."], "chCap": ["x"]}]',
}


@cache
def published_files(form: str) -> dict[str, bytes]:
    """Return the corpus in a published form, or a file of a form that is only read."""
    if form in _ONLY_READ:
        return {annotations_name(form): _ONLY_READ[form]}
    with tempfile.TemporaryDirectory() as folder:
        annotated = _annotated(Path(folder))
        return written_files(lambda out: WRITERS[form](annotated, out / annotations_name(form)))


@cache
def still_seed() -> Seed:
    """Return a small corpus of stills, its lists to be damaged."""
    stills = [
        Still("s1", "pictures/s1.png", ("a dog", "the dog runs"), (Region((0.0, 0.0, 0.5, 1.0), "dog"),)),
        Still("s2", "pictures/s2.png", ("a cat",), sequence="q"),
    ]
    splits = [StillSplit("train", ("s1",)), StillSplit("val", ("s2",))]
    lists = written_files(lambda folder: write_stills(folder, _CARD, stills=stills, splits=splits))
    return Seed({**lists, **{still.path: picture("png") for still in stills}}, tuple(lists))
