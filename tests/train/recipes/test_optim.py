import math

import pytest
import torch
from torch import nn

from cinescribe.train.recipes.optim import (
    OptimizerConfig,
    build_optimizer,
    clip_gradients,
    constant,
    cosine,
    linear,
    noam,
    set_lr,
)

pytestmark = pytest.mark.usefixtures("one_thread")


def test_schedules_warm_up_and_decay():
    assert [constant(step, 10, 2) for step in (0, 1, 2, 9)] == [0.5, 1, 1, 1]
    assert [linear(step, 10, 2) for step in (0, 1, 2, 6, 10)] == [0.5, 1, 1, 0.5, 0]
    assert [round(cosine(gone, 10, 2), 6) for gone in (0, 2, 6, 10)] == [0.5, 1, 0.5, 0]
    assert cosine(4, 10, 2) == pytest.approx(0.5 * (1 + math.cos(math.pi / 4)))


def test_noam_is_the_schedule_of_the_paper():
    # Vaswani et al. 2017, eq. 3: d^-.5 · min(step^-.5, step · warm^-1.5), here divided by its peak.
    def paper(step, warm):
        return min(step**-0.5, step * warm**-1.5) / warm**-0.5

    for step in (0, 5, 39, 40, 399):
        assert noam(step, 1000, 40) == pytest.approx(paper(step + 1, 40))


def test_without_warm_up_the_first_step_has_the_full_learning_rate():
    assert [schedule(0, 10, 0) for schedule in (constant, linear, cosine, noam)] == [1, 1, 1, 1]


def test_a_warm_up_may_be_a_share_of_all_steps():
    made = build_optimizer(nn.Linear(3, 2), OptimizerConfig(lr=0.1))
    share = OptimizerConfig(lr=0.1, schedule="linear", warmup_ratio=0.25, warmup_steps=1)
    number = OptimizerConfig(lr=0.1, schedule="linear", warmup_steps=3)  # a quarter of ten steps, rounded up
    for step in range(10):
        assert set_lr(made, share, step=step, total_steps=10) == set_lr(made, number, step=step, total_steps=10)
    assert set_lr(made, share, step=0, total_steps=10) == pytest.approx(0.1 / 3)


@pytest.mark.parametrize("name", ["adam", "adamw"])
def test_vectors_have_no_weight_decay(name):
    model = nn.Linear(3, 2)
    made = build_optimizer(model, OptimizerConfig(name=name, lr=0.1, weight_decay=0.5))
    assert [(group["weight_decay"], [weight.ndim for weight in group["params"]]) for group in made.param_groups] == [
        (0.5, [2]),
        (0.0, [1]),
    ]
    assert set_lr(made, OptimizerConfig(lr=0.1, schedule="linear"), step=5, total_steps=10) == pytest.approx(0.05)
    assert [group["lr"] for group in made.param_groups] == pytest.approx([0.05, 0.05])


def test_gradients_are_clipped_to_the_maximum_norm():
    weight = nn.Parameter(torch.zeros(2))
    for max_grad_norm, expected in ((1.0, 1.0), (0.0, 5.0), (9.0, 5.0)):
        weight.grad = torch.tensor([3.0, 4.0])
        assert clip_gradients([weight], max_grad_norm) == pytest.approx(5.0)
        assert weight.grad.norm().item() == pytest.approx(expected, rel=1e-5)
