"""Fill-In: pooled faces, sight limited to the own clip, people told one after the other."""

import dataclasses

import pytest
import torch

from cinescribe.errors import ModelError
from cinescribe.models.fillin import (
    UNTOLD,
    FillIn,
    FillInSizes,
    clip_clusters,
    fillin,
    fillin_loss,
    fillin_text_only,
    person_labels,
)
from tests.models.set_dummies import D_ACTION, D_FACE, D_TEXT, VOCABULARY, K, N, S, made_sets

pytestmark = pytest.mark.usefixtures("one_thread")
PEOPLE = [[0, 1, 0], [0, 0, 1], [0, 1, 1], [0, 1, 2], [0, 0, 0], [0, 1]]
SIZES = FillInSizes(
    first_person=VOCABULARY.first_person,
    n_people=VOCABULARY.n_people,
    n_clips=N,
    n_segments=S,
    n_blanks=K,
    d_text=D_TEXT,
    d_face=D_FACE,
    d_action=D_ACTION,
    d_model=16,
    n_heads=2,
    n_layers=1,
    dropout=0.0,
)


def made(build=fillin, **changes) -> FillIn:
    torch.manual_seed(0)
    return build(dataclasses.replace(SIZES, **changes)).eval()


def labels_of(batch):
    return person_labels(batch, first_person=SIZES.first_person, n_people=SIZES.n_people)


def trained(model: FillIn, n_steps: int = 150) -> FillIn:
    optimiser = torch.optim.Adam(model.parameters(), 5e-3)
    for step in range(n_steps):
        optimiser.zero_grad()
        fillin_loss(model, made_sets(PEOPLE, seed=step)).backward()
        optimiser.step()
    return model


def test_faces_of_one_cluster_and_clip_are_pooled():
    batch = made_sets([[0, 1, 0]])
    batch = dataclasses.replace(batch, face_cluster=torch.tensor([[1, 1, 2, 1, 2, 0]]))
    clusters = clip_clusters(batch, n_clusters=8)
    # Faces 0 and 3 are in clip 0, 1 and 4 in clip 1 (clusters 1 and 2), 2 in clip 2; face 5 has no cluster.
    assert clusters.clips.tolist() == [0, 1, 1, 2]
    assert clusters.mask.all()
    faces, first_segment = batch.faces[0], batch.actions[0, :, 0]
    wanted = torch.stack([(faces[0] + faces[3]) / 2, faces[1], faces[4], faces[2]])
    torch.testing.assert_close(clusters.rows[0, :, :D_FACE], wanted)
    torch.testing.assert_close(clusters.rows[0, :, D_FACE:], first_segment[[0, 1, 1, 2]])


def test_another_set_s_clusters_are_masked():
    batch = made_sets([[0, 1], [0, 1]])
    clusters = clip_clusters(dataclasses.replace(batch, face_cluster=torch.tensor([[1] * 6, [2] * 6])), n_clusters=8)
    assert clusters.mask.tolist() == [[True, False] * N, [False, True] * N]


def test_action_rows_of_cut_segments_count_as_nothing():
    batch = made_sets([[0, 1, 0]])
    mask = torch.zeros(1, N, S, dtype=torch.bool)
    clusters = clip_clusters(dataclasses.replace(batch, action_mask=mask), n_clusters=8)
    assert not clusters.rows[..., D_FACE:].any()


def test_a_blank_never_sees_another_clip_s_faces():
    model, batch = made(), made_sets([[0, 1, 2], [0, 1, 0]])
    hidden = torch.randn(2, K, SIZES.d_model)
    before = model.sight(hidden, batch)
    others = torch.where((batch.face_clip == 1)[..., None], 9.0, batch.faces)
    after = model.sight(hidden, dataclasses.replace(batch, faces=others))
    changed = (before != after).any(dim=-1)
    assert torch.equal(changed, batch.blank_clip == 1)


def test_text_only_sees_no_face():
    model, batch = made(fillin_text_only), made_sets([[0, 1, 2]])
    masked = dataclasses.replace(batch, face_mask=torch.zeros_like(batch.face_mask))
    assert torch.equal(model.fill(batch), model.fill(masked))
    assert torch.equal(model(batch, labels_of(batch)), model(masked, labels_of(batch)))


def test_a_person_depends_on_those_before_and_no_other():
    model, batch = made(), made_sets([[0, 1, 2]])
    labels = labels_of(batch)
    for place in range(3):
        other = labels.clone()
        other[0, place] = 3
        changed = (model(batch, labels) != model(batch, other)).any(dim=-1)[0]
        assert not changed[: place + 1].any()
        assert changed[place + 1 : 3].all()


def test_people_told_are_fed_back():
    model, batch = made(), made_sets(PEOPLE)
    told = model.fill(batch)
    again = model(batch, told).argmax(dim=-1)
    assert torch.equal(told[batch.blank_mask], again[batch.blank_mask])
    assert (told[~batch.blank_mask] == UNTOLD).all()


def test_loss_falls_and_faces_are_what_is_learned():
    model = trained(made().train()).eval()
    batch = made_sets(PEOPLE, seed=999)
    labels = labels_of(batch)
    assert fillin_loss(model, batch) < 0.2
    assert (model.fill(batch) == labels).float().mean() > 0.9
    blind = trained(made(fillin_text_only).train()).eval()
    assert fillin_loss(blind, batch) > 0.3


def test_a_set_alone_is_filled_as_in_a_batch():
    model, batch = made(), made_sets(PEOPLE)
    together = model.fill(batch)
    alone = torch.cat([model.fill(batch.select(torch.tensor([row]))) for row in range(len(batch))])
    assert torch.equal(together, alone)


def test_sets_without_faces_or_blanks():
    model, batch = made(), made_sets([[0, 1, 2], [0]])
    empty = dataclasses.replace(
        batch, face_mask=torch.zeros_like(batch.face_mask), blank_mask=torch.zeros_like(batch.blank_mask),
        is_blank=torch.zeros_like(batch.is_blank),
    )  # fmt: skip
    assert (model.fill(empty) == UNTOLD).all()
    assert fillin_loss(model, empty) == 0
    assert model(empty, labels_of(empty)).isfinite().all()


def test_a_batch_is_left_as_it_was():
    model, batch = made(), made_sets(PEOPLE)
    model.fill(batch)
    fillin_loss(model, batch)
    for item in dataclasses.fields(batch):
        assert torch.equal(getattr(batch, item.name), getattr(made_sets(PEOPLE), item.name))


def test_labels_of_blanks_that_the_words_do_not_tell():
    batch = made_sets([[0, 1, 2]])
    words = torch.where(batch.words == VOCABULARY.first_person + 1, VOCABULARY.blank, batch.words)
    untold = dataclasses.replace(batch, words=words)
    assert labels_of(untold).tolist() == [[0, UNTOLD, 2, UNTOLD]]
    cut = dataclasses.replace(batch, words=batch.words[:, :4], is_blank=batch.is_blank[:, :4])
    assert labels_of(cut).tolist() == [[0, UNTOLD, UNTOLD, UNTOLD]]


def test_more_people_than_blanks_are_refused():
    batch = made_sets([[0, 1], [0, 1, 2]])
    fewer = dataclasses.replace(batch, blank_mask=batch.blank_mask & torch.tensor([True, True, False, False]))
    with pytest.raises(ModelError, match="set 1 of the batch names people at 3 places but has 2 blank vectors"):
        labels_of(fewer)


def test_more_blanks_than_places_are_refused():
    with pytest.raises(ModelError, match="a set of 4 blanks came, but this model tells 3 places apart"):
        made(n_blanks=3).fill(made_sets([[0, 1]]))
