"""What a language model reads of a video's frames: all their features, or means over time beside means over space.

Each function takes the features of frames, (T, 1 + N, D), the whole frame's first, and returns those of the video,
(P, D).
"""

from __future__ import annotations

import torch
from torch import Tensor


def all_features(features: Tensor) -> Tensor:
    """Return all features, frame by frame, P = T * (1 + N), as Video-LLaVA (Lin et al. 2023) reads a video."""
    return features.flatten(0, 1)


def place_features(features: Tensor) -> Tensor:
    """Return the features of places, P = T * N, without the class token, as in LLaVA-1.5 (Liu et al. 2023)."""
    return features[:, 1:].flatten(0, 1)


def frames_and_places(features: Tensor) -> Tensor:
    """Return the mean of each frame's places, then of each place over time, P = T + N.

    Video-ChatGPT (Maaz et al. 2023), section 3.1: spatio-temporal features; frames come first in its published code.
    """
    places = features[:, 1:]
    return torch.cat([places.mean(1), places.mean(0)])


def places_and_classes(features: Tensor) -> Tensor:
    """Return the mean of each place over time, then the class token of each frame, P = N + T.

    Valley (Luo et al. 2023): its average pooling, which its second version keeps; its paper has a variant with learned
    weights of frames, too.
    """
    return torch.cat([features[:, 1:].mean(0), features[:, 0]])
