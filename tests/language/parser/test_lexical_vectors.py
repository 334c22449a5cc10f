import numpy as np
import pytest

from cinescribe.language.parser.lexical_vectors import lexical_vectors
from tests.language.tiny_encoder import WORDS, tiny_encoder


@pytest.fixture(scope="module")
def encoder(tmp_path_factory):
    return tiny_encoder(tmp_path_factory.mktemp("encoder"))


def test_every_word_of_the_encoder_and_each_extra_one_has_a_vector(encoder):
    vectors = lexical_vectors(encoder, ["Dogs", "horse"])
    known = {*WORDS, "dogs", "browns", "mans", "horses", "beaches", "plays", "snows"}  # with the third person of verbs
    assert vectors.words == tuple(sorted(known, key=lambda word: (len(word), word)))
    assert vectors.table.dtype == np.int8
    assert vectors.table.shape == (len(vectors.words), len(vectors.scale))
    assert np.abs(vectors.table).max(0).tolist() == [127] * len(vectors.scale)


def test_the_vectors_are_principal_components_of_the_states(encoder):
    vectors = lexical_vectors(encoder, [])
    spread = vectors.values.var(0)[:8]
    assert list(spread) == sorted(spread, reverse=True)
    assert vectors.values.std() == pytest.approx(1, abs=0.02)
    overlap = np.corrcoef(vectors.values[:, :4].T) - np.eye(4)
    assert np.abs(overlap).max() < 0.05


def test_vectors_are_reproducible_and_words_unique(encoder):
    first, second = (lexical_vectors(encoder, ["Dogs"]) for _ in range(2))
    assert np.array_equal(first.table, second.table)
    rows = dict(zip(first.words, first.table.tolist(), strict=True))
    assert rows["man"] != rows["woman"]
