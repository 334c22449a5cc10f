"""A small film with captions, a reader of its sets, and a tiny MICap."""

import dataclasses

import numpy as np

from cinescribe.corpus.core.blanks import with_local_ids
from cinescribe.corpus.core.videosets import disjoint_sets
from cinescribe.features.clip_sets.set_batch import SetSizes
from cinescribe.features.clip_sets.set_reader import SetReader
from cinescribe.schema import Clip
from cinescribe.timing import Span
from tests.features.films import VOCABULARY, faces, film
from tests.generate.tiny_micap import tiny_micap

TEXTS = ("P1 waves to P2.", "P2 sits down.", "P1 sits down and waves.")
SIZES = SetSizes(n_clips=3, n_segments=2, n_clusters=8)
SECONDS = 2.0


class FlatText:
    """A text encoder that gives every blank the same vector."""

    width = 8

    def vectors(self, sets):
        texts = [" ".join(clip.text for clip in clip_set.clips) for clip_set in sets]
        n_blanks = [text.count("P") + text.count("[blank]") for text in texts]
        return [np.ones((n, self.width), np.float32) for n in n_blanks]


def sets(n_sets=4, texts=TEXTS):
    clips = [
        Clip(f"c{n}", "f", Span(n * SECONDS, (n + 1) * SECONDS), text=texts[n % len(texts)]) for n in range(3 * n_sets)
    ]
    return [with_local_ids(clip_set) for clip_set in disjoint_sets(clips, 3)]


def shown_film(*, n_sets=4, n_people=3):
    """The film of the sets: every third face is the same person."""
    times = np.arange(0.1, 3 * n_sets * SECONDS, 0.4) if n_people else ()
    return film(seconds=3 * n_sets * SECONDS, found=faces(times, [n % n_people for n in range(len(times))]))


def reader(distance=0.75, *, n_people=3):
    shown = shown_film(n_people=n_people)
    sizes = dataclasses.replace(SIZES, cluster_distance=distance)
    return SetReader(lambda _: shown, VOCABULARY, sizes=sizes, blank_text=FlatText())


def model(**changes):
    widths = {"frame_width": 3, "action_width": 2, "face_width": 8, "text_width": 8}
    return tiny_micap(VOCABULARY, **{**widths, "n_clusters": 8, "n_tokens": 120, **changes})
