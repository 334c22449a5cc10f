import numpy as np
import pytest
import torch

from cinescribe.errors import ModelError
from cinescribe.explain.attribution.gradients import completeness_gap, integrated_gradients, path_gradients
from cinescribe.explain.attribution.occlusion import occlusion
from cinescribe.explain.targets.micap_target import seen_set
from cinescribe.models.micap.sizes import ACTION, FACE, FRAME
from tests.explain.explained import model, reader, sets
from tests.features.films import VOCABULARY

pytestmark = pytest.mark.usefixtures("one_thread")


@pytest.fixture(scope="module")
def told():
    batch = reader().batch(sets())
    one = batch.select(torch.tensor([1]))
    row = one.words[:, : int((one.words != VOCABULARY.pad).sum())]
    return model(), one, row


def seen_of(told, columns=(1, 2, 3)):
    asked, batch, row = told
    return seen_set(asked, batch, row, columns=columns, tokens=VOCABULARY)


def test_scores_are_those_of_the_model_reading_the_row(told):
    asked, batch, row = told
    seen = seen_of(told)
    with torch.no_grad():
        logits = asked.word_logits(asked.hidden(row, asked.memory(batch, blanks=False)))
        wanted = logits.log_softmax(-1)[0, :3].gather(1, row[0, 1:4, None])[:, 0]
        scores = seen.scores(torch.stack([seen.visual, torch.zeros_like(seen.visual)]))
    torch.testing.assert_close(scores[0], wanted)
    assert (scores[1] - wanted).abs().max() > 1e-3


def test_words_are_those_of_the_columns_and_parts_those_that_are_there(told):
    _, batch, row = told
    seen = seen_of(told)
    assert seen.words == tuple(VOCABULARY.tokens[token] for token in row[0, 1:4].tolist())
    counts = [int((seen.memory.kinds == kind).sum()) for kind in (FRAME, ACTION, FACE)]
    masks = (batch.frame_mask, batch.action_mask, batch.face_mask)
    assert counts == [int(mask.sum()) for mask in masks]
    assert len(seen.visual) == sum(counts)


def test_methods_explain_it_and_leave_the_model_as_it_was(told):
    asked, _, _ = told
    before = {name: value.clone() for name, value in asked.state_dict().items()}
    seen = seen_of(told)
    found = integrated_gradients(seen)
    assert found.scores.shape == occlusion(seen).scores.shape == (3, len(seen.visual))
    few, many = (np.max(completeness_gap(seen, path_gradients(seen, n_steps=n))) for n in (1, 400))
    assert many < 0.01 < few
    assert all(parameter.grad is None for parameter in asked.parameters())
    assert all(torch.equal(value, before[name]) for name, value in asked.state_dict().items())


def test_a_model_that_drops_out_is_refused(told):
    _, batch, row = told
    with pytest.raises(ModelError, match=r"training mode"):
        seen_set(model().train(), batch, row, columns=(1,), tokens=VOCABULARY)
