"""Trains the image encoder of the small GIT to classify single frames, before it learns to caption."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from cinescribe.backlot.plan.caption_templates import TEMPLATES
from cinescribe.backlot.plan.plan import PLACES, THINGS, Take
from cinescribe.models.video_lm.backlot_git import BacklotGit
from cinescribe.train.optimizer_steps import backward_loss, optimizer_steps
from cinescribe.train.recipes.optim import OptimizerConfig, set_lr

_log = logging.getLogger(__name__)

_ACTIONS = tuple(TEMPLATES)
_N_CLASSES = (len(_ACTIONS), len(THINGS) + 1, len(PLACES), 2)  # actions; things, or none; places; day and night
_REPORT = 250  # steps between log lines


def learn_frames(
    net: BacklotGit,
    cells: NDArray[np.float16],
    takes: Sequence[Take],
    *,
    n_steps: int,
    batch: int,
    rate: float,
    seed: int,
) -> None:
    """Train the image encoder to classify action, thing, place and light of single frames, by linear heads.

    Args:
        net: its image encoder is trained.
        cells: of takes, (n, T, places, width).
        takes: what they show.
        n_steps: optimizer steps.
        batch: frames of a step.
        rate: the first learning rate; it falls along half a cosine.
        seed: of the frames' order.
    """
    truth = torch.tensor([_classes(take) for take in takes])
    encoder: nn.Module = net.git.git.image_encoder
    encoder.train()
    heads = nn.Linear(net.sizes.width, sum(_N_CLASSES))
    optimizer = torch.optim.AdamW([*encoder.parameters(), *heads.parameters()], rate, weight_decay=0.02)
    rng = np.random.default_rng(seed)

    def gradients(step: int) -> list[float]:
        set_lr(optimizer, OptimizerConfig(lr=rate, schedule="cosine"), step=step, total_steps=n_steps)
        chosen = rng.integers(len(cells), size=batch)
        frames = cells[chosen, rng.integers(cells.shape[1], size=batch)]
        logits: Tensor = heads(net.frame_states(torch.from_numpy(frames.astype(np.float32))))
        parts = torch.split(logits, list(_N_CLASSES), 1)
        losses = torch.stack([functional.cross_entropy(one, truth[chosen, n]) for n, one in enumerate(parts)])
        backward_loss(losses.sum())
        return losses.tolist()

    for step, losses in optimizer_steps(optimizer, range(n_steps), gradients):
        if (step + 1) % _REPORT == 0:
            _log.info("frames, step %d of %d: losses %s", step + 1, n_steps, [round(one, 2) for one in losses])


def _classes(take: Take) -> tuple[int, int, int, int]:
    thing = len(THINGS) if take.thing is None else THINGS.index(take.thing)
    return _ACTIONS.index(take.action), thing, PLACES.index(take.place), int(take.night)
