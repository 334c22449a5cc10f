"""Small films as timed features, and clip sets of them."""

import numpy as np

from cinescribe.features.timed.timed_features import FaceFeatures, FilmFeatures, TimedFeatures, no_appearance
from cinescribe.language.tokens.vocabulary import Vocabulary
from cinescribe.schema import Clip, ClipSet
from cinescribe.timing import Span

VOCABULARY = Vocabulary(("waves", "to", "sits", "down", "and", "."))
TEXTS = ("P1 waves to P2.", "P2 sits down.", "P1 sits down and waves.")
FACES = np.eye(4, 8, dtype=np.float32)  # four people


def rows(times, *, width=3, first=0.0):
    """One vector per time, with the time plus `first` in all its numbers."""
    times = np.asarray(times, np.float64)
    return TimedFeatures(times, np.repeat((times + first)[:, None], width, 1).astype(np.float32))


def faces(times, people, *, scores=None, width=8):
    """One face per time, with the embedding of the person of that number, of length 2."""
    n = len(times)
    return FaceFeatures(
        np.asarray(times, np.float64),
        np.array([0.1, 0.2, 0.3, 0.4], np.float32) + np.arange(n, dtype=np.float32)[:, None] / np.float32(100),
        np.ones(n, np.float32) if scores is None else np.asarray(scores, np.float32),
        2 * FACES[list(people), :width].reshape(n, width),
        np.arange(2 * n, dtype=np.float32).reshape(n, 2),
        *no_appearance(n),
    )


def film(*, seconds=12.0, found=None, width=3) -> FilmFeatures:
    """Pictures five times per second, actions twice per second; no faces unless given."""
    return FilmFeatures(
        rows(np.arange(0, seconds, 0.2), width=width),
        rows(np.arange(0.25, seconds, 0.5), width=2),
        faces((), ()) if found is None else found,
    )


def clips(texts=TEXTS, *, film="f", seconds=2.0):
    """One clip per text, one after the other from second 0."""
    return tuple(Clip(f"c{n}", film, Span(n * seconds, (n + 1) * seconds), text=text) for n, text in enumerate(texts))


def clip_set(texts=TEXTS, *, film="f", seconds=2.0):
    return ClipSet(clips(texts, film=film, seconds=seconds))
