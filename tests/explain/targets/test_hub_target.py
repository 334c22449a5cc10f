import dataclasses

import numpy as np
import pytest
import torch

from cinescribe.errors import ModelError
from cinescribe.explain.attribution.gradients import (
    guided_backpropagation,
    integrated_gradients,
    path_gradients,
    saliency,
)
from cinescribe.explain.attribution.occlusion import occlusion
from cinescribe.explain.grounding.caption_grounding import sum_over_regions
from cinescribe.explain.targets.hub_target import cut_cells, hub_caption, joined_cells
from cinescribe.models.hub.captioner import promptless_captioner
from tests.explain.completeness import completeness_gap
from tests.models.tiny_hub import FAMILIES, WORDS

pytestmark = pytest.mark.usefixtures("one_thread")

EXPLAINED = ("git", "blip", "vit_gpt2")
PICTURE = np.random.default_rng(1).integers(0, 256, (60, 100, 3), np.uint8)


@pytest.fixture(scope="module")
def captioners(tmp_path_factory):
    captioners = {}
    for family in (*EXPLAINED, "git_video"):
        torch.manual_seed(0)
        captioners[family] = promptless_captioner(str(FAMILIES[family](tmp_path_factory.mktemp(family))))
    return captioners


@pytest.mark.parametrize("family", EXPLAINED)
def test_scores_are_those_of_generation(family, captioners):
    captioner = captioners[family]
    caption = hub_caption(captioner, PICTURE, cell=4)
    scores = caption.scores(caption.visual[None])[0]
    assert len(scores) == len(caption.words) > 1
    assert set(caption.words) <= set(WORDS)
    out = captioner.model.generate(
        **captioner.viewer.inputs(PICTURE[None]), max_new_tokens=60, do_sample=False, num_beams=1,
        output_scores=True, return_dict_in_generate=True,
    )  # fmt: skip
    tokens = out.sequences[0, 1:]
    likely = torch.stack([step[0] for step in out.scores]).log_softmax(-1).gather(1, tokens[:, None])[:, 0]
    words = [likely[n] for n, token in enumerate(tokens.tolist()) if captioner.tokenizer.decode([token]) in WORDS]
    torch.testing.assert_close(scores, torch.stack(words), rtol=1e-4, atol=1e-4)


@pytest.mark.slow
@pytest.mark.parametrize("family", EXPLAINED)
def test_every_word_is_explained_by_pixels_and_cells(family, captioners):
    caption = hub_caption(captioners[family], PICTURE)
    pixels = saliency(caption)
    assert pixels.scores.shape == (len(caption.words), 32 * 32)
    assert (pixels.scores.max(1) > 0).all()
    cells = hub_caption(captioners[family], PICTURE, cell=8)
    assert cells.words == caption.words
    summed = pixels.scores.reshape(-1, 4, 8, 4, 8).sum((2, 4)).reshape(-1, 16)
    np.testing.assert_allclose(saliency(cells).scores, summed, rtol=1e-3, atol=1e-6)
    assert occlusion(cells).scores.shape == summed.shape


@pytest.mark.slow
def test_integrated_gradients_add_up(captioners):
    caption = hub_caption(captioners["blip"], PICTURE, cell=8)
    assert completeness_gap(caption, path_gradients(caption, n_steps=10)).max() < 0.01


@pytest.mark.slow
@pytest.mark.parametrize("family", EXPLAINED)
def test_the_model_does_not_change(family, captioners):
    model = captioners[family].model
    before = {name: value.clone() for name, value in model.state_dict().items()}
    integrated_gradients(hub_caption(captioners[family], PICTURE, cell=16), n_steps=2)
    assert all(value.equal(before[name]) for name, value in model.state_dict().items())
    assert all(weights.grad is None for weights in model.parameters())
    assert not model.training
    assert not any(module._forward_hooks or module._backward_hooks for module in model.modules())


def test_guided_backpropagation_refuses_models_without_relu(captioners):
    with pytest.raises(ModelError, match="needs a ReLU, and this model calls none"):
        guided_backpropagation(hub_caption(captioners["blip"], PICTURE, cell=16))


def test_cells_are_cut_and_joined():
    pixels = torch.rand(2, 3, 8, 12, generator=torch.Generator().manual_seed(0))
    for cell in (1, 2, 4):
        cells = cut_cells(pixels, cell)
        assert cells.shape == (2, 96 // cell**2, 3 * cell**2)
        assert joined_cells(cells, (8, 12)).equal(pixels)
    assert cut_cells(pixels, 4)[0, 1].view(3, 4, 4).equal(pixels[0, :, :4, 4:8])


@pytest.mark.slow
def test_cells_lie_where_the_picture_was_cut(captioners):
    """GIT is shown the square middle of a picture of 100 by 60, BLIP all of it."""
    whole, middle = (hub_caption(captioners[family], PICTURE, cell=16).boxes for family in ("blip", "git"))
    np.testing.assert_allclose(whole[1], (0.5, 0, 1, 0.5))
    np.testing.assert_allclose(middle[1], (0.5, 0, 0.8, 0.5), atol=0.01)
    high = hub_caption(captioners["git"], PICTURE.transpose(1, 0, 2), cell=16).boxes
    np.testing.assert_allclose(high[1], (0.5, 0.2, 1, 0.5), atol=0.01)


def test_pixels_are_summed_over_boxes(captioners):
    caption = hub_caption(captioners["blip"], PICTURE)
    boxes = np.array([(0, 0, 1, 1), (0, 0, 0.5, 1), (0.5, 0, 1, 1)], np.float32)
    whole, left, right = sum_over_regions(saliency(caption), caption.boxes, boxes).scores.T
    np.testing.assert_allclose(whole, left + right, rtol=1e-5)


def test_models_and_cells_that_do_not_fit_are_refused(captioners):
    with pytest.raises(
        ModelError, match="that takes prompts or films, which cannot be explained; give one of git, blip, vision-"
    ):
        hub_caption(captioners["git_video"], PICTURE)
    for cell in (5, 0):
        with pytest.raises(ModelError, match=f"`cell` is {cell} pixels, but the model's input is 32 by 32; give a"):
            hub_caption(captioners["blip"], PICTURE, cell=cell)


def test_an_end_token_is_not_a_word(captioners, monkeypatch):
    captioner = captioners["blip"]
    whole = hub_caption(captioner, PICTURE, cell=16)
    end = int(whole.tokens[2])
    monkeypatch.setattr(captioner.model.generation_config, "eos_token_id", end)
    cut = dataclasses.replace(hub_caption(captioner, PICTURE, cell=16))
    assert cut.words == whole.words[:1]
