"""Explanations of the texts of any `Step`: here a recurrent one that reads one part per word."""

from dataclasses import dataclass

import numpy as np
import pytest
import torch
from torch import Tensor, nn

from cinescribe.errors import ModelError
from cinescribe.explain.attribution.gradients import integrated_gradients, path_gradients, saliency
from cinescribe.explain.attribution.occlusion import occlusion
from cinescribe.explain.targets.step_target import StepCaption
from tests.explain.completeness import completeness_gap
from tests.generate.toys import TOKENS

pytestmark = pytest.mark.usefixtures("one_thread")

N_PARTS, WIDTH = 3, 4
WORDS = ("a", "c", "b", "a")


@dataclass(frozen=True)
class State:
    """The state of a `Recurrent`: its input (n, R, D), its memory (n, H) and the number of words written."""

    visual: Tensor
    memory: Tensor
    n_words: int


class Recurrent(nn.Module):
    """A captioner that reads one part per word, in turn, into a memory that later words depend on."""

    def __init__(self, *, dropout=0.0):
        super().__init__()
        self.words, self.cell = nn.Embedding(len(TOKENS), WIDTH), nn.GRUCell(2 * WIDTH, 8)
        self.out, self.drop = nn.Linear(8, len(TOKENS)), nn.Dropout(dropout)

    def start(self, batch):
        return State(batch, batch.new_zeros(len(batch), 8), 0)

    def step(self, tokens, state):
        part = state.visual[:, state.n_words % state.visual.shape[1]]
        memory = self.cell(torch.cat([self.words(tokens), part], 1), state.memory)
        return self.out(self.drop(memory)), State(state.visual, memory, state.n_words + 1)

    def select(self, state, rows):
        return State(state.visual[rows], state.memory[rows], state.n_words)


def recurrent(**settings):
    torch.manual_seed(0)
    return Recurrent(**settings).eval()


def step_caption(step, *, words=WORDS):
    visual = torch.randn(N_PARTS, WIDTH, generator=torch.Generator().manual_seed(1))
    tokens = torch.tensor([TOKENS.start, *TOKENS.encode(" ".join(words))])
    return StepCaption(step, lambda batch: batch, visual, tokens, words)


CAPTION = step_caption(recurrent())


def test_scores_are_those_of_decoding():
    state, wanted = CAPTION.step.start(CAPTION.visual[None]), []
    for before, word in zip(CAPTION.tokens, CAPTION.tokens[1:], strict=False):
        logits, state = CAPTION.step.step(before[None], state)
        wanted.append(logits.log_softmax(-1)[0, word])
    torch.testing.assert_close(CAPTION.scores(CAPTION.visual[None]), torch.stack(wanted)[None])


def test_rows_do_not_mix():
    versions = torch.stack([CAPTION.visual, CAPTION.visual * 0, -CAPTION.visual])
    alone = torch.cat([CAPTION.scores(version[None]) for version in versions])
    torch.testing.assert_close(CAPTION.scores(versions), alone)


@pytest.mark.parametrize("method", [saliency, integrated_gradients, occlusion])
def test_a_part_has_no_effect_on_words_before_it_is_read(method):
    scores = np.abs(method(CAPTION).scores)
    assert scores.shape == (len(WORDS), N_PARTS)
    read = np.tril(np.ones((len(WORDS), N_PARTS), bool))
    assert scores[read].min() > 1e-4
    assert scores[~read].max() < 1e-6


@pytest.mark.parametrize("method", [saliency, integrated_gradients, occlusion])
def test_words_do_not_depend_on_later_words(method):
    short = method(step_caption(CAPTION.step, words=WORDS[:2]))
    np.testing.assert_allclose(method(CAPTION).scores[:2], short.scores, rtol=1e-3, atol=1e-4)


def test_saliency_is_the_slope():
    slopes, small = np.zeros((len(WORDS), N_PARTS)), 1e-3
    for part in range(N_PARTS):
        for number in range(WIDTH):
            nudge = torch.zeros_like(CAPTION.visual)
            nudge[part, number] = small
            ends = CAPTION.scores(torch.stack([CAPTION.visual - nudge, CAPTION.visual + nudge])).detach().double()
            slopes[:, part] += (ends[1] - ends[0]).abs().numpy() / (2 * small)
    np.testing.assert_allclose(saliency(CAPTION).scores, slopes, rtol=0.02, atol=2e-3)


def test_integrated_gradients_add_up():
    assert completeness_gap(CAPTION, path_gradients(CAPTION)).max() < 0.02
    assert completeness_gap(CAPTION, integrated_gradients(CAPTION)).max() < 1e-3


def test_occlusion_is_the_drop_of_a_word_score():
    without = CAPTION.visual.clone()
    without[1] = 0
    lost = (CAPTION.scores(CAPTION.visual[None]) - CAPTION.scores(without[None]))[0]
    np.testing.assert_allclose(occlusion(CAPTION).scores[:, 1], lost.detach().numpy(), atol=1e-6)


def test_a_captioner_in_training_mode_is_refused():
    with pytest.raises(ModelError, match=r"in training mode cannot be explained, because its dropout .*; call \.eval"):
        step_caption(recurrent(dropout=0.5).train())
    assert step_caption(recurrent(dropout=0.5)).words == WORDS
