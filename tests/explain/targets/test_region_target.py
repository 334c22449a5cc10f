import dataclasses

import numpy as np
import pytest
import torch

from cinescribe.errors import FeatureError, ModelError
from cinescribe.explain.attribution.gradients import (
    guided_backpropagation,
    integrated_gradients,
    path_gradients,
    saliency,
)
from cinescribe.explain.attribution.occlusion import occlusion
from cinescribe.explain.attribution.rollout import rollout
from cinescribe.explain.targets.region_target import region_captions
from cinescribe.explain.targets.step_target import StepCaption
from cinescribe.features.regions.region_batch import RegionBatch
from cinescribe.language.tokens.vocabulary import Vocabulary
from cinescribe.models.transformer import CaptionTransformer, TransformerSizes, meshed_memory, smart, transformer
from tests.explain.completeness import completeness_gap

pytestmark = pytest.mark.usefixtures("one_thread")

TOKENS = Vocabulary(("a", "dog", "runs", "beside", "horse"), n_people=1)
WIDTH = 6
METHODS = (saliency, guided_backpropagation, integrated_gradients, occlusion, rollout)


def made(make=transformer, *, seed=0):
    torch.manual_seed(seed)
    sizes = dataclasses.replace(
        TransformerSizes.for_tokens(TOKENS), region_width=WIDTH, width=16, n_heads=2, ff_width=32, n_memory=3
    )
    return make(sizes).eval()


def pictures():
    """Two pictures, one of four regions and one of two, and a caption of each."""
    generator = torch.Generator().manual_seed(1)
    mask = torch.tensor([[True] * 4, [True, True, False, False]])
    regions = torch.randn(2, 4, WIDTH, generator=generator) * mask[:, :, None]
    words = [[TOKENS.start, *TOKENS.encode(text), TOKENS.end] for text in ("a dog runs", "a horse")]
    padded = torch.tensor([row + [TOKENS.pad] * (5 - len(row)) for row in words])
    return RegionBatch(regions, mask, torch.rand(2, 4, 4, generator=generator), padded)


def captions(model):
    batch = pictures()
    return region_captions(model, batch, batch.words, tokens=TOKENS)


@pytest.mark.parametrize("make", [transformer, smart, meshed_memory])
def test_scores_are_those_of_the_model_without_padding(make):
    model, batch = made(make), pictures()
    logits = model.word_logits(model.hidden(batch.words[:, :-1], model.memory(batch)))
    wanted = logits.log_softmax(-1).gather(2, batch.words[:, 1:, None])[:, :, 0]
    first, second = region_captions(model, batch, batch.words, tokens=TOKENS)
    assert first.words == ("a", "dog", "runs")
    assert second.words == ("a", "horse")
    assert second.visual.shape == (2, WIDTH)
    torch.testing.assert_close(first.scores(first.visual[None]), wanted[:1, :3])
    torch.testing.assert_close(second.scores(second.visual[None]), wanted[1:, :2])


@pytest.mark.parametrize("make", [transformer, smart, meshed_memory])
@pytest.mark.parametrize("method", METHODS)
def test_every_method_explains_every_model(make, method):
    first, second = captions(made(make))
    attribution = method(first)
    assert attribution.scores.shape == (3, 4)
    assert attribution.words == first.words
    assert np.ptp(attribution.scores, axis=1).min() > 0
    assert method(second).scores.shape == (2, 2)


def test_words_do_not_depend_on_later_words():
    model, batch = made(meshed_memory), pictures()
    whole, _ = captions(model)
    (short,) = region_captions(model, batch.select(torch.tensor([0])), batch.words[:1, :3], tokens=TOKENS)
    for method in METHODS:
        slack = 3e-3 if method is integrated_gradients else 1e-6  # all words of a caption share its steps
        np.testing.assert_allclose(method(whole).scores[:2], method(short).scores, rtol=1e-4, atol=slack)


@pytest.mark.slow
@pytest.mark.parametrize("make", [transformer, meshed_memory])
def test_integrated_gradients_add_up(make):
    for caption in captions(made(make)):
        few, many = (completeness_gap(caption, path_gradients(caption, n_steps=n)).max() for n in (1, 800))
        assert many < 0.01 < few
        assert completeness_gap(caption, path_gradients(caption)).max() < 0.1
        assert completeness_gap(caption, integrated_gradients(caption)).max() < 1e-3


def test_attributions_are_the_same_for_the_model_as_a_step():
    model = made(meshed_memory)
    caption, _ = captions(model)

    def make_batch(visual):
        mask = torch.ones(visual.shape[:2], dtype=torch.bool)
        return RegionBatch(visual, mask, caption.boxes.expand(len(visual), -1, -1), visual.new_zeros(len(visual), 0))

    stepped = StepCaption(model, make_batch, caption.visual, caption.tokens, caption.words)
    for method in (saliency, guided_backpropagation, integrated_gradients, occlusion):
        np.testing.assert_allclose(method(stepped).scores, method(caption).scores, rtol=1e-3, atol=1e-5)


def test_a_model_in_training_mode_is_refused():
    with pytest.raises(
        ModelError, match=r"in training mode cannot be explained, because its dropout is random; call \.eval"
    ):
        captions(made().train())


def test_features_of_a_different_width_are_refused():
    caption, _ = captions(made())
    with pytest.raises(FeatureError, match="the regions have width 5"):
        saliency(dataclasses.replace(caption, visual=caption.visual[:, :5]))


def test_regions_of_padding_that_counts_explain_nothing():
    torch.manual_seed(0)
    sizes = dataclasses.replace(made(meshed_memory).sizes, n_padded=7)
    for caption, n_regions in zip(captions(CaptionTransformer(sizes).eval()), (4, 2), strict=True):
        for method in METHODS:
            shares = method(caption).scores
            assert shares.shape == (len(caption.words), n_regions)
            assert np.isfinite(shares).all()
