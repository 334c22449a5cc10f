"""What other processes load to extract slowly from tiny films: no more than they need, so that they start quickly."""

import resource
from functools import partial
from time import sleep

import numpy as np
import pytest

from cinescribe.errors import OutputError
from cinescribe.features.extraction.extract import Extractor, FilmTask, Workforce
from cinescribe.features.extraction.extract import extract as all_of
from cinescribe.features.store.film_store import FeatureStore
from cinescribe.features.timed.timed_features import TimedFeatures
from cinescribe.media.film.frame_scaling import PictureFormat


def extract(films, store, *, extractors, **options):
    tasks = [FilmTask(name, path, tuple(extractors)) for name, path in films.items()]
    return all_of(tasks, store, **options)


class Brightness:
    """One vector per picture: its mean brightness. Counts the films."""

    films = 0

    def __init__(self, rate_hz=5.0):
        type(self).films += 1
        self.wants = PictureFormat("rgb24", rate_hz=rate_hz, width=32)
        self.times, self.means = [], []

    def take(self, time, image):
        self.times.append(time)
        self.means.append([image.mean()])

    def features(self):
        return TimedFeatures(np.array(self.times), np.array(self.means, np.float32).reshape(-1, 1))


class Slow(Brightness):
    """As `Brightness`, but slower."""

    def take(self, time, image):
        sleep(0.02)
        super().take(time, image)


SLOW = [Extractor("clip", "slow", "1", Slow), Extractor("actions", "slower", "1", partial(Slow, 8.0))]
TWO = Workforce(2)


def extract_folder(films, folder):
    """Extract films `a` to `d` of a folder with two workers; runs in a separate process."""
    extract(named(films), FeatureStore(folder), extractors=SLOW, workforce=TWO)


def named(films):
    return {name: films / f"{name}.mp4" for name in "abcd"}


def extract_on_a_full_disk(films, folder):
    resource.setrlimit(resource.RLIMIT_FSIZE, (500, 500))
    with pytest.raises(OutputError, match=r"a.actions.safetensors' cannot be written \(File too large"):
        extract(named(films), FeatureStore(folder), extractors=SLOW)
