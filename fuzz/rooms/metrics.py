"""Captions, ratings, answers, people of blanks, baselines, frequencies and paraphrases."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from cinescribe.language.tokens.tokenize import tokenize
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.core.tokens import tokenize_pairs
from cinescribe.metrics.description.story_questions import read_story_questions
from cinescribe.metrics.embedding.bertscore import read_baseline
from cinescribe.metrics.embedding.grounding import read_grounded
from cinescribe.metrics.embedding.metaphor import metaphor
from cinescribe.metrics.embedding.perplexity import read_log_probabilities
from cinescribe.metrics.files import tabular_files
from cinescribe.metrics.files.caption_files import read_candidates, read_references
from cinescribe.metrics.human.against_people import read_system_scores
from cinescribe.metrics.human.inferences import read_inferences
from cinescribe.metrics.human.qa import read_questions, score_qa
from cinescribe.metrics.human.rating_statistics import score_ratings
from cinescribe.metrics.human.ratings import read_ratings
from cinescribe.metrics.identity.fitb import score_fitb
from cinescribe.metrics.identity.fitb_files import read_people, read_sets
from cinescribe.metrics.identity.person_ids import normalise_ids, person_ids
from cinescribe.metrics.metaphors.annotated_metaphors import (
    read_annotated_metaphors,
    read_metaphor_spans,
)
from cinescribe.metrics.meteor.paraphrases import read_paraphrases
from cinescribe.metrics.overlap.document_frequencies import DocumentFrequencies
from cinescribe.metrics.scoring.score_captions import score_captions
from cinescribe.metrics.scoring.sources import Sources
from fuzz.reader import OUT, Reader, Seed, file_reader
from fuzz.samples.written import gzipped, written

_MOST_LETTERS = 30_000  # as in `language.tokens`
_TABLE = b'id,caption\na,a man runs\nb,"a dog, and ""a cat"""\n'
_CAPTIONS = b'[{"image_id": 7, "caption": "a man runs"}, {"image_id": 8, "caption": "a dog [PERSON1]"}]'
_LINES = b'{"id": "a", "caption": "a man runs"}\n{"id": "b", "captions": ["a dog", "the dog"]}\n'
_RATINGS = (
    b"item,rater,system,criterion,rating\nc1,Ann,ours,grammar,4\nc1,Bob,ours,grammar, 5\nc1,Ann,theirs,grammar,2\n"
)
_RANKS = (
    b"item,rater,system,criterion,rank\nc1,Ann,ours,truth,1\nc1,Ann,theirs,truth,2\n"
    b"c1,Bob,ours,truth,2\nc1,Bob,theirs,truth,1\n"
)
_QUESTIONS = b'{"id": "q1", "answers": ["sing", "sings"], "kind": "intention"}\n{"id": "q2", "answers": ["sad"]}\n'
_ANSWERS = b'{"q1": ["sing", "run", "eat"], "q2": "happy"}'
_PEOPLE = b"a\tP1,P2\nb\t[3009_PERSON13],[3009_PERSON7]\nc\t_\nd\tP1\n"
_PREDICTED = b"a\tP4,[3009_PERSON10]\nb\t[x],[x]\nc\t_\nd\tP4\n"
_BASELINE = b"LAYER,P,R,F\n" + b"".join(b"%d,0.%d,0.09,0.08\n" % (n, n) for n in range(7))
_GROUNDED = (
    b'{"id": "7", "words": [{"word": "man", "noun": true, "region": "man"}, '
    b'{"word": "a", "noun": false, "region": ""}]}\n'
)


def _frequencies() -> Sequence[bytes]:
    pairs = Pairs.of({"a": "a man", "b": "a dog"}, {"a": "a man runs", "b": ["a dog", "the dog"]})
    tokens = tokenize_pairs(pairs)
    counted = DocumentFrequencies.of(tokens.references, tokens.item_bounds, vocabulary=tokens.vocabulary, name="x")
    return [written("df.safetensors", counted.save)]


def _use_frequencies(path: Path) -> None:
    sources = Sources(document_frequencies=DocumentFrequencies.load(path))
    score_captions({"a": "a man"}, {"a": "the man runs"}, metrics=["CIDEr-D"], sources=sources)


def _use_paraphrases(path: Path) -> None:
    for packed in (None, path.parent.parent / OUT):
        for entries in read_paraphrases(path, packed=packed).entries():
            entries.sum()


def _score(folder: Path) -> None:
    score_captions(read_candidates(folder / "captions.json"), read_references(folder / "references.json"))


def _ids(path: Path) -> None:
    text = tabular_files.read_score_text(path)[:_MOST_LETTERS]
    normalise_ids(text)
    person_ids(text)
    metaphor(text)
    tokenize([text])


def _references() -> bytes:
    return json.dumps({"7": ["a man runs", "one runs"], "8": ["a dog [PERSON1]"]}).encode()


READERS = (
    *(
        file_reader(read, name, [content], label=f"metrics.{read.__name__}{suffix}")
        for read in (read_candidates, read_references)
        for suffix, name, content in (
            (".json", "c.json", _CAPTIONS),
            (".jsonl", "c.jsonl", _LINES),
            (".csv", "c.csv", _TABLE),
            (".tsv", "c.tsv", b'id\tcaption\na\ta man runs\nb\ta "dog"\n'),
            (".gz", "c.csv.gz", gzipped(_TABLE)),
        )
        if not (read is read_candidates and suffix == ".jsonl")
    ),
    Reader(
        "metrics.score_captions",
        _score,
        lambda: [Seed({"captions.json": _CAPTIONS, "references.json": _references()})],
        (score_captions,),
        share=0.3,
    ),
    *(
        file_reader(
            score_ratings, name, contents, label=f"metrics.score_ratings{suffix}", covers=[score_ratings, read_ratings]
        )
        for suffix, name, contents in (
            (".csv", "r.csv", [_RATINGS, _RANKS]),
            (".jsonl", "r.jsonl", [b'{"item": 1, "rater": 7, "rating": 4}\n{"item": 1, "rater": 8, "rating": 3.5}\n']),
        )
    ),
    file_reader(
        lambda path: read_inferences(path, system="ours"),
        "ours.jsonl",
        [b'{"clip": "c1", "caption": "He runs.", "written": "A man.", "intention": ["wins"], "effects": ["rests"]}\n'],
        label="metrics.read_inferences",
        covers=[read_inferences],
    ),
    Reader(
        "metrics.score_qa",
        lambda folder: score_qa(folder / "answers.json", folder / "questions.jsonl"),
        lambda: [Seed({"answers.json": _ANSWERS, "questions.jsonl": _QUESTIONS})],
        (score_qa, read_questions),
    ),
    Reader(
        "metrics.score_fitb",
        lambda folder: score_fitb(folder / "predicted.csv", folder / "people.csv", folder / "sets.csv"),
        lambda: [Seed({"predicted.csv": _PREDICTED, "people.csv": _PEOPLE, "sets.csv": b"a\tb\td\nc\n"})],
        (score_fitb, read_people, read_sets),
    ),
    file_reader(
        lambda path: read_baseline(path, layer=4),
        "b.csv",
        [_BASELINE],
        label="metrics.read_baseline",
        covers=[read_baseline],
    ),
    file_reader(read_grounded, "g.jsonl", [_GROUNDED]),
    file_reader(
        read_story_questions,
        "q.csv",
        [b"file,question,option_A,option_B,correct_answer\none/1.mp4,Who?,Anna,Ben,A\ntwo/1.mp4,What?,cup,hat,b\n"],
    ),
    file_reader(
        read_log_probabilities,
        "p.jsonl",
        [b'{"id": "a", "log_probabilities": [-0.5, -1.5]}\n{"id": 7, "log_probabilities": [-1]}\n'],
    ),
    file_reader(
        read_annotated_metaphors,
        "metaphors.jsonl",
        [
            b'{"clip": "a", "primary": "car", "property": "fast", "secondary": "jet", "time": "0:01-0:02, 3 to 4 s"}\n'
            b'{"clip": "a", "primary": "car", "property": "fast", "secondary": "a jet", "spans": [[1, 2]]}\n'
            b'{"clip": "b", "primary": "car", "property": "fast", "secondary": "jet", "spans": [{"start":3,"end":5}]}\n'
        ],
        label="metrics.read_annotated_metaphors",
        covers=[read_annotated_metaphors],
    ),
    file_reader(read_metaphor_spans, "spans.jsonl", [b'{"id": "a", "spans": [[1, 2.5], [4, 5]]}\n']),
    file_reader(
        lambda path: read_system_scores(path, metric="ACD"),
        "git.csv",
        [b"id,ACD,ACS\na,0.5,1\nb,-0.25,0\nc,,1\n"],
        label="metrics.read_system_scores",
        covers=[read_system_scores],
    ),
    file_reader(
        _ids,
        "ids.txt",
        [b"[PERSON1] and P2 run as fast as a cheetah; SOMEONE's [PERSON1]."],
        label="metrics.person_ids",
        covers=[normalise_ids, person_ids, metaphor, tabular_files.read_score_text],
    ),
    file_reader(
        _use_paraphrases,
        "paraphrase-en.gz",
        lambda: [gzipped(b"0.5\na man\nthe man\n0.25\nruns\nis running\n")],
        label="metrics.read_paraphrases",
        covers=[read_paraphrases],
    ),
    file_reader(
        _use_frequencies,
        "df.safetensors",
        _frequencies,
        label="metrics.DocumentFrequencies.load",
        covers=[DocumentFrequencies.load],
    ),
)
