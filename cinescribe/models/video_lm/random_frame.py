"""One random frame of a video, the same whenever it is looked at."""

from __future__ import annotations

import random
from collections.abc import Callable
from hashlib import sha256

from cinescribe.media.film.frame_scaling import Image


def random_frame(seed: int) -> Callable[[Image], Image]:
    """Return a function that chooses one of a video's frames (T, H, W, 3), as (1, H, W, 3).

    The choice follows from the seed and the frames: it does not depend on which videos are looked at before.

    Args:
        seed: of the choice.
    """

    def chosen(frames: Image) -> Image:
        content = sha256(frames.tobytes()).hexdigest()
        at = random.Random(f"{seed} {content}").randrange(len(frames))
        return frames[at : at + 1]

    return chosen
