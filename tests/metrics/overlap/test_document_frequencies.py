import numpy as np
import pytest

from cinescribe.arrays import read_arrays, write_arrays
from cinescribe.errors import RecordError, ScoreError
from cinescribe.metrics.overlap.document_frequencies import DocumentFrequencies
from tests.metrics.coco_sets import random_pairs, tokens_from
from tests.metrics.plain_ngrams import document_counts


def frequencies_of(references, name="some"):
    tokens = tokens_from([[] for _ in references], references)
    return DocumentFrequencies.of(tokens.references, tokens.item_bounds, vocabulary=tokens.vocabulary, name=name)


def as_words(frequencies):
    words = frequencies.vocabulary
    return {
        tuple(words[n] for n in ngram if n >= 0): count
        for ngram, count in zip(frequencies.ngrams.tolist(), frequencies.counts.tolist(), strict=True)
    }


@pytest.mark.parametrize("seed", range(4))
def test_counts_every_ngram_once_per_item(seed):
    _, references = random_pairs(seed)
    frequencies = frequencies_of(references)
    assert as_words(frequencies) == document_counts(references)
    assert frequencies.documents == len(references)


def test_saves_and_loads(tmp_path):
    frequencies = frequencies_of(random_pairs(1)[1], name="été 2014")
    frequencies.save(tmp_path / "df.safetensors")
    loaded = DocumentFrequencies.load(tmp_path / "df.safetensors")
    assert (loaded.name, loaded.documents, loaded.vocabulary) == (
        "été 2014",
        frequencies.documents,
        frequencies.vocabulary,
    )
    np.testing.assert_array_equal(loaded.ngrams, frequencies.ngrams)
    np.testing.assert_array_equal(loaded.counts, frequencies.counts)


def test_renumbering_leaves_out_ngrams_with_unknown_words():
    frequencies = frequencies_of([[["a", "dog", "runs"]], [["a", "cat"]]])
    vocabulary = ("runs", "dog", "a")
    ngrams, counts = frequencies.renumbered(vocabulary)
    found = {
        tuple(vocabulary[n] for n in ngram if n >= 0): count
        for ngram, count in zip(ngrams.tolist(), counts, strict=True)
    }
    expected = document_counts([[["a", "dog", "runs"]], [["a"]]])
    assert found == expected


def test_single_item_is_refused():
    with pytest.raises(ScoreError, match=r"'some' are of 1 item\(s\), where every n-gram weighs log 1 = 0"):
        frequencies_of([[["a"]]])


def test_counts_above_the_number_of_items_are_refused():
    with pytest.raises(ScoreError, match="'odd' have an n-gram in 3 of 2 items; count an n-gram once an item"):
        DocumentFrequencies("odd", 2, ("a",), np.array([[0, -1, -1, -1]], np.int32), np.array([3]))


def test_an_unrelated_file_is_refused(tmp_path):
    write_arrays(tmp_path / "x.safetensors", {"words": np.zeros(1)})
    with pytest.raises(ScoreError, match="holds no document frequencies: counts is missing; count them again"):
        DocumentFrequencies.load(tmp_path / "x.safetensors")
    frequencies = frequencies_of([[["a"]], [["b", "a"]]])
    for changed in (
        {"ngrams": np.array([[9, -1, -1, -1]], np.int32), "counts": np.array([1])},
        {"ngrams": np.full((1, 4), -1, np.int32), "counts": np.array([1])},
        {"counts": frequencies.counts[:1]},
        {"counts": -frequencies.counts},
        {"ngrams": frequencies.ngrams.astype(np.float32)},
    ):
        frequencies.save(tmp_path / "x.safetensors")
        write_arrays(tmp_path / "x.safetensors", read_arrays(tmp_path / "x.safetensors") | changed)
        with pytest.raises(ScoreError, match="holds other numbers than document frequencies; count them again"):
            DocumentFrequencies.load(tmp_path / "x.safetensors")
    with pytest.raises(RecordError, match="name an existing file"):
        DocumentFrequencies.load(tmp_path / "missing")
