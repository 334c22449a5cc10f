"""Random regions for tests of stores and readers."""

import numpy as np

from cinescribe.features.regions.picture_regions import PictureRegions


def regions(n: int, *, width: int = 5, seed: int = 0, labels: tuple[str, ...] | None = None) -> PictureRegions:
    random = np.random.default_rng([n, width, seed])
    corners = random.random((n, 2, 2), np.float32)
    boxes = np.concatenate([corners.min(1), corners.max(1)], axis=1)
    named = labels or tuple(("", "cup", "woman")[k % 3] for k in range(n))
    return PictureRegions(random.standard_normal((n, width)).astype(np.float32), boxes, named)
