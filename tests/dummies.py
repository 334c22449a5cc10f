"""Tiny deterministic stand-ins for what is slow or large elsewhere."""

import numpy as np

from cinescribe.media.voice import Spoken


class SteadyVoice:
    """Says 2.5 words a second at rate 1."""

    name = "steady"

    def say(self, text: str, *, rate: float = 1.0) -> Spoken:
        seconds = len(text.split()) / 2.5 / rate
        return Spoken(np.full(round(seconds * 1000), 0.1, np.float32), 1000)
