from dataclasses import replace

import pytest

from benchmarks.scale.archive import FilmCosts, Plant, simulate

COSTS = FilmCosts(gigabytes=1.0, core_seconds=100.0, requests=50.0, spread=0.0)
PLANT = Plant(workers=4, workers_per_machine=2, servers=1, answers_per_second=5.0, film_answers_per_second=1.0)


def test_one_worker_takes_the_sum_of_its_films():
    outcome = simulate(3, COSTS, replace(PLANT, workers=1), seed=0)
    assert outcome.hours * 3600 == pytest.approx(3 * (1 / 0.1 + 100 + 50 / 1.0))
    assert outcome.cores_busy == pytest.approx(100 / 160)
    assert outcome.servers_busy == pytest.approx(50 / 160 / 5)


def test_servers_that_are_too_few_decide_how_long_it_takes():
    plant = replace(PLANT, workers=100, answers_per_second=1.0)
    seconds = simulate(400, COSTS, plant, seed=0).hours * 3600
    assert 400 * 50 < seconds < 400 * 50 * 1.03  # the servers wait for the first films, which are fetched and computed


def test_slow_machines_compute_longer():
    plain = simulate(40, COSTS, PLANT, seed=0)
    slow = simulate(40, COSTS, replace(PLANT, slow_share=1.0, slow_factor=3.0), seed=0)
    assert (slow.hours - plain.hours) * 3600 == pytest.approx(10 * 200)


def test_each_film_is_done_though_machines_and_servers_fail():
    plant = replace(PLANT, machine_days=0.02, server_days=0.02, repair_hours=0.05)
    outcome = simulate(100, COSTS, plant, seed=1)
    assert len(outcome.done) == 100
    assert outcome.failures > 3
    assert outcome.hours > simulate(100, COSTS, PLANT, seed=1).hours
    assert outcome.done_again == 0


def test_answers_on_the_disk_of_a_machine_that_fails_are_asked_again():
    plant = replace(PLANT, machine_days=0.02, repair_hours=0.05)
    kept, lost = (simulate(100, COSTS, replace(plant, keeps_answers=keeps), seed=1) for keeps in (True, False))
    assert kept.done_again == 0 < lost.done_again
    assert kept.hours < lost.hours


def test_same_seed_gives_the_same_outcome():
    costs, plant = replace(COSTS, spread=0.5), replace(PLANT, machine_days=0.05)
    assert simulate(50, costs, plant, seed=2) == simulate(50, costs, plant, seed=2)
    assert simulate(50, costs, plant, seed=2) != simulate(50, costs, plant, seed=3)


def test_films_that_no_machine_can_finish_are_an_error():
    with pytest.raises(RuntimeError, match="films are left, and nothing happens any more"):
        simulate(1, COSTS, replace(PLANT, servers=0), seed=0)
