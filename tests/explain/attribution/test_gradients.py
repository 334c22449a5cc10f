import dataclasses
from collections.abc import Callable

import numpy as np
import pytest
import torch
from captum.attr import GuidedBackprop, IntegratedGradients  # type: ignore[import-untyped]
from captum.attr import Saliency as CaptumSaliency
from torch import nn
from torch.nn import functional as F

from cinescribe.errors import ModelError
from cinescribe.explain.attribution.attribution import Attribution
from cinescribe.explain.attribution.gradients import (
    guided_backpropagation,
    integrated_gradients,
    path_gradients,
    saliency,
)
from tests.explain.completeness import completeness_gap
from tests.explain.toy_captions import MethodReLU, NetworkCaption, linear_caption, network_caption

pytestmark = pytest.mark.usefixtures("one_thread")

METHODS = (saliency, guided_backpropagation, integrated_gradients)


class AsModule(nn.Module):
    """A caption as a module, which captum needs."""

    def __init__(self, caption):
        super().__init__()
        self.network, self.caption = caption.network, caption

    def forward(self, visual):
        return self.caption.scores(visual)


def captum_scores(captum_method, caption, **settings):
    """Return captum's attribution of each number for each word, (L, R, D)."""
    found = [
        captum_method(AsModule(caption)).attribute(caption.visual[None].clone().requires_grad_(), target=n, **settings)
        for n in range(len(caption.words))
    ]
    return torch.cat(found).detach().numpy()


def test_a_linear_model_is_explained_by_its_weights():
    caption = linear_caption([[0.5, -2.0, 0.0], [1.0, 0.0, 0.25]], numbers=[2.0, 3.0, 1.0])
    np.testing.assert_allclose(saliency(caption).scores, [[0.5, 2, 0], [1, 0, 0.25]])
    np.testing.assert_allclose(integrated_gradients(caption, n_steps=3).scores, [[1.0, -6, 0], [2, 0, 0.25]], rtol=1e-5)
    assert saliency(caption).words == ("w0", "w1")
    assert list(saliency(caption).top) == [1, 0]


def test_saliency_is_captums():
    caption = network_caption()
    wanted = captum_scores(CaptumSaliency, caption).sum(2)
    np.testing.assert_allclose(saliency(caption).scores, wanted, rtol=1e-5)


@pytest.mark.filterwarnings("ignore:Setting backward hooks on ReLU")
@pytest.mark.parametrize("seed", range(3))
def test_guided_backpropagation_is_captums_and_no_plain_gradient(seed):
    caption = network_caption(seed=seed)
    wanted = np.abs(captum_scores(GuidedBackprop, caption)).sum(2)
    ours = guided_backpropagation(caption).scores
    np.testing.assert_allclose(ours, wanted, rtol=1e-5, atol=1e-7)
    assert np.abs(ours - saliency(caption).scores).max() > 0.1 * np.abs(ours).max()


class Function(nn.Module):
    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, x):
        return self.function(x)


@pytest.mark.parametrize(
    "function",
    [
        *(torch.relu, torch.Tensor.relu, F.relu, lambda x: F.relu(input=x), lambda x: torch.relu(input=x)),
        *(lambda x: F.relu(x, True), lambda x: F.relu(x, inplace=True), torch.relu_, torch.Tensor.relu_, F.relu_),
    ],
)
def test_guided_rule_covers_all_forms_of_relu(function):
    ours = guided_backpropagation(network_caption(lambda: Function(function)))
    np.testing.assert_allclose(ours.scores, guided_backpropagation(network_caption()).scores, rtol=1e-5, atol=1e-7)


def test_in_place_relu_changes_its_input():
    class Reused(nn.Module):
        def forward(self, x):
            x.relu_()
            return x

    ours = guided_backpropagation(network_caption(Reused))
    np.testing.assert_allclose(ours.scores, guided_backpropagation(network_caption()).scores, rtol=1e-5, atol=1e-7)


@pytest.mark.parametrize("method", ["gausslegendre", "riemann_middle"])
def test_integrated_gradients_are_captums(method):
    caption = network_caption(nn.Tanh)  # smooth, so that both are exact
    wanted = captum_scores(IntegratedGradients, caption, n_steps=200, method=method).sum(2)
    np.testing.assert_allclose(path_gradients(caption, n_steps=200).scores, wanted, atol=2e-4 * np.abs(wanted).max())
    ours = integrated_gradients(caption, n_steps=200)
    np.testing.assert_allclose(ours.scores, wanted, atol=2e-4 * np.abs(wanted).max())


@pytest.mark.parametrize("seed", range(5))
def test_integrated_gradients_add_up(seed):
    caption = network_caption(seed=seed)
    assert completeness_gap(caption, integrated_gradients(caption)).max() < 0.01
    few, many = (completeness_gap(caption, path_gradients(caption, n_steps=n)).mean() for n in (5, 500))
    assert many < 0.01 < few


def test_the_remainder_is_shared_in_proportion_to_attributions():
    caption = network_caption()
    caption = dataclasses.replace(caption, visual=caption.visual * torch.tensor([[1.0], [1.0], [0.0], [1.0]]))
    path, whole = path_gradients(caption, n_steps=3).scores, integrated_gradients(caption, n_steps=3).scores
    assert np.abs(whole - path).max() > 1e-3
    assert not whole[:, 2].any()
    shares = (whole - path) / np.abs(path).clip(1e-12)
    np.testing.assert_allclose(shares[:, [1, 3]], shares[:, [0, 0]], rtol=1e-2)


@pytest.mark.slow
def test_sharing_the_remainder_comes_nearer_to_the_integral():
    errors: dict[Callable[..., Attribution], list[float]] = {path_gradients: [], integrated_gradients: []}
    for seed in range(8):
        caption = network_caption(seed=seed)
        wanted = path_gradients(caption, n_steps=2000).scores
        for method, found in errors.items():
            found.append(np.abs(method(caption, n_steps=20).scores - wanted).sum() / np.abs(wanted).sum())
    assert np.mean(errors[integrated_gradients]) < np.mean(errors[path_gradients])


@pytest.mark.parametrize("method", METHODS)
def test_model_is_unchanged_after_explanation(method):
    caption = network_caption()
    caption.network.train()  # without dropout: only the flag is looked at
    for weights in caption.network.parameters():
        weights.grad = torch.ones_like(weights)
    before = {name: value.clone() for name, value in caption.network.state_dict().items()}
    visual = caption.visual.clone()
    method(caption)
    assert caption.network.training
    assert all(value.equal(before[name]) for name, value in caption.network.state_dict().items())
    for weights in caption.network.parameters():
        assert weights.grad is not None
        assert (weights.grad == 1).all()
        assert weights.requires_grad
    assert caption.visual.equal(visual)
    assert not caption.visual.requires_grad
    for module in caption.network.modules():
        assert not any([module._forward_hooks, module._backward_hooks, module._forward_pre_hooks])
    x = torch.tensor([-1.0, 1.0], requires_grad=True)
    assert torch.autograd.grad((x.relu() * -1).sum(), x)[0].tolist() == [0, -1]  # the rule is gone


@pytest.mark.parametrize("method", METHODS)
def test_gradients_work_inside_no_grad_and_inference_mode(method):
    caption = network_caption()
    wanted = method(caption).scores
    with torch.no_grad():
        np.testing.assert_array_equal(method(caption).scores, wanted)
    with torch.inference_mode():
        np.testing.assert_array_equal(method(caption).scores, wanted)


def test_frozen_weights_do_not_matter():
    caption = network_caption()
    wanted = saliency(caption).scores
    caption.network.requires_grad_(False)
    np.testing.assert_array_equal(saliency(caption).scores, wanted)


class Detached(MethodReLU):
    def forward(self, x):
        return super().forward(x.detach())


@pytest.mark.parametrize("method", METHODS)
def test_a_model_without_gradients(method):
    with pytest.raises(
        ModelError, match="scores have no gradient with respect to the picture: it was loaded in inference mode"
    ):
        method(network_caption(Detached))
    frozen = network_caption(Detached)
    frozen.network.requires_grad_(False)
    with pytest.raises(ModelError, match="load it outside, or use occlusion, which needs none"):
        method(frozen)
    with torch.inference_mode():
        caption = network_caption()
    with pytest.raises(ModelError, match="scores have no gradient with respect to the picture"):
        method(caption)


def test_errors_of_the_model_itself_pass_through():
    caption = network_caption()
    with pytest.raises(RuntimeError, match="mat1 and mat2"):
        saliency(NetworkCaption(caption.visual[:, :3], caption.words, caption.network))


def test_a_model_without_relu_is_not_guided():
    with pytest.raises(ModelError, match="needs a ReLU, and this model calls none; use saliency, which is the same"):
        guided_backpropagation(network_caption(nn.GELU))


def test_zero_steps_are_refused():
    with pytest.raises(ModelError, match="`n_steps` is 0 for integrated gradients; give 1 or more, 50 as a rule"):
        integrated_gradients(network_caption(), n_steps=0)


@pytest.mark.parametrize("method", METHODS)
def test_one_word_and_one_region(method):
    attribution = method(network_caption(n_words=1, n_regions=1))
    assert attribution.scores.shape == (1, 1)
    assert attribution.top.tolist() == [0]


@pytest.mark.parametrize("method", METHODS)
def test_a_caption_without_words_or_regions_is_refused(method):
    caption = network_caption()
    with pytest.raises(
        ModelError, match="a caption without words cannot be explained; give one with at least one word"
    ):
        method(NetworkCaption(caption.visual, (), caption.network))
    with pytest.raises(ModelError, match="caption 'w0 w1 w2' has no regions; extract regions"):
        method(NetworkCaption(caption.visual[:0], caption.words, caption.network))
