"""How a description is mixed: how far the film is lowered under it, and how loud film and voice are together."""

from __future__ import annotations

from dataclasses import dataclass

from cinescribe.errors import InputError

MOST_DUCKING = 30.0  # dB
SOFTEST, LOUDEST = -31.0, -14.0  # LUFS of a mix: from cinema to streaming


@dataclass(frozen=True)
class MixLevels:
    """How a description is mixed.

    Args:
        ducking: by how many dB the film is lowered under every cue, 0 to 30; None: only as far as each voice needs it,
            at most by 20 dB.
        loudness: integrated loudness of the mix in LUFS, -31 to -14; None: that of the film.

    Raises:
        InputError: when a value is out of range.
    """

    ducking: float | None = None
    loudness: float | None = None

    def __post_init__(self) -> None:
        if self.ducking is not None and not 0 <= self.ducking <= MOST_DUCKING:
            raise InputError(
                f"`ducking` is {self.ducking!r}; expected 0 to {MOST_DUCKING} dB, by which the film is lowered"
            )
        if self.loudness is not None and not SOFTEST <= self.loudness <= LOUDEST:
            raise InputError(
                f"`loudness` is {self.loudness!r}; expected {SOFTEST} to {LOUDEST} LUFS (television has -23)"
            )


AS_THE_FILM = MixLevels()
