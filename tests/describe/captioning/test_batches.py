from pathlib import Path

import numpy as np

from cinescribe.describe.analyse import Analysis
from cinescribe.describe.captioning.batches import batches
from cinescribe.features.clip_sets.batch import PictureLevels
from cinescribe.features.timed.timed_features import TimedFeatures
from cinescribe.media.sound.levels import SoundLevels
from cinescribe.schema import Clip, Face, Person, Shot
from cinescribe.timing import Span
from tests.dummies import EveryClip

CLIPS = [Clip("c1", "film", Span(0, 4)), Clip("c2", "film", Span(4, 8))]
FACES = [Face(float(time), (0.1, 0.1, 0.2, 0.2), 1.0, time, person="p1") for time in range(8)]
PEOPLE = [Person("p1", "P1")]


def analysis(frames: Path) -> Analysis:
    times = np.arange(0, 8, 0.5)
    flat = np.zeros(len(times), np.float32)
    return Analysis(
        shots=(Shot(Span(0, 4)), Shot(Span(4, 8))),
        speech=(),
        certain_speech=(),
        faces=tuple(FACES),
        embeddings=np.zeros((8, 4), np.float32),
        torsos=np.zeros((8, 8, 8, 3), np.uint8),
        torso_shares=np.zeros(8, np.float32),
        bodies=np.zeros((8, 2), np.float32),
        face_crops=(),
        texts=(),
        pictures=PictureLevels(times, flat, flat, np.zeros((len(times), 2), np.float32), flat, flat),
        sounds=SoundLevels(times, flat, flat),
        clip=TimedFeatures(times, np.zeros((len(times), 3), np.float32)),
        actions=TimedFeatures(times, np.zeros((len(times), 2), np.float32)),
        frames=frames,
    )


def test_clip_comes_with_only_its_own_measurements(tmp_path):
    (batch,) = batches(CLIPS, analysis(tmp_path), FACES, PEOPLE, EveryClip())
    second = batch.clips[1]
    assert [face.time for face in second.faces] == [4, 5, 6, 7]
    assert [shot.span for shot in second.shots] == [Span(4, 8)]
    assert second.sounds is not None
    assert second.pictures.times.tolist() == second.sounds.times.tolist() == np.arange(4, 8, 0.5).tolist()
    assert batch.people == tuple(PEOPLE)
    assert batch.features is not None
    assert len(batch.features.clip.times) == 16
    assert batch.owners == ("p1",) * len(batch.features.faces.times)


def test_batches_have_the_requested_size(tmp_path):
    found = batches(CLIPS, analysis(tmp_path), FACES, PEOPLE, EveryClip(n_clips=1))
    assert [[seen.clip.id for seen in batch.clips] for batch in found] == [["c1"], ["c2"]]
