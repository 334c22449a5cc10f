import numpy as np
import pytest
import torch

from cinescribe.errors import ModelError
from cinescribe.explain.attribution.gradients import integrated_gradients, path_gradients
from cinescribe.explain.attribution.occlusion import occlusion
from cinescribe.explain.targets.micap_target import micap_caption
from cinescribe.models.micap.sizes import ACTION, FACE, FRAME
from tests.explain.completeness import completeness_gap
from tests.explain.small_micap import model, reader, sets
from tests.features.films import VOCABULARY

pytestmark = pytest.mark.usefixtures("one_thread")


@pytest.fixture(scope="module")
def captioned():
    batch = reader().batch(sets())
    one = batch.select(torch.tensor([1]))
    row = one.words[:, : int((one.words != VOCABULARY.pad).sum())]
    return model(), one, row


def caption_of(captioned, columns=(1, 2, 3)):
    micap, batch, row = captioned
    return micap_caption(micap, batch, row, columns=columns, tokens=VOCABULARY)


def test_scores_are_those_of_the_model_on_the_row(captioned):
    micap, batch, row = captioned
    caption = caption_of(captioned)
    with torch.no_grad():
        logits = micap.word_logits(micap.hidden(row, micap.memory(batch, blanks=False)))
        wanted = logits.log_softmax(-1)[0, :3].gather(1, row[0, 1:4, None])[:, 0]
        scores = caption.scores(torch.stack([caption.visual, torch.zeros_like(caption.visual)]))
    torch.testing.assert_close(scores[0], wanted)
    assert (scores[1] - wanted).abs().max() > 1e-3


def test_words_are_those_of_the_columns_and_parts_are_unmasked(captioned):
    _, batch, row = captioned
    caption = caption_of(captioned)
    assert caption.words == tuple(VOCABULARY.tokens[token] for token in row[0, 1:4].tolist())
    counts = [int((caption.memory.kinds == kind).sum()) for kind in (FRAME, ACTION, FACE)]
    masks = (batch.frame_mask, batch.action_mask, batch.face_mask)
    assert counts == [int(mask.sum()) for mask in masks]
    assert len(caption.visual) == sum(counts)


@pytest.mark.slow
def test_methods_do_not_change_the_model(captioned):
    micap, _, _ = captioned
    before = {name: value.clone() for name, value in micap.state_dict().items()}
    caption = caption_of(captioned)
    found = integrated_gradients(caption)
    assert found.scores.shape == occlusion(caption).scores.shape == (3, len(caption.visual))
    few, many = (np.max(completeness_gap(caption, path_gradients(caption, n_steps=n))) for n in (1, 400))
    assert many < 0.01 < few
    assert all(parameter.grad is None for parameter in micap.parameters())
    assert all(torch.equal(value, before[name]) for name, value in micap.state_dict().items())


def test_a_model_in_training_mode_is_refused(captioned):
    _, batch, row = captioned
    with pytest.raises(ModelError, match=r"training mode"):
        micap_caption(model().train(), batch, row, columns=(1,), tokens=VOCABULARY)
