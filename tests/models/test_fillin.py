"""Fill-In attends to its own clip only, predicts people one after the other, and works as any filler."""

import dataclasses

import pytest
import torch

from cinescribe.errors import ModelError
from cinescribe.generate.forced import fill
from cinescribe.models.fillin import FillIn, FillInSizes
from cinescribe.train.objectives.clip_objectives import FillObjective
from tests.models.set_dummies import D_ACTION, D_FACE, D_TEXT, VOCABULARY, K, N, S, made_sets

pytestmark = pytest.mark.usefixtures("one_thread")
PEOPLE = [[0, 1, 0], [0, 0, 1], [0, 1, 1], [0, 1, 2], [0, 0, 0], [0, 1]]
SIZES = FillInSizes(
    first_person=VOCABULARY.first_person,
    n_people=VOCABULARY.n_people,
    n_clips=N,
    d_text=D_TEXT,
    d_face=D_FACE,
    d_action=D_ACTION,
    width=16,
    n_heads=2,
    ff_width=32,
    n_layers=1,
    dropout=0.0,
)


def tiny_fillin(**changes) -> FillIn:
    torch.manual_seed(0)
    return FillIn(dataclasses.replace(SIZES, **changes)).eval()


def blanked(batch):
    return dataclasses.replace(batch, words=batch.words.masked_fill(batch.is_blank, VOCABULARY.blank))


def filled(model, batch):
    return fill(model, blanked(batch), tokens=VOCABULARY).words


def loss_of(model, batch):
    objective = FillObjective(VOCABULARY)
    return objective.loss(model, batch) / objective.count(batch)


def logits_of(model, batch):
    return model.person_logits(model.hidden(batch.words, model.memory(batch, blanks=True)))


def trained(model: FillIn) -> FillIn:
    optimizer = torch.optim.Adam(model.train().parameters(), 5e-3)
    for step in range(150):
        optimizer.zero_grad()
        loss_of(model, made_sets(PEOPLE, seed=step)).backward()
        optimizer.step()
    return model.eval()


def test_a_blank_never_attends_to_the_faces_of_another_clip():
    model, batch = tiny_fillin(), made_sets([[0, 1, 2], [0, 1, 0]])
    hidden = torch.randn(2, K, SIZES.width)
    assert model.sight is not None
    before = model.sight(hidden, batch)
    others = torch.where((batch.face_clip == 1)[..., None], 9.0, batch.faces)
    after = model.sight(hidden, dataclasses.replace(batch, faces=others))
    assert torch.equal((before != after).any(dim=-1), batch.blank_clip == 1)


def test_masked_faces_are_not_attended_to():
    model, batch = tiny_fillin(), made_sets([[0, 1, 2]])
    mask = batch.face_mask & (batch.face_clip != 1)
    hidden = dataclasses.replace(batch, face_mask=mask)
    other = dataclasses.replace(hidden, faces=batch.faces.masked_fill(~mask[..., None], 9.0))
    assert torch.equal(logits_of(model, hidden), logits_of(model, other))
    assert not torch.equal(logits_of(model, hidden), logits_of(model, batch))


def test_faces_carry_the_action_of_their_segment():
    model, batch = tiny_fillin(), made_sets([[0, 1, 2]])
    before = logits_of(model, batch)
    late, early = batch.actions.clone(), batch.actions.clone()
    late[:, :, 1] = 9.0  # all faces are in the first segment
    early[:, :, 0] = 9.0
    assert torch.equal(logits_of(model, dataclasses.replace(batch, actions=late)), before)
    assert not torch.equal(logits_of(model, dataclasses.replace(batch, actions=early)), before)
    masked = dataclasses.replace(batch, action_mask=torch.zeros(1, N, S, dtype=torch.bool))
    nothing = dataclasses.replace(batch, actions=torch.zeros_like(batch.actions))
    assert torch.equal(logits_of(model, masked), logits_of(model, nothing))


def test_the_text_only_model_ignores_faces():
    model, batch = tiny_fillin(sees_faces=False), made_sets([[0, 1, 2]])
    masked = dataclasses.replace(batch, face_mask=torch.zeros_like(batch.face_mask))
    assert torch.equal(logits_of(model, batch), logits_of(model, masked))


def test_a_person_depends_on_those_before_and_no_other():
    model, batch = tiny_fillin(), made_sets([[0, 1, 2]])
    positions = torch.nonzero(batch.is_blank[0])[:, 0].tolist()
    for position in positions:
        words = batch.words.clone()
        words[0, position] = VOCABULARY.first_person + 3
        other = dataclasses.replace(batch, words=words)
        changed = (logits_of(model, batch) != logits_of(model, other)).any(dim=-1)[0]
        assert not changed[:position].any()
        if position != positions[-1]:
            assert changed[position : positions[-1]].all()


def test_words_other_than_people_are_ignored():
    model, batch = tiny_fillin(), made_sets([[0, 1, 2]])
    words = torch.where(batch.is_blank, batch.words, VOCABULARY.unknown)
    assert torch.equal(logits_of(model, batch), logits_of(model, dataclasses.replace(batch, words=words)))


@torch.no_grad()
def test_decoding_in_runs_is_decoding_at_once():
    model, batch = tiny_fillin(), made_sets(PEOPLE)
    wanted = model.hidden(batch.words, model.memory(batch, blanks=True))
    state = model.start_filling(batch)
    for first in range(0, batch.words.shape[1], 5):
        run = batch.words[:, first : first + 5]
        hidden, state = model.read(run, torch.full((len(batch),), run.shape[1]), state)
        torch.testing.assert_close(hidden, wanted[:, first : first + 5])


@torch.no_grad()
def test_words_beyond_a_row_s_run_are_ignored():
    model, batch = tiny_fillin(), made_sets(PEOPLE)
    n_words = torch.tensor([1, 2, 5, 6, 9, 3])
    _, state = model.read(batch.words, n_words, model.start_filling(batch))
    n_people = [int(batch.is_blank[row, :n].sum()) for row, n in enumerate(n_words)]
    assert state.n_filled.tolist() == n_people


@torch.no_grad()
def test_rows_are_selected_and_repeated():
    model, batch = tiny_fillin(), made_sets(PEOPLE)
    rows = torch.tensor([3, 0, 3])
    state = model.select(model.start_filling(batch), rows)
    hidden, _ = model.read(batch.words[rows], torch.full((3,), batch.words.shape[1]), state)
    torch.testing.assert_close(hidden, model.hidden(batch.words, model.memory(batch, blanks=True))[rows])


def test_predicted_people_are_fed_back():
    model, batch = tiny_fillin(), made_sets(PEOPLE)
    words = filled(model, batch)
    again = logits_of(model, dataclasses.replace(batch, words=words)).argmax(dim=-1) + VOCABULARY.first_person
    assert torch.equal(words[:, 1:][batch.is_blank[:, 1:]], again[:, :-1][batch.is_blank[:, 1:]])


@pytest.mark.slow
def test_loss_falls_and_faces_are_what_is_learned():
    batch = made_sets(PEOPLE, seed=999)
    model = trained(tiny_fillin())
    assert loss_of(model, batch) < 0.2
    assert (filled(model, batch) == batch.words)[batch.is_blank].float().mean() > 0.9
    assert loss_of(trained(tiny_fillin(sees_faces=False)), batch) > 0.3


def test_a_set_alone_is_filled_as_in_a_batch():
    model, batch = tiny_fillin(), made_sets(PEOPLE)
    together = filled(model, batch)
    alone = torch.cat([filled(model, batch.select(torch.tensor([row]))) for row in range(len(batch))])
    assert torch.equal(together, alone)


def test_sets_without_faces_or_blanks():
    model, batch = tiny_fillin(), made_sets([[0, 1, 2], [0]])
    faceless = dataclasses.replace(batch, face_mask=torch.zeros_like(batch.face_mask))
    assert logits_of(model, faceless).isfinite().all()
    words = batch.words.masked_fill(batch.is_blank, VOCABULARY.unknown)
    for n_blanks in (K, 0):
        empty = dataclasses.replace(
            batch, words=words, is_blank=torch.zeros_like(batch.is_blank), blanks=batch.blanks[:, :n_blanks],
            blank_mask=torch.zeros_like(batch.blank_mask)[:, :n_blanks], blank_clip=batch.blank_clip[:, :n_blanks],
        )  # fmt: skip
        assert torch.equal(filled(model, empty), words)
        assert logits_of(model, empty).isfinite().all()


def test_a_batch_is_left_as_it_was():
    batch = made_sets(PEOPLE)
    filled(tiny_fillin(), batch)
    loss_of(tiny_fillin().train(), batch).backward()
    for item in dataclasses.fields(batch):
        assert torch.equal(getattr(batch, item.name), getattr(made_sets(PEOPLE), item.name))


def test_more_people_than_blanks_are_refused():
    batch = made_sets([[0, 1], [0, 1, 2]])
    fewer = dataclasses.replace(batch, blank_mask=batch.blank_mask & torch.tensor([True, True, False, False]))
    with pytest.raises(ModelError, match="captionset 1 of the batch names 3 people but has 2 blank vectors"):
        logits_of(tiny_fillin(), fewer)


def test_more_blanks_than_positions_are_refused():
    with pytest.raises(ModelError, match="the set has 4 blanks, but this model has 3 positions"):
        filled(tiny_fillin(n_tokens=3), made_sets([[0, 1]]))


def test_captions_are_refused():
    with pytest.raises(ModelError, match="asked to write captions, but only fills in"):
        tiny_fillin().memory(made_sets([[0]]), blanks=False)
