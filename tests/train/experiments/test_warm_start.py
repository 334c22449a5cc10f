import pytest
import torch

from cinescribe.errors import ModelError, TrainError
from cinescribe.language.tokens.vocabulary import Vocabulary
from cinescribe.models.checkpoint import CheckpointCard, write_checkpoint
from cinescribe.train.experiments.warm_start import start_digest, started
from tests.train import still_world as world

pytestmark = pytest.mark.usefixtures("one_thread")
STILLS, REGIONS = world.world()
TOKENS = world.vocabulary(STILLS)


def made(tokens=TOKENS, **sizes):
    return world.model(world.reader(REGIONS, TOKENS).batch(STILLS[:2]), tokens, **sizes)


@pytest.fixture
def checkpoint(tmp_path):
    write_checkpoint(tmp_path / "c", made(seed=1), tokens=TOKENS, card=CheckpointCard("smart"))
    return str(tmp_path / "c")


def test_weights_are_those_of_the_checkpoint(checkpoint):
    model, other = made(seed=2, dropout=0.3), made(seed=1)
    assert started(model, checkpoint, tokens=TOKENS) is model
    for name, value in other.state_dict().items():
        assert torch.equal(model.state_dict()[name], value)
    assert start_digest(checkpoint)["start"]


def test_without_a_start_weights_are_as_they_were():
    model = made(seed=2)
    before = {name: value.clone() for name, value in model.state_dict().items()}
    started(model, "", tokens=TOKENS)
    assert all(torch.equal(before[name], value) for name, value in model.state_dict().items())
    assert start_digest("") == {}


def test_other_sizes_are_named(checkpoint):
    with pytest.raises(TrainError, match="has ff_width 64, but recipe and corpus ask for 128; start from a run of the"):
        started(made(ff_width=128), checkpoint, tokens=TOKENS)
    with pytest.raises(TrainError, match="has n_encoder_layers 2, but recipe and corpus ask for 1"):
        started(made(name="transformer"), checkpoint, tokens=TOKENS)


def test_another_vocabulary_is_named(checkpoint):
    words = list(TOKENS.words)
    words[3], words[4] = words[4], words[3]
    with pytest.raises(TrainError, match=r"another vocabulary than the corpus \(token 10 is '.*' there, '.*' here\)"):
        started(made(), checkpoint, tokens=Vocabulary(tuple(words), 1))


def test_no_checkpoint_is_said(tmp_path):
    with pytest.raises(ModelError, match="holds no checkpoint"):
        started(made(), str(tmp_path), tokens=TOKENS)
