"""Features that cost nothing. The real networks are tested elsewhere."""

import numpy as np
import pytest

from cinescribe.features.extraction.extract import Extractor
from cinescribe.features.timed.timed_features import TimedFeatures
from cinescribe.media.film.frame_scaling import PictureFormat

WIDTHS = {"clip": 190, "actions": 5}


class FlatFeatures:
    """A vector of ones per picture, the last number 2: unlike anything the frame network was trained on."""

    wants = PictureFormat("gray", rate_hz=5.0, width=32)

    def __init__(self, width):
        self.width, self.times = width, []

    def take(self, time, image):
        self.times.append(time)

    def features(self):
        values = np.ones((len(self.times), self.width), np.float32)
        values[:, -1:] = 2
        return TimedFeatures(np.array(self.times, np.float64), values)


@pytest.fixture(autouse=True)
def flat_features(monkeypatch, known_transitions):
    """Films are analysed with `FlatFeatures`."""

    def extractor(stream):
        return Extractor(stream, "flat", "1", lambda: FlatFeatures(WIDTHS[stream]))

    monkeypatch.setattr("cinescribe.describe.analyse.extractor", extractor)
