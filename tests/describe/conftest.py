"""Rows that cost nothing: what the networks that come with cinescribe make is tested where they are."""

import numpy as np
import pytest

from cinescribe.features.extraction.extract import Extractor
from cinescribe.features.rows.timed_features import TimedRows
from cinescribe.media.film.frame_scaling import Picture

WIDTHS = {"clip": 190, "actions": 5}


class FlatRows:
    """A row of ones a picture, the last number 2: strange to the frame network."""

    wants = Picture("gray", rate_hz=5.0, width=32)

    def __init__(self, width):
        self.width, self.times = width, []

    def take(self, time, image):
        self.times.append(time)

    def rows(self):
        values = np.ones((len(self.times), self.width), np.float32)
        values[:, -1:] = 2
        return TimedRows(np.array(self.times, np.float64), values)


@pytest.fixture(autouse=True)
def flat_rows(monkeypatch):
    """Films are watched with `FlatRows`."""

    def extractor(stream):
        return Extractor(stream, "flat", "1", lambda: FlatRows(WIDTHS[stream]))

    monkeypatch.setattr("cinescribe.describe.analyse.extractor", extractor)
