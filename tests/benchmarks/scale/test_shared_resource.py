import math
import random

import pytest

from benchmarks.scale.shared_resource import SharedResource


def stepped(jobs, capacity, cap, step=0.001):
    """When each job ends, in small steps of time; jobs are pairs of a beginning and units."""
    left, ends, now = dict(enumerate(units for _, units in jobs)), {}, 0.0
    while left:
        active = [job for job in left if jobs[job][0] <= now]
        for job in active:
            left[job] -= min(cap, capacity / len(active)) * step
        now += step
        for job in active:
            if left[job] <= 0:
                del left[job]
                ends[job] = now
    return ends


@pytest.mark.parametrize("seed", range(3))
def test_jobs_end_as_in_small_steps_of_time(seed):
    drawn = random.Random(seed)
    jobs = sorted((drawn.uniform(0, 3), drawn.uniform(0.2, 2)) for _ in range(8))
    resource, found, waiting = SharedResource(capacity=2.0, cap=0.8), {}, list(enumerate(jobs))
    while waiting or len(resource):
        begins = waiting[0][1][0] if waiting else math.inf
        ends, job = resource.next_end()
        if begins <= ends:
            number, (now, units) = waiting.pop(0)
            resource.begin(number, units, now)
        else:
            assert resource.end(job, ends) == pytest.approx(0, abs=1e-9)
            found[job] = ends
    assert found == pytest.approx(stepped(jobs, 2.0, 0.8), abs=0.02)
    assert resource.served == pytest.approx(sum(units for _, units in jobs))


def test_interrupted_job_says_what_it_lacks_and_others_get_its_share():
    resource = SharedResource(capacity=1.0, cap=1.0)
    resource.begin(1, 10.0, 0.0)
    resource.begin(2, 10.0, 0.0)
    assert resource.end(1, 4.0) == pytest.approx(8.0)
    ends, job = resource.next_end()
    assert job == 2
    assert ends == pytest.approx(12.0)


def test_resource_without_capacity_ends_no_job():
    resource = SharedResource(capacity=0.0, cap=1.0)
    resource.begin(1, 1.0, 0.0)
    assert resource.next_end() == (math.inf, -1)
