"""Explainable captions of models so small that their attributions can be computed by hand."""

from dataclasses import dataclass
from itertools import pairwise

import torch
from torch import Tensor, nn


@dataclass(frozen=True)
class LinearCaption:
    """Each word's score is a weighted sum of the regions' first numbers: its gradients are the weights."""

    visual: Tensor
    words: tuple[str, ...]
    weights: Tensor  # (L, R)

    def scores(self, visual: Tensor) -> Tensor:
        return visual[:, :, 0] @ self.weights.to(visual).T


@dataclass(frozen=True)
class NetworkCaption:
    """Scores by a network over all regions' numbers."""

    visual: Tensor
    words: tuple[str, ...]
    network: nn.Module

    def scores(self, visual: Tensor) -> Tensor:
        logits: Tensor = self.network(visual.flatten(1))
        return logits.log_softmax(-1)[:, : len(self.words)]


def linear_caption(weights, *, numbers=None) -> LinearCaption:
    rows = torch.tensor(weights, dtype=torch.float32)
    n_words, n_regions = rows.shape
    first = torch.ones(n_regions) if numbers is None else torch.tensor(numbers, dtype=torch.float32)
    visual = torch.stack([first, torch.full((n_regions,), 5.0)], 1)
    return LinearCaption(visual, tuple(f"w{n}" for n in range(n_words)), rows)


class MethodReLU(nn.Module):
    """A ReLU called as a method of a tensor."""

    def forward(self, x: Tensor) -> Tensor:
        return x.relu()


def network_caption(activation=nn.ReLU, *, seed=0, n_words=3, n_regions=4, width=5, n_hidden=64) -> NetworkCaption:
    torch.manual_seed(seed)
    widths = [n_regions * width, n_hidden, n_hidden]
    hidden = [layer for one, next in pairwise(widths) for layer in (nn.Linear(one, next), activation())]
    network = nn.Sequential(*hidden, nn.Linear(n_hidden, n_words + 2))
    return NetworkCaption(torch.randn(n_regions, width), tuple(f"w{n}" for n in range(n_words)), network.eval())
