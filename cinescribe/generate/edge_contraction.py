"""Clustering by edge contraction: pairs with the most evidence are joined first."""

from __future__ import annotations

import heapq
from collections.abc import Hashable, Mapping
from typing import TypeVar

_Node = TypeVar("_Node", bound=Hashable)


def contract_edges(
    weights: Mapping[tuple[_Node, _Node], float], *, kinds: Mapping[_Node, Hashable]
) -> list[list[_Node]]:
    """Return the groups of nodes by greedy additive edge contraction (Keuper et al., ICCV 2015), with forbidden pairs.

    The pair of groups with the highest sum of weights between them is joined repeatedly, while that sum is above 0.
    Groups that have nodes of the same kind are never joined.

    Args:
        weights: evidence for (above 0) or against (below 0) each pair being the same, in either order.
        kinds: the kind of every node; nodes of one kind stay in different groups.

    Returns:
        The groups, in the order of their first nodes; each in the order of `kinds`.
    """
    nodes = list(kinds)
    number = {node: n for n, node in enumerate(nodes)}
    pairs = [(number[one], number[other], weight) for (one, other), weight in weights.items()]
    groups = _Groups([kinds[node] for node in nodes], pairs)
    groups.join()
    return [[nodes[n] for n in sorted(members)] for members in sorted(groups.members.values(), key=min)]


class _Groups:
    """Groups of numbered nodes, the evidence between them, and a queue of pairs to join, most evidence first."""

    def __init__(self, kinds: list[Hashable], pairs: list[tuple[int, int, float]]) -> None:
        self.members = {n: [n] for n in range(len(kinds))}
        self._kinds = [{kind} for kind in kinds]
        self._between: list[dict[int, float]] = [{} for _ in kinds]
        self._queue: list[tuple[float, int, int]] = []
        for one, other, weight in pairs:
            self._between[one][other] = self._between[other][one] = self._between[one].get(other, 0.0) + weight
        for one, others in enumerate(self._between):
            for other in others:
                if one < other:
                    self._offer(one, other)

    def join(self) -> None:
        """Join pairs while their evidence is above 0."""
        while self._queue:
            weight, one, other = heapq.heappop(self._queue)
            # A pair whose evidence has changed since it was queued is in the queue again.
            if self._between[one].get(other) == -weight and self._kinds[one].isdisjoint(self._kinds[other]):
                self._join(one, other)

    def _offer(self, one: int, other: int) -> None:
        weight = self._between[one][other]
        if weight > 0:
            heapq.heappush(self._queue, (-weight, min(one, other), max(one, other)))

    def _join(self, one: int, other: int) -> None:
        """Merge `other` into `one`: members, kinds and evidence."""
        self.members[one] += self.members.pop(other)
        self._kinds[one] |= self._kinds[other]
        del self._between[one][other]
        for third, weight in self._between[other].items():
            if third != one:
                self._between[one][third] = self._between[third][one] = self._between[one].get(third, 0.0) + weight
                del self._between[third][other]
                self._offer(one, third)
        self._between[other] = {}
