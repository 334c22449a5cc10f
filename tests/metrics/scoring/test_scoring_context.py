"""Models and tables are loaded on first use, and their items are checked against the candidates."""

import json

import numpy as np
import pytest

from cinescribe.errors import ScoreError
from cinescribe.language.vectors.word_table import WordTable
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.embedding.bertscore import Baseline
from cinescribe.metrics.embedding.grounding import GroundedCaption
from cinescribe.metrics.overlap.document_frequencies import DocumentFrequencies
from cinescribe.metrics.scoring.score_captions import score_captions
from cinescribe.metrics.scoring.scoring_context import ScoringContext
from cinescribe.metrics.scoring.sources import Sources
from tests.metrics.letters import Letters
from tests.metrics.paraphrase_tables import written
from tests.metrics.plain_parser import PlainParser
from tests.metrics.similarities import TableSimilarity

PAIRS = Pairs.of({"1": "Anna sees Ben.", "2": "Ben nods."}, {"1": ["Anna meets Ben."], "2": ["Ben sleeps."]})


def grounded(*ids):
    return [GroundedCaption.of(key, ["Ben"], nouns=[True], regions=["man"]) for key in ids]


@pytest.mark.slow
def test_defaults_come_with_the_package():
    context = ScoringContext(PAIRS)
    assert context.parser.name.startswith("cinescribe-")
    assert context.encoder.name == "all-MiniLM-L6-v2/6"
    assert context.sentences.name == context.noun_vectors.name == "all-MiniLM-L6-v2"
    assert context.paraphrases is None
    assert context.document_frequencies is None


def test_given_objects_are_used():
    sentences, words = TableSimilarity({}), TableSimilarity({})
    given = Sources(parser=PlainParser(), sentences=sentences, encoder=Letters(), words=words)
    context = ScoringContext(PAIRS, given)
    assert context.parser.name == "plain"
    assert (context.sentences, context.encoder, context.noun_vectors) == (given.sentences, given.encoder, given.words)


def test_only_the_words_that_occur_are_read_from_a_table(tmp_path):
    path = tmp_path / "glove.txt"
    path.write_text("ann 1 0\nanna 1 0\nben 0 1\nman 0 1\n")
    context = ScoringContext(PAIRS, Sources(parser=PlainParser(), words=path))
    for vectors, words in ((context.noun_vectors, {"anna", "ben"}), (context.word_vectors(["man"]), {"man"})):
        assert isinstance(vectors, WordTable)
        assert set(vectors.rows) == words


def test_document_frequencies_are_counted_in_captions_or_loaded(tmp_path):
    captions = {"1": "a man runs", "2": ["a dog runs", "a dog sleeps"], "3": "a man sits"}
    (tmp_path / "train.json").write_text(json.dumps(captions))
    counted = ScoringContext(PAIRS, Sources(document_frequencies=tmp_path / "train.json")).document_frequencies
    assert counted is not None
    words = [[counted.vocabulary[n] for n in ngram if n >= 0] for ngram in counted.ngrams]
    assert (counted.name, counted.documents) == ("train", 3)
    assert counted.counts[words.index(["a"])] == 3
    assert counted.counts[words.index(["a", "dog"])] == 1
    counted.save(tmp_path / "train.safetensors")
    loaded = ScoringContext(PAIRS, Sources(document_frequencies=tmp_path / "train.safetensors")).document_frequencies
    assert isinstance(loaded, DocumentFrequencies)
    np.testing.assert_array_equal(loaded.ngrams, counted.ngrams)
    [score] = score_captions(
        {"1": "a man runs"}, {"1": "a dog runs"}, metrics=["cider-d"], sources=Sources(document_frequencies=loaded)
    )
    assert "df:train|" in score.signature


def test_a_baseline_file_is_read_for_the_encoders_layer(tmp_path):
    class SecondLayer(Letters):
        name = "letters/2"

    (tmp_path / "base.tsv").write_text("LAYER,P,R,F\n1,.1,.1,.1\n2,.5,.5,.5\n")
    sources = Sources(encoder=SecondLayer(), baseline=tmp_path / "base.tsv")
    assert ScoringContext(PAIRS, sources).baseline == Baseline("base.tsv", 0.5, 0.5, 0.5)
    [rescaled] = score_captions({"1": "Ben"}, {"1": "Ann"}, metrics=["bertscore"], sources=sources)
    [plain] = score_captions({"1": "Ben"}, {"1": "Ann"}, metrics=["bertscore"], sources=Sources(encoder=SecondLayer()))
    assert rescaled.value == pytest.approx(2 * plain.value - 1)
    assert "|baseline:base.tsv|" in rescaled.signature
    with pytest.raises(ScoreError, match="the encoder 'letters' has no layer in its name; give a `Baseline`"):
        _ = ScoringContext(PAIRS, Sources(encoder=Letters(), baseline=tmp_path / "base.tsv")).baseline


def test_a_paraphrase_table_is_packed_if_a_folder_is_given(tmp_path):
    table, packed = written(tmp_path / "table.gz", ("a man", "the person")), tmp_path / "packed"
    plain = ScoringContext(PAIRS, Sources(paraphrases=table)).paraphrases
    assert not packed.exists()
    with_copy = ScoringContext(PAIRS, Sources(paraphrases=table, packed=packed)).paraphrases
    assert plain is not None
    assert with_copy is not None
    assert [path.name for path in packed.iterdir()] == [f"paraphrases-{with_copy.digest}.npy"]
    assert with_copy.digest == plain.digest


def test_grounded_captions_must_have_the_candidates_items(tmp_path):
    assert len(ScoringContext(PAIRS, Sources(grounded=grounded("1", "2"))).grounded) == 2
    with pytest.raises(ScoreError, match=r"item '2' has no grounded words \(1 such\); give those of every candidate"):
        _ = ScoringContext(PAIRS, Sources(grounded=grounded("1"))).grounded
    with pytest.raises(ScoreError, match=r"item '3' has grounded words but no candidate \(1 such\); score the same"):
        _ = ScoringContext(PAIRS, Sources(grounded=grounded("1", "2", "3"))).grounded
    with pytest.raises(ScoreError, match="GroundingScore needs the region attended to at each word; give captions"):
        _ = ScoringContext(PAIRS).grounded
    path = tmp_path / "grounded.jsonl"
    path.write_text("".join(json.dumps(caption.to_dict()) + "\n" for caption in grounded("1", "2")))
    assert ScoringContext(PAIRS, Sources(grounded=path)).grounded == grounded("1", "2")


def test_log_probabilities_must_have_the_candidates_items(tmp_path):
    path = tmp_path / "our-lm.jsonl"
    path.write_text('{"id": 1, "log_probabilities": [-1]}\n{"id": 2, "log_probabilities": [-2, -3]}\n')
    context = ScoringContext(PAIRS, Sources(log_probabilities=path))
    assert context.log_probabilities == {"1": [-1], "2": [-2, -3]}
    assert context.language_model == "our-lm"
    path.write_text('{"id": 1, "log_probabilities": [-1]}\n')
    with pytest.raises(ScoreError, match="item '2' has no log-probabilities"):
        _ = ScoringContext(PAIRS, Sources(log_probabilities=path)).log_probabilities
    with pytest.raises(ScoreError, match="Perplexity needs the log-probability of each token"):
        _ = ScoringContext(PAIRS).log_probabilities
