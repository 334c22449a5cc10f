import dataclasses
from typing import Any

import pytest
import torch

from cinescribe.errors import FeatureError, ModelError, RecordError
from cinescribe.models.checkpoint import CheckpointCard, read_checkpoint, write_checkpoint
from cinescribe.models.model_table import model_kind, picture_sizes
from cinescribe.models.transformer import CaptionTransformer, TransformerSizes
from tests.models.tiny_pictures import BUILDERS, TOKENS, pictures, tiny_captioner

pytestmark = pytest.mark.usefixtures("one_thread")


def test_the_three_models_have_the_layers_of_the_paper():
    shapes = {name: BUILDERS[name](TransformerSizes(30, width=16, n_heads=2, ff_width=8)) for name in BUILDERS}
    facts = {
        name: (
            len(model.encoder.blocks),
            len(model.decoder.blocks),
            model.encoder.blocks[0].slots is not None,
            model.decoder.blocks[0].mesh is not None,
        )
        for name, model in shapes.items()
    }
    assert facts == {
        "transformer": (3, 3, False, False),
        "smart": (2, 2, True, False),
        "m2": (3, 3, True, True),
    }
    assert shapes["m2"].encoder.blocks.get_parameter("2.slots.keys").shape == (40, 16)


@pytest.mark.slow
@pytest.mark.parametrize("name", BUILDERS)
@torch.no_grad()
def test_word_by_word_is_all_at_once(name):
    model, batch = tiny_captioner(name), pictures(7)
    words = torch.randint(len(TOKENS), (7, 9), generator=torch.Generator().manual_seed(1))
    wanted = model.word_logits(model.hidden(words, model.memory(batch)))
    state = model.start(batch)
    for column in range(9):
        logits, state = model.step(words[:, column], state)
        torch.testing.assert_close(logits, wanted[:, column], atol=1e-5, rtol=0)


@pytest.mark.slow
@pytest.mark.parametrize("name", BUILDERS)
@torch.no_grad()
def test_padding_changes_nothing(name):
    model, batch = tiny_captioner(name), pictures(6)
    words = torch.randint(len(TOKENS), (6, 4), generator=torch.Generator().manual_seed(1))
    found = model.hidden(words, model.memory(batch))
    noisy = dataclasses.replace(batch, regions=batch.regions.where(batch.mask[..., None], 9.0))
    torch.testing.assert_close(model.hidden(words, model.memory(noisy)), found)
    for number in range(6):
        own = batch.select(torch.tensor([number]))
        kept = dataclasses.replace(
            own,
            regions=own.regions[:, own.mask[0]],
            mask=own.mask[:, own.mask[0]],
            boxes=own.boxes[:, own.mask[0]],
        )
        alone = model.hidden(words[number : number + 1], model.memory(kept))
        torch.testing.assert_close(alone[0], found[number], atol=1e-5, rtol=0)
    longer = torch.cat([words, torch.zeros(6, 2, dtype=torch.long)], 1)
    torch.testing.assert_close(model.hidden(longer, model.memory(batch))[:, :4], found, atol=1e-5, rtol=0)


@pytest.mark.parametrize("name", BUILDERS)
@torch.no_grad()
def test_a_picture_without_regions_has_finite_outputs(name):
    model, words = tiny_captioner(name), torch.randint(len(TOKENS), (2, 4))
    bare, masked = pictures(2, n_regions=1), pictures(2)
    bare = dataclasses.replace(bare, regions=bare.regions[:, :0], mask=bare.mask[:, :0], boxes=bare.boxes[:, :0])
    masked = dataclasses.replace(masked, mask=torch.zeros_like(masked.mask))
    found = model.hidden(words, model.memory(bare))
    assert torch.isfinite(found).all()
    torch.testing.assert_close(model.hidden(words, model.memory(masked)), found, atol=1e-5, rtol=0)


def test_it_reads_the_grid_of_a_vit():
    model = tiny_captioner("m2", region_width=768)
    batch = pictures(2, n_regions=50, width=768)
    assert model.memory(batch).levels.shape == (3, 2, 50, 16)
    assert model.hidden(torch.ones(2, 3, dtype=torch.long), model.memory(batch)).shape == (2, 3, 16)


def test_every_weight_has_gradients_and_the_batch_is_unchanged():
    model, batch = tiny_captioner("m2").train(), pictures(4)
    before = batch.regions.clone()
    model.word_logits(model.hidden(torch.ones(4, 5, dtype=torch.long), model.memory(batch))).square().sum().backward()
    assert batch.regions.equal(before)
    without_gradients = [
        name for name, weights in model.named_parameters() if weights.grad is None or not weights.grad.any()
    ]
    assert not without_gradients


@pytest.mark.parametrize("name", BUILDERS)
def test_a_checkpoint_comes_back_as_it_was(tmp_path, name):
    kind, batch = model_kind(name), pictures(2)
    given = {"width": 16, "n_heads": 2, "ff_width": 24, "n_memory": 0 if name == "transformer" else 5}
    kind.check(given, where="sizes")
    torch.manual_seed(0)
    model = kind.build(kind.sizes_for(given, picture_sizes(batch, TOKENS, n_tokens=12))).eval()
    assert isinstance(model, CaptionTransformer)
    write_checkpoint(tmp_path, model, tokens=TOKENS, card=CheckpointCard(name))
    read = read_checkpoint(tmp_path)
    assert (read.model.sizes, read.tokens, read.model.training) == (model.sizes, TOKENS, False)
    words = torch.ones(2, 3, dtype=torch.long)
    assert read.model.hidden(words, read.model.memory(batch)).equal(model.hidden(words, model.memory(batch)))


def test_sizes_that_follow_from_the_data_cannot_be_given():
    with pytest.raises(RecordError, match="sizes has 'region_width', which follows from corpus and features"):
        model_kind("m2").check({"region_width": 4}, where="sizes")
    found = picture_sizes(pictures(1), TOKENS, n_tokens=12)
    assert dataclasses.astuple(found) == (len(TOKENS), TOKENS.first_person, TOKENS.n_people, 6, 12)
    assert TransformerSizes.for_tokens(TOKENS) == TransformerSizes(len(TOKENS), TOKENS.first_person, TOKENS.n_people)


def test_inputs_and_sizes_that_do_not_fit_are_refused():
    model, batch = tiny_captioner("transformer"), pictures(1)
    memory = model.memory(batch)
    with pytest.raises(FeatureError, match="the regions have width 9, but the model takes 6"):
        model.memory(pictures(1, width=9))
    with pytest.raises(ModelError, match="found token 30, but the model's vocabulary has 30"):
        model.hidden(torch.tensor([[30]]), memory)
    with pytest.raises(ModelError, match="token 21 of a text came, but the model reads 20 at most"):
        model.hidden(torch.ones(1, 21, dtype=torch.long), memory)
    with pytest.raises(ModelError, match="a width of 20 cannot be divided among 8 heads and sine-cosine pairs"):
        TransformerSizes(30, width=20)
    for name, value, minimum in (("n_encoder_layers", 0, 1), ("n_heads", 0, 1), ("n_memory", -1, 0)):
        wrong: dict[str, Any] = {name: value}
        with pytest.raises(ModelError, match=f"{name} is {value}; expected {minimum} or more"):
            TransformerSizes(30, **wrong)
    with pytest.raises(ModelError, match=r"dropout is 1\.5; expected a share from 0 up to 1"):
        TransformerSizes(30, dropout=1.5)
