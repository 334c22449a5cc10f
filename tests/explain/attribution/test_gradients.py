import dataclasses

import numpy as np
import pytest
import torch
from captum.attr import GuidedBackprop, IntegratedGradients
from captum.attr import Saliency as TheirSaliency
from torch import nn
from torch.nn import functional as F

from cinescribe.errors import ModelError
from cinescribe.explain.attribution.gradients import (
    completeness_gap,
    guided_backpropagation,
    integrated_gradients,
    path_gradients,
    saliency,
)
from tests.explain.seen_words import Layered, MethodReLU, layered, weighed

pytestmark = pytest.mark.usefixtures("one_thread")

METHODS = (saliency, guided_backpropagation, integrated_gradients)


class AsModule(nn.Module):
    """What is explained as a module, as captum wants one."""

    def __init__(self, explained):
        super().__init__()
        self.network, self.explained = explained.network, explained

    def forward(self, visual):
        return self.explained.scores(visual)


def theirs(captums, explained, **settings):
    """Captum's attributions of each number for each word, (L, R, D)."""
    found = [
        captums(AsModule(explained)).attribute(explained.visual[None].clone().requires_grad_(), target=n, **settings)
        for n in range(len(explained.words))
    ]
    return torch.cat(found).detach().numpy()


def test_a_linear_model_is_told_by_its_weights():
    explained = weighed([[0.5, -2.0, 0.0], [1.0, 0.0, 0.25]], numbers=[2.0, 3.0, 1.0])
    np.testing.assert_allclose(saliency(explained).scores, [[0.5, 2, 0], [1, 0, 0.25]])
    np.testing.assert_allclose(integrated_gradients(explained, n_steps=3).scores, [[1, -6, 0], [2, 0, 0.25]], rtol=1e-5)
    assert saliency(explained).words == ("w0", "w1")
    assert list(saliency(explained).top) == [1, 0]


def test_saliency_is_captums():
    explained = layered()
    wanted = theirs(TheirSaliency, explained).sum(2)
    np.testing.assert_allclose(saliency(explained).scores, wanted, rtol=1e-5)


@pytest.mark.filterwarnings("ignore:Setting backward hooks on ReLU")
@pytest.mark.parametrize("seed", range(3))
def test_guided_backpropagation_is_captums_and_no_plain_gradient(seed):
    explained = layered(seed=seed)
    wanted = np.abs(theirs(GuidedBackprop, explained)).sum(2)
    mine = guided_backpropagation(explained).scores
    np.testing.assert_allclose(mine, wanted, rtol=1e-5, atol=1e-7)
    assert np.abs(mine - saliency(explained).scores).max() > 0.1 * np.abs(mine).max()


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
def test_the_rule_holds_however_a_relu_is_called(function):
    mine = guided_backpropagation(layered(lambda: Function(function)))
    np.testing.assert_allclose(mine.scores, guided_backpropagation(layered()).scores, rtol=1e-5, atol=1e-7)


def test_in_place_relus_change_what_they_are_given():
    class Reused(nn.Module):
        def forward(self, x):
            x.relu_()
            return x

    mine = guided_backpropagation(layered(Reused))
    np.testing.assert_allclose(mine.scores, guided_backpropagation(layered()).scores, rtol=1e-5, atol=1e-7)


@pytest.mark.parametrize("method", ["gausslegendre", "riemann_middle"])
def test_integrated_gradients_are_captums(method):
    explained = layered(nn.Tanh)  # smooth, so that both are exact
    wanted = theirs(IntegratedGradients, explained, n_steps=200, method=method).sum(2)
    np.testing.assert_allclose(path_gradients(explained, n_steps=200).scores, wanted, atol=2e-4 * np.abs(wanted).max())
    mine = integrated_gradients(explained, n_steps=200)
    np.testing.assert_allclose(mine.scores, wanted, atol=2e-4 * np.abs(wanted).max())


@pytest.mark.parametrize("seed", range(5))
def test_integrated_gradients_add_up(seed):
    explained = layered(seed=seed)
    assert completeness_gap(explained, integrated_gradients(explained)).max() < 0.01
    few, many = (completeness_gap(explained, path_gradients(explained, n_steps=n)).mean() for n in (5, 500))
    assert many < 0.01 < few


def test_what_is_left_over_is_shared_by_what_regions_did():
    explained = layered()
    explained = dataclasses.replace(explained, visual=explained.visual * torch.tensor([[1.0], [1.0], [0.0], [1.0]]))
    path, whole = path_gradients(explained, n_steps=3).scores, integrated_gradients(explained, n_steps=3).scores
    assert np.abs(whole - path).max() > 1e-3
    assert not whole[:, 2].any()
    shares = (whole - path) / np.abs(path).clip(1e-12)
    np.testing.assert_allclose(shares[:, [1, 3]], shares[:, [0, 0]], rtol=1e-2)


def test_sharing_what_is_left_over_comes_nearer_to_the_integral():
    errors = {path_gradients: [], integrated_gradients: []}
    for seed in range(8):
        explained = layered(seed=seed)
        wanted = path_gradients(explained, n_steps=2000).scores
        for method, found in errors.items():
            found.append(np.abs(method(explained, n_steps=20).scores - wanted).sum() / np.abs(wanted).sum())
    assert np.mean(errors[integrated_gradients]) < np.mean(errors[path_gradients])


@pytest.mark.parametrize("method", METHODS)
def test_nothing_is_left_in_the_model(method):
    explained = layered()
    explained.network.train()  # without dropout: only the flag is looked at
    for weights in explained.network.parameters():
        weights.grad = torch.ones_like(weights)
    before = {name: value.clone() for name, value in explained.network.state_dict().items()}
    visual = explained.visual.clone()
    method(explained)
    assert explained.network.training
    assert all(value.equal(before[name]) for name, value in explained.network.state_dict().items())
    assert all((weights.grad == 1).all() and weights.requires_grad for weights in explained.network.parameters())
    assert explained.visual.equal(visual)
    assert not explained.visual.requires_grad
    for module in explained.network.modules():
        assert not any([module._forward_hooks, module._backward_hooks, module._forward_pre_hooks])
    x = torch.tensor([-1.0, 1.0], requires_grad=True)
    assert torch.autograd.grad((x.relu() * -1).sum(), x)[0].tolist() == [0, -1]  # the rule is gone


@pytest.mark.parametrize("method", METHODS)
def test_whatever_the_caller_has_switched_off(method):
    explained = layered()
    wanted = method(explained).scores
    with torch.no_grad():
        np.testing.assert_array_equal(method(explained).scores, wanted)
    with torch.inference_mode():
        np.testing.assert_array_equal(method(explained).scores, wanted)


def test_frozen_weights_do_not_matter():
    explained = layered()
    wanted = saliency(explained).scores
    explained.network.requires_grad_(False)
    np.testing.assert_array_equal(saliency(explained).scores, wanted)


class Detached(MethodReLU):
    def forward(self, x):
        return super().forward(x.detach())


@pytest.mark.parametrize("method", METHODS)
def test_a_model_without_gradients(method):
    with pytest.raises(ModelError, match="scores have no gradient by what was seen: it was loaded in inference mode"):
        method(layered(Detached))
    frozen = layered(Detached)
    frozen.network.requires_grad_(False)
    with pytest.raises(ModelError, match="load it outside, or take occlusion, which needs none"):
        method(frozen)
    with torch.inference_mode():
        made = layered()
    with pytest.raises(ModelError, match="scores have no gradient by what was seen"):
        method(made)


def test_errors_of_the_model_itself_are_not_dressed_up():
    made = layered()
    with pytest.raises(RuntimeError, match="mat1 and mat2"):
        saliency(Layered(made.visual[:, :3], made.words, made.network))


def test_a_model_without_relu_is_not_guided():
    with pytest.raises(ModelError, match="asked of a model that calls no ReLU, where it is Saliency; ask for that"):
        guided_backpropagation(layered(nn.GELU))


def test_no_steps():
    with pytest.raises(ModelError, match="0 steps came for integrated gradients; 1 or more are wanted, 50 as a rule"):
        integrated_gradients(layered(), n_steps=0)


@pytest.mark.parametrize("method", METHODS)
def test_one_word_and_one_region(method):
    attribution = method(layered(n_words=1, n_regions=1))
    assert attribution.scores.shape == (1, 1)
    assert attribution.top.tolist() == [0]


@pytest.mark.parametrize("method", METHODS)
def test_nothing_to_explain(method):
    made = layered()
    with pytest.raises(ModelError, match="a caption without words came to be explained; one word at least is wanted"):
        method(Layered(made.visual, (), made.network))
    with pytest.raises(ModelError, match="caption 'w0 w1 w2' came with a picture without regions; extract regions"):
        method(Layered(made.visual[:0], made.words, made.network))
