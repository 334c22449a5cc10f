import dataclasses

import pytest
import torch

from cinescribe.errors import FeatureError, ModelError
from cinescribe.models.pointer.matching import NEVER
from cinescribe.models.pointer.pointer import Pointer
from tests.models.micap_sets import N, S, without
from tests.models.pointer.pointer_sets import SIZES, pointer, sets_with_people


def test_sets_get_the_same_scores_alone_as_in_a_batch():
    batch = sets_with_people(3)
    lengths = [14, 11, 8]
    words = batch.words.clone()
    for row, length in enumerate(lengths):
        words[row, length:] = 0
    columns = torch.arange(words.shape[1])
    batch = dataclasses.replace(
        batch, words=words, is_blank=batch.is_blank & (columns < torch.tensor(lengths)[:, None])
    )
    with torch.no_grad():
        together = pointer()(batch)
        for row, length in enumerate(lengths):
            one = batch.select(torch.tensor([row]))
            one = dataclasses.replace(one, words=one.words[:, :length], is_blank=one.is_blank[:, :length])
            alone = pointer()(one)
            n_blanks, n_groups = alone.pairs.shape[1:]
            torch.testing.assert_close(together.pairs[row, :n_blanks, :n_groups], alone.pairs[0], rtol=0, atol=2e-5)
            assert bool((together.pairs[row, :, n_groups:] == NEVER).all())
            torch.testing.assert_close(together.nobody[row, :n_blanks], alone.nobody[0], rtol=0, atol=2e-5)
            torch.testing.assert_close(together.same[row, :n_blanks, :n_blanks], alone.same[0], rtol=0, atol=2e-5)


def test_pair_scores_are_those_of_the_plain_formula():
    model, batch = pointer(), sets_with_people(2)
    with torch.no_grad():
        pointing = model(batch)
        hidden, seen = model.encoded(batch, pointing.cells)
        present = pointing.cells.present
        for row in range(2):
            for k in range(pointing.columns.shape[1]):
                blank, clip = hidden[row, pointing.columns[row, k]], pointing.clips[row, k]
                for group in range(present.shape[2]):
                    clips = [n for n in range(N) if present[row, n, group]]
                    if not clips:
                        assert pointing.pairs[row, k, group] == NEVER
                        continue
                    mean = torch.stack([seen[row, n, group] for n in clips]).mean(0)
                    here, body = seen[row, clip, group], pointing.cells.bodies[row, clip, group]
                    parts = model.part(torch.cat([here, body])).softmax(0)
                    part = parts if int(clip) in clips else torch.zeros(4)
                    mixed = model.of_blank(blank) + model.of_cell(torch.cat([here, part])) + model.of_group(mean)
                    wanted = model.score(mixed.relu())[0]
                    wanted = wanted + model.query(blank) @ model.key(here) * SIZES.width**-0.5
                    wanted = wanted + (model.part_meant(blank).softmax(0) @ parts).log()
                    assert float(pointing.pairs[row, k, group]) == pytest.approx(float(wanted), abs=1e-5)


def test_labels_of_people_do_not_matter():
    batch = sets_with_people(2)
    others = batch.words.masked_fill(batch.is_blank, SIZES.first_person + 3)
    with torch.no_grad():
        torch.testing.assert_close(
            pointer()(batch).pairs, pointer()(dataclasses.replace(batch, words=others)).pairs, rtol=0, atol=0
        )


@pytest.mark.parametrize("streams", [("frames", "actions", "faces"), ("frames",), ("actions",), ("faces",), ()])
def test_every_choice_of_streams_has_gradients(streams):
    model, batch = pointer(streams=streams), sets_with_people(2)
    pointing = model(batch)
    assert pointing.pairs.shape[2] == (3 if "faces" in streams else 0)
    (pointing.pairs.clamp(min=-9).sum() + pointing.nobody.sum() + pointing.same.sum()).backward()
    assert bool(model.words.weight.grad.any())


def test_without_bodies_they_change_nothing():
    batch = sets_with_people(2)
    others = dataclasses.replace(batch, face_body=batch.face_body + 1)
    with torch.no_grad():
        for bodies in (False, True):
            model = pointer(bodies=bodies)
            assert torch.equal(model(batch).pairs, model(others).pairs) is not bodies
            assert torch.equal(model(batch).parts, model(others).parts) is not bodies


def test_faces_of_published_features_have_no_bodies():
    batch = sets_with_people(2)
    bare = dataclasses.replace(batch, face_body=batch.face_body[..., :0])
    with torch.no_grad():
        found, wanted = pointer(body_width=0)(bare), pointer(bodies=False)(batch)
    assert torch.equal(found.pairs, wanted.pairs)


def test_scores_keep_32_bits_where_networks_compute_in_16():
    with torch.autocast("cpu", dtype=torch.bfloat16):
        pointing = pointer()(sets_with_people(2))
    scores = (pointing.pairs, pointing.nobody, pointing.same, pointing.parts)
    assert {one.dtype for one in scores} == {torch.float32}


def test_sets_without_any_face_point_at_nobody():
    pointing = pointer()(without(sets_with_people(2), "faces"))
    assert pointing.pairs.shape[2] == 0
    assert pointing.parts.shape == (2, N, 0, 4)
    assert bool(torch.isfinite(pointing.nobody).all())


def test_inputs_that_the_model_does_not_take_are_refused():
    model, batch = pointer(), sets_with_people(2)
    empty = dataclasses.replace(batch, words=batch.words[:, :0], is_blank=batch.is_blank[:, :0])
    with pytest.raises(FeatureError, match="the sets have no captions; a pointer points from the blanks"):
        model(empty)
    with pytest.raises(ModelError, match="the sets have 4 clips, but the model takes 3"):
        pointer(n_clips=3)(batch)
    with pytest.raises(ModelError, match="found token 90, but the model's vocabulary has 30"):
        model(dataclasses.replace(batch, words=batch.words.masked_fill(batch.words == 20, 90)))
    with pytest.raises(FeatureError, match="faces have width 5, but the model takes 6"):
        model(dataclasses.replace(batch, faces=batch.faces[..., :5]))
    with pytest.raises(FeatureError, match="bodies have width 2, but the model takes 3"):
        model(dataclasses.replace(batch, face_body=batch.face_body[..., :2]))
    with pytest.raises(ModelError, match="the sets have 3 face groups, but the model takes 2"):
        pointer(n_clusters=2)(batch)


def test_sizes_that_do_not_fit_are_refused():
    with pytest.raises(
        ModelError, match=r"unknown streams \['blanks'\]; a pointer sees \['frames', 'actions', 'faces'\]"
    ):
        dataclasses.replace(SIZES, streams=("blanks",))
    with pytest.raises(ModelError, match="a width of 16 cannot be divided among 3 heads"):
        dataclasses.replace(SIZES, n_heads=3)


def test_it_has_one_embedding_for_each_segment_of_its_sizes():
    assert Pointer(SIZES).segments.num_embeddings == S
