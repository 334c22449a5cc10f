import dataclasses
import math
from pathlib import Path

import numpy as np
import pytest

from cinescribe.errors import FeatureError, ModelError
from cinescribe.features.clip_sets.batch import Batch, ClipInput, PictureLevels
from cinescribe.features.clip_sets.set_batch import SetSizes
from cinescribe.generate.greedy import greedy
from cinescribe.generate.micap_captioner import MicapCaptioner
from cinescribe.language.tokens.vocabulary import Vocabulary
from cinescribe.models.checkpoint import Checkpoint, CheckpointCard
from cinescribe.models.micap.micap import micap_fitb
from cinescribe.schema import Clip, Person
from cinescribe.timing import Span
from tests.features.films import faces, film
from tests.generate.scripted import SURE, Scripted
from tests.generate.tiny_micap import tiny_micap

pytestmark = pytest.mark.usefixtures("one_thread")

TOKENS = Vocabulary(("waves", "to", "runs", "."))
SECONDS = 2.0
SIZES = SetSizes(n_clips=5, n_segments=2)
# Three people, whose faces are seen as their clips begin; the third's never.
SCRIPT = [[0, "waves", "to", 1, "."], [2, "waves", "to", 0, "."], [1, "runs", "."]] * 6
PEOPLE = (Person("p1", "P1", name="Anna"), Person("p2", "P2"))


def batch_of(script, people=PEOPLE, shown=(0, 1)):
    clips = [Clip(f"f-{n}", "f", Span(n * SECONDS, (n + 1) * SECONDS), text="P9 waves.") for n in range(len(script))]
    seen = [(n, word) for n, words in enumerate(script) for word in words if word in shown and isinstance(word, int)]
    found = faces([n * SECONDS + 0.3 for n, _ in seen], [member for _, member in seen])
    none = np.zeros(0, np.float32)
    nothing = PictureLevels(np.zeros(0), none, none, none, none, none)
    pictures = tuple(ClipInput(clip, (), np.zeros((0, 0, 0, 3), np.uint8), (), (), nothing, None) for clip in clips)
    features = film(seconds=len(script) * SECONDS, found=found)
    return Batch(pictures, people, features, tuple(f"p{member + 1}" for _, member in seen))


def checkpoint(model, family="micap"):
    return Checkpoint(Path("here"), CheckpointCard(family, sets=SIZES), model, TOKENS)


def captioner(script, **changes):
    return MicapCaptioner(checkpoint(Scripted(script, TOKENS, clip_seconds=SECONDS)), **changes)


def test_person_ids_are_consistent_through_the_film():
    captions = captioner(SCRIPT).caption(batch_of(SCRIPT))
    assert [caption.clip for caption in captions] == [f"f-{n}" for n in range(18)]
    assert [caption.text for caption in captions] == ["Anna waves to P2.", "P3 waves to Anna.", "P2 runs."] * 6
    assert [caption.people for caption in captions[:3]] == [("p1", "p2"), ("p3", "p1"), ("p2",)]
    assert {caption.by for caption in captions} == {"micap"}
    each = -math.log1p((len(TOKENS) - 1) * math.exp(-SURE))
    assert [caption.score for caption in captions] == pytest.approx([each] * 18, rel=1e-5)


def test_without_faces_people_are_linked_by_text():
    captions = captioner(SCRIPT).caption(batch_of(SCRIPT, people=(), shown=()))
    assert [caption.text for caption in captions] == ["P1 waves to P2.", "P3 waves to P1.", "P2 runs."] * 6


def test_captions_have_evidence_from_attention():
    evidence = captioner(SCRIPT).caption(batch_of(SCRIPT))[6].evidence
    assert [one.what for one in evidence] == [
        "pictures drew 50% of the words' attention",
        "faces of Anna drew 50% of the attention of the word for them",
        "faces of P2 drew 50% of the attention of the word for them",
    ]
    assert evidence[0].box is None
    assert evidence[1].box is not None
    assert evidence[1].score == pytest.approx(0.5)
    assert all(0 <= one.time < 36 for one in evidence)
    owners = {round(time, 3): owner for time, owner in zip(
        batch_of(SCRIPT).features.faces.times, batch_of(SCRIPT).owners, strict=True
    )}  # fmt: skip
    assert owners[round(evidence[2].time, 3)] == "p2"


@pytest.mark.parametrize("n_clips", [1, 4, 5, 6, 8])
@pytest.mark.parametrize("stride", [1, 2, 5])
def test_films_of_any_length(n_clips, stride):
    script = SCRIPT[:n_clips]
    captions = captioner(script, stride=stride).caption(batch_of(script))
    whole = captioner(SCRIPT).caption(batch_of(SCRIPT))
    assert [caption.text for caption in captions] == [caption.text for caption in whole[:n_clips]]


def test_sets_of_fewer_clips_than_the_model_learnt_from_may_end_sooner():
    limits = []

    def decoder(*args, **options):
        limits.append(options["limits"].is_short)
        return greedy(*args, **options)

    for n_clips in (4, 5, 8):
        captioner(SCRIPT, decoder=decoder).caption(batch_of(SCRIPT[:n_clips]))
    assert limits == [True, False, False]


def test_a_film_of_no_clips():
    assert captioner(SCRIPT).caption(Batch((), ())) == []


def test_a_film_without_features_is_refused():
    batch = dataclasses.replace(batch_of(SCRIPT), features=None)
    with pytest.raises(FeatureError, match=r"the clips of 'f' have no features .* the film's features into the batch"):
        captioner(SCRIPT).caption(batch)


@pytest.mark.parametrize("family", ["micap", "fillin"])
def test_a_model_that_does_not_write_is_refused(family):
    model = micap_fitb(tiny_micap(TOKENS).sizes)
    with pytest.raises(ModelError, match=rf"'here' holds a {family} that writes no captions .* a MICap that writes"):
        MicapCaptioner(checkpoint(model, family))


@pytest.mark.slow
def test_a_random_model_captions_every_clip_reproducibly():
    model = tiny_micap(TOKENS, n_clips=5, frame_width=3, action_width=2, face_width=8, n_tokens=120)
    batch = batch_of(SCRIPT)
    first, second = (MicapCaptioner(checkpoint(model)).caption(batch) for _ in range(2))
    assert len(first) == len(SCRIPT)
    assert first == second
    known = {person.id for person in PEOPLE}
    for caption in first:
        assert all(person in known or int(person[1:]) > len(known) for person in caption.people)


@pytest.mark.parametrize(("acts", "text"), [((1.0, 0.0), "Anna runs."), ((0.0, 1.0), "P2 runs.")])
def test_action_score_decides_the_actor_without_attention(acts, text):
    parts = tuple((act, 0.5) for act in acts)
    both_seen = dataclasses.replace(batch_of([[0, "waves", "to", 1, "."]]), parts=parts)
    [caption] = captioner([[2, "runs", "."]]).caption(both_seen)
    assert caption.text == text


@pytest.mark.parametrize(
    ("parts", "text"),
    [(((0.5, 0.0), (0.5, 1.0)), "Anna waves to P2."), (((0.5, 1.0), (0.5, 0.0)), "P2 waves to Anna.")],
)
def test_partner_score_decides_the_second_person(parts, text):
    both_seen = dataclasses.replace(batch_of([[0, "waves", "to", 1, "."]]), parts=parts)
    [caption] = captioner([[2, "waves", "to", 3, "."]]).caption(both_seen)
    assert caption.text == text


def test_a_trace_has_the_set_and_the_columns_of_its_caption():
    batch = batch_of(SCRIPT)
    writer = captioner(SCRIPT)
    traces = writer.trace(batch)
    assert [trace.caption for trace in traces] == writer.caption(batch)
    one = traces[6]
    assert one.caption.clip in [clip.id for clip in one.clips]
    assert len(one.batch) == len(one.words) == 1
    assert len(one.clips) == one.batch.frames.shape[1] == SIZES.n_clips
    assert len(one.faces) == one.batch.faces.shape[1]
    written = one.words[0, one.columns.start : one.columns.stop].tolist()
    assert TOKENS.decode(written[1:3]) == "Waves to"
    assert dict(one.called) == {one.columns[0]: "Anna", one.columns[3]: "P2"}
