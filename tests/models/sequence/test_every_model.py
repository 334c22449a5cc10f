"""What holds for each captioner of single clips: it is a `Step`, a batch is its rows, and it learns."""

import dataclasses

import pytest
import torch

from cinescribe.errors import FeatureError, ModelError
from cinescribe.generate.beam import Search, beam_search
from cinescribe.generate.greedy import greedy
from cinescribe.language.tokens.vocabulary import Vocabulary
from cinescribe.models.checkpoint import CheckpointCard, read_checkpoint, write_checkpoint
from cinescribe.models.model_table import MODELS
from tests.models.sequence.clips import EVERY, clips, logits_of, loss_of, s2vt, temporal_attention, unfactored
from tests.models.sequence.clips import visual_labels as visual_labels_model
from tests.models.set_dummies import VOCABULARY, made_sets

pytestmark = pytest.mark.usefixtures("one_thread")
every = pytest.mark.parametrize("build", EVERY)


@every
@torch.no_grad()
def test_one_token_at_a_time_equals_all_at_once(build):
    model, batch = build(), clips()
    wanted, state = logits_of(model, batch), model.start(batch)
    for position in range(batch.words.shape[1]):
        logits, state = model.step(batch.words[:, position], state)
        torch.testing.assert_close(logits, wanted[:, position], rtol=1e-4, atol=1e-5)


@every
@torch.no_grad()
def test_a_batch_is_its_rows_whatever_stands_behind_the_masks(build):
    model, batch = build(), clips()
    wanted = logits_of(model, batch)
    noisy = dataclasses.replace(batch, frames=batch.frames.where(batch.frame_mask[..., None], torch.tensor(99.0)))
    torch.testing.assert_close(logits_of(model, noisy), wanted)
    for row in range(len(batch)):
        alone = batch.select(torch.tensor([row]))
        n_frames = max(int(alone.frame_mask.sum()), 1)
        cut = dataclasses.replace(
            alone, frames=alone.frames[:, :, :n_frames], frame_mask=alone.frame_mask[:, :, :n_frames],
            frame_segment=alone.frame_segment[:, :, :n_frames],
        )  # fmt: skip
        torch.testing.assert_close(logits_of(model, cut)[0], wanted[row], rtol=1e-4, atol=1e-5)


@every
@torch.no_grad()
def test_a_state_is_a_value(build):
    model, batch = build(), clips()
    _, state = model.step(batch.words[:, 0], model.start(batch))
    first, _ = model.step(batch.words[:, 1], state)
    model.step(batch.words[:, 2], state)
    again, _ = model.step(batch.words[:, 1], state)
    assert torch.equal(first, again)


@every
@torch.no_grad()
def test_rows_are_selected_and_repeated(build):
    model, batch = build(), clips()
    rows = torch.tensor([3, 0, 3])
    _, state = model.step(batch.words[:, 0], model.start(batch))
    wanted, _ = model.step(batch.words[:, 1], state)
    found, after = model.step(batch.words[rows, 1], model.select(state, rows))
    torch.testing.assert_close(found, wanted[rows], rtol=1e-4, atol=1e-5)
    assert model.step(batch.words[rows, 2], after)[0].shape == (3, len(VOCABULARY))


@every
def test_a_beam_of_one_is_greedy_and_a_wider_one_is_no_worse(build):
    model, batch = build(), clips()
    wanted = greedy(model, batch, tokens=VOCABULARY, longest=8)
    narrow = beam_search(model, batch, tokens=VOCABULARY, longest=8, search=Search(1)).best
    wide = beam_search(model, batch, tokens=VOCABULARY, longest=8, search=Search(40)).best
    assert torch.equal(narrow.words, wanted.words)
    assert (wide.scores >= wanted.scores - 1e-5).all()


@pytest.mark.slow
@every
def test_the_loss_falls_and_captions_follow_the_features(build):
    model = build(width=24).train()
    optimiser = torch.optim.Adam([weight for weight in model.parameters() if weight.requires_grad], 2e-2)
    batch = clips()  # the clip without frames shows its person by its actions alone, which S2VT does not read
    for _ in range(150):
        optimiser.zero_grad()
        loss_of(model, batch).backward()
        optimiser.step()
    assert loss_of(model.eval(), batch) < 0.05
    other = dataclasses.replace(batch, frames=batch.frames.flip(0), actions=batch.actions.flip(0))
    assert loss_of(model, dataclasses.replace(other, frame_mask=batch.frame_mask.flip(0))) > 0.2


@every
def test_dropout_acts_in_training_only(build):
    model, batch = build(dropout=0.5), clips()
    assert torch.equal(logits_of(model, batch), logits_of(model, batch))
    model.train()
    torch.manual_seed(1)
    assert not torch.equal(logits_of(model, batch), logits_of(model, batch))


@every
def test_a_checkpoint_holds_the_whole_model(build, tmp_path):
    model, batch = build(), clips()
    name = next(name for name, kind in MODELS.items() if kind.build is type(model))
    write_checkpoint(tmp_path, model, tokens=VOCABULARY, card=CheckpointCard(model=name))
    assert torch.equal(logits_of(read_checkpoint(tmp_path).model, batch), logits_of(model, batch))


@every
def test_blanks_several_clips_and_other_widths_are_refused(build):
    model, batch = build(), clips()
    with pytest.raises(ModelError, match=r"a captioner of single clips fills in no blanks; train it on captions"):
        model.memory(batch, blanks=True)
    with pytest.raises(ModelError, match=r"the sets have 3 clips, but this model captions single clips; read sets of"):
        model.memory(made_sets([[0, 1, 2]]), blanks=False)
    with pytest.raises(FeatureError, match=r"frames have width 3, but this model was built for 5; extract the"):
        model.start(dataclasses.replace(batch, frames=batch.frames[..., :3]))
    with pytest.raises(FeatureError, match=r"actions have width 2, but this model was built for 4; extract the"):
        model.start(dataclasses.replace(batch, actions=batch.actions[..., :2]))


@every
def test_tokens_beyond_the_vocabulary_are_refused(build):
    model, batch = build(), clips()
    longer = Vocabulary((*VOCABULARY.words, "runs"), n_people=VOCABULARY.n_people)
    words = batch.words.clone()
    words[0, 1] = len(longer) - 1
    with pytest.raises(ModelError, match=r"found token 13, but the model's vocabulary has 13; read captions with the"):
        model.hidden(words, model.memory(batch))


@pytest.mark.parametrize("build", [s2vt, temporal_attention, unfactored])
@pytest.mark.parametrize("size", ["width", "word_width", "n_words"])
def test_huge_and_missing_sizes_are_refused(build, size):
    with pytest.raises(ModelError, match=rf"{size} is 0; expected 1 or more"):
        build(**{size: 0})
    with pytest.raises(ModelError, match=rf"{size} is {1 << 40}; expected {1 << 20} or less"):
        build(**{size: 1 << 40})


@pytest.mark.parametrize("name", ["dropout", "language_dropout", "visual_dropout", "concat_dropout"])
def test_shares_that_are_none_are_refused(name):
    with pytest.raises(ModelError, match=rf"{name} is 1.0; expected a share from 0 up to 1"):
        visual_labels_model(**{name: 1.0})
