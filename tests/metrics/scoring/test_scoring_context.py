"""What metrics draw on is read when it is asked for, from where it is, and held to the items that are scored."""

import json

import numpy as np
import pytest

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.embedding.grounding import GroundedCaption
from cinescribe.metrics.overlap.document_frequencies import DocumentFrequencies
from cinescribe.metrics.scoring.score_captions import score_captions
from cinescribe.metrics.scoring.scoring_context import Job
from cinescribe.metrics.scoring.sources import Sources
from tests.metrics.paraphrase_tables import written
from tests.metrics.plain_parser import PlainParser

PAIRS = Pairs.of({"1": "Anna sees Ben.", "2": "Ben nods."}, {"1": ["Anna meets Ben."], "2": ["Ben sleeps."]})


def grounded(*ids):
    return [GroundedCaption.of(key, ["Ben"], nouns=[True], regions=["man"]) for key in ids]


def test_defaults_come_with_the_package():
    job = Job(PAIRS)
    assert job.parser.name.startswith("cinescribe-")
    assert job.encoder.name == "all-MiniLM-L6-v2/6"
    assert job.sentences.name == job.noun_vectors.name == "all-MiniLM-L6-v2"
    assert job.paraphrases is None
    assert job.document_frequencies is None


def test_what_is_given_is_taken():
    given = Sources(parser=PlainParser(), sentences=object(), encoder=object(), words=object())
    job = Job(PAIRS, given)
    assert job.parser.name == "plain"
    assert (job.sentences, job.encoder, job.noun_vectors) == (given.sentences, given.encoder, given.words)


def test_of_a_table_of_words_only_those_that_occur_are_read(tmp_path):
    path = tmp_path / "glove.txt"
    path.write_text("ann 1 0\nanna 1 0\nben 0 1\nman 0 1\n")
    job = Job(PAIRS, Sources(parser=PlainParser(), words=path))
    assert set(job.noun_vectors.rows) == {"anna", "ben"}
    assert set(job.words(["man"]).rows) == {"man"}


def test_document_frequencies_are_counted_in_captions_or_read_as_saved(tmp_path):
    captions = {"1": "a man runs", "2": ["a dog runs", "a dog sleeps"], "3": "a man sits"}
    (tmp_path / "train.json").write_text(json.dumps(captions))
    counted = Job(PAIRS, Sources(document_frequencies=tmp_path / "train.json")).document_frequencies
    words = [[counted.vocabulary[n] for n in ngram if n >= 0] for ngram in counted.ngrams]
    assert (counted.name, counted.documents) == ("train", 3)
    assert counted.counts[words.index(["a"])] == 3
    assert counted.counts[words.index(["a", "dog"])] == 1
    counted.save(tmp_path / "train.safetensors")
    read = Job(PAIRS, Sources(document_frequencies=tmp_path / "train.safetensors")).document_frequencies
    np.testing.assert_array_equal(read.ngrams, counted.ngrams)
    assert isinstance(read, DocumentFrequencies)
    [score] = score_captions(
        {"1": "a man runs"}, {"1": "a dog runs"}, metrics=["cider-d"], sources=Sources(document_frequencies=read)
    )
    assert "df:train|" in score.signature


def test_a_paraphrase_table_is_packed_where_a_folder_is_named(tmp_path):
    table, packed = written(tmp_path / "table.gz", ("a man", "the person")), tmp_path / "packed"
    plain = Job(PAIRS, Sources(paraphrases=table)).paraphrases
    assert not packed.exists()
    kept = Job(PAIRS, Sources(paraphrases=table, packed=packed)).paraphrases
    assert [path.name for path in packed.iterdir()] == [f"paraphrases-{kept.digest}.npy"]
    assert kept.digest == plain.digest


def test_what_was_looked_at_is_of_the_items_that_are_scored(tmp_path):
    assert len(Job(PAIRS, Sources(grounded=grounded("1", "2"))).grounded) == 2
    with pytest.raises(ScoreError, match=r"item '2' has no grounded words \(1 such\); give those of every candidate"):
        _ = Job(PAIRS, Sources(grounded=grounded("1"))).grounded
    with pytest.raises(ScoreError, match=r"item '3' has grounded words but no candidate \(1 such\); score the same"):
        _ = Job(PAIRS, Sources(grounded=grounded("1", "2", "3"))).grounded
    with pytest.raises(ScoreError, match="GroundingScore wants what was looked at for each word; give captions"):
        _ = Job(PAIRS).grounded
    path = tmp_path / "seen.jsonl"
    path.write_text("".join(json.dumps(caption.to_dict()) + "\n" for caption in grounded("1", "2")))
    assert Job(PAIRS, Sources(grounded=path)).grounded == grounded("1", "2")


def test_log_probabilities_are_of_the_items_that_are_scored(tmp_path):
    path = tmp_path / "our-lm.jsonl"
    path.write_text('{"id": 1, "log_probabilities": [-1]}\n{"id": 2, "log_probabilities": [-2, -3]}\n')
    job = Job(PAIRS, Sources(log_probabilities=path))
    assert job.log_probabilities == {"1": [-1], "2": [-2, -3]}
    assert job.language_model == "our-lm"
    path.write_text('{"id": 1, "log_probabilities": [-1]}\n')
    with pytest.raises(ScoreError, match="item '2' has no log-probabilities"):
        _ = Job(PAIRS, Sources(log_probabilities=path)).log_probabilities
    with pytest.raises(ScoreError, match="Perplexity wants the log-probability of each token"):
        _ = Job(PAIRS).log_probabilities
