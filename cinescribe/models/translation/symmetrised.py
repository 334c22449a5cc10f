"""One alignment from those of both directions: grow-diag-final-and (Koehn et al. 2005, section 3)."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

_NEIGHBOURS = ((-1, 0), (0, -1), (1, 0), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1))


@njit(cache=True)
def grow_diag_final_and(forward: NDArray[np.bool_], backward: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the symmetrised alignment of a sentence pair, (J, I) for J source and I target words.

    It begins with the links that both directions have, grows by neighbouring links of either as long as these align a
    word that has no link, and ends with the links of each direction whose two words have none.

    Args:
        forward: the links of one direction, (J, I).
        backward: those of the other, (J, I).
    """
    n_source, n_target = forward.shape
    links, union = forward & backward, forward | backward
    has_source, has_target = np.zeros(n_source, np.bool_), np.zeros(n_target, np.bool_)
    for j, i in np.argwhere(links):
        has_source[j] = has_target[i] = True
    grows = True
    while grows:
        grows = False
        for j in range(n_source):
            for i in range(n_target):
                if not links[j, i]:
                    continue
                for dj, di in _NEIGHBOURS:
                    y, x = j + dj, i + di
                    if not (0 <= y < n_source and 0 <= x < n_target) or links[y, x] or not union[y, x]:
                        continue
                    if not has_source[y] or not has_target[x]:
                        links[y, x] = has_source[y] = has_target[x] = grows = True
    _finish(links, forward, has_source, has_target)
    _finish(links, backward, has_source, has_target)
    return links


@njit(cache=True)
def _finish(
    links: NDArray[np.bool_],
    direction: NDArray[np.bool_],
    has_source: NDArray[np.bool_],
    has_target: NDArray[np.bool_],
) -> None:
    """Add the links of one direction whose words have none yet."""
    for j, i in np.argwhere(direction):
        if not has_source[j] and not has_target[i]:
            links[j, i] = has_source[j] = has_target[i] = True
