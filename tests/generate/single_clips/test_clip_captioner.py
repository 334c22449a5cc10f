"""Models of single clips as captioners of films: what they write for a corpus is what they write for a film."""

import dataclasses

import numpy as np
import pytest
import torch

from cinescribe.errors import FeatureError, ModelError
from cinescribe.features.clip_sets.batch import Batch, ClipInput, PictureLevels
from cinescribe.features.clip_sets.set_batch import SetSizes
from cinescribe.features.clip_sets.set_reader import SetReader
from cinescribe.generate import caption_clip_sets
from cinescribe.generate.caption_clip_sets import best_beam, caption_sets
from cinescribe.generate.sets import as_hypotheses
from cinescribe.generate.single_clips import clip_captioner
from cinescribe.generate.single_clips.clip_captioner import ClipCaptioner
from cinescribe.language.tokens.vocabulary import Vocabulary
from cinescribe.models.checkpoint import Checkpoint, CheckpointCard
from cinescribe.models.model_table import MODELS, data_sizes
from cinescribe.schema import ClipSet, Face, Person
from tests.features.films import clips, film

pytestmark = pytest.mark.usefixtures("one_thread")
SETS = SetSizes(n_clips=1, n_frames=4, frame_rate_hz=2.0, n_segments=2, n_faces=0, n_tokens=10)
TOKENS = Vocabulary(("someone", "waves", "sits", "down", "."))
TEXTS = [None] * 6


def checkpoint(tmp_path, model="s2vt", **card):
    torch.manual_seed(3)
    kind = MODELS[model]
    batch = SetReader(lambda _: film(), TOKENS, sizes=SETS).batch([ClipSet((one,)) for one in clips(TEXTS)])
    sizes = kind.sizes_for({"width": 8, "word_width": 8}, data_sizes(batch, TOKENS, SETS, n_labels=2))
    facts = CheckpointCard(model, **{"sets": SETS, "someone": True, **card})
    return Checkpoint(tmp_path, facts, kind.build(sizes).eval(), TOKENS)


def batch(*, features=None, faces=(), people=()):
    none, no_frames = np.zeros(0, np.float32), np.zeros((0, 0, 0, 3), np.uint8)
    levels = PictureLevels(np.zeros(0), none, none, none, none, none)
    inputs = tuple(
        ClipInput(clip, (), no_frames, tuple(face for face in faces if clip.span.has(face.time)), (), levels, None)
        for clip in clips(TEXTS)
    )
    return Batch(inputs, people, features)


@pytest.mark.parametrize("model", ["s2vt", "temporal-attention", "frame-video-concept", "visual-labels"])
def test_captions_of_a_film_are_those_of_a_corpus(tmp_path, monkeypatch, model):
    trained = checkpoint(tmp_path, model)
    monkeypatch.setattr(clip_captioner, "CLIPS_PER_BATCH", 4)
    found = ClipCaptioner(trained, name=f"{model}:here").caption(batch(features=film()))
    reader = SetReader(lambda _: film(), TOKENS, sizes=SETS)
    wanted = caption_sets(trained.model, reader, [ClipSet((clip,)) for clip in clips(TEXTS)], someone=True)
    assert [caption.clip for caption in found] == [f"c{n}" for n in range(6)]
    assert [caption.text.lower() for caption in found] == [one.texts[0].lower() for one in wanted]
    assert {caption.by for caption in found} == {f"{model}:here"}
    assert all(caption.score is not None and caption.score < 0 for caption in found)
    assert not any(caption.people for caption in found)


def test_a_batch_of_single_clips_has_as_many_clips_as_one_of_sets(tmp_path, monkeypatch):
    sizes: list[int] = []
    reader = SetReader(lambda _: film(), TOKENS, sizes=SETS)
    read = reader.batch

    def counted(sets):
        sizes.append(len(sets))
        return read(sets)

    monkeypatch.setattr(reader, "batch", counted)
    sets = [ClipSet((clip,)) for clip in clips(TEXTS)] * 20
    caption_sets(checkpoint(tmp_path).model, reader, sets)
    assert sizes == [80, 40]
    assert caption_clip_sets.CLIPS_PER_BATCH == 80


def test_the_frame_with_the_most_attention_is_evidence(tmp_path):
    captioner = ClipCaptioner(checkpoint(tmp_path, "temporal-attention"), name="x", decoder=best_beam)
    for caption, clip in zip(captioner.caption(batch(features=film())), clips(TEXTS), strict=True):
        if caption.text:
            (seen,) = caption.evidence
            assert clip.span.start <= seen.time <= clip.span.end
            assert seen.what.startswith("this picture drew ")


def test_someone_becomes_the_only_person_in_view(tmp_path):
    trained = checkpoint(tmp_path)
    face = Face(1.0, (0.1, 0.1, 0.2, 0.3), 0.9, 0, person="p1")
    person = Person("p1", "P1", "Anna")
    monologue = ClipCaptioner(trained, name="x", decoder=_someone_waves)
    found = monologue.caption(batch(features=film(), faces=[face], people=(person,)))
    assert (found[0].text, found[0].people) == ("Anna waves.", ("p1",))
    assert (found[1].text, found[1].people) == ("Someone waves.", ())


def _someone_waves(model, batch, *, tokens, longest, limits):
    row = [tokens.start, *tokens.encode("someone waves."), tokens.end]
    return as_hypotheses(torch.tensor([row] * len(batch)))


def test_features_that_are_missing_are_named(tmp_path):
    captioner = ClipCaptioner(checkpoint(tmp_path), name="s2vt:here")
    with pytest.raises(FeatureError, match=r"the clips of 'f' have no features, which s2vt:here reads; put the"):
        captioner.caption(batch())
    assert captioner.caption(Batch((), ())) == []


def test_a_model_of_several_clips_or_that_only_fills_in_is_refused(tmp_path):
    wanted = r"holds a s2vt that does not caption single clips; name the checkpoint of a model of sets of one clip"
    with pytest.raises(ModelError, match=wanted):
        ClipCaptioner(checkpoint(tmp_path, sets=dataclasses.replace(SETS, n_clips=2)), name="x")
