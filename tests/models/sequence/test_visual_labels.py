"""Visual labels: which LSTM reads words and scores, where dropout acts, and that classifiers stay as they are."""

import dataclasses

import pytest
import torch

from cinescribe.errors import ModelError
from tests.models.sequence.clips import N_LABELS, WIDTH, clips, factored, logits_of, loss_of, unfactored, visual_labels
from tests.models.set_dummies import D_ACTION, D_FRAME

pytestmark = pytest.mark.usefixtures("one_thread")
WORD_WIDTH = 7


def input_widths(model):
    return [layer.cells.input_size for layer in model.layers]


def test_layouts_differ_by_what_each_lstm_reads():
    assert input_widths(visual_labels()) == [WORD_WIDTH + N_LABELS]
    assert input_widths(unfactored()) == [WORD_WIDTH + N_LABELS, WIDTH]
    assert input_widths(factored()) == [WORD_WIDTH, WIDTH + N_LABELS]


@torch.no_grad()
def test_the_first_lstm_of_a_factored_model_sees_words_alone():
    model, batch = factored(), clips()
    other = dataclasses.replace(batch, actions=batch.actions.flip(0))
    states = [model.step(batch.words[:, 0], model.start(one))[1].layers for one in (batch, other)]
    assert torch.equal(states[0][0].hidden, states[1][0].hidden)
    assert not torch.equal(states[0][1].hidden, states[1][1].hidden)


@torch.no_grad()
def test_scores_are_the_classifiers_of_the_mean_features():
    model, batch = visual_labels(), clips()
    means = torch.cat([batch.frames[0, 0].mean(0), batch.actions[0, 0].mean(0)])  # clip 0 has all its frames
    wanted = model.labels.weight @ means + model.labels.bias
    torch.testing.assert_close(model.memory(batch).scores[0], wanted)


def test_classifiers_are_not_trained_and_are_part_of_the_checkpoint():
    model, batch = visual_labels().train(), clips()
    before = model.labels.weight.clone()
    optimiser = torch.optim.SGD(model.parameters(), 1.0)
    loss_of(model, batch).backward()
    optimiser.step()
    assert torch.equal(model.labels.weight, before)
    assert {"labels.weight", "labels.bias"} <= set(model.state_dict())


@pytest.mark.parametrize("name", ["language_dropout", "visual_dropout", "concat_dropout", "dropout"])
@pytest.mark.parametrize("build", [visual_labels, unfactored, factored])
def test_dropout_of_each_place_acts_and_keeps_the_mean(build, name):
    model, batch = build(**{name: 0.4}).train(), clips()
    assert not torch.equal(logits_of(model, batch), logits_of(model, batch))
    places = {
        "language_dropout": model.language_dropout, "visual_dropout": model.visual_dropout,
        "concat_dropout": model.concat_dropout, "dropout": model.dropout,
    }  # fmt: skip
    assert {place: layer.p for place, layer in places.items()} == {place: 0.4 * (place == name) for place in places}
    kept = places[name](torch.ones(1000))
    assert sorted(set(kept.tolist())) == pytest.approx([0.0, 1 / 0.6])


def test_more_layers_a_factored_one_and_no_labels_are_refused():
    with pytest.raises(ModelError, match=r"`n_layers` is 3; a visual-labels model has 1 or 2"):
        visual_labels(n_layers=3)
    with pytest.raises(ModelError, match=r"a factored model needs 2 layers \(`n_layers`\), not 1"):
        visual_labels(factored=True)
    with pytest.raises(ModelError, match=r"n_labels is 0; expected 1 or more"):
        visual_labels(n_labels=0)


def test_classifiers_of_other_labels_are_refused():
    with pytest.raises(
        ModelError, match=r"classifiers of 2 labels on 9 features do not fit; the model has 6 on 9; build"
    ):
        visual_labels().set_classifiers(torch.zeros(2, D_FRAME + D_ACTION), torch.zeros(2))
