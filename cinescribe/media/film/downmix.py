"""Mixes channels to mono or stereo, as ITU-R BS.775 weighs them; channels of opposite phase do not cancel in mono."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import FilmError
from cinescribe.timing import Seconds

Weights: TypeAlias = NDArray[np.float32]
Mix: TypeAlias = Callable[[Sequence[str], int | None], Weights | None]

HALF_POWER = sqrt(0.5)  # ITU-R BS.775: centre and surround channels enter left and right at -3 dB
OPPOSITE = 0.1  # energy of the sum of two channels to that of their difference, below which a polarity is reversed
_FADE: Seconds = 0.01  # from one polarity to the other, to avoid a click


def mix_matrix(names: Sequence[str], n_channels: int | None) -> Weights | None:
    """Return the weights that mix named channels to mono or stereo, (n_channels, n_names), or None for no mixing.

    Centre and surround channels enter left and right at -3 dB, effects (LFE) are dropped (ITU-R BS.775). Front channels
    keep their level, so that the mix is as loud as the film; it may exceed 1 where all channels are loud. Mono is the
    mean of left and right.

    Raises:
        FilmError: when `n_channels` is not 1, 2 or the film's own number.
    """
    if n_channels in (None, len(names)):
        return None
    if n_channels not in (1, 2):
        raise FilmError(f"the sound has {len(names)} channels, not {n_channels}; ask for 1, 2 or the film's own (None)")
    sides = _stereo(names)
    return sides if n_channels == 2 else np.asarray(sides.mean(axis=0, keepdims=True), np.float32)


class MonoMix:
    """Mixes blocks of sound with several channels to mono: half the sum of left and right, or half their difference.

    The difference replaces the sum where one side has the opposite polarity, which would make the sum nearly silent.
    """

    def __init__(self) -> None:
        self._was_opposite = False

    def mono(self, samples: NDArray[np.float32], names: Sequence[str], rate_hz: int) -> NDArray[np.float32]:
        """Return the next block in mono, (1, n).

        Args:
            samples: (n_names, n); at least two channels.
            names: of the channels, as FFmpeg calls them.
            rate_hz: samples per second.
        """
        left, right = _stereo(names) @ samples
        both = np.stack([left + right, left - right]) / 2
        total, difference = (float(np.vdot(one, one)) for one in both)
        is_opposite = total < OPPOSITE * difference if total or difference else self._was_opposite
        mono = np.array(both[int(is_opposite)][None], np.float32)
        if is_opposite != self._was_opposite:
            n = min(round(_FADE * rate_hz), mono.shape[1])
            ramp = np.linspace(0, 1, n, dtype=np.float32)
            mono[0, :n] = ramp * mono[0, :n] + (1 - ramp) * both[int(self._was_opposite), :n]
        self._was_opposite = is_opposite
        return mono


def _stereo(names: Sequence[str]) -> Weights:
    """Return the weights that mix named channels to left and right, (2, n_names)."""
    sides = np.array([_sides(name) for name in names], np.float32).T
    if not sides.any():
        sides = np.full_like(sides, HALF_POWER)
    if sides.max() < 1:  # no front channels that keep their level
        sides /= sides.sum(axis=1).max()
    return sides


def _sides(name: str) -> tuple[float, float]:
    """Return the weights with which a channel, by FFmpeg's name, enters left and right."""
    if name in ("FL", "DL"):
        return 1.0, 0.0
    if name in ("FR", "DR"):
        return 0.0, 1.0
    if name.startswith("LFE"):
        return 0.0, 0.0
    if name in ("FC", "BC", "TC", "TFC", "TBC", "NONE"):
        return HALF_POWER, HALF_POWER
    return (HALF_POWER, 0.0) if name.endswith(("L", "LC")) else (0.0, HALF_POWER)
