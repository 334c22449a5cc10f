"""A simulation of an archive that is described on many machines and a few model servers.

A worker describes one film at a time, as `cinescribe describe FILMS... --workers` does: it fetches the film, computes
on one core, and asks the chat servers. A worker that waits for answers computes nothing else.
"""

from __future__ import annotations

import heapq
import math
import random
from collections import deque
from dataclasses import dataclass, replace

from benchmarks.scale.shared_resource import SharedResource


@dataclass(frozen=True)
class FilmCosts:
    """What an average film takes.

    Args:
        gigabytes: fetched from the store.
        core_seconds: computed on one core before and after questions are asked.
        requests: asked of the servers.
        spread: the standard deviation of the logarithm of what a film takes, relative to the average.
    """

    gigabytes: float
    core_seconds: float
    requests: float
    spread: float = 0.3


@dataclass(frozen=True)
class Plant:
    """The machines.

    Args:
        workers: on all machines together.
        workers_per_machine: those that a failure of a machine stops.
        servers: that answer.
        answers_per_second: of one server.
        film_answers_per_second: that one film can get, by the requests that it has under way.
        store_gigabytes_per_second: of the store of films; a worker gets at most .1 of them.
        machine_days, server_days: the mean time between failures; infinity for none.
        repair_hours: until a machine or a server is back.
        slow_share, slow_factor: the share of machines that are slower, and how much.
        keeps_answers: whether answers and stages of a film survive its machine, in a store that all machines see.
    """

    workers: int
    workers_per_machine: int
    servers: int
    answers_per_second: float
    film_answers_per_second: float
    store_gigabytes_per_second: float = 10.0
    machine_days: float = math.inf
    server_days: float = math.inf
    repair_hours: float = 1.0
    slow_share: float = 0.0
    slow_factor: float = 2.0
    keeps_answers: bool = True


@dataclass(frozen=True)
class Outcome:
    """What a simulated archive took.

    Args:
        hours: until the last film was done.
        hours_of_most: until 99 % were done.
        cores_busy, servers_busy: the shares of their time in which they worked.
        done_again: requests asked again after a failure, as a share of those needed.
        failures: of machines.
        done: seconds at which each film was done, in order.
    """

    hours: float
    hours_of_most: float
    cores_busy: float
    servers_busy: float
    done_again: float
    failures: int
    done: tuple[float, ...]


@dataclass
class _Film:
    """What a film still needs."""

    gigabytes: float
    core_seconds: float
    requests: float


_FETCH, _COMPUTE, _ASK = range(3)


class _Archive:
    """The state of one simulation."""

    def __init__(self, n_films: int, costs: FilmCosts, plant: Plant, seed: int) -> None:
        self.plant, self.random = plant, random.Random(seed)
        self.needs = [self._film(costs) for _ in range(n_films)]
        self.left = [replace(film) for film in self.needs]
        self.waiting, self.idle = deque(range(n_films)), deque(range(plant.workers))
        self.film_of: dict[int, int] = {}  # by worker
        self.worker_of: dict[int, int] = {}  # by film
        self.stage: dict[int, int] = {}  # by film
        self.computes_until: dict[int, float] = {}  # by film
        self.n_machines = math.ceil(plant.workers / plant.workers_per_machine)
        self.slow = {m for m in range(self.n_machines) if self.random.random() < plant.slow_share}
        share = plant.store_gigabytes_per_second
        self.store = SharedResource(share, min(share, 0.1))
        self.servers = SharedResource(plant.servers * plant.answers_per_second, plant.film_answers_per_second)
        self.events: list[tuple[float, int, str, int]] = []
        self.n_events, self.busy, self.again, self.failures = 0, 0.0, 0.0, 0
        self.done: list[float] = []

    def _film(self, costs: FilmCosts) -> _Film:
        size = self.random.lognormvariate(-(costs.spread**2) / 2, costs.spread)
        return _Film(costs.gigabytes * size, costs.core_seconds * size, costs.requests * size)

    def at(self, time: float, what: str, number: int) -> None:
        self.n_events += 1
        heapq.heappush(self.events, (time, self.n_events, what, number))

    def machine(self, worker: int) -> int:
        return worker // self.plant.workers_per_machine

    def run(self) -> Outcome:
        plant, n_films = self.plant, len(self.needs)
        for machine in range(self.n_machines if plant.machine_days < math.inf else 0):
            self.at(self.random.expovariate(1 / (plant.machine_days * 86_400)), "machine fails", machine)
        for server in range(plant.servers if plant.server_days < math.inf else 0):
            self.at(self.random.expovariate(1 / (plant.server_days * 86_400)), "server fails", server)
        self.assign(0.0)
        now = 0.0
        while len(self.done) < n_films:
            fetched, asked = self.store.next_end(), self.servers.next_end()
            event = self.events[0][0] if self.events else math.inf
            now = min(fetched[0], asked[0], event)
            if now == math.inf:
                raise RuntimeError("films are left, and nothing happens any more")
            if now == event:
                _, _, what, number = heapq.heappop(self.events)
                self.happens(what, number, now)
            elif now == fetched[0]:
                self.fetched(fetched[1], now)
            else:
                self.asked(asked[1], now)
        capacity = plant.servers * plant.answers_per_second * now
        needed = sum(film.requests for film in self.needs)
        return Outcome(
            hours=now / 3600,
            hours_of_most=self.done[math.ceil(0.99 * n_films) - 1] / 3600,
            cores_busy=self.busy / (plant.workers * now),
            servers_busy=self.servers.served / capacity if capacity else 0.0,
            done_again=self.again / needed if needed else 0.0,
            failures=self.failures,
            done=tuple(self.done),
        )

    def happens(self, what: str, number: int, now: float) -> None:
        if what == "computed":
            if self.computes_until.get(number) == now:
                self.computed(number, now)
        elif what == "machine fails":
            self.fail(number, now)
        elif what == "machine is back":
            first = number * self.plant.workers_per_machine
            self.idle.extend(range(first, min(first + self.plant.workers_per_machine, self.plant.workers)))
            self.at(now + self.random.expovariate(1 / (self.plant.machine_days * 86_400)), "machine fails", number)
            self.assign(now)
        elif what == "server fails":
            self.change_servers(-self.plant.answers_per_second, now)
            self.at(now + self.plant.repair_hours * 3600, "server is back", number)
        else:
            self.change_servers(self.plant.answers_per_second, now)
            self.at(now + self.random.expovariate(1 / (self.plant.server_days * 86_400)), "server fails", number)

    def change_servers(self, by: float, now: float) -> None:
        self.servers.advance(now)
        self.servers.capacity = max(0.0, self.servers.capacity + by)

    def assign(self, now: float) -> None:
        """Give waiting films to idle workers."""
        while self.waiting and self.idle:
            film, worker = self.waiting.popleft(), self.idle.popleft()
            self.film_of[worker], self.worker_of[film], self.stage[film] = film, worker, _FETCH
            self.store.begin(film, self.left[film].gigabytes, now)

    def fetched(self, film: int, now: float) -> None:
        self.store.end(film, now)
        self.stage[film] = _COMPUTE
        slower = self.plant.slow_factor if self.machine(self.worker_of[film]) in self.slow else 1.0
        self.computes_until[film] = now + self.left[film].core_seconds * slower
        self.at(self.computes_until[film], "computed", film)
        self.busy += self.left[film].core_seconds * slower

    def computed(self, film: int, now: float) -> None:
        del self.computes_until[film]
        self.left[film].core_seconds = 0.0
        self.stage[film] = _ASK
        self.servers.begin(film, self.left[film].requests, now)

    def asked(self, film: int, now: float) -> None:
        self.servers.end(film, now)
        worker = self.worker_of.pop(film)
        del self.film_of[worker]
        self.done.append(now)
        self.idle.append(worker)
        self.assign(now)

    def fail(self, machine: int, now: float) -> None:
        """Stop the workers of a machine; their films wait for others."""
        self.failures += 1
        self.idle = deque(worker for worker in self.idle if self.machine(worker) != machine)
        first = machine * self.plant.workers_per_machine
        for worker in range(first, min(first + self.plant.workers_per_machine, self.plant.workers)):
            film = self.film_of.pop(worker, None)
            if film is None:
                continue
            del self.worker_of[film]
            self.interrupt(film, now)
            self.waiting.appendleft(film)
        self.at(now + self.plant.repair_hours * 3600, "machine is back", machine)
        self.assign(now)

    def interrupt(self, film: int, now: float) -> None:
        left, needs = self.left[film], self.needs[film]
        if self.stage[film] == _FETCH:
            self.store.end(film, now)
        elif self.stage[film] == _COMPUTE:
            self.busy -= max(0.0, self.computes_until.pop(film) - now)
        else:
            lacks = self.servers.end(film, now)
            if self.plant.keeps_answers:
                left.requests = lacks
            else:
                self.again += needs.requests - lacks
        if not self.plant.keeps_answers:
            self.left[film] = replace(needs)


def simulate(n_films: int, costs: FilmCosts, plant: Plant, seed: int) -> Outcome:
    """Simulate an archive; the same seed gives the same films and failures."""
    return _Archive(n_films, costs, plant, seed).run()
