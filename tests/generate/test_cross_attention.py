import pytest
import torch

from cinescribe.generate.cross_attention import by_place, stream_attention
from cinescribe.models.micap.memory import Memory
from cinescribe.models.micap.sizes import ACTION, FACE, FRAME
from tests.generate.tiny_micap import tiny_micap
from tests.models.set_dummies import VOCABULARY, F, N, T, made_sets

pytestmark = pytest.mark.usefixtures("one_thread")


def memory(kinds, places, mask):
    n_sets, n_columns = len(mask), len(kinds)
    return Memory(
        torch.zeros(n_sets, n_columns, 2),
        torch.tensor(mask),
        torch.tensor(kinds),
        torch.zeros(n_sets, n_columns, dtype=torch.long),
        torch.tensor(places),
        torch.zeros(n_sets, 1, 0),
    )


def test_attention_is_returned_in_the_order_of_the_batch():
    stored = memory([FACE, FRAME, FACE, ACTION], [[2, 0, 0, 0], [1, 0, 2, 0]], [[True] * 4, [True, True, False, True]])
    attention = torch.tensor([[[0.1, 0.2, 0.3, 0.4]], [[0.5, 0.2, 0.1, 0.2]]])
    faces = by_place(attention, stored, kind=FACE, n_places=3)
    torch.testing.assert_close(faces, torch.tensor([[[0.3, 0.0, 0.1]], [[0.0, 0.5, 0.0]]]))


def test_weights_belong_to_the_step_that_chose_the_word():
    batch = made_sets([[0, 1, 0], [1, 0]])
    model = tiny_micap(VOCABULARY)
    weights = stream_attention(model, batch, batch.words)
    assert weights.frames.shape == (2, batch.words.shape[1], N, T)
    assert weights.faces.shape == (2, batch.words.shape[1], F)
    assert not weights.faces[:, 0].any()
    assert not weights.frames[:, 0].any()
    attention = model.cross_attention(batch.words, model.memory(batch, blanks=False))
    total = weights.faces.sum(2) + weights.frames.sum((2, 3))
    assert bool((total[:, 1:] < 1).all())  # actions have the rest
    changed = batch.words.clone()
    changed[:, 3] = VOCABULARY.encode("waves")[0]
    after = stream_attention(model, batch, changed)
    torch.testing.assert_close(after.faces[:, :4], weights.faces[:, :4])  # the word itself is chosen by those before it
    assert not torch.allclose(after.faces[:, 4], weights.faces[:, 4])
    assert attention.shape[1] == batch.words.shape[1]
