import pytest
import torch
from torch.nn import functional

from cinescribe.train.objectives.image_batch import StillBatch
from cinescribe.train.objectives.image_objectives import STILL_OBJECTIVES, StillWeights, Taught, TellPass
from cinescribe.train.objectives.self_critical import SelfCriticalPass
from tests.train import still_world as world

pytestmark = pytest.mark.usefixtures("one_thread")
STILLS, REGIONS = world.world(5)
TOKENS = world.vocabulary(STILLS)


@pytest.mark.parametrize("smoothing", [0.0, 0.2])
def test_every_word_behind_the_first_is_told(smoothing):
    stills = [still.replace(captions=still.captions[n % 3 :]) for n, still in enumerate(STILLS)]  # of several lengths
    pictures = world.reader(REGIONS, TOKENS).batch(stills)
    assert (pictures.words == TOKENS.pad).any()
    model = world.model(pictures, TOKENS)
    told, batch = TellPass(TOKENS, smoothing), StillBatch(pictures, torch.arange(5))
    logits = model.word_logits(model.hidden(pictures.words[:, :-1], model.memory(pictures))).flatten(0, 1)
    wanted = functional.cross_entropy(
        logits, pictures.words[:, 1:].flatten(), ignore_index=TOKENS.pad, label_smoothing=smoothing
    )
    torch.testing.assert_close(told.loss(model, batch) / told.count(batch), wanted)
    assert told.count(batch).item() == sum(len(TOKENS.encode(still.captions[0])) + 1 for still in stills)


def test_objectives_are_made_of_the_recipe_s_lines():
    taught = Taught(TOKENS, STILLS, longest=9)
    weights = StillWeights(smoothing=0.1, n_beams=3)
    assert STILL_OBJECTIVES["xe"](weights, taught) == ((TellPass(TOKENS, 0.1),),)
    [[critical]] = STILL_OBJECTIVES["scst"](weights, taught)
    assert isinstance(critical, SelfCriticalPass)
    assert (critical.n_beams, critical.longest) == (3, 9)


def test_a_batch_goes_to_another_device_whole():
    batch = StillBatch(world.reader(REGIONS, TOKENS).batch(STILLS), torch.arange(5)).to("meta")
    assert batch.stills.is_meta
    assert batch.pictures.regions.is_meta
