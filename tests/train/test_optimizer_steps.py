import logging
import math
from dataclasses import dataclass

import pytest
import torch

from cinescribe.train.optimizer_steps import backward_loss, fit_network, optimizer_steps


@dataclass(frozen=True)
class Schedule:
    n_steps: int = 4
    rate: float = 0.1
    warm: int = 2


def weight():
    return torch.nn.Parameter(torch.tensor(1.0))


def test_step_is_taken_before_item_is_yielded():
    learned = weight()
    steps = optimizer_steps(torch.optim.SGD([learned], 0.1), [2.0, 3.0], lambda by: backward_loss(learned * by))
    assert next(steps) == (2.0, 2.0)
    assert learned.item() == pytest.approx(0.8)
    item, loss = next(steps)
    assert item == 3.0
    assert loss == pytest.approx(2.4)
    assert learned.item() == pytest.approx(0.5)  # the gradients of the first item are gone


def test_learning_rate_rises_linearly_and_falls_along_cosine():
    learned = weight()
    optimizer, rates = torch.optim.SGD([learned], 9.0), list[float]()

    def loss(step):
        rates.append(optimizer.param_groups[0]["lr"])
        return learned.square()

    fit_network(optimizer, loss, Schedule())
    cosine = [0.5 * (1 + math.cos(math.pi * step / 4)) for step in range(4)]
    assert rates == pytest.approx([0.1 * min(1.0, (step + 1) / 2) * cosine[step] for step in range(4)])


def test_training_continues_at_first_step_and_reports_each():
    learned, seen, done = weight(), list[int](), list[int]()

    def loss(step):
        seen.append(step)
        return learned.square()

    fit_network(torch.optim.SGD([learned], 0.1), loss, Schedule(), first=2, after_step=done.append)
    assert seen == done == [2, 3]


def test_loss_is_logged_every_hundred_steps(caplog):
    learned = weight()
    with caplog.at_level(logging.INFO):
        fit_network(torch.optim.SGD([learned], 0.0), lambda _: learned * 0.5, Schedule(n_steps=200, rate=0.0))
    assert caplog.messages == ["step 100 of 200: loss 0.500", "step 200 of 200: loss 0.500"]
