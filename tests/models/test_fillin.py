"""Fill-In: sight limited to the own clip, people told one after the other, driven as any filler."""

import dataclasses

import pytest
import torch

from cinescribe.errors import ModelError
from cinescribe.generate.forced import fill
from cinescribe.models.fillin import FillIn, FillInSizes, fillin, fillin_text_only
from cinescribe.train.objectives.clip_objectives import FillPass
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


def made(build=fillin, **changes) -> FillIn:
    torch.manual_seed(0)
    return build(dataclasses.replace(SIZES, **changes)).eval()


def blanked(batch):
    return dataclasses.replace(batch, words=batch.words.masked_fill(batch.is_blank, VOCABULARY.blank))


def filled(model, batch):
    return fill(model, blanked(batch), tokens=VOCABULARY).words


def loss_of(model, batch):
    fill_pass = FillPass(VOCABULARY)
    return fill_pass.loss(model, batch) / fill_pass.count(batch)


def logits_of(model, batch):
    return model.person_logits(model.hidden(batch.words, model.memory(batch, blanks=True)))


def trained(model: FillIn) -> FillIn:
    optimiser = torch.optim.Adam(model.train().parameters(), 5e-3)
    for step in range(150):
        optimiser.zero_grad()
        loss_of(model, made_sets(PEOPLE, seed=step)).backward()
        optimiser.step()
    return model.eval()


def test_a_blank_never_sees_another_clip_s_faces():
    model, batch = made(), made_sets([[0, 1, 2], [0, 1, 0]])
    hidden = torch.randn(2, K, SIZES.width)
    before = model.sight(hidden, batch)
    others = torch.where((batch.face_clip == 1)[..., None], 9.0, batch.faces)
    after = model.sight(hidden, dataclasses.replace(batch, faces=others))
    assert torch.equal((before != after).any(dim=-1), batch.blank_clip == 1)


def test_masked_faces_are_not_seen():
    model, batch = made(), made_sets([[0, 1, 2]])
    mask = batch.face_mask & (batch.face_clip != 1)
    hidden = dataclasses.replace(batch, face_mask=mask)
    other = dataclasses.replace(hidden, faces=batch.faces.masked_fill(~mask[..., None], 9.0))
    assert torch.equal(logits_of(model, hidden), logits_of(model, other))
    assert not torch.equal(logits_of(model, hidden), logits_of(model, batch))


def test_faces_carry_the_action_of_their_segment():
    model, batch = made(), made_sets([[0, 1, 2]])
    before = logits_of(model, batch)
    late, early = batch.actions.clone(), batch.actions.clone()
    late[:, :, 1] = 9.0  # all faces are in the first segment
    early[:, :, 0] = 9.0
    assert torch.equal(logits_of(model, dataclasses.replace(batch, actions=late)), before)
    assert not torch.equal(logits_of(model, dataclasses.replace(batch, actions=early)), before)
    gone = dataclasses.replace(batch, action_mask=torch.zeros(1, N, S, dtype=torch.bool))
    nothing = dataclasses.replace(batch, actions=torch.zeros_like(batch.actions))
    assert torch.equal(logits_of(model, gone), logits_of(model, nothing))


def test_text_only_sees_no_face():
    model, batch = made(fillin_text_only), made_sets([[0, 1, 2]])
    masked = dataclasses.replace(batch, face_mask=torch.zeros_like(batch.face_mask))
    assert torch.equal(logits_of(model, batch), logits_of(model, masked))


def test_a_person_depends_on_those_before_and_no_other():
    model, batch = made(), made_sets([[0, 1, 2]])
    places = torch.nonzero(batch.is_blank[0])[:, 0].tolist()
    for place in places:
        words = batch.words.clone()
        words[0, place] = VOCABULARY.first_person + 3
        other = dataclasses.replace(batch, words=words)
        changed = (logits_of(model, batch) != logits_of(model, other)).any(dim=-1)[0]
        assert not changed[:place].any()
        if place != places[-1]:
            assert changed[place : places[-1]].all()


def test_words_are_not_looked_at():
    model, batch = made(), made_sets([[0, 1, 2]])
    words = torch.where(batch.is_blank, batch.words, VOCABULARY.unknown)
    assert torch.equal(logits_of(model, batch), logits_of(model, dataclasses.replace(batch, words=words)))


@torch.no_grad()
def test_read_in_runs_or_at_once_is_the_same():
    model, batch = made(), made_sets(PEOPLE)
    wanted = model.hidden(batch.words, model.memory(batch, blanks=True))
    state = model.start_filling(batch)
    for first in range(0, batch.words.shape[1], 5):
        run = batch.words[:, first : first + 5]
        hidden, state = model.read(run, torch.full((len(batch),), run.shape[1]), state)
        torch.testing.assert_close(hidden, wanted[:, first : first + 5])


@torch.no_grad()
def test_words_beyond_a_row_s_run_are_not_read():
    model, batch = made(), made_sets(PEOPLE)
    n_words = torch.tensor([1, 2, 5, 6, 9, 3])
    _, state = model.read(batch.words, n_words, model.start_filling(batch))
    told = [int(batch.is_blank[row, :n].sum()) for row, n in enumerate(n_words)]
    assert state.n_told.tolist() == told


@torch.no_grad()
def test_rows_are_selected_and_repeated():
    model, batch = made(), made_sets(PEOPLE)
    rows = torch.tensor([3, 0, 3])
    state = model.select(model.start_filling(batch), rows)
    hidden, _ = model.read(batch.words[rows], torch.full((3,), batch.words.shape[1]), state)
    torch.testing.assert_close(hidden, model.hidden(batch.words, model.memory(batch, blanks=True))[rows])


def test_people_told_are_fed_back():
    model, batch = made(), made_sets(PEOPLE)
    words = filled(model, batch)
    again = logits_of(model, dataclasses.replace(batch, words=words)).argmax(dim=-1) + VOCABULARY.first_person
    assert torch.equal(words[:, 1:][batch.is_blank[:, 1:]], again[:, :-1][batch.is_blank[:, 1:]])


def test_loss_falls_and_faces_are_what_is_learned():
    batch = made_sets(PEOPLE, seed=999)
    model = trained(made())
    assert loss_of(model, batch) < 0.2
    assert (filled(model, batch) == batch.words)[batch.is_blank].float().mean() > 0.9
    assert loss_of(trained(made(fillin_text_only)), batch) > 0.3


def test_a_set_alone_is_filled_as_in_a_batch():
    model, batch = made(), made_sets(PEOPLE)
    together = filled(model, batch)
    alone = torch.cat([filled(model, batch.select(torch.tensor([row]))) for row in range(len(batch))])
    assert torch.equal(together, alone)


def test_sets_without_faces_or_blanks():
    model, batch = made(), made_sets([[0, 1, 2], [0]])
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
    filled(made(), batch)
    loss_of(made().train(), batch).backward()
    for item in dataclasses.fields(batch):
        assert torch.equal(getattr(batch, item.name), getattr(made_sets(PEOPLE), item.name))


def test_more_people_than_blanks_are_refused():
    batch = made_sets([[0, 1], [0, 1, 2]])
    fewer = dataclasses.replace(batch, blank_mask=batch.blank_mask & torch.tensor([True, True, False, False]))
    with pytest.raises(ModelError, match="captionset 1 of the batch tells 3 people but has 2 blank vectors"):
        logits_of(made(), fewer)


def test_more_blanks_than_places_are_refused():
    with pytest.raises(ModelError, match="a set of 4 blanks came, but this model tells 3 places apart"):
        filled(made(n_tokens=3), made_sets([[0, 1]]))


def test_captions_are_refused():
    with pytest.raises(ModelError, match="asked to write captions, but only fills in"):
        made().memory(made_sets([[0]]), blanks=False)
