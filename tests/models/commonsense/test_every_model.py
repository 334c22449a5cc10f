"""What holds for each commonsense model: step by step is all at once, a batch is its rows, and it learns."""

import dataclasses
from typing import Any

import pytest
import torch

from cinescribe.errors import ModelError
from cinescribe.generate.greedy import greedy
from cinescribe.models.checkpoint import CheckpointCard, read_checkpoint, write_checkpoint
from cinescribe.models.commonsense.network import (
    CaptioningNetwork,
    CaptionSteps,
    CommonsenseSizes,
    PhraseSteps,
)
from cinescribe.models.model_table import MODELS
from cinescribe.train.objectives.commonsense_objective import CommonsenseObjective
from tests.layers.peers import shaken
from tests.models.commonsense.dummies import EVERY, SIZES, batch, build
from tests.models.set_dummies import VOCABULARY

pytestmark = pytest.mark.usefixtures("one_thread")
every = pytest.mark.parametrize("kind", EVERY)
writers = pytest.mark.parametrize("kind", [kind for kind in EVERY if issubclass(kind, CaptioningNetwork)])
CLOSE: dict[str, Any] = {"rtol": 1e-4, "atol": 1e-5}


@every
@torch.no_grad()
def test_phrases_one_token_at_a_time_equal_all_at_once(kind):
    model, data = build(kind), batch()
    wanted, steps = model(data).phrases, PhraseSteps(model)
    state = steps.start(data)
    for position in range(data.phrases.shape[1] - 1):
        logits, state = steps.step(data.phrases[:, position], state)
        torch.testing.assert_close(logits, wanted[:, position], **CLOSE)


@writers
@torch.no_grad()
def test_captions_one_token_at_a_time_equal_all_at_once(kind):
    model, data = build(kind), batch()
    wanted, steps = model(data).captions, CaptionSteps(model)
    state = steps.start(data.video)
    for position in range(data.captions.shape[1] - 1):
        logits, state = steps.step(data.captions[:, position], state)
        kept = data.captions[:, position] != VOCABULARY.pad
        torch.testing.assert_close(logits[kept], wanted[kept, position], **CLOSE)


@every
@torch.no_grad()
def test_a_batch_is_its_clips_whatever_stands_behind_the_masks(kind):
    model, data = build(kind), batch()
    wanted = model(data)
    noisy = dataclasses.replace(
        data.video, frames=data.video.frames.where(data.video.frame_mask[..., None], torch.tensor(99.0))
    )
    torch.testing.assert_close(model(dataclasses.replace(data, video=noisy)).phrases, wanted.phrases, **CLOSE)
    for clip in range(len(data.video)):
        rows = (data.items == clip).nonzero()[:, 0]
        words = data.captions[clip : clip + 1]
        alone = dataclasses.replace(
            data,
            video=data.video.select(torch.tensor([clip])),
            captions=words[:, : int((words != VOCABULARY.pad).sum())],
            items=torch.zeros_like(rows),
            aspects=data.aspects[rows],
            phrases=data.phrases[rows],
        )
        torch.testing.assert_close(model(alone).phrases, wanted.phrases[rows], **CLOSE)


@every
@torch.no_grad()
def test_an_aspect_changes_what_is_written(kind):
    model, data = build(kind), batch()
    turned = dataclasses.replace(data, aspects=(data.aspects + 1) % 3)
    assert not torch.allclose(model(turned).phrases, model(data).phrases, atol=1e-4)


@every
@torch.no_grad()
def test_the_caption_matters_and_the_video_only_to_those_who_see(kind):
    model, data = build(kind), batch()
    other = data.with_captions(data.captions.flip(0))
    assert not torch.allclose(model(other).phrases, model(data).phrases, atol=1e-4)
    blind = dataclasses.replace(
        data, video=dataclasses.replace(data.video, frames=-data.video.frames, actions=-data.video.actions)
    )
    is_same = torch.allclose(model(blind).phrases, model(data).phrases, atol=1e-6)
    assert is_same == ("TextOnly" in kind.__name__)


@pytest.mark.slow
@every
def test_it_learns_and_is_read_back(kind, tmp_path):
    model, data = build(kind, width=16, n_layers=1), batch()
    model.train()
    objective = CommonsenseObjective(VOCABULARY, issubclass(kind, CaptioningNetwork))
    optimizer = torch.optim.Adam(model.parameters(), 1e-2)
    losses = []
    for _ in range(60):
        optimizer.zero_grad()
        loss = objective.loss(model, data) / objective.count(data)
        loss.backward()
        optimizer.step()
        losses.append(float(loss.detach()))
    assert losses[-1] < 0.5 * losses[0]
    name = next(name for name, known in MODELS.items() if known.build is kind)
    write_checkpoint(tmp_path, model, tokens=VOCABULARY, card=CheckpointCard(name))
    read = read_checkpoint(tmp_path).model
    with torch.no_grad():
        torch.testing.assert_close(read(data).phrases, model.eval()(data).phrases)


@writers
@torch.no_grad()
def test_completion_with_its_own_caption_is_generation(kind):
    model, data = shaken(build(kind)), batch()
    written = greedy(CaptionSteps(model), data.video, tokens=VOCABULARY, longest=8).words
    generated = greedy(PhraseSteps(model), data.with_captions(written), tokens=VOCABULARY, longest=8)
    wider = torch.cat([written, torch.full((len(written), 1), VOCABULARY.pad)], 1)
    completed = greedy(PhraseSteps(model), data.with_captions(wider), tokens=VOCABULARY, longest=8)
    assert torch.equal(generated.words, completed.words)
    assert written.shape[1] > 2, "all captions are empty"


def test_every_word_of_phrases_and_of_written_captions_counts():
    data = batch()
    phrases = int((data.phrases[:, 1:] != VOCABULARY.pad).sum())
    captions = int((data.captions[:, 1:] != VOCABULARY.pad).sum())
    assert int(CommonsenseObjective(VOCABULARY, writes_captions=False).count(data)) == phrases
    assert int(CommonsenseObjective(VOCABULARY).count(data)) == phrases + captions


@torch.no_grad()
def test_a_writers_loss_is_that_of_captions_and_phrases():
    kind = next(iter(EVERY))
    model, data = build(kind), batch()
    logits = model(data)
    wanted = sum(
        float(-found[row, at].log_softmax(0)[words[row, at + 1]])
        for found, words in ((logits.captions, data.captions), (logits.phrases, data.phrases))
        for row in range(len(words))
        for at in range(words.shape[1] - 1)
        if words[row, at + 1] != VOCABULARY.pad
    )
    assert float(CommonsenseObjective(VOCABULARY).loss(model, data)) == pytest.approx(wanted, rel=1e-4)


def test_a_width_that_the_heads_do_not_divide_is_refused():
    with pytest.raises(ModelError, match="`width` of 1028 cannot be divided among 8 heads"):
        CommonsenseSizes(**{**SIZES, "width": 1028, "n_heads": 8})
