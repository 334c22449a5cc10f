import pytest
import torch

from cinescribe.errors import ModelError, TrainError
from cinescribe.language.tokens.vocabulary import Vocabulary
from cinescribe.models.checkpoint import CheckpointCard, write_checkpoint
from cinescribe.train.experiments.warm_start import load_initial_weights
from tests.train import still_world as world

pytestmark = pytest.mark.usefixtures("one_thread")
STILLS, REGIONS = world.world()
TOKENS = world.vocabulary(STILLS)


def model_of(tokens=TOKENS, **sizes):
    return world.model(world.reader(REGIONS, TOKENS).batch(STILLS[:2]), tokens, **sizes)


@pytest.fixture
def checkpoint(tmp_path):
    write_checkpoint(tmp_path / "c", model_of(seed=1), tokens=TOKENS, card=CheckpointCard("smart"))
    return str(tmp_path / "c")


def test_weights_come_from_the_checkpoint(checkpoint):
    model, other = model_of(seed=2, dropout=0.3), model_of(seed=1)
    assert load_initial_weights(model, checkpoint, tokens=TOKENS) is model
    for name, value in other.state_dict().items():
        assert torch.equal(model.state_dict()[name], value)


def test_without_a_checkpoint_weights_stay():
    model = model_of(seed=2)
    before = {name: value.clone() for name, value in model.state_dict().items()}
    load_initial_weights(model, "", tokens=TOKENS)
    assert all(torch.equal(before[name], value) for name, value in model.state_dict().items())


def test_other_sizes_are_named(checkpoint):
    with pytest.raises(TrainError, match="has ff_width 64, but recipe and corpus need 128; start from a run of the"):
        load_initial_weights(model_of(ff_width=128), checkpoint, tokens=TOKENS)
    with pytest.raises(TrainError, match="has n_encoder_layers 2, but recipe and corpus need 1"):
        load_initial_weights(model_of(name="transformer"), checkpoint, tokens=TOKENS)


def test_another_vocabulary_is_named(checkpoint):
    words = list(TOKENS.words)
    words[3], words[4] = words[4], words[3]
    with pytest.raises(TrainError, match=r"another vocabulary than the corpus \(token 10 is '.*' there, '.*' here\)"):
        load_initial_weights(model_of(), checkpoint, tokens=Vocabulary(tuple(words), 1))


def test_a_missing_checkpoint_is_an_error(tmp_path):
    with pytest.raises(ModelError, match="holds no checkpoint"):
        load_initial_weights(model_of(), str(tmp_path), tokens=TOKENS)
