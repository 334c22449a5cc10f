"""Frame-video-concept fusion reads the video first, then the centre frame and the concepts at every step."""

import dataclasses

import pytest
import torch

from cinescribe.errors import ModelError
from tests.models.sequence.clips import clips, frame_video_concept, logits_of

pytestmark = pytest.mark.usefixtures("one_thread")


def changed(batch, frame, columns):
    frames = batch.frames.clone()
    frames[0, 0, frame, columns] += 1.0
    return dataclasses.replace(batch, frames=frames)


@torch.no_grad()
def test_of_other_frames_than_the_centre_only_the_concepts_matter():
    model, batch = frame_video_concept(), clips()  # clip 0 has four frames, of which number 2 is the centre
    wanted = logits_of(model, batch)[0]
    assert torch.equal(logits_of(model, changed(batch, 0, [0, 1, 4]))[0], wanted)
    assert not torch.equal(logits_of(model, changed(batch, 0, [2]))[0], wanted)
    assert not torch.equal(logits_of(model, changed(batch, 2, [0]))[0], wanted)


@torch.no_grad()
def test_without_concepts_other_frames_do_not_matter():
    model, batch = frame_video_concept(concepts=(0, 0)), clips()
    assert torch.equal(logits_of(model, changed(batch, 0, [2])), logits_of(model, batch))


@torch.no_grad()
def test_the_video_is_the_first_step():
    model, batch = frame_video_concept(), clips()
    memory = model.memory(batch)
    assert memory.lstm.hidden.shape[0] == 2  # layers
    other = dataclasses.replace(batch, actions=batch.actions.flip(0))
    assert torch.equal(model.memory(other).persistent, memory.persistent)
    assert not torch.equal(model.memory(other).lstm.hidden, memory.lstm.hidden)


@pytest.mark.parametrize("columns", [(3, 2), (2, 6), (-1, 2)])
def test_concepts_that_are_no_columns_are_refused(columns):
    wanted = (
        r"concepts are columns \[\d, \d\] of 5; give the first and the one after|concepts is -1; expected 0 or more"
    )
    with pytest.raises(ModelError, match=wanted):
        frame_video_concept(concepts=columns)
