import json

import numpy as np
import pytest

from cinescribe.arrays import read_arrays, write_arrays
from cinescribe.errors import ModelError
from cinescribe.input_files import digest
from cinescribe.language.next_phrases.phrase_encoder import phrase_encoder
from cinescribe.language.next_phrases.phrase_ranker import PhraseMoments, PhraseRanker
from cinescribe.language.next_phrases.ranker_files import (
    RANKER,
    RankerCard,
    read_card,
    read_ranker,
    write_ranker,
)
from cinescribe.store import write_record

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    encoder = phrase_encoder()
    vectors = np.random.default_rng(0).normal(size=(5, 384)).astype(np.float32)
    ranker = PhraseRanker(encoder, {"effect": PhraseMoments.of(vectors)}, 0.5)
    path = tmp_path_factory.mktemp("ranker")
    write_ranker(path, ranker, recipe={"seed": 3}, data={"a.tsv": "0"}, accuracy={"test": {"effect": 0.7}})
    return path, ranker.scores(["PersonX eats"], ["rests"], aspect="effect")


@pytest.fixture
def folder(written):
    return written[0]


@pytest.fixture
def copy(folder, tmp_path):
    for name in (RANKER.weights, RANKER.card):
        (tmp_path / name).write_bytes((folder / name).read_bytes())
    return tmp_path


def change(folder, **fields):
    card = json.loads((folder / RANKER.card).read_text())
    (folder / RANKER.card).write_text(json.dumps({**card, **fields}))


def test_a_ranker_is_read_as_it_was_written(written):
    folder, scores = written
    assert read_ranker(folder).scores(["PersonX eats"], ["rests"], aspect="effect") == pytest.approx(scores)
    card = read_card(folder)
    assert (card.recipe, card.data, card.accuracy) == ((("seed", 3),), (("a.tsv", "0"),), (("test", "effect", 0.7),))
    assert {"cinescribe", "torch"} <= set(dict(card.versions))


def test_a_folder_without_one_is_named(tmp_path):
    with pytest.raises(ModelError, match=r"holds no ranker \(ranker.json is missing\); name the folder"):
        read_ranker(tmp_path)


def test_damage_is_named(copy):
    change(copy, threshold="high")
    with pytest.raises(ModelError, match=r"ranker.json' is damaged \(.*threshold.*\); train the ranker again"):
        read_ranker(copy)
    change(copy, threshold=0.5, version=2)
    with pytest.raises(ModelError, match="is of another version than 1; use the release that wrote it"):
        read_ranker(copy)
    change(copy, version=1, encoder="bert")
    with pytest.raises(ModelError, match=r"is of the encoder 'bert', not 'all-MiniLM-L6-v2'; use the release"):
        read_ranker(copy)
    change(copy, encoder="all-MiniLM-L6-v2", weights="0")
    with pytest.raises(
        ModelError, match=r"weights\.safetensors' is damaged, or of another training than its ranker\.json"
    ):
        read_ranker(copy)


def test_weights_of_other_shapes_are_named(copy):
    arrays = read_arrays(copy / RANKER.weights)
    write_arrays(copy / RANKER.weights, {**arrays, "mean.effect": arrays["mean.effect"][:3]})
    change(copy, weights=digest(copy / RANKER.weights))
    with pytest.raises(ModelError, match=r"has mean\.effect \(3,\), but the sizes of ranker\.json make .* \(384,\)"):
        read_ranker(copy)
    (copy / RANKER.weights).write_bytes(b"no arrays")
    change(copy, weights=digest(copy / RANKER.weights))
    with pytest.raises(ModelError, match="is no safetensors file"):
        read_ranker(copy)


def test_a_card_round_trips(tmp_path):
    card = RankerCard(("effect",), 0.5)
    write_record(tmp_path / RANKER.card, card)
    assert read_card(tmp_path) == card
