from pathlib import Path

import numpy as np
import pytest
import torch

from cinescribe.explain.attribution.gradients import integrated_gradients
from cinescribe.explain.targets.micap_target import micap_caption
from cinescribe.explain.words.word_evidence import word_evidence
from cinescribe.features.clip_sets.batch import Batch, ClipInput, PictureLevels
from cinescribe.generate.caption_trace import CaptionTrace
from cinescribe.models.checkpoint import Checkpoint, CheckpointCard
from cinescribe.models.micap.sizes import FACE
from cinescribe.schema import Caption, Person
from tests.explain.small_micap import SIZES, model, reader, sets, shown_film
from tests.features.films import VOCABULARY

pytestmark = pytest.mark.usefixtures("one_thread")


class FixedParser:
    """A parser with given parts of speech."""

    name = "every"

    def __init__(self, **kinds):
        self.kinds = kinds

    def parse(self, texts):
        return [[[ParsedWord(word, self.kinds.get(word.lower(), "DET")) for word in text.split()]] for text in texts]


class ParsedWord:
    def __init__(self, text, pos):
        self.text, self.pos = text, pos


TRAINED = Checkpoint(Path("here"), CheckpointCard("micap", sets=SIZES), model(), VOCABULARY)
PARSER = FixedParser(waves="VERB", sits="VERB", down="ADV")


@pytest.fixture(scope="module")
def trace():
    clip_set = sets()[0]
    batch = reader().batch([clip_set])
    row = batch.words[:, : int((batch.words != VOCABULARY.pad).sum())]
    people = {1: "Anna", 4: "P2"}
    return CaptionTrace(
        Caption("c0", "Anna waves to P2 ."),
        batch,
        row,
        columns=range(1, 6),
        called=people,
        clips=clip_set.clips,
        faces=tuple(batch.face_index[0].tolist()),
        frame_rate_hz=SIZES.frame_rate_hz,
    )


@pytest.fixture(scope="module")
def film_batch(trace):
    film = shown_film()
    nothing = PictureLevels(np.zeros(0), *(np.zeros(0, np.float32),) * 5)
    seen = tuple(ClipInput(clip, (), np.zeros((0, 0, 0, 3), np.uint8), (), (), nothing, None) for clip in trace.clips)
    owners = tuple("p1" if n % 3 == 0 else None for n in range(len(film.faces.times)))
    return Batch(seen, (Person("p1", "P1", "Anna"),), film, owners)


def test_people_and_content_words_have_evidence(trace, film_batch):
    found = word_evidence(trace, TRAINED, film_batch, parser=PARSER)
    assert [one.word for one in found] == ["Anna", "waves", "P2"]
    assert all(one.score is not None and 0 < one.score <= 1 for one in found)
    assert all(trace.clips[0].span.start <= one.time <= trace.clips[-1].span.end for one in found)


def test_the_evidence_of_a_person_is_the_top_face(trace, film_batch):
    (anna, *_) = word_evidence(trace, TRAINED, film_batch, parser=PARSER)
    caption = micap_caption(TRAINED.model, trace.batch, trace.words, columns=(1, 2, 4), tokens=VOCABULARY)
    row = np.maximum(integrated_gradients(caption, n_steps=20).scores[0], 0)
    faces = torch.nonzero(caption.memory.kinds == FACE)[:, 0].tolist()
    best = max(faces, key=lambda column: row[column])
    number = trace.faces[int(caption.memory.places[0, best])]
    assert anna.score == pytest.approx(float(row[best] / row.sum()))
    assert anna.time == pytest.approx(float(film_batch.features.faces.times[number]))
    assert anna.box == tuple(film_batch.features.faces.boxes[number].tolist())
    assert anna.what == ("face of Anna" if film_batch.owners[number] == "p1" else "a face")


def test_the_evidence_of_other_words_is_the_top_part(trace, film_batch):
    (_, waves, _) = word_evidence(trace, TRAINED, film_batch, parser=PARSER)
    assert waves.what in ("the picture", "what is done around this moment", "face of Anna", "a face")
    assert (waves.box is not None) == waves.what.endswith(("face", "Anna"))


def test_a_caption_without_words_has_no_evidence(trace, film_batch):
    empty = CaptionTrace(**{**vars(trace), "columns": range(1, 1), "caption": Caption("c0", "")})
    assert word_evidence(empty, TRAINED, film_batch, parser=PARSER) == ()
