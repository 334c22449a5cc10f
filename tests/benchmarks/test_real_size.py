import dataclasses

import pytest

from benchmarks.models.real_shapes import SHAPES, count_linear_weights, count_parameters, prompt
from benchmarks.models.real_size_costs import Case, cache_bytes, costs, peak_bytes, request_seconds, weight_bytes
from benchmarks.models.real_size_run import KINDS, Measured, Part, Run

SMALL = SHAPES[0]
# Three layers of each part of the small model, which has 32 and 12.
PART = Part(cpu=10.0, wall=20.0, text=3.0, vision=6.0)
TOKEN = Part(cpu=0.4, wall=0.8, text=0.3, vision=0.0)


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
def test_shapes_have_the_parameters_that_they_say(shape):
    assert count_parameters(shape) == shape.n_parameters
    assert count_parameters(shape.with_layers(3, 3)) < shape.n_parameters


def test_layers_are_multiplied_and_the_rest_is_not():
    measured = Measured(1000, PART, TOKEN)
    assert request_seconds(measured, Case(SMALL, False), 1) == pytest.approx(1 + 3 * 32 / 3 + 6 * 12 / 3)
    assert request_seconds(measured, Case(SMALL, False), 11) == pytest.approx(57 + 10 * (0.1 + 0.3 * 32 / 3))
    assert request_seconds(measured, Case(SMALL, False, is_whole=True), 1) == pytest.approx(10)


def test_each_pause_needs_a_view_a_draft_a_check_and_half_a_second_view():
    still = Part(cpu=0.0, wall=0.0, text=0.0, vision=0.0)
    seconds = {"view": 8.0, "view of half the pictures": 4.0, "draft": 2.0}
    kinds = {name: Measured(1, dataclasses.replace(still, cpu=seconds[name]), still) for name in KINDS}
    found = costs(Run(kinds, 0, 0, 0, 0.0), Case(SMALL, False))
    assert found.film_hours == pytest.approx(250 * (8 + 2 + 1.5 * 8) / 3600)
    assert found.quick_film_hours == pytest.approx(250 * (4 + 2 + 4) / 3600)
    assert found.short_film_hours == found.film_hours


@pytest.mark.slow
def test_memory_of_a_whole_model_is_extrapolated_from_a_truncated_one():
    whole, cut = Case(SMALL, False, is_whole=True), Case(SMALL, False)
    run = Run({"view": Measured(1000, PART, TOKEN)}, 0, 0, 1_000_000_000, 0.0)
    lacking = weight_bytes(SMALL, is_int8=False) - weight_bytes(cut.run_shape, is_int8=False)
    keys = cache_bytes(SMALL, 1500) - cache_bytes(cut.run_shape, 1000)
    assert peak_bytes(run, cut) == pytest.approx(1e9 + lacking + keys)
    assert peak_bytes(run, whole) == pytest.approx(1e9 + cache_bytes(SMALL, 500))
    assert weight_bytes(SMALL, is_int8=False) == 4 * SMALL.n_parameters
    assert weight_bytes(SMALL, is_int8=True) == 4 * SMALL.n_parameters - 3 * count_linear_weights(SMALL)


def test_prompts_of_one_length_differ():
    assert prompt(5, 0) != prompt(5, 1)
    assert len(prompt(300, 7).split()) == 300
