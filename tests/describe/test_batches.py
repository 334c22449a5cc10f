from pathlib import Path

import numpy as np

from cinescribe.describe.analyse import Watched
from cinescribe.describe.batches import batches
from cinescribe.features.clip_sets.batch import PictureLevels
from cinescribe.features.rows.timed_features import TimedRows
from cinescribe.media.sound.levels import SoundLevels
from cinescribe.schema import Clip, Face, Person, Shot
from cinescribe.timing import Span
from tests.dummies import EveryClip

CLIPS = [Clip("c1", "film", Span(0, 4)), Clip("c2", "film", Span(4, 8))]
FACES = [Face(float(time), (0.1, 0.1, 0.2, 0.2), 1.0, time, person="p1") for time in range(8)]
PEOPLE = [Person("p1", "P1")]


def watched(frames: Path) -> Watched:
    times = np.arange(0, 8, 0.5)
    flat = np.zeros(len(times), np.float32)
    return Watched(
        shots=(Shot(Span(0, 4)), Shot(Span(4, 8))),
        speech=(),
        faces=tuple(FACES),
        embeddings=np.zeros((8, 4), np.float32),
        glimpses=(),
        pictures=PictureLevels(times, flat, flat, np.zeros((len(times), 2), np.float32), flat, flat),
        sounds=SoundLevels(times, flat, flat),
        clip=TimedRows(times, np.zeros((len(times), 3), np.float32)),
        actions=TimedRows(times, np.zeros((len(times), 2), np.float32)),
        frames=frames,
    )


def test_a_clip_brings_what_was_measured_of_it_and_nothing_else(tmp_path):
    (batch,) = batches(CLIPS, watched(tmp_path), FACES, PEOPLE, EveryClip())
    second = batch.seen[1]
    assert [face.time for face in second.faces] == [4, 5, 6, 7]
    assert [shot.span for shot in second.shots] == [Span(4, 8)]
    assert second.pictures.times.tolist() == second.sounds.times.tolist() == np.arange(4, 8, 0.5).tolist()
    assert batch.people == tuple(PEOPLE)
    assert len(batch.features.clip.times) == 16
    assert batch.owners == ("p1",) * len(batch.features.faces.times)


def test_a_writer_gets_as_many_clips_at_once_as_it_wants(tmp_path):
    found = batches(CLIPS, watched(tmp_path), FACES, PEOPLE, EveryClip(n_clips=1))
    assert [[seen.clip.id for seen in batch.seen] for batch in found] == [["c1"], ["c2"]]
