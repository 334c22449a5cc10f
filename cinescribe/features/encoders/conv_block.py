"""The convolutional block of our small networks."""

from __future__ import annotations

from torch import nn


def conv_block(n_in: int, n_out: int, *, stride: int = 1) -> nn.Sequential:
    """Return a 3 × 3 convolution of n_in to n_out channels, batch normalisation and a ReLU."""
    return nn.Sequential(nn.Conv2d(n_in, n_out, 3, stride, 1, bias=False), nn.BatchNorm2d(n_out), nn.ReLU())
