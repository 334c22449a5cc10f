"""Sheets that people fill in."""

from __future__ import annotations

import json
from pathlib import Path

from cinescribe.corpus.core.corpus import Corpus, CorpusCard, CorpusFilm
from cinescribe.corpus.metaphors.judgements import read_judgements
from cinescribe.schema import Clip
from cinescribe.study.sheets.commonsense_sheets import collect_annotations, collect_reviews, collect_sentences
from cinescribe.study.sheets.expert_sheet import read_expert_sheet
from cinescribe.study.sheets.judgement_sheets import collect_decisions, collect_judgements
from cinescribe.study.sheets.rated_sheets import collect_ratings
from cinescribe.study.sheets.read_pages import read_pages
from cinescribe.study.sheets.screening_sheet import read_screening_sheet
from cinescribe.study.sheets.yes_no_sheets import caption_quality, label_accuracy, screening_results
from cinescribe.timing import Span
from fuzz.reader import Reader, Seed, file_reader

_AT = "2026-01-01T00:00:00+00:00"
_JUDGED = (
    b"annotator,clip,a metaphor,b audio needed,c time,d primary concept,e secondary concept,f property,g sentence,"
    b"h description\np1,ad,yes,no,0-1,car,cheetah,fast,The car is as fast as a cheetah.,A car.\n"
)
_DRAFT = {
    "clip": "ad",
    "by": "p1",
    "at": _AT,
    "is_metaphor": True,
    "round": 1,
    "state": "drafted",
    "audio": False,
    "spans": [{"start": 0.0, "end": 1.0}],
    "time": "0-1",
    "primary": "car",
    "secondary": "cheetah",
    "property": "fast",
    "caption": "The car is as fast as a cheetah.",
}
_RETURNED = {**_DRAFT, "state": "returned", "remark": "again", "replaces": "1 drafted"}
_VIDEOS = Corpus(
    Path(),
    CorpusCard("drawn", "nowhere", "none"),
    (CorpusFilm("ad", "all", duration=30.0),),
    (Clip("ad", "ad", Span(0.0, 30.0)),),
)


def _lines(*values: object) -> bytes:
    return "".join(json.dumps(value) + "\n" for value in values).encode()


def _rewrites(folder: Path) -> None:
    collect_judgements([folder / "again.csv"], _VIDEOS, at=_AT, judgements=read_judgements(folder / "judgements.jsonl"))


def _decisions(folder: Path) -> None:
    collect_decisions([folder / "expert.csv"], at=_AT, judgements=read_judgements(folder / "judgements.jsonl"))


def _ratings(folder: Path) -> None:
    collect_ratings([folder / "rater-1.csv"], key=folder / "key.csv")


READERS = (
    file_reader(
        read_screening_sheet,
        "tests.csv",
        [b"rater,test,page,clip,film,metaphor\nr1,1,1,a,f,yes\nr1,1,2,b,f,no\nr1,2,1,c,f,\n"],
    ),
    file_reader(
        read_expert_sheet,
        "expert.csv",
        [b"expert,page,round,sentence,decision,remark\ne1,1,1,A car,accept,\ne1,2,1,A car,return,again\n"],
    ),
    file_reader(
        lambda path: collect_annotations([path]),
        "annotated.csv",
        [
            b"annotator,clip,caption,aspect,phrase,tick,own words\np1,c1,He runs.,effect,gets tired,x,\n"
            b"p1,c1,He runs.,effect,,,sweats; rests\n"
        ],
        label="study.collect_annotations",
        covers=[collect_annotations],
    ),
    file_reader(
        lambda path: collect_reviews([path]),
        "reviewed.csv",
        [
            b"clip,caption,aspect,phrase,remove,new words\nc1,He runs.,effect,gets tired,x,\n"
            b"c1,He runs.,effect,sweats,,sweats much\nc1,He runs.,effect,,,rests\n"
        ],
        label="study.collect_reviews",
        covers=[collect_reviews],
    ),
    file_reader(
        lambda path: collect_sentences([path]),
        "sentences.csv",
        [b"clip,captions,aspect,phrases,sentence\nc1,He runs.,effect,gets tired,He gets very tired.\n"],
        label="study.collect_sentences",
        covers=[collect_sentences, read_pages],
    ),
    file_reader(
        lambda path: collect_judgements([path], _VIDEOS, at=_AT),
        "p1.csv",
        [_JUDGED],
        label="study.collect_judgements",
        covers=[collect_judgements],
    ),
    Reader(
        "study.collect_judgements.returned",
        _rewrites,
        lambda: [
            Seed(
                {
                    "again.csv": _JUDGED.replace(b"A car.", b"A fast car."),
                    "judgements.jsonl": _lines(_DRAFT, _RETURNED),
                },
                ("again.csv",),
            )
        ],
        (collect_judgements,),
    ),
    Reader(
        "study.collect_decisions",
        _decisions,
        lambda: [
            Seed(
                {
                    "expert.csv": b"clip,annotator,version,sentence,decision,remark\n"
                    b"ad,p1,1 drafted,The car is as fast as a cheetah.,return,again\n",
                    "judgements.jsonl": _lines(_DRAFT),
                },
                ("expert.csv",),
            )
        ],
        (collect_decisions,),
    ),
    Reader(
        "study.collect_ratings",
        _ratings,
        lambda: [
            Seed(
                {
                    "rater-1.csv": b"rater,item,clip,caption,aspect,text,rating\n1,1,c1,He runs.,effect,rests,4\n",
                    "key.csv": b"item,clip,system,criterion\n1,c1,ours,effect\n",
                }
            ),
            Seed(
                {
                    "rater-1.csv": b"rater,item,clip,text,fluency,primary,consistency,creativity\n"
                    b"1,1,c1,A car is as fast as a jet.,yes,no,,Yes\n",
                    "key.csv": b"item,clip,system\n1,c1,ours\n",
                }
            ),
        ],
        (collect_ratings,),
    ),
    file_reader(
        lambda path: label_accuracy([path]),
        "judge-1.csv",
        [b"item,sentence,clauses,senses,clause,nlp,roles,wsd\n1,P1 waves.,a,b,1,0,1,\n2,P1 sits.,a,b,1,1,0,1\n"],
        label="study.label_accuracy",
        covers=[label_accuracy],
    ),
    file_reader(
        lambda path: caption_quality([path]),
        "quality.csv",
        [b"annotator,item,clip,caption,metaphor,fluent,creative,consistent\np1,1,a,A dog.,A dog is as,yes,no,yes\n"],
        label="study.caption_quality",
        covers=[caption_quality],
    ),
    Reader(
        "study.screening_results",
        lambda folder: screening_results([folder / "p1.csv"], folder / "key.csv"),
        lambda: [
            Seed(
                {
                    "p1.csv": b"annotator,test,clip,metaphor\np1,1,a,yes\np1,2,b,\n",
                    "key.csv": b"test,clip,metaphor\n1,a,yes\n2,b,no\n",
                }
            )
        ],
        (screening_results,),
    ),
)
