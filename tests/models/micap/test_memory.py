"""The memory is the paper's sums, stream by stream, without gaps."""

import dataclasses

import pytest
import torch
from torch.nn import functional

from cinescribe.errors import FeatureError
from cinescribe.models.micap.sizes import ACTION, BLANK, FACE, FRAME, MICAP_STREAMS
from tests.models.micap_sets import F, N, S, T, gappy_sets, micap, without

pytestmark = pytest.mark.usefixtures("one_thread")


@pytest.fixture
def batch():
    return gappy_sets()


@pytest.fixture
def inputs():
    return micap().inputs


def columns(memory, kind, row):
    """A set's part of a stream in the memory: tokens (n, D), clips and places (n,)."""
    here = (memory.kinds == kind) & memory.mask[row]
    return memory.tokens[row, here], memory.clips[row, here], memory.places[row, here]


def normed(features):
    return functional.layer_norm(features, features.shape[-1:])


def test_each_frame_is_its_sum_of_equation_3(batch, inputs):
    tokens, clips, places = columns(inputs(batch, blanks=True), FRAME, 1)
    assert places.tolist() == batch.frame_mask[1].flatten().nonzero()[:, 0].tolist()
    assert clips.tolist() == (places // T).tolist()
    frame = batch.frames[1, places // T, places % T]
    wanted = inputs.maps["frames"](normed(frame)) + inputs.types.weight[1] + inputs.clips.weight[clips]
    wanted += inputs.segments.weight[batch.frame_segment[1].flatten()[places]]
    torch.testing.assert_close(tokens, wanted)


def test_each_action_is_its_sum_of_equation_4(batch, inputs):
    tokens, clips, places = columns(inputs(batch, blanks=True), ACTION, 2)
    assert clips.tolist() == (places // S).tolist()
    action = batch.actions[2, places // S, places % S]
    wanted = inputs.maps["actions"](normed(action)) + inputs.types.weight[2] + inputs.clips.weight[clips]
    torch.testing.assert_close(tokens, wanted + inputs.segments.weight[places % S])


def test_each_face_is_its_sum_of_equation_5(batch, inputs):
    tokens, clips, places = columns(inputs(batch, blanks=True), FACE, 0)
    assert places.tolist() == batch.face_mask[0].nonzero()[:, 0].tolist()
    assert clips.tolist() == batch.face_clip[0, places].tolist()
    wanted = inputs.maps["faces"](normed(batch.faces[0, places])) + inputs.types.weight[3]
    wanted += inputs.clips.weight[clips] + inputs.segments.weight[batch.face_segment[0, places]]
    wanted += inputs.clusters.weight[batch.face_cluster[0, places]] + inputs.boxes(batch.face_box[0, places])
    torch.testing.assert_close(tokens, wanted)


def test_each_blank_is_its_sum_of_equation_2(batch, inputs):
    tokens, clips, places = columns(inputs(batch, blanks=True), BLANK, 0)
    assert clips.tolist() == batch.blank_clip[0, places].tolist()
    wanted = inputs.maps["blanks"](normed(batch.blanks[0, places])) + inputs.types.weight[0]
    torch.testing.assert_close(tokens, wanted + inputs.clips.weight[clips])


def test_streams_stand_in_the_order_of_equation_6_and_blanks_only_to_fill_in(batch, inputs):
    kinds = inputs(batch, blanks=True).kinds
    assert torch.equal(kinds, kinds.sort().values)
    assert kinds.unique().tolist() == [0, 1, 2, 3]
    assert inputs(batch, blanks=False).kinds.unique().tolist() == [1, 2, 3]


def test_a_stream_is_as_long_as_its_fullest_set(batch, inputs):
    memory = inputs(batch, blanks=True)
    assert int((memory.kinds == FRAME).sum()) == int(batch.frame_mask.flatten(1).sum(1).max()) < N * T
    assert int((memory.kinds == FACE).sum()) == int(batch.face_mask.sum(1).max())
    assert memory.mask[:, memory.kinds == FACE].sum(1).tolist() == batch.face_mask.sum(1).tolist()


def test_the_scale_of_features_does_not_matter(batch, inputs):
    scaled = dataclasses.replace(batch, faces=batch.faces * 50, frames=batch.frames * 100)
    torch.testing.assert_close(inputs(scaled, blanks=True).tokens, inputs(batch, blanks=True).tokens, atol=2e-3, rtol=0)


def test_clips_clusters_and_words_are_initialised_larger_than_the_rest():
    model = micap(width=64, n_words=500)
    word_std = (model.words.weight * 8).std().item()  # times the root of the width
    for table in (model.clips, model.inputs.clusters):
        assert 0.7 < table.weight.std().item() / word_std < 1.4
    for table in (model.inputs.types, model.inputs.segments, model.positions.vectors):
        assert 0.2 < table.weight.std().item() / word_std < 0.4


def test_streams_left_out_are_neither_built_nor_read(batch):
    inputs = micap(streams=("frames", "faces")).inputs
    assert list(inputs.maps) == ["frames", "faces"]
    assert inputs(batch, blanks=True).kinds.unique().tolist() == [FRAME, FACE]


def test_a_stream_without_columns_may_have_any_width(batch, inputs):
    textless = dataclasses.replace(without(batch, "blanks"), blanks=torch.zeros(3, 0, 0))
    assert inputs(textless, blanks=True).kinds.unique().tolist() == [1, 2, 3]


@pytest.mark.parametrize("kind", MICAP_STREAMS)
def test_features_of_another_width_are_named(batch, inputs, kind):
    wider = dataclasses.replace(batch, **{kind: functional.pad(getattr(batch, kind), (0, 2))})
    width = getattr(batch, kind).shape[-1]
    with pytest.raises(FeatureError, match=f"{kind} have width {width + 2}, but the model takes {width}; extract"):
        inputs(wider, blanks=True)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("face_cluster", "found cluster 9, but the model has numbers to 3"),
        ("face_segment", "found segment 9, but the model has numbers to 1"),
        ("frame_segment", "found segment 9"),
    ],
)
def test_numbers_beyond_the_models_are_named(batch, inputs, name, words):
    with pytest.raises(FeatureError, match=words):
        inputs(dataclasses.replace(batch, **{name: getattr(batch, name) * 0 + 9}), blanks=True)


def test_faces_know_their_rows_in_the_film(batch, inputs):
    memory = inputs(batch, blanks=False)
    places = memory.places[:, memory.kinds == FACE]
    rows = batch.face_index.take_along_dim(places, 1)[memory.mask[:, memory.kinds == FACE]]
    assert rows.tolist() == batch.face_index[batch.face_mask].tolist()
    assert places.max() < F


def test_skip_columns_are_scaled_before_normalisation(batch, inputs):
    frames, actions = batch.frames.clone(), batch.actions.clone()
    frames[..., 1:3] *= 4
    actions[..., :2] *= 4
    wanted = inputs(dataclasses.replace(batch, frames=frames, actions=actions), blanks=False).tokens
    scaled = micap(skip_frames=(1, 3), skip_actions=(0, 2), skip_scale=4.0).inputs
    torch.testing.assert_close(scaled(batch, blanks=False).tokens, wanted)
    assert not torch.equal(inputs(batch, blanks=False).tokens, wanted)


def test_skip_features_summarise_each_clip(batch):
    skip = micap(skip_frames=(1, 3), skip_actions=(0, 2)).inputs(batch, blanks=False).skip
    for b in range(len(batch)):
        for n in range(batch.frames.shape[1]):
            frames, actions = batch.frames[b, n][batch.frame_mask[b, n]], batch.actions[b, n][batch.action_mask[b, n]]
            maxima = frames[:, 1:3].amax(0) if len(frames) else torch.zeros(2)
            mean = actions[:, :2].mean(0) if len(actions) else torch.zeros(2)
            torch.testing.assert_close(skip[b, n], torch.cat([maxima, mean]))
    assert micap().inputs(batch, blanks=False).skip.shape == (*batch.frames.shape[:2], 0)
    bare = dataclasses.replace(batch, frames=batch.frames[:, :, :0], frame_mask=batch.frame_mask[:, :, :0])
    bare = dataclasses.replace(bare, frame_segment=batch.frame_segment[:, :, :0])
    assert not micap(skip_frames=(1, 3)).inputs(bare, blanks=False).skip.any()
