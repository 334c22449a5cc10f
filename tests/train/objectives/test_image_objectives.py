import pytest
import torch
from torch.nn import functional

from cinescribe.train.objectives.image_batch import ImageBatch
from cinescribe.train.objectives.image_objectives import (
    IMAGE_OBJECTIVES,
    ImageCaptionObjective,
    ImageLossConfig,
    ObjectiveData,
)
from cinescribe.train.objectives.self_critical import SelfCriticalObjective
from tests.train import still_world as world

pytestmark = pytest.mark.usefixtures("one_thread")
STILLS, REGIONS = world.world(5)
TOKENS = world.vocabulary(STILLS)


@pytest.mark.parametrize("label_smoothing", [0.0, 0.2])
def test_every_word_after_the_first_is_a_target(label_smoothing):
    stills = [still.replace(captions=still.captions[n % 3 :]) for n, still in enumerate(STILLS)]  # of several lengths
    pictures = world.reader(REGIONS, TOKENS).batch(stills)
    assert (pictures.words == TOKENS.pad).any()
    model = world.model(pictures, TOKENS)
    objective, batch = ImageCaptionObjective(TOKENS, label_smoothing), ImageBatch(pictures, torch.arange(5))
    logits = model.word_logits(model.hidden(pictures.words[:, :-1], model.memory(pictures))).flatten(0, 1)
    wanted = functional.cross_entropy(
        logits, pictures.words[:, 1:].flatten(), ignore_index=TOKENS.pad, label_smoothing=label_smoothing
    )
    torch.testing.assert_close(objective.loss(model, batch) / objective.count(batch), wanted)
    assert objective.count(batch).item() == sum(len(TOKENS.encode(still.captions[0])) + 1 for still in stills)


def test_objectives_follow_the_recipe():
    data = ObjectiveData(TOKENS, STILLS, longest=9)
    config = ImageLossConfig(label_smoothing=0.1, n_beams=3)
    assert IMAGE_OBJECTIVES["xe"](config, data) == ((ImageCaptionObjective(TOKENS, 0.1),),)
    [[critical]] = IMAGE_OBJECTIVES["scst"](config, data)
    assert isinstance(critical, SelfCriticalObjective)
    assert (critical.n_beams, critical.longest) == (3, 9)


def test_batch_moves_to_another_device():
    batch = ImageBatch(world.reader(REGIONS, TOKENS).batch(STILLS), torch.arange(5)).to("meta")
    assert batch.stills.is_meta
    assert batch.pictures.regions.is_meta
