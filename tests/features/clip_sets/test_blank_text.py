from pathlib import Path

import numpy as np
import pytest
import torch
from transformers import AutoModel, AutoTokenizer

from cinescribe.arrays import read_arrays
from cinescribe.errors import FeatureError, ModelError
from cinescribe.features.clip_sets.blank_embedding_cache import CachedBlanks
from cinescribe.features.clip_sets.blank_text import blanked_text, encoded_blanks
from cinescribe.features.clip_sets.set_reader import SetReader
from tests.features.films import TEXTS, VOCABULARY, clip_set, film
from tests.language.tiny_encoder import tiny_encoder

pytestmark = pytest.mark.usefixtures("one_thread")

RIDES = ("P1 rides brown horse", "P2 cutting the P1", "two dogs play")


def tiny_masked(folder: Path, family: str = "bert") -> Path:
    """The tiny encoder with a mask token."""
    tiny_encoder(folder, family)
    tokenizer, model = AutoTokenizer.from_pretrained(folder), AutoModel.from_pretrained(folder)
    tokenizer.add_special_tokens({"mask_token": "[MASK]"})
    torch.manual_seed(1)
    model.resize_token_embeddings(len(tokenizer), mean_resizing=False)
    tokenizer.save_pretrained(folder)
    model.save_pretrained(folder)
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tiny_masked(tmp_path_factory.mktemp("encoder"))


@pytest.fixture(scope="module")
def encoded(folder):
    return encoded_blanks(str(folder))


def test_vectors_are_those_of_the_first_token_and_the_blank_by_transformers(encoded, folder):
    (found,) = encoded.vectors([clip_set(RIDES)])
    tokenizer, model = AutoTokenizer.from_pretrained(folder), AutoModel.from_pretrained(folder).eval()
    text = "[MASK] rides brown horse [MASK] cutting the [MASK] two dogs play"
    inputs = tokenizer(text, return_tensors="pt")
    with torch.inference_mode():
        hidden = model(**inputs).last_hidden_state[0].numpy()
    assert found.shape == (3, encoded.width) == (3, 32)
    for row, position in zip(found, (1, 5, 8), strict=True):
        assert row == pytest.approx(np.concatenate([hidden[0], hidden[position]]), abs=1e-5)


def test_known_and_unknown_people_have_the_same_vectors(encoded):
    known, unknown, other = encoded.vectors(
        [clip_set(["P1 rides horse"]), clip_set(["[blank] rides horse"]), clip_set(["P7 rides horse"])]
    )
    assert np.array_equal(known, unknown)
    assert np.array_equal(known, other)


def test_batched_sets_equal_single_sets(encoded):
    sets = [clip_set(RIDES[: n % 3 + 1]) for n in range(40)]
    together = encoded.vectors(sets)
    for row in (0, 1, 2, 39):
        assert together[row] == pytest.approx(encoded.vectors([sets[row]])[0], abs=1e-4)


def test_sets_without_people_or_without_text_have_no_blanks(encoded):
    no_people, no_text = encoded.vectors([clip_set(["two dogs play"]), clip_set([None, None])])
    assert no_people.shape == no_text.shape == (0, 32)
    assert encoded.vectors([]) == []


def test_set_reader_includes_blank_vectors(encoded):
    reader = SetReader(lambda _: film(), VOCABULARY, blank_text=encoded)
    batch = reader.batch([clip_set(), clip_set(TEXTS[1:2])])
    assert batch.blanks.shape == (2, 4, 32)
    assert batch.blank_mask.sum(1).tolist() == [4, 1]


def test_the_packaged_encoder_reads_blanks():
    packaged = encoded_blanks()
    one, other = packaged.vectors([clip_set(["P1 kisses her husband."]), clip_set(["P1 shaves his beard."])])
    assert one.shape == (1, packaged.width) == (1, 768)
    assert not np.allclose(one, other)
    assert packaged.name.startswith("all-MiniLM-L6-v2-")


def test_captions_longer_than_the_encoder_s_limit_are_refused(encoded):
    with pytest.raises(
        FeatureError, match=r"of the set 'c0' to 'c0' of film 'f' have 83 word pieces, more than the 70 of "
    ):
        encoded.vectors([clip_set(["P1 rides " + "horse " * 79])])


def test_an_encoder_without_a_mask_is_refused(tmp_path):
    with pytest.raises(ModelError, match="has no mask token to put for a blank"):
        encoded_blanks(str(tiny_encoder(tmp_path)))


def test_a_folder_that_holds_no_encoder_is_refused(folder, tmp_path):
    for name in ("model.safetensors", "config.json"):
        (tmp_path / name).write_bytes((folder / name).read_bytes())
    (tmp_path / "config.json").write_text('{"model_type": "no such"}')
    with pytest.raises(ModelError, match=r"cannot be loaded .*expected a text encoder of transformers"):
        encoded_blanks(str(tmp_path))


def test_weights_that_lack_a_part_are_refused(tmp_path):
    model = AutoModel.from_pretrained(tiny_masked(tmp_path))
    state = {name: value for name, value in model.state_dict().items() if "encoder.layer.2" not in name}
    model.save_pretrained(tmp_path, state_dict=state)
    with pytest.raises(ModelError, match=r"lack 'encoder.layer.2"):
        encoded_blanks(str(tmp_path))


def test_a_text_has_blanks_for_people():
    assert (
        blanked_text(clip_set(["P1 waves to P12.", None, "[blank] is AP1."]))
        == "[blank] waves to [blank]. [blank] is AP1."
    )


class Counting:
    """Counts the sets it reads."""

    name, width = "counting-1", 2

    def __init__(self):
        self.read = 0

    def vectors(self, sets):
        self.read += len(sets)
        return [
            np.full((blanked_text(one).count("[blank]"), 2), len(blanked_text(one)) / 3, np.float32) for one in sets
        ]


def test_cached_blanks_are_computed_once_a_text():
    counting = Counting()
    cached = CachedBlanks(counting)
    first = cached.vectors([clip_set(), clip_set(RIDES), clip_set()])
    assert counting.read == 2
    other = cached.vectors([clip_set(RIDES), clip_set([TEXTS[0].replace("P1", "[blank]"), *TEXTS[1:]])])
    assert counting.read == 2
    assert np.array_equal(first[0], other[1])
    assert cached.width == 2


def test_cached_blanks_are_read_from_their_file_unchanged(tmp_path):
    path = tmp_path / "text.safetensors"
    cached = CachedBlanks(Counting(), path=path)
    given = cached.vectors([clip_set(), clip_set(["no one"])])
    cached.save()
    counting = Counting()
    again = CachedBlanks(counting, path=path)
    assert all(
        np.array_equal(a, b) for a, b in zip(given, again.vectors([clip_set(), clip_set(["no one"])]), strict=True)
    )
    assert counting.read == 0
    again.vectors([clip_set(RIDES)])
    again.save()
    assert len(read_arrays(path)) == 3


def test_cache_writes_only_new_vectors_and_only_with_a_file(tmp_path):
    CachedBlanks(Counting()).save()
    CachedBlanks(Counting(), path=tmp_path / "text.safetensors").save()
    assert list(tmp_path.iterdir()) == []


def test_cache_of_a_different_encoder_is_refused(tmp_path):
    cached = CachedBlanks(Counting(), path=tmp_path / "text.safetensors")
    cached.vectors([clip_set()])
    cached.save()
    other = Counting()
    other.name = "counting-2"
    with pytest.raises(FeatureError, match="holds blanks by 'counting-1', not 'counting-2'; name another file"):
        CachedBlanks(other, path=tmp_path / "text.safetensors")
