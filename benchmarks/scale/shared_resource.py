"""A resource that jobs share equally, such as chat servers or a file store."""

from __future__ import annotations

import heapq
import math


class SharedResource:
    """Processor sharing: each job gets the same rate, at most `cap`, and all together at most `capacity`.

    As all jobs have the same rate, one number counts what each has got since the beginning, and a job ends when that
    number reaches what it was when the job began plus what the job needs. So an event costs the logarithm of the number
    of jobs.

    Args:
        capacity: units per second of all jobs together.
        cap: units per second of one job.
    """

    def __init__(self, capacity: float, cap: float) -> None:
        self.capacity, self.cap = capacity, cap
        self.served = 0.0  # units, of all jobs
        self._now, self._each = 0.0, 0.0  # the time, and the units that a job from the beginning on would have got
        self._ends: list[tuple[float, int]] = []
        self._goals: dict[int, float] = {}

    def __len__(self) -> int:
        return len(self._goals)

    def rate(self) -> float:
        """The units per second that each job gets now."""
        return min(self.cap, self.capacity / len(self._goals)) if self._goals else 0.0

    def advance(self, now: float) -> None:
        """Serve the jobs up to a time."""
        units = self.rate() * (now - self._now)
        self.served += units * len(self._goals)
        self._each += units
        self._now = now

    def begin(self, job: int, units: float, now: float) -> None:
        """Begin a job."""
        self.advance(now)
        self._goals[job] = self._each + units
        heapq.heappush(self._ends, (self._goals[job], job))

    def end(self, job: int, now: float) -> float:
        """End a job and return the units that it lacks, 0 for one that is finished."""
        self.advance(now)
        return max(0.0, self._goals.pop(job) - self._each)

    def next_end(self) -> tuple[float, int]:
        """When the next job is finished if nothing changes, and which; infinity and -1 without jobs."""
        while self._ends and self._goals.get(self._ends[0][1]) != self._ends[0][0]:
            heapq.heappop(self._ends)
        if not self._ends or self.rate() == 0:
            return math.inf, -1
        goal, job = self._ends[0]
        return self._now + max(0.0, goal - self._each) / self.rate(), job
