import dataclasses

import pytest
import torch

from cinescribe.errors import FeatureError, ModelError
from cinescribe.features.clip_sets.question_batch import QuestionBatch
from cinescribe.models.commonsense.answerer import Answerer, AnswererSizes
from tests.models.set_dummies import D_ACTION, D_FRAME, made_sets

SIZES = AnswererSizes(
    n_words=12,
    first_person=6,
    n_people=1,
    frame_width=D_FRAME,
    action_width=D_ACTION,
    sentence_width=7,
    kinds=("intention-why", "effect-how"),
    width=8,
    dropout=0.0,
)


def single_clips(n):
    sets = made_sets([[0, 0, 0]] * n)
    return dataclasses.replace(
        sets,
        frames=sets.frames[:, :1],
        frame_mask=sets.frame_mask[:, :1],
        frame_segment=sets.frame_segment[:, :1],
        actions=sets.actions[:, :1],
        action_mask=sets.action_mask[:, :1],
    )


def batch(items=(0, 0, 1), *, video=True):
    torch.manual_seed(1)
    n = max(items) + 1
    return QuestionBatch(
        single_clips(n) if video else None,
        torch.tensor(items),
        torch.randn(len(items), 7),
        torch.randn(n, 7),
        torch.zeros(len(items), 0),
        torch.zeros(len(items), dtype=torch.long),
    )


def model(**changes):
    torch.manual_seed(0)
    return Answerer(dataclasses.replace(SIZES, **changes)).eval()


@pytest.mark.parametrize("reads_video", [True, False])
@pytest.mark.parametrize("reads_captions", [True, False])
def test_each_question_has_logits_of_answers_and_kinds(reads_video, reads_captions):
    logits = model(reads_video=reads_video, reads_captions=reads_captions)(batch(video=reads_video))
    assert logits.answers.shape == (3, 5)
    assert logits.kinds.shape == (3, 2)


@pytest.mark.parametrize("name", ["video", "captions"])
def test_only_what_is_read_matters(name):
    given = batch()
    if name == "video":
        changed = dataclasses.replace(
            given, video=dataclasses.replace(given.video, frames=given.video.frames + 1 + torch.rand(D_FRAME))
        )
    else:
        changed = dataclasses.replace(given, captions=given.captions + 1)
    for reads in (True, False):
        one = model(**{"reads_video": name == "video" and reads, "reads_captions": name == "captions" and reads})
        assert torch.equal(one(given).answers, one(changed).answers) is not reads


def test_a_question_is_answered_the_same_alone():
    one, given = model(reads_captions=True), batch()
    assert given.video is not None
    alone = dataclasses.replace(
        given,
        video=given.video.select(torch.tensor([1])),
        items=torch.tensor([0]),
        questions=given.questions[2:],
        captions=given.captions[1:],
    )
    torch.testing.assert_close(one(alone).answers[0], one(given).answers[2])


def test_masked_frames_do_not_matter():
    one, given = model(), batch()
    mask = given.video.frame_mask.clone()
    mask[:, :, -1] = False
    frames = given.video.frames.clone()
    masked = dataclasses.replace(given, video=dataclasses.replace(given.video, frame_mask=mask))
    frames[:, :, -1] = 9
    other = dataclasses.replace(given, video=dataclasses.replace(given.video, frame_mask=mask, frames=frames))
    torch.testing.assert_close(one(masked).answers, one(other).answers)
    none = dataclasses.replace(given, video=dataclasses.replace(given.video, frame_mask=torch.zeros_like(mask)))
    assert one(none).answers.isfinite().all()


def test_a_model_that_sees_needs_video():
    with pytest.raises(ModelError, match="the questions have no video, which the model sees"):
        model()(batch(video=False))


def test_vectors_of_another_width_are_refused():
    with pytest.raises(FeatureError, match="questions have width 3, but this model was built for 7"):
        model()(dataclasses.replace(batch(), questions=torch.zeros(3, 3)))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"kinds": ()}, "`kinds` is empty"),
        ({"width": 7}, "`width` is 7, which is odd"),
        ({"sentence_width": 0}, "sentence_width is 0; expected 1 or more"),
    ],
)
def test_sizes_out_of_range_are_refused(changes, words):
    with pytest.raises(ModelError, match=words):
        dataclasses.replace(SIZES, **changes)


def test_a_batch_moves_with_and_without_video():
    assert batch(video=False).to("meta").questions.is_meta
    assert batch().to("meta").video.frames.is_meta
    assert len(batch()) == 3
