import json
from importlib.metadata import version

import pytest
import torch

from cinescribe.arrays import read_arrays, write_arrays
from cinescribe.errors import ModelError
from cinescribe.features.clip_sets.set_batch import SetSizes
from cinescribe.input_files import digest
from cinescribe.language.tokens.vocabulary import Vocabulary
from cinescribe.language.tokens.word_pieces import WordPieces
from cinescribe.models.checkpoint import CheckpointCard, read_checkpoint, write_checkpoint
from cinescribe.models.micap.micap import Micap
from cinescribe.models.micap.sizes import MicapSizes

pytestmark = pytest.mark.usefixtures("one_thread")
TOKENS = Vocabulary(("waves", "sits", "."), 3)
PIECES = WordPieces(("[PAD]", "[CLS]", "[SEP]", "[MASK]", "[UNK]", "waves", "##s", "."), 4)
CARD = CheckpointCard("micap", SetSizes(n_clips=3), text="t", scores={"fill/class": 0.5}, seed=7)


def tiny_model(tokens=TOKENS, **sizes):
    torch.manual_seed(0)
    small = {"width": 8, "n_heads": 2, "ff_width": 8, "n_encoder_layers": 1, "n_decoder_layers": 1, "n_tokens": 9}
    facts = (len(tokens), tokens.first_person, tokens.separator, tokens.n_people)
    return Micap(MicapSizes(*facts, **{**small, "frame_width": 4, "action_width": 4, "text_width": 4, **sizes}))


@pytest.fixture
def folder(tmp_path):
    write_checkpoint(tmp_path / "c", tiny_model(), tokens=TOKENS, card=CARD)
    return tmp_path / "c"


@pytest.mark.parametrize("tokens", [TOKENS, PIECES], ids=["words", "pieces"])
def test_a_checkpoint_comes_back_as_it_was(tmp_path, tokens):
    model = tiny_model(tokens, streams=("frames", "faces"))
    write_checkpoint(tmp_path, model, tokens=tokens, card=CARD)
    read = read_checkpoint(tmp_path)
    assert (read.card, read.tokens, read.model.sizes) == (CARD, tokens, model.sizes)
    assert not read.model.training
    assert read.model.state_dict().keys() == model.state_dict().keys()
    for name, value in model.state_dict().items():
        assert torch.equal(read.model.state_dict()[name], value)


def test_fp16_halves_the_file_and_rounds_the_weights(tmp_path):
    model = tiny_model()
    for fp16 in (False, True):
        write_checkpoint(tmp_path / str(fp16), model, tokens=TOKENS, card=CARD, fp16=fp16)
    sizes = [(tmp_path / str(fp16) / "weights.safetensors").stat().st_size for fp16 in (False, True)]
    assert sizes[1] < 0.75 * sizes[0]
    for name, value in read_checkpoint(tmp_path / "True").model.state_dict().items():
        assert value.dtype == model.state_dict()[name].dtype
        torch.testing.assert_close(value, model.state_dict()[name], atol=1e-7, rtol=2**-11)


def test_versions_and_digests_are_stored(folder):
    fields = json.loads((folder / "checkpoint.json").read_text())
    assert fields["weights"] == digest(folder / "weights.safetensors")
    assert fields["versions"]["torch"] == version("torch")


def test_old_names_of_sizes_are_still_read(tmp_path):
    model = tiny_model(gated_skip=True, skip_frames=(1, 3), skip_actions=(0, 2), skip_scale=4.0)
    write_checkpoint(tmp_path, model, tokens=TOKENS, card=CARD)
    path = tmp_path / "checkpoint.json"
    old = {"gated_skip": "short_cut", "skip_scale": "stress", "skip_frames": "stressed_frames"}
    old["skip_actions"] = "stressed_actions"
    fields = json.loads(path.read_text())
    fields["sizes"] = {old.get(name, name): value for name, value in fields["sizes"].items()}
    path.write_text(json.dumps(fields))
    assert read_checkpoint(tmp_path).model.sizes == model.sizes


def change(folder, **values):
    path = folder / "checkpoint.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **values}))


def resize(folder, **sizes):
    fields = json.loads((folder / "checkpoint.json").read_text())
    change(folder, sizes={**fields["sizes"], **sizes})


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (
            lambda folder: (folder / "checkpoint.json").unlink(),
            "holds no checkpoint .*name the folder of a trained one",
        ),
        (lambda folder: (folder / "weights.safetensors").unlink(), r"weights\.safetensors' is missing; get the"),
        (lambda folder: (folder / "checkpoint.json").write_text("{"), "is damaged .*get the checkpoint again"),
        (lambda folder: (folder / "checkpoint.json").write_text("[]"), r"is damaged \(it holds \[\]\)"),
        (lambda folder: change(folder, version=2), "is of another version than 1"),
        (
            lambda folder: change(folder, model="oracle"),
            "the model 'oracle' is not known; known are answerer, attention-enc-dec, dense-captioner, fillin",
        ),
        (lambda folder: change(folder, vocabulary={}), "is damaged"),
        (lambda folder: change(folder, sets={"n_clips": "five"}), "n_clips is 'five'; expected a whole number"),
        (
            lambda folder: change(folder, vocabulary={"words": ["a"], "n_people": 3}),
            "a vocabulary with 10 tokens, but its",
        ),
        (
            lambda folder: change(folder, vocabulary={"words": ["a", "b", "c", "d"], "n_people": 2}),
            "a vocabulary with 2 people, but its model was built for 3",
        ),
        (lambda folder: resize(folder, ff_width=16), r"has .* \(8, 8\), but the sizes of checkpoint\.json make .*16"),
        (lambda folder: resize(folder, n_encoder_layers=0), "but the sizes of checkpoint.json make no encoder"),
        (lambda folder: resize(folder, ff_width=25_903_416), "ff_width is 25903416; expected 1048576 or less"),
        (lambda folder: resize(folder, ff_width=1_000_000), r"but the sizes of checkpoint\.json make .*1000000"),
        (lambda folder: resize(folder, n_encoder_layers=10**9), "n_encoder_layers is 1000000000; expected 256 or less"),
        (lambda folder: resize(folder, n_tokens=10**6), "n_tokens is 1000000; expected 65536 or less"),
        (lambda folder: resize(folder, width=-8), "width is -8; expected 1 or more"),
        (lambda folder: resize(folder, n_heads=0), "n_heads is 0; expected 1 or more"),
        (lambda folder: resize(folder, dropout=-0.5), r"dropout is -0\.5; expected a share from 0 up to 1"),
        (lambda folder: resize(folder, dropout=float("nan")), r"the number is .?NaN.?; expected a finite one"),
        (
            lambda folder: resize(folder, skip_frames=[0, 2, 3]),
            r"skip_frames is \[0, 2, 3\]; expected a list of 2",
        ),
        (lambda folder: resize(folder, gated_skip=True, skip_frames=[9, 2]), "sizes of which no model can be built"),
        (lambda folder: change(folder, sets={"n_frames": -1}), "n_frames is -1; expected 0 or more"),
        (lambda folder: change(folder, pictures={"n_regions": 0}), "n_regions is 0; expected 1 or more"),
        (
            lambda folder: change(folder, vocabulary={"words": ["a"], "n_people": 10**9}),
            "n_people is 1000000000; expected a whole number up to 10000",
        ),
        (
            lambda folder: change(folder, vocabulary={"words": "abc", "n_people": 3}),
            "is 'abc'; expected a list of texts",
        ),
        (lambda folder: resize(folder, colour=1), "sizes has 'colour', which is not known there"),
        (lambda folder: resize(folder, n_heads=3), "cannot be divided among 3 heads"),
        (lambda folder: (folder / "weights.safetensors").write_bytes(b"x"), "is damaged, or of another training"),
    ],
)
def test_a_damaged_checkpoint_is_refused(folder, spoil, words):
    spoil(folder)
    with pytest.raises(ModelError, match=words):
        read_checkpoint(folder)


def test_weights_of_another_training_are_refused(folder):
    arrays = read_arrays(folder / "weights.safetensors")
    write_arrays(folder / "weights.safetensors", {name: array + 1 for name, array in arrays.items()})
    with pytest.raises(ModelError, match=r"is damaged, or of another training than its checkpoint\.json"):
        read_checkpoint(folder)
