"""The inputs of a voice detector: the whole sound, and parts of it in which a voice may be isolated.

A voice in one channel, as in the centre of surround sound, is masked in a mix by what the others play; of one in two
channels of opposite phase, a mix has nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cinescribe.media.film.downmix import Weights, mix_matrix

_PARTS = ("FL", "FR", "FC")  # in front, where voices are
N_VIEWS = 1 + len(_PARTS)  # the whole, and each part
_SILENT = 1e-9  # mean square, -90 dB
_SAME = 0.98  # squared correlation from which a part only repeats the whole


def voice_views(names: Sequence[str], n_channels: int | None) -> Weights:
    """Return the weights of the views of named channels, (N_VIEWS, n_names): first the whole in mono; zeros: no part.

    Args:
        names: of the channels, as FFmpeg calls them.
        n_channels: not looked at: there are always `N_VIEWS`.
    """
    weights = np.zeros((N_VIEWS, len(names)), np.float32)
    whole = mix_matrix(names, 1)
    weights[0] = 1.0 if whole is None else whole[0]
    if len(names) > 1:
        weights[1:] = [[float(name == part) for name in names] for part in _PARTS]
    return weights


def is_worth_hearing(part: NDArray[np.float32], whole: NDArray[np.float32]) -> bool:
    """Whether a part has sound that is not that of the whole at another level."""
    energy, of_whole, common = (float(np.vdot(*pair)) for pair in ((part, part), (whole, whole), (part, whole)))
    return energy > _SILENT * len(part) and common * common < _SAME * energy * of_whole + _SILENT
